// WebP, still and animated, by libwebp.
//
// What a file holds is found by its chunks, read where they lie; the library sees the file when pixels are wanted.
// A still picture is decoded as its rows are asked for. An animation is composed by the library, as viewers do.
#include <frameit_codec.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

__attribute__((format(printf, 3, 4)))
static int32_t fail(frameit_codec_report *report, int32_t code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(report->message, sizeof report->message, format, values);
  va_end(values);
  return code;
}

static int32_t no_memory(frameit_codec_report *report) {
  return fail(report, FRAMEIT_CODEC_NO_MEMORY, "there is no memory left");
}

// MARK: Chunks

enum { riff_header = 12, chunk_header = 8, image_header = 10, frame_header = 16, read_ahead = 64 };
enum { animation_flag = 0x02, disposes_to_background = 1 };
// Files with more chunks are made to cost time.
enum { most_chunks = 1 << 20 };
// Bytes that the library is given at a time.
enum { piece = 1 << 16 };

typedef struct kind {
  const char *chunk, *name;
} kind;

static const kind kinds[] = {{"ICCP", "icc"}, {"EXIF", "exif"}, {"XMP ", "xmp"}};
enum { kind_count = 3 };

static uint32_t number(const uint8_t *b, int count) {
  uint32_t value = 0;
  for (int i = count - 1; i >= 0; i--) value = value << 8 | b[i];
  return value;
}

static int is(const uint8_t *bytes, const char *name) { return memcmp(bytes, name, 4) == 0; }

// MARK: Decoding

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  uint64_t memory;  // of the limits

  uint32_t width, height, channels, frames, plays;
  int has_size, is_animated, is_lossless, has_alpha, has_image;
  uint64_t end;       // of what belongs to the picture
  uint64_t intact;    // where the last frame ends that is there as a whole
  uint32_t complete;  // how many frames are
  int is_cut;         // the file ends before its chunks do

  frameit_codec_block blocks[kind_count];
  const frameit_codec_block *block_list[kind_count];
  uint32_t block_count;

  uint8_t *data;  // of the file, as far as it was read
  uint64_t filled;
  uint8_t *pixels;
  WebPIDecoder *still;
  int is_done;     // with the still picture
  uint32_t ready;  // rows of the frame that can be given
  WebPAnimDecoder *animation;
  const uint8_t *canvas;  // of `animation`
  int shown;              // the time until which the last frame is
  uint32_t next;          // the frame that comes next
  uint32_t row;
  int has_begun;
  int32_t failure;
};

// Returns how many bytes came, fewer only at the end, or -1.
static int64_t read_fully(const frameit_codec_input *input, uint64_t offset, void *into, uint64_t count) {
  uint64_t done = 0;
  while (done < count) {
    int64_t got = input->read(input->context, offset + done, (uint8_t *)into + done, (size_t)(count - done));
    if (got < 0) return -1;
    if (got == 0) break;
    done += (uint64_t)got;
  }
  return (int64_t)done;
}

// The size of an image, and what else its first bytes tell. `bytes` begins with the chunk.
static int32_t take_image(frameit_codec_decoder *d, const uint8_t *bytes, size_t count, frameit_codec_report *report) {
  WebPBitstreamFeatures features;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) {
    return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in the header of its image");
  }
  if (status != VP8_STATUS_OK) return fail(report, FRAMEIT_CODEC_DAMAGED, "the header of its image makes no sense");
  if (d->is_animated) {
    d->has_alpha |= features.has_alpha;
    return FRAMEIT_CODEC_OK;
  }
  uint32_t width = (uint32_t)features.width, height = (uint32_t)features.height;
  if (d->has_size && (width != d->width || height != d->height)) {
    return fail(report, FRAMEIT_CODEC_DAMAGED, "its image is of another size than its canvas");
  }
  d->width = width;
  d->height = height;
  d->has_size = d->has_image = 1;
  d->has_alpha |= features.has_alpha;
  d->is_lossless = features.format == 2;
  return FRAMEIT_CODEC_OK;
}

