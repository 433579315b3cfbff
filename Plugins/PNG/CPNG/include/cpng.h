// PNG for Swift, with libpng and ISA-L. Every call that can longjmp stays inside these functions.
//
// Each function that calls libpng has called setjmp itself, reports through a `frameit_codec_report` and prints nothing.
// After a failure, a decoder or encoder can only be closed or asked for what it already has; its report does not
// change.

#ifndef CPNG_H
#define CPNG_H

#include <frameit_codec.h>
#include <frameit_io.h>

// MARK: Reading

typedef struct cpng_decoder cpng_decoder;

// The header of an image, as stored and as it will be decoded.
typedef struct cpng_header {
  uint32_t width;
  uint32_t height;
  uint8_t interlaced;  // 1 for Adam7
  uint8_t palette;     // 1 if pixels are stored as palette indices
  uint8_t channels;    // decoded: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
  uint8_t depth;       // decoded: 8 or 16 bits per sample
  size_t row_bytes;    // of a decoded row: width * channels * depth / 8
} cpng_header;

// Reads up to the first IDAT chunk. Allocates nothing that grows with the image.
//
// `reader` must outlive the decoder. Returns null on failure, with the reason in `report`.
cpng_decoder *cpng_decoder_open(
    const frameit_reader *reader, uint32_t maximum_side, frameit_codec_report *report);

cpng_header cpng_decoder_header(const cpng_decoder *decoder);

// Prepares for decoding rows. An interlaced image allocates `row_bytes * height` bytes, which the caller has checked
// against its limits.
void cpng_decoder_start(cpng_decoder *decoder, frameit_codec_report *report);

// Decodes the next `count` rows into `rows`, or skips them if `rows` is null.
//
// If `report` is a failure, `rows` contains what was decoded, and zeros.
void cpng_decoder_read(
    cpng_decoder *decoder, uint8_t *rows, uint32_t count, frameit_codec_report *report);

// Reads what follows the last row, up to the end of the image. All rows must have been read.
void cpng_decoder_finish(cpng_decoder *decoder, frameit_codec_report *report);

void cpng_decoder_close(cpng_decoder *decoder);

// MARK: Writing

// How pixels are stored.
typedef struct cpng_layout {
  int channels;     // 1 to 4: gray, gray and alpha, RGB, or RGB and alpha; 1 for indices
  int depth;        // bits of a sample or an index; less than 8 only with one channel
  int colors;       // of the palette; 0 without one
  int translucent;  // how many colors of the palette have an alpha value; they come first
} cpng_layout;

typedef struct cpng_encoder cpng_encoder;

// Writes the signature and IHDR. `writer` must outlive the encoder. Returns null on failure, with the reason in `report`.
cpng_encoder *cpng_encoder_open(
    frameit_writer *writer, uint32_t width, uint32_t height, cpng_layout layout, frameit_codec_report *report);

// Writes a chunk between IHDR and the rows. `type` has four letters.
void cpng_encoder_chunk(
    cpng_encoder *encoder, const char *type, const uint8_t *bytes, size_t count,
    frameit_codec_report *report);

// Encodes the next `count` rows of the layout, 16-bit samples in the machine's byte order.
void cpng_encoder_write(
    cpng_encoder *encoder, const uint8_t *rows, uint32_t count, frameit_codec_report *report);

// A rectangle of the image, in pixels.
typedef struct cpng_area {
  uint32_t x;
  uint32_t y;
  uint32_t width;
  uint32_t height;
} cpng_area;

// Begins the next frame of an animation, after the caller has written acTL and all rows of the last frame. The
// following rows are those of `area`, which replaces the canvas there. The first frame's area is the whole image.
void cpng_encoder_begin_frame(
    cpng_encoder *encoder, cpng_area area, uint32_t milliseconds, frameit_codec_report *report);

// Replaces the held row. Returns 0 if the rows are equal. Otherwise they differ only from byte `first` up to `end`.
int cpng_replace(uint8_t *held, const uint8_t *row, size_t count, size_t *first, size_t *end);

// Writes the end of the file. All rows must have been written.
void cpng_encoder_finish(cpng_encoder *encoder, frameit_codec_report *report);

void cpng_encoder_close(cpng_encoder *encoder);

// MARK: Colors

// The colors of an image of 8 bits, as far as they may allow a smaller layout.
typedef struct cpng_colors cpng_colors;

// `channels` are those of the pixels. A layout without color must be allowed, and one with a palette. Returns null
// without memory.
cpng_colors *cpng_colors_open(int channels, int may_be_gray, int may_be_indexed);

// Adds the next pixels. Returns 0 as soon as no smaller layout is possible.
int cpng_colors_add(cpng_colors *colors, const uint8_t *pixels, size_t count);

// Returns the smallest layout that loses nothing, after all `pixels` were added.
cpng_layout cpng_colors_layout(cpng_colors *colors, uint64_t pixels);

// Writes the palette of the layout: three bytes of each color, and one alpha value.
void cpng_colors_palette(const cpng_colors *colors, uint8_t *rgb, uint8_t *alpha);

// Converts a row of `count` pixels to the layout. `values` has room for `count` bytes.
void cpng_colors_row(
    const cpng_colors *colors, cpng_layout layout, const uint8_t *pixels, size_t count, uint8_t *values,
    uint8_t *row);

void cpng_colors_close(cpng_colors *colors);

// MARK: zlib

// Inflates the first bytes of a zlib stream, at most `capacity`. Returns their number, or -1 if the data is not a
// zlib stream or is damaged before that.
ptrdiff_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity);

// Returns a sufficient capacity for `cpng_deflate` of `count` bytes.
size_t cpng_deflate_bound(size_t count);

// Returns the length of the zlib stream, or -1 if memory or capacity is insufficient.
ptrdiff_t cpng_deflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity);

// Returns the CRC of PNG specification 5.5, continued from `crc`; start with 0.
uint32_t cpng_crc(uint32_t crc, const uint8_t *bytes, size_t count);

// The version of libpng at run time: "1.6.39".
const char *cpng_libpng_version(void);
const char *cpng_zlib_version(void);

// The version of ISA-L at compile time, because it has no call that returns it: "2.30.0".
const char *cpng_isal_version(void);

#endif
