// HEIF (HEIC and AVIF) by libheif 1.15 or later. The primary image is read, upright: libheif turns and crops
// as the file says.
//
// Two codecs come of it: heif.c reads, avif.c reads and writes. Both read whatever libheif reads; which files are
// whose is in their manifests. header.c, decode.c and ycbcr.c are of both, encode.c is AVIF's.
#ifndef PLUGINS_HEIF_H
#define PLUGINS_HEIF_H

#include <libheif/heif.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"
#include "ycbcr.h"

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  frameit_codec_limits limits;
  trouble trouble;

  uint8_t *file;  // whole: libheif takes its parts in no order
  size_t length;
  struct heif_context *context;
  struct heif_image_handle *handle;
  int is_multiplied;  // by alpha
  header_found found;

  struct heif_image *image;
  int is_planar;  // with what `planes` says
  ycbcr planes;
  const uint8_t *pixels;  // else RGB that libheif made
  int stride, bits;
  uint32_t row;
  int in_frame;
};

// header.c: of the image that libheif has a handle of.
void take_header(frameit_codec_decoder *d);

// header.c: whether the file has a track of images that follow each other, which libheif 1.15 does not read.
int has_sequence(const uint8_t *file, size_t length);

// library.c

// Of the libheif that runs, which need not be the one that this was compiled with.
extern char library[32];
int32_t start(const frameit_codec_host *host, frameit_codec_report *report);
void stop(void);

// Whether it went well.
int check(trouble *t, struct heif_error error);

enum heif_chroma chroma_of(int has_alpha, uint32_t depth);

#endif