// One frame of an animation: `bytes` begins with its chunk.
static int32_t take_frame(frameit_codec_decoder *d, const uint8_t *bytes, size_t count) {
  if (count < chunk_header + frame_header) return FRAMEIT_CODEC_OK;
  const uint8_t *b = bytes + chunk_header;
  uint32_t x = number(b, 3) * 2, y = number(b + 3, 3) * 2, width = number(b + 6, 3) + 1, height = number(b + 9, 3) + 1;
  // The canvas is transparent where nothing was drawn.
  if (d->frames == 1 && (x != 0 || y != 0 || width != d->width || height != d->height)) d->has_alpha = 1;
  if (b[15] & disposes_to_background) d->has_alpha = 1;
  if (count >= chunk_header + frame_header + chunk_header + image_header) {
    const uint8_t *image = b + frame_header;
    frameit_codec_report ignored;
    // Where it makes no sense, decoding says so.
    if (is(image, "ALPH")) d->has_alpha = 1;
    else take_image(d, image, count - chunk_header - frame_header, &ignored);
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t take_block(
    frameit_codec_decoder *d, const uint8_t *chunk, uint64_t offset, uint64_t count, uint64_t *left,
    frameit_codec_report *report) {
  size_t found = 0;
  while (found < kind_count && !is(chunk, kinds[found].chunk)) found++;
  if (found == kind_count || count == 0) return FRAMEIT_CODEC_OK;
  for (uint32_t i = 0; i < d->block_count; i++) {
    if (strcmp(d->blocks[i].kind, kinds[found].name) == 0) return FRAMEIT_CODEC_OK;
  }
  if (count > *left) return fail(report, FRAMEIT_CODEC_LIMIT, "it has more metadata than is allowed");
  *left -= count;
  uint8_t *bytes = d->host->allocate(d->host, (size_t)count);
  if (!bytes) return no_memory(report);
  frameit_codec_block *block = &d->blocks[d->block_count];
  *block = (frameit_codec_block){.struct_size = sizeof *block, .kind = kinds[found].name, .bytes = bytes, .count = count};
  d->block_list[d->block_count++] = block;
  if (read_fully(d->input, offset, bytes, count) != (int64_t)count) {
    return fail(report, FRAMEIT_CODEC_IO, "its metadata cannot be read");
  }
  // Some programs write what JPEG has before it.
  if (count > 6 && is(bytes, "Exif") && bytes[4] == 0 && bytes[5] == 0 && found == 1) {
    memmove(bytes, bytes + 6, (size_t)count - 6);
    block->count = count - 6;
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t take_chunk(
    frameit_codec_decoder *d, const uint8_t *bytes, size_t count, uint64_t offset, uint64_t end, uint64_t *left,
    frameit_codec_report *report) {
  const uint8_t *body = bytes + chunk_header;
  uint64_t length = number(bytes + 4, 4);
  if (is(bytes, "VP8X") && offset == riff_header) {
    if (count < chunk_header + 10) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in its header");
    d->is_animated = (body[0] & animation_flag) != 0;
    d->width = number(body + 4, 3) + 1;
    d->height = number(body + 7, 3) + 1;
    d->has_size = 1;
  } else if (is(bytes, "ALPH")) {
    d->has_alpha = 1;
  } else if ((is(bytes, "VP8 ") || is(bytes, "VP8L")) && !d->has_image && !d->is_animated) {
    return take_image(d, bytes, count, report);
  } else if (is(bytes, "ANIM") && count >= chunk_header + 6) {
    d->plays = number(body + 4, 2);
  } else if (is(bytes, "ANMF") && d->is_animated) {
    d->frames++;
    if (offset + chunk_header + length <= end) {
      d->complete = d->frames;
      d->intact = offset + chunk_header + length + (length & 1);
    }
    return take_frame(d, bytes, count);
  } else if (offset + chunk_header + length <= end) {
    return take_block(d, bytes, offset + chunk_header, length, left, report);
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t read_chunks(
    frameit_codec_decoder *d, const frameit_codec_limits *limits, frameit_codec_report *report) {
  uint8_t bytes[read_ahead];
  int64_t got = read_fully(d->input, 0, bytes, riff_header);
  if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "its header cannot be read");
  if (memcmp(bytes, "RIFF", got < 4 ? (size_t)got : 4) != 0 || (got == riff_header && !is(bytes + 8, "WEBP"))) {
    return fail(report, FRAMEIT_CODEC_DAMAGED, "it does not begin as a WebP does");
  }
  if (got < riff_header) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in its header");
  d->end = (uint64_t)number(bytes + 4, 4) + 8;
  if (d->end > d->input->length) {
    d->end = d->input->length;
    d->is_cut = 1;
  }
  uint64_t left = limits->metadata, offset = riff_header;
  for (int chunks = 0; offset < d->end; chunks++) {
    if (chunks == most_chunks) return fail(report, FRAMEIT_CODEC_LIMIT, "it has more than %d chunks", most_chunks);
    uint64_t rest = d->end - offset;
    got = read_fully(d->input, offset, bytes, rest < sizeof bytes ? rest : sizeof bytes);
    if (got < 0) return fail(report, FRAMEIT_CODEC_IO, "its chunks cannot be read");
    // Less than the header of a chunk: of no use to the library either.
    if (got < chunk_header) break;
    uint64_t length = number(bytes + 4, 4);
    uint64_t within = chunk_header + length;
    size_t count = (uint64_t)got < within ? (size_t)got : (size_t)within;
    int32_t code = take_chunk(d, bytes, count, offset, d->end, &left, report);
    if (code != FRAMEIT_CODEC_OK) return code;
    if (within > rest) d->is_cut = 1;
    offset += within + (length & 1);
  }
  if (d->is_animated ? d->frames > 0 : d->has_image) return FRAMEIT_CODEC_OK;
  if (d->is_cut) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends before its image");
  return fail(report, FRAMEIT_CODEC_DAMAGED, "it has no image");
}

static int32_t check_size(
    const frameit_codec_decoder *d, const frameit_codec_limits *limits, frameit_codec_report *report) {
  if (d->width > limits->side || d->height > limits->side) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "it is %" PRIu32 " x %" PRIu32 " pixels; a side of %" PRIu32 " is allowed",
        d->width, d->height, limits->side);
  }
  uint64_t pixels = (uint64_t)d->width * d->height;
  if (pixels > limits->pixels) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "it has %" PRIu64 " pixels; %" PRIu64 " are allowed", pixels, limits->pixels);
  }
  return FRAMEIT_CODEC_OK;
}

static void close_decoder(frameit_codec_decoder *d) {
  const frameit_codec_host *host = d->host;
  if (d->still) WebPIDelete(d->still);
  if (d->animation) WebPAnimDecoderDelete(d->animation);
  if (d->pixels) host->release(host, d->pixels);
  if (d->data) host->release(host, d->data);
  for (uint32_t i = 0; i < d->block_count; i++) host->release(host, (void *)d->blocks[i].bytes);
  host->release(host, d);
}

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = host->allocate(host, sizeof *d);
  if (!d) {
    *code = no_memory(report);
    return NULL;
  }
  *d = (frameit_codec_decoder){.host = host, .input = input, .memory = limits->memory};
  *code = read_chunks(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) *code = check_size(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) {
    d->channels = d->has_alpha ? 4 : 3;
    return d;
  }
  close_decoder(d);
  return NULL;
}

