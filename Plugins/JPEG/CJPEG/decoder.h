// The decoder, for the other functions that use an opened image.

#ifndef CJPEG_DECODER_H
#define CJPEG_DECODER_H

#include "source.h"

struct cjpeg_decoder {
  struct jpeg_decompress_struct cinfo;  // first, so that the library's pointer is ours
  cjpeg_errors errors;
  cjpeg_source source;
  struct jpeg_progress_mgr progress;
  int scans;        // the number of scans that are allowed
  int is_read;      // all scans that a decoder of a part sees were read
  int started;
  int finished;
  uint8_t *row;  // one row in the library's format
};

// Makes a decoder without reading anything. Returns null if there is no memory.
cjpeg_decoder *cjpeg_decoder_make(const frameit_reader *reader, int warnings);

// Reads the header; in a decoder that was used before, as if it had not been. If that fails, the decoder repeats the failure.
// Returns whether the header was read.
int cjpeg_decoder_read_header(cjpeg_decoder *decoder);

#endif
