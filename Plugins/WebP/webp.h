// WebP, still and animated, by libwebp. chunks.c reads what a file holds, decode.c pixels, encode.c writes.
//
// What a file holds is found by its chunks, read where they lie; the library sees the file when pixels are wanted.
// A still image is decoded as its rows are asked for. An animation is composed by the library, as viewers do.
#ifndef PLUGINS_WEBP_H
#define PLUGINS_WEBP_H

#include <webp/decode.h>
#include <webp/demux.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  trouble trouble;

  // What its chunks say.
  header_found found;
  uint32_t width, height, channels, frames;
  int has_size, is_animated, is_lossless, has_alpha, has_image;
  uint64_t end;       // of what belongs to the image
  uint64_t intact;    // where the last frame ends that is there as a whole
  uint32_t complete;  // how many frames are
  int is_cut;         // the file ends before its chunks do

  uint8_t *data;  // of the file, as far as it was read
  uint64_t filled;
  uint8_t *pixels;
  WebPIDecoder *still;
  int is_done;     // with the still image
  uint32_t ready;  // rows of the frame that can be given
  WebPAnimDecoder *animation;
  const uint8_t *canvas;  // of `animation`
  int shown;              // the time until which the last frame is
  uint32_t next;          // the frame that comes next
  uint32_t row;
  int has_begun;
};

// chunks.c: what the file holds, and whether it is within the limits.
int32_t take_header(frameit_codec_decoder *d);

// chunks.c: returns how many bytes came, fewer only at the end, or -1.
int64_t read_fully(const frameit_codec_input *input, uint64_t offset, void *into, uint64_t count);

// Where metadata lies, by the name of its chunk.
typedef struct metadata_chunk {
  const char *chunk, *kind;
} metadata_chunk;

enum { metadata_chunk_count = 3 };
extern const metadata_chunk metadata_chunks[metadata_chunk_count];

#endif
