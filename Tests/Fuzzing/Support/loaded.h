// Support for the fuzz targets of plugin codecs in C: files and output in memory, a host with limited memory, and seeds
// that the codec itself encodes.
#ifndef FUZZING_LOADED_H
#define FUZZING_LOADED_H

#include <frameit_codec.h>
#include <frameit_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_pixels = 1 << 18, most_side = 1 << 12, most_memory = 64 << 20, most_metadata = 1 << 20 };

typedef struct memory {
  const uint8_t *bytes;
  size_t count, at;
  // The number of reads that succeed before one fails.
  size_t reads;
} memory;

static int64_t read_memory(void *context, uint64_t offset, void *into, size_t count) {
  memory *m = context;
  if (m->reads == 0) return -1;
  m->reads -= 1;
  if (offset >= m->count) return 0;
  if (count > m->count - offset) count = m->count - (size_t)offset;
  memcpy(into, m->bytes + offset, count);
  return (int64_t)count;
}

static void *host_allocate(const frameit_codec_host *host, size_t count) {
  (void)host;
  return count <= most_memory ? malloc(count) : NULL;
}

static void host_release(const frameit_codec_host *host, void *bytes) {
  (void)host;
  free(bytes);
}

static const frameit_codec_host host = {
    .struct_size = sizeof host, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR, .allocate = host_allocate,
    .release = host_release};

static const frameit_codec_limits limits = {
    .struct_size = sizeof limits, .side = most_side, .pixels = most_pixels, .memory = most_memory,
    .metadata = most_metadata};

// An image to encode, with the rows of all its frames in order.
typedef struct drawing {
  frameit_codec_encoding encoding;
  const uint8_t *rows;
} drawing;

static int32_t append(void *context, const void *bytes, size_t count) { return frameit_write(context, bytes, count); }

// Encodes an image and returns the result code. `writer` contains the bytes written so far.
static int32_t encode(const frameit_codec *codec, const drawing *d, frameit_writer *writer) {
  frameit_codec_output output = {.struct_size = sizeof output, .context = writer, .write = append};
  frameit_codec_report report = {.struct_size = sizeof report};
  int32_t code = FRAMEIT_CODEC_OK;
  frameit_codec_encoder *encoder = codec->open_encoder(codec, &host, &output, &d->encoding, &code, &report);
  if (!encoder) return code ? code : FRAMEIT_CODEC_UNSUPPORTED;
  size_t frame = (size_t)d->encoding.width * d->encoding.height * d->encoding.channels * (d->encoding.depth / 8);
  for (uint32_t i = 0; i < d->encoding.frames && code == FRAMEIT_CODEC_OK; i++) {
    code = codec->encode_frame(encoder, 40 * i, &report);
    if (code == FRAMEIT_CODEC_OK) code = codec->encode_rows(encoder, d->rows + i * frame, d->encoding.height, &report);
  }
  if (code == FRAMEIT_CODEC_OK) code = codec->finish_encoder(encoder, &report);
  codec->close_encoder(encoder);
  return code;
}

// MARK: Seeds

static void save(const char *folder, const char *name, const uint8_t *bytes, size_t count) {
  char path[1024];
  snprintf(path, sizeof path, "%s/drawn-%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) return;
  fputc(0, file);
  fwrite(bytes, 1, count, file);
  fclose(file);
}

static void save_encoded(const char *folder, const char *name, const frameit_codec *codec, const drawing *d) {
  frameit_writer writer = {.descriptor = -1};
  if (encode(codec, d, &writer) == FRAMEIT_CODEC_OK) save(folder, name, writer.bytes, writer.length);
  frameit_writer_release(&writer);
}

#endif