static int32_t header(frameit_codec_decoder *d, frameit_codec_header *header) {
  header->width = d->width;
  header->height = d->height;
  header->channels = d->channels;
  header->depth = 8;
  // A frame that is there in part counts where it is the only one.
  header->frames = d->complete > 0 ? d->complete : 1;
  header->plays = d->plays;
  header->block_count = d->block_count;
  header->blocks = d->block_list;
  if (d->is_lossless) snprintf(header->traits, sizeof header->traits, "lossless");
  return FRAMEIT_CODEC_OK;
}

// What decoding holds: ours, and the library's, whose lossless pictures take four bytes a pixel.
static int32_t check_memory(const frameit_codec_decoder *d, uint64_t bytes_per_pixel, frameit_codec_report *report) {
  // Below 2^48, as sides are of 24 bits.
  uint64_t needed = (uint64_t)d->width * d->height * bytes_per_pixel + d->end;
  if (needed <= d->memory && needed <= SIZE_MAX) return FRAMEIT_CODEC_OK;
  return fail(
      report, FRAMEIT_CODEC_LIMIT, "it takes %" PRIu64 " bytes of memory; %" PRIu64 " are allowed", needed, d->memory);
}

static int32_t open_still(frameit_codec_decoder *d, frameit_codec_report *report) {
  int32_t code = check_memory(d, d->channels + (d->is_lossless ? 4 : d->has_alpha ? 1 : 0), report);
  if (code != FRAMEIT_CODEC_OK) return code;
  size_t row = (size_t)d->width * d->channels, size = row * d->height;
  d->data = d->host->allocate(d->host, (size_t)d->end);
  d->pixels = d->host->allocate(d->host, size);
  if (!d->data || !d->pixels) return no_memory(report);
  d->still = WebPINewRGB(d->channels == 4 ? MODE_RGBA : MODE_RGB, d->pixels, size, (int)row);
  return d->still ? FRAMEIT_CODEC_OK : no_memory(report);
}

