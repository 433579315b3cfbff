// GIF, still and animated, by giflib.
//
// Frames are composed as browsers do: what is disposed of becomes transparent, the background colour is not looked
// at, and a frame that would be shown for less than 20 ms is shown for 100. What lies outside of the canvas is cut
// off, but the first frame always fits.
//
// A frame of at most 256 colours, transparency among them, is written as it is. Others get 256 colours by Wu's
// method (Graphics Gems II, 1991, "Efficient statistical computations for optimal color quantization"), moved to the
// middle of what they stand for, and Floyd and Steinberg's dithering. All of it is in integers, so that a picture
// always comes to the same bytes.
#include <frameit_codec.h>
#include <gif_lib.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

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

static void live_with(frameit_codec_report *report, const char *damage) {
  if (report->damages++ == 0) snprintf(report->damage, sizeof report->damage, "%s", damage);
}

enum { buffer_length = 1 << 16, most_colours = 256, opaque_from = 128 };

// MARK: Reading

// The file's bytes in order.
typedef struct reader {
  const frameit_codec_input *input;
  uint64_t offset;  // of what follows the buffer
  size_t at, filled;
  int has_failed;
  uint8_t buffer[buffer_length];
} reader;

static void rewind_to(reader *r, uint64_t offset) {
  r->offset = offset;
  r->at = r->filled = 0;
}

// Returns how many bytes came: fewer at the end, and where reading fails.
static size_t take(reader *r, uint8_t *into, size_t count) {
  size_t done = 0;
  while (done < count) {
    if (r->at == r->filled) {
      int64_t got = r->input->read(r->input->context, r->offset, r->buffer, sizeof r->buffer);
      if (got < 0) r->has_failed = 1;
      if (got <= 0) break;
      r->offset += (uint64_t)got;
      r->at = 0;
      r->filled = (size_t)got;
    }
    size_t part = r->filled - r->at < count - done ? r->filled - r->at : count - done;
    memcpy(into + done, r->buffer + r->at, part);
    r->at += part;
    done += part;
  }
  return done;
}

// What giflib reads by. At the end of the file it is given the zero that ends a frame's data: a last frame whose
// pixels are all there is whole then. Any other use of that zero is an error to it.
static int read_for_library(GifFileType *gif, GifByteType *into, int count) {
  size_t got = take(gif->UserData, into, (size_t)count);
  if (got == 0 && count == 1) {
    *into = 0;
    return 1;
  }
  return (int)got;
}

// MARK: Decoding

typedef struct rectangle {
  uint32_t left, top, right, bottom;
} rectangle;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  uint64_t memory, pixels;  // of the limits
  reader reader;

  uint32_t width, height, frames, plays;
  int has_alpha, is_cleared;    // some of the canvas, by the frame that came last
  int has_restored;             // frames that are followed by what was there before
  int is_cut, is_garbled;       // how the file ends
  char *comment;
  frameit_codec_block block;
  const frameit_codec_block *block_list[1];

  GifFileType *gif;
  uint8_t *canvas, *saved, *line;
  uint32_t next;  // the frame that comes next
  rectangle last;
  int last_disposal;
  int has_begun;
  uint32_t row, ready;
  int32_t failure;
};

static uint32_t pair(const uint8_t *b) { return b[0] | (uint32_t)b[1] << 8; }

// How a look at the file's blocks went.
typedef enum scan { scan_on, scan_end, scan_cut, scan_garbled, scan_stop } scan;

static scan skip(reader *r, size_t count) {
  uint8_t ignored[768];
  while (count > 0) {
    size_t part = count < sizeof ignored ? count : sizeof ignored;
    if (take(r, ignored, part) != part) return scan_cut;
    count -= part;
  }
  return scan_on;
}

static scan skip_blocks(reader *r) {
  uint8_t length;
  do {
    if (take(r, &length, 1) != 1 || skip(r, length) != scan_on) return scan_cut;
  } while (length > 0);
  return scan_on;
}

// A comment ought to be ASCII. What is not UTF-8 is taken for Latin-1.
static int is_utf8(const char *text, size_t count) {
  const uint8_t *b = (const uint8_t *)text;
  for (size_t i = 0; i < count;) {
    int more = b[i] < 0x80 ? 0 : b[i] >= 0xC2 && b[i] < 0xE0 ? 1 : b[i] >= 0xE0 && b[i] < 0xF0 ? 2
      : b[i] >= 0xF0 && b[i] < 0xF5 ? 3 : -1;
    if (more < 0 || i + (size_t)more >= count) return 0;
    if (more > 1) {
      // No longer forms than needed, no surrogates, nothing past U+10FFFF.
      uint32_t start = (uint32_t)b[i] << 8 | b[i + 1];
      if (start < 0xE0A0 || (start >= 0xEDA0 && start < 0xEE00) || (start >= 0xF000 && start < 0xF090) || start >= 0xF490) {
        return 0;
      }
    }
    for (int k = 1; k <= more; k++) {
      if ((b[i + (size_t)k] & 0xC0) != 0x80) return 0;
    }
    i += (size_t)more + 1;
  }
  return 1;
}

