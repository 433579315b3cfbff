// Decodes rows: by lines, by blocks, or with libtiff's RGBA reading.
#include <stdlib.h>

#include "../Shared/samples.h"
#include "lab.h"

static void release(frameit_codec_decoder *d, void *memory) {
  if (memory) d->host->release(d->host, memory);
}

// MARK: The file

static tmsize_t read_input(thandle_t context, void *into, tmsize_t count) {
  frameit_codec_decoder *d = context;
  tmsize_t done = 0;
  if ((uint64_t)count > d->header_room) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "the directories refer to more bytes than the file has");
    return 0;
  }
  if (d->header_room < UINT64_MAX) d->header_room -= (uint64_t)count;
  while (done < count) {
    int64_t got = d->input->read(d->input->context, d->position, (uint8_t *)into + done, (size_t)(count - done));
    if (got < 0) d->heard.io_failed = 1;
    if (got == 0) d->heard.at_end = 1;
    if (got <= 0) break;
    d->position += (uint64_t)got;
    done += got;
  }
  return done;
}

static tmsize_t write_nothing(thandle_t context, void *bytes, tmsize_t count) {
  (void)context, (void)bytes, (void)count;
  return 0;
}

static toff_t seek_input(thandle_t context, toff_t offset, int from) {
  frameit_codec_decoder *d = context;
  d->position = from == SEEK_SET ? offset : from == SEEK_CUR ? d->position + offset : d->input->length + offset;
  return d->position;
}

static toff_t input_size(thandle_t context) { return ((frameit_codec_decoder *)context)->input->length; }

frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (d) d->pages = calloc(most_pages, sizeof *d->pages);
  if (!d || !d->pages) {
    free(d);
    *code = fail_at_once(report);
    return NULL;
  }
  d->host = host;
  d->input = input;
  d->limits = *limits;
  d->heard.trouble = &d->trouble;
  // Besides the file itself, as much as metadata may have.
  d->header_room = input->length + d->limits.metadata;
  d->tiff = open_client(&d->heard, "r", d, read_input, write_nothing, seek_input, input_size, limits->memory);
  if (d->tiff) take_header(d);
  else if (!d->trouble.code) fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "libtiff could not open the file");
  d->header_room = UINT64_MAX;
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) { return give(&d->found, header); }

// MARK: Rows

// Reports an error for which libtiff gave no message.
static void fail_quietly(frameit_codec_decoder *d) {
  int32_t code = d->heard.at_end ? FRAMEIT_CODEC_TRUNCATED : FRAMEIT_CODEC_DAMAGED;
  fail(&d->trouble, code, "row %" PRIu32 " cannot be decoded", d->row);
}

static void decode_line(frameit_codec_decoder *d, uint8_t *row) {
  if (TIFFReadScanline(d->tiff, d->line, d->row, 0) != 1) {
    fail_quietly(d);
    memset(row, 0, row_bytes(&d->page));
    return;
  }
  lay_pixels(d, row, 0, d->page.width, d->line);
}

// Decodes one tile or strip, of one plane or all, into the band.
static int decode_block(frameit_codec_decoder *d, uint32_t x, uint16_t plane) {
  const page *p = &d->page;
  tmsize_t size, got;
  if (p->tiled) {
    size = TIFFTileSize(d->tiff);
    got = TIFFReadEncodedTile(d->tiff, TIFFComputeTile(d->tiff, x, d->band_start, 0, plane), d->line, size);
  } else {
    size = TIFFVStripSize(d->tiff, d->band_count);
    got = TIFFReadEncodedStrip(d->tiff, TIFFComputeStrip(d->tiff, d->band_start, plane), d->line, size);
  }
  if (got < size) {
    fail_quietly(d);
    return 0;
  }
  size_t stored = (size_t)(p->tiled ? TIFFTileRowSize(d->tiff) : TIFFScanlineSize(d->tiff));
  uint32_t count = p->width - x < p->block_width ? p->width - x : p->block_width;
  for (uint32_t y = 0; y < d->band_count; y++) {
    uint8_t *row = d->band + y * row_bytes(p);
    const uint8_t *from = d->line + y * stored;
    if (p->planar == PLANARCONFIG_SEPARATE && p->samples > 1) {
      uint32_t channel = plane < p->colors ? plane : (uint32_t)p->colors;
      lay_channel(p, row, x, count, from, 1, 0, channel);
    } else {
      lay_pixels(d, row, x, count, from);
    }
  }
  return 1;
}

static void decode_blocks(frameit_codec_decoder *d) {
  const page *p = &d->page;
  memset(d->band, 0, row_bytes(p) * d->band_count);
  int planes = p->planar == PLANARCONFIG_SEPARATE ? p->samples : 1;
  for (uint64_t x = 0; x < p->width; x += p->block_width) {
    for (int plane = 0; plane < planes; plane++) {
      if (plane >= p->colors && plane != p->alpha) continue;
      if (!decode_block(d, (uint32_t)x, (uint16_t)plane)) return;
    }
  }
}

static void decode_by_libtiff(frameit_codec_decoder *d) {
  memset(d->band, 0, (size_t)d->page.width * 4 * d->band_count);
  d->rgba.row_offset = (int)d->band_start;
  if (!TIFFRGBAImageGet(&d->rgba, (uint32_t *)d->band, d->page.width, d->band_count)) fail_quietly(d);
}

