// Reads what a file contains, from its blocks: the number of frames is not stored anywhere.
#include "gif.h"

// Bytes in the buffer are not read again, so many small extensions do not cost a read each.
void move_to(reader *r, uint64_t offset) {
  if (offset <= r->offset && r->offset - offset <= r->filled) {
    r->at = r->filled - (size_t)(r->offset - offset);
  } else {
    r->offset = offset;
    r->at = r->filled = 0;
  }
}

size_t take(reader *r, uint8_t *into, size_t count) {
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

// The reader's file offset.
static uint64_t place_of(const reader *r) { return r->offset - (r->filled - r->at); }

static uint32_t pair(const uint8_t *b) { return b[0] | (uint32_t)b[1] << 8; }

// The result of scanning blocks.
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

// MARK: Metadata

// A comment should be ASCII. If it is not UTF-8 either, it is read as Latin-1.
static int is_utf8(const char *text, size_t count) {
  const uint8_t *b = (const uint8_t *)text;
  for (size_t i = 0; i < count;) {
    int more = b[i] < 0x80 ? 0 : b[i] >= 0xC2 && b[i] < 0xE0 ? 1 : b[i] >= 0xE0 && b[i] < 0xF0 ? 2
      : b[i] >= 0xF0 && b[i] < 0xF5 ? 3 : -1;
    if (more < 0 || i + (size_t)more >= count) return 0;
    if (more > 1) {
      // No overlong forms, no surrogates, nothing above U+10FFFF.
      uint32_t start = (uint32_t)b[i] << 8 | b[i + 1];
      int is_surrogate = start >= 0xEDA0 && start < 0xEE00, is_long = start >= 0xF000 && start < 0xF090;
      if (start < 0xE0A0 || is_surrogate || is_long || start >= 0xF490) return 0;
    }
    for (int k = 1; k <= more; k++) {
      if ((b[i + (size_t)k] & 0xC0) != 0x80) return 0;
    }
    i += (size_t)more + 1;
  }
  return 1;
}

static void keep_comment(frameit_codec_decoder *d, const char *text, size_t count) {
  int is_plain = is_utf8(text, count);
  size_t length = count;
  for (size_t i = 0; i < count; i++) length += !is_plain && (uint8_t)text[i] >= 0x80;
  uint8_t *out = add_block(&d->found, &d->trouble, d->host, &d->limits, "comment", length);
  if (!out) return;
  for (size_t i = 0; i < count; i++) {
    uint8_t byte = (uint8_t)text[i];
    if (!is_plain && byte >= 0x80) {
      *out++ = 0xC0 | byte >> 6;
      byte = 0x80 | (byte & 0x3F);
    }
    *out++ = byte;
  }
}

// Counts the bytes in the sub-blocks from here on, and skips them.
static scan measure_blocks(reader *r, uint64_t *count) {
  uint8_t length;
  *count = 0;
  do {
    if (take(r, &length, 1) != 1 || skip(r, length) != scan_on) return scan_cut;
    *count += length;
  } while (length > 0);
  return scan_on;
}

// Reads the sub-blocks from here on, after they were counted. Returns 0 if they cannot be read.
static int take_blocks(reader *r, uint8_t *into, uint64_t count) {
  uint8_t length;
  for (uint64_t done = 0; done < count; done += length) {
    if (take(r, &length, 1) != 1 || length > count - done || take(r, into + done, length) != length) return 0;
  }
  return 1;
}

static scan read_comment(frameit_codec_decoder *d) {
  reader *r = &d->reader;
  uint64_t start = place_of(r), count;
  if (measure_blocks(r, &count) != scan_on) return scan_cut;
  uint64_t end = place_of(r);
  if (count == 0) return scan_on;
  if (!fits_metadata(&d->found, &d->trouble, &d->limits, count)) return scan_stop;
  char *text = d->host->allocate(d->host, (size_t)count);
  if (!text) {
    no_memory(&d->trouble);
    return scan_stop;
  }
  move_to(r, start);
  int is_whole = take_blocks(r, (uint8_t *)text, count);
  if (is_whole) keep_comment(d, text, (size_t)count);
  d->host->release(d->host, text);
  move_to(r, end);
  if (!is_whole) return scan_cut;
  return d->trouble.code == FRAMEIT_CODEC_OK ? scan_on : scan_stop;
}

// Reads the profile from sub-blocks, in two passes, so that exactly the needed memory is allocated.
static scan read_profile(frameit_codec_decoder *d) {
  reader *r = &d->reader;
  uint64_t start = place_of(r), count;
  if (measure_blocks(r, &count) != scan_on) return scan_cut;
  uint64_t end = place_of(r);
  uint8_t *bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, "icc", count);
  if (!bytes) return d->trouble.code == FRAMEIT_CODEC_OK ? scan_on : scan_stop;
  move_to(r, start);
  if (!take_blocks(r, bytes, count)) return scan_cut;
  move_to(r, end);
  return scan_on;
}