static int32_t keep_comment(frameit_codec_decoder *d, const char *text, size_t count, frameit_codec_report *report) {
  int is_plain = is_utf8(text, count);
  d->comment = d->host->allocate(d->host, is_plain ? count : 2 * count);
  if (!d->comment) return no_memory(report);
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    uint8_t byte = (uint8_t)text[i];
    if (!is_plain && byte >= 0x80) {
      d->comment[length++] = (char)(0xC0 | byte >> 6);
      byte = 0x80 | (byte & 0x3F);
    }
    d->comment[length++] = (char)byte;
  }
  d->block = (frameit_codec_block){.struct_size = sizeof d->block, .kind = "comment", .bytes = d->comment, .count = length};
  d->block_list[0] = &d->block;
  return FRAMEIT_CODEC_OK;
}

// The first comment. Longer ones than 16 sub-blocks are cut.
static scan read_comment(
    frameit_codec_decoder *d, const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  char text[16 * 255];
  size_t count = 0;
  uint8_t length;
  for (;;) {
    if (take(&d->reader, &length, 1) != 1) return scan_cut;
    if (length == 0) break;
    if (count + length > sizeof text) {
      if (skip(&d->reader, length) != scan_on) return scan_cut;
    } else if (take(&d->reader, (uint8_t *)text + count, length) != length) {
      return scan_cut;
    } else {
      count += length;
    }
  }
  if (count == 0 || d->comment) return scan_on;
  if (2 * count > limits->metadata) {
    *code = fail(report, FRAMEIT_CODEC_LIMIT, "it has more metadata than is allowed");
    return scan_stop;
  }
  *code = keep_comment(d, text, count, report);
  return *code == FRAMEIT_CODEC_OK ? scan_on : scan_stop;
}

static scan read_application(frameit_codec_decoder *d) {
  uint8_t length, name[255];
  if (take(&d->reader, &length, 1) != 1 || take(&d->reader, name, length) != length) return scan_cut;
  if (length == 0) return scan_on;
  int loops = length == 11 && (memcmp(name, "NETSCAPE2.0", 11) == 0 || memcmp(name, "ANIMEXTS1.0", 11) == 0);
  if (!loops) return skip_blocks(&d->reader);
  uint8_t body[255];
  if (take(&d->reader, &length, 1) != 1 || take(&d->reader, body, length) != length) return scan_cut;
  if (length == 0) return scan_on;
  // It counts how often the animation is repeated after it was shown once.
  if (length >= 3 && body[0] == 1) d->plays = pair(body + 1) == 0 ? 0 : pair(body + 1) + 1;
  return skip_blocks(&d->reader);
}

// What comes before a frame: whether it has a transparent colour, and what follows it.
typedef struct control {
  int is_transparent, disposal;
} control;

static scan read_extension(
    frameit_codec_decoder *d, const frameit_codec_limits *limits, control *next, int32_t *code,
    frameit_codec_report *report) {
  uint8_t label;
  if (take(&d->reader, &label, 1) != 1) return scan_cut;
  if (label == COMMENT_EXT_FUNC_CODE) return read_comment(d, limits, code, report);
  if (label == APPLICATION_EXT_FUNC_CODE) return read_application(d);
  if (label != GRAPHICS_EXT_FUNC_CODE) return skip_blocks(&d->reader);
  uint8_t length, body[255];
  if (take(&d->reader, &length, 1) != 1 || take(&d->reader, body, length) != length) return scan_cut;
  if (length == 0) return scan_on;
  if (length >= 4) *next = (control){.is_transparent = body[0] & 1, .disposal = body[0] >> 2 & 7};
  return skip_blocks(&d->reader);
}

static scan read_frame(frameit_codec_decoder *d, control *next) {
  uint8_t b[9], ignored;
  if (take(&d->reader, b, sizeof b) != sizeof b) return scan_cut;
  uint32_t left = pair(b), top = pair(b + 2), width = pair(b + 4), height = pair(b + 6);
  if (++d->frames == 1) {
    if (left + width > d->width) d->width = left + width;
    if (top + height > d->height) d->height = top + height;
    // The canvas is transparent where nothing was drawn.
    if (left > 0 || top > 0 || width < d->width || height < d->height || next->is_transparent) d->has_alpha = 1;
    d->is_cleared = next->disposal == DISPOSE_PREVIOUS;
  } else {
    d->has_alpha |= d->is_cleared;
    d->is_cleared = 0;
  }
  d->is_cleared |= next->disposal == DISPOSE_BACKGROUND;
  d->has_restored |= next->disposal == DISPOSE_PREVIOUS;
  *next = (control){0};
  if (b[8] & 0x80 && skip(&d->reader, 3u << ((b[8] & 7) + 1)) != scan_on) return scan_cut;
  if (take(&d->reader, &ignored, 1) != 1) return scan_cut;
  return skip_blocks(&d->reader);
}

