// TIFF and BigTIFF, by libtiff 4.5 or later.
//
// Grey, RGB and palettes are unpacked here, so that 16 bits stay 16 and grey stays grey. What else libtiff
// can make RGB of (YCbCr, CMYK, CIELab, LogLuv) is its work, in 8 bits.
#include <frameit_codec.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { most_pages = 1000, most_blocks = 3, written_strip_bytes = 1 << 18 };

// What libtiff says goes here, and not to handlers that all users of the library in a process share.
typedef struct trouble {
  int32_t code;  // of the first error, FRAMEIT_CODEC_OK before
  char message[256];
  // Warnings are damage where pixels are decoded, and where a tag lies past the end. Of other tags libtiff
  // warns lightly.
  int decodes;
  uint32_t damages;
  char damage[256];
  int at_end;     // a read met the end of the file
  int io_failed;
} trouble;

static void fail(trouble *t, int32_t code, const char *format, ...) {
  if (t->code) return;
  t->code = code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(t->message, sizeof t->message, format, arguments);
  va_end(arguments);
}

static int32_t answer(const trouble *t, frameit_codec_report *report) {
  report->damages = t->damages;
  memcpy(report->damage, t->damage, sizeof report->damage);
  if (t->code) memcpy(report->message, t->message, sizeof report->message);
  return t->code;
}

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  trouble *t = user;
  if (t->code) return 1;
  vsnprintf(t->message, sizeof t->message, format, arguments);
  t->code = t->io_failed                              ? FRAMEIT_CODEC_IO
            : strstr(t->message, "byte limit")        ? FRAMEIT_CODEC_LIMIT
            : strstr(t->message, "ot configured")     ? FRAMEIT_CODEC_UNSUPPORTED
            : strstr(t->message, "ut of memory")      ? FRAMEIT_CODEC_NO_MEMORY
            : t->at_end                               ? FRAMEIT_CODEC_TRUNCATED
                                                      : FRAMEIT_CODEC_DAMAGED;
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  trouble *t = user;
  if (!t->decodes && !t->at_end) return 1;
  // A dialect that is read rightly.
  if (strncmp(format, "Old-style LZW", 13) == 0) return 1;
  if (t->damages++ == 0) vsnprintf(t->damage, sizeof t->damage, format, arguments);
  return 1;
}

// libtiff asks it to print an error of its own that has no file; there is none.
static TIFF *open_client(
    trouble *t, const char *mode, void *context, TIFFReadWriteProc read, TIFFReadWriteProc write,
    TIFFSeekProc seek, TIFFSizeProc size, TIFFCloseProc close, uint64_t memory) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  if (memory) TIFFOpenOptionsSetMaxSingleMemAlloc(options, memory > PTRDIFF_MAX ? PTRDIFF_MAX : (tmsize_t)memory);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, t);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, t);
  TIFF *tiff = TIFFClientOpenExt("TIFF", mode, context, read, write, seek, close, size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

// MARK: Pages

typedef enum way { by_line, by_block, by_libtiff } way;

// How a page is laid out, and what is made of it.
typedef struct page {
  uint32_t width, height;
  uint32_t block_width, block_height;  // of a tile, or a strip
  uint16_t bits, samples, photometric, planar, compression;
  int tiled;
  int colours;       // 1 or 3
  int alpha;         // the sample, -1 for none
  int multiplied;    // alpha is multiplied in
  uint32_t channels, depth;
  way way;
} page;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  uint64_t position;
  TIFF *tiff;
  trouble trouble;

  page page;
  uint64_t *pages;  // where their directories lie
  uint32_t page_count, frames;
  frameit_codec_header header;
  frameit_codec_block blocks[most_blocks];
  const frameit_codec_block *block_list[most_blocks];

  // Of the frame.
  uint32_t row;         // the next to be given
  uint8_t *line;        // as stored; or a block of it
  uint8_t *band;        // rows that are ready, or libtiff's pixels
  uint32_t band_start, band_count;
  uint16_t *palette[3];
  int shift;            // of the palette's entries
  TIFFRGBAImage rgba;
  int has_rgba;
};

static void release(frameit_codec_decoder *d, void *memory) {
  if (memory) d->host->release(d->host, memory);
}

