// A data destination of the library that writes to a `frameit_writer`.

#ifndef CJPEG_DESTINATION_H
#define CJPEG_DESTINATION_H

#include "errors.h"

typedef struct cjpeg_destination {
  struct jpeg_destination_mgr base;  // first, so that the library's pointer is ours
  frameit_writer *writer;
  JOCTET buffer[32768];
} cjpeg_destination;

// Appends bytes to the library's output.
void cjpeg_destination_append(j_compress_ptr cinfo, const uint8_t *bytes, size_t count);

void cjpeg_destination_init(cjpeg_destination *destination, frameit_writer *writer);

#endif
