// Encodes images. A frame with at most 256 colors, including transparency, is written as it is. Other frames get 256
// colors and Floyd-Steinberg dithering, in integers, so an image always has the same bytes.
//
// Only the changes of an animation's frames are written. A frame waits for the next one, which may require its
// disposal.
#include "../Shared/encoding.h"
#include "changes.h"
#include "palette.h"

enum { opaque_from = 128, most_side = 0xFFFF, most_comments = 64 };
enum { seen_places = 1024, known_bits = 6, known_places = 1 << 3 * known_bits };

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  uint32_t width, height, channels, frames, plays;
  trouble trouble;
  kept_block comments[most_comments], xmp;
  size_t comment_count;
  GifFileType *gif;
  int is_closing;  // whether nothing is written any more
  size_t filled;
  uint8_t buffer[buffer_length];

  uint32_t frame, row;
  int has_begun;
  uint64_t time, written_time;  // since the start, in units of 1 ms and 10 ms
  uint32_t milliseconds, drawn_milliseconds;

  uint8_t *pixels;  // the frame that is received: RGBA with an alpha of 0 or 255
  uint8_t *drawn;   // the frame that is written
  uint8_t *canvas;  // the image before and after it; null for a still image
  int is_exact;     // whether no color of the canvas was dithered
  uint8_t *line;
  // The frame's colors while they are few: a hash table with index + 1.
  palette palette, global;
  int clears;  // whether the frame's rectangle is cleared after it
  int has_transparent, has_many, has_global, global_transparent;
  uint32_t seen[seen_places];
  uint16_t seen_index[seen_places];

  moments *table, *summed;
  uint16_t *known;  // index + 1 of the nearest color, for colors of 6 bits per channel
  int *errors;      // of two rows, with one more pixel at both ends
};

static int flush(frameit_codec_encoder *e) {
  size_t count = e->filled;
  e->filled = 0;
  return count == 0 || e->output->write(e->output->context, e->buffer, count) == 0;
}

static int write_all(frameit_codec_encoder *e, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (e->filled == sizeof e->buffer && !flush(e)) return 0;
    size_t room = sizeof e->buffer - e->filled, part = count < room ? count : room;
    memcpy(e->buffer + e->filled, bytes, part);
    e->filled += part;
    bytes += part;
    count -= part;
  }
  return 1;
}

static int write_for_library(GifFileType *gif, const GifByteType *bytes, int count) {
  frameit_codec_encoder *e = gif->UserData;
  return e->is_closing || write_all(e, bytes, (size_t)count) ? count : -1;
}

static int32_t writing_failed(frameit_codec_encoder *e) {
  if (e->gif->Error == E_GIF_ERR_NOT_ENOUGH_MEM) return no_memory(&e->trouble);
  return fail(&e->trouble, FRAMEIT_CODEC_IO, "the file cannot be written");
}

void close_encoder(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  int ignored;
  e->is_closing = 1;
  if (e->gif) EGifCloseFile(e->gif, &ignored);
  for (size_t i = 0; i < e->comment_count; i++) release_block(host, &e->comments[i]);
  release_block(host, &e->xmp);
  void *owned[] = {e->pixels, e->drawn, e->canvas, e->line, e->table, e->summed, e->known, e->errors};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    if (owned[i]) host->release(host, owned[i]);
  }
  host->release(host, e);
}

static void keep_comments(frameit_codec_encoder *e, const frameit_codec_encoding *c) {
  for (uint32_t i = 0; i < c->block_count; i++) {
    const frameit_codec_block *block = c->blocks[i];
    if (strcmp(block->kind, "comment") != 0 || block->count == 0) continue;
    if (e->comment_count == most_comments) {
      fail(&e->trouble, FRAMEIT_CODEC_LIMIT, "more than %d comments are not written", most_comments);
      return;
    }
    if (keep_bytes(&e->trouble, e->host, block, &e->comments[e->comment_count]) != FRAMEIT_CODEC_OK) return;
    e->comment_count++;
  }
}