static tmsize_t read_input(thandle_t context, void *into, tmsize_t count) {
  frameit_codec_decoder *d = context;
  tmsize_t done = 0;
  while (done < count) {
    int64_t got = d->input->read(d->input->context, d->position, (uint8_t *)into + done, (size_t)(count - done));
    if (got < 0) d->trouble.io_failed = 1;
    if (got == 0) d->trouble.at_end = 1;
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

static int close_nothing(thandle_t context) {
  (void)context;
  return 0;
}

static uint16_t field16(TIFF *tiff, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

// The sample that is the alpha.
static void find_alpha(TIFF *tiff, page *p) {
  uint16_t count = 0, *kinds = NULL;
  p->alpha = -1;
  if (!TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || !kinds) return;
  for (int i = 0; i < count && p->colours + i < p->samples; i++) {
    if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
    p->alpha = p->colours + i;
    p->multiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
    return;
  }
}

static int is_plain(TIFF *tiff, page *p) {
  uint16_t kind = field16(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  if ((kind != SAMPLEFORMAT_UINT && kind != SAMPLEFORMAT_VOID) || p->bits < 1 || p->bits > 16) return 0;
  // Whose blocks of subsampled YCbCr pass for RGB of one byte.
  if (p->compression == COMPRESSION_OJPEG) return 0;
  switch (p->photometric) {
  case PHOTOMETRIC_MINISWHITE:
  case PHOTOMETRIC_MINISBLACK: p->colours = 1; break;
  case PHOTOMETRIC_RGB: p->colours = 3; break;
  case PHOTOMETRIC_PALETTE: return p->bits <= 8 && p->samples == 1;
  default: return 0;
  }
  return p->samples >= p->colours;
}

// Takes the current directory's layout.
static int describe(frameit_codec_decoder *d, page *p) {
  TIFF *tiff = d->tiff;
  trouble *t = &d->trouble;
  *p = (page){.alpha = -1};
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &p->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &p->height)
      || p->width == 0 || p->height == 0) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "the picture has no size");
    return 0;
  }
  const frameit_codec_limits *most = &d->limits;
  if (p->width > most->side || p->height > most->side) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%u x %u pixels, and %u are the most on a side", p->width, p->height, most->side);
    return 0;
  }
  if ((uint64_t)p->width * p->height > most->pixels) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%u x %u pixels are more than the limit of %llu", p->width, p->height,
         (unsigned long long)most->pixels);
    return 0;
  }
  p->bits = field16(tiff, TIFFTAG_BITSPERSAMPLE, 1);
  p->samples = field16(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  p->planar = field16(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  p->compression = field16(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &p->photometric)) {
    p->photometric = p->samples < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB;
  }
  p->tiled = TIFFIsTiled(tiff);
  p->block_width = p->width;
  if (p->tiled) {
    if (!TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &p->block_width)
        || !TIFFGetField(tiff, TIFFTAG_TILELENGTH, &p->block_height)) {
      p->block_height = 0;
    }
  } else if (!TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &p->block_height) || p->block_height > p->height) {
    p->block_height = p->height;
  }
  if (p->block_width == 0 || p->block_height == 0) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "its tiles or strips have no size");
    return 0;
  }
  if (!TIFFIsCODECConfigured(p->compression)) {
    fail(t, FRAMEIT_CODEC_UNSUPPORTED, "its compression, %u, is not one that this libtiff reads", p->compression);
    return 0;
  }
  p->depth = 8;
  if (!is_plain(tiff, p)) {
    char reason[1024] = "";
    if (!TIFFRGBAImageOK(tiff, reason)) {
      fail(t, FRAMEIT_CODEC_UNSUPPORTED, "%.200s", reason[0] ? reason : "libtiff makes no picture of it");
      return 0;
    }
    p->way = by_libtiff;
    p->colours = 3;
    // Only what libtiff takes for alpha, too: the first.
    find_alpha(tiff, p);
    if (p->photometric != PHOTOMETRIC_YCBCR || p->alpha != 3) p->alpha = -1;
  } else {
    p->way = p->tiled || p->planar == PLANARCONFIG_SEPARATE ? by_block : by_line;
    if (p->photometric == PHOTOMETRIC_PALETTE) {
      p->colours = 3;
    } else {
      find_alpha(tiff, p);
      p->depth = p->bits > 8 ? 16 : 8;
    }
  }
  p->channels = (uint32_t)p->colours + (p->alpha >= 0);
  return 1;
}

