// QOI (qoiformat.org, version 1.0) as a plugin: the example from which to learn the contract. It reads and writes
// rows, and never holds more than one buffer of the file. It does not use Plugins/Shared, so everything a codec has
// to do is in this file, which compiles with the contract alone.
//
// In order: the format, decoding, encoding, and the one symbol that the library exports.
#include <frameit_codec.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// MARK: The format

typedef struct pixel {
  uint8_t red, green, blue, alpha;
} pixel;

enum { header_length = 14, buffer_length = 1 << 16, longest_pixel = 5, longest_run = 62 };
enum { tag_index = 0x00, tag_difference = 0x40, tag_luma = 0x80, tag_run = 0xC0, tag_rgb = 0xFE, tag_rgba = 0xFF };

static const uint8_t end_marker[8] = {0, 0, 0, 0, 0, 0, 0, 1};
static const pixel first_pixel = {0, 0, 0, 255};

static int slot(pixel p) { return (p.red * 3 + p.green * 5 + p.blue * 7 + p.alpha * 11) % 64; }

static int same(pixel a, pixel b) { return memcmp(&a, &b, sizeof a) == 0; }

static uint32_t number(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// Reports every failure: a code for the program and a sentence for its user.
__attribute__((format(printf, 3, 4)))
static int32_t fail(frameit_codec_report *report, int32_t code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(report->message, sizeof report->message, format, values);
  va_end(values);
  return code;
}

// MARK: Decoding

// The contract only declares this type. It holds everything that changes while a file is decoded: two decoders may
// run on two threads, so there are no global variables.
struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;  // valid as long as the decoder; `limits` is not, so it is not kept
  uint32_t width, height, channels;
  int has_begun;    // the frame
  uint32_t row;     // the next row
  int32_t failure;  // the failure that ended decoding; later calls repeat it
  pixel last, seen[64];
  uint32_t run;     // how often the last pixel is still to be repeated
  uint64_t offset;  // the file offset after the buffer
  size_t at, filled;
  uint8_t buffer[buffer_length];
};

// Reads until the buffer is full or the file ends; `read` may return fewer bytes than requested. Returns the number
// of bytes, or -1.
static int64_t read_fully(const frameit_codec_input *input, uint64_t offset, uint8_t *into, size_t count) {
  size_t done = 0;
  while (done < count) {
    int64_t got = input->read(input->context, offset + done, into + done, count - done);
    if (got < 0) return -1;
    if (got == 0) break;
    done += (size_t)got;
  }
  return (int64_t)done;
}

static int32_t read_header(
    frameit_codec_decoder *d, const frameit_codec_limits *limits, frameit_codec_report *report) {
  uint8_t header[header_length];
  int64_t got = read_fully(d->input, 0, header, sizeof header);
  if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "the header cannot be read");
  // The host has checked the signature, but a codec can also be selected by name.
  if (memcmp(header, "qoif", got < 4 ? (size_t)got : 4) != 0) {
    return fail(report, FRAMEIT_CODEC_DAMAGED, "the file does not start with qoif");
  }
  if (got < header_length) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
  uint32_t width = number(header + 4), height = number(header + 8);
  if (width == 0 || height == 0 || (header[12] != 3 && header[12] != 4) || header[13] > 1) {
    return fail(report, FRAMEIT_CODEC_DAMAGED, "the header is invalid");
  }
  // Check limits before allocating. Multiply two 32-bit numbers in 64 bits, which cannot overflow.
  if (width > limits->side || height > limits->side) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "it is %" PRIu32 " x %" PRIu32 " pixels; a side of %" PRIu32 " is allowed",
        width, height, limits->side);
  }
  if ((uint64_t)width * height > limits->pixels) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "it has %" PRIu64 " pixels; %" PRIu64 " are allowed", (uint64_t)width * height,
        limits->pixels);
  }
  d->width = width;
  d->height = height;
  d->channels = header[12];
  d->offset = header_length;
  return FRAMEIT_CODEC_OK;
}

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  if (sizeof(frameit_codec_decoder) > limits->memory) {
    *code = fail(
        report, FRAMEIT_CODEC_LIMIT, "it needs %zu bytes of memory, but only %" PRIu64 " are allowed",
        sizeof(frameit_codec_decoder), limits->memory);
    return NULL;
  }
  frameit_codec_decoder *d = host->allocate(host, sizeof *d);
  if (!d) {
    *code = fail(report, FRAMEIT_CODEC_NO_MEMORY, "out of memory for a decoder");
    return NULL;
  }
  *d = (frameit_codec_decoder){.host = host, .input = input, .last = first_pixel};
  *code = read_header(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  host->release(host, d);
  return NULL;
}

// The host has set `struct_size`, and everything else to zero. Leave what QOI does not have.
static int32_t header(frameit_codec_decoder *d, frameit_codec_header *header) {
  header->width = d->width;
  header->height = d->height;
  header->channels = d->channels;
  header->depth = 8;
  header->frames = 1;
  snprintf(header->traits, sizeof header->traits, "lossless");
  return FRAMEIT_CODEC_OK;
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  if (index != 0 || reduction != 1 || d->has_begun) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "QOI has only one frame and one size");
  }
  d->has_begun = 1;
  *milliseconds = 0;
  return FRAMEIT_CODEC_OK;
}