static int32_t prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding) {
  trouble *t = &e->trouble;
  frameit_codec_encoding c;
  if (take_encoding(t, &c, encoding) != FRAMEIT_CODEC_OK) return t->code;
  if (c.depth != 8) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "GIF cannot store 16 bits per channel");
  if (c.width > most_side || c.height > most_side) {
    return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "GIF cannot store sides of more than %d pixels", most_side);
  }
  // There is an extension for profiles, but hardly any viewer supports it.
  if (find_block(&c, "icc")) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "GIF cannot store a color profile");
  e->width = c.width;
  e->height = c.height;
  e->channels = c.channels;
  e->frames = c.frames;
  e->plays = c.plays;
  keep_comments(e, &c);
  keep_block(t, e->host, &c, "xmp", &e->xmp);
  // The format stores only UTF-8: a zero, as in UTF-16, would end it.
  if (e->xmp.bytes && memchr(e->xmp.bytes, 0, e->xmp.count)) release_block(e->host, &e->xmp);
  if (t->code != FRAMEIT_CODEC_OK) return t->code;
  // Below 2^34, because sides have 16 bits.
  uint64_t count = (uint64_t)e->width * e->height * 4;
  if (count > SIZE_MAX) return no_memory(t);
  e->pixels = e->host->allocate(e->host, (size_t)count);
  e->line = e->host->allocate(e->host, e->width);
  if (e->frames > 1) {
    e->drawn = e->host->allocate(e->host, (size_t)count);
    e->canvas = e->host->allocate(e->host, (size_t)count);
    if (!e->drawn || !e->canvas) return no_memory(t);
    memset(e->canvas, 0, (size_t)count);
  }
  int error;
  if (e->pixels && e->line) e->gif = EGifOpen(e, write_for_library, &error);
  if (!e->gif) return no_memory(t);
  EGifSetGifVersion(e->gif, true);
  return FRAMEIT_CODEC_OK;
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
  if (e->frame == e->frames || (e->has_begun && e->row != e->height)) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "too many frames");
  }
  e->milliseconds = milliseconds;
  e->row = 0;
  e->has_begun = 1;
  return answer(&e->trouble, report);
}

// MARK: Pixels

static uint32_t key(const uint8_t *pixel) { return pixel[0] | (uint32_t)pixel[1] << 8 | (uint32_t)pixel[2] << 16; }

static uint32_t seen_place(const frameit_codec_encoder *e, uint32_t color) {
  uint32_t at = (color * 0x9E3779B1u) >> 22;
  while (e->seen_index[at] && e->seen[at] != color) at = (at + 1) % seen_places;
  return at;
}

// Adds a color while there are few.
static void note(frameit_codec_encoder *e, const uint8_t *pixel) {
  uint32_t color = key(pixel), at = seen_place(e, color);
  if (e->seen_index[at]) return;
  if (e->palette.count == most_colors) {
    e->has_many = 1;
    return;
  }
  memcpy(e->palette.colors[e->palette.count], pixel, 3);
  e->seen[at] = color;
  e->seen_index[at] = (uint16_t)++e->palette.count;
}

static void take_pixels(frameit_codec_encoder *e, const uint8_t *in, uint8_t *out, size_t count) {
  int is_gray = e->channels < 3, has_alpha = e->channels % 2 == 0;
  for (; count > 0; count--, in += e->channels, out += 4) {
    if (has_alpha && in[e->channels - 1] < opaque_from) {
      memset(out, 0, 4);
      continue;
    }
    out[0] = in[0];
    out[1] = in[is_gray ? 0 : 1];
    out[2] = in[is_gray ? 0 : 2];
    out[3] = 255;
  }
}

// Finds the colors in a rectangle. Returns 0 if there are too many to write them unchanged.
static int find_colors(frameit_codec_encoder *e, const uint8_t *pixels, const rectangle *r) {
  e->palette.count = 0;
  e->has_transparent = e->clears;
  e->has_many = 0;
  memset(e->seen_index, 0, sizeof e->seen_index);
  for (uint32_t y = r->top; y < r->bottom; y++) {
    const uint8_t *pixel = pixels + ((size_t)y * e->width + r->left) * 4;
    for (uint32_t x = r->left; x < r->right; x++, pixel += 4) {
      if (pixel[3] == 0) e->has_transparent = 1;
      else if (!e->has_many) note(e, pixel);
    }
  }
  // With 256 colors there is no index left for transparency.
  if (e->palette.count + e->has_transparent > most_colors) e->has_many = 1;
  return !e->has_many;
}

