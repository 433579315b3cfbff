// A frame's indices, unpacked. giflib makes something of every code, also of those that are not in the table yet, so
// that damage passes for an image; it gives the blocks here, and no more.
#ifndef PLUGINS_GIF_LZW_H
#define PLUGINS_GIF_LZW_H

#include <gif_lib.h>
#include <stddef.h>
#include <stdint.h>

enum { most_codes = 4096 };

typedef struct unpacker {
  GifFileType *gif;
  const GifByteType *block;  // what is left of it; null at the end of the data
  size_t left;
  uint32_t held, held_bits;
  int clear, width, next, last;  // codes: `last` is -1 after a clear code
  uint16_t prefix[most_codes];
  uint8_t suffix[most_codes], first[most_codes];
  uint8_t string[most_codes];  // the last code's indices, backwards, as far as they are not given
  size_t waiting;
} unpacker;

// After giflib has read where the frame lies. Returns 0 where that, or the size of codes, cannot be.
int begin_unpacking(unpacker *u, GifFileType *gif);

// Returns 0 where a code is none, and where the data ends.
int unpack(unpacker *u, uint8_t *into, size_t count);

// As far as the end of the frame's data. Returns 0 where it cannot be read. `has_more` says whether there were indices
// behind those of the frame: an end that is missing is none, as programs leave it out.
int end_unpacking(unpacker *u, int *has_more);

#endif
