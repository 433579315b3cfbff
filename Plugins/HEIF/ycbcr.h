// Converts pixels from coded YCbCr to RGB.
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
  int is_gray;  // only luma
  int halves_x, halves_y;  // for chroma
  plane luma, blue, red, alpha;
  float luma_zero, luma_scale, chroma_zero, chroma_scale;  // scale to 0...1 and -0.5...0.5
  float red_of_red, green_of_blue, green_of_red, blue_of_blue;
} ycbcr;

// Returns heif_chroma_420 or _422 if all color images of a file have it, heif_chroma_monochrome if there are only gray images, else
// heif_chroma_undefined. libheif does not tell, and converts an image to whatever is requested.
enum heif_chroma subsampling(const uint8_t *file, size_t length);

// Returns 0 for other kinds of images, which libheif converts to RGB.
int find_planes(ycbcr *y, const struct heif_image *image, const frameit_codec_header *header);

// Converts a row to samples of the header's format, in the full range.
void convert_row(const ycbcr *y, uint32_t row, uint8_t *into, uint32_t channels, uint32_t depth);

#endif