static int32_t quantize(frameit_codec_encoder *e) {
  const frameit_codec_host *host = e->host;
  if (!e->table) {
    e->table = host->allocate(host, places * sizeof *e->table);
    e->summed = host->allocate(host, places * sizeof *e->summed);
    e->known = host->allocate(host, known_places * sizeof *e->known);
    e->errors = host->allocate(host, ((size_t)e->width + 2) * 6 * sizeof *e->errors);
  }
  if (!e->table || !e->summed || !e->known || !e->errors) return no_memory(&e->trouble);
  memset(e->table, 0, places * sizeof *e->table);
  memset(e->known, 0, known_places * sizeof *e->known);
  memset(e->errors, 0, ((size_t)e->width + 2) * 6 * sizeof *e->errors);
  const uint8_t *pixel = e->drawn;
  for (uint64_t left = (uint64_t)e->width * e->height; left > 0; left--, pixel += 4) {
    if (pixel[3] == 0) continue;
    moments *m = moments_of(e->table, pixel);
    m->count++;
    for (int i = 0; i < 3; i++) {
      m->sum[i] += pixel[i];
      m->squares += pixel[i] * pixel[i];
    }
  }
  choose(e->table, e->summed, most_colors - (e->has_transparent ? 1 : 0), &e->palette);
  return FRAMEIT_CODEC_OK;
}

static int known_nearest(frameit_codec_encoder *e, const uint8_t color[3]) {
  enum { shift = 8 - known_bits };
  size_t at = 0;
  for (int i = 0; i < 3; i++) at = at << known_bits | color[i] >> shift;
  if (e->known[at] == 0) {
    // Uses the middle of all colors with the same key.
    uint8_t middle[3];
    for (int i = 0; i < 3; i++) middle[i] = (uint8_t)((color[i] >> shift << shift) | 1 << (shift - 1));
    e->known[at] = (uint16_t)(nearest(&e->palette, middle) + 1);
  }
  return e->known[at] - 1;
}

// Dithers a row, in alternating directions: the error of a color is distributed to its neighbors in sixteenths.
static void dither(frameit_codec_encoder *e, uint32_t y, int transparent) {
  size_t width = e->width;
  int *here = e->errors + (y % 2) * (width + 2) * 3, *below = e->errors + ((y + 1) % 2) * (width + 2) * 3;
  memset(below, 0, (width + 2) * 3 * sizeof *below);
  const uint8_t *row = e->drawn + (size_t)y * width * 4;
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
      int off = wanted[c] - e->palette.colors[index][c];
      error[c + step] += off * 7;
      under[c - step] += off * 3;
      under[c] += off * 5;
      under[c + step] += off;
    }
  }
}

static void look_up(frameit_codec_encoder *e, const rectangle *r, uint32_t y, int transparent) {
  const uint8_t *pixel = e->drawn + ((size_t)y * e->width + r->left) * 4;
  for (uint32_t x = r->left; x < r->right; x++, pixel += 4) {
    e->line[x] = (uint8_t)(pixel[3] == 0 ? transparent : e->seen_index[seen_place(e, key(pixel))] - 1);
  }
}

static ColorMapObject *make_map(const palette *p, int has_transparent) {
  int count = 2;
  while (count < p->count + has_transparent) count *= 2;
  ColorMapObject *map = GifMakeMapObject(count, NULL);
  for (int i = 0; map && i < count; i++) {
    const uint8_t black[3] = {0}, *color = i < p->count ? p->colors[i] : black;
    map->Colors[i] = (GifColorType){color[0], color[1], color[2]};
  }
  return map;
}

// MARK: Blocks

// Writes an extension with sub-blocks. `application` is null if it has no application block.
static int put_extension(GifFileType *gif, int label, const char *application, const uint8_t *bytes, size_t count) {
  if (EGifPutExtensionLeader(gif, label) == GIF_ERROR) return 0;
  if (application && EGifPutExtensionBlock(gif, application_length, application) == GIF_ERROR) return 0;
  for (size_t done = 0; done < count; done += longest_block) {
    size_t part = count - done < longest_block ? count - done : longest_block;
    if (EGifPutExtensionBlock(gif, (int)part, bytes + done) == GIF_ERROR) return 0;
  }
  return EGifPutExtensionTrailer(gif) != GIF_ERROR;
}

