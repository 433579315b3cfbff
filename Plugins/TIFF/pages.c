#include "tiff.h"

// Finds the alpha sample.
static void find_alpha(TIFF *tiff, page *p) {
  uint16_t count = 0, *kinds = NULL;
  p->alpha = -1;
  if (!TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || !kinds) return;
  for (int i = 0; i < count && p->colors + i < p->samples; i++) {
    if (kinds[i] != EXTRASAMPLE_ASSOCALPHA && kinds[i] != EXTRASAMPLE_UNASSALPHA) continue;
    p->alpha = p->colors + i;
    p->multiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
    return;
  }
}

// Returns the name of a sample type that cannot be read as an image, or null. libtiff's RGBA reading treats signed
// and complex samples as unsigned, so they must not reach it.
static const char *unreadable_samples(TIFF *tiff, const page *p) {
  switch (field16(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT)) {
  case SAMPLEFORMAT_UINT:
  case SAMPLEFORMAT_VOID: return NULL;  // TIFF 6.0, section 19: data without a type is read as unsigned
  case SAMPLEFORMAT_INT:
    // Two of CIELab's three samples are signed, and LogLuv's are packed; both are read correctly.
    return p->photometric == PHOTOMETRIC_CIELAB || p->photometric == PHOTOMETRIC_LOGL
                   || p->photometric == PHOTOMETRIC_LOGLUV
               ? NULL : "signed integers";
  case SAMPLEFORMAT_IEEEFP:
    // The type that LogLuv was made from. libtiff unpacks it to 8 bits.
    return p->photometric == PHOTOMETRIC_LOGL || p->photometric == PHOTOMETRIC_LOGLUV ? NULL : "floating-point numbers";
  case SAMPLEFORMAT_COMPLEXINT:
  case SAMPLEFORMAT_COMPLEXIEEEFP: return "complex numbers";
  default: return "of an unknown type";
  }
}

static int is_plain(TIFF *tiff, page *p) {
  if (p->bits < 1 || p->bits > 16) return 0;
  // Its blocks of subsampled YCbCr would look like RGB of one byte.
  if (p->compression == COMPRESSION_OJPEG) return 0;
  switch (p->photometric) {
  case PHOTOMETRIC_MINISWHITE:
  case PHOTOMETRIC_MINISBLACK: p->colors = 1; break;
  case PHOTOMETRIC_RGB: p->colors = 3; break;
  case PHOTOMETRIC_SEPARATED:
    if (field16(tiff, TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK || (p->bits != 8 && p->bits != 16)) return 0;
    p->colors = 4;
    p->inks = 1;
    break;
  case PHOTOMETRIC_CIELAB:
  case PHOTOMETRIC_ICCLAB:
    if (p->bits != 8 && p->bits != 16) return 0;
    p->colors = 3;
    p->is_lab = 1;
    break;
  case PHOTOMETRIC_PALETTE: return p->bits <= 8 && p->samples == 1;
  default: return 0;
  }
  return p->samples >= p->colors;
}

void measure(frameit_codec_decoder *d, const page *p, uint64_t *line, uint64_t *band) {
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
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the tiles or strips have no size");
    return 0;
  }
  // The compressed block is also held, and seldom larger.
  uint64_t needed = line <= UINT64_MAX - band ? line + band : UINT64_MAX;
  return check_memory(&d->trouble, &d->limits, needed) == FRAMEIT_CODEC_OK;
}

