// A data source of the library that reads from a `frameit_reader`.

#ifndef CJPEG_SOURCE_H
#define CJPEG_SOURCE_H

#include "errors.h"

typedef struct cjpeg_source {
  struct jpeg_source_mgr base;  // first, so that the library's pointer is ours
  const frameit_reader *reader;
  uint64_t offset;  // of the byte after the last one in the buffer
  int in_header;    // whether nothing could be salvaged yet
  JOCTET buffer[32768];
} cjpeg_source;

void cjpeg_source_init(cjpeg_source *source, const frameit_reader *reader);

// Returns the number of bytes that the library has not requested.
uint64_t cjpeg_source_rest(const cjpeg_source *source);

// Makes the library drop the truncated segment that it is waiting for.
void cjpeg_source_drop_segment(j_decompress_ptr cinfo);

#endif