static int32_t open_animation(frameit_codec_decoder *d, frameit_codec_report *report) {
  // The canvas twice, and a frame.
  int32_t code = check_memory(d, 12, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  uint64_t count = d->is_cut ? d->intact : d->end;
  if (count > d->end) count = d->end;
  d->data = d->host->allocate(d->host, (size_t)count);
  if (!d->data) return no_memory(report);
  if (read_fully(d->input, 0, d->data, count) != (int64_t)count) {
    return fail(report, FRAMEIT_CODEC_IO, "its frames cannot be read");
  }
  if (d->is_cut) {
    // The library refuses a file that is cut. What is there of it is made one that is whole.
    uint64_t length = count - 8;
    for (int i = 0; i < 4; i++) d->data[4 + i] = (uint8_t)(length >> 8 * i);
  }
  WebPData data = {.bytes = d->data, .size = (size_t)count};
  WebPDemuxer *demuxer = WebPDemux(&data);
  if (!demuxer) return fail(report, FRAMEIT_CODEC_DAMAGED, "its chunks break the rules");
  WebPDemuxDelete(demuxer);
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp is another one");
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  d->animation = WebPAnimDecoderNew(&data, &options);
  return d->animation ? FRAMEIT_CODEC_OK : no_memory(report);
}

// Composes frames up to one. What goes wrong is said when its rows are asked for, so that they can be salvaged.
static int32_t compose(
    frameit_codec_decoder *d, uint32_t index, uint32_t *milliseconds, frameit_codec_report *report) {
  if (d->complete == 0) {
    d->failure = fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in its first frame");
    return FRAMEIT_CODEC_OK;
  }
  if (!d->animation) {
    if (!d->failure) d->failure = open_animation(d, report);
    if (d->failure && d->failure != FRAMEIT_CODEC_DAMAGED) return d->failure;
  }
  d->ready = 0;
  for (; d->next <= index && !d->failure; d->next++) {
    uint8_t *canvas;
    int until;
    if (!WebPAnimDecoderGetNext(d->animation, &canvas, &until)) {
      d->failure = fail(report, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " is damaged", d->next + 1);
      break;
    }
    d->canvas = canvas;
    *milliseconds = until > d->shown ? (uint32_t)(until - d->shown) : 0;
    d->shown = until;
  }
  if (!d->failure) d->ready = d->height;
  return FRAMEIT_CODEC_OK;
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  uint32_t count = d->complete > 0 ? d->complete : 1;
  if (reduction != 1 || index >= count || index < d->next || (d->has_begun && !d->is_animated)) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "there is no such frame, or no longer");
  }
  *milliseconds = 0;
  d->row = 0;
  if (d->is_animated) {
    int32_t code = compose(d, index, milliseconds, report);
    d->has_begun = code == FRAMEIT_CODEC_OK;
    return code;
  }
  if (!d->failure) d->failure = open_still(d, report);
  d->has_begun = !d->failure;
  return d->failure;
}

