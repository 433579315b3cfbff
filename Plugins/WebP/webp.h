// WebP, still and animated, with libwebp. chunks.c reads what a file contains, decode.c decodes pixels, encode.c
// encodes.
//
// The contents are found from the chunks; the library only gets the file when pixels are requested. A still image is
// decoded as its rows are requested. An animation is composited by the library, as viewers do.
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

  // From the chunks.
  header_found found;
  uint32_t width, height, channels, frames;
  int has_size, is_animated, is_lossless, has_alpha, has_image;
  uint64_t end;       // the end of the image's data
  uint64_t intact;    // the end of the last complete frame
  uint32_t complete;  // the number of complete frames
  int is_cut;         // whether the file ends before its chunks do

  uint8_t *data;  // the bytes of the file read so far
  uint64_t filled;
  uint8_t *pixels;
  WebPIDecoder *still;
  int is_done;     // whether the still image is decoded
  uint32_t ready;  // the rows of the frame that are decoded
  WebPAnimDecoder *animation;
  const uint8_t *canvas;  // of `animation`
  int shown;              // the time at which the last frame ends
  uint32_t next;          // the next frame
  uint32_t row;
  int has_begun;
};

// chunks.c: reads the header and checks the limits.
int32_t take_header(frameit_codec_decoder *d);

// chunks.c: returns the number of bytes read, fewer only at the end of the file, or -1.
int64_t read_fully(const frameit_codec_input *input, uint64_t offset, void *into, uint64_t count);

// The position of metadata, by the name of its chunk.
typedef struct metadata_chunk {
  const char *chunk, *kind;
} metadata_chunk;

enum { metadata_chunk_count = 3 };
extern const metadata_chunk metadata_chunks[metadata_chunk_count];

#endif
