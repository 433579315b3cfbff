// Decodes and composites frames.
#include "gif.h"

// giflib's read function. At the end of the file it supplies the zero that ends a frame's data, so a last frame with
// all pixels is complete. In any other place, giflib treats that zero as an error.
static int read_for_library(GifFileType *gif, GifByteType *into, int count) {
  size_t got = take(gif->UserData, into, (size_t)count);
  if (got == 0 && count == 1) {
    *into = 0;
    return 1;
  }
  return (int)got;
}

void close_decoder(frameit_codec_decoder *d) {
  const frameit_codec_host *host = d->host;
  int ignored;
  if (d->gif) DGifCloseFile(d->gif, &ignored);
  if (d->canvas) host->release(host, d->canvas);
  if (d->saved) host->release(host, d->saved);
  if (d->line) host->release(host, d->line);
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
  *d = (frameit_codec_decoder){.host = host, .limits = *limits, .reader = {.input = input}};
  take_header(d);
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) { return give(&d->found, header); }

// MARK: The library

static int32_t open_library(frameit_codec_decoder *d) {
  // A frame may be wider than the canvas.
  size_t canvas = (size_t)d->width * d->height * 4, line = 0xFFFF;
  // Below 2^35, because sides have 16 bits.
  uint64_t needed = (uint64_t)d->width * d->height * (d->has_restored ? 8 : 4) + line;
  if (check_memory(&d->trouble, &d->limits, needed) != FRAMEIT_CODEC_OK) return d->trouble.code;
  d->canvas = d->host->allocate(d->host, canvas);
  d->line = d->host->allocate(d->host, line);
  if (d->has_restored) d->saved = d->host->allocate(d->host, canvas);
  if (!d->canvas || !d->line || (d->has_restored && !d->saved)) return no_memory(&d->trouble);
  memset(d->canvas, 0, canvas);
  move_to(&d->reader, 0);
  int error = 0;
  d->gif = DGifOpen(&d->reader, read_for_library, &error);
  if (d->gif) return FRAMEIT_CODEC_OK;
  if (d->reader.has_failed) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the file cannot be read");
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return no_memory(&d->trouble);
  return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the header is damaged");
}

static int32_t library_failed(frameit_codec_decoder *d) {
  if (d->reader.has_failed) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the file cannot be read");
  if (d->gif->Error == D_GIF_ERR_NOT_ENOUGH_MEM) return no_memory(&d->trouble);
  // Only the last frame can be truncated.
  if (d->is_cut && d->next + 1 == d->frames) {
    return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends in frame %" PRIu32, d->next + 1);
  }
  return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " is damaged", d->next + 1);
}

// Reads up to the next frame.
static int32_t find_frame(frameit_codec_decoder *d, GraphicsControlBlock *control) {
  *control = (GraphicsControlBlock){.TransparentColor = NO_TRANSPARENT_COLOR};
  for (;;) {
    GifRecordType record;
    if (DGifGetRecordType(d->gif, &record) == GIF_ERROR) return library_failed(d);
    if (record == IMAGE_DESC_RECORD_TYPE) {
      return DGifGetImageDesc(d->gif) == GIF_ERROR ? library_failed(d) : FRAMEIT_CODEC_OK;
    }
    if (record != EXTENSION_RECORD_TYPE) return library_failed(d);
    int label;
    GifByteType *block;
    if (DGifGetExtension(d->gif, &label, &block) == GIF_ERROR) return library_failed(d);
    // The first byte is the length.
    if (label == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) DGifExtensionToGCB(4, block + 1, control);
    while (block) {
      if (DGifGetExtensionNext(d->gif, &block) == GIF_ERROR) return library_failed(d);
    }
  }
}

// MARK: A frame

// All frames together may have as many pixels as this many images of the maximum size, as in the host.
enum { most_largest = 16 };

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
    GifColorType color = {0};
    if (index < map->ColorCount) color = map->Colors[index];
    else is_outside = 1;
    out[0] = color.Red;
    out[1] = color.Green;
    out[2] = color.Blue;
    out[3] = 255;
  }
  return is_outside;
}

