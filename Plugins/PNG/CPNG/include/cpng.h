// PNG for Swift, on libpng and ISA-L: every call that can longjmp stays inside these functions.
//
// Each function that calls libpng has called setjmp itself, reports through a `frameit_status` and
// prints nothing. After a failure a decoder or encoder can only be closed, or asked for what it already
// holds; its status keeps saying what went wrong.

#ifndef CPNG_H
#define CPNG_H

#include <frameit_io.h>

// MARK: Reading

typedef struct cpng_decoder cpng_decoder;

// An image's header, as stored and as it will be decoded.
typedef struct cpng_header {
  uint32_t width;
  uint32_t height;
  uint8_t interlaced;  // 1 for Adam7
  uint8_t palette;     // 1 where pixels are stored as palette indices
  uint8_t channels;    // decoded: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
  uint8_t depth;       // decoded: 8 or 16 bits a sample
  size_t row_bytes;    // of a decoded row: width * channels * depth / 8
} cpng_header;

// Reads up to the first IDAT chunk. Allocates nothing that grows with the image.
//
// `reader` must live as long as the decoder. Returns null on failure, with the reason in `status`.
cpng_decoder *cpng_decoder_open(
    const frameit_reader *reader, uint32_t maximum_side, frameit_status *status);

cpng_header cpng_decoder_header(const cpng_decoder *decoder);

// Makes ready to decode rows. An interlaced image allocates `row_bytes * height` bytes here, which
// the caller has checked against its limits.
void cpng_decoder_start(cpng_decoder *decoder, frameit_status *status);

// Decodes the next `count` rows into `rows`, or discards them where `rows` is null.
//
// Where `status` is a failure, `rows` is filled all the same: with what was decoded, and zeros.
void cpng_decoder_read(
    cpng_decoder *decoder, uint8_t *rows, uint32_t count, frameit_status *status);

// Reads what follows the last row, to the end of the image. All rows must have been read.
void cpng_decoder_finish(cpng_decoder *decoder, frameit_status *status);

void cpng_decoder_close(cpng_decoder *decoder);

// MARK: Writing

typedef struct cpng_encoder cpng_encoder;

// Writes the signature and IHDR.
//
// `channels` and `depth` are as in `cpng_header`; `writer` must live as long as the encoder. Returns
// null on failure, with the reason in `status`.
cpng_encoder *cpng_encoder_open(
    frameit_writer *writer, uint32_t width, uint32_t height, int channels, int depth,
    frameit_status *status);

// Writes one chunk between IHDR and the rows. `type` has four letters.
void cpng_encoder_chunk(
    cpng_encoder *encoder, const char *type, const uint8_t *bytes, size_t count,
    frameit_status *status);

// Encodes the next `count` rows, 16-bit samples in the machine's byte order.
void cpng_encoder_write(
    cpng_encoder *encoder, const uint8_t *rows, uint32_t count, frameit_status *status);

// A part of the image, in pixels.
typedef struct cpng_area {
  uint32_t x;
  uint32_t y;
  uint32_t width;
  uint32_t height;
} cpng_area;

// Begins the next frame of an animation, whose acTL the caller has written; all rows of the last one must have
// been. Rows are those of `area` from now on, which replaces what was there. The first one's is the whole image.
void cpng_encoder_begin_frame(
    cpng_encoder *encoder, cpng_area area, uint32_t milliseconds, frameit_status *status);

// Puts a row in the place of the one that is held. Returns 0 where they are the same; else they differ from the byte
// `first` on, and no more from `end` on.
int cpng_replace(uint8_t *held, const uint8_t *row, size_t count, size_t *first, size_t *end);

// Writes the end. All rows must have been written.
void cpng_encoder_finish(cpng_encoder *encoder, frameit_status *status);

void cpng_encoder_close(cpng_encoder *encoder);

// MARK: zlib

// The first bytes of a zlib stream: at most `capacity`, however much it would inflate to.
// Returns how many there are, or -1 for a stream that is no zlib stream or breaks before that.
ptrdiff_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity);

// Room enough for `cpng_deflate` of `count` bytes.
size_t cpng_deflate_bound(size_t count);

// Returns the length of the zlib stream, or -1 where memory or room is missing.
ptrdiff_t cpng_deflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity);

// The CRC of PNG specification 5.5, continued from `crc`; 0 to begin with.
uint32_t cpng_crc(uint32_t crc, const uint8_t *bytes, size_t count);

// The libraries' versions as they run: "1.6.39".
const char *cpng_libpng_version(void);
const char *cpng_zlib_version(void);

// The one that these functions were compiled for, as ISA-L has no call that tells: "2.30.0".
const char *cpng_isal_version(void);

#endif
