// HEIF (HEIC and AVIF), with libheif 1.15 or later. The primary image is read; libheif rotates and crops it as the
// file says.
//
// This makes two codecs: heif.c reads, avif.c reads and writes. Both read everything that libheif reads; their
// manifests say which files belong to which. header.c, decode.c and ycbcr.c are shared, encode.c is AVIF's.
#ifndef PLUGINS_HEIF_H
#define PLUGINS_HEIF_H

#include <limits.h>
#include <string.h>

#include <libheif/heif.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"
#include "ycbcr.h"

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  frameit_codec_limits limits;
  trouble trouble;

  uint8_t *file;  // the whole file, because libheif reads its parts in any order
  size_t length;
  struct heif_context *context;
  struct heif_image_handle *handle;  // of the image that is decoded
  int is_gain_map;  // whether that is the gain map of the primary image
  int is_multiplied;  // whether alpha is premultiplied
  header_found found;

  struct heif_image *image;
  int is_planar;  // whether `planes` is used
  ycbcr planes;
  const uint8_t *pixels;  // otherwise RGB from libheif
  int stride, bits;
  uint32_t row;
  int in_frame;
};

// boxes.c

// Finds a box among neighbors by its type (ISO/IEC 14496-12, 4.2). Returns the box with its header, which ends with the others at
// the latest; null if there is none.
const uint8_t *find_box(const uint8_t *file, size_t length, const char *type, size_t *box_length);

// Corrects the size of an item if its size does not stand before its transformations. libheif 1.15 applies properties in the order of
// the file, and the decoder applies the size first.
void transformed_size(const uint8_t *file, size_t length, uint32_t item, int *width, int *height);

// header.c: for the image of libheif's handle.
void take_header(frameit_codec_decoder *d);

// header.c: returns Apple's gain map of an image, which the caller releases; null if there is none.
struct heif_image_handle *apple_gain_map(const struct heif_image_handle *handle);

// header.c: returns whether the file has an image sequence, which libheif 1.15 does not read.
int has_sequence(const uint8_t *file, size_t length);

// library.c

// The libheif at run time, which may differ from the one at compile time.
extern char library[32];
int32_t start(const frameit_codec_host *host, frameit_codec_report *report);
void stop(void);

// Returns whether the call succeeded.
int check(trouble *t, struct heif_error error);

enum heif_chroma chroma_of(int has_alpha, uint32_t depth);

#endif