int describe(frameit_codec_decoder *d, page *p) {
  TIFF *tiff = d->tiff;
  trouble *t = &d->trouble;
  *p = (page){.alpha = -1};
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &p->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &p->height)
      || p->width == 0 || p->height == 0) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "the image has no size");
    return 0;
  }
  if (check_size(t, &d->limits, p->width, p->height) != FRAMEIT_CODEC_OK) return 0;
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
    fail(t, FRAMEIT_CODEC_DAMAGED, "the tiles or strips have no size");
    return 0;
  }
  if (!TIFFIsCODECConfigured(p->compression)) {
    fail(t, FRAMEIT_CODEC_UNSUPPORTED, "this libtiff does not support compression %u", p->compression);
    return 0;
  }
  const char *unreadable = unreadable_samples(tiff, p);
  if (unreadable) {
    fail(t, FRAMEIT_CODEC_UNSUPPORTED, "cannot read %u-bit samples: they are %s", p->bits, unreadable);
    return 0;
  }
  p->depth = 8;
  if (!is_plain(tiff, p)) {
    char reason[1024] = "";
    if (!TIFFRGBAImageOK(tiff, reason)) {
      fail(t, FRAMEIT_CODEC_UNSUPPORTED, "%.200s", reason[0] ? reason : "libtiff cannot convert the image");
      return 0;
    }
    p->way = by_libtiff;
    p->colors = 3;
    p->inks = p->is_lab = 0;
    // Only the first one, which libtiff also uses as alpha.
    find_alpha(tiff, p);
    if (p->photometric != PHOTOMETRIC_YCBCR || p->alpha != 3) p->alpha = -1;
  } else {
    p->way = p->tiled || p->planar == PLANARCONFIG_SEPARATE ? by_block : by_line;
    if (p->photometric == PHOTOMETRIC_PALETTE) {
      p->colors = 3;
    } else {
      // The contract has no fifth channel.
      if (!p->inks) find_alpha(tiff, p);
      p->depth = p->bits > 8 ? 16 : 8;
    }
  }
  p->channels = (uint32_t)p->colors + (p->alpha >= 0);
  return fits(d, p);
}

// MARK: Several

static int is_page(TIFF *tiff) {
  uint32_t kind = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &kind);
  return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

static int has_first_profile(const frameit_codec_decoder *d, const page *other) {
  frameit_codec_block first = {.bytes = NULL};
  for (uint32_t i = 0; i < d->found.header.block_count; i++) {
    if (strcmp(d->found.blocks[i].kind, "icc") == 0) first = d->found.blocks[i];
  }
  uint32_t count = 0;
  void *bytes = NULL;
  if (!keeps_colors(other) || !TIFFGetField(d->tiff, TIFFTAG_ICCPROFILE, &count, &bytes)) count = 0;
  return count == first.count && (count == 0 || memcmp(bytes, first.bytes, count) == 0);
}

// Pages are frames if the first one's header is true of all of them. It has one orientation and one profile.
static int is_like_first(frameit_codec_decoder *d) {
  page other;
  const page *first = &d->page;
  if (!describe(d, &other)) return 0;
  uint32_t turn = orientation_of(d->tiff), first_turn = d->found.header.orientation;
  int is_upright = turn <= 1 && first_turn <= 1;
  return other.width == first->width && other.height == first->height && other.channels == first->channels
      && other.depth == first->depth && other.inks == first->inks && (turn == first_turn || is_upright)
      && has_first_profile(d, &other);
}

void count_pages(frameit_codec_decoder *d) {
  d->frames = d->page_count = 1;
  d->pages[0] = TIFFCurrentDirOffset(d->tiff);
  int alike = 1;
  while (!d->trouble.code && !TIFFLastDirectory(d->tiff)) {
    if (!TIFFReadDirectory(d->tiff)) break;
    if (!is_page(d->tiff)) continue;
    if (d->page_count == most_pages) {
      // Frames that end somewhere would hide the others, so only the first page is read, and the host says so.
      alike = 0;
      break;
    }
    d->pages[d->page_count++] = TIFFCurrentDirOffset(d->tiff);
    alike = alike && is_like_first(d);
  }
  // The first page is valid, whatever is wrong with the others. A valid page of an unsupported kind is not damage.
  int is_damage = d->trouble.code != FRAMEIT_CODEC_UNSUPPORTED && d->trouble.code != FRAMEIT_CODEC_LIMIT;
  if (d->trouble.code && is_damage) live_with(&d->trouble, "%s", d->trouble.message);
  // libtiff does not report a truncated list of pages.
  if (d->heard.at_end) live_with(&d->trouble, "the file ends within the list of pages");
  d->trouble.code = FRAMEIT_CODEC_OK;
  d->heard.at_end = 0;
  if (alike && d->trouble.damages == 0) d->frames = d->page_count;
}
