// A libFuzzer harness that calls a plugin's codec as the worker does, and checks the header. The input is a byte of
// options and a file. An image that decodes is encoded again with its metadata, and the result must decode, too.
#ifndef FUZZING_WALK_H
#define FUZZING_WALK_H

#include "loaded.h"

// The codec of the target that includes this file.
static const frameit_codec *the_codec(void);
static void save_seeds(const char *folder);

// The bits of the byte of options.
enum { row_by_row = 1, skipping_rows = 2, failing_reads = 4, small_limits = 8, last_frame_alone = 16, reduced = 32 };

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", the_codec()->name, what);
  abort();
}

static void check_report(const frameit_codec_report *report) {
  if (!memchr(report->message, 0, sizeof report->message) || !memchr(report->damage, 0, sizeof report->damage)) {
    fail("a message is not terminated");
  }
}

static void check_header(const frameit_codec_header *h, const frameit_codec_limits *within) {
  if (h->width == 0 || h->height == 0 || h->channels < 1 || h->channels > 4) fail("a header without pixels or with an invalid number of channels");
  if (h->depth != 8 && h->depth != 16) fail("a header with an unsupported depth");
  if (h->width > within->side || h->height > within->side || (uint64_t)h->width * h->height > within->pixels) {
    fail("a header that exceeds the limits");
  }
  if (h->frames == 0 || h->orientation > 8) fail("a header with impossible numbers");
  if (!memchr(h->traits, 0, sizeof h->traits)) fail("traits that are not terminated");
  uint64_t metadata = 0;
  for (uint32_t i = 0; i < h->block_count; i++) {
    const frameit_codec_block *block = h->blocks[i];
    if (!block || !block->kind || (!block->bytes && block->count > 0)) fail("an empty block");
    metadata += block->count;
    // Reads every byte, so that the sanitizer detects a block that is too short.
    for (uint64_t k = 0; k < block->count; k++) (void)((const volatile uint8_t *)block->bytes)[k];
  }
  if (metadata > within->metadata) fail("more metadata than the limit allows");
}

static size_t frame_bytes(const frameit_codec_header *h) {
  return (size_t)h->width * h->height * h->channels * (h->depth / 8);
}

// Reads the rows of a frame, and returns whether all of them are undamaged.
static int read_rows(
    frameit_codec_decoder *decoder, const frameit_codec_header *h, uint8_t *rows, uint32_t height, uint8_t options) {
  frameit_codec_report report = {.struct_size = sizeof report};
  size_t row = frame_bytes(h) / h->height;
  uint32_t step = options & row_by_row ? 1 : height;
  for (uint32_t y = 0; y < height; y += step) {
    int skips = (options & skipping_rows) && y + step < height && y % 3 == 1;
    int32_t code = the_codec()->rows(decoder, skips ? NULL : rows + (size_t)y * row, step, &report);
    check_report(&report);
    if (code != FRAMEIT_CODEC_OK) return 0;
  }
  int32_t code = the_codec()->finish(decoder, &report);
  check_report(&report);
  return code == FRAMEIT_CODEC_OK && report.damages == 0;
}

// The maximum number of frames and bytes that are read. The host also limits both before it requests frames.
enum { most_frames = 16, most_bytes = 4 << 20 };

// Reads the frames in order. Returns NULL unless all of them are complete.
static uint8_t *read_frames(frameit_codec_decoder *decoder, const frameit_codec_header *h, uint8_t options) {
  size_t size = frame_bytes(h);
  uint32_t frames = h->frames < most_frames ? h->frames : most_frames;
  while (frames > 1 && frames * size > most_bytes) frames -= 1;
  uint8_t *rows = calloc(frames, size);
  if (!rows) return NULL;
  uint32_t reduction = (options & reduced) && (h->reductions & 1) ? 2 : 1;
  uint32_t height = (h->height + reduction - 1) / reduction;
  int is_whole = reduction == 1 && !(options & (skipping_rows | last_frame_alone));
  for (uint32_t i = options & last_frame_alone ? frames - 1 : 0; i < frames; i++) {
    frameit_codec_report report = {.struct_size = sizeof report};
    uint32_t milliseconds = 0;
    int32_t code = the_codec()->frame(decoder, i, reduction, &milliseconds, &report);
    check_report(&report);
    if (code != FRAMEIT_CODEC_OK) {
      is_whole = 0;
      break;
    }
    is_whole &= read_rows(decoder, h, rows + i * size, height, options);
  }
  if (is_whole && frames == h->frames) return rows;
  free(rows);
  return NULL;
}

