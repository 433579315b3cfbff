// Decompresses a frame's indices. giflib accepts every code, even those that are not in the table yet, so that damage
// looks like an image. It only provides the blocks here.
#ifndef PLUGINS_GIF_LZW_H
#define PLUGINS_GIF_LZW_H

#include <gif_lib.h>
#include <stddef.h>
#include <stdint.h>

enum { most_codes = 4096 };

typedef struct unpacker {
  GifFileType *gif;
  const GifByteType *block;  // the rest of the block; null at the end of the data
  size_t left;
  uint32_t held, held_bits;
  int clear, width, next, last;  // codes: `last` is -1 after a clear code
  uint16_t prefix[most_codes];
  uint8_t suffix[most_codes], first[most_codes];
  uint8_t string[most_codes];  // the indices of the last code that are not returned yet, in reverse
  size_t waiting;
} unpacker;

// Starts after giflib has read the frame's position. Returns 0 if that or the code size is invalid.
int begin_unpacking(unpacker *u, GifFileType *gif);

// Returns 0 for an invalid code or at the end of the data.
int unpack(unpacker *u, uint8_t *into, size_t count);

// Reads to the end of the frame's data. Returns 0 if it cannot be read. `has_more` tells whether there were more
// indices than the frame has; a missing end code is not an error, because programs omit it.
int end_unpacking(unpacker *u, int *has_more);

#endif