// Goes through all blocks once, without unpacking: the number of frames is nowhere written.
static int32_t read_blocks(
    frameit_codec_decoder *d, const frameit_codec_limits *limits, frameit_codec_report *report) {
  uint8_t header[13];
  size_t got = take(&d->reader, header, sizeof header);
  if (d->reader.has_failed) return fail(report, FRAMEIT_CODEC_IO, "its header cannot be read");
  if (memcmp(header, "GIF87a", got < 4 ? got : 4) != 0) {
    return fail(report, FRAMEIT_CODEC_DAMAGED, "it does not begin as a GIF does");
  }
  if (got < sizeof header) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in its header");
  d->width = pair(header + 6);
  d->height = pair(header + 8);
  d->plays = 1;
  control next = {0};
  int32_t code = FRAMEIT_CODEC_OK;
  scan state = header[10] & 0x80 ? skip(&d->reader, 3u << ((header[10] & 7) + 1)) : scan_on;
  while (state == scan_on) {
    uint8_t introducer;
    if (take(&d->reader, &introducer, 1) != 1) state = scan_cut;
    else if (introducer == 0x21) state = read_extension(d, limits, &next, &code, report);
    else if (introducer == 0x2C) state = read_frame(d, &next);
    else state = introducer == 0x3B ? scan_end : scan_garbled;
  }
  if (d->reader.has_failed) return fail(report, FRAMEIT_CODEC_IO, "its blocks cannot be read");
  if (code != FRAMEIT_CODEC_OK) return code;
  d->is_cut = state == scan_cut;
  d->is_garbled = state == scan_garbled;
  if (d->frames > 0 && d->width > 0 && d->height > 0) return FRAMEIT_CODEC_OK;
  if (d->is_cut) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends before its first frame");
  return fail(report, FRAMEIT_CODEC_DAMAGED, "it has no frame");
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
  int ignored;
  if (d->gif) DGifCloseFile(d->gif, &ignored);
  if (d->canvas) host->release(host, d->canvas);
  if (d->saved) host->release(host, d->saved);
  if (d->line) host->release(host, d->line);
  if (d->comment) host->release(host, d->comment);
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
  *d = (frameit_codec_decoder){.host = host, .memory = limits->memory, .pixels = limits->pixels, .reader = {.input = input}};
  *code = read_blocks(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) *code = check_size(d, limits, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

static int32_t header(frameit_codec_decoder *d, frameit_codec_header *header) {
  header->width = d->width;
  header->height = d->height;
  header->channels = d->has_alpha ? 4 : 3;
  header->depth = 8;
  header->frames = d->frames;
  header->plays = d->plays;
  header->block_count = d->comment ? 1 : 0;
  header->blocks = d->block_list;
  snprintf(header->traits, sizeof header->traits, "palette");
  return FRAMEIT_CODEC_OK;
}

static int32_t open_library(frameit_codec_decoder *d, frameit_codec_report *report) {
  // A frame may be wider than the canvas.
  size_t canvas = (size_t)d->width * d->height * 4, line = 0xFFFF;
  uint64_t needed = (uint64_t)d->width * d->height * (d->has_restored ? 8 : 4) + line;
  if (needed > d->memory || needed > SIZE_MAX) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "it takes %" PRIu64 " bytes of memory; %" PRIu64 " are allowed", needed, d->memory);
  }
  d->canvas = d->host->allocate(d->host, canvas);
  d->line = d->host->allocate(d->host, line);
  if (d->has_restored) d->saved = d->host->allocate(d->host, canvas);
  if (!d->canvas || !d->line || (d->has_restored && !d->saved)) return no_memory(report);
  memset(d->canvas, 0, canvas);
  rewind_to(&d->reader, 0);
  int error = 0;
  d->gif = DGifOpen(&d->reader, read_for_library, &error);
  if (d->gif) return FRAMEIT_CODEC_OK;
  if (d->reader.has_failed) return fail(report, FRAMEIT_CODEC_IO, "it cannot be read");
  return error == D_GIF_ERR_NOT_ENOUGH_MEM ? no_memory(report) : fail(report, FRAMEIT_CODEC_DAMAGED, "its header is damaged");
}

static int32_t library_failed(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->reader.has_failed) return fail(report, FRAMEIT_CODEC_IO, "it cannot be read");
  if (d->gif->Error == D_GIF_ERR_NOT_ENOUGH_MEM) return no_memory(report);
  // Only its last frame can be cut.
  if (d->is_cut && d->next + 1 == d->frames) {
    return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends in frame %" PRIu32, d->next + 1);
  }
  return fail(report, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " is damaged", d->next + 1);
}

