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
  int started;
  int finished;
  uint8_t *row;  // one row in the library's format
  // The coefficients of all components, if this decoder reads no rows.
  jvirt_barray_ptr *coefficients;
  cjpeg_decoder *other;  // the owner of some coefficients, if two threads have decoded them; owned
};

// Reads the header again, as if the decoder had just been opened. If that fails, the decoder repeats the failure.
void cjpeg_decoder_reopen(cjpeg_decoder *decoder);

#endif