static size_t row_bytes(const page *p) { return (size_t)p->width * p->channels * (p->depth / 8); }

// How many bytes a page's line, or block, and its band take; UINT64_MAX where that cannot be told.
static void measure(frameit_codec_decoder *d, const page *p, uint64_t *line, uint64_t *band) {
  uint64_t rows = p->block_height < p->height ? p->block_height : p->height;
  *band = 0;
  switch (p->way) {
  case by_line: *line = TIFFScanlineSize64(d->tiff); break;
  case by_block:
    *line = p->tiled ? TIFFTileSize64(d->tiff) : TIFFStripSize64(d->tiff);
    *band = (uint64_t)row_bytes(p) * rows;
    break;
  case by_libtiff:
    // libtiff holds a block of its own.
    *line = p->tiled ? TIFFTileSize64(d->tiff) : TIFFStripSize64(d->tiff);
    *band = (uint64_t)p->width * 4 * rows;
    break;
  }
}

static int fits(frameit_codec_decoder *d, const page *p) {
  uint64_t line, band;
  measure(d, p, &line, &band);
  if (line == 0) {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "its tiles or strips have no size");
    return 0;
  }
  // What is compressed is held beside it, and is seldom larger.
  if (line > d->limits.memory || band > d->limits.memory - line) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "its tiles or strips need more than the limit of %llu bytes of memory",
         (unsigned long long)d->limits.memory);
    return 0;
  }
  return 1;
}

// MARK: The header

