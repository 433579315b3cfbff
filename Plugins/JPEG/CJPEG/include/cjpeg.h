// libjpeg-turbo behind functions that never jump out.
//
// Every library call is made in a C function that has called setjmp itself, and bytes are read and written through C
// functions, so no longjmp ever crosses a foreign frame. Nothing here prints; errors are in the report. After a
// failure, a decoder or encoder only repeats it.

#ifndef CJPEG_H
#define CJPEG_H

#include <frameit_codec.h>
#include <frameit_io.h>
#include <stdint.h>

// The library that these functions were compiled for: "libjpeg-turbo 2.1.5". The library has no call that returns it,
// but refuses to work if its structs differ from its headers.
const char *cjpeg_library(void);

// The library's limit for a side, in pixels.
uint32_t cjpeg_maximum_side(void);

// MARK: Decoding

typedef struct cjpeg_decoder cjpeg_decoder;

// The format that pixels are decoded to.
typedef enum cjpeg_pixels { CJPEG_GRAY = 1, CJPEG_RGB = 3, CJPEG_CMYK = 4 } cjpeg_pixels;  // CMYK: 0 means no ink

typedef struct cjpeg_header {
  uint32_t width;
  uint32_t height;
  cjpeg_pixels pixels;
  int progressive;  // ITU-T T.81, SOF2 or SOF10
  int arithmetic;   // SOF9 or SOF10

  // The density of JFIF: unit 0 is an aspect ratio or unknown, 1 dots per inch, 2 dots per centimeter.
  int density_unit;
  int x_density;
  int y_density;

  // Whether all coefficients of the image are held before the first row.
  int whole_image;
  uint64_t samples;       // of all components, padded to whole MCUs
  uint64_t band_samples;  // the same for one row of MCUs

  // The size of an MCU in pixels: the smallest unit that can be moved, with whole blocks of every component. 0 if the
  // subsampling is too unusual to be written again.
  uint32_t piece_width;
  uint32_t piece_height;
} cjpeg_header;

// Reads the header, up to the first scan.
//
// `reader` must outlive the decoder. Damage is read past and recorded in the report, up to `warnings` warnings of the
// library. Returns null, with the reason in `report`, if there is no valid header.
cjpeg_decoder *cjpeg_decoder_open(const frameit_reader *reader, int warnings, cjpeg_header *header,
                                  frameit_codec_report *report);

// Calls `part` with each of two contexts, on two threads if it can, and returns after both calls.
typedef void (*cjpeg_run)(void (*part)(void *context), void *first, void *second);

typedef struct cjpeg_request {
  int denominator;  // 1, 2, 4 or 8: sides are divided by it, and rounded up
  int scans;        // the number of scans that may be decoded
  cjpeg_run run;    // for the scans of a progressive image; null to decode them one after the other
  uint64_t memory;  // in bytes, a limit for the library's own
} cjpeg_request;

// Prepares for reading rows; if there are several scans, decodes all that the rows depend on.
void cjpeg_decoder_start(cjpeg_decoder *decoder, const cjpeg_request *request, uint32_t *width, uint32_t *height,
                         frameit_codec_report *report);

// Decodes the next `count` rows, without padding, one byte for each sample. `count` is at most the number of rows left.
void cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, uint32_t count,
                        frameit_codec_report *report);

// Skips the next `count` rows, at most the number of rows left.
void cjpeg_decoder_skip(cjpeg_decoder *decoder, uint32_t count, frameit_codec_report *report);

// Checks the data after the last row that was read, up to the end of the image.
void cjpeg_decoder_finish(cjpeg_decoder *decoder, frameit_codec_report *report);

// Returns the number of bytes after the end of the image. Only after cjpeg_decoder_finish.
uint64_t cjpeg_decoder_rest(const cjpeg_decoder *decoder);

void cjpeg_decoder_close(cjpeg_decoder *decoder);

// MARK: Moving blocks

// The pixels that are kept, and their position in the output. Columns of the output are rows of the image if
// `transposed`; they can also run in the opposite direction.
typedef struct cjpeg_move {
  uint32_t x;  // in stored pixels; the edge that becomes the output's left or top edge is between MCUs
  uint32_t y;
  uint32_t width;
  uint32_t height;
  int transposed;
  int mirrored_x;  // reverses the output's columns
  int mirrored_y;  // reverses the output's rows
  int is_progressive;  // makes the output progressive, whatever the image is
  const uint8_t *segments;  // whole marker segments, written right after the start
  size_t segments_length;
} cjpeg_move;

// Writes the image of an opened decoder, which was not started, with its blocks moved. No sample is computed.
// Quantization tables, subsampling and restarts stay, and so does the coding, unless `move` makes it progressive. The
// markers are those of `move`. `scans` and `memory` (bytes) are limits. Returns whether everything was read and writing
// had begun. `rest` is the number of bytes after the end of the image.
int cjpeg_decoder_move(cjpeg_decoder *decoder, frameit_writer *writer, const cjpeg_move *move, int scans,
                       uint64_t memory, uint64_t *rest, frameit_codec_report *report);

// MARK: Encoding

typedef struct cjpeg_encoder cjpeg_encoder;

typedef struct cjpeg_settings {
  uint32_t width;
  uint32_t height;
  cjpeg_pixels pixels;
  int quality;       // 1 to 100, on the library's scale
  // The number of columns and of rows that share a chroma sample: 1 and 1 for 4:4:4, 2 and 1 for 4:2:2, 2 and 2 for 4:2:0.
  int chroma_h;
  int chroma_v;
  int is_rgb;          // true to store red, green and blue as they are, and not as luminance and chroma
  int is_optimized;    // true for Huffman tables that are made for the image, whose coefficients are then held
  int is_progressive;  // true for a progressive image, whose coefficients are held and whose tables are optimized
  // An opened image whose quantization tables and subsampling are used instead; null for none.
  const cjpeg_decoder *like;
  int density_unit;  // as in the header
  int x_density;
  int y_density;
} cjpeg_settings;

// Writes the header of an image. `writer` must outlive the encoder. Returns null on failure, with the reason
// in `report`.
cjpeg_encoder *cjpeg_encoder_open(frameit_writer *writer, const cjpeg_settings *settings,
                                  frameit_codec_report *report);

// Writes a segment after those written before. Only before the first row; at most 65,533 bytes.
void cjpeg_encoder_segment(cjpeg_encoder *encoder, int marker, const uint8_t *bytes, uint32_t count,
                           frameit_codec_report *report);

// Encodes the next `count` rows, without padding, one byte for each sample.
void cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *rows, uint32_t count,
                         frameit_codec_report *report);

// Writes the end of the file. All rows must have been written.
void cjpeg_encoder_finish(cjpeg_encoder *encoder, frameit_codec_report *report);

void cjpeg_encoder_close(cjpeg_encoder *encoder);

#endif