// Up to the next frame.
static int32_t find_frame(frameit_codec_decoder *d, GraphicsControlBlock *control, frameit_codec_report *report) {
  *control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  for (;;) {
    GifRecordType record;
    if (DGifGetRecordType(d->gif, &record) == GIF_ERROR) return library_failed(d, report);
    if (record == IMAGE_DESC_RECORD_TYPE) {
      return DGifGetImageDesc(d->gif) == GIF_ERROR ? library_failed(d, report) : FRAMEIT_CODEC_OK;
    }
    if (record != EXTENSION_RECORD_TYPE) return library_failed(d, report);
    int label;
    GifByteType *block;
    if (DGifGetExtension(d->gif, &label, &block) == GIF_ERROR) return library_failed(d, report);
    // The first byte is the length.
    if (label == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) DGifExtensionToGCB(4, block + 1, control);
    while (block) {
      if (DGifGetExtensionNext(d->gif, &block) == GIF_ERROR) return library_failed(d, report);
    }
  }
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void copy_rectangle(uint8_t *into, const uint8_t *from, const rectangle *r, uint32_t width) {
  for (uint32_t y = r->top; y < r->bottom; y++) {
    size_t start = ((size_t)y * width + r->left) * 4, count = (size_t)(r->right - r->left) * 4;
    if (from) memcpy(into + start, from + start, count);
    else memset(into + start, 0, count);
  }
}

static int draw_line(frameit_codec_decoder *d, uint32_t y, const ColorMapObject *map, int transparent) {
  const rectangle *r = &d->last;
  uint8_t *out = d->canvas + ((size_t)y * d->width + r->left) * 4;
  int is_outside = 0;
  for (uint32_t x = 0; x < r->right - r->left; x++, out += 4) {
    int index = d->line[x];
    if (index == transparent) continue;
    GifColorType colour = {0};
    if (index < map->ColorCount) colour = map->Colors[index];
    else is_outside = 1;
    out[0] = colour.Red;
    out[1] = colour.Green;
    out[2] = colour.Blue;
    out[3] = 255;
  }
  return is_outside;
}

// Draws the frame that was found. Where it fails, `ready` says how many rows of the canvas are right.
static int32_t draw_frame(frameit_codec_decoder *d, int transparent, frameit_codec_report *report) {
  const GifImageDesc *image = &d->gif->Image;
  const ColorMapObject *map = image->ColorMap ? image->ColorMap : d->gif->SColorMap;
  uint32_t left = (uint32_t)image->Left, top = (uint32_t)image->Top;
  uint32_t width = (uint32_t)image->Width, height = (uint32_t)image->Height;
  d->last = (rectangle){
      .left = smaller(left, d->width), .top = smaller(top, d->height), .right = smaller(left + width, d->width),
      .bottom = smaller(top + height, d->height)};
  if (width == 0 || height == 0) {
    live_with(report, "a frame has no size");
    GifByteType *block;
    do {
      if (DGifGetCodeNext(d->gif, &block) == GIF_ERROR) return library_failed(d, report);
    } while (block);
    return FRAMEIT_CODEC_OK;
  }
  if (!map) return fail(report, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " has no palette", d->next + 1);
  // It may be larger than the canvas, and unpacking it takes time.
  if ((uint64_t)width * height > d->pixels) {
    return fail(
        report, FRAMEIT_CODEC_LIMIT, "frame %" PRIu32 " has %" PRIu64 " pixels; %" PRIu64 " are allowed", d->next + 1,
        (uint64_t)width * height, d->pixels);
  }
  static const struct { uint32_t first, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}, {0, 1}};
  int pass = image->Interlace ? 0 : 4, is_outside = 0;
  uint32_t y = 0;
  for (uint32_t i = 0; i < height; i++, y += passes[pass].step) {
    while (y >= height && pass < 3) y = passes[++pass].first;
    if (DGifGetLine(d->gif, d->line, (int)width) == GIF_ERROR) {
      // Before the last pass all but the first row have gaps after them.
      d->ready = smaller(top + (pass >= 3 ? y : i > 0 ? 1 : 0), d->height);
      return library_failed(d, report);
    }
    if (top + y < d->height) is_outside |= draw_line(d, top + y, map, transparent);
  }
  if (is_outside) live_with(report, "a pixel has a colour that is not in its palette");
  return FRAMEIT_CODEC_OK;
}

static int32_t next_frame(frameit_codec_decoder *d, uint32_t *milliseconds, frameit_codec_report *report) {
  if (d->last_disposal == DISPOSE_BACKGROUND) copy_rectangle(d->canvas, NULL, &d->last, d->width);
  if (d->last_disposal == DISPOSE_PREVIOUS) copy_rectangle(d->canvas, d->saved, &d->last, d->width);
  d->last_disposal = DISPOSAL_UNSPECIFIED;
  d->ready = 0;
  GraphicsControlBlock control;
  int32_t code = find_frame(d, &control, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (control.DisposalMode == DISPOSE_PREVIOUS && d->saved) {
    memcpy(d->saved, d->canvas, (size_t)d->width * d->height * 4);
  }
  code = draw_frame(d, control.TransparentColor, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (control.DisposalMode != DISPOSE_PREVIOUS || d->saved) d->last_disposal = control.DisposalMode;
  d->ready = d->height;
  if (d->frames > 1) *milliseconds = control.DelayTime < 2 ? 100 : (uint32_t)control.DelayTime * 10;
  return FRAMEIT_CODEC_OK;
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  if (reduction != 1 || index >= d->frames || index < d->next) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "there is no such frame, or no longer");
  }
  *milliseconds = 0;
  if (!d->gif) {
    if (!d->failure) d->failure = open_library(d, report);
    if (d->failure) return d->failure;
  }
  d->has_begun = 1;
  d->row = 0;
  if (d->failure) d->ready = 0;
  // What goes wrong is said when rows are asked for, so that they can be salvaged.
  for (; d->next <= index && !d->failure; d->next++) d->failure = next_frame(d, milliseconds, report);
  return FRAMEIT_CODEC_OK;
}

static int32_t decode_rows(
    frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->has_begun || count > d->height - d->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "rows outside of the picture");
  }
  uint8_t *out = rows;
  size_t channels = d->has_alpha ? 4 : 3;
  uint32_t end = d->row + count;
  for (; d->row < end; d->row++) {
    if (!out) continue;
    const uint8_t *in = d->canvas + (size_t)d->row * d->width * 4;
    if (d->row >= d->ready) memset(out, 0, d->width * channels);
    else if (d->has_alpha) memcpy(out, in, (size_t)d->width * 4);
    else for (uint32_t x = 0; x < d->width; x++) memcpy(out + 3 * (size_t)x, in + 4 * (size_t)x, 3);
    out += d->width * channels;
  }
  return end > d->ready ? d->failure : FRAMEIT_CODEC_OK;
}