static void take_block(frameit_codec_decoder *d, const char *kind, const void *bytes, uint64_t count, uint64_t *total) {
  if (d->trouble.code || !bytes || count == 0) return;
  if (count > d->limits.metadata - *total) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "its metadata is more than the limit of %llu bytes",
         (unsigned long long)d->limits.metadata);
    return;
  }
  void *copy = malloc(count);
  if (!copy) {
    fail(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  memcpy(copy, bytes, count);
  *total += count;
  frameit_codec_block *block = &d->blocks[d->header.block_count];
  *block = (frameit_codec_block){.struct_size = sizeof *block, .kind = kind, .bytes = copy, .count = count};
  d->block_list[d->header.block_count++] = block;
}

// libtiff has called IPTC's records 32-bit numbers, which they are in old files, and bytes, which they are.
static int iptc_width(TIFF *tiff) {
  const TIFFField *field = TIFFFieldWithTag(tiff, TIFFTAG_RICHTIFFIPTC);
  return field ? TIFFFieldSetGetSize(field) : 0;
}

// As numbers they are swapped where the file has the other byte order. A record begins with 0x1C.
static void unswap_iptc(frameit_codec_block *block) {
  uint8_t *bytes = (uint8_t *)block->bytes;
  if (block->count < 4 || bytes[0] == 0x1C || bytes[3] != 0x1C) return;
  TIFFSwabArrayOfLong((uint32_t *)bytes, (tmsize_t)(block->count / 4));
}

static void take_metadata(frameit_codec_decoder *d) {
  uint32_t count = 0;
  uint64_t total = 0;
  void *bytes = NULL;
  // A profile of CMYK or Lab is none of the RGB that libtiff makes of it.
  int keeps_colours = d->page.way != by_libtiff || d->page.photometric == PHOTOMETRIC_YCBCR;
  if (keeps_colours && TIFFGetField(d->tiff, TIFFTAG_ICCPROFILE, &count, &bytes)) {
    take_block(d, "icc", bytes, count, &total);
  }
  if (TIFFGetField(d->tiff, TIFFTAG_XMLPACKET, &count, &bytes)) take_block(d, "xmp", bytes, count, &total);
  if (iptc_width(d->tiff) == 1 && TIFFGetField(d->tiff, TIFFTAG_RICHTIFFIPTC, &count, &bytes) && count > 0) {
    take_block(d, "iptc", bytes, count, &total);
    if (!d->trouble.code) unswap_iptc(&d->blocks[d->header.block_count - 1]);
  }
}

static void take_resolution(frameit_codec_decoder *d) {
  float x = 0, y = 0;
  uint16_t unit = field16(d->tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  double per_metre = unit == RESUNIT_INCH ? 1 / 0.0254 : unit == RESUNIT_CENTIMETER ? 100 : 0;
  if (!TIFFGetField(d->tiff, TIFFTAG_XRESOLUTION, &x) || !TIFFGetField(d->tiff, TIFFTAG_YRESOLUTION, &y)) return;
  if (!(x > 0) || !(y > 0)) return;
  d->header.pixels_per_metre_x = x * per_metre;
  d->header.pixels_per_metre_y = y * per_metre;
}

static int is_page(TIFF *tiff) {
  uint32_t kind = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
  return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

// Looks through the directories. Pages are frames where all are of one kind: there are no durations, and
// nothing says that they are more than pictures in one file.
static void count_pages(frameit_codec_decoder *d) {
  d->frames = d->page_count = 1;
  d->pages[0] = TIFFCurrentDirOffset(d->tiff);
  int alike = 1;
  while (!d->trouble.code && d->page_count < most_pages && !TIFFLastDirectory(d->tiff)) {
    if (!TIFFReadDirectory(d->tiff)) break;
    if (!is_page(d->tiff)) continue;
    page other;
    d->pages[d->page_count++] = TIFFCurrentDirOffset(d->tiff);
    alike = alike && describe(d, &other) && fits(d, &other) && other.width == d->page.width
            && other.height == d->page.height && other.channels == d->page.channels
            && other.depth == d->page.depth;
  }
  // The first page is there, whatever became of the others.
  if (d->trouble.code && !d->trouble.damages++) {
    memcpy(d->trouble.damage, d->trouble.message, sizeof d->trouble.damage);
  }
  // libtiff says nothing of a list of pages that breaks off.
  if (d->trouble.at_end && !d->trouble.damages++) {
    snprintf(d->trouble.damage, sizeof d->trouble.damage, "the file ends within its list of pages");
  }
  d->trouble.code = FRAMEIT_CODEC_OK;
  d->trouble.at_end = 0;
  if (alike && d->trouble.damages == 0) d->frames = d->page_count;
}

static void add_trait(frameit_codec_header *h, const char *format, ...) {
  char trait[32];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(trait, sizeof trait, format, arguments);
  va_end(arguments);
  size_t used = strlen(h->traits);
  if (used + 2 + strlen(trait) >= sizeof h->traits) return;
  snprintf(h->traits + used, sizeof h->traits - used, "%s%s", used ? ", " : "", trait);
}

static void take_traits(frameit_codec_decoder *d) {
  frameit_codec_header *h = &d->header;
  if (d->page.photometric == PHOTOMETRIC_PALETTE) add_trait(h, "palette");
  if (d->page.photometric == PHOTOMETRIC_SEPARATED) add_trait(h, "CMYK");
  if (d->page.photometric == PHOTOMETRIC_CIELAB || d->page.photometric == PHOTOMETRIC_ICCLAB) add_trait(h, "CIELab");
  if (d->page.photometric == PHOTOMETRIC_LOGLUV || d->page.photometric == PHOTOMETRIC_LOGL) add_trait(h, "LogLuv");
  if (d->page.tiled) add_trait(h, "tiled");
  if (d->page.bits != d->page.depth && d->page.way != by_libtiff) add_trait(h, "%u bits as stored", d->page.bits);
  if (d->page_count > 1 && d->frames == 1) {
    add_trait(h, d->page_count == most_pages ? "%u pages or more" : "%u pages", d->page_count);
  }
}

static void take_header(frameit_codec_decoder *d) {
  if (!describe(d, &d->page) || !fits(d, &d->page)) return;
  d->header = (frameit_codec_header){
      .struct_size = sizeof d->header, .width = d->page.width, .height = d->page.height,
      .channels = d->page.channels, .depth = d->page.depth, .plays = 1, .blocks = d->block_list};
  uint16_t orientation = field16(d->tiff, TIFFTAG_ORIENTATION, 0);
  d->header.orientation = orientation <= 8 ? orientation : 0;
  take_metadata(d);
  take_resolution(d);
  if (d->trouble.code) return;
  count_pages(d);
  d->header.frames = d->frames;
  take_traits(d);
}

static void close_decoder(frameit_codec_decoder *d);

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (d) d->pages = calloc(most_pages, sizeof *d->pages);
  if (!d || !d->pages) {
    free(d);
    *code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  d->host = host;
  d->input = input;
  d->limits = *limits;
  d->tiff = open_client(
      &d->trouble, "r", d, read_input, write_nothing, seek_input, input_size, close_nothing, limits->memory);
  if (d->tiff) take_header(d);
  else fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "libtiff does not open it");
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

// No more of it than the host knows.
static int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) {
  uint32_t known = header->struct_size;
  memcpy(header, &d->header, known < sizeof *header ? known : sizeof *header);
  header->struct_size = known;
  return FRAMEIT_CODEC_OK;
}

// MARK: Samples

static inline uint32_t sample(const uint8_t *row, size_t index, uint32_t bits) {
  if (bits == 8) return row[index];
  if (bits == 16) {
    uint16_t value;
    memcpy(&value, row + index * 2, 2);
    return value;
  }
  uint32_t value = 0;
  size_t bit = index * bits;
  for (uint32_t left = bits; left > 0;) {
    uint32_t here = 8 - bit % 8, take = here < left ? here : left;
    value = value << take | (row[bit / 8] >> (here - take) & ((1u << take) - 1));
    bit += take;
    left -= take;
  }
  return value;
}

static inline void put(uint8_t *row, size_t index, uint32_t depth, uint32_t value) {
  if (depth == 8) {
    row[index] = (uint8_t)value;
  } else {
    uint16_t wide = (uint16_t)value;
    memcpy(row + index * 2, &wide, 2);
  }
}

// One channel of `count` pixels from `x` on: each `stride`-th sample from `first` on.
static void lay(
    const page *p, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from, uint32_t stride, uint32_t first,
    uint32_t channel) {
  uint32_t most = (1u << p->bits) - 1, range = p->depth == 8 ? 255 : 65535;
  int inverted = p->photometric == PHOTOMETRIC_MINISWHITE && channel == 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t value = sample(from, (size_t)i * stride + first, p->bits);
    if (inverted) value = most - value;
    if (most != range) value = (value * range + most / 2) / most;
    put(row, (size_t)(x + i) * p->channels + channel, p->depth, value);
  }
}

static void lay_palette(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t entry = sample(from, i, d->page.bits);
    for (int c = 0; c < 3; c++) row[(size_t)(x + i) * 3 + c] = (uint8_t)(d->palette[c][entry] >> d->shift);
  }
}

