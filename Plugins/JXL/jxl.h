// JPEG XL, by libjxl 0.7 or later, on the thread of the caller alone. header.c reads what is told before any pixel,
// colors.c finds the space that pixels are given in, decode.c reads the frames, encode.c writes.
//
// Images come upright, and with alpha that is not multiplied in: libjxl does both. Frames are composed by it,
// too.
#ifndef PLUGINS_JXL_H
#define PLUGINS_JXL_H

#include <jxl/decode.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"

// A box of metadata that libjxl is filling.
typedef struct box {
  const char *kind;  // null where none is
  uint8_t *bytes;
  size_t count, space;
} box;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  trouble trouble;

  JxlDecoder *jxl;
  uint8_t *window;  // of the file, `window_count` bytes up to `position`
  size_t window_count;
  uint64_t position;

  JxlBasicInfo info;
  JxlPixelFormat pixels;
  JxlColorEncoding colors;  // that XYB is turned into
  int has_colors, has_original_profile;  // the image's own profile says the same as `colors`
  header_found found;
  box box;

  uint8_t *image;  // the frame
  size_t row_bytes;
  uint32_t next_frame;  // that libjxl will come to
  uint32_t row;
  int in_frame, is_decoded;
};

// decode.c: from the file's start on, with these events.
int begin(frameit_codec_decoder *d, int events);

// decode.c: what stops libjxl next, apart from its hunger. JXL_DEC_NEED_MORE_INPUT where the file ends too early.
JxlDecoderStatus step(frameit_codec_decoder *d);

// header.c
void take_header(frameit_codec_decoder *d);

// colors.c: has XYB turned into the image's own space where libjxl can, else into one that holds as much. The same
// whenever decoding begins anew.
void choose_colors(frameit_codec_decoder *d);

#endif