static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->failure) return d->failure;
  if (d->is_cut) return fail(report, FRAMEIT_CODEC_TRUNCATED, "the file ends before its last block");
  if (d->is_garbled) live_with(report, "something that is no block follows its frames");
  d->is_garbled = 0;
  return FRAMEIT_CODEC_OK;
}

// MARK: Colours

// Sums over colours of at most 5 bits a channel. A place holds the sum of all that are not larger in any channel.
enum { sides = 33, places = sides * sides * sides };

typedef struct moments {
  int64_t count, sum[3], squares;
} moments;

typedef struct box {
  int above[3], to[3];
} box;

static size_t place(const int c[3]) { return ((size_t)c[0] * sides + (size_t)c[1]) * sides + (size_t)c[2]; }

static void add(moments *into, const moments *other, int sign) {
  into->count += sign * other->count;
  into->squares += sign * other->squares;
  for (int i = 0; i < 3; i++) into->sum[i] += sign * other->sum[i];
}

static void accumulate(moments *table) {
  // Along one channel after the other.
  static const int steps[] = {1, sides, sides * sides};
  for (int axis = 0; axis < 3; axis++) {
    for (int i = 0; i < places; i++) {
      if (i / steps[axis] % sides > 0) add(&table[i], &table[i - steps[axis]], 1);
    }
  }
}

static moments within(const moments *table, const box *b) {
  moments result = {0};
  for (int corner = 0; corner < 8; corner++) {
    int at[3], sign = 1;
    for (int i = 0; i < 3; i++) {
      int is_low = corner >> i & 1;
      at[i] = is_low ? b->above[i] : b->to[i];
      if (is_low) sign = -sign;
    }
    add(&result, &table[place(at)], sign);
  }
  return result;
}

// The square of a sum over its count, to 1/256 of a mean. Sums stay below 2^36: nothing overflows.
static int64_t weight(const moments *m) {
  int64_t total = 0;
  for (int i = 0; i < 3; i++) total += m->sum[i] * (m->sum[i] * 256 / m->count);
  return total / 256;
}

static int64_t spread(const moments *m) { return m->count > 0 ? m->squares - weight(m) : 0; }

// Cuts a box where the two parts have the least spread. Returns 0 where all its colours are one place's.
static int cut(const moments *table, box *b, box *other) {
  moments whole = within(table, b);
  int64_t best = -1;
  box first = *b;
  int axis_of_best = 0;
  for (int axis = 0; axis < 3; axis++) {
    for (int at = b->above[axis] + 1; at < b->to[axis]; at++) {
      box half = *b;
      half.to[axis] = at;
      moments low = within(table, &half), high = whole;
      add(&high, &low, -1);
      if (low.count == 0 || high.count == 0) continue;
      int64_t score = weight(&low) + weight(&high);
      if (score <= best) continue;
      best = score;
      first = half;
      axis_of_best = axis;
    }
  }
  if (best < 0) return 0;
  *other = *b;
  other->above[axis_of_best] = first.to[axis_of_best];
  *b = first;
  return 1;
}

typedef struct palette {
  int count;
  uint8_t colours[most_colours][3];
} palette;

static void set_mean(uint8_t colour[3], const moments *m) {
  for (int i = 0; i < 3; i++) colour[i] = (uint8_t)((m->sum[i] + m->count / 2) / m->count);
}

