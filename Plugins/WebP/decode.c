// Decodes pixels: a still image row by row, an animation frame by frame.
#include "webp.h"

// The bytes that the library is given at a time.
enum { piece = 1 << 16 };

void close_decoder(frameit_codec_decoder *d) {
  const frameit_codec_host *host = d->host;
  if (d->still) WebPIDelete(d->still);
  if (d->animation) WebPAnimDecoderDelete(d->animation);
  if (d->pixels) host->release(host, d->pixels);
  if (d->data) host->release(host, d->data);
  release_blocks(&d->found, host);
  host->release(host, d);
}

frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = host->allocate(host, sizeof *d);
  if (!d) {
    *code = fail_at_once(report);
    return NULL;
  }
  *d = (frameit_codec_decoder){.host = host, .input = input, .limits = *limits};
  take_header(d);
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) { return give(&d->found, header); }

// MARK: Opening the library

// The memory for decoding: ours and the library's, whose lossless images take four bytes per pixel.
static int32_t check_need(frameit_codec_decoder *d, uint64_t bytes_per_pixel) {
  // Below 2^53, because sides have 24 bits.
  return check_memory(&d->trouble, &d->limits, (uint64_t)d->width * d->height * bytes_per_pixel + d->end);
}

static int32_t open_still(frameit_codec_decoder *d) {
  int32_t code = check_need(d, d->channels + (d->is_lossless ? 4 : d->has_alpha ? 1 : 0));
  if (code != FRAMEIT_CODEC_OK) return code;
  size_t row = (size_t)d->width * d->channels, size = row * d->height;
  d->data = d->host->allocate(d->host, (size_t)d->end);
  d->pixels = d->host->allocate(d->host, size);
  if (!d->data || !d->pixels) return no_memory(&d->trouble);
  d->still = WebPINewRGB(d->channels == 4 ? MODE_RGBA : MODE_RGB, d->pixels, size, (int)row);
  return d->still ? FRAMEIT_CODEC_OK : no_memory(&d->trouble);
}

static int32_t open_animation(frameit_codec_decoder *d) {
  // The canvas twice, and a frame.
  int32_t code = check_need(d, 12);
  if (code != FRAMEIT_CODEC_OK) return code;
  uint64_t count = d->is_cut ? d->intact : d->end;
  if (count > d->end) count = d->end;
  d->data = d->host->allocate(d->host, (size_t)count);
  if (!d->data) return no_memory(&d->trouble);
  if (read_fully(d->input, 0, d->data, count) != (int64_t)count) {
    return fail(&d->trouble, FRAMEIT_CODEC_IO, "the frames cannot be read");
  }
  if (d->is_cut) {
    // The library refuses a truncated file, so the sizes in the header are reduced to what is there.
    uint64_t length = count - 8;
    for (int i = 0; i < 4; i++) d->data[4 + i] = (uint8_t)(length >> 8 * i);
  }
  WebPData data = {.bytes = d->data, .size = (size_t)count};
  WebPDemuxer *demuxer = WebPDemux(&data);
  if (!demuxer) return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the chunks are invalid");
  WebPDemuxDelete(demuxer);
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) {
    return fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "the version of libwebp does not match its headers");
  }
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  d->animation = WebPAnimDecoderNew(&data, &options);
  return d->animation ? FRAMEIT_CODEC_OK : no_memory(&d->trouble);
}

// MARK: Rows

// Composites frames up to one. Errors are reported when its rows are requested, so that they can be salvaged.
static int32_t compose(frameit_codec_decoder *d, uint32_t index, uint32_t *milliseconds) {
  trouble *t = &d->trouble;
  if (d->complete == 0) {
    fail(t, FRAMEIT_CODEC_TRUNCATED, "the file ends within the first frame");
    return FRAMEIT_CODEC_OK;
  }
  if (!d->animation && t->code == FRAMEIT_CODEC_OK) open_animation(d);
  if (!d->animation && t->code != FRAMEIT_CODEC_DAMAGED) return t->code;
  d->ready = 0;
  for (; d->next <= index && t->code == FRAMEIT_CODEC_OK; d->next++) {
    uint8_t *canvas;
    int until;
    if (!WebPAnimDecoderGetNext(d->animation, &canvas, &until)) {
      fail(t, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " is damaged", d->next + 1);
      break;
    }
    d->canvas = canvas;
    *milliseconds = until > d->shown ? (uint32_t)(until - d->shown) : 0;
    d->shown = until;
  }
  if (t->code == FRAMEIT_CODEC_OK) d->ready = d->height;
  return FRAMEIT_CODEC_OK;
}

