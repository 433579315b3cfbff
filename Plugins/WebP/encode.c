// Encodes images.
#include <limits.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "../Shared/encoding.h"
#include "gray.h"
#include "webp.h"

// The library's effort levels for lossless encoding, up to 9: for a photo the sixth takes twice as long for one
// percent.
enum { small_effort = 6, lossless_effort = 6 };
enum { most_side = WEBP_MAX_DIMENSION, own_quality = 90, most_colors = 256, most_milliseconds = (1 << 24) - 1 };

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;

  WebPPicture image;  // the frame that is received
  uint32_t row, frame;
  int has_begun;
  WebPAnimEncoder *animation;
  int time, milliseconds;
  uint8_t gray[256];  // the converted values of gray samples
  kept_block blocks[metadata_chunk_count];  // metadata is added at the end
};

void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  WebPPictureFree(&e->image);
  if (e->animation) WebPAnimEncoderDelete(e->animation);
  for (int i = 0; i < metadata_chunk_count; i++) release_block(host, &e->blocks[i]);
  host->release(host, e);
}

static int32_t prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding) {
  trouble *t = &e->trouble;
  if (!WebPPictureInit(&e->image)) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "the version of libwebp does not match its headers");
  if (take_encoding(t, &e->encoding, encoding) != FRAMEIT_CODEC_OK) return t->code;
  if (encoding->depth != 8) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "WebP cannot store 16 bits per channel");
  if (encoding->width > most_side || encoding->height > most_side) {
    return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "WebP cannot store sides of more than %d pixels", most_side);
  }
  for (int i = 0; i < metadata_chunk_count; i++) {
    if (keep_block(t, e->host, encoding, metadata_chunks[i].kind, &e->blocks[i]) != FRAMEIT_CODEC_OK) return t->code;
  }
  for (int i = 0; i < 256; i++) e->gray[i] = (uint8_t)i;
  for (int i = 0; i < metadata_chunk_count && is_gray(encoding); i++) {
    kept_block *block = &e->blocks[i];
    if (strcmp(metadata_chunks[i].kind, "icc") != 0 || !is_gray_profile(block->bytes, block->count)) continue;
    make_gray_table(block->bytes, block->count, e->gray);
    release_block(e->host, block);
  }
  e->image.use_argb = 1;
  e->image.width = (int)encoding->width;
  e->image.height = (int)encoding->height;
  if (!WebPPictureAlloc(&e->image)) return no_memory(t);
  if (encoding->frames == 1) return FRAMEIT_CODEC_OK;
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options)) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "the version of libwebp does not match its headers");
  options.anim_params.loop_count = encoding->plays > 0xFFFF ? 0xFFFF : (int)encoding->plays;
  e->animation = WebPAnimEncoderNew(e->image.width, e->image.height, &options);
  return e->animation ? FRAMEIT_CODEC_OK : no_memory(t);
}

frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_encoder *e = host->allocate(host, sizeof *e);
  if (!e) {
    *code = fail_at_once(report);
    return NULL;
  }
  *e = (frameit_codec_encoder){.host = host, .output = output};
  prepare(e, encoding);
  *code = answer(&e->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->frame == e->encoding.frames || (e->has_begun && e->row != e->encoding.height)) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "too many frames");
  }
  if (milliseconds > most_milliseconds) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "a frame lasts %u s, and WebP stores at most 16777 s", milliseconds / 1000);
  } else {
    e->milliseconds = (int)milliseconds;
  }
  e->row = 0;
  e->has_begun = 1;
  return answer(&e->trouble, report);
}

// MARK: A frame

// Drawings and screenshots: lossless is smaller for them.
static int has_few_colors(const WebPPicture *image) {
  enum { places = 1024 };
  uint32_t seen[places];
  uint8_t taken[places] = {0};
  int count = 0;
  uint32_t last = ~image->argb[0];
  for (int y = 0; y < image->height; y++) {
    const uint32_t *row = image->argb + (size_t)y * (size_t)image->argb_stride;
    for (int x = 0; x < image->width; x++) {
      if (row[x] == last) continue;
      last = row[x];
      uint32_t place = (last * 0x9E3779B1u) >> 22;
      while (taken[place] && seen[place] != last) place = (place + 1) % places;
      if (taken[place]) continue;
      if (++count > most_colors) return 0;
      taken[place] = 1;
      seen[place] = last;
    }
  }
  return 1;
}

static int32_t configure(frameit_codec_encoder *e, WebPConfig *config) {
  uint32_t quality = e->encoding.quality;
  int is_fine = WebPConfigInit(config);
  if (quality == lossless_quality || (quality == 0 && has_few_colors(&e->image))) {
    is_fine = is_fine && WebPConfigLosslessPreset(config, quality == 0 ? small_effort : lossless_effort);
    // Keeps colors under transparent pixels.
    config->exact = has_alpha(&e->encoding);
  } else {
    config->quality = (float)(quality == 0 ? own_quality : quality > 100 ? 100 : quality);
  }
  config->thread_level = 0;
  return is_fine ? FRAMEIT_CODEC_OK : fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "the version of libwebp does not match its headers");
}

static int32_t encoding_failed(trouble *t, WebPEncodingError error) {
  if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY) return no_memory(t);
  if (error == VP8_ENC_ERROR_BAD_WRITE) return fail(t, FRAMEIT_CODEC_IO, "the file cannot be written");
  return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot encode the image: error %d", (int)error);
}

