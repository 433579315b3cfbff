// Calls a plugin's codec without frameit, to examine its results and to test it with errors and damaged files.
//
//   drive PLUGIN.so info FILE                     prints the header
//   drive PLUGIN.so block FILE KIND               writes the bytes of a metadata block to stdout
//   drive PLUGIN.so decode FILE                   writes all frames to stdout as PAM
//   drive PLUGIN.so encode FILE.pam               encodes a PAM file; several images in it are an animation
//   drive PLUGIN.so torture FILE [ROUNDS]         decodes a small file truncated at every byte, and ROUNDS damaged
//                                                 variants of it
//   drive PLUGIN.so draw [--frames N]             encodes a generated image to stdout
//   drive PLUGIN.so check [--lossy] [--exact-to DEPTH]
//                                                 tests round trips, failures and torture with generated images;
//                                                 --exact-to: quality 100 is lossless up to this depth
//
//   --truncate COUNT, --mutate SEED   change the file before it is decoded
//   --image NUMBER                    the image of the file: 1 for its gain map
//   --quality N, --delay MS, --plays N, --block KIND=FILE   for the encoded file
//   --memory BYTES, --metadata BYTES  limits
//
// It is built with sanitizers, which stop it at the first invalid access. It exits with 1 if a codec violates the contract.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <frameit_codec.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const codes[] = {"OK", "DAMAGED", "TRUNCATED", "UNSUPPORTED", "LIMIT", "NO_MEMORY", "IO", "MISUSE"};
enum { code_count = 8 };

static const char *doing = "";

__attribute__((noreturn, format(printf, 1, 2)))
static void give_up(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fprintf(stderr, "drive: %s: ", doing);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  exit(1);
}

static void *allocate_or_exit(size_t count) {
  void *memory = malloc(count ? count : 1);
  if (!memory) give_up("out of memory");
  return memory;
}

// MARK: The host

static int64_t alive;              // allocations that the plugin has not released
static int64_t allocations_left = -1;  // until one fails; negative for no failure
static int64_t transfers_left = -1;    // until a read or a write fails

static void *allocate(const frameit_codec_host *host, size_t count) {
  (void)host;
  if (allocations_left == 0) return NULL;
  if (allocations_left > 0) allocations_left--;
  void *memory = malloc(count);
  // Codecs must not rely on zeroed memory.
  if (memory) memset(memory, 0xA5, count < 1 << 20 ? count : 1 << 20);
  alive += memory != NULL;
  return memory;
}

static void release(const frameit_codec_host *host, void *memory) {
  (void)host;
  alive -= memory != NULL;
  free(memory);
}

static void say(const frameit_codec_host *host, const char *message) {
  (void)host;
  fprintf(stderr, "%s\n", message);
}

static const void *no_extension(const frameit_codec_host *host, const char *name) {
  (void)host;
  (void)name;
  return NULL;
}

static const frameit_codec_host the_host = {
    .struct_size = sizeof the_host, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .allocate = allocate, .release = release, .log = say, .extension = no_extension};

typedef struct bytes {
  uint8_t *bytes;
  size_t count, room;
} bytes;

static uint64_t random_state = 1;

