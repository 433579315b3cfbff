// libheif 1.15 repeats chroma samples that cover several pixels, which makes steps at edges. This interpolates them. And it takes
// gray samples of a limited range for samples of the full range.
#include "ycbcr.h"

#include "../Shared/samples.h"

// Returns the weights of red and blue in luma (ITU-T H.273, table 4), or 0 if the matrix has none.
static int take_weights(int matrix, float *red, float *blue) {
  switch (matrix) {
  case 1: *red = 0.2126f, *blue = 0.0722f; return 1;
  case 4: *red = 0.30f, *blue = 0.11f; return 1;
  case 2:  // unspecified: the same as in JPEG and libheif
  case 5:
  case 6: *red = 0.299f, *blue = 0.114f; return 1;
  case 7: *red = 0.212f, *blue = 0.087f; return 1;
  case 9: *red = 0.2627f, *blue = 0.0593f; return 1;
  default: return 0;
  }
}

// Reads the configuration of AV1 and HEVC (AV1-ISOBMFF, 2.3.3; ISO/IEC 14496-15, 8.3.3.1). Returns -1 for gray images
// such as alpha.
static int kind_of(const uint8_t *box) {
  if (memcmp(box, "av1C", 4) == 0) {
    if (box[6] & 0x10) return -1;
    return (box[6] & 0x0C) == 0x0C ? heif_chroma_420 : box[6] & 0x08 ? heif_chroma_422 : heif_chroma_444;
  }
  static const int kinds[] = {-1, heif_chroma_420, heif_chroma_422, heif_chroma_444};
  return memcmp(box, "hvcC", 4) == 0 ? kinds[box[20] & 3] : -1;
}

static int is_configuration(const uint8_t *box) { return memcmp(box, "av1C", 4) == 0 || memcmp(box, "hvcC", 4) == 0; }

enum heif_chroma subsampling(const uint8_t *file, size_t length) {
  int found = -1, has_gray = 0;
  for (size_t i = 0; i + 24 <= length; i++) {
    if (file[i + 3] != 'C' || !is_configuration(file + i)) continue;
    int kind = kind_of(file + i);
    has_gray |= kind < 0;
    if (kind < 0) continue;
    if (kind == heif_chroma_444 || (found >= 0 && kind != found)) return heif_chroma_undefined;
    found = kind;
  }
  if (found < 0) return has_gray ? heif_chroma_monochrome : heif_chroma_undefined;
  return (enum heif_chroma)found;
}

static int take_plane(plane *p, const struct heif_image *image, enum heif_channel channel, uint32_t width, uint32_t height) {
  p->bytes = heif_image_get_plane_readonly(image, channel, &p->stride);
  p->bits = p->bytes ? heif_image_get_bits_per_pixel_range(image, channel) : 0;
  return p->bits >= 8 && p->bits <= 16 && heif_image_get_width(image, channel) == (int)width
         && heif_image_get_height(image, channel) == (int)height;
}

static int take_matrix(ycbcr *y, const struct heif_image *image) {
  int matrix = 2, is_full = 1;
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif_image_get_nclx_color_profile(image, &nclx).code == heif_error_Ok && nclx) {
    matrix = (int)nclx->matrix_coefficients;
    is_full = nclx->full_range_flag;
    heif_nclx_color_profile_free(nclx);
  }
  float red = 0, blue = 0;
  if (!take_weights(matrix, &red, &blue) && !y->is_gray) return 0;
  float green = 1 - red - blue;
  y->red_of_red = 2 * (1 - red);
  y->blue_of_blue = 2 * (1 - blue);
  y->green_of_red = -2 * (1 - red) * red / green;
  y->green_of_blue = -2 * (1 - blue) * blue / green;
  // H.273, 8.3: equations 20 to 31.
  float unit = (float)(1 << (y->luma.bits - 8)), most = (float)((1 << y->luma.bits) - 1);
  y->luma_zero = is_full ? 0 : 16 * unit;
  y->luma_scale = is_full ? 1 / most : 1 / (219 * unit);
  y->chroma_zero = 128 * unit;
  y->chroma_scale = is_full ? 1 / most : 1 / (224 * unit);
  return 1;
}