// Encodes a still image. If its first partition would be too long, as for a large image in high quality, the library
// is told to spend less on it.
static int32_t encode_still(frameit_codec_encoder *e, WebPMemoryWriter *into) {
  WebPConfig config;
  int32_t code = configure(e, &config);
  if (code != FRAMEIT_CODEC_OK) return code;
  e->image.writer = WebPMemoryWrite;
  e->image.custom_ptr = into;
  for (;;) {
    if (WebPEncode(&config, &e->image)) return FRAMEIT_CODEC_OK;
    if (e->image.error_code != VP8_ENC_ERROR_PARTITION0_OVERFLOW || config.partition_limit == 100) break;
    config.partition_limit += 50;
    WebPMemoryWriterClear(into);
  }
  return encoding_failed(&e->trouble, e->image.error_code);
}

static int32_t add_to_animation(frameit_codec_encoder *e) {
  WebPConfig config;
  int32_t code = configure(e, &config);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (!WebPAnimEncoderAdd(e->animation, &e->image, e->time, &config)) {
    return encoding_failed(&e->trouble, e->image.error_code);
  }
  if (e->time > INT_MAX - e->milliseconds) return fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "the animation is too long");
  e->time += e->milliseconds;
  return FRAMEIT_CODEC_OK;
}

static void take_row(
    uint32_t *out, const uint8_t *in, uint32_t width, uint32_t channels, const uint8_t gray[256]) {
  int is_gray = channels < 3, has_alpha = channels % 2 == 0;
  for (uint32_t x = 0; x < width; x++, in += channels) {
    uint32_t alpha = has_alpha ? in[channels - 1] : 255;
    if (is_gray) out[x] = alpha << 24 | gray[in[0]] * 0x010101u;
    else out[x] = alpha << 24 | (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
  }
}

int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  const frameit_codec_encoding *c = &e->encoding;
  if (!e->has_begun || count > c->height - e->row || e->frame == c->frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  }
  if (e->trouble.code != FRAMEIT_CODEC_OK) return answer(&e->trouble, report);
  const uint8_t *in = rows;
  for (; count > 0; count--, e->row++, in += (size_t)c->width * c->channels) {
    uint32_t *out = e->image.argb + (size_t)e->row * (size_t)e->image.argb_stride;
    take_row(out, in, c->width, c->channels, e->gray);
  }
  if (e->row < c->height) return FRAMEIT_CODEC_OK;
  e->frame++;
  if (e->animation) add_to_animation(e);
  return answer(&e->trouble, report);
}

// MARK: The file

// Returns the file with its metadata.
static int32_t add_blocks(frameit_codec_encoder *e, const WebPData *file, WebPData *whole) {
  WebPMux *mux = WebPMuxCreate(file, 0);
  WebPMuxError error = mux ? WEBP_MUX_OK : WEBP_MUX_MEMORY_ERROR;
  for (int i = 0; i < metadata_chunk_count && error == WEBP_MUX_OK; i++) {
    if (!e->blocks[i].bytes) continue;
    WebPData block = {.bytes = e->blocks[i].bytes, .size = e->blocks[i].count};
    error = WebPMuxSetChunk(mux, metadata_chunks[i].chunk, &block, 0);
  }
  if (error == WEBP_MUX_OK) error = WebPMuxAssemble(mux, whole);
  WebPMuxDelete(mux);
  if (error == WEBP_MUX_OK) return FRAMEIT_CODEC_OK;
  if (error == WEBP_MUX_MEMORY_ERROR) return no_memory(&e->trouble);
  return fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot add the metadata: error %d", (int)error);
}

static int32_t write_all(frameit_codec_encoder *e, const WebPData *file) {
  WebPData whole = {0};
  int has_blocks = 0;
  for (int i = 0; i < metadata_chunk_count; i++) has_blocks |= e->blocks[i].bytes != NULL;
  int32_t code = has_blocks ? add_blocks(e, file, &whole) : FRAMEIT_CODEC_OK;
  if (code == FRAMEIT_CODEC_OK) {
    const WebPData *written = has_blocks ? &whole : file;
    if (e->output->write(e->output->context, written->bytes, written->size) != 0) {
      code = fail(&e->trouble, FRAMEIT_CODEC_IO, "the file cannot be written");
    }
  }
  WebPDataClear(&whole);
  return code;
}

static int32_t write_still(frameit_codec_encoder *e) {
  WebPMemoryWriter memory;
  WebPMemoryWriterInit(&memory);
  int32_t code = encode_still(e, &memory);
  WebPData file = {.bytes = memory.mem, .size = memory.size};
  if (code == FRAMEIT_CODEC_OK) code = write_all(e, &file);
  WebPMemoryWriterClear(&memory);
  return code;
}

static int32_t write_animation(frameit_codec_encoder *e) {
  WebPData file = {0};
  int32_t code = FRAMEIT_CODEC_OK;
  if (!WebPAnimEncoderAdd(e->animation, NULL, e->time, NULL) || !WebPAnimEncoderAssemble(e->animation, &file)) {
    code = fail(
        &e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot write the animation: %s",
        WebPAnimEncoderGetError(e->animation));
  }
  if (code == FRAMEIT_CODEC_OK) code = write_all(e, &file);
  WebPDataClear(&file);
  return code;
}

int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->frame != e->encoding.frames) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
  if (e->trouble.code == FRAMEIT_CODEC_OK) e->animation ? write_animation(e) : write_still(e);
  return answer(&e->trouble, report);
}
