// Makes the allocations of the C shims and their libraries fail: first each one alone, then each one together with all
// later ones. There must be no crash and no leak. Either the result must be the same as without a fault, or the report
// must report missing memory.

#include <cjpeg.h>
#include <cpng.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "images.h"

// The output of a task: rows, a file, or both.
typedef struct result {
  frameit_codec_report report;
  uint8_t rows[image_room];
  frameit_writer writer;
} result;

// MARK: JPEG

static void run_parts(void (*part)(void *), void *first, void *second) {
  part(first);
  part(second);
}

static void decode_jpeg(const frameit_reader *reader, int reduction, cjpeg_run run, int skips, result *r) {
  cjpeg_header header;
  cjpeg_decoder *decoder = cjpeg_decoder_open(reader, 100, &header, &r->report);
  if (!decoder) return;
  uint32_t width = 0, height = 0;
  cjpeg_request request = {.denominator = reduction, .scans = 100, .run = run, .memory = 1 << 30};
  cjpeg_decoder_start(decoder, &request, &width, &height, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK && skips) cjpeg_decoder_skip(decoder, height / 2, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK) {
    cjpeg_decoder_read(decoder, r->rows, skips ? height - height / 2 : height, &r->report);
  }
  if (r->report.code == FRAMEIT_CODEC_OK) cjpeg_decoder_finish(decoder, &r->report);
  cjpeg_decoder_close(decoder);
}

static void jpeg_whole(const frameit_reader *reader, result *r) { decode_jpeg(reader, 1, NULL, 0, r); }
static void jpeg_in_parts(const frameit_reader *reader, result *r) { decode_jpeg(reader, 1, run_parts, 0, r); }
static void jpeg_quarter(const frameit_reader *reader, result *r) { decode_jpeg(reader, 4, NULL, 0, r); }
static void jpeg_skipping(const frameit_reader *reader, result *r) { decode_jpeg(reader, 1, NULL, 1, r); }

static void jpeg_move(const frameit_reader *reader, result *r) {
  cjpeg_header header;
  cjpeg_decoder *decoder = cjpeg_decoder_open(reader, 100, &header, &r->report);
  if (!decoder) return;
  cjpeg_move move = {.width = 32, .height = 16, .transposed = 1, .mirrored_x = 1};
  uint64_t rest = 0;
  cjpeg_decoder_move(decoder, &r->writer, &move, 100, 1 << 30, &rest, &r->report);
  cjpeg_decoder_close(decoder);
}

static void encode_jpeg(const cjpeg_decoder *like, result *r) {
  cjpeg_settings settings = {
      .width = image_width, .height = image_height, .pixels = CJPEG_RGB, .quality = 80,
      .chroma_h = 2, .chroma_v = 2, .like = like};
  static uint8_t samples[image_room];
  image_fill(samples);
  cjpeg_encoder *encoder = cjpeg_encoder_open(&r->writer, &settings, &r->report);
  if (!encoder) return;
  cjpeg_encoder_segment(encoder, 0xE1, samples, 100, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK) cjpeg_encoder_write(encoder, samples, image_height, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK) cjpeg_encoder_finish(encoder, &r->report);
  cjpeg_encoder_close(encoder);
}

static void jpeg_encode_like(const frameit_reader *reader, result *r) {
  cjpeg_header header;
  cjpeg_decoder *decoder = cjpeg_decoder_open(reader, 100, &header, &r->report);
  if (!decoder) return;
  encode_jpeg(decoder, r);
  cjpeg_decoder_close(decoder);
}

static void jpeg_encode(const frameit_reader *reader, result *r) {
  (void)reader;
  encode_jpeg(NULL, r);
}

// MARK: PNG

static void png_decode(const frameit_reader *reader, result *r) {
  cpng_decoder *decoder = cpng_decoder_open(reader, 1000, &r->report);
  if (!decoder) return;
  cpng_decoder_start(decoder, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK) cpng_decoder_read(decoder, r->rows, image_height, &r->report);
  if (r->report.code == FRAMEIT_CODEC_OK) cpng_decoder_finish(decoder, &r->report);
  cpng_decoder_close(decoder);
}

static void encode_png(int depth, int frames, result *r) {
  static uint8_t samples[image_room];
  image_fill(samples);
  const cpng_layout layout = {.channels = 4, .depth = depth};
  cpng_encoder *encoder = cpng_encoder_open(&r->writer, image_width, image_height, layout, &r->report);
  if (!encoder) return;
  const uint8_t control[8] = {0, 0, 0, 2};
  cpng_encoder_chunk(encoder, frames > 1 ? "acTL" : "tEXt", control, sizeof control, &r->report);
  for (int i = 0; i < frames && r->report.code == FRAMEIT_CODEC_OK; i++) {
    const cpng_area all = {0, 0, image_width, image_height};
    if (frames > 1) cpng_encoder_begin_frame(encoder, all, 20, &r->report);
    if (r->report.code == FRAMEIT_CODEC_OK) cpng_encoder_write(encoder, samples, image_height, &r->report);
  }
  if (r->report.code == FRAMEIT_CODEC_OK) cpng_encoder_finish(encoder, &r->report);
  cpng_encoder_close(encoder);
}

