// Reading and writing of bytes by codecs, for C.
//
// A codec never opens a file: the host passes it a reader or a writer. For the built-in codecs these are the C
// functions of this target, over a descriptor or memory, so that no Swift function is ever between a library's setjmp
// and its longjmp.

#ifndef FRAMEIT_IO_H
#define FRAMEIT_IO_H

#include <frameit_codec.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Reading

// Bytes that can be read at any offset: the first `held` ones at `bytes`, the others from `input`, unless it is null, or
// from `descriptor`, with pread: the descriptor's own position is neither used nor changed. If `cancelled` is not null
// and no longer 0, every call fails with -ECANCELED, so a library's long loop ends with its next read or write.
typedef struct frameit_reader {
  const uint8_t *bytes;
  uint64_t held;
  int descriptor;  // -1 if all bytes are in memory
  uint64_t length;
  const int32_t *cancelled;
  const frameit_codec_input *input;
} frameit_reader;

// Reads up to `count` bytes from `offset` on. Returns the number of bytes read, which can be less than `count` anywhere,
// 0 at the end, or -errno.
ptrdiff_t frameit_read(const frameit_reader *reader, uint64_t offset, uint8_t *into, size_t count);

// MARK: Writing

// A destination for appended bytes: `output` unless null, else `descriptor` unless negative, else growing memory. Memory
// holds at most `maximum` bytes, unless that is 0: a write that exceeds it fails with -EFBIG.
typedef struct frameit_writer {
  int descriptor;
  uint8_t *bytes;    // owned; freed by frameit_writer_release
  size_t length;     // bytes written so far, to any destination
  size_t capacity;
  const int32_t *cancelled;  // as for a reader
  const frameit_codec_output *output;
  size_t maximum;
  int is_full;  // whether a write exceeded `maximum`
} frameit_writer;

// Appends `count` bytes. Returns 0, or -errno; bytes written before remain.
int frameit_write(frameit_writer *writer, const uint8_t *bytes, size_t count);

void frameit_writer_release(frameit_writer *writer);

#endif
