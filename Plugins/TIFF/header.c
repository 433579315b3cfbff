// Reads everything of a header except the layout of pages.
#include <stdlib.h>

#include "exif.h"
#include "tiff.h"

static void take_block(frameit_codec_decoder *d, const char *kind, const void *from, uint64_t count) {
  uint8_t *bytes = from ? add_block(&d->found, &d->trouble, d->host, &d->limits, kind, count) : NULL;
  if (bytes) memcpy(bytes, from, (size_t)count);
}

// As numbers, they are swapped if the file has the other byte order. A record begins with 0x1C.
static void unswap_iptc(frameit_codec_block *block) {
  uint8_t *bytes = (uint8_t *)block->bytes;
  if (block->count < 4 || bytes[0] == 0x1C || bytes[3] != 0x1C) return;
  TIFFSwabArrayOfLong((uint32_t *)bytes, (tmsize_t)(block->count / 4));
}

static int64_t read_at(void *context, uint64_t offset, void *into, size_t count) {
  const frameit_codec_input *input = context;
  size_t done = 0;
  while (done < count) {
    int64_t got = input->read(input->context, offset + done, (uint8_t *)into + done, count - done);
    if (got < 0) return -1;
    if (got == 0) break;
    done += (size_t)got;
  }
  return (int64_t)done;
}

static void take_exif(frameit_codec_decoder *d) {
  exif_source from = {
      .read = read_at, .context = (void *)d->input, .is_big_endian = TIFFIsBigEndian(d->tiff),
      .is_big = TIFFIsBigTIFF(d->tiff)};
  exif_copy to = {.most = (size_t)(d->limits.metadata < UINT32_MAX ? d->limits.metadata : UINT32_MAX)};
  make_exif_block(&to, &from, TIFFCurrentDirOffset(d->tiff), &d->trouble);
  take_block(d, "exif", to.bytes, to.count);
  free(to.bytes);
}

static void take_metadata(frameit_codec_decoder *d) {
  uint32_t count = 0;
  void *bytes = NULL;
  if (keeps_colors(&d->page) && TIFFGetField(d->tiff, TIFFTAG_ICCPROFILE, &count, &bytes)) take_block(d, "icc", bytes, count);
  if (TIFFGetField(d->tiff, TIFFTAG_XMLPACKET, &count, &bytes)) take_block(d, "xmp", bytes, count);
  if (iptc_width(d->tiff) == 1 && TIFFGetField(d->tiff, TIFFTAG_RICHTIFFIPTC, &count, &bytes)) {
    take_block(d, "iptc", bytes, count);
    if (has_block(&d->found, "iptc")) unswap_iptc(&d->found.blocks[d->found.header.block_count - 1]);
  }
  take_exif(d);
}

static void take_resolution(frameit_codec_decoder *d) {
  float x = 0, y = 0;
  uint16_t unit = field16(d->tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  double per_meter = unit == RESUNIT_INCH ? 1 / 0.0254 : unit == RESUNIT_CENTIMETER ? 100 : 0;
  if (!TIFFGetField(d->tiff, TIFFTAG_XRESOLUTION, &x) || !TIFFGetField(d->tiff, TIFFTAG_YRESOLUTION, &y)) return;
  if (!(x > 0) || !(y > 0)) return;
  d->found.header.pixels_per_metre_x = x * per_meter;
  d->found.header.pixels_per_metre_y = y * per_meter;
}

static void take_traits(frameit_codec_decoder *d) {
  header_found *h = &d->found;
  if (d->page.photometric == PHOTOMETRIC_PALETTE) add_trait(h, "palette");
  if (d->page.photometric == PHOTOMETRIC_SEPARATED) add_trait(h, "CMYK");
  if (d->page.photometric == PHOTOMETRIC_CIELAB || d->page.photometric == PHOTOMETRIC_ICCLAB) add_trait(h, "CIELab");
  if (d->page.photometric == PHOTOMETRIC_LOGLUV || d->page.photometric == PHOTOMETRIC_LOGL) add_trait(h, "LogLuv");
  if (d->page.tiled) add_trait(h, "tiled");
  if (d->page.bits != d->page.depth && d->page.way != by_libtiff) add_trait(h, "%u bits as stored", d->page.bits);
  if (d->page_count > 1 && d->frames == 1) {
    add_trait(h, d->page_count == most_pages ? "%u pages or more" : "%u pages", d->page_count);
    h->header.has_more_frames = 1;
  }
}

void take_header(frameit_codec_decoder *d) {
  if (!describe(d, &d->page)) return;
  d->found.header = (frameit_codec_header){
      .struct_size = sizeof d->found.header, .width = d->page.width, .height = d->page.height,
      .channels = d->page.channels, .depth = d->page.depth, .inks = (uint32_t)d->page.inks, .plays = 1};
  d->found.header.orientation = orientation_of(d->tiff);
  take_metadata(d);
  take_resolution(d);
  if (d->trouble.code) return;
  count_pages(d);
  d->found.header.frames = d->frames;
  d->found.header.pages = 1;
  take_traits(d);
}