static void png_encode(const frameit_reader *reader, result *r) {
  (void)reader;
  encode_png(16, 1, r);
}

static void png_animate(const frameit_reader *reader, result *r) {
  (void)reader;
  encode_png(8, 2, r);
}

// MARK: Every allocation

typedef void (*task)(const frameit_reader *reader, result *r);

static int has_failed;

static void report(const char *name, size_t n, const char *what, const result *r) {
  fprintf(stderr, "faults: %s, allocation %zu: %s (%d %s)\n", name, n, what, (int)r->report.code, r->report.message);
  has_failed = 1;
}

static int is_missing_memory(const frameit_codec_report *report) {
  return report->code == FRAMEIT_CODEC_NO_MEMORY || (report->code == FRAMEIT_CODEC_IO && report->error_number == ENOMEM);
}

static int is_same(const result *a, const result *b) {
  return memcmp(a->rows, b->rows, sizeof a->rows) == 0 && a->writer.length == b->writer.length
      && (a->writer.length == 0 || memcmp(a->writer.bytes, b->writer.bytes, a->writer.length) == 0);
}

// Runs a task with a failing allocation, and returns the number of allocations.
static size_t run(
    task task, const frameit_reader *reader, size_t n, int all, result *r, size_t *failed, ptrdiff_t *left) {
  memset(r, 0, sizeof *r);
  r->writer.descriptor = -1;
  failing_begin(n, all);
  task(reader, r);
  size_t calls = failing_end(failed, left);
  // The written bytes belong to the caller, so they are no leak.
  if (r->writer.bytes) *left -= 1;
  return calls;
}

static void fail_each(const char *name, task task, const frameit_reader *reader) {
  static result whole, broken;
  size_t failed, tolerated = 0;
  ptrdiff_t left;
  size_t calls = run(task, reader, 0, 0, &whole, &failed, &left);
  if (whole.report.code != FRAMEIT_CODEC_OK || left != 0) report(name, 0, left ? "a leak" : "the task fails without a fault", &whole);
  for (int all = 0; all < 2; all++) {
    for (size_t n = 1; n <= calls; n++) {
      run(task, reader, n, all, &broken, &failed, &left);
      if (left != 0) report(name, n, "a leak", &broken);
      if (failed == 0) report(name, n, "the allocation was never requested", &broken);
      if (broken.report.code == FRAMEIT_CODEC_OK && broken.report.damages == 0 && is_same(&whole, &broken)) tolerated++;
      else if (!is_missing_memory(&broken.report)) report(name, n, "an error other than missing memory", &broken);
      frameit_writer_release(&broken.writer);
    }
  }
  frameit_writer_release(&whole.writer);
  printf("%-28s %3zu allocations, %zu of %zu faults tolerated\n", name, calls, tolerated, 2 * calls);
}

int main(void) {
  static const char *const jpegs[jpeg_kinds] = {"baseline", "progressive", "gray"};
  static const char *const pngs[png_kinds] = {"plain", "deep", "palette", "interlaced"};
  static const struct { const char *name; task task; } for_jpeg[] = {
      {"decode", jpeg_whole}, {"decode in parts", jpeg_in_parts}, {"reduce", jpeg_quarter},
      {"skip", jpeg_skipping}, {"move", jpeg_move}, {"encode like it", jpeg_encode_like}};
  char name[64];
  for (int kind = 0; kind < jpeg_kinds; kind++) {
    frameit_reader reader = image_jpeg((jpeg_kind)kind);
    for (size_t i = 0; i < sizeof for_jpeg / sizeof *for_jpeg; i++) {
      snprintf(name, sizeof name, "JPEG %s, %s", jpegs[kind], for_jpeg[i].name);
      fail_each(name, for_jpeg[i].task, &reader);
    }
    free((void *)(uintptr_t)reader.bytes);
  }
  for (int kind = 0; kind < png_kinds; kind++) {
    frameit_reader reader = image_png((png_kind)kind);
    snprintf(name, sizeof name, "PNG %s, decode", pngs[kind]);
    fail_each(name, png_decode, &reader);
    free((void *)(uintptr_t)reader.bytes);
  }
  fail_each("JPEG, encode", jpeg_encode, NULL);
  fail_each("PNG, encode", png_encode, NULL);
  fail_each("PNG, animate", png_animate, NULL);
  return has_failed;
}
