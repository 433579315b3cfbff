// A PNG's compressed data, from its IDAT chunks through ISA-L's inflate to filtered rows.
//
// Knows data that are in order, and nothing else: what is wrong with others is libpng's to say.

#ifndef CPNG_IDAT_H
#define CPNG_IDAT_H

#include <frameit_io.h>

#include <isa-l/igzip_lib.h>

typedef struct cpng_idat {
  const frameit_reader *reader;
  uint64_t offset;  // of the first byte behind the window
  uint32_t left;    // bytes of the current chunk from the window's `at` on
  uint32_t crc;     // of the current chunk up to there
  struct inflate_state stream;

  // All is read through a window, and no byte twice: with a system call or two for each chunk a file of a
  // million empty ones would take a second.
  size_t at, count;
  uint8_t window[65536];
} cpng_idat;

// All of these return 0 where the data are not in order, or cannot be read.

// `offset` is the first IDAT chunk's.
int cpng_idat_open(cpng_idat *idat, const frameit_reader *reader, uint64_t offset);

// `last`: the data must end with these bytes, and `into` has room for one more.
int cpng_idat_read(cpng_idat *idat, uint8_t *into, size_t count, int last);

// Checks that the chunks end with the data, and that only what may be ignored follows until IEND.
int cpng_idat_finish(cpng_idat *idat);

#endif
