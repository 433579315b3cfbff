// Decodes frames, each as a whole: libjxl provides all rows at once.
#include "jxl.h"

#include <math.h>
#include <stdlib.h>

enum { input_bytes = 1 << 18 };

// MARK: The file

// Appends the next bytes of the file to those that libjxl has not used. Returns 0 at the end and on failure.
static int feed(frameit_codec_decoder *d) {
  size_t unused = JxlDecoderReleaseInput(d->jxl);
  if (unused == input_bytes) {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "libjxl made no progress on the data");
    return 0;
  }
  memmove(d->window, d->window + d->window_count - unused, unused);
  d->window_count = unused;
  int64_t got = d->input->read(d->input->context, d->position, d->window + unused, input_bytes - unused);
  if (got < 0) fail(&d->trouble, FRAMEIT_CODEC_IO, "the file cannot be read");
  if (got > 0) {
    d->position += (uint64_t)got;
    d->window_count += (size_t)got;
  }
  JxlDecoderSetInput(d->jxl, d->window, d->window_count);
  return got > 0;
}

int begin(frameit_codec_decoder *d, int events) {
  if (d->jxl) JxlDecoderDestroy(d->jxl);
  d->position = 0;
  d->window_count = 0;
  d->jxl = JxlDecoderCreate(NULL);
  if (!d->jxl) {
    no_memory(&d->trouble);
    return 0;
  }
  if (JxlDecoderSubscribeEvents(d->jxl, events) != JXL_DEC_SUCCESS
      || JxlDecoderSetKeepOrientation(d->jxl, JXL_FALSE) != JXL_DEC_SUCCESS
      || JxlDecoderSetUnpremultiplyAlpha(d->jxl, JXL_TRUE) != JXL_DEC_SUCCESS
      || JxlDecoderSetDecompressBoxes(d->jxl, JXL_TRUE) != JXL_DEC_SUCCESS) {
    fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "this version of libjxl lacks a required function");
    return 0;
  }
  return 1;
}

JxlDecoderStatus step(frameit_codec_decoder *d) {
  for (;;) {
    JxlDecoderStatus status = JxlDecoderProcessInput(d->jxl);
    if (status != JXL_DEC_NEED_MORE_INPUT || !feed(d)) return status;
  }
}

frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (d) d->window = malloc(input_bytes);
  if (!d || !d->window) {
    free(d);
    *code = fail_at_once(report);
    return NULL;
  }
  d->host = host;
  d->input = input;
  d->limits = *limits;
  take_header(d);
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) { return give(&d->found, header); }

// MARK: Frames

// Ends are rounded, and not durations, whose errors would accumulate.
static uint32_t milliseconds_of(const frameit_codec_decoder *d, uint32_t frame) {
  const JxlAnimationHeader *a = &d->info.animation;
  if (!d->info.have_animation || a->tps_numerator == 0) return 0;
  double tick = 1000.0 * a->tps_denominator / a->tps_numerator;
  double end = floor((double)d->ends[frame] * tick + 0.5);
  double start = frame ? floor((double)d->ends[frame - 1] * tick + 0.5) : 0;
  return end - start < UINT32_MAX ? (uint32_t)(end - start) : UINT32_MAX;
}

static void fail_in_frame(frameit_codec_decoder *d, JxlDecoderStatus status) {
  if (status == JXL_DEC_NEED_MORE_INPUT) {
    fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the image");
  } else {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the image cannot be decoded");
  }
}

// Reads up to the start of frame `index`.
static void find_frame(frameit_codec_decoder *d, uint32_t index, uint32_t *milliseconds) {
  if (!d->image || index < d->next_frame) {
    if (!begin(d, JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE)) return;
    d->next_frame = 0;
  }
  if (index > d->next_frame) JxlDecoderSkipFrames(d->jxl, index - d->next_frame);
  JxlDecoderStatus status;
  do {
    status = step(d);
    if (status == JXL_DEC_COLOR_ENCODING) choose_colors(d);
    // A frame was begun whose rows nobody requested.
    if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER && JxlDecoderSkipCurrentFrame(d->jxl) != JXL_DEC_SUCCESS) break;
  } while (status == JXL_DEC_COLOR_ENCODING || status == JXL_DEC_NEED_IMAGE_OUT_BUFFER || status == JXL_DEC_FULL_IMAGE);
  if (status != JXL_DEC_FRAME) {
    fail_in_frame(d, status);
    return;
  }
  d->next_frame = index + 1;
  *milliseconds = milliseconds_of(d, index);
}

int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  t->code = FRAMEIT_CODEC_OK;
  d->in_frame = d->is_decoded = 0;
  d->row = 0;
  *milliseconds = 0;
  if (index >= d->found.header.frames || reduction > 1) {
    fail(t, FRAMEIT_CODEC_MISUSE, "there is no such frame");
    return answer(t, report);
  }
  find_frame(d, index, milliseconds);
  if (!t->code && !d->image) d->image = d->host->allocate(d->host, d->row_bytes * d->found.header.height);
  if (!d->image) no_memory(t);
  d->in_frame = !t->code;
  return answer(t, report);
}

static void decode(frameit_codec_decoder *d) {
  size_t bytes = d->row_bytes * d->found.header.height, needed = 0;
  d->is_decoded = 1;
  memset(d->image, 0, bytes);
  JxlDecoderStatus status = step(d);
  if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
    if (JxlDecoderImageOutBufferSize(d->jxl, &d->pixels, &needed) != JXL_DEC_SUCCESS || needed != bytes
        || JxlDecoderSetImageOutBuffer(d->jxl, &d->pixels, d->image, bytes) != JXL_DEC_SUCCESS) {
      fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the frame has a different size from the image");
      return;
    }
    status = step(d);
  }
  if (status == JXL_DEC_FULL_IMAGE) return;
  // Returns the part that is there.
  if (status == JXL_DEC_NEED_MORE_INPUT) JxlDecoderFlushImage(d->jxl);
  fail_in_frame(d, status);
}

int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->in_frame || count > d->found.header.height - d->row) {
    fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(&d->trouble, report);
  }
  if (!d->is_decoded) decode(d);
  if (rows) memcpy(rows, d->image + d->row_bytes * d->row, d->row_bytes * count);
  d->row += count;
  return answer(&d->trouble, report);
}

int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->in_frame && !d->is_decoded) decode(d);
  return answer(&d->trouble, report);
}

void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  if (d->jxl) JxlDecoderDestroy(d->jxl);
  if (d->image) d->host->release(d->host, d->image);
  release_blocks(&d->found, d->host);
  free(d->box.bytes);
  free(d->ends);
  free(d->window);
  free(d);
}
