#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "trouble.h"

enum { adam7_passes = 7, idat_buffer = 65536, window_size = 8192 };

// Everything that changes while libpng runs is in the heap, because a longjmp would lose locals.
struct cpng_decoder {
  cpng_trouble trouble;
  png_structp png;
  png_infop info;
  const frameit_reader *reader;
  uint64_t offset;
  uint32_t maximum_side;
  cpng_header header;

  // While it exists, it decodes instead of libpng.
  cpng_plain *plain;

  // libpng asks for 4 or 8 bytes at a time around each chunk. With a system call for each, a file of a million empty
  // chunks would take a second.
  uint8_t window[window_size];
  uint64_t window_start;
  size_t window_count;

  uint32_t row;  // the next row to return
  int started;

  // The rows of an interlaced image are complete only after the last pass, so all are held.
  uint8_t *image;
  int pass;
  uint32_t pass_row;
};

static int failed(const cpng_decoder *d) { return d->trouble.report.code != FRAMEIT_CODEC_OK; }

static size_t read_some(cpng_decoder *d, uint8_t *into, size_t count) {
  ptrdiff_t got = frameit_read(d->reader, d->offset, into, count);
  if (got < 0) {
    d->trouble.report.error_number = (int)-got;
    cpng_fail(d->png, &d->trouble, FRAMEIT_CODEC_IO, "read failed");
  }
  if (got == 0) cpng_fail(d->png, &d->trouble, FRAMEIT_CODEC_TRUNCATED, "unexpected end of file");
  return (size_t)got;
}

static size_t read_through_window(cpng_decoder *d, uint8_t *into, size_t count) {
  if (d->offset < d->window_start || d->offset >= d->window_start + d->window_count) {
    d->window_count = 0;
    d->window_count = read_some(d, d->window, window_size);
    d->window_start = d->offset;
  }
  size_t at = (size_t)(d->offset - d->window_start), got = d->window_count - at;
  if (got > count) got = count;
  memcpy(into, d->window + at, got);
  return got;
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  cpng_decoder *d = png_get_io_ptr(png);
  while (count > 0) {
    size_t got = count < window_size ? read_through_window(d, into, count) : read_some(d, into, count);
    d->offset += got;
    into += got;
    count -= got;
  }
  // libpng inflates the bytes of an IDAT when its buffer is full. With a buffer no larger than the rest of the file,
  // it also inflates the last bytes of a truncated file.
  uint64_t left = d->reader->length > d->offset ? d->reader->length - d->offset : 1;
  png_set_compression_buffer_size(png, left < idat_buffer ? (size_t)left : idat_buffer);
}

// MARK: Header

static void describe(cpng_decoder *d) {
  int color = png_get_color_type(d->png, d->info);
  int alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(d->png, d->info, PNG_INFO_tRNS);
  cpng_header *h = &d->header;
  h->width = png_get_image_width(d->png, d->info);
  h->height = png_get_image_height(d->png, d->info);
  h->interlaced = png_get_interlace_type(d->png, d->info) != PNG_INTERLACE_NONE;
  h->palette = color == PNG_COLOR_TYPE_PALETTE;
  h->channels = (uint8_t)(((color & PNG_COLOR_MASK_COLOR) ? 3 : 1) + (alpha ? 1 : 0));
  h->depth = png_get_bit_depth(d->png, d->info) == 16 ? 16 : 8;
  h->row_bytes = (size_t)h->width * h->channels * (h->depth / 8);
}