// Gives the library more of the file until `rows` rows of a still picture are there.
static int32_t decode_still(frameit_codec_decoder *d, uint32_t rows, int to_end, frameit_codec_report *report) {
  while (!d->is_done && (d->ready < rows || to_end)) {
    if (d->filled == d->end) {
      // Where the file is whole, the image's own length is wrong.
      if (!d->is_cut) return fail(report, FRAMEIT_CODEC_DAMAGED, "its image ends in row %" PRIu32, d->ready + 1);
      return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in row %" PRIu32, d->ready + 1);
    }
    uint64_t rest = d->end - d->filled, wanted = rest < piece ? rest : piece;
    int64_t got = read_fully(d->input, d->filled, d->data + d->filled, wanted);
    if (got != (int64_t)wanted) return fail(report, FRAMEIT_CODEC_IO, "its image cannot be read");
    d->filled += wanted;
    VP8StatusCode status = WebPIUpdate(d->still, d->data, (size_t)d->filled);
    int ready = 0;
    if (WebPIDecGetRGB(d->still, &ready, NULL, NULL, NULL) && ready > 0) d->ready = (uint32_t)ready;
    if (d->ready > d->height) d->ready = d->height;
    if (status == VP8_STATUS_OK) {
      d->is_done = 1;
      d->ready = d->height;
    } else if (status == VP8_STATUS_OUT_OF_MEMORY) {
      return no_memory(report);
    } else if (status != VP8_STATUS_SUSPENDED) {
      return fail(report, FRAMEIT_CODEC_DAMAGED, "its image is damaged in row %" PRIu32, d->ready + 1);
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

static int32_t decode_rows(
    frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->has_begun || count > d->height - d->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "rows outside of the picture");
  }
  uint32_t end = d->row + count;
  if (!d->failure && !d->is_animated) d->failure = decode_still(d, end, 0, report);
  int is_missing = end > d->ready;
  uint8_t *out = rows;
  for (; d->row < end; d->row++) {
    if (!out) continue;
    size_t bytes = (size_t)d->width * d->channels;
    if (d->row < d->ready) copy_row(d, d->row, out);
    else memset(out, 0, bytes);
    out += bytes;
  }
  return is_missing ? d->failure : FRAMEIT_CODEC_OK;
}

static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->has_begun && !d->failure && !d->is_animated) d->failure = decode_still(d, d->height, 1, report);
  if (d->failure || !d->is_cut) return d->failure;
  return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends before its last chunk");
}

// MARK: Encoding

enum { most_side = WEBP_MAX_DIMENSION, own_quality = 90, most_colours = 256, most_milliseconds = (1 << 24) - 1 };

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;  // without its blocks
  WebPPicture picture;              // a frame as it comes in
  uint32_t row, frame;
  int has_begun;
  WebPAnimEncoder *animation;
  int time, milliseconds;
  frameit_codec_block blocks[kind_count];  // copies, as they are needed at the end
};

static void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  WebPPictureFree(&e->picture);
  if (e->animation) WebPAnimEncoderDelete(e->animation);
  for (int i = 0; i < kind_count; i++) {
    if (e->blocks[i].bytes) host->release(host, (void *)e->blocks[i].bytes);
  }
  host->release(host, e);
}

static int32_t keep_blocks(
    frameit_codec_encoder *e, const frameit_codec_encoding *encoding, frameit_codec_report *report) {
  for (uint32_t i = 0; i < encoding->block_count; i++) {
    const frameit_codec_block *block = encoding->blocks[i];
    for (int k = 0; k < kind_count; k++) {
      if (strcmp(block->kind, kinds[k].name) != 0 || e->blocks[k].bytes || block->count == 0) continue;
      if (block->count > UINT32_MAX - 16) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "its metadata is too long");
      void *bytes = e->host->allocate(e->host, (size_t)block->count);
      if (!bytes) return no_memory(report);
      memcpy(bytes, block->bytes, (size_t)block->count);
      e->blocks[k] = (frameit_codec_block){.bytes = bytes, .count = block->count};
    }
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding, frameit_codec_report *report) {
  if (encoding->depth != 8) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "WebP holds no 16 bits a channel");
  if (encoding->width > most_side || encoding->height > most_side) {
    return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "WebP holds no more than %d pixels a side", most_side);
  }
  int32_t code = keep_blocks(e, encoding, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  e->picture.use_argb = 1;
  e->picture.width = (int)encoding->width;
  e->picture.height = (int)encoding->height;
  if (!WebPPictureAlloc(&e->picture)) return no_memory(report);
  if (encoding->frames <= 1) return FRAMEIT_CODEC_OK;
  WebPAnimEncoderOptions options;
  if (!WebPAnimEncoderOptionsInit(&options)) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp is another one");
  options.anim_params.loop_count = encoding->plays > 0xFFFF ? 0xFFFF : (int)encoding->plays;
  e->animation = WebPAnimEncoderNew(e->picture.width, e->picture.height, &options);
  return e->animation ? FRAMEIT_CODEC_OK : no_memory(report);
}

static frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_encoder *e = host->allocate(host, sizeof *e);
  if (!e) {
    *code = no_memory(report);
    return NULL;
  }
  *e = (frameit_codec_encoder){.host = host, .output = output};
  // A host may know fewer fields than this plugin was compiled with.
  memcpy(&e->encoding, encoding, encoding->struct_size < sizeof e->encoding ? encoding->struct_size : sizeof e->encoding);
  if (!WebPPictureInit(&e->picture)) *code = fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp is another one");
  else *code = prepare(e, encoding, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->frame == e->encoding.frames || (e->has_begun && e->row != e->encoding.height)) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "a frame too many");
  }
  e->milliseconds = milliseconds > most_milliseconds ? most_milliseconds : (int)milliseconds;
  e->row = 0;
  e->has_begun = 1;
  return FRAMEIT_CODEC_OK;
}

// Drawings and screens: smaller without loss than with it.
static int has_few_colours(const WebPPicture *picture) {
  enum { places = 1024 };
  uint32_t seen[places];
  uint8_t taken[places] = {0};
  int count = 0;
  uint32_t last = ~picture->argb[0];
  for (int y = 0; y < picture->height; y++) {
    const uint32_t *row = picture->argb + (size_t)y * (size_t)picture->argb_stride;
    for (int x = 0; x < picture->width; x++) {
      if (row[x] == last) continue;
      last = row[x];
      uint32_t place = (last * 0x9E3779B1u) >> 22;
      while (taken[place] && seen[place] != last) place = (place + 1) % places;
      if (taken[place]) continue;
      if (++count > most_colours) return 0;
      taken[place] = 1;
      seen[place] = last;
    }
  }
  return 1;
}

static int32_t configure(frameit_codec_encoder *e, WebPConfig *config, frameit_codec_report *report) {
  uint32_t quality = e->encoding.quality;
  int is_fine = WebPConfigInit(config);
  if (quality == 0 && has_few_colours(&e->picture)) {
    is_fine = is_fine && WebPConfigLosslessPreset(config, 6);
    // Colours that alpha hides are kept, too.
    config->exact = 1;
  } else {
    config->quality = (float)(quality == 0 ? own_quality : quality > 100 ? 100 : quality);
  }
  config->thread_level = 0;
  return is_fine ? FRAMEIT_CODEC_OK : fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp is another one");
}

static int32_t encoding_failed(frameit_codec_report *report, WebPEncodingError error) {
  if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY) return no_memory(report);
  if (error == VP8_ENC_ERROR_BAD_WRITE) return fail(report, FRAMEIT_CODEC_IO, "it cannot be written");
  return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot encode it: error %d", (int)error);
}

