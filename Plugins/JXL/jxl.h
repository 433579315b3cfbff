// JPEG XL, with libjxl 0.7 or later, on the caller's thread only. header.c reads everything before the pixels,
// colors.c selects the color space of pixels, decode.c decodes frames, encode.c encodes.
//
// libjxl returns images upright, with alpha that is not premultiplied, and composites frames.
#ifndef PLUGINS_JXL_H
#define PLUGINS_JXL_H

#include <jxl/decode.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"

// A metadata box that libjxl is filling.
typedef struct box {
  const char *kind;  // null if there is none
  uint8_t *bytes;
  size_t count, space;
} box;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  trouble trouble;

  JxlDecoder *jxl;
  uint8_t *window;  // of the file: `window_count` bytes up to `position`
  size_t window_count;
  uint64_t position;

  JxlBasicInfo info;
  JxlPixelFormat pixels;
  JxlColorEncoding colors;  // that XYB is converted to
  int has_colors, has_original_profile;  // has_original_profile: the image's own profile equals `colors`
  header_found found;
  box box;

  uint64_t *ends;  // of the frames, in ticks

  uint8_t *image;  // the frame
  size_t row_bytes;
  uint32_t next_frame;  // the next frame that libjxl will reach
  uint32_t row;
  int in_frame, is_decoded;
};

// decode.c: starts at the beginning of the file, with these events.
int begin(frameit_codec_decoder *d, int events);

// decode.c: returns libjxl's next event other than a request for input; JXL_DEC_NEED_MORE_INPUT if the file is
// truncated.
JxlDecoderStatus step(frameit_codec_decoder *d);

// header.c
void take_header(frameit_codec_decoder *d);

// colors.c: converts XYB to the image's own color space if libjxl can, else to one that contains it. The same
// whenever decoding starts again.
void choose_colors(frameit_codec_decoder *d);

#endif