// Writes the packet as it is, followed by 1, 255, 254 and so on down to 0, and the end of sub-blocks. A reader that
// takes letters for lengths reaches the end from any position.
static int put_xmp(frameit_codec_encoder *e) {
  uint8_t trailer[xmp_trailer] = {1};
  for (int i = 0; i <= 255; i++) trailer[1 + i] = (uint8_t)(255 - i);
  return EGifPutExtensionLeader(e->gif, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR
    && EGifPutExtensionBlock(e->gif, application_length, GIF_XMP) != GIF_ERROR
    && write_all(e, e->xmp.bytes, e->xmp.count) && write_all(e, trailer, sizeof trailer);
}

// Writes everything before the first frame.
static int put_start(frameit_codec_encoder *e, const ColorMapObject *map) {
  if (EGifPutScreenDesc(e->gif, (int)e->width, (int)e->height, 8, 0, map) == GIF_ERROR) return 0;
  for (size_t i = 0; i < e->comment_count; i++) {
    const kept_block *comment = &e->comments[i];
    if (!put_extension(e->gif, COMMENT_EXT_FUNC_CODE, NULL, comment->bytes, comment->count)) return 0;
  }
  if (e->xmp.bytes && !put_xmp(e)) return 0;
  // Without the extension, the animation plays once.
  if (e->frames == 1 || e->plays == 1) return 1;
  uint32_t repeats = e->plays == 0 ? 0 : e->plays - 1 > 0xFFFF ? 0xFFFF : e->plays - 1;
  const uint8_t body[3] = {1, (uint8_t)repeats, (uint8_t)(repeats >> 8)};
  return put_extension(e->gif, APPLICATION_EXT_FUNC_CODE, GIF_PLAYS, body, sizeof body);
}

// Returns the delay of a frame, without accumulating rounding errors. Viewers replace delays below 2.
// A longer delay than the file can store is an error.
static int delay(frameit_codec_encoder *e) {
  e->time += e->drawn_milliseconds;
  uint64_t until = (e->time + 5) / 10;
  uint64_t wanted = until > e->written_time ? until - e->written_time : 0;
  if (wanted < 2) wanted = 2;
  if (wanted > 0xFFFF) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "a frame lasts %" PRIu64 " s, and GIF stores at most 655.35 s", wanted / 100);
  }
  e->written_time += wanted;
  return (int)wanted;
}

// MARK: Frames