// Encodes a still picture. Where its first partition would be too long, as of a large picture in high quality,
// the library is told to spend less on it.
static int32_t encode_still(frameit_codec_encoder *e, WebPMemoryWriter *into, frameit_codec_report *report) {
  WebPConfig config;
  int32_t code = configure(e, &config, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  e->picture.writer = WebPMemoryWrite;
  e->picture.custom_ptr = into;
  for (;;) {
    if (WebPEncode(&config, &e->picture)) return FRAMEIT_CODEC_OK;
    if (e->picture.error_code != VP8_ENC_ERROR_PARTITION0_OVERFLOW || config.partition_limit == 100) break;
    config.partition_limit += 50;
    WebPMemoryWriterClear(into);
  }
  return encoding_failed(report, e->picture.error_code);
}

static int32_t add_to_animation(frameit_codec_encoder *e, frameit_codec_report *report) {
  WebPConfig config;
  int32_t code = configure(e, &config, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (!WebPAnimEncoderAdd(e->animation, &e->picture, e->time, &config)) {
    return encoding_failed(report, e->picture.error_code);
  }
  if (e->time > INT_MAX - e->milliseconds) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "it takes too long");
  e->time += e->milliseconds;
  return FRAMEIT_CODEC_OK;
}

static void take_row(uint32_t *out, const uint8_t *in, uint32_t width, uint32_t channels) {
  int is_grey = channels < 3, has_alpha = channels % 2 == 0;
  for (uint32_t x = 0; x < width; x++, in += channels) {
    uint32_t alpha = has_alpha ? in[channels - 1] : 255;
    out[x] = alpha << 24 | (uint32_t)in[0] << 16 | (uint32_t)in[is_grey ? 0 : 1] << 8 | in[is_grey ? 0 : 2];
  }
}

static int32_t encode_rows(
    frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  const frameit_codec_encoding *encoding = &e->encoding;
  if (!e->has_begun || count > encoding->height - e->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  }
  const uint8_t *in = rows;
  for (; count > 0; count--, e->row++, in += (size_t)encoding->width * encoding->channels) {
    uint32_t *out = e->picture.argb + (size_t)e->row * (size_t)e->picture.argb_stride;
    take_row(out, in, encoding->width, encoding->channels);
  }
  if (e->row < encoding->height || e->frame == encoding->frames) return FRAMEIT_CODEC_OK;
  e->frame++;
  return e->animation ? add_to_animation(e, report) : FRAMEIT_CODEC_OK;
}

// The file with its metadata.
static int32_t add_blocks(frameit_codec_encoder *e, const WebPData *file, WebPData *whole, frameit_codec_report *report) {
  WebPMux *mux = WebPMuxCreate(file, 0);
  WebPMuxError error = mux ? WEBP_MUX_OK : WEBP_MUX_MEMORY_ERROR;
  for (int i = 0; i < kind_count && error == WEBP_MUX_OK; i++) {
    if (!e->blocks[i].bytes) continue;
    WebPData block = {.bytes = e->blocks[i].bytes, .size = (size_t)e->blocks[i].count};
    error = WebPMuxSetChunk(mux, kinds[i].chunk, &block, 0);
  }
  if (error == WEBP_MUX_OK) error = WebPMuxAssemble(mux, whole);
  WebPMuxDelete(mux);
  if (error == WEBP_MUX_OK) return FRAMEIT_CODEC_OK;
  if (error == WEBP_MUX_MEMORY_ERROR) return no_memory(report);
  return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot add its metadata: error %d", (int)error);
}

static int32_t write_all(frameit_codec_encoder *e, const WebPData *file, frameit_codec_report *report) {
  WebPData whole = {0};
  int has_blocks = 0;
  for (int i = 0; i < kind_count; i++) has_blocks |= e->blocks[i].bytes != NULL;
  int32_t code = has_blocks ? add_blocks(e, file, &whole, report) : FRAMEIT_CODEC_OK;
  if (code == FRAMEIT_CODEC_OK) {
    const WebPData *written = has_blocks ? &whole : file;
    if (e->output->write(e->output->context, written->bytes, written->size) != 0) {
      code = fail(report, FRAMEIT_CODEC_IO, "it cannot be written");
    }
  }
  WebPDataClear(&whole);
  return code;
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->frame != e->encoding.frames) return fail(report, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
  if (!e->animation) {
    WebPMemoryWriter memory;
    WebPMemoryWriterInit(&memory);
    int32_t code = encode_still(e, &memory, report);
    WebPData file = {.bytes = memory.mem, .size = memory.size};
    if (code == FRAMEIT_CODEC_OK) code = write_all(e, &file, report);
    WebPMemoryWriterClear(&memory);
    return code;
  }
  WebPData file = {0};
  int32_t code = FRAMEIT_CODEC_OK;
  if (!WebPAnimEncoderAdd(e->animation, NULL, e->time, NULL) || !WebPAnimEncoderAssemble(e->animation, &file)) {
    code = fail(
        report, FRAMEIT_CODEC_UNSUPPORTED, "libwebp cannot make an animation of it: %s",
        WebPAnimEncoderGetError(e->animation));
  }
  if (code == FRAMEIT_CODEC_OK) code = write_all(e, &file, report);
  WebPDataClear(&file);
  return code;
}

// MARK: What is exported

// Written by `start`, before anything else is called, and never again.
static char library[32] = "libwebp";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host;
  (void)report;
  int version = WebPGetDecoderVersion();
  snprintf(library, sizeof library, "libwebp %d.%d.%d", version >> 16 & 0xFF, version >> 8 & 0xFF, version & 0xFF);
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec webp = {
    .struct_size = sizeof webp,
    .name = "webp",
    .library = library,
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

static const frameit_codec *const codecs[] = {&webp};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry,
    .major = FRAMEIT_CODEC_MAJOR,
    .minor = FRAMEIT_CODEC_MINOR,
    .start = start,
    .codec_count = 1,
    .codecs = codecs};