static int nearest(const palette *p, const uint8_t colour[3]) {
  int best = 0, least = INT32_MAX;
  for (int i = 0; i < p->count; i++) {
    int red = p->colours[i][0] - colour[0], green = p->colours[i][1] - colour[1], blue = p->colours[i][2] - colour[2];
    int distance = red * red + green * green + blue * blue;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

// `table` holds the places' own sums still; `summed` is room for another.
static void choose(const moments *table, moments *summed, int most, palette *p) {
  memcpy(summed, table, places * sizeof *table);
  accumulate(summed);
  box boxes[most_colours] = {{.above = {0, 0, 0}, .to = {sides - 1, sides - 1, sides - 1}}};
  int64_t spreads[most_colours] = {INT64_MAX};
  int count = 1;
  while (count < most) {
    int widest = 0;
    for (int i = 1; i < count; i++) {
      if (spreads[i] > spreads[widest]) widest = i;
    }
    if (spreads[widest] <= 0) break;
    if (!cut(summed, &boxes[widest], &boxes[count])) {
      spreads[widest] = 0;
      continue;
    }
    moments one = within(summed, &boxes[widest]), two = within(summed, &boxes[count]);
    spreads[widest] = spread(&one);
    spreads[count++] = spread(&two);
  }
  p->count = count;
  for (int i = 0; i < count; i++) {
    moments m = within(summed, &boxes[i]);
    if (m.count > 0) set_mean(p->colours[i], &m);
  }
  // Lloyd's method: each colour to the mean of what is nearest to it.
  for (int round = 0; round < 3; round++) {
    moments means[most_colours] = {{0}};
    for (int i = 0; i < places; i++) {
      if (table[i].count == 0) continue;
      uint8_t colour[3];
      set_mean(colour, &table[i]);
      add(&means[nearest(p, colour)], &table[i], 1);
    }
    for (int i = 0; i < count; i++) {
      if (means[i].count > 0) set_mean(p->colours[i], &means[i]);
    }
  }
}

// MARK: Encoding

enum { seen_places = 1024, known_bits = 6, known_places = 1 << 3 * known_bits };

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  uint32_t width, height, channels, frames, plays;
  char *comment;
  GifFileType *gif;
  int is_closing;  // nothing is written any more
  size_t filled;
  uint8_t buffer[buffer_length];

  uint32_t frame, row;
  int has_begun;
  uint64_t time, written_time;  // since the beginning, in ms and in 10 ms
  uint32_t milliseconds;

  uint8_t *pixels;  // of the frame: red green blue alpha, which is 0 or 255
  uint8_t *line;
  // The frame's colours while they are few: a table by hash with index + 1.
  palette palette, global;
  int has_transparent, has_many, has_global, global_transparent;
  uint32_t seen[seen_places];
  uint16_t seen_index[seen_places];

  moments *table, *summed;
  uint16_t *known;  // index + 1 of the colour nearest to one of 6 bits a channel
  int *errors;      // of two rows, with a pixel more at both ends
};

static int flush(frameit_codec_encoder *e) {
  size_t count = e->filled;
  e->filled = 0;
  return count == 0 || e->output->write(e->output->context, e->buffer, count) == 0;
}

static int write_for_library(GifFileType *gif, const GifByteType *bytes, int count) {
  frameit_codec_encoder *e = gif->UserData;
  if (e->is_closing) return count;
  for (int done = 0; done < count;) {
    if (e->filled == sizeof e->buffer && !flush(e)) return -1;
    size_t room = sizeof e->buffer - e->filled, left = (size_t)(count - done), part = left < room ? left : room;
    memcpy(e->buffer + e->filled, bytes + done, part);
    e->filled += part;
    done += (int)part;
  }
  return count;
}

static int32_t writing_failed(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->gif->Error == E_GIF_ERR_NOT_ENOUGH_MEM) return no_memory(report);
  return fail(report, FRAMEIT_CODEC_IO, "it cannot be written");
}

static void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  int ignored;
  e->is_closing = 1;
  if (e->gif) EGifCloseFile(e->gif, &ignored);
  void *owned[] = {e->comment, e->pixels, e->line, e->table, e->summed, e->known, e->errors};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    if (owned[i]) host->release(host, owned[i]);
  }
  host->release(host, e);
}

static int32_t keep_encoded_comment(
    frameit_codec_encoder *e, const frameit_codec_encoding *encoding, frameit_codec_report *report) {
  for (uint32_t i = 0; i < encoding->block_count; i++) {
    const frameit_codec_block *block = encoding->blocks[i];
    if (strcmp(block->kind, "icc") == 0) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "GIF holds no colour profile");
    if (strcmp(block->kind, "comment") != 0 || e->comment || block->count == 0 || block->count > 1 << 20) continue;
    e->comment = e->host->allocate(e->host, (size_t)block->count + 1);
    if (!e->comment) return no_memory(report);
    memcpy(e->comment, block->bytes, (size_t)block->count);
    e->comment[block->count] = 0;
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t prepare(
    frameit_codec_encoder *e, const frameit_codec_encoding *encoding, frameit_codec_report *report) {
  if (encoding->depth != 8) return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "GIF holds no 16 bits a channel");
  if (e->width > 0xFFFF || e->height > 0xFFFF) {
    return fail(report, FRAMEIT_CODEC_UNSUPPORTED, "GIF holds no more than 65535 pixels a side");
  }
  int32_t code = keep_encoded_comment(e, encoding, report);
  if (code != FRAMEIT_CODEC_OK) return code;
  uint64_t count = (uint64_t)e->width * e->height * 4;
  if (count > SIZE_MAX) return no_memory(report);
  e->pixels = e->host->allocate(e->host, (size_t)count);
  e->line = e->host->allocate(e->host, e->width);
  int error;
  if (e->pixels && e->line) e->gif = EGifOpen(e, write_for_library, &error);
  if (!e->gif) return no_memory(report);
  EGifSetGifVersion(e->gif, true);
  return FRAMEIT_CODEC_OK;
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
  *e = (frameit_codec_encoder){
      .host = host, .output = output, .width = encoding->width, .height = encoding->height,
      .channels = encoding->channels, .frames = encoding->frames, .plays = encoding->plays};
  *code = prepare(e, encoding, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->frame == e->frames || (e->has_begun && e->row != e->height)) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "a frame too many");
  }
  e->milliseconds = milliseconds;
  e->row = 0;
  e->has_begun = 1;
  e->palette.count = 0;
  e->has_transparent = e->has_many = 0;
  memset(e->seen_index, 0, sizeof e->seen_index);
  return FRAMEIT_CODEC_OK;
}

static uint32_t key(const uint8_t *pixel) { return pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16; }

static uint32_t seen_place(const frameit_codec_encoder *e, uint32_t colour) {
  uint32_t at = (colour * 0x9E3779B1u) >> 22;
  while (e->seen_index[at] && e->seen[at] != colour) at = (at + 1) % seen_places;
  return at;
}