static void take_from_band(frameit_codec_decoder *d, uint8_t *row) {
  const page *p = &d->page;
  uint32_t y = d->row - d->band_start;
  if (p->way == by_block) {
    memcpy(row, d->band + y * row_bytes(p), row_bytes(p));
    return;
  }
  const uint32_t *pixels = (const uint32_t *)d->band + (size_t)y * p->width;
  for (uint32_t x = 0; x < p->width; x++, row += p->channels) {
    row[0] = TIFFGetR(pixels[x]);
    row[1] = TIFFGetG(pixels[x]);
    row[2] = TIFFGetB(pixels[x]);
    if (p->channels == 4) row[3] = TIFFGetA(pixels[x]);
  }
}

static void next_row(frameit_codec_decoder *d, uint8_t *row) {
  const page *p = &d->page;
  if (p->way == by_line) {
    decode_line(d, row);
  } else {
    if (d->row >= d->band_start + d->band_count) {
      d->band_start = d->row;
      d->band_count = p->height - d->row < p->block_height ? p->height - d->row : p->block_height;
      if (p->way == by_block) decode_blocks(d);
      else decode_by_libtiff(d);
    }
    take_from_band(d, row);
  }
  if (p->is_lab) lab_to_srgb(d->lab, row, p);
  // libtiff's RGBA pixels are always premultiplied.
  if (p->alpha >= 0 && (p->multiplied || p->way == by_libtiff)) divide_by_alpha(row, p->width, p->channels, p->depth);
  d->row++;
}

static void end_frame(frameit_codec_decoder *d) {
  if (d->has_rgba) TIFFRGBAImageEnd(&d->rgba);
  d->has_rgba = 0;
  release(d, d->line);
  release(d, d->band);
  release(d, d->lab);
  d->line = d->band = NULL;
  d->lab = NULL;
  d->band_start = d->band_count = d->row = 0;
}

static void begin_palette(frameit_codec_decoder *d) {
  const page *p = &d->page;
  if (!TIFFGetField(d->tiff, TIFFTAG_COLORMAP, &d->palette[0], &d->palette[1], &d->palette[2])) {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the image has no palette");
    return;
  }
  // Some programs write palette entries of 8 bits instead of 16.
  d->shift = 0;
  for (int c = 0; c < 3; c++) {
    for (uint32_t i = 0; i < 1u << p->bits; i++) {
      if (d->palette[c][i] > 255) d->shift = 8;
    }
  }
}

static void begin_rgba(frameit_codec_decoder *d) {
  char reason[1024] = "";
  // The host applies the orientation.
  TIFFSetField(d->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  d->has_rgba = TIFFRGBAImageBegin(&d->rgba, d->tiff, 1, reason);
  if (!d->has_rgba) {
    fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "%.200s", reason[0] ? reason : "libtiff cannot convert the image");
    return;
  }
  d->rgba.req_orientation = ORIENTATION_TOPLEFT;
}

int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  end_frame(d);
  t->code = FRAMEIT_CODEC_OK;
  d->heard.at_end = 0;
  *milliseconds = 0;
  page p;
  if (index >= d->frames || reduction > 1) {
    fail(t, FRAMEIT_CODEC_MISUSE, "there is no such frame");
  } else if (!TIFFSetSubDirectory(d->tiff, d->pages[index])) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "page %u cannot be read", index + 1);
  } else if (describe(d, &p)) {
    if (p.width != d->found.header.width || p.height != d->found.header.height || p.channels != d->found.header.channels
        || p.depth != d->found.header.depth || (uint32_t)p.inks != d->found.header.inks) {
      fail(t, FRAMEIT_CODEC_DAMAGED, "page %u has changed", index + 1);
    }
    d->page = p;
  }
  if (!t->code && p.photometric == PHOTOMETRIC_PALETTE && p.way != by_libtiff) begin_palette(d);
  if (!t->code && p.way == by_libtiff) begin_rgba(d);
  if (!t->code) {
    uint64_t line, band;
    measure(d, &p, &line, &band);
    d->line = p.way == by_libtiff ? NULL : d->host->allocate(d->host, line);
    d->band = band ? d->host->allocate(d->host, band) : NULL;
    d->lab = p.is_lab ? make_lab(d->host) : NULL;
    if ((p.way != by_libtiff && !d->line) || (band && !d->band) || (p.is_lab && !d->lab)) no_memory(t);
  }
  if (t->code) end_frame(d);
  return answer(t, report);
}

int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if ((!d->line && !d->band) || count > d->page.height - d->row) {
    t->code = FRAMEIT_CODEC_OK;
    fail(t, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(t, report);
  }
  size_t bytes = row_bytes(&d->page);
  uint8_t *passed = rows ? NULL : malloc(bytes);
  if (!rows && !passed) no_memory(t);
  d->heard.decodes = 1;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *row = rows ? (uint8_t *)rows + i * bytes : passed;
    // The decoded rows of a broken band are still returned.
    int in_band = d->row < d->band_start + d->band_count;
    if (!t->code || (in_band && row)) next_row(d, row);
    else if (rows) memset(row, 0, bytes);
  }
  d->heard.decodes = 0;
  free(passed);
  return answer(t, report);
}

// Unread rows are decoded, too, so that damage is found anywhere.
int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->line || d->band) return give_rows(d, NULL, d->page.height - d->row, report);
  return answer(&d->trouble, report);
}

void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  end_frame(d);
  if (d->tiff) TIFFClose(d->tiff);
  release_blocks(&d->found, d->host);
  free(d->pages);
  free(d);
}
