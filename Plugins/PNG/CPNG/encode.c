#include <setjmp.h>
#include <stdlib.h>

#include "trouble.h"

// Everything that changes while libpng runs lies here: locals would be lost in a longjmp.
struct cpng_encoder {
  cpng_trouble trouble;
  png_structp png;
  png_infop info;
  frameit_writer *writer;
  size_t row_bytes;
  uint32_t height;
  uint32_t row;  // the next one to encode
};

static int failed(const cpng_encoder *e) { return e->trouble.status.code != FRAMEIT_OK; }

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  cpng_encoder *e = png_get_io_ptr(png);
  int result = frameit_write(e->writer, bytes, count);
  if (result == 0) return;
  e->trouble.status.error_number = -result;
  cpng_fail(png, &e->trouble, FRAMEIT_IO, "write failed");
}

// The host decides when bytes must reach a disk.
static void flush(png_structp png) { (void)png; }

static int color_type(int channels) {
  switch (channels) {
    case 1: return PNG_COLOR_TYPE_GRAY;
    case 2: return PNG_COLOR_TYPE_GRAY_ALPHA;
    case 3: return PNG_COLOR_TYPE_RGB;
    default: return PNG_COLOR_TYPE_RGB_ALPHA;
  }
}

static void write_header(cpng_encoder *e, uint32_t width, int channels, int depth) {
  if (setjmp(png_jmpbuf(e->png))) return;
  e->info = png_create_info_struct(e->png);
  if (!e->info) cpng_fail(e->png, &e->trouble, FRAMEIT_NO_MEMORY, "out of memory");
  png_set_write_fn(e->png, e, write_bytes, flush);
  png_set_user_limits(e->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Fixed, so that the same rows give the same bytes. Measured on four Kodak photographs (768 x 512 RGB):
  // level 3 takes 39 ms a picture for 2.778 MB in all, level 6 takes 115 ms for 2.811 MB, level 9 165 ms
  // for 2.800 MB; libpng's filtered strategy gains nothing from longer searches. Drawings come out some
  // 15% larger than at level 6. Trying all filters on each row costs a tenth and is never far from the
  // best single one, which is another for each picture.
  png_set_compression_level(e->png, 3);
  png_set_filter(e->png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_compression_buffer_size(e->png, 65536);  // an IDAT chunk each: fewer, larger writes
  png_set_IHDR(
      e->png, e->info, width, e->height, depth, color_type(channels), PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(e->png, e->info);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (depth == 16) png_set_swap(e->png);
#endif
}

cpng_encoder *cpng_encoder_open(
    frameit_writer *writer, uint32_t width, uint32_t height, int channels, int depth,
    frameit_status *status) {
  cpng_trouble none = {.otherwise = FRAMEIT_UNSUPPORTED};
  cpng_encoder *e = calloc(1, sizeof *e);
  if (!e) {
    cpng_note(&none, FRAMEIT_NO_MEMORY, "out of memory");
    *status = none.status;
    return NULL;
  }
  e->trouble = none;
  e->writer = writer;
  e->height = height;
  e->row_bytes = (size_t)width * (size_t)channels * (size_t)(depth / 8);
  // The one call without a setjmp of ours: libpng guards it itself and returns null.
  e->png = png_create_write_struct_2(
      PNG_LIBPNG_VER_STRING, &e->trouble, cpng_on_error, cpng_on_warning, &e->trouble, cpng_allocate,
      cpng_free);
  if (e->png) write_header(e, width, channels, depth);
  if (!e->png) cpng_note(&e->trouble, FRAMEIT_NO_MEMORY, "libpng could not start");
  *status = e->trouble.status;
  if (!failed(e)) return e;
  cpng_encoder_close(e);
  return NULL;
}

static void write_chunk(cpng_encoder *e, const char *type, const uint8_t *bytes, size_t count) {
  if (setjmp(png_jmpbuf(e->png))) return;
  png_write_chunk(e->png, (png_const_bytep)type, bytes, count);
}

void cpng_encoder_chunk(
    cpng_encoder *e, const char *type, const uint8_t *bytes, size_t count, frameit_status *status) {
  if (e->row > 0) cpng_note(&e->trouble, FRAMEIT_MISUSE, "a chunk after the first row");
  if (!failed(e)) write_chunk(e, type, bytes, count);
  *status = e->trouble.status;
}

static void encode_rows(cpng_encoder *e, const uint8_t *rows, uint32_t end) {
  const uint32_t first = e->row;
  if (setjmp(png_jmpbuf(e->png))) return;
  for (; e->row < end; e->row++) {
    png_write_row(e->png, rows + (size_t)(e->row - first) * e->row_bytes);
  }
}

void cpng_encoder_write(
    cpng_encoder *e, const uint8_t *rows, uint32_t count, frameit_status *status) {
  if (count > e->height - e->row) cpng_note(&e->trouble, FRAMEIT_MISUSE, "more rows than announced");
  if (!failed(e)) encode_rows(e, rows, e->row + count);
  *status = e->trouble.status;
}

static void write_end(cpng_encoder *e) {
  if (setjmp(png_jmpbuf(e->png))) return;
  png_write_end(e->png, NULL);
}

void cpng_encoder_finish(cpng_encoder *e, frameit_status *status) {
  if (e->row < e->height) cpng_note(&e->trouble, FRAMEIT_MISUSE, "fewer rows than announced");
  if (!failed(e)) write_end(e);
  *status = e->trouble.status;
}

void cpng_encoder_close(cpng_encoder *e) {
  if (!e) return;
  if (e->png && !setjmp(png_jmpbuf(e->png))) png_destroy_write_struct(&e->png, &e->info);
  free(e);
}
