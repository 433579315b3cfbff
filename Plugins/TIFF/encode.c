// Encodes images.
#include <stdlib.h>

#include "../Shared/encoding.h"
#include "exif.h"
#include "tiff.h"

enum { strip_bytes = 1 << 18 };

// The file is held in memory until it is finished: its directories, which come first, contain the offsets of strips,
// and the host's output is append-only.
struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;
  TIFF *tiff;
  complaints heard;
  kept_block profile, exif, xmp, iptc;

  uint8_t *file;
  uint64_t length, space, position;

  uint8_t *strip;
  size_t row_bytes;
  uint32_t strip_rows, rows_in_strip;
  uint32_t row, frame;
  int in_frame;
};

// MARK: The file

static tmsize_t read_back(thandle_t context, void *into, tmsize_t count) {
  frameit_codec_encoder *e = context;
  if (e->position >= e->length) return 0;
  uint64_t left = e->length - e->position;
  size_t got = (uint64_t)count < left ? (size_t)count : (size_t)left;
  memcpy(into, e->file + e->position, got);
  e->position += got;
  return (tmsize_t)got;
}

static int grow(frameit_codec_encoder *e, uint64_t needed) {
  if (needed <= e->space) return 1;
  uint64_t space = needed + needed / 2 + 65536;
  if (space < needed || space > SIZE_MAX) return 0;
  uint8_t *file = e->host->allocate(e->host, (size_t)space);
  if (!file) return 0;
  if (e->file) {
    memcpy(file, e->file, e->length);
    e->host->release(e->host, e->file);
  }
  e->file = file;
  e->space = space;
  return 1;
}

static tmsize_t write_file(thandle_t context, void *bytes, tmsize_t count) {
  frameit_codec_encoder *e = context;
  if (count < 0 || e->position > UINT64_MAX - (uint64_t)count) return -1;
  uint64_t end = e->position + (uint64_t)count;
  if (!grow(e, end)) {
    no_memory(&e->trouble);
    return -1;
  }
  if (e->position > e->length) memset(e->file + e->length, 0, e->position - e->length);
  memcpy(e->file + e->position, bytes, (size_t)count);
  e->position = end;
  if (end > e->length) e->length = end;
  return count;
}

static toff_t seek_file(thandle_t context, toff_t offset, int from) {
  frameit_codec_encoder *e = context;
  e->position = from == SEEK_SET ? offset : from == SEEK_CUR ? e->position + offset : e->length + offset;
  return e->position;
}

static toff_t file_size(thandle_t context) { return ((frameit_codec_encoder *)context)->length; }

// MARK: Metadata

static int64_t read_block(void *context, uint64_t offset, void *into, size_t count) {
  const kept_block *block = context;
  if (offset >= block->count) return 0;
  size_t got = count < block->count - offset ? count : block->count - (size_t)offset;
  memcpy(into, block->bytes + offset, got);
  return (int64_t)got;
}

static void set_directory(frameit_codec_encoder *e, const exif_source *from, uint64_t directory, uint16_t tag) {
  // Dropped entries are not damage of the image.
  trouble ignored = {0};
  exif_copy to = {.most = 2 * e->exif.count + 64, .base = e->length + e->length % 2, .is_big = TIFFIsBigTIFF(e->tiff)};
  uint64_t place = directory ? copy_directory(&to, from, directory, &ignored) : 0;
  e->position = to.base;
  if (place && write_file(e, to.bytes, (tmsize_t)to.count) == (tmsize_t)to.count) TIFFSetField(e->tiff, tag, place);
  free(to.bytes);
}

// Makes a field known to libtiff, which knows no fields of Windows.
static void add_field(TIFF *tiff, exif_field field) {
  if (TIFFFindField(tiff, field.tag, TIFF_ANY)) return;
  int is_short = field.type == type_short;
  char name[16];
  snprintf(name, sizeof name, "Tag %u", field.tag);
  const TIFFFieldInfo info = {
      field.tag, is_short ? 1 : TIFF_VARIABLE2, is_short ? 1 : TIFF_VARIABLE2, is_short ? TIFF_SHORT : TIFF_BYTE,
      FIELD_CUSTOM, 1, !is_short, name};
  TIFFMergeFieldInfo(tiff, &info, 1);
}

// EXIF's directories come first in the file, because libtiff appends everything else.
static void set_exif(frameit_codec_encoder *e) {
  exif_source from = {.read = read_block, .context = &e->exif};
  uint64_t first = open_exif_block(&from, e->exif.bytes, e->exif.count);
  if (first == 0) return;
  for (int i = 0; i < exif_field_count; i++) {
    exif_field field = exif_fields[i];
    size_t count = 0;
    uint8_t *bytes = find_field(&from, first, field, e->exif.count, &count);
    if (!bytes) continue;
    add_field(e->tiff, field);
    if (field.type == type_ascii) TIFFSetField(e->tiff, field.tag, (const char *)bytes);
    else if (field.type == type_byte) TIFFSetField(e->tiff, field.tag, (uint32_t)count, bytes);
    else if (count == 2) TIFFSetField(e->tiff, field.tag, short_in(&from, bytes));
    free(bytes);
  }
  set_directory(e, &from, find_number(&from, first, exif_tag), TIFFTAG_EXIFIFD);
  set_directory(e, &from, find_number(&from, first, gps_tag), TIFFTAG_GPSIFD);
}

