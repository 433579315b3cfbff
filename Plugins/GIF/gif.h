// GIF, still and animated, by giflib. blocks.c reads what a file holds, lzw.c unpacks frames, decode.c composes them,
// encode.c writes them with the colors that palette.c chooses.
//
// Frames are composed as browsers do: what is disposed of becomes transparent, the background color is not looked
// at, and a frame that would be shown for less than 20 ms is shown for 100. What lies outside of the canvas is cut
// off, but the first frame always fits.
#ifndef PLUGINS_GIF_H
#define PLUGINS_GIF_H

#include <gif_lib.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"
#include "lzw.h"

enum { buffer_length = 1 << 16, longest_block = 255 };

// The file's bytes in order.
typedef struct reader {
  const frameit_codec_input *input;
  uint64_t offset;  // of what follows the buffer
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

  // What its blocks say.
  header_found found;
  uint32_t width, height, frames;
  int has_alpha, is_cleared;    // some of the canvas, by the frame that came last
  int has_restored;             // frames that are followed by what was there before
  int is_cut, is_garbled;       // how the file ends

  GifFileType *gif;
  unpacker unpacker;
  uint8_t *canvas, *saved, *line;
  uint32_t next;  // the frame that comes next
  rectangle last;
  int last_disposal;
  int has_begun;
  uint32_t row, ready;
  uint64_t unpacked;  // pixels of frames so far, those outside of the canvas included
};

// blocks.c: what the file holds, and whether it is within the limits.
int32_t take_header(frameit_codec_decoder *d);

// blocks.c: returns how many bytes came: fewer at the end, and where reading fails.
size_t take(reader *r, uint8_t *into, size_t count);

// blocks.c
void move_to(reader *r, uint64_t offset);

// Applications' extensions, by the first bytes of theirs: eleven, as the format has it.
enum { application_length = 11, xmp_trailer = 258 };
#define GIF_PLAYS "NETSCAPE2.0"
#define GIF_PROFILE "ICCRGBG1012"  // ICC.1:2004-10, B.5
#define GIF_XMP "XMP DataXMP"      // XMP Specification Part 3, 1.1.2

#endif
