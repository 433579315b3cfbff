// GIF, still and animated, with giflib. blocks.c reads what a file contains, lzw.c decompresses frames, decode.c
// composites them, and encode.c writes them with the colors that palette.c selects.
//
// Frames are composited as in browsers: disposal clears to transparent, the background color is ignored, and a delay
// below 20 ms becomes 100 ms. Frames are clipped to the canvas, except that the first one always fits.
#ifndef PLUGINS_GIF_H
#define PLUGINS_GIF_H

#include <gif_lib.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"
#include "lzw.h"

enum { buffer_length = 1 << 16, longest_block = 255 };

// Reads the bytes of a file in order.
typedef struct reader {
  const frameit_codec_input *input;
  uint64_t offset;  // the file offset after the buffer
  size_t at, filled;
  int has_failed;
  uint8_t buffer[buffer_length];
} reader;

typedef struct rectangle {
  uint32_t left, top, right, bottom;
} rectangle;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  frameit_codec_limits limits;
  trouble trouble;
  reader reader;

  // From the blocks.
  header_found found;
  uint32_t width, height, frames;
  int has_alpha, is_cleared;    // whether the last frame clears some of the canvas
  int has_restored;             // whether frames restore the previous canvas
  int is_cut, is_garbled;       // how the file ends

  GifFileType *gif;
  unpacker unpacker;
  uint8_t *canvas, *saved, *line;
  uint32_t next;  // the next frame
  rectangle last;
  int last_disposal;
  int has_begun;
  uint32_t row, ready;
  uint64_t unpacked;  // the pixels of all frames so far, including those outside the canvas
};

// blocks.c: reads the header and checks the limits.
int32_t take_header(frameit_codec_decoder *d);

// blocks.c: returns the number of bytes read; fewer at the end of the file or after an error.
size_t take(reader *r, uint8_t *into, size_t count);

// blocks.c
void move_to(reader *r, uint64_t offset);

// The identifiers of application extensions: eleven bytes, as the format requires.
enum { application_length = 11, xmp_trailer = 258 };
#define GIF_PLAYS "NETSCAPE2.0"
#define GIF_PROFILE "ICCRGBG1012"  // ICC.1:2004-10, B.5
#define GIF_XMP "XMP DataXMP"      // XMP Specification Part 3, 1.1.2

#endif