// Pixels whose samples lie side by side.
static void lay_pixels(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from) {
  const page *p = &d->page;
  if (p->photometric == PHOTOMETRIC_PALETTE) {
    lay_palette(d, row, x, count, from);
  } else if (p->bits == p->depth && p->samples == p->channels && p->photometric != PHOTOMETRIC_MINISWHITE) {
    size_t bytes = p->channels * (p->depth / 8);
    memcpy(row + x * bytes, from, count * bytes);
  } else {
    for (uint32_t c = 0; c < p->channels; c++) {
      lay(p, row, x, count, from, p->samples, c < (uint32_t)p->colours ? c : (uint32_t)p->alpha, c);
    }
  }
}

// Alpha is no longer multiplied in.
static void divide_by_alpha(const page *p, uint8_t *row) {
  uint32_t range = p->depth == 8 ? 255 : 65535;
  for (size_t i = 0; i < p->width; i++) {
    size_t at = i * p->channels;
    uint64_t alpha = sample(row, at + p->channels - 1, p->depth);
    if (alpha == range) continue;
    for (uint32_t c = 0; c + 1 < p->channels; c++) {
      uint64_t value = sample(row, at + c, p->depth);
      value = alpha ? (value * range + alpha / 2) / alpha : 0;
      put(row, at + c, p->depth, value < range ? (uint32_t)value : range);
    }
  }
}

// MARK: Rows

// An error of libtiff that came without words.
static void fail_quietly(frameit_codec_decoder *d) {
  fail(&d->trouble, d->trouble.at_end ? FRAMEIT_CODEC_TRUNCATED : FRAMEIT_CODEC_DAMAGED, "row %u cannot be decoded", d->row);
}

