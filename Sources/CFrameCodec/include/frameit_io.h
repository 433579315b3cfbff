// How a codec reads and writes bytes, as C sees it.
//
// A codec never opens a file: the host hands it a reader or a writer. For the built-in codecs these are
// the C functions of this target, over a descriptor or over memory, so that no Swift function ever lies
// between a library's setjmp and its longjmp.

#ifndef FRAMEIT_IO_H
#define FRAMEIT_IO_H

#include <stddef.h>
#include <stdint.h>

// MARK: Reading

// Bytes that can be read at any place. `bytes` is used where it is not null, else `descriptor`, with
// pread: the descriptor's own position is neither used nor moved. Where `cancelled` is not null and no longer 0, every
// call fails with -ECANCELED: so a library's long loop ends with its next read or write.
typedef struct frameit_reader {
  const uint8_t *bytes;
  int descriptor;
  uint64_t length;
  const int32_t *cancelled;
} frameit_reader;

// Reads up to `count` bytes from `offset` on.
// Returns how many were read, 0 at the end, or -errno.
ptrdiff_t frameit_read(const frameit_reader *reader, uint64_t offset, uint8_t *into, size_t count);

// MARK: Writing

// Bytes that are appended, to `descriptor` where it is not negative, else to memory that grows.
typedef struct frameit_writer {
  int descriptor;
  uint8_t *bytes;    // owned; freed by frameit_writer_release
  size_t length;     // bytes written so far, wherever they went
  size_t capacity;
  const int32_t *cancelled;  // as a reader's
} frameit_writer;

// Appends `count` bytes. Returns 0, or -errno; what was written before stays.
int frameit_write(frameit_writer *writer, const uint8_t *bytes, size_t count);

void frameit_writer_release(frameit_writer *writer);

// MARK: Status

// What became of a call into a codec's C part.
typedef enum frameit_code {
  FRAMEIT_OK = 0,
  FRAMEIT_DAMAGED,      // the data breaks its format's rules
  FRAMEIT_TRUNCATED,    // the data ends too early
  FRAMEIT_UNSUPPORTED,  // right, but not something this codec does
  FRAMEIT_TOO_MANY,     // more of some part of a format than the host allowed
  FRAMEIT_NO_MEMORY,    // the machine has no memory left
  FRAMEIT_IO,           // the reader or writer failed; `error_number` says how
  FRAMEIT_MISUSE        // the host called out of order: a bug of ours
} frameit_code;

// Filled by every call that can fail. `message` is the library's own sentence, in UTF-8.
// `damage_count` counts warnings of damaged data so far, of which `harmless_count` bear on no sample; `first_damage` is
// the first one's sentence, of the others' where there are any. Where `is_truncated`, one of them is that the data end
// too early, which `message` says: what is missing was made up, and the call went on.
typedef struct frameit_status {
  frameit_code code;
  int error_number;
  char message[200];
  int damage_count;
  char first_damage[200];
  int harmless_count;
  int is_truncated;
} frameit_status;

#endif
