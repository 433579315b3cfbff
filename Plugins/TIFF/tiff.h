// TIFF and BigTIFF, with libtiff 4.5 or later. pages.c reads the layout of pages, header.c the rest of the header,
// decode.c and samples.c decode pixels, lab.c converts CIELab, encode.c encodes; exif.c copies EXIF's directories,
// and client.c receives libtiff's messages.
//
// Gray, RGB, palettes, CIELab and CMYK are decoded here, so 16 bits stay 16, gray stays gray, and the host converts
// CMYK. libtiff converts everything else that it supports (YCbCr, LogLuv, other CMYK) to RGB with 8 bits.
#ifndef PLUGINS_TIFF_H
#define PLUGINS_TIFF_H

#include <tiffio.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"

enum { most_pages = 1000 };

// Receives libtiff's messages, instead of handlers that all users of the library in a process share.
typedef struct complaints {
  trouble *trouble;
  // Warnings are damage if pixels are being decoded, or if a tag is after the end. About other tags libtiff warns too
  // easily.
  int decodes;
  int at_end;  // whether a read reached the end of the file
  int io_failed;
} complaints;

// client.c: libtiff's `fopen`, with our own functions. `memory` is the most that it may allocate at once, 0 for no
// limit.
TIFF *open_client(
    complaints *heard, const char *mode, void *context, TIFFReadWriteProc read, TIFFReadWriteProc write,
    TIFFSeekProc seek, TIFFSizeProc size, uint64_t memory);

typedef enum way { by_line, by_block, by_libtiff } way;

typedef struct lab lab;

// The layout of a page, and how it is decoded.
typedef struct page {
  uint32_t width, height;
  uint32_t block_width, block_height;  // of a tile or strip
  uint16_t bits, samples, photometric, planar, compression;
  int tiled;
  int colors;       // 1, 3, or 4 for CMYK
  int inks;          // cyan, magenta, yellow and black
  int is_lab;        // whether it is CIELab, which is converted to sRGB
  int alpha;         // the index of the sample, -1 for none
  int multiplied;    // whether alpha is premultiplied
  uint32_t channels, depth;
  way way;
} page;

// The profile of another color space does not apply to converted RGB.
static inline int keeps_colors(const page *p) {
  return p->way == by_libtiff ? p->photometric == PHOTOMETRIC_YCBCR : !p->is_lab;
}

static inline size_t row_bytes(const page *p) { return (size_t)p->width * p->channels * (p->depth / 8); }

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  uint64_t position;
  TIFF *tiff;
  trouble trouble;
  complaints heard;
  uint64_t header_room;  // the bytes that may still be read before the pixels: values may be shared by many entries

  page page;
  uint64_t *pages;  // the offsets of their directories
  uint32_t page_count, frames;
  header_found found;

  // For the current frame.
  uint32_t row;         // the next row to return
  uint8_t *line;        // a line as stored, or a block of it
  uint8_t *band;        // decoded rows, or libtiff's pixels
  uint32_t band_start, band_count;
  uint16_t *palette[3];
  int shift;            // for the palette's entries
  lab *lab;             // if the page is CIELab
  TIFFRGBAImage rgba;
  int has_rgba;
};

uint16_t field16(TIFF *tiff, uint32_t tag, uint16_t otherwise);
// Returns the current page's orientation; 0 for none, or an invalid one.
uint32_t orientation_of(TIFF *tiff);

// libtiff has treated IPTC's records as 32-bit numbers, as in old files, and as bytes, which is correct.
int iptc_width(TIFF *tiff);

// pages.c

// Reads the current directory's layout and checks the limits. Returns 0 on failure.
int describe(frameit_codec_decoder *d, page *p);

// Computes the bytes of a page's line, or block, and its band.
void measure(frameit_codec_decoder *d, const page *p, uint64_t *line, uint64_t *band);

// Reads all directories. Pages are frames if all have the same layout: there are no durations, and nothing says that
// they are more than several images in one file.
void count_pages(frameit_codec_decoder *d);

// header.c
void take_header(frameit_codec_decoder *d);

// samples.c

// Converts `count` pixels with interleaved samples, from `x` on.
void lay_pixels(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from);

// Converts one channel of `count` pixels from `x` on: each `stride`-th sample from `first` on.
void lay_channel(
    const page *p, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from, uint32_t stride, uint32_t first,
    uint32_t channel);

#endif
