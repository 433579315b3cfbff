// Geometry of blocks, which are what an image is made of before it has samples.

#ifndef CJPEG_BLOCKS_H
#define CJPEG_BLOCKS_H

#include "cjpeg.h"

#include <stdio.h>

#include <jpeglib.h>

// The blocks of one component.
typedef struct cjpeg_blocks {
  JBLOCKROW *rows;
  JDIMENSION columns;
  JDIMENSION count;  // of rows
} cjpeg_blocks;

// Where the blocks of a component are taken from.
typedef struct cjpeg_place {
  JDIMENSION x;  // of the first kept block; behind the last one where the direction is mirrored
  JDIMENSION y;
  int transposed;
  int mirrored_x;
  int mirrored_y;
} cjpeg_place;

// Fills every block of `to` with the one of `from` that comes to lie there.
void cjpeg_place_blocks(const cjpeg_blocks *to, const cjpeg_blocks *from, const cjpeg_place *place);

// How densely the components are sampled, in the smallest numbers.
typedef struct cjpeg_sampling {
  int h[MAX_COMPONENTS];
  int v[MAX_COMPONENTS];
  int max_h;
  int max_v;
  int fits;  // into one scan: with more blocks to an MCU, each component would need its own
} cjpeg_sampling;

cjpeg_sampling cjpeg_sampling_of(const struct jpeg_decompress_struct *cinfo);

#endif