static void encode_again(const frameit_codec_header *h, const uint8_t *rows);

static void walk(const uint8_t *bytes, size_t count, uint8_t options, int is_ours) {
  memory file = {bytes, count, 0, options & failing_reads ? count % 13 : SIZE_MAX};
  frameit_codec_input input = {.struct_size = sizeof input, .context = &file, .length = count, .read = read_memory};
  frameit_codec_limits within = limits;
  if (options & small_limits) within.pixels = 4096, within.memory = 1 << 20, within.metadata = 512;
  frameit_codec_report report = {.struct_size = sizeof report};
  int32_t code = FRAMEIT_CODEC_OK;
  frameit_codec_decoder *decoder = the_codec()->open(the_codec(), &host, &input, &within, &code, &report);
  check_report(&report);
  frameit_codec_header header = {.struct_size = sizeof header};
  if (decoder && the_codec()->header(decoder, &header) == FRAMEIT_CODEC_OK) {
    check_header(&header, &within);
    uint8_t *rows = read_frames(decoder, &header, options);
    if (is_ours && !rows) fail("its own output does not decode");
    if (rows && !is_ours) encode_again(&header, rows);
    free(rows);
  } else if (is_ours) {
    fail("its own output does not open");
  }
  if (decoder) the_codec()->close(decoder);
}

static void encode_again(const frameit_codec_header *h, const uint8_t *rows) {
  // Skips large images to save time: a lossy image of a quarter of a megapixel takes a second with sanitizers.
  if (h->inks || (size_t)h->width * h->height * h->frames > 1 << 14) return;
  drawing d = {
      {.struct_size = sizeof d.encoding, .width = h->width, .height = h->height, .channels = h->channels,
       .depth = h->depth, .frames = h->frames, .plays = h->plays, .pixels_per_metre_x = h->pixels_per_metre_x,
       .pixels_per_metre_y = h->pixels_per_metre_y, .block_count = h->block_count, .blocks = h->blocks},
      rows};
  frameit_writer writer = {.descriptor = -1};
  int32_t code = encode(the_codec(), &d, &writer);
  if (code == FRAMEIT_CODEC_OK && writer.length == 0) fail("an empty output");
  if (code == FRAMEIT_CODEC_OK) walk(writer.bytes, writer.length, 0, 1);
  frameit_writer_release(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  if (count < 2) return 0;
  // An allocation of the exact size, so that the sanitizer detects a read past its end.
  uint8_t *file = malloc(count - 1);
  if (!file) return 0;
  memcpy(file, bytes + 1, count - 1);
  walk(file, count - 1, bytes[0], 0);
  free(file);
  return 0;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  const char *folder = getenv("FRAMEIT_SEEDS");
  if (folder) save_seeds(folder);
  return 0;
}

// MARK: Seeds

enum { seed_side = 12, seed_frames = 3 };

// Saves a seed with metadata and the given number of frames.
static void save_images(const char *folder, uint32_t channels, uint32_t depth, uint32_t frames) {
  static uint8_t rows[seed_side * seed_side * 4 * 2 * seed_frames];
  for (size_t i = 0; i < sizeof rows; i++) rows[i] = (uint8_t)(i % 7 ? i * 3 : i * i);
  static const uint8_t exif[] = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0};
  static const char xmp[] = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", comment[] = "seed";
  const frameit_codec_block blocks[] = {
      {sizeof *blocks, "exif", exif, sizeof exif}, {sizeof *blocks, "xmp", xmp, sizeof xmp - 1},
      {sizeof *blocks, "comment", comment, sizeof comment - 1}};
  const frameit_codec_block *const list[] = {&blocks[0], &blocks[1], &blocks[2]};
  drawing d = {
      {.struct_size = sizeof d.encoding, .width = seed_side, .height = seed_side, .channels = channels, .depth = depth,
       .frames = frames, .block_count = 3, .blocks = list},
      rows};
  char name[64];
  snprintf(name, sizeof name, "%u-channels-%u-bits-%u-frames", channels, depth, frames);
  save_encoded(folder, name, the_codec(), &d);
}

#endif