// Makes sure that the buffer has a whole encoded pixel if the file has one. Bytes after the end of the file are zero,
// so nothing uninitialized is read.
static int32_t refill(frameit_codec_decoder *d, frameit_codec_report *report) {
  size_t kept = d->filled - d->at;
  memmove(d->buffer, d->buffer + d->at, kept);
  int64_t got = read_fully(d->input, d->offset, d->buffer + kept, sizeof d->buffer - kept);
  if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "the pixels cannot be read");
  d->at = 0;
  d->filled = kept + (size_t)got;
  d->offset += (uint64_t)got;
  memset(d->buffer + d->filled, 0, sizeof d->buffer - d->filled);
  return FRAMEIT_CODEC_OK;
}

static size_t packed_length(uint8_t tag) {
  if (tag >= tag_rgb) return tag == tag_rgba ? 5 : 4;
  return tag >= tag_luma && tag < tag_run ? 2 : 1;
}

static int32_t next_pixel(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->run > 0) {
    d->run--;
    return FRAMEIT_CODEC_OK;
  }
  if (d->filled - d->at < longest_pixel) {
    int32_t code = refill(d, report);
    if (code != FRAMEIT_CODEC_OK) return code;
    if (d->filled == 0 || packed_length(d->buffer[0]) > d->filled) {
      return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in row %" PRIu32, d->row + 1);
    }
  }
  const uint8_t *packed = d->buffer + d->at;
  uint8_t tag = packed[0];
  d->at += packed_length(tag);
  // Sums wrap around, as the format requires; the casts make that explicit.
  if (tag == tag_rgba) {
    d->last = (pixel){packed[1], packed[2], packed[3], packed[4]};
  } else if (tag == tag_rgb) {
    d->last = (pixel){packed[1], packed[2], packed[3], d->last.alpha};
  } else if (tag >= tag_run) {
    d->run = tag & 63;
  } else if (tag >= tag_luma) {
    int green = (tag & 63) - 32;
    d->last.red = (uint8_t)(d->last.red + green - 8 + (packed[1] >> 4));
    d->last.green = (uint8_t)(d->last.green + green);
    d->last.blue = (uint8_t)(d->last.blue + green - 8 + (packed[1] & 15));
  } else if (tag >= tag_difference) {
    d->last.red = (uint8_t)(d->last.red + (tag >> 4 & 3) - 2);
    d->last.green = (uint8_t)(d->last.green + (tag >> 2 & 3) - 2);
    d->last.blue = (uint8_t)(d->last.blue + (tag & 3) - 2);
  } else {
    d->last = d->seen[tag];
  }
  d->seen[slot(d->last)] = d->last;
  return FRAMEIT_CODEC_OK;
}

// If `rows` is null, the rows are skipped.
static int32_t decode_rows(
    frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->has_begun || count > d->height - d->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "rows outside the image");
  }
  uint8_t *out = rows;
  for (; count > 0; count--, d->row++) {
    for (uint32_t x = 0; x < d->width; x++) {
      if (!d->failure) d->failure = next_pixel(d, report);
      // After a failure, missing pixels are zero.
      pixel p = d->failure ? (pixel){0} : d->last;
      if (!out) continue;
      memcpy(out, &p, d->channels);
      out += d->channels;
    }
  }
  return d->failure;
}

// Only this function can tell whether the file was complete. Damage that does not affect pixels is counted and not
// refused; the user decides about it.
static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->failure) return d->failure;
  if (d->row < d->height) {
    int32_t code = decode_rows(d, NULL, d->height - d->row, report);
    if (code != FRAMEIT_CODEC_OK) return code;
  }
  uint8_t last[sizeof end_marker];
  int64_t got = read_fully(d->input, d->offset - (d->filled - d->at), last, sizeof last);
  if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "the end of the file cannot be read");
  if (memcmp(last, end_marker, (size_t)got) == 0) {
    if (got == sizeof last && d->run == 0) return FRAMEIT_CODEC_OK;
    if (d->run == 0) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends within the end marker");
  }
  if (report->damages++ == 0) snprintf(report->damage, sizeof report->damage, "there is data after the last pixel");
  return FRAMEIT_CODEC_OK;
}

static void close_decoder(frameit_codec_decoder *d) {
  const frameit_codec_host *host = d->host;
  host->release(host, d);
}

// MARK: Encoding

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  uint32_t width, height, channels;
  uint32_t row;
  int has_begun;
  pixel last, seen[64];
  uint32_t run;  // the number of repetitions of the last pixel that are not written yet
  size_t filled;
  uint8_t buffer[buffer_length];
};

static int32_t flush(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->filled > 0 && e->output->write(e->output->context, e->buffer, e->filled) != 0) {
    return fail(report, FRAMEIT_CODEC_IO, "the file cannot be written");
  }
  e->filled = 0;
  return FRAMEIT_CODEC_OK;
}

static void put(frameit_codec_encoder *e, int byte) { e->buffer[e->filled++] = (uint8_t)byte; }