static uint32_t random_number(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

// Sometimes returns less than requested, as the contract allows.
static int64_t read_bytes(void *context, uint64_t offset, void *into, size_t count) {
  const bytes *b = context;
  if (transfers_left == 0) return -1;
  if (transfers_left > 0) transfers_left--;
  if (offset >= b->count) return 0;
  if (count > b->count - offset) count = b->count - (size_t)offset;
  if (count > 1 && random_number() % 4 == 0) count = 1 + random_number() % (count - 1);
  memcpy(into, b->bytes + offset, count);
  return (int64_t)count;
}

static int32_t write_bytes(void *context, const void *from, size_t count) {
  bytes *b = context;
  if (transfers_left == 0) return -1;
  if (transfers_left > 0) transfers_left--;
  if (b->count + count > b->room) {
    b->room = 2 * (b->count + count);
    b->bytes = realloc(b->bytes, b->room);
    if (!b->bytes) give_up("out of memory");
  }
  memcpy(b->bytes + b->count, from, count);
  b->count += count;
  return 0;
}

// MARK: Images

typedef struct image {
  uint32_t width, height, channels, depth, frames, plays;
  uint32_t *delays;
  uint8_t *bytes;
} image;

static size_t row_bytes(const image *p) { return (size_t)p->width * p->channels * (p->depth / 8); }

static size_t frame_bytes(const image *p) { return row_bytes(p) * p->height; }

static image make(uint32_t width, uint32_t height, uint32_t channels, uint32_t depth, uint32_t frames) {
  image p = {.width = width, .height = height, .channels = channels, .depth = depth, .frames = frames, .plays = 3};
  p.bytes = allocate_or_exit(frame_bytes(&p) * frames);
  p.delays = calloc(frames, sizeof *p.delays);
  return p;
}

static void drop(image *p) {
  free(p->bytes);
  free(p->delays);
  *p = (image){0};
}

// Returns a channel of a pixel (red, green, blue, alpha) as a 16-bit sample.
static uint32_t sample(const image *p, uint32_t frame, size_t pixel, uint32_t channel) {
  int is_gray = p->channels < 3, has_alpha = p->channels % 2 == 0;
  if (channel == 3 && !has_alpha) return 65535;
  size_t at = pixel * p->channels + (channel == 3 ? p->channels - 1 : is_gray ? 0 : channel);
  const uint8_t *bytes = p->bytes + frame * frame_bytes(p);
  if (p->depth == 8) return bytes[at] * 257u;
  uint16_t value;
  memcpy(&value, bytes + 2 * at, 2);
  return value;
}

// Returns the PSNR of all channels in dB, 999 for equal images. Fully transparent pixels do not count.
static double difference(const image *a, const image *b) {
  if (a->width != b->width || a->height != b->height || a->frames != b->frames) return -1;
  double sum = 0;
  for (uint32_t f = 0; f < a->frames; f++) {
    for (size_t i = 0; i < (size_t)a->width * a->height; i++) {
      int is_hidden = sample(a, f, i, 3) == 0 && sample(b, f, i, 3) == 0;
      for (uint32_t c = is_hidden ? 3 : 0; c < 4; c++) {
        double off = ((double)sample(a, f, i, c) - sample(b, f, i, c)) / 65535;
        sum += off * off;
      }
    }
  }
  if (sum == 0) return 999;
  return -10 * log10(sum / ((double)a->width * a->height * a->frames * 4));
}

static void write_pam(const image *p, uint32_t frame) {
  static const char *const kinds[] = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
  printf(
      "P7\nWIDTH %u\nHEIGHT %u\nDEPTH %u\nMAXVAL %u\nTUPLTYPE %s\nENDHDR\n", p->width, p->height, p->channels,
      p->depth == 8 ? 255 : 65535, kinds[p->channels - 1]);
  const uint8_t *b = p->bytes + frame * frame_bytes(p);
  if (p->depth == 8) {
    fwrite(b, 1, frame_bytes(p), stdout);
    return;
  }
  for (size_t i = 0; i < frame_bytes(p); i += 2) {
    uint16_t value;
    memcpy(&value, b + i, 2);
    putchar(value >> 8);
    putchar(value & 0xFF);
  }
}

static bytes read_file(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (!file) give_up("%s: %s", path, strerror(errno));
  bytes result = {0};
  uint8_t piece[65536];
  size_t got;
  int64_t kept = transfers_left;
  transfers_left = -1;
  while ((got = fread(piece, 1, sizeof piece, file)) > 0) write_bytes(&result, piece, got);
  transfers_left = kept;
  if (file != stdin) fclose(file);
  return result;
}

// Reads all images of a PAM file as frames.
static image read_pam(const char *path) {
  bytes file = read_file(path);
  image result = {0};
  size_t at = 0;
  while (at < file.count) {
    unsigned width = 0, height = 0, channels = 0, most = 0;
    char line[100];
    for (;;) {
      size_t length = 0;
      while (at < file.count && file.bytes[at] != '\n' && length < sizeof line - 1) line[length++] = (char)file.bytes[at++];
      line[length] = 0;
      at++;
      if (at >= file.count) give_up("%s: not a PAM file", path);
      if (strcmp(line, "ENDHDR") == 0) break;
      sscanf(line, "WIDTH %u", &width);
      sscanf(line, "HEIGHT %u", &height);
      sscanf(line, "DEPTH %u", &channels);
      sscanf(line, "MAXVAL %u", &most);
    }
    image one = make(width, height, channels, most == 255 ? 8 : 16, result.frames + 1);
    size_t frame = frame_bytes(&one);
    if (frame > file.count - at || (result.frames && frame != frame_bytes(&result))) give_up("%s: not a PAM file", path);
    if (result.frames) memcpy(one.bytes, result.bytes, frame * result.frames);
    uint8_t *out = one.bytes + frame * result.frames;
    memcpy(out, file.bytes + at, frame);
    for (size_t i = 0; one.depth == 16 && i < frame; i += 2) {
      uint16_t value = (uint16_t)(out[i] << 8 | out[i + 1]);
      memcpy(out + i, &value, 2);
    }
    at += frame;
    drop(&result);
    result = one;
  }
  free(file.bytes);
  return result;
}

// MARK: Calling the codec

static const frameit_codec_limits usual_limits = {
    .struct_size = sizeof usual_limits, .side = 65535, .pixels = 1 << 28, .memory = 1 << 30, .metadata = 1 << 24};

typedef struct outcome {
  int32_t code;
  frameit_codec_report report;
} outcome;

// The image that decoders are opened for.
static uint32_t opened_image = FRAMEIT_CODEC_PRIMARY_IMAGE;

typedef enum style { style_plain, style_rough } style;

static void check_code(const outcome *o, const char *call) {
  if (o->code < 0 || o->code >= code_count) give_up("%s returned the unknown code %d", call, o->code);
  if (o->code == FRAMEIT_CODEC_MISUSE) give_up("%s reported misuse: %s", call, o->report.message);
  if (o->code != FRAMEIT_CODEC_OK && o->report.message[0] == 0) give_up("%s failed with %s and no message", call, codes[o->code]);
  if (!memchr(o->report.message, 0, sizeof o->report.message) || !memchr(o->report.damage, 0, sizeof o->report.damage)) {
    give_up("%s returned a message without a terminating zero", call);
  }
}

// Reads a frame's rows in groups; in the rough style, skips some.
static int32_t take_rows(
    const frameit_codec *codec, frameit_codec_decoder *decoder, const image *p, uint8_t *out, style how, outcome *o) {
  size_t row = row_bytes(p);
  for (uint32_t y = 0; y < p->height;) {
    uint32_t count = how == style_plain ? 64 : 1 + random_number() % 9;
    if (count > p->height - y) count = p->height - y;
    int skips = how == style_rough && random_number() % 4 == 0;
    // An allocation of exactly the stated size, so that an access past it is detected.
    uint8_t *rows = allocate_or_exit(row * count);
    memset(rows, 0xA5, row * count);
    o->code = codec->rows(decoder, skips ? NULL : rows, count, &o->report);
    check_code(o, "rows");
    if (out && !skips) memcpy(out + row * y, rows, row * count);
    int is_set = 0;
    for (size_t i = 0; i < row; i++) is_set |= rows[row * (count - 1) + i] != 0xA5;
    free(rows);
    if (!skips && o->code != FRAMEIT_CODEC_OK && !is_set) give_up("rows failed and did not clear the last row");
    if (o->code != FRAMEIT_CODEC_OK) return o->code;
    y += count;
  }
  return FRAMEIT_CODEC_OK;
}

static void check_header(const frameit_codec_header *h, const frameit_codec_limits *limits) {
  if (h->width < 1 || h->height < 1 || h->width > limits->side || h->height > limits->side
      || (uint64_t)h->width * h->height > limits->pixels) {
    give_up("the header has an invalid size: %u x %u", h->width, h->height);
  }
  if (h->channels < 1 || h->channels > 4 || (h->depth != 8 && h->depth != 16) || h->frames < 1 || h->orientation > 8) {
    give_up("the header has invalid values: %u channels of %u bits, %u frames", h->channels, h->depth, h->frames);
  }
  uint64_t sum = 0;
  for (uint32_t i = 0; i < h->block_count; i++) {
    const frameit_codec_block *block = h->blocks[i];
    const uint8_t *b = block->bytes;
    for (uint64_t k = 0; k < block->count; k++) sum += b[k];
    if (!block->kind[0]) give_up("a metadata block has no kind");
  }
  for (uint32_t i = 0; i < h->notice_count; i++) {
    const frameit_codec_notice *notice = h->notices[i];
    if (notice->code < 1 || notice->code > FRAMEIT_CODEC_NOTICE_STILL_IMAGE_DROPPED) give_up("a notice has no known code");
    if (!memchr(notice->detail, 0, sizeof notice->detail)) give_up("the detail of a notice has no terminating zero");
  }
  // The result is used, so that the compiler keeps the reads.
  if (sum == UINT64_MAX) puts("");
  if (!memchr(h->traits, 0, sizeof h->traits)) give_up("the traits have no terminating zero");
}

// Decodes all frames. If `into` is not null, it gets the frames that were decoded.
static outcome decode(
    const frameit_codec *codec, const bytes *file, const frameit_codec_limits *limits, style how, image *into,
    frameit_codec_header *header) {
  outcome o = {.code = FRAMEIT_CODEC_OK, .report = {.struct_size = sizeof o.report}};
  // Lives as long as the decoder, in its own allocation, so that reads outside it are detected.
  frameit_codec_input *input = allocate_or_exit(sizeof *input);
  *input = (frameit_codec_input){
      .struct_size = sizeof *input, .context = (void *)file, .length = file->count, .read = read_bytes,
      .image = opened_image};
  frameit_codec_limits *lent = allocate_or_exit(sizeof *lent);
  *lent = *limits;
  int64_t before = alive;
  alarm(60);
  frameit_codec_decoder *decoder = codec->open(codec, &the_host, input, lent, &o.code, &o.report);
  free(lent);
  if (!decoder && o.code == FRAMEIT_CODEC_OK) give_up("open failed, but its code is OK");
  check_code(&o, "open");
  if (decoder) {
    frameit_codec_header h = {.struct_size = sizeof h};
    o.code = codec->header(decoder, &h);
    check_code(&o, "header");
    check_header(&h, limits);
    if (header) *header = h;
    image p = {.width = h.width, .height = h.height, .channels = h.channels, .depth = h.depth};
    if (into) {
      *into = make(h.width, h.height, h.channels, h.depth, h.frames);
      into->plays = h.plays;
      memset(into->bytes, 0, frame_bytes(into) * h.frames);
    }
    // Keeps the first error, and continues with the other calls, as salvaging a file does.
    outcome failure = {.code = FRAMEIT_CODEC_OK};
    for (uint32_t f = 0; f < h.frames && o.code == FRAMEIT_CODEC_OK; f++) {
      // The last frame is never skipped: some libraries notice a truncated file only when they decode it.
      if (how == style_rough && f + 1 < h.frames && random_number() % 3 == 0) continue;
      uint32_t milliseconds = 0;
      o.code = codec->frame(decoder, f, 1, &milliseconds, &o.report);
      check_code(&o, "frame");
      if (into) into->delays[f] = milliseconds;
      if (o.code != FRAMEIT_CODEC_OK) {
        // A repeated call returns the same result and opens nothing twice.
        if (codec->frame(decoder, f, 1, &milliseconds, &o.report) == FRAMEIT_CODEC_OK) give_up("a frame failed, but succeeded when it was requested again");
        break;
      }
      take_rows(codec, decoder, &p, into ? into->bytes + f * frame_bytes(into) : NULL, how, &o);
      // `finish` is called after each frame, or only after the last one.
      if (o.code == FRAMEIT_CODEC_OK && (how == style_plain || f + 1 == h.frames)) {
        o.code = codec->finish(decoder, &o.report);
        check_code(&o, "finish");
      }
      if (o.code != FRAMEIT_CODEC_OK && failure.code == FRAMEIT_CODEC_OK) failure = o;
      o.code = FRAMEIT_CODEC_OK;
    }
    if (o.code == FRAMEIT_CODEC_OK) {
      o.code = codec->finish(decoder, &o.report);
      check_code(&o, "finish");
    }
    if (failure.code != FRAMEIT_CODEC_OK) o = failure;
    if (header) header->block_count = header->notice_count = 0;
    codec->close(decoder);
  }
  alarm(0);
  free(input);
  if (alive != before) give_up("%" PRId64 " allocations were not released", alive - before);
  return o;
}

typedef struct wishes {
  uint32_t quality;
  const frameit_codec_block *const *blocks;
  uint32_t block_count;
} wishes;

static outcome encode(const frameit_codec *codec, const image *p, const wishes *w, bytes *into) {
  outcome o = {.code = FRAMEIT_CODEC_OK, .report = {.struct_size = sizeof o.report}};
  if (!codec->open_encoder) {
    o.code = FRAMEIT_CODEC_UNSUPPORTED;
    return o;
  }
  frameit_codec_output output = {.struct_size = sizeof output, .context = into, .write = write_bytes};
  frameit_codec_encoding encoding = {
      .struct_size = sizeof encoding, .width = p->width, .height = p->height, .channels = p->channels,
      .depth = p->depth, .quality = w->quality, .frames = p->frames, .plays = p->plays, .block_count = w->block_count,
      .blocks = w->blocks};
  // The blocks are valid only during the call: they are in allocations that are released after it.
  frameit_codec_block *lent = allocate_or_exit(w->block_count * sizeof *lent);
  const frameit_codec_block **list = allocate_or_exit(w->block_count * sizeof *list);
  for (uint32_t i = 0; i < w->block_count; i++) {
    lent[i] = *w->blocks[i];
    lent[i].bytes = memcpy(allocate_or_exit((size_t)lent[i].count), w->blocks[i]->bytes, (size_t)lent[i].count);
    list[i] = &lent[i];
  }
  encoding.blocks = list;
  int64_t before = alive;
  alarm(120);
  frameit_codec_encoder *encoder = codec->open_encoder(codec, &the_host, &output, &encoding, &o.code, &o.report);
  for (uint32_t i = 0; i < w->block_count; i++) free((void *)lent[i].bytes);
  free(lent);
  free(list);
  if (!encoder && o.code == FRAMEIT_CODEC_OK) give_up("open_encoder failed, but its code is OK");
  check_code(&o, "open_encoder");
  if (encoder) {
    for (uint32_t f = 0; f < p->frames && o.code == FRAMEIT_CODEC_OK; f++) {
      o.code = codec->encode_frame(encoder, p->delays[f], &o.report);
      check_code(&o, "encode_frame");
      for (uint32_t y = 0; y < p->height && o.code == FRAMEIT_CODEC_OK;) {
        uint32_t count = 1 + random_number() % 50;
        if (count > p->height - y) count = p->height - y;
        uint8_t *rows = allocate_or_exit(row_bytes(p) * count);
        memcpy(rows, p->bytes + f * frame_bytes(p) + y * row_bytes(p), row_bytes(p) * count);
        o.code = codec->encode_rows(encoder, rows, count, &o.report);
        free(rows);
        check_code(&o, "encode_rows");
        y += count;
      }
    }
    if (o.code == FRAMEIT_CODEC_OK) {
      o.code = codec->finish_encoder(encoder, &o.report);
      check_code(&o, "finish_encoder");
    }
    codec->close_encoder(encoder);
  }
  alarm(0);
  if (alive != before) give_up("%" PRId64 " allocations were not released", alive - before);
  return o;
}

// MARK: Torture

static bytes copy(const bytes *file, size_t count) {
  bytes result = {.bytes = allocate_or_exit(count), .count = count, .room = count};
  memcpy(result.bytes, file->bytes, count);
  return result;
}

static void mutate(bytes *file, uint64_t seed) {
  random_state = seed * 2654435761u + 1;
  for (int changes = 1 + (int)(random_number() % 6); changes > 0 && file->count > 0; changes--) {
    // Half of the changes are near the start, where lengths are stored.
    size_t most = random_number() % 2 ? file->count : file->count < 64 ? file->count : 64;
    size_t at = random_number() % most;
    switch (random_number() % 5) {
    case 0: file->bytes[at] ^= (uint8_t)(1u << random_number() % 8); break;
    case 1: file->bytes[at] = (uint8_t)random_number(); break;
    case 2: file->bytes[at] = random_number() % 2 ? 0xFF : 0; break;
    case 3: file->count = at + 1; break;
    case 4: {
      size_t from = random_number() % file->count, count = random_number() % 32;
      if (count > file->count - from) count = file->count - from;
      if (count > file->count - at) count = file->count - at;
      memmove(file->bytes + at, file->bytes + from, count);
    }
    }
  }
  // An allocation of exactly the file's size.
  bytes exact = copy(file, file->count);
  free(file->bytes);
  *file = exact;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void torture(const frameit_codec *codec, const bytes *file, int rounds, const char *name) {
  frameit_codec_limits limits = usual_limits;
  limits.pixels = 1 << 20;
  limits.memory = 1 << 26;
  long cut[code_count] = {0}, changed[code_count] = {0};
  double slowest = 0;
  size_t step = file->count > 20000 ? file->count / 20000 + 1 : 1;
  for (size_t count = 0; count < file->count; count += step) {
    bytes part = copy(file, count);
    outcome o = decode(codec, &part, &limits, count % 2 ? style_rough : style_plain, NULL, NULL);
    free(part.bytes);
    if (o.code == FRAMEIT_CODEC_OK && o.report.damages == 0) give_up("%s: %zu of %zu bytes are accepted as a whole file", name, count, file->count);
    cut[o.code]++;
  }
  for (int i = 0; i < rounds; i++) {
    bytes damaged = copy(file, file->count);
    mutate(&damaged, (uint64_t)i);
    double start = now();
    outcome o = decode(codec, &damaged, &limits, i % 2 ? style_rough : style_plain, NULL, NULL);
    if (now() - start > slowest) slowest = now() - start;
    free(damaged.bytes);
    changed[o.code]++;
  }
  printf("%-24s truncated:", name);
  for (int i = 0; i < code_count; i++) if (cut[i]) printf(" %s %ld", codes[i], cut[i]);
  printf("; damaged:");
  for (int i = 0; i < code_count; i++) if (changed[i]) printf(" %s %ld", codes[i], changed[i]);
  printf("; slowest: %.0f ms\n", slowest * 1000);
}

// Makes each allocation, read and write fail, one at a time.
static void check_failures(const frameit_codec *codec, const image *p, const bytes *file, const wishes *w) {
  for (int what = 0; what < 2; what++) {
    int64_t *left = what == 0 ? &allocations_left : &transfers_left;
    int32_t wanted = what == 0 ? FRAMEIT_CODEC_NO_MEMORY : FRAMEIT_CODEC_IO;
    for (int encodes = 0; encodes < 2; encodes++) {
      for (int64_t n = 0; n < 300; n++) {
        bytes written = {0};
        *left = n;
        outcome o = encodes ? encode(codec, p, w, &written) : decode(codec, file, &usual_limits, style_plain, NULL, NULL);
        int64_t rest = *left;
        *left = -1;
        free(written.bytes);
        if (o.code == FRAMEIT_CODEC_OK && rest > 0) break;
        if (o.code != wanted && !(o.code == FRAMEIT_CODEC_OK && rest == 0)) {
          give_up("%s %" PRId64 " failed, but the codec reported %s: %s", what == 0 ? "allocation" : "transfer", n, codes[o.code], o.report.message);
        }
      }
    }
  }
}

static void close_early(const frameit_codec *codec, const image *p, const bytes *file) {
  for (int steps = 0; steps < 3; steps++) {
    outcome o = {.report = {.struct_size = sizeof o.report}};
    frameit_codec_input input = {
        .struct_size = sizeof input, .context = (void *)file, .length = file->count, .read = read_bytes,
        .image = opened_image};
    frameit_codec_decoder *decoder = codec->open(codec, &the_host, &input, &usual_limits, &o.code, &o.report);
    uint32_t milliseconds;
    uint8_t *row = allocate_or_exit(row_bytes(p) * 4);
    if (steps > 0) codec->frame(decoder, 0, 1, &milliseconds, &o.report);
    if (steps > 1) codec->rows(decoder, NULL, 1, &o.report);
    codec->close(decoder);
    bytes written = {0};
    frameit_codec_output output = {.struct_size = sizeof output, .context = &written, .write = write_bytes};
    frameit_codec_encoding encoding = {
        .struct_size = sizeof encoding, .width = p->width, .height = p->height, .channels = p->channels,
        .depth = p->depth, .frames = p->frames};
    frameit_codec_encoder *encoder = codec->open_encoder(codec, &the_host, &output, &encoding, &o.code, &o.report);
    if (steps > 0) codec->encode_frame(encoder, 0, &o.report);
    if (steps > 1) codec->encode_rows(encoder, p->bytes, 1, &o.report);
    codec->close_encoder(encoder);
    free(written.bytes);
    free(row);
    if (alive != 0) give_up("%" PRId64 " allocations were not released after an early close", alive);
  }
}

static void check_limits(const frameit_codec *codec, const image *p, const bytes *file) {
  frameit_codec_limits limits[3] = {usual_limits, usual_limits, usual_limits};
  limits[0].side = (p->width > p->height ? p->width : p->height) - 1;
  limits[1].pixels = (uint64_t)p->width * p->height - 1;
  limits[2].memory = 16;
  for (int i = 0; i < 3; i++) {
    outcome o = decode(codec, file, &limits[i], style_plain, NULL, NULL);
    if (o.code != FRAMEIT_CODEC_LIMIT) give_up("limit %d was exceeded, but the codec reported %s", i, codes[o.code]);
  }
}

// MARK: Checks

typedef enum pattern { pattern_few, pattern_smooth, pattern_noise, pattern_count } pattern;

static const char *const patterns[] = {"few colors", "smooth", "noise"};

static image draw(uint32_t width, uint32_t height, uint32_t channels, uint32_t depth, uint32_t frames, pattern what) {
  image p = make(width, height, channels, depth, frames);
  random_state = width * 31 + height;
  for (uint32_t f = 0; f < frames; f++) {
    p.delays[f] = 50 + 30 * f;
    for (uint32_t y = 0; y < height; y++) {
      for (uint32_t x = 0; x < width; x++) {
        for (uint32_t c = 0; c < channels; c++) {
          int is_alpha = channels % 2 == 0 && c == channels - 1;
          uint32_t value;
          if (what == pattern_few) value = is_alpha ? ((x / 3 + y / 5 + f) % 4 == 0 ? 0 : 255) : (x / 4 + y / 3 + c * f + f) % 5 * 60;
          else if (what == pattern_smooth) value = is_alpha ? 255 : (x * (c + 1) + y * (3 - c % 3) + f * 20) * 255 / (4 * (width + height) + 20 * frames);
          else value = random_number() & 0xFF;
          size_t at = f * frame_bytes(&p) + y * row_bytes(&p) + (x * (size_t)channels + c) * (depth / 8);
          uint16_t wide = (uint16_t)(value * 257);
          if (depth == 16) memcpy(p.bytes + at, &wide, 2);
          else p.bytes[at] = (uint8_t)value;
        }
      }
    }
  }
  return p;
}

static void check_round_trip(const frameit_codec *codec, const image *p, pattern what, int is_lossy, int rounds) {
  static char name[100];
  snprintf(
      name, sizeof name, "%ux%u %ux%u x%u %s", p->width, p->height, p->channels, p->depth, p->frames, patterns[what]);
  doing = name;
  bytes file = {0};
  wishes w = {0};
  outcome o = encode(codec, p, &w, &file);
  if (o.code == FRAMEIT_CODEC_UNSUPPORTED) {
    free(file.bytes);
    return;
  }
  if (o.code != FRAMEIT_CODEC_OK) give_up("encoding failed: %s: %s", codes[o.code], o.report.message);
  bytes again = {0};
  encode(codec, p, &w, &again);
  if (again.count != file.count || memcmp(again.bytes, file.bytes, file.count) != 0) give_up("encoding twice gave different bytes");
  free(again.bytes);
  image back;
  bytes exact = copy(&file, file.count);
  o = decode(codec, &exact, &usual_limits, style_plain, &back, NULL);
  if (o.code != FRAMEIT_CODEC_OK || o.report.damages) {
    give_up("decoding failed: %s: %s%s", codes[o.code], o.report.message, o.report.damage);
  }
  double decibels = difference(p, &back);
  int must_be_exact = what == pattern_few && !is_lossy;
  if (decibels < 0) give_up("the decoded image has a different size or number of frames: %u x %u, %u frames", back.width, back.height, back.frames);
  if (must_be_exact && decibels != 999) give_up("the decoded image differs: PSNR %.1f dB", decibels);
  if (what == pattern_smooth && decibels < 25) give_up("the decoded image differs: PSNR %.1f dB", decibels);
  if (p->frames > 1 && (back.plays != p->plays || back.delays[1] != p->delays[1])) {
    give_up("the decoded timing differs: %u plays, %u ms", back.plays, back.delays[1]);
  }
  if (rounds > 0) {
    torture(codec, &exact, rounds, name);
    check_failures(codec, p, &exact, &w);
    close_early(codec, p, &exact);
    if (p->width > 1) check_limits(codec, p, &exact);
  }
  drop(&back);
  free(exact.bytes);
  free(file.bytes);
}

// Checks that encoding at quality 100 is lossless.
static void check_exact(const frameit_codec *codec, const image *p) {
  bytes file = {0};
  wishes w = {.quality = 100};
  outcome o = encode(codec, p, &w, &file);
  if (o.code != FRAMEIT_CODEC_UNSUPPORTED) {
    image back;
    if (o.code == FRAMEIT_CODEC_OK) o = decode(codec, &file, &usual_limits, style_plain, &back, NULL);
    if (o.code != FRAMEIT_CODEC_OK) give_up("at quality 100: %s: %s", codes[o.code], o.report.message);
    double decibels = difference(p, &back);
    if (decibels != 999) give_up("at quality 100, the decoded image differs: PSNR %.1f dB", decibels);
    drop(&back);
  }
  free(file.bytes);
}

static void check(const frameit_codec *codec, int is_lossy, uint32_t exact_to) {
  static const uint32_t sizes[][2] = {{1, 1}, {3, 2}, {17, 13}, {1, 70}, {90, 1}, {64, 64}, {131, 77}};
  long count = 0;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    for (uint32_t channels = 1; channels <= 4; channels++) {
      for (uint32_t depth = 8; depth <= 16; depth += 8) {
        for (uint32_t frames = 1; frames <= 4; frames += 3) {
          for (pattern what = 0; what < pattern_count; what++) {
            image p = draw(sizes[s][0], sizes[s][1], channels, depth, frames, what);
            // Small smooth images are skipped.
            int is_small = what == pattern_smooth && p.width * p.height < 1000;
            int rounds = (s == 2 || s == 4) && (frames == 1 || what == pattern_few) ? 1500 : 0;
            if (!is_small) check_round_trip(codec, &p, what, is_lossy, rounds);
            if (depth <= exact_to && p.width * p.height > 100) check_exact(codec, &p);
            count++;
            drop(&p);
          }
        }
      }
    }
  }
  printf("%s: %ld images\n", codec->name, count);
}

// MARK: The command line

static const frameit_codec *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) give_up("%s", dlerror());
  const frameit_codec_entry_point *entry = dlsym(library, "frameit_codec_entry");
  if (!entry || entry->major != FRAMEIT_CODEC_MAJOR || entry->codec_count == 0) give_up("%s is not a plugin", path);
  frameit_codec_report report = {.struct_size = sizeof report};
  if (entry->start && entry->start(&the_host, &report) != FRAMEIT_CODEC_OK) give_up("%s", report.message);
  return entry->codecs[0];
}

