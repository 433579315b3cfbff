// The library's data source over a `frameit_reader`.

#ifndef CJPEG_SOURCE_H
#define CJPEG_SOURCE_H

#include "errors.h"

typedef struct cjpeg_source {
  struct jpeg_source_mgr base;  // first, so that the library's pointer is ours
  const frameit_reader *reader;
  uint64_t offset;  // of the byte after the buffer's last
  int in_header;    // where there is nothing yet that could be salvaged
  JOCTET buffer[32768];
} cjpeg_source;

void cjpeg_source_init(cjpeg_source *source, const frameit_reader *reader);

// How many bytes the library has not asked for.
uint64_t cjpeg_source_rest(const cjpeg_source *source);

// Makes the library forget the segment that the data end in, where it waits for more of it.
void cjpeg_source_drop_segment(j_decompress_ptr cinfo);

#endif
