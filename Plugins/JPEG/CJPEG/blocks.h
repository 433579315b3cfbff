// The geometry of blocks, which images consist of before they are decoded to samples.

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

// The position of a component's blocks.
typedef struct cjpeg_place {
  JDIMENSION x;  // of the first kept block; after the last one if the direction is mirrored
  JDIMENSION y;
  int transposed;
  int mirrored_x;
  int mirrored_y;
} cjpeg_place;

// Fills every block of `to` with the block of `from` that moves there.
void cjpeg_place_blocks(const cjpeg_blocks *to, const cjpeg_blocks *from, const cjpeg_place *place);

// The sampling factors of the components, in lowest terms.
typedef struct cjpeg_sampling {
  int h[MAX_COMPONENTS];
  int v[MAX_COMPONENTS];
  int max_h;
  int max_v;
  int fits;  // whether they fit into one scan: with more blocks per MCU, each component would need its own
} cjpeg_sampling;

cjpeg_sampling cjpeg_sampling_of(const struct jpeg_decompress_struct *cinfo);

#endif