// XMP is stored as it is, not in sub-blocks. The trailer after it leads a reader that takes its letters for lengths
// to the end.
static scan read_xmp(frameit_codec_decoder *d) {
  reader *r = &d->reader;
  uint64_t start = place_of(r), held;
  if (measure_blocks(r, &held) != scan_on) return scan_cut;
  uint64_t end = place_of(r), count = end - start;
  if (count <= xmp_trailer) return scan_on;
  uint8_t first[2];
  move_to(r, end - xmp_trailer);
  if (take(r, first, sizeof first) != sizeof first) return scan_cut;
  // Without this trailer it is something else.
  int is_xmp = first[0] == 0x01 && first[1] == 0xFF;
  uint8_t *bytes = NULL;
  if (is_xmp) bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, "xmp", count - xmp_trailer);
  if (bytes) {
    move_to(r, start);
    if (take(r, bytes, (size_t)(count - xmp_trailer)) != count - xmp_trailer) return scan_cut;
  }
  move_to(r, end);
  return d->trouble.code == FRAMEIT_CODEC_OK ? scan_on : scan_stop;
}

// MARK: Blocks

static scan read_plays(frameit_codec_decoder *d) {
  uint8_t length, body[longest_block];
  if (take(&d->reader, &length, 1) != 1 || take(&d->reader, body, length) != length) return scan_cut;
  if (length == 0) return scan_on;
  // The block counts repetitions after the first time.
  if (length >= 3 && body[0] == 1) d->found.header.plays = pair(body + 1) == 0 ? 0 : pair(body + 1) + 1;
  return skip_blocks(&d->reader);
}

static scan read_application(frameit_codec_decoder *d) {
  uint8_t length, name[longest_block];
  if (take(&d->reader, &length, 1) != 1 || take(&d->reader, name, length) != length) return scan_cut;
  if (length == 0) return scan_on;
  if (length != application_length) return skip_blocks(&d->reader);
  if (memcmp(name, GIF_PLAYS, length) == 0 || memcmp(name, "ANIMEXTS1.0", length) == 0) return read_plays(d);
  if (memcmp(name, GIF_PROFILE, length) == 0) return read_profile(d);
  if (memcmp(name, GIF_XMP, length) == 0) return read_xmp(d);
  return skip_blocks(&d->reader);
}

// What precedes a frame: its transparent color and its disposal.
typedef struct control {
  int is_transparent, disposal;
} control;

static scan read_extension(frameit_codec_decoder *d, control *next) {
  uint8_t label;
  if (take(&d->reader, &label, 1) != 1) return scan_cut;
  if (label == COMMENT_EXT_FUNC_CODE) return read_comment(d);
  if (label == APPLICATION_EXT_FUNC_CODE) return read_application(d);
  if (label != GRAPHICS_EXT_FUNC_CODE) return skip_blocks(&d->reader);
  uint8_t length, body[longest_block];
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
    // The canvas is transparent where nothing is drawn.
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

// Scans all blocks once without decompressing.
static int32_t read_blocks(frameit_codec_decoder *d) {
  uint8_t header[13];
  size_t got = take(&d->reader, header, sizeof header);
  if (d->reader.has_failed) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the header cannot be read");
  if (memcmp(header, "GIF87a", got < 4 ? got : 4) != 0) {
    return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the file does not start like a GIF");
  }
  if (got < sizeof header) return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
  d->width = pair(header + 6);
  d->height = pair(header + 8);
  d->found.header.plays = 1;
  control next = {0};
  scan state = header[10] & 0x80 ? skip(&d->reader, 3u << ((header[10] & 7) + 1)) : scan_on;
  while (state == scan_on) {
    uint8_t introducer;
    if (take(&d->reader, &introducer, 1) != 1) state = scan_cut;
    else if (introducer == 0x21) state = read_extension(d, &next);
    else if (introducer == 0x2C) state = read_frame(d, &next);
    else state = introducer == 0x3B ? scan_end : scan_garbled;
  }
  if (d->reader.has_failed) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the blocks cannot be read");
  if (d->trouble.code != FRAMEIT_CODEC_OK) return d->trouble.code;
  d->is_cut = state == scan_cut;
  d->is_garbled = state == scan_garbled;
  if (d->frames > 0 && d->width > 0 && d->height > 0) return FRAMEIT_CODEC_OK;
  if (d->is_cut) return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends before the first frame");
  return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "there is no frame");
}

int32_t take_header(frameit_codec_decoder *d) {
  if (read_blocks(d) != FRAMEIT_CODEC_OK) return d->trouble.code;
  frameit_codec_header *h = &d->found.header;
  h->struct_size = sizeof *h;
  h->width = d->width;
  h->height = d->height;
  h->channels = d->has_alpha ? 4 : 3;
  h->depth = 8;
  h->frames = d->frames;
  add_trait(&d->found, "palette");
  return check_size(&d->trouble, &d->limits, d->width, d->height);
}
