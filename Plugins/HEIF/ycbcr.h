// Pixels as they are coded, in YCbCr, become RGB.
#ifndef PLUGINS_HEIF_YCBCR_H
#define PLUGINS_HEIF_YCBCR_H

#include <libheif/heif.h>

#include "../Shared/report.h"

typedef struct plane {
  const uint8_t *bytes;
  int stride, bits;
} plane;

typedef struct ycbcr {
  uint32_t width, height, chroma_width, chroma_height;
  int halves_x, halves_y;  // of chroma
  plane luma, blue, red, alpha;
  float luma_zero, luma_scale, chroma_zero, chroma_scale;  // to 0...1 and -0.5...0.5
  float red_of_red, green_of_blue, green_of_red, blue_of_blue;
} ycbcr;

// heif_chroma_420 or _422 where all color images of a file are of this kind, else heif_chroma_undefined: libheif says
// nothing of it, and makes of an image what it is asked for.
enum heif_chroma subsampling(const uint8_t *file, size_t length);

// Returns 0 where it is another kind of image, which is libheif's to make RGB of.
int find_planes(ycbcr *y, const struct heif_image *image, const frameit_codec_header *header);

// A row of samples as the header has them, in the whole range.
void convert_row(const ycbcr *y, uint32_t row, uint8_t *into, uint32_t channels, uint32_t depth);

#endif