static void print_outcome(const outcome *o) {
  if (o->code != FRAMEIT_CODEC_OK) fprintf(stderr, "%s: %s\n", codes[o->code], o->report.message);
  if (o->report.damages) fprintf(stderr, "damage (%u): %s\n", o->report.damages, o->report.damage);
}

// Writes the block of this kind to stdout, or prints the header if `kind` is null.
static void print_header(
    const frameit_codec *codec, const bytes *file, const frameit_codec_limits *limits, const char *kind) {
  outcome o = {.report = {.struct_size = sizeof o.report}};
  frameit_codec_input input = {
      .struct_size = sizeof input, .context = (void *)file, .length = file->count, .read = read_bytes,
      .image = opened_image};
  frameit_codec_decoder *decoder = codec->open(codec, &the_host, &input, limits, &o.code, &o.report);
  print_outcome(&o);
  if (!decoder) exit(2);
  frameit_codec_header h = {.struct_size = sizeof h};
  codec->header(decoder, &h);
  for (uint32_t i = 0; kind && i < h.block_count; i++) {
    if (strcmp(h.blocks[i]->kind, kind) == 0) fwrite(h.blocks[i]->bytes, 1, h.blocks[i]->count, stdout);
  }
  if (!kind) printf(
      "%s\n%u x %u, %u channels of %u bits, %u frames, %u plays, orientation %u, reductions %u, traits '%s'%s\n",
      codec->library, h.width, h.height, h.channels, h.depth, h.frames, h.plays, h.orientation, h.reductions, h.traits,
      h.has_more_frames ? ", has more frames" : "");
  for (uint32_t i = 0; !kind && i < h.block_count; i++) printf("%s: %" PRIu64 " bytes\n", h.blocks[i]->kind, h.blocks[i]->count);
  for (uint32_t i = 0; !kind && i < h.notice_count; i++) printf("notice %u\n", h.notices[i]->code);
  codec->close(decoder);
}