int find_planes(ycbcr *y, const struct heif_image *image, const frameit_codec_header *header) {
  enum heif_chroma chroma = heif_image_get_chroma_format(image);
  *y = (ycbcr){.width = header->width, .height = header->height};
  y->is_gray = heif_image_get_colorspace(image) == heif_colorspace_monochrome;
  if (!y->is_gray
      && (heif_image_get_colorspace(image) != heif_colorspace_YCbCr
          || (chroma != heif_chroma_420 && chroma != heif_chroma_422))) {
    return 0;
  }
  y->halves_x = 1;
  y->halves_y = chroma == heif_chroma_420;
  y->chroma_width = (y->width + 1) / 2;
  y->chroma_height = y->halves_y ? (y->height + 1) / 2 : y->height;
  int has_chroma = !y->is_gray && take_plane(&y->blue, image, heif_channel_Cb, y->chroma_width, y->chroma_height)
                   && take_plane(&y->red, image, heif_channel_Cr, y->chroma_width, y->chroma_height);
  return take_plane(&y->luma, image, heif_channel_Y, y->width, y->height)
         && (y->is_gray || (has_chroma && y->blue.bits == y->luma.bits && y->red.bits == y->luma.bits))
         && (header->channels == 3 || take_plane(&y->alpha, image, heif_channel_Alpha, y->width, y->height))
         && (y->luma.bits > 8) == (header->depth == 16) && take_matrix(y, image);
}

static uint32_t at(const plane *p, uint32_t x, uint32_t row) {
  return sample(p->bytes + (size_t)p->stride * row, x, p->bits > 8 ? 16 : 8);
}

// Returns the sample nearest to a pixel and the next one: their centers are 1/4 and 3/4 of a sample away.
static void nearest_two(uint32_t pixel, uint32_t count, uint32_t *near, uint32_t *next) {
  *near = pixel / 2;
  *next = pixel % 2 ? (*near + 1 < count ? *near + 1 : *near) : (*near > 0 ? *near - 1 : 0);
}

static float chroma_at(const ycbcr *y, const plane *p, const uint32_t x[2], const uint32_t rows[2]) {
  uint32_t upper = 3 * at(p, x[0], rows[0]) + at(p, x[1], rows[0]);
  uint32_t lower = rows[1] == rows[0] ? upper : 3 * at(p, x[0], rows[1]) + at(p, x[1], rows[1]);
  return ((float)(3 * upper + lower) / 16 - y->chroma_zero) * y->chroma_scale;
}

static uint32_t whole(float value, float range) {
  return value > 0 ? (uint32_t)((value < 1 ? value : 1) * range + 0.5f) : 0;
}

void convert_row(const ycbcr *y, uint32_t row, uint8_t *into, uint32_t channels, uint32_t depth) {
  float range = depth == 8 ? 255 : 65535;
  uint32_t rows[2] = {row, row};
  if (y->halves_y) nearest_two(row, y->chroma_height, &rows[0], &rows[1]);
  for (uint32_t pixel = 0; pixel < y->width; pixel++) {
    uint32_t x[2];
    nearest_two(pixel, y->chroma_width, &x[0], &x[1]);
    float luma = ((float)at(&y->luma, pixel, row) - y->luma_zero) * y->luma_scale;
    float blue = y->is_gray ? 0 : chroma_at(y, &y->blue, x, rows), red = y->is_gray ? 0 : chroma_at(y, &y->red, x, rows);
    size_t first = (size_t)pixel * channels;
    put_sample(into, first, depth, whole(luma + y->red_of_red * red, range));
    put_sample(into, first + 1, depth, whole(luma + y->green_of_blue * blue + y->green_of_red * red, range));
    put_sample(into, first + 2, depth, whole(luma + y->blue_of_blue * blue, range));
    if (channels == 3) continue;
    float most = (float)((1u << y->alpha.bits) - 1);
    put_sample(into, first + 3, depth, whole((float)at(&y->alpha, pixel, row) / most, range));
  }
}
