// libjpeg-turbo behind functions that never jump out.
//
// Every call of the library is made inside a C function that has itself called setjmp, and the bytes
// come and go through C functions as well, so that no longjmp ever crosses a foreign frame. Nothing
// here prints; what went wrong is in the status. After a failure a decoder or encoder only repeats it.

#ifndef CJPEG_H
#define CJPEG_H

#include <frameit_io.h>
#include <stdint.h>

// The library that these functions were compiled for: "libjpeg-turbo 2.1.5". The library itself has no
// call that tells; it refuses to be opened where its structures differ from its headers'.
const char *cjpeg_library(void);

// The library's own bound of a side, in pixels.
uint32_t cjpeg_maximum_side(void);

// MARK: Decoding

typedef struct cjpeg_decoder cjpeg_decoder;

// What the pixels are decoded to.
typedef enum cjpeg_pixels { CJPEG_GRAY = 1, CJPEG_RGB = 3, CJPEG_CMYK = 4 } cjpeg_pixels;  // CMYK: 0 for no ink

typedef struct cjpeg_header {
  uint32_t width;
  uint32_t height;
  cjpeg_pixels pixels;
  int progressive;  // ITU-T T.81, SOF2 or SOF10
  int arithmetic;   // SOF9 or SOF10

  // JFIF's density: unit 0 is a ratio (or nothing is known), 1 dots an inch, 2 dots a centimeter.
  int density_unit;
  int x_density;
  int y_density;

  // True where the whole image's coefficients are held before the first row comes out.
  int whole_image;
  uint64_t samples;       // of all components, with the padding to whole MCUs
  uint64_t band_samples;  // the same of one row of MCUs

  // The smallest pieces, in pixels, that can be moved without decoding them: each holds whole blocks of
  // every component. 0 where the sampling is too uncommon to be written again.
  uint32_t piece_width;
  uint32_t piece_height;
} cjpeg_header;

// Reads the header, up to the first scan.
//
// `reader` must outlive the decoder. Damage is read over, and noted in the status; more than `warnings` of the
// library's warnings are beyond use. Returns null, with the reason in `status`, where there is no decodable header.
cjpeg_decoder *cjpeg_decoder_open(const frameit_reader *reader, int warnings, cjpeg_header *header,
                                  frameit_status *status);

// Makes ready to read rows; where there are several scans, decodes all of them.
//
// Sides are divided by `denominator` (1, 2, 4 or 8), rounded up. `scans` and `memory` (bytes) bound
// what is done and held.
void cjpeg_decoder_start(cjpeg_decoder *decoder, int denominator, int scans, uint64_t memory,
                         uint32_t *width, uint32_t *height, frameit_status *status);

// Decodes the next `count` rows, without gaps, 1 or 3 bytes a pixel. No more than there are.
void cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, uint32_t count,
                        frameit_status *status);

// Passes over the next `count` rows. No more than there are.
void cjpeg_decoder_skip(cjpeg_decoder *decoder, uint32_t count, frameit_status *status);

// Checks what follows the last row that was read, to the end of the image.
void cjpeg_decoder_finish(cjpeg_decoder *decoder, frameit_status *status);

void cjpeg_decoder_close(cjpeg_decoder *decoder);

// MARK: Moving blocks

// Which pixels are kept, and where they come out. Columns of the output are rows of the image where
// `transposed`; then they may run against the image's own order.
typedef struct cjpeg_move {
  uint32_t x;  // in stored pixels; the edge that becomes the output's left or top lies between pieces
  uint32_t y;
  uint32_t width;
  uint32_t height;
  int transposed;
  int mirrored_x;  // the output's columns
  int mirrored_y;  // the output's rows
  const uint8_t *segments;  // whole marker segments, to be written right behind the start
  size_t segments_length;
} cjpeg_move;

// Writes the image of an opened decoder, which was not started, with its blocks in other places: no
// sample is computed. The kind of coding, quantizers, sampling and restarts stay; of the markers there are
// those of `move` alone. `scans` and `memory` (bytes) bound what is done and held. Returns whether all was
// read and writing had begun. `rest` is how many bytes follow the end of the image.
int cjpeg_decoder_move(cjpeg_decoder *decoder, frameit_writer *writer, const cjpeg_move *move, int scans,
                       uint64_t memory, uint64_t *rest, frameit_status *status);

// MARK: Encoding

typedef struct cjpeg_encoder cjpeg_encoder;

typedef struct cjpeg_settings {
  uint32_t width;
  uint32_t height;
  cjpeg_pixels pixels;
  int quality;       // 1 to 100, on the library's scale
  int full_chroma;   // 4:4:4 where true, else 4:2:0
  // An opened image whose quantizers and sampling are taken over, in the place of both; null for none.
  const cjpeg_decoder *like;
  int density_unit;  // as in the header
  int x_density;
  int y_density;
} cjpeg_settings;

// Writes the header of a baseline image. `writer` must outlive the encoder.
// Returns null, with the reason in `status`, where that failed.
cjpeg_encoder *cjpeg_encoder_open(frameit_writer *writer, const cjpeg_settings *settings,
                                  frameit_status *status);

// Writes a segment behind those that were written before. Only before the first row; at most 65,533 bytes.
void cjpeg_encoder_segment(cjpeg_encoder *encoder, int marker, const uint8_t *bytes, uint32_t count,
                           frameit_status *status);

// Encodes the next `count` rows, without gaps, 1 or 3 bytes a pixel.
void cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *rows, uint32_t count,
                         frameit_status *status);

// Writes what is left. All rows must have been written.
void cjpeg_encoder_finish(cjpeg_encoder *encoder, frameit_status *status);

void cjpeg_encoder_close(cjpeg_encoder *encoder);

#endif