// Notes a colour while they are few.
static void note(frameit_codec_encoder *e, const uint8_t *pixel) {
  uint32_t colour = key(pixel), at = seen_place(e, colour);
  if (e->seen_index[at]) return;
  if (e->palette.count == most_colours) {
    e->has_many = 1;
    return;
  }
  memcpy(e->palette.colours[e->palette.count], pixel, 3);
  e->seen[at] = colour;
  e->seen_index[at] = (uint16_t)++e->palette.count;
}

static void take_pixels(frameit_codec_encoder *e, const uint8_t *in, uint8_t *out, size_t count) {
  int is_grey = e->channels < 3, has_alpha = e->channels % 2 == 0;
  for (; count > 0; count--, in += e->channels, out += 4) {
    if (has_alpha && in[e->channels - 1] < opaque_from) {
      memset(out, 0, 4);
      e->has_transparent = 1;
      continue;
    }
    out[0] = in[0];
    out[1] = in[is_grey ? 0 : 1];
    out[2] = in[is_grey ? 0 : 2];
    out[3] = 255;
    if (!e->has_many) note(e, out);
  }
}

static int32_t quantise(frameit_codec_encoder *e, frameit_codec_report *report) {
  const frameit_codec_host *host = e->host;
  if (!e->table) {
    e->table = host->allocate(host, places * sizeof *e->table);
    e->summed = host->allocate(host, places * sizeof *e->summed);
    e->known = host->allocate(host, known_places * sizeof *e->known);
    e->errors = host->allocate(host, ((size_t)e->width + 2) * 6 * sizeof *e->errors);
  }
  if (!e->table || !e->summed || !e->known || !e->errors) return no_memory(report);
  memset(e->table, 0, places * sizeof *e->table);
  memset(e->known, 0, known_places * sizeof *e->known);
  memset(e->errors, 0, ((size_t)e->width + 2) * 6 * sizeof *e->errors);
  const uint8_t *pixel = e->pixels;
  for (uint64_t left = (uint64_t)e->width * e->height; left > 0; left--, pixel += 4) {
    if (pixel[3] == 0) continue;
    moments *m = &e->table[place((int[]){(pixel[0] >> 3) + 1, (pixel[1] >> 3) + 1, (pixel[2] >> 3) + 1})];
    m->count++;
    for (int i = 0; i < 3; i++) {
      m->sum[i] += pixel[i];
      m->squares += pixel[i] * pixel[i];
    }
  }
  choose(e->table, e->summed, most_colours - (e->has_transparent ? 1 : 0), &e->palette);
  return FRAMEIT_CODEC_OK;
}

static int known_nearest(frameit_codec_encoder *e, const uint8_t colour[3]) {
  enum { shift = 8 - known_bits };
  size_t at = (size_t)(colour[0] >> shift) << 2 * known_bits | (size_t)(colour[1] >> shift) << known_bits | colour[2] >> shift;
  if (e->known[at] == 0) {
    // By the middle of all colours that share the place.
    uint8_t middle[3];
    for (int i = 0; i < 3; i++) middle[i] = (uint8_t)((colour[i] >> shift << shift) | 1 << (shift - 1));
    e->known[at] = (uint16_t)(nearest(&e->palette, middle) + 1);
  }
  return e->known[at] - 1;
}

