#include "destination.h"

#include <string.h>

static void empty(cjpeg_destination *destination) {
  destination->base.next_output_byte = destination->buffer;
  destination->base.free_in_buffer = sizeof destination->buffer;
}

static void flush(j_compress_ptr cinfo, cjpeg_destination *destination, size_t count) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  int result = frameit_write(destination->writer, destination->buffer, count);
  if (result != 0) {
    errors->report.error_number = -result;
    cjpeg_fail(errors, FRAMEIT_CODEC_IO, "the data cannot be written");
  }
  empty(destination);
}

static void init_destination(j_compress_ptr cinfo) { empty((cjpeg_destination *)cinfo->dest); }

static boolean empty_output_buffer(j_compress_ptr cinfo) {
  cjpeg_destination *destination = (cjpeg_destination *)cinfo->dest;
  // All of the buffer, whatever `free_in_buffer` is: this is the library's contract.
  flush(cinfo, destination, sizeof destination->buffer);
  return TRUE;
}

static void term_destination(j_compress_ptr cinfo) {
  cjpeg_destination *destination = (cjpeg_destination *)cinfo->dest;
  flush(cinfo, destination, sizeof destination->buffer - destination->base.free_in_buffer);
}

void cjpeg_destination_append(j_compress_ptr cinfo, const uint8_t *bytes, size_t count) {
  cjpeg_destination *destination = (cjpeg_destination *)cinfo->dest;
  while (count > 0) {
    size_t part = destination->base.free_in_buffer;
    if (part > count) part = count;
    memcpy(destination->base.next_output_byte, bytes, part);
    destination->base.next_output_byte += part;
    destination->base.free_in_buffer -= part;
    bytes += part;
    count -= part;
    // The library never leaves its buffer full.
    if (destination->base.free_in_buffer == 0) empty_output_buffer(cinfo);
  }
}

void cjpeg_destination_init(cjpeg_destination *destination, frameit_writer *writer) {
  destination->base.init_destination = init_destination;
  destination->base.empty_output_buffer = empty_output_buffer;
  destination->base.term_destination = term_destination;
  destination->writer = writer;
}
