// A codec to start from. Its format is as simple as possible: "TPL1", the width and the height as little-endian 32-bit
// integers, then rows of red, green and blue bytes. Replace the parts marked YOURS; the rest is the same in every codec.
#include <frameit_codec.h>
#include <stdio.h>
#include <string.h>

static const char mark[4] = "TPL1";    // YOURS; also the manifest's `signature`
enum { head_length = 12, channels = 3 };

static int32_t fail(frameit_codec_report *report, int32_t code, const char *sentence) {
  snprintf(report->message, sizeof report->message, "%s", sentence);
  return code;
}

static uint32_t number(const uint8_t *b) {
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// MARK: Decoding

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  uint32_t width, height, row;
  uint64_t offset;  // of the next row
};

// `read` may return fewer bytes than requested; only 0 means the end.
static int32_t read_fully(
    const frameit_codec_input *input, uint64_t offset, uint8_t *into, size_t count, frameit_codec_report *report) {
  while (count > 0) {
    int64_t got = input->read(input->context, offset, into, count);
    if (got <= 0) {
      // Missing bytes are zero.
      memset(into, 0, count);
      if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "the file cannot be read");
      return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends too early");
    }
    offset += (uint64_t)got;
    into += got;
    count -= (size_t)got;
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t read_head(frameit_codec_decoder *d, const frameit_codec_limits *limits, frameit_codec_report *report) {
  uint8_t head[head_length];
  int32_t code = read_fully(d->input, 0, head, sizeof head, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (memcmp(head, mark, sizeof mark) != 0) return fail(report, FRAMEIT_CODEC_DAMAGED, "it does not begin with TPL1");
  d->width = number(head + 4);
  d->height = number(head + 8);
  d->offset = head_length;
  if (d->width == 0 || d->height == 0) return fail(report, FRAMEIT_CODEC_DAMAGED, "the image has no pixels");
  if (d->width > limits->side || d->height > limits->side || (uint64_t)d->width * d->height > limits->pixels) {
    return fail(report, FRAMEIT_CODEC_LIMIT, "it has more pixels than are allowed");
  }
  // YOURS: if the codec needs memory that grows with the image, check it against limits->memory here.
  if (sizeof *d > limits->memory) return fail(report, FRAMEIT_CODEC_LIMIT, "it takes more memory than is allowed");
  return FRAMEIT_CODEC_OK;
}

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = host->allocate(host, sizeof *d);
  if (!d) {
    *code = fail(report, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return NULL;
  }
  *d = (frameit_codec_decoder){.host = host, .input = input};
  *code = read_head(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  host->release(host, d);
  return NULL;
}

static int32_t header(frameit_codec_decoder *d, frameit_codec_header *header) {
  header->width = d->width;
  header->height = d->height;
  header->channels = channels;
  header->depth = 8;
  header->frames = 1;
  return FRAMEIT_CODEC_OK;
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  if (index != 0 || reduction != 1 || d->row != 0) return fail(report, FRAMEIT_CODEC_MISUSE, "there is one frame");
  *milliseconds = 0;
  return FRAMEIT_CODEC_OK;
}

// YOURS: reads the next `count` rows, from the top down; skips them if `rows` is null.
static int32_t decode_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (count > d->height - d->row) return fail(report, FRAMEIT_CODEC_MISUSE, "rows outside the image");
  size_t bytes = (size_t)d->width * channels * count;
  int32_t code = rows ? read_fully(d->input, d->offset, rows, bytes, report) : FRAMEIT_CODEC_OK;
  d->row += count;
  d->offset += bytes;
  return code;
}

// YOURS: checks that the file was complete, including rows that were not requested.
static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  uint64_t end = head_length + (uint64_t)d->width * channels * d->height;
  if (d->input->length < end) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends too early");
  if (d->input->length > end && report->damages++ == 0) {
    snprintf(report->damage, sizeof report->damage, "there is data after the last pixel");
  }
  return FRAMEIT_CODEC_OK;
}

static void close_decoder(frameit_codec_decoder *d) {
  const frameit_codec_host *host = d->host;
  host->release(host, d);
}

// MARK: Encoding. If your codec only reads, remove this part, and `writes` from the manifest.

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  uint32_t width, height, channels, row;
};

static int32_t write_fully(const frameit_codec_output *output, const void *bytes, size_t count, frameit_codec_report *report) {
  if (output->write(output->context, bytes, count) == 0) return FRAMEIT_CODEC_OK;
  return fail(report, FRAMEIT_CODEC_IO, "the file cannot be written");
}

static frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  // Refuse what the format cannot store. Gray loses nothing: it becomes three equal samples.
  if (encoding->channels % 2 == 0 || encoding->depth != 8 || encoding->frames != 1) {
    *code = fail(report, FRAMEIT_CODEC_UNSUPPORTED, "it holds one frame of 8 bits of red, green and blue, no alpha");
    return NULL;
  }
  frameit_codec_encoder *e = host->allocate(host, sizeof *e);
  if (!e) {
    *code = fail(report, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return NULL;
  }
  *e = (frameit_codec_encoder){
      .host = host, .output = output, .width = encoding->width, .height = encoding->height,
      .channels = encoding->channels};
  uint8_t head[head_length];
  memcpy(head, mark, sizeof mark);
  for (int i = 0; i < 4; i++) {
    head[4 + i] = (uint8_t)(e->width >> 8 * i);
    head[8 + i] = (uint8_t)(e->height >> 8 * i);
  }
  *code = write_fully(output, head, sizeof head, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  host->release(host, e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  (void)milliseconds;
  return e->row == 0 ? FRAMEIT_CODEC_OK : fail(report, FRAMEIT_CODEC_MISUSE, "there is one frame");
}

// YOURS.
static int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  if (count > e->height - e->row) return fail(report, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  e->row += count;
  size_t pixels = (size_t)e->width * count;
  if (e->channels == channels) return write_fully(e->output, rows, pixels * channels, report);
  const uint8_t *gray = rows;
  uint8_t piece[256 * channels];
  while (pixels > 0) {
    size_t part = pixels < 256 ? pixels : 256;
    for (size_t i = 0; i < part * channels; i++) piece[i] = gray[i / channels];
    int32_t code = write_fully(e->output, piece, part * channels, report);
    if (code != FRAMEIT_CODEC_OK) return code;
    gray += part;
    pixels -= part;
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  return e->row == e->height ? FRAMEIT_CODEC_OK : fail(report, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
}

static void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  host->release(host, e);
}

// MARK: Exported symbols

static const frameit_codec codec = {
    .struct_size = sizeof codec, .name = "template", .library = "template 0.1",
    .open = open_decoder, .header = header, .frame = begin_frame, .rows = decode_rows, .finish = finish,
    .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&codec};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .codec_count = 1, .codecs = codecs};