// A row to and fro: what a colour is off goes to its neighbours, in sixteenths.
static void dither(frameit_codec_encoder *e, uint32_t y, int transparent) {
  size_t width = e->width;
  int *here = e->errors + (y % 2) * (width + 2) * 3, *below = e->errors + ((y + 1) % 2) * (width + 2) * 3;
  memset(below, 0, (width + 2) * 3 * sizeof *below);
  const uint8_t *row = e->pixels + (size_t)y * width * 4;
  int step = y % 2 == 0 ? 3 : -3;
  for (size_t i = 0; i < width; i++) {
    size_t x = y % 2 == 0 ? i : width - 1 - i;
    const uint8_t *pixel = row + x * 4;
    int *error = here + (x + 1) * 3, *under = below + (x + 1) * 3;
    if (pixel[3] == 0) {
      e->line[x] = (uint8_t)transparent;
      continue;
    }
    uint8_t wanted[3];
    for (int c = 0; c < 3; c++) {
      int value = pixel[c] + (error[c] + (error[c] < 0 ? -8 : 8)) / 16;
      wanted[c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    int index = known_nearest(e, wanted);
    e->line[x] = (uint8_t)index;
    for (int c = 0; c < 3; c++) {
      int off = wanted[c] - e->palette.colours[index][c];
      error[c + step] += off * 7;
      under[c - step] += off * 3;
      under[c] += off * 5;
      under[c + step] += off;
    }
  }
}

static void look_up(frameit_codec_encoder *e, uint32_t y, int transparent) {
  const uint8_t *pixel = e->pixels + (size_t)y * e->width * 4;
  for (uint32_t x = 0; x < e->width; x++, pixel += 4) {
    e->line[x] = (uint8_t)(pixel[3] == 0 ? transparent : e->seen_index[seen_place(e, key(pixel))] - 1);
  }
}

static ColorMapObject *make_map(const palette *p, int has_transparent) {
  int count = 2;
  while (count < p->count + has_transparent) count *= 2;
  ColorMapObject *map = GifMakeMapObject(count, NULL);
  for (int i = 0; map && i < count; i++) {
    const uint8_t black[3] = {0}, *colour = i < p->count ? p->colours[i] : black;
    map->Colors[i] = (GifColorType){colour[0], colour[1], colour[2]};
  }
  return map;
}

static int put_start(frameit_codec_encoder *e, const ColorMapObject *map) {
  if (EGifPutScreenDesc(e->gif, (int)e->width, (int)e->height, 8, 0, map) == GIF_ERROR) return 0;
  if (e->comment && EGifPutComment(e->gif, e->comment) == GIF_ERROR) return 0;
  // Once is what is shown without it.
  if (e->frames == 1 || e->plays == 1) return 1;
  uint32_t repeats = e->plays == 0 ? 0 : e->plays - 1 > 0xFFFF ? 0xFFFF : e->plays - 1;
  const uint8_t body[3] = {1, (uint8_t)repeats, (uint8_t)(repeats >> 8)};
  return EGifPutExtensionLeader(e->gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR
    && EGifPutExtensionBlock(e->gif, 11, "NETSCAPE2.0") != GIF_ERROR && EGifPutExtensionBlock(e->gif, 3, body) != GIF_ERROR
    && EGifPutExtensionTrailer(e->gif) != GIF_ERROR;
}

// How long a frame is shown, so that what is rounded does not add up. Below 2 viewers take another time.
static int delay(frameit_codec_encoder *e) {
  e->time += e->milliseconds;
  uint64_t until = (e->time + 5) / 10;
  uint64_t wanted = until > e->written_time ? until - e->written_time : 0;
  if (wanted < 2) wanted = 2;
  if (wanted > 0xFFFF) wanted = 0xFFFF;
  e->written_time += wanted;
  return (int)wanted;
}

static int put_frame(frameit_codec_encoder *e, const ColorMapObject *map, int transparent) {
  // Every frame is the whole canvas, so that only where something is transparent the one before must go.
  GraphicsControlBlock control = {
      .DisposalMode = e->channels % 2 == 0 ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
      .TransparentColor = transparent < 0 ? NO_TRANSPARENT_COLOR : transparent};
  if (e->frames == 1) control.DisposalMode = DISPOSAL_UNSPECIFIED;
  if (e->frames > 1) control.DelayTime = delay(e);
  if (e->frames > 1 || transparent >= 0) {
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    if (EGifPutExtension(e->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_ERROR) return 0;
  }
  if (EGifPutImageDesc(e->gif, 0, 0, (int)e->width, (int)e->height, false, map) == GIF_ERROR) return 0;
  for (uint32_t y = 0; y < e->height; y++) {
    if (e->has_many) dither(e, y, transparent);
    else look_up(e, y, transparent);
    if (EGifPutLine(e->gif, e->line, (int)e->width) == GIF_ERROR) return 0;
  }
  return 1;
}

static int same_palette(const frameit_codec_encoder *e) {
  return e->has_global && e->palette.count == e->global.count && e->has_transparent == e->global_transparent
    && memcmp(e->palette.colours, e->global.colours, 3 * (size_t)e->global.count) == 0;
}

static int32_t write_frame(frameit_codec_encoder *e, frameit_codec_report *report) {
  // With 256 colours there is no place for a transparent one.
  if (e->palette.count + e->has_transparent > most_colours) e->has_many = 1;
  if (e->has_many) {
    int32_t code = quantise(e, report);
    if (code != FRAMEIT_CODEC_OK) return code;
  }
  int transparent = e->has_transparent ? e->palette.count : -1;
  // The first frame's palette is the file's; later ones bring their own where it is another.
  ColorMapObject *map = same_palette(e) ? NULL : make_map(&e->palette, e->has_transparent);
  if (!map && !same_palette(e)) return no_memory(report);
  int is_fine = 1, is_first = !e->has_global;
  if (is_first) {
    is_fine = put_start(e, map);
    e->global = e->palette;
    e->global_transparent = e->has_transparent;
    e->has_global = 1;
  }
  is_fine = is_fine && put_frame(e, is_first ? NULL : map, transparent);
  GifFreeMapObject(map);
  return is_fine ? FRAMEIT_CODEC_OK : writing_failed(e, report);
}

static int32_t encode_rows(
    frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  if (!e->has_begun || count > e->height - e->row) {
    return fail(report, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  }
  take_pixels(e, rows, e->pixels + (size_t)e->row * e->width * 4, (size_t)e->width * count);
  e->row += count;
  if (e->row < e->height || count == 0) return FRAMEIT_CODEC_OK;
  e->frame++;
  return write_frame(e, report);
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->frame != e->frames || !e->gif) return fail(report, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
  int error = 0;
  int result = EGifCloseFile(e->gif, &error);
  e->gif = NULL;
  if (result == GIF_ERROR || !flush(e)) return fail(report, FRAMEIT_CODEC_IO, "it cannot be written");
  return FRAMEIT_CODEC_OK;
}

// MARK: What is exported

static const frameit_codec gif = {
    .struct_size = sizeof gif,
    .name = "gif",
    // As compiled with: the library cannot be asked.
    .library = "giflib " TEXT(GIFLIB_MAJOR) "." TEXT(GIFLIB_MINOR) "." TEXT(GIFLIB_RELEASE),
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

static const frameit_codec *const codecs[] = {&gif};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry,
    .major = FRAMEIT_CODEC_MAJOR,
    .minor = FRAMEIT_CODEC_MINOR,
    .codec_count = 1,
    .codecs = codecs};