static void put_number(frameit_codec_encoder *e, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) put(e, (int)(value >> shift & 0xFF));
}

static frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  // Refuse what the format cannot store; never drop it silently. Gray is written as three equal samples, which loses
  // nothing; blocks other than a profile do not change the meaning of pixels.
  if (encoding->depth != 8 || encoding->frames != 1) {
    *code = fail(report, FRAMEIT_CODEC_UNSUPPORTED, "QOI stores only one frame with 8 bits per channel");
    return NULL;
  }
  for (uint32_t i = 0; i < encoding->block_count; i++) {
    if (strcmp(encoding->blocks[i]->kind, "icc") != 0) continue;
    *code = fail(report, FRAMEIT_CODEC_UNSUPPORTED, "QOI cannot store a color profile");
    return NULL;
  }
  frameit_codec_encoder *e = host->allocate(host, sizeof *e);
  if (!e) {
    *code = fail(report, FRAMEIT_CODEC_NO_MEMORY, "out of memory for an encoder");
    return NULL;
  }
  *e = (frameit_codec_encoder){
      .host = host, .output = output, .width = encoding->width, .height = encoding->height,
      .channels = encoding->channels, .last = first_pixel};
  memcpy(e->buffer, "qoif", 4);
  e->filled = 4;
  put_number(e, e->width);
  put_number(e, e->height);
  put(e, e->channels % 2 == 0 ? 4 : 3);
  put(e, 0);
  *code = FRAMEIT_CODEC_OK;
  return e;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  (void)milliseconds;
  if (e->has_begun) return fail(report, FRAMEIT_CODEC_MISUSE, "QOI has only one frame");
  e->has_begun = 1;
  return FRAMEIT_CODEC_OK;
}

static void put_run(frameit_codec_encoder *e) {
  if (e->run > 0) put(e, tag_run | (int)(e->run - 1));
  e->run = 0;
}

static void put_pixel(frameit_codec_encoder *e, pixel p) {
  if (same(p, e->last)) {
    if (++e->run == longest_run) put_run(e);
    return;
  }
  put_run(e);
  pixel last = e->last;
  e->last = p;
  int place = slot(p);
  if (same(e->seen[place], p)) {
    put(e, tag_index | place);
    return;
  }
  e->seen[place] = p;
  if (p.alpha != last.alpha) {
    put(e, tag_rgba);
    put(e, p.red), put(e, p.green), put(e, p.blue), put(e, p.alpha);
    return;
  }
  int red = (int8_t)(p.red - last.red), green = (int8_t)(p.green - last.green), blue = (int8_t)(p.blue - last.blue);
  if (red >= -2 && red < 2 && green >= -2 && green < 2 && blue >= -2 && blue < 2) {
    put(e, tag_difference | (red + 2) << 4 | (green + 2) << 2 | (blue + 2));
    return;
  }
  int red_off = (int8_t)(red - green), blue_off = (int8_t)(blue - green);
  if (green >= -32 && green < 32 && red_off >= -8 && red_off < 8 && blue_off >= -8 && blue_off < 8) {
    put(e, tag_luma | (green + 32));
    put(e, (red_off + 8) << 4 | (blue_off + 8));
    return;
  }
  put(e, tag_rgb);
  put(e, p.red), put(e, p.green), put(e, p.blue);
}

static int32_t encode_rows(
    frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  if (!e->has_begun || count > e->height - e->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  }
  const uint8_t *in = rows;
  int is_gray = e->channels < 3, has_alpha = e->channels % 2 == 0;
  for (; count > 0; count--, e->row++) {
    for (uint32_t x = 0; x < e->width; x++, in += e->channels) {
      // A run may end before the pixel.
      if (sizeof e->buffer - e->filled < 1 + longest_pixel) {
        int32_t code = flush(e, report);
        if (code != FRAMEIT_CODEC_OK) return code;
      }
      put_pixel(
          e, (pixel){in[0], in[is_gray ? 0 : 1], in[is_gray ? 0 : 2], has_alpha ? in[e->channels - 1] : 255});
    }
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->row != e->height) return fail(report, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
  int32_t code = flush(e, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  put_run(e);
  memcpy(e->buffer + e->filled, end_marker, sizeof end_marker);
  e->filled += sizeof end_marker;
  return flush(e, report);
}

// The host may close at any time; it discards a file that was not finished.
static void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  host->release(host, e);
}

// MARK: What is exported

static const frameit_codec qoi = {
    .struct_size = sizeof qoi,
    .name = "qoi-c",
    .library = "qoi-c 1.0",
    .open = open_decoder,
    .header = header,
    .frame = begin_frame,
    .rows = decode_rows,
    .finish = finish,
    .close = close_decoder,
    .open_encoder = open_encoder,
    .encode_frame = encode_frame,
    .encode_rows = encode_rows,
    .finish_encoder = finish_encoder,
    .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&qoi};

// With -fvisibility=hidden, this is the only exported symbol.
FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry,
    .major = FRAMEIT_CODEC_MAJOR,
    .minor = FRAMEIT_CODEC_MINOR,
    .codec_count = 1,
    .codecs = codecs};