static void set_blocks(frameit_codec_encoder *e) {
  const kept_block *profile = &e->profile, *xmp = &e->xmp, *iptc = &e->iptc;
  if (profile->bytes) TIFFSetField(e->tiff, TIFFTAG_ICCPROFILE, (uint32_t)profile->count, profile->bytes);
  if (e->frame > 0) return;
  if (xmp->bytes) TIFFSetField(e->tiff, TIFFTAG_XMLPACKET, (uint32_t)xmp->count, xmp->bytes);
  if (iptc->bytes && iptc_width(e->tiff) == 1) {
    TIFFSetField(e->tiff, TIFFTAG_RICHTIFFIPTC, (uint32_t)iptc->count, iptc->bytes);
  }
  if (e->exif.bytes) set_exif(e);
}

// MARK: A page

static void set_fields(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  TIFF *tiff = e->tiff;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, c->width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, c->height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, c->depth);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, c->channels);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, is_gray(c) ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, e->strip_rows);
  uint16_t kind = EXTRASAMPLE_UNASSALPHA;
  if (has_alpha(c)) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  if (c->pixels_per_metre_x > 0 && c->pixels_per_metre_y > 0) {
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, c->pixels_per_metre_x * 0.0254);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, c->pixels_per_metre_y * 0.0254);
  }
  if (c->frames > 1) {
    TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    uint32_t pages = c->frames > UINT16_MAX ? 0 : c->frames;  // 0: unknown
    TIFFSetField(tiff, TIFFTAG_PAGENUMBER, e->frame & UINT16_MAX, pages);
  }
  set_blocks(e);
}

static void prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding) {
  trouble *t = &e->trouble;
  const frameit_codec_encoding *c = &e->encoding;
  if (take_encoding(t, &e->encoding, encoding) != FRAMEIT_CODEC_OK) return;
  keep_block(t, e->host, encoding, "icc", &e->profile);
  keep_block(t, e->host, encoding, "exif", &e->exif);
  keep_block(t, e->host, encoding, "xmp", &e->xmp);
  keep_block(t, e->host, encoding, "iptc", &e->iptc);
  if (t->code != FRAMEIT_CODEC_OK) return;
  e->row_bytes = (size_t)c->width * c->channels * (c->depth / 8);
  size_t rows = strip_bytes / e->row_bytes;
  e->strip_rows = rows < 1 ? 1 : rows < c->height ? (uint32_t)rows : c->height;
  e->strip = e->host->allocate(e->host, e->row_bytes * e->strip_rows);
  // Offsets have 32 bits unless the file may need more. The byte order is EXIF's, so its values stay as they are.
  exif_source from = {.read = read_block, .context = &e->exif};
  int has_exif = e->exif.bytes && open_exif_block(&from, e->exif.bytes, e->exif.count) != 0;
  double bytes = (double)e->row_bytes * c->height * c->frames;
  char mode[4];
  snprintf(
      mode, sizeof mode, "w%s%s", has_exif ? (from.is_big_endian ? "b" : "l") : "", bytes > 4.0e9 ? "8" : "");
  e->heard.trouble = t;
  e->tiff = open_client(&e->heard, mode, e, read_back, write_file, seek_file, file_size, 0);
  if (!e->strip || !e->tiff) no_memory(t);
}

frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_encoder *e = calloc(1, sizeof *e);
  if (!e) {
    *code = fail_at_once(report);
    return NULL;
  }
  e->host = host;
  e->output = output;
  prepare(e, encoding);
  *code = answer(&e->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->in_frame || e->frame >= e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame out of order");
  } else if (e->encoding.frames > 1 && milliseconds > 0) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "TIFF pages have no duration, so it cannot store an animation");
  } else {
    e->in_frame = 1;
    e->row = 0;
    set_fields(e);
  }
  return answer(&e->trouble, report);
}

static void write_strip(frameit_codec_encoder *e) {
  uint32_t index = (e->row - 1) / e->strip_rows;
  tmsize_t bytes = (tmsize_t)(e->row_bytes * e->rows_in_strip);
  e->rows_in_strip = 0;
  if (TIFFWriteEncodedStrip(e->tiff, index, e->strip, bytes) != bytes) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "strip %u cannot be written", index);
  }
}

int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  trouble *t = &e->trouble;
  if (!e->in_frame || count > e->encoding.height - e->row) fail(t, FRAMEIT_CODEC_MISUSE, "rows out of order");
  for (uint32_t i = 0; i < count && !t->code; i++) {
    memcpy(e->strip + e->row_bytes * e->rows_in_strip++, (const uint8_t *)rows + e->row_bytes * i, e->row_bytes);
    e->row++;
    if (e->rows_in_strip == e->strip_rows || e->row == e->encoding.height) write_strip(e);
  }
  if (!t->code && e->in_frame && e->row == e->encoding.height) {
    e->in_frame = 0;
    e->frame++;
    if (!TIFFWriteDirectory(e->tiff)) fail(t, FRAMEIT_CODEC_NO_MEMORY, "page %u cannot be written", e->frame);
  }
  return answer(t, report);
}

int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->in_frame || e->frame != e->encoding.frames || !e->tiff) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than there are");
  }
  if (!e->trouble.code) {
    TIFFClose(e->tiff);
    e->tiff = NULL;
  }
  if (!e->trouble.code && e->output->write(e->output->context, e->file, (size_t)e->length) != 0) {
    fail(&e->trouble, FRAMEIT_CODEC_IO, "the file cannot be written");
  }
  return answer(&e->trouble, report);
}

void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  // TIFFClose would write the file.
  if (e->tiff) TIFFCleanup(e->tiff);
  if (e->strip) e->host->release(e->host, e->strip);
  if (e->file) e->host->release(e->host, e->file);
  kept_block *kept[] = {&e->profile, &e->exif, &e->xmp, &e->iptc};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) release_block(e->host, kept[i]);
  free(e);
}