int main(int count, char **arguments) {
  const char *names[4] = {0};
  const char *block_texts[8];
  uint32_t block_count = 0;
  int named = 0, is_lossy = 0, mutates = 0;
  uint32_t exact_to = 0;
  uint64_t seed = 0, delay = 0, plays = 0, frames = 1, truncate = UINT64_MAX;
  wishes w = {0};
  frameit_codec_limits limits = usual_limits;
  for (int i = 1; i < count; i++) {
    const char *word = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "0";
    if (strcmp(word, "--lossy") == 0) is_lossy = 1;
    else if (word[0] != '-' || word[1] != '-') { if (named < 4) names[named++] = word; }
    else {
      uint64_t number = strtoull(value, NULL, 10);
      i++;
      if (strcmp(word, "--truncate") == 0) truncate = number;
      else if (strcmp(word, "--exact-to") == 0) exact_to = (uint32_t)number;
      else if (strcmp(word, "--mutate") == 0) { mutates = 1; seed = number; }
      else if (strcmp(word, "--image") == 0) opened_image = (uint32_t)number;
      else if (strcmp(word, "--quality") == 0) w.quality = (uint32_t)number;
      else if (strcmp(word, "--frames") == 0) frames = number;
      else if (strcmp(word, "--delay") == 0) delay = number;
      else if (strcmp(word, "--plays") == 0) plays = number;
      else if (strcmp(word, "--memory") == 0) limits.memory = number;
      else if (strcmp(word, "--pixels") == 0) limits.pixels = number;
      else if (strcmp(word, "--metadata") == 0) limits.metadata = number;
      else if (strcmp(word, "--block") == 0 && strchr(value, '=') && block_count < 8) block_texts[block_count++] = value;
      else give_up("unknown option %s", word);
    }
  }
  if (named < 2) give_up("usage: see the first lines of drive.c");
  const frameit_codec *codec = load(names[0]);
  const char *command = names[1];
  doing = names[0];
  if (strcmp(command, "check") == 0) {
    check(codec, is_lossy, exact_to);
    return 0;
  }
  if (strcmp(command, "draw") == 0) {
    image p = draw(131, 77, 4, 8, (uint32_t)frames, pattern_few);
    bytes file = {0};
    outcome o = encode(codec, &p, &w, &file);
    print_outcome(&o);
    if (o.code == FRAMEIT_CODEC_OK) fwrite(file.bytes, 1, file.count, stdout);
    free(file.bytes);
    drop(&p);
    return o.code == FRAMEIT_CODEC_OK ? 0 : 2;
  }
  if (named < 3) give_up("%s needs a file", command);
  doing = names[2];
  if (strcmp(command, "encode") == 0) {
    image p = read_pam(names[2]);
    for (uint32_t f = 0; f < p.frames; f++) p.delays[f] = (uint32_t)delay;
    p.plays = (uint32_t)plays;
    frameit_codec_block blocks[8];
    const frameit_codec_block *list[8];
    char kinds[8][32];
    for (uint32_t i = 0; i < block_count; i++) {
      const char *path = strchr(block_texts[i], '=') + 1;
      snprintf(kinds[i], sizeof kinds[i], "%.*s", (int)(path - 1 - block_texts[i]), block_texts[i]);
      bytes b = read_file(path);
      blocks[i] = (frameit_codec_block){
          .struct_size = sizeof blocks[i], .kind = kinds[i], .bytes = b.bytes, .count = b.count};
      list[i] = &blocks[i];
    }
    w.blocks = list;
    w.block_count = block_count;
    bytes file = {0};
    outcome o = encode(codec, &p, &w, &file);
    print_outcome(&o);
    if (o.code == FRAMEIT_CODEC_OK) fwrite(file.bytes, 1, file.count, stdout);
    for (uint32_t i = 0; i < block_count; i++) free((void *)blocks[i].bytes);
    free(file.bytes);
    drop(&p);
    return o.code == FRAMEIT_CODEC_OK ? 0 : 2;
  }
  bytes file = read_file(names[2]);
  if (truncate < file.count) file.count = (size_t)truncate;
  bytes exact = copy(&file, file.count);
  free(file.bytes);
  if (mutates) mutate(&exact, seed);
  int status = 0;
  if (strcmp(command, "torture") == 0) {
    torture(codec, &exact, names[3] ? atoi(names[3]) : 1000, names[2]);
  } else if (strcmp(command, "info") == 0) {
    print_header(codec, &exact, &limits, NULL);
  } else if (strcmp(command, "block") == 0) {
    print_header(codec, &exact, &limits, names[3] ? names[3] : "");
  } else if (strcmp(command, "decode") == 0) {
    image p = {0};
    outcome o = decode(codec, &exact, &limits, style_plain, &p, NULL);
    print_outcome(&o);
    for (uint32_t f = 0; f < p.frames; f++) {
      write_pam(&p, f);
      if (p.frames > 1) fprintf(stderr, "frame %u: %u ms\n", f, p.delays[f]);
    }
    drop(&p);
    status = o.code == FRAMEIT_CODEC_OK ? 0 : 2;
  } else {
    give_up("unknown command %s", command);
  }
  free(exact.bytes);
  return status;
}
