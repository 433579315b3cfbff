// The compressed data of a PNG, from its IDAT chunks through ISA-L's inflate to filtered rows.
//
// This handles only valid data; errors in other data are left for libpng to report.

#ifndef CPNG_IDAT_H
#define CPNG_IDAT_H

#include <frameit_io.h>

#include <isa-l/igzip_lib.h>

typedef struct cpng_idat {
  const frameit_reader *reader;
  uint64_t offset;  // of the first byte after the window
  uint32_t left;    // bytes of the current chunk from the window's `at` on
  uint32_t crc;     // of the current chunk up to there
  struct inflate_state stream;

  // Everything is read once through a window: with a system call or two per chunk, a file of a million empty chunks
  // would take a second.
  size_t at, count;
  uint8_t window[65536];
} cpng_idat;

// All functions return 0 if the data is invalid or cannot be read.

// `offset` is that of the first IDAT chunk.
int cpng_idat_open(cpng_idat *idat, const frameit_reader *reader, uint64_t offset);

// `last`: the data must end with these bytes, and `into` has room for one more.
int cpng_idat_read(cpng_idat *idat, uint8_t *into, size_t count, int last);

// Checks that the chunks end with the data, and that only ancillary chunks follow until IEND.
int cpng_idat_finish(cpng_idat *idat);

#endif