int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (reduction != 1 || index >= d->found.header.frames || index < d->next || (d->has_begun && !d->is_animated)) {
    fail(t, FRAMEIT_CODEC_MISUSE, "this frame does not exist or was already passed");
    return answer(t, report);
  }
  *milliseconds = 0;
  d->row = 0;
  if (!d->is_animated && t->code == FRAMEIT_CODEC_OK) open_still(d);
  int32_t code = d->is_animated ? compose(d, index, milliseconds) : t->code;
  d->has_begun = code == FRAMEIT_CODEC_OK;
  return d->has_begun ? FRAMEIT_CODEC_OK : answer(t, report);
}

// Gives the library more of the file until `rows` rows of a still image are decoded.
static int32_t decode_still(frameit_codec_decoder *d, uint32_t rows, int to_end) {
  while (!d->is_done && (d->ready < rows || to_end)) {
    if (d->filled == d->end) {
      // If the file is complete, the image's own length is wrong.
      if (!d->is_cut) return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the image ends in row %" PRIu32, d->ready + 1);
      return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends in row %" PRIu32, d->ready + 1);
    }
    uint64_t rest = d->end - d->filled, wanted = rest < piece ? rest : piece;
    int64_t got = read_fully(d->input, d->filled, d->data + d->filled, wanted);
    if (got != (int64_t)wanted) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the image cannot be read");
    d->filled += wanted;
    VP8StatusCode status = WebPIUpdate(d->still, d->data, (size_t)d->filled);
    int ready = 0;
    if (WebPIDecGetRGB(d->still, &ready, NULL, NULL, NULL) && ready > 0) d->ready = (uint32_t)ready;
    if (d->ready > d->height) d->ready = d->height;
    if (status == VP8_STATUS_OK) {
      d->is_done = 1;
      d->ready = d->height;
    } else if (status == VP8_STATUS_OUT_OF_MEMORY) {
      return no_memory(&d->trouble);
    } else if (status != VP8_STATUS_SUSPENDED) {
      return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the image is damaged in row %" PRIu32, d->ready + 1);
    }
  }
  return FRAMEIT_CODEC_OK;
}

static void copy_row(const frameit_codec_decoder *d, uint32_t row, uint8_t *out) {
  if (!d->is_animated) {
    size_t bytes = (size_t)d->width * d->channels;
    memcpy(out, d->pixels + row * bytes, bytes);
    return;
  }
  const uint8_t *in = d->canvas + (size_t)row * d->width * 4;
  if (d->channels == 4) {
    memcpy(out, in, (size_t)d->width * 4);
    return;
  }
  for (uint32_t x = 0; x < d->width; x++, in += 4, out += 3) memcpy(out, in, 3);
}

int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (!d->has_begun || count > d->height - d->row) {
    fail(t, FRAMEIT_CODEC_MISUSE, "rows outside the image");
    return answer(t, report);
  }
  uint32_t end = d->row + count;
  if (t->code == FRAMEIT_CODEC_OK && !d->is_animated) decode_still(d, end, 0);
  int is_missing = end > d->ready;
  uint8_t *out = rows;
  for (; d->row < end; d->row++) {
    if (!out) continue;
    size_t bytes = (size_t)d->width * d->channels;
    if (d->row < d->ready) copy_row(d, d->row, out);
    else memset(out, 0, bytes);
    out += bytes;
  }
  return is_missing ? answer(t, report) : FRAMEIT_CODEC_OK;
}

int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (d->has_begun && t->code == FRAMEIT_CODEC_OK && !d->is_animated) decode_still(d, d->height, 1);
  // Not the decoder's own error: the complete frames may still be requested.
  trouble at_end = *t;
  if (d->is_cut) fail(&at_end, FRAMEIT_CODEC_TRUNCATED, "the file ends before the last chunk");
  return answer(&at_end, report);
}