static int put_frame(
    frameit_codec_encoder *e, const rectangle *r, int disposal, const ColorMapObject *map, int transparent) {
  GraphicsControlBlock control = {
      .DisposalMode = disposal, .TransparentColor = transparent < 0 ? NO_TRANSPARENT_COLOR : transparent};
  if (e->frames > 1) control.DelayTime = delay(e);
  if (e->trouble.code) return 0;
  if (e->frames > 1 || transparent >= 0) {
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    if (EGifPutExtension(e->gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_ERROR) return 0;
  }
  // giflib drops the previous frame's colors without freeing them if this frame has none of its own.
  GifFreeMapObject(e->gif->Image.ColorMap);
  e->gif->Image.ColorMap = NULL;
  int width = (int)(r->right - r->left), height = (int)(r->bottom - r->top);
  if (EGifPutImageDesc(e->gif, (int)r->left, (int)r->top, width, height, false, map) == GIF_ERROR) return 0;
  for (uint32_t y = r->top; y < r->bottom; y++) {
    if (e->has_many) dither(e, y, transparent);
    else look_up(e, r, y, transparent);
    if (EGifPutLine(e->gif, e->line + r->left, width) == GIF_ERROR) return 0;
  }
  return 1;
}

static int same_palette(const frameit_codec_encoder *e) {
  return e->has_global && e->palette.count == e->global.count && e->has_transparent == e->global_transparent
    && memcmp(e->palette.colors, e->global.colors, 3 * (size_t)e->global.count) == 0;
}

// Returns the part of a frame that is written. A dithered canvas is replaced by a frame that needs no dithering.
static rectangle find_changes(frameit_codec_encoder *e) {
  const rectangle whole = {.right = e->width, .bottom = e->height};
  int gives_way = e->has_global && !e->is_exact && find_colors(e, e->drawn, &whole);
  if (gives_way) {
    memcpy(e->canvas, e->drawn, (size_t)e->width * e->height * 4);
    e->is_exact = 1;
    return whole;
  }
  rectangle changed = leave_out_kept(e->drawn, e->canvas, e->width, e->height);
  // Viewers disagree about the area around the first frame.
  return e->has_global ? changed : whole;
}

static void copy_rows(uint8_t *into, const uint8_t *from, const rectangle *r, uint32_t width) {
  for (uint32_t y = r->top; y < r->bottom; y++) {
    size_t start = ((size_t)y * width + r->left) * 4, count = (size_t)(r->right - r->left) * 4;
    if (from) memcpy(into + start, from + start, count);
    else memset(into + start, 0, count);
  }
}

// Keeps colors unchanged if they are few, if necessary including pixels that could stay; otherwise selects 256.
static int32_t choose_colors(frameit_codec_encoder *e, const rectangle *r) {
  if (find_colors(e, e->drawn, r)) return FRAMEIT_CODEC_OK;
  if (e->canvas && find_colors(e, e->canvas, r)) {
    copy_rows(e->drawn, e->canvas, r, e->width);
    return FRAMEIT_CODEC_OK;
  }
  find_colors(e, e->drawn, r);
  e->is_exact = 0;
  return quantize(e);
}

// Writes the frame in `drawn`. `next` is the following frame, null for the last.
static int32_t write_frame(frameit_codec_encoder *e, const uint8_t *next) {
  rectangle r = {.right = e->width, .bottom = e->height};
  int is_first = !e->has_global, disposal = e->canvas ? DISPOSE_DO_NOT : DISPOSAL_UNSPECIFIED;
  if (is_first) e->is_exact = 1;
  e->clears = 0;
  if (e->canvas) r = find_changes(e);
  if (next && add_cleared(&r, e->canvas, next, e->width, e->height)) {
    disposal = DISPOSE_BACKGROUND;
    // Without a transparent color, many readers fill the rectangle with the background color (GIF89a, 23.c.iv).
    e->clears = 1;
  }
  int32_t code = choose_colors(e, &r);
  if (code != FRAMEIT_CODEC_OK) return code;
  int transparent = e->has_transparent ? e->palette.count : -1;
  // The first frame's palette is the global one; later frames have a local one if theirs differs.
  ColorMapObject *map = same_palette(e) ? NULL : make_map(&e->palette, e->has_transparent);
  if (!map && !same_palette(e)) return no_memory(&e->trouble);
  int is_fine = 1;
  if (is_first) {
    is_fine = put_start(e, map);
    e->global = e->palette;
    e->global_transparent = e->has_transparent;
    e->has_global = 1;
  }
  is_fine = is_fine && put_frame(e, &r, disposal, is_first ? NULL : map, transparent);
  GifFreeMapObject(map);
  if (disposal == DISPOSE_BACKGROUND) copy_rows(e->canvas, NULL, &r, e->width);
  return is_fine ? FRAMEIT_CODEC_OK : writing_failed(e);
}

// Called when a frame is complete: writes the one before it, and the last one at once.
static void take_frame(frameit_codec_encoder *e) {
  if (++e->frame > 1) write_frame(e, e->pixels);
  uint8_t *free = e->drawn;
  e->drawn = e->pixels;
  e->pixels = free;
  e->drawn_milliseconds = e->milliseconds;
  if (e->frame == e->frames && e->trouble.code == FRAMEIT_CODEC_OK) write_frame(e, NULL);
}

// MARK: Rows

int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  if (!e->has_begun || count > e->height - e->row) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "more rows than were announced");
  }
  if (e->trouble.code != FRAMEIT_CODEC_OK || count == 0) return answer(&e->trouble, report);
  take_pixels(e, rows, e->pixels + (size_t)e->row * e->width * 4, (size_t)e->width * count);
  e->row += count;
  if (e->row == e->height) take_frame(e);
  return answer(&e->trouble, report);
}

int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  trouble *t = &e->trouble;
  if (e->frame != e->frames || !e->gif) fail(t, FRAMEIT_CODEC_MISUSE, "fewer rows than were announced");
  if (t->code != FRAMEIT_CODEC_OK) return answer(t, report);
  int error = 0;
  int result = EGifCloseFile(e->gif, &error);
  e->gif = NULL;
  if (result == GIF_ERROR || !flush(e)) fail(t, FRAMEIT_CODEC_IO, "the file cannot be written");
  return answer(t, report);
}