// Draws the frame that was found. On failure, `ready` is the number of correct rows of the canvas.
static int32_t draw_frame(frameit_codec_decoder *d, int transparent) {
  const GifImageDesc *image = &d->gif->Image;
  const ColorMapObject *map = image->ColorMap ? image->ColorMap : d->gif->SColorMap;
  uint32_t left = (uint32_t)image->Left, top = (uint32_t)image->Top;
  uint32_t width = (uint32_t)image->Width, height = (uint32_t)image->Height;
  d->last = (rectangle){
      .left = smaller(left, d->width), .top = smaller(top, d->height), .right = smaller(left + width, d->width),
      .bottom = smaller(top + height, d->height)};
  if (width == 0 || height == 0) {
    live_with(&d->trouble, "a frame has no size");
    GifByteType *block;
    do {
      if (DGifGetCodeNext(d->gif, &block) == GIF_ERROR) return library_failed(d);
    } while (block);
    return FRAMEIT_CODEC_OK;
  }
  if (!map) return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "frame %" PRIu32 " has no palette", d->next + 1);
  // A frame can be larger than the canvas, and decompressing it takes time.
  if ((uint64_t)width * height > d->limits.pixels) {
    return fail(
        &d->trouble, FRAMEIT_CODEC_LIMIT, "frame %" PRIu32 " has %" PRIu64 " pixels; %" PRIu64 " are allowed",
        d->next + 1, (uint64_t)width * height, d->limits.pixels);
  }
  // The canvas does not bound such frames in sum, either.
  d->unpacked += (uint64_t)width * height;
  if (d->unpacked / most_largest > d->limits.pixels) {
    return fail(
        &d->trouble, FRAMEIT_CODEC_LIMIT, "the frames up to %" PRIu32 " have more than %d times %" PRIu64 " pixels",
        d->next + 1, most_largest, d->limits.pixels);
  }
  static const struct { uint32_t first, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}, {0, 1}};
  int pass = image->Interlace ? 0 : 4, is_outside = 0;
  uint32_t y = 0;
  if (!begin_unpacking(&d->unpacker, d->gif)) return library_failed(d);
  for (uint32_t i = 0; i < height; i++, y += passes[pass].step) {
    while (y >= height && pass < 3) y = passes[++pass].first;
    if (!unpack(&d->unpacker, d->line, width)) {
      // Before the last pass, all rows except the first have gaps after them.
      d->ready = smaller(top + (pass >= 3 ? y : i > 0 ? 1 : 0), d->height);
      return library_failed(d);
    }
    if (top + y < d->height) is_outside |= draw_line(d, top + y, map, transparent);
  }
  int has_more;
  if (!end_unpacking(&d->unpacker, &has_more)) return library_failed(d);
  if (has_more) live_with(&d->trouble, "frame %" PRIu32 " has too many pixels", d->next + 1);
  if (is_outside) live_with(&d->trouble, "a pixel has a color that is not in the palette");
  return FRAMEIT_CODEC_OK;
}

static int32_t next_frame(frameit_codec_decoder *d, uint32_t *milliseconds) {
  if (d->last_disposal == DISPOSE_BACKGROUND) copy_rectangle(d->canvas, NULL, &d->last, d->width);
  if (d->last_disposal == DISPOSE_PREVIOUS) copy_rectangle(d->canvas, d->saved, &d->last, d->width);
  d->last_disposal = DISPOSAL_UNSPECIFIED;
  d->ready = 0;
  GraphicsControlBlock control;
  int32_t code = find_frame(d, &control);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (control.DisposalMode == DISPOSE_PREVIOUS && d->saved) {
    memcpy(d->saved, d->canvas, (size_t)d->width * d->height * 4);
  }
  code = draw_frame(d, control.TransparentColor);
  if (code != FRAMEIT_CODEC_OK) return code;
  if (control.DisposalMode != DISPOSE_PREVIOUS || d->saved) d->last_disposal = control.DisposalMode;
  d->ready = d->height;
  if (d->frames > 1) *milliseconds = control.DelayTime < 2 ? 100 : (uint32_t)control.DelayTime * 10;
  return FRAMEIT_CODEC_OK;
}

// MARK: Rows

int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (reduction != 1 || index >= d->frames || index < d->next) {
    fail(t, FRAMEIT_CODEC_MISUSE, "this frame does not exist or was already passed");
    return answer(t, report);
  }
  *milliseconds = 0;
  if (!d->gif && t->code == FRAMEIT_CODEC_OK) open_library(d);
  if (!d->gif) return answer(t, report);
  d->has_begun = 1;
  d->row = 0;
  if (t->code != FRAMEIT_CODEC_OK) d->ready = 0;
  // Errors are reported when rows are requested, so that they can be salvaged.
  for (; d->next <= index && t->code == FRAMEIT_CODEC_OK; d->next++) next_frame(d, milliseconds);
  return FRAMEIT_CODEC_OK;
}

int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (!d->has_begun || count > d->height - d->row) {
    fail(t, FRAMEIT_CODEC_MISUSE, "rows outside the image");
    return answer(t, report);
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
  int32_t code = answer(t, report);
  return end > d->ready ? code : FRAMEIT_CODEC_OK;
}

int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if (d->is_garbled && t->code == FRAMEIT_CODEC_OK) live_with(t, "the data after the last frame is not a block");
  d->is_garbled = 0;
  // Not the decoder's own error: the complete frames may still be requested.
  trouble at_end = *t;
  if (d->is_cut) fail(&at_end, FRAMEIT_CODEC_TRUNCATED, "the file ends before the last block");
  return answer(&at_end, report);
}
