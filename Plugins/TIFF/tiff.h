// TIFF and BigTIFF, by libtiff 4.5 or later. pages.c says how a page is laid out, header.c what else a file tells,
// decode.c and samples.c read pixels, lab.c makes colors of CIELab, encode.c writes; exif.c knows EXIF's directories,
// client.c libtiff's complaints.
//
// Gray, RGB, palettes, CIELab and CMYK are unpacked here, so that 16 bits stay 16, gray stays gray, and inks are the
// host's to make colors of. What else libtiff can make RGB of (YCbCr, LogLuv, other CMYK) is its work, in 8 bits.
#ifndef PLUGINS_TIFF_H
#define PLUGINS_TIFF_H

#include <tiffio.h>

#include "../Shared/codec.h"
#include "../Shared/header.h"

enum { most_pages = 1000 };

// What libtiff says goes here, and not to handlers that all users of the library in a process share.
typedef struct complaints {
  trouble *trouble;
  // Warnings are damage where pixels are decoded, and where a tag lies past the end. Of other tags libtiff
  // warns lightly.
  int decodes;
  int at_end;  // a read met the end of the file
  int io_failed;
} complaints;

// client.c: libtiff's own way to `fopen`, with everything done by functions of ours. `memory` is the most that it may
// take at once, 0 for no limit.
TIFF *open_client(
    complaints *heard, const char *mode, void *context, TIFFReadWriteProc read, TIFFReadWriteProc write,
    TIFFSeekProc seek, TIFFSizeProc size, uint64_t memory);

typedef enum way { by_line, by_block, by_libtiff } way;

typedef struct lab lab;

// How a page is laid out, and what is made of it.
typedef struct page {
  uint32_t width, height;
  uint32_t block_width, block_height;  // of a tile, or a strip
  uint16_t bits, samples, photometric, planar, compression;
  int tiled;
  int colors;       // 1, 3, or 4 inks
  int inks;          // cyan, magenta, yellow and black
  int is_lab;        // CIELab, that sRGB is made of
  int alpha;         // the sample, -1 for none
  int multiplied;    // alpha is multiplied in
  uint32_t channels, depth;
  way way;
} page;

static inline size_t row_bytes(const page *p) { return (size_t)p->width * p->channels * (p->depth / 8); }

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  uint64_t position;
  TIFF *tiff;
  trouble trouble;
  complaints heard;

  page page;
  uint64_t *pages;  // where their directories lie
  uint32_t page_count, frames;
  header_found found;

  // Of the frame.
  uint32_t row;         // the next to be given
  uint8_t *line;        // as stored; or a block of it
  uint8_t *band;        // rows that are ready, or libtiff's pixels
  uint32_t band_start, band_count;
  uint16_t *palette[3];
  int shift;            // of the palette's entries
  lab *lab;             // where the page is CIELab
  TIFFRGBAImage rgba;
  int has_rgba;
};

uint16_t field16(TIFF *tiff, uint32_t tag, uint16_t otherwise);

// libtiff has called IPTC's records 32-bit numbers, which they are in old files, and bytes, which they are.
int iptc_width(TIFF *tiff);

// pages.c

// Takes the current directory's layout, and holds it against the limits. Returns 0 where it fails.
int describe(frameit_codec_decoder *d, page *p);

// How many bytes a page's line, or block, and its band take.
void measure(frameit_codec_decoder *d, const page *p, uint64_t *line, uint64_t *band);

// Looks through the directories. Pages are frames where all are of one kind: there are no durations, and
// nothing says that they are more than images in one file.
void count_pages(frameit_codec_decoder *d);

// header.c
void take_header(frameit_codec_decoder *d);

// samples.c

// Pixels whose samples lie side by side: `count` of them, from `x` on.
void lay_pixels(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from);

// One channel of `count` pixels from `x` on: each `stride`-th sample from `first` on.
void lay_channel(
    const page *p, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from, uint32_t stride, uint32_t first,
    uint32_t channel);

#endif