static void decode_line(frameit_codec_decoder *d, uint8_t *row) {
  if (TIFFReadScanline(d->tiff, d->line, d->row, 0) != 1) {
    fail_quietly(d);
    memset(row, 0, row_bytes(&d->page));
    return;
  }
  lay_pixels(d, row, 0, d->page.width, d->line);
}

// One tile or strip of one plane, or of all, into the band.
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
      uint32_t channel = plane < p->colours ? plane : (uint32_t)p->colours;
      lay(p, row, x, count, from, 1, 0, channel);
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
      if (plane >= p->colours && plane != p->alpha) continue;
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
  // libtiff gives pixels that are multiplied with alpha in any case.
  if (p->alpha >= 0 && (p->multiplied || p->way == by_libtiff)) divide_by_alpha(p, row);
  d->row++;
}

static void end_frame(frameit_codec_decoder *d) {
  if (d->has_rgba) TIFFRGBAImageEnd(&d->rgba);
  d->has_rgba = 0;
  release(d, d->line);
  release(d, d->band);
  d->line = d->band = NULL;
  d->band_start = d->band_count = d->row = 0;
}

static void begin_palette(frameit_codec_decoder *d) {
  const page *p = &d->page;
  if (!TIFFGetField(d->tiff, TIFFTAG_COLORMAP, &d->palette[0], &d->palette[1], &d->palette[2])) {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "it has no palette");
    return;
  }
  // Some programs write 8 bits where 16 belong.
  d->shift = 0;
  for (int c = 0; c < 3; c++) {
    for (uint32_t i = 0; i < 1u << p->bits; i++) {
      if (d->palette[c][i] > 255) d->shift = 8;
    }
  }
}

static void begin_rgba(frameit_codec_decoder *d) {
  char reason[1024] = "";
  // Orientation is the host's.
  TIFFSetField(d->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  d->has_rgba = TIFFRGBAImageBegin(&d->rgba, d->tiff, 1, reason);
  if (!d->has_rgba) {
    fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "%.200s", reason[0] ? reason : "libtiff makes no picture of it");
    return;
  }
  d->rgba.req_orientation = ORIENTATION_TOPLEFT;
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  end_frame(d);
  t->code = FRAMEIT_CODEC_OK;
  t->at_end = 0;
  *milliseconds = 0;
  page p;
  if (index >= d->frames || reduction > 1) {
    fail(t, FRAMEIT_CODEC_MISUSE, "there is no such frame");
  } else if (!TIFFSetSubDirectory(d->tiff, d->pages[index])) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "page %u cannot be read", index + 1);
  } else if (describe(d, &p) && fits(d, &p)) {
    if (p.width != d->header.width || p.height != d->header.height || p.channels != d->header.channels
        || p.depth != d->header.depth) {
      fail(t, FRAMEIT_CODEC_DAMAGED, "page %u is not what it was", index + 1);
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
    if ((p.way != by_libtiff && !d->line) || (band && !d->band)) {
      fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    }
  }
  if (t->code) end_frame(d);
  return answer(t, report);
}

static int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  trouble *t = &d->trouble;
  if ((!d->line && !d->band) || count > d->page.height - d->row) {
    t->code = FRAMEIT_CODEC_OK;
    fail(t, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(t, report);
  }
  size_t bytes = row_bytes(&d->page);
  uint8_t *passed = rows ? NULL : malloc(bytes);
  if (!rows && !passed) fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  t->decodes = 1;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *row = rows ? (uint8_t *)rows + i * bytes : passed;
    // Of a band that broke off, the rows that were decoded are given still.
    int in_band = d->row < d->band_start + d->band_count;
    if (!t->code || (in_band && row)) next_row(d, row);
    else if (rows) memset(row, 0, bytes);
  }
  t->decodes = 0;
  free(passed);
  return answer(t, report);
}

// Rows that nobody asked for are decoded, too: damage is found wherever it is.
static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->line || d->band) return give_rows(d, NULL, d->page.height - d->row, report);
  return answer(&d->trouble, report);
}

static void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  end_frame(d);
  if (d->tiff) TIFFClose(d->tiff);
  for (uint32_t i = 0; i < d->header.block_count; i++) free((void *)d->blocks[i].bytes);
  free(d->pages);
  free(d);
}

// MARK: Encoding

