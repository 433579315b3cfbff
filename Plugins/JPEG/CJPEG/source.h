// A data source of the library that reads from a `frameit_reader`.

#ifndef CJPEG_SOURCE_H
#define CJPEG_SOURCE_H

#include "errors.h"

// Bytes from `start` up to `end`.
typedef struct cjpeg_range {
  uint64_t start;
  uint64_t end;
} cjpeg_range;

// What the library keeps of a frame header before it has checked that the image has no other one.
typedef struct cjpeg_frame {
  boolean progressive;
  boolean arithmetic;
  int precision;
  JDIMENSION width;
  JDIMENSION height;
} cjpeg_frame;

typedef struct cjpeg_source {
  struct jpeg_source_mgr base;  // first, so that the library's pointer is ours
  const frameit_reader *reader;
  uint64_t offset;  // of the byte after the last one in the buffer
  int in_header;    // whether nothing could be salvaged yet
  cjpeg_frame frame;  // of the header that was read
  cjpeg_range *hidden;  // what the library does not see, in order; owned
  int hidden_count;
  JOCTET buffer[32768];
} cjpeg_source;

void cjpeg_source_init(cjpeg_source *source, const frameit_reader *reader);

void cjpeg_source_close(cjpeg_source *source);

// Hides ranges, in order, of what the library has not seen yet. Takes ownership of `ranges`.
void cjpeg_source_hide(cjpeg_source *source, cjpeg_range *ranges, int count);

// Begins again with the first byte.
void cjpeg_source_rewind(cjpeg_source *source);

// Returns the offset of the next byte that the library will see.
uint64_t cjpeg_source_position(const cjpeg_source *source);

// Returns the number of bytes that the library has not requested.
uint64_t cjpeg_source_rest(const cjpeg_source *source);

// To be called after the library has read the header.
void cjpeg_source_end_header(j_decompress_ptr cinfo);

// Makes the library drop the truncated segment that it is waiting for.
void cjpeg_source_drop_segment(j_decompress_ptr cinfo);

#endif
