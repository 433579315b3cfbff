#include "source.h"

#include <stdlib.h>

static void init_source(j_decompress_ptr cinfo) { (void)cinfo; }

// Returns whether the library is reading a segment's content. During that time its marker counts as unread: all
// markers with a length are at or above SOF0, and none is a restart marker. In scan data, jpeg_resync_to_restart
// looks for the next marker while an old restart marker, or one below SOF0, is unread.
static int reads_segment(const struct jpeg_decompress_struct *cinfo) {
  enum { sof0 = 0xC0 };
  int marker = cinfo->unread_marker;
  return marker >= sof0 && (marker < JPEG_RST0 || marker > JPEG_RST0 + 7);
}

// Moves the offset out of a hidden range. Returns the number of bytes up to the next one, at most those of the buffer.
static size_t skip_hidden(cjpeg_source *source) {
  size_t count = sizeof source->buffer;
  for (int i = 0; i < source->hidden_count; i++) {
    cjpeg_range range = source->hidden[i];
    if (source->offset >= range.start && source->offset < range.end) source->offset = range.end;
    if (source->offset < range.start && range.start - source->offset < count) count = (size_t)(range.start - source->offset);
  }
  return count;
}

// The data may end in another frame header, which the library has taken in part.
static void restore_frame(j_decompress_ptr cinfo, cjpeg_frame frame) {
  cinfo->progressive_mode = frame.progressive;
  cinfo->arith_code = frame.arithmetic;
  cinfo->data_precision = frame.precision;
  cinfo->image_width = frame.width;
  cinfo->image_height = frame.height;
}

static boolean fill_input_buffer(j_decompress_ptr cinfo) {
  cjpeg_source *source = (cjpeg_source *)cinfo->src;
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  size_t wanted = skip_hidden(source);
  ptrdiff_t count = frameit_read(source->reader, source->offset, source->buffer, wanted);
  if (count < 0) {
    errors->report.error_number = (int)-count;
    cjpeg_fail(errors, FRAMEIT_CODEC_IO, "the data cannot be read");
  }
  if (count == 0) {
    if (!source->in_header) restore_frame(cinfo, source->frame);
    cjpeg_ended(cinfo, source->in_header);
    // A fake end would be read as the segment's content, so the library is told to wait; see
    // cjpeg_source_drop_segment.
    if (reads_segment(cinfo)) return FALSE;
    // Supplies an end-of-image marker as often as needed; the library then fills in what is missing.
    source->buffer[0] = 0xFF;
    source->buffer[1] = JPEG_EOI;
    source->base.next_input_byte = source->buffer;
    source->base.bytes_in_buffer = 2;
    return TRUE;
  }
  source->offset += (uint64_t)count;
  source->base.next_input_byte = source->buffer;
  source->base.bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr cinfo, long count) {
  cjpeg_source *source = (cjpeg_source *)cinfo->src;
  if (count <= 0) return;
  size_t buffered = source->base.bytes_in_buffer;
  if ((size_t)count <= buffered) {
    source->base.next_input_byte += count;
    source->base.bytes_in_buffer -= (size_t)count;
  } else {
    // A position after the end is detected by the next read.
    source->offset += (size_t)count - buffered;
    source->base.bytes_in_buffer = 0;
  }
}

static void term_source(j_decompress_ptr cinfo) { (void)cinfo; }

uint64_t cjpeg_source_position(const cjpeg_source *source) { return source->offset - source->base.bytes_in_buffer; }

uint64_t cjpeg_source_rest(const cjpeg_source *source) {
  uint64_t read = cjpeg_source_position(source);
  // If the data ended too early, the end was made up, and nothing is left.
  return source->offset < source->base.bytes_in_buffer || read > source->reader->length
      ? 0 : source->reader->length - read;
}

void cjpeg_source_end_header(j_decompress_ptr cinfo) {
  cjpeg_source *source = (cjpeg_source *)cinfo->src;
  source->in_header = 0;
  source->frame = (cjpeg_frame){
      cinfo->progressive_mode, cinfo->arith_code, cinfo->data_precision, cinfo->image_width, cinfo->image_height};
}

void cjpeg_source_drop_segment(j_decompress_ptr cinfo) {
  cinfo->src->bytes_in_buffer = 0;
  cinfo->unread_marker = 0;
}

void cjpeg_source_init(cjpeg_source *source, const frameit_reader *reader) {
  source->base.init_source = init_source;
  source->base.fill_input_buffer = fill_input_buffer;
  source->base.skip_input_data = skip_input_data;
  source->base.resync_to_restart = jpeg_resync_to_restart;
  source->base.term_source = term_source;
  source->reader = reader;
  source->in_header = 1;
}

void cjpeg_source_hide(cjpeg_source *source, cjpeg_range *ranges, int count) {
  free(source->hidden);
  source->hidden = ranges;
  source->hidden_count = count;
  // What the buffer holds may be part of a range.
  source->offset = cjpeg_source_position(source);
  source->base.bytes_in_buffer = 0;
}

void cjpeg_source_rewind(cjpeg_source *source) {
  source->base.bytes_in_buffer = 0;
  source->offset = 0;
  source->in_header = 1;
}

void cjpeg_source_close(cjpeg_source *source) { free(source->hidden); }