// The file lies in memory until it is finished: its directories say where strips are that came before, and
// the host's output only grows.
struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  TIFF *tiff;
  trouble trouble;

  uint8_t *file;
  uint64_t length, space, position;

  uint8_t *strip;
  size_t row_bytes;
  uint32_t strip_rows, rows_in_strip;
  uint32_t row, frame;
  int in_frame;
};

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
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
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

static void set_blocks(frameit_codec_encoder *e) {
  for (uint32_t i = 0; i < e->encoding.block_count; i++) {
    const frameit_codec_block *block = e->encoding.blocks[i];
    if (block->count == 0 || block->count > UINT32_MAX) continue;
    uint32_t count = (uint32_t)block->count;
    if (strcmp(block->kind, "icc") == 0) TIFFSetField(e->tiff, TIFFTAG_ICCPROFILE, count, block->bytes);
    if (e->frame > 0) continue;
    if (strcmp(block->kind, "xmp") == 0) TIFFSetField(e->tiff, TIFFTAG_XMLPACKET, count, block->bytes);
    if (strcmp(block->kind, "iptc") == 0 && iptc_width(e->tiff) == 1) {
      TIFFSetField(e->tiff, TIFFTAG_RICHTIFFIPTC, count, block->bytes);
    }
  }
}

static void set_fields(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  TIFF *tiff = e->tiff;
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, c->width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, c->height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, c->depth);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, c->channels);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, c->channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, e->strip_rows);
  uint16_t kind = EXTRASAMPLE_UNASSALPHA;
  if (c->channels % 2 == 0) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  if (c->pixels_per_metre_x > 0 && c->pixels_per_metre_y > 0) {
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, c->pixels_per_metre_x * 0.0254);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, c->pixels_per_metre_y * 0.0254);
  }
  if (c->frames > 1) {
    TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    uint32_t pages = c->frames > UINT16_MAX ? 0 : c->frames;  // 0: not known
    TIFFSetField(tiff, TIFFTAG_PAGENUMBER, e->frame & UINT16_MAX, pages);
  }
  set_blocks(e);
}

static void close_encoder(frameit_codec_encoder *e);

static frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_encoder *e = calloc(1, sizeof *e);
  if (!e) {
    *code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  e->host = host;
  e->output = output;
  e->encoding = *encoding;
  if (encoding->width == 0 || encoding->height == 0 || encoding->channels - 1 > 3
      || (encoding->depth != 8 && encoding->depth != 16)) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "no such pixels");
  } else {
    e->row_bytes = (size_t)encoding->width * encoding->channels * (encoding->depth / 8);
    size_t rows = written_strip_bytes / e->row_bytes;
    e->strip_rows = rows < 1 ? 1 : rows < encoding->height ? (uint32_t)rows : encoding->height;
    e->strip = host->allocate(host, e->row_bytes * e->strip_rows);
    // Offsets are 32 bits unless the file may need more.
    double bytes = (double)e->row_bytes * encoding->height * encoding->frames;
    const char *mode = bytes > 4.0e9 ? "w8" : "w";
    e->tiff = open_client(
        &e->trouble, mode, e, read_back, write_file, seek_file, file_size, close_nothing, 0);
    if (!e->strip || !e->tiff) fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  }
  *code = answer(&e->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->in_frame || e->frame >= e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame out of order");
  } else if (e->encoding.frames > 1 && milliseconds > 0) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "pages have no durations: an animation is not written");
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

static int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
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

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
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

static void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  // Without TIFFClose, which would write what there is.
  if (e->tiff) TIFFCleanup(e->tiff);
  if (e->strip) e->host->release(e->host, e->strip);
  if (e->file) e->host->release(e->host, e->file);
  free(e);
}

// MARK: Entry

// Of the libtiff that runs, which need not be the one that this was compiled with.
static char library[32] = "libtiff";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host, (void)report;
  int major = 0, minor = 0, patch = 0;
  if (sscanf(TIFFGetVersion(), "LIBTIFF, Version %d.%d.%d", &major, &minor, &patch) == 3) {
    snprintf(library, sizeof library, "libtiff %d.%d.%d", major, minor, patch);
  }
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec tiff = {
    .struct_size = sizeof tiff, .name = "tiff", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&tiff};

const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .codec_count = 1, .codecs = codecs};