static void read_header(cpng_decoder *d) {
  if (setjmp(png_jmpbuf(d->png))) return;
  d->info = png_create_info_struct(d->png);
  if (!d->info) cpng_fail(d->png, &d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  png_set_user_limits(d->png, d->maximum_side, d->maximum_side);
  png_set_chunk_malloc_max(d->png, 8000000);
  png_set_chunk_cache_max(d->png, 1000);
  // Skips all ancillary chunks except tRNS. None of them affects a sample, and a thousand texts of eight million
  // bytes each would be within libpng's limits. The host reads the few that it keeps.
  png_set_keep_unknown_chunks(d->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_read_fn(d->png, d, read_bytes);
  png_read_info(d->png, d->info);
  describe(d);
}

// Starts at the beginning of the file.
static void begin(cpng_decoder *d) {
  d->trouble = (cpng_trouble){.otherwise = FRAMEIT_CODEC_DAMAGED};
  d->offset = 0;
  // The only call without our setjmp: libpng guards it itself and returns null.
  d->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, &d->trouble, cpng_on_error, cpng_on_warning, &d->trouble, cpng_allocate,
      cpng_free);
  if (d->png) read_header(d);
  if (!d->png) cpng_note(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "libpng could not be initialized");
}

cpng_decoder *cpng_decoder_open(
    const frameit_reader *reader, uint32_t maximum_side, frameit_codec_report *report) {
  cpng_decoder *d = calloc(1, sizeof *d);
  if (!d) {
    cpng_trouble none = {.otherwise = FRAMEIT_CODEC_DAMAGED};
    cpng_note(&none, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    *report = none.report;
    return NULL;
  }
  d->reader = reader;
  d->maximum_side = maximum_side;
  begin(d);
  *report = d->trouble.report;
  if (!failed(d)) return d;
  cpng_decoder_close(d);
  return NULL;
}

cpng_header cpng_decoder_header(const cpng_decoder *d) { return d->header; }

// MARK: Rows

static void set_transformations(cpng_decoder *d) {
  if (setjmp(png_jmpbuf(d->png))) return;
  int color = png_get_color_type(d->png, d->info);
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(d->png);
  if (color == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(d->png, d->info) < 8) {
    png_set_expand_gray_1_2_4_to_8(d->png);
  }
  if (png_get_valid(d->png, d->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(d->png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (d->header.depth == 16) png_set_swap(d->png);
#endif
  if (d->header.interlaced) png_set_interlace_handling(d->png);
  png_read_update_info(d->png, d->info);
  // Rows are written to memory of the header's size, so libpng must agree with it.
  if (png_get_rowbytes(d->png, d->info) != d->header.row_bytes) {
    cpng_fail(d->png, &d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "unexpected size of a decoded row");
  }
}

static cpng_plain *open_plain(const cpng_decoder *d) {
  const cpng_header *h = &d->header;
  int stored_otherwise = h->interlaced || h->palette || png_get_bit_depth(d->png, d->info) < 8
      || png_get_valid(d->png, d->info, PNG_INFO_tRNS);
  if (stored_otherwise) return NULL;
  const uint64_t chunk_head = 8;  // libpng has read the head of the first IDAT chunk
  return cpng_plain_open(
      d->reader, d->offset - chunk_head, h->height, h->row_bytes,
      (size_t)h->channels * h->depth / 8, h->depth == 16);
}

void cpng_decoder_start(cpng_decoder *d, frameit_codec_report *report) {
  if (d->started) cpng_note(&d->trouble, FRAMEIT_CODEC_MISUSE, "started twice");
  if (!failed(d)) d->plain = open_plain(d);
  if (!failed(d)) set_transformations(d);
  if (!failed(d) && d->header.interlaced) {
    d->image = calloc(d->header.height, d->header.row_bytes);
    if (!d->image) cpng_note(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  }
  d->started = !failed(d);
  *report = d->trouble.report;
}

// Decodes up to row `end`. `rows` begins with row `first`; it is null if the rows are skipped. On failure, `row` is
// the row that could not be decoded.
static void decode_rows(cpng_decoder *d, uint8_t *rows, uint32_t first, uint32_t end) {
  if (setjmp(png_jmpbuf(d->png))) return;
  for (; d->row < end; d->row++) {
    png_read_row(
        d->png, rows ? rows + (size_t)(d->row - first) * d->header.row_bytes : NULL, NULL);
  }
}

static void destroy(cpng_decoder *d) {
  if (!d->png) return;
  if (setjmp(png_jmpbuf(d->png))) return;
  png_destroy_read_struct(&d->png, &d->info, NULL);
}

// Makes libpng decode from the start what the fast path could not, so that libpng reports the error.
static void hand_over(cpng_decoder *d) {
  const uint32_t row = d->row;
  cpng_plain_close(d->plain);
  d->plain = NULL;
  destroy(d);
  begin(d);
  if (!failed(d)) set_transformations(d);
  d->row = 0;
  if (!failed(d)) decode_rows(d, NULL, 0, row);
  d->row = row;  // the rows above were already returned, whatever libpng finds in them
}

static void decode_plain_rows(cpng_decoder *d, uint8_t *rows, uint32_t first, uint32_t end) {
  for (; d->row < end; d->row++) {
    uint8_t *row = rows ? rows + (size_t)(d->row - first) * d->header.row_bytes : NULL;
    if (cpng_plain_read(d->plain, row)) continue;
    hand_over(d);
    return;
  }
}

// Reads all passes. A pass fills whole rectangles ("display rows"), so a truncated image is coarse rather than
// dotted.
static void decode_passes(cpng_decoder *d) {
  if (setjmp(png_jmpbuf(d->png))) return;
  for (; d->pass < adam7_passes; d->pass++) {
    for (d->pass_row = 0; d->pass_row < d->header.height; d->pass_row++) {
      png_read_row(d->png, NULL, d->image + (size_t)d->pass_row * d->header.row_bytes);
    }
  }
}

void cpng_decoder_read(cpng_decoder *d, uint8_t *rows, uint32_t count, frameit_codec_report *report) {
  const size_t row_bytes = d->header.row_bytes;
  if (!d->started || count > d->header.height - d->row) {
    cpng_note(&d->trouble, FRAMEIT_CODEC_MISUSE, "rows that do not exist");
    if (rows) memset(rows, 0, count * row_bytes);
    *report = d->trouble.report;
    return;
  }
  const uint32_t first = d->row, end = first + count;
  if (d->header.interlaced) {
    if (!failed(d) && d->pass < adam7_passes) decode_passes(d);
    if (rows) memcpy(rows, d->image + first * row_bytes, count * row_bytes);
  } else {
    if (!failed(d) && d->plain) decode_plain_rows(d, rows, first, end);
    if (!failed(d) && !d->plain) decode_rows(d, rows, first, end);
    if (rows && failed(d)) memset(rows + (d->row - first) * row_bytes, 0, (end - d->row) * row_bytes);
  }
  d->row = end;
  *report = d->trouble.report;
}

// MARK: End

static void read_end(cpng_decoder *d) {
  if (setjmp(png_jmpbuf(d->png))) return;
  png_read_end(d->png, d->info);
}

void cpng_decoder_finish(cpng_decoder *d, frameit_codec_report *report) {
  if (!d->started || d->row < d->header.height) {
    cpng_note(&d->trouble, FRAMEIT_CODEC_MISUSE, "finished before the last row");
  }
  if (!failed(d) && d->plain && !cpng_plain_finish(d->plain)) hand_over(d);
  if (!failed(d) && !d->plain) read_end(d);
  *report = d->trouble.report;
}

void cpng_decoder_close(cpng_decoder *d) {
  if (!d) return;
  destroy(d);
  cpng_plain_close(d->plain);
  free(d->image);
  free(d);
}
