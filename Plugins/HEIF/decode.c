// Decodes the pixels, all at once.
#include "heif.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>

#include "../Shared/samples.h"

// MARK: The file

static void read_file(frameit_codec_decoder *d, const frameit_codec_input *input) {
  trouble *t = &d->trouble;
  if (check_memory(t, &d->limits, input->length) != FRAMEIT_CODEC_OK) return;
  size_t length = (size_t)input->length, done = 0;
  d->file = d->host->allocate(d->host, length ? length : 1);
  if (!d->file) {
    no_memory(t);
    return;
  }
  while (done < length) {
    int64_t got = input->read(input->context, done, d->file + done, length - done);
    if (got < 0) fail(t, FRAMEIT_CODEC_IO, "the file cannot be read");
    if (got == 0) fail(t, FRAMEIT_CODEC_TRUNCATED, "the file became shorter while it was read");
    if (got <= 0) return;
    done += (size_t)got;
  }
  d->context = heif_context_alloc();
  if (!d->context) {
    no_memory(t);
    return;
  }
  heif_context_set_max_decoding_threads(d->context, 0);
  if (d->limits.side <= INT_MAX) heif_context_set_maximum_image_size_limit(d->context, (int)d->limits.side);
  d->length = length;
  struct heif_error error = heif_context_read_from_memory_without_copy(d->context, d->file, length, NULL);
  if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(d->context, &d->handle);
  // A video has no still image.
  if (error.code != heif_error_Ok && has_sequence(d->file, length)) {
    fail(t, FRAMEIT_CODEC_UNSUPPORTED, "image sequences without a still image are not supported");
  }
  check(t, error);
}

// Replaces the primary image by its gain map if the host opens that.
static void choose_image(frameit_codec_decoder *d, const frameit_codec_input *input) {
  // Hosts of version 1.5 know only the primary image.
  if (input->struct_size < offsetof(frameit_codec_input, image) + sizeof input->image) return;
  if (input->image == FRAMEIT_CODEC_PRIMARY_IMAGE) return;
  struct heif_image_handle *map = input->image == FRAMEIT_CODEC_GAIN_MAP ? apple_gain_map(d->handle) : NULL;
  if (!map) {
    fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "there is no such image");
    return;
  }
  heif_image_handle_release(d->handle);
  d->handle = map;
  d->is_gain_map = 1;
}

frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (!d) {
    *code = fail_at_once(report);
    return NULL;
  }
  d->host = host;
  d->limits = *limits;
  read_file(d, input);
  if (!d->trouble.code) choose_image(d, input);
  if (!d->trouble.code) take_header(d);
  *code = answer(&d->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return d;
  close_decoder(d);
  return NULL;
}

int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header) { return give(&d->found, header); }

// MARK: Rows

static void take_warnings(frameit_codec_decoder *d) {
  int count = heif_image_get_decoding_warnings(d->image, 0, NULL, 0);
  if (count <= 0) return;
  d->trouble.damages = (uint32_t)count;
  // The last one: libheif 1.15 returns all warnings from the first index on, whatever number is requested, and keeps
  // the text of only one.
  struct heif_error warning = {heif_error_Ok, heif_suberror_Unspecified, NULL};
  heif_image_get_decoding_warnings(d->image, count - 1, &warning, 1);
  if (warning.message) snprintf(d->trouble.damage, sizeof d->trouble.damage, "%s", warning.message);
}

static void decode(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  const frameit_codec_header *h = &d->found.header;
  // As coded, if chroma is to be interpolated, or if luma may have a limited range.
  enum heif_chroma stored = subsampling(d->file, d->length);
  enum heif_colorspace space = stored == heif_chroma_monochrome ? heif_colorspace_monochrome : heif_colorspace_YCbCr;
  if (stored != heif_chroma_undefined) {
    if (!check(t, heif_decode_image(d->handle, &d->image, space, stored, NULL))) return;
    take_warnings(d);
    d->is_planar = find_planes(&d->planes, d->image, h);
    if (d->is_planar) return;
    heif_image_release(d->image);
    d->image = NULL;
  }
  enum heif_chroma chroma = chroma_of(h->channels == 4, h->depth);
  if (!check(t, heif_decode_image(d->handle, &d->image, heif_colorspace_RGB, chroma, NULL))) return;
  take_warnings(d);
  d->pixels = heif_image_get_plane_readonly(d->image, heif_channel_interleaved, &d->stride);
  d->bits = heif_image_get_bits_per_pixel_range(d->image, heif_channel_interleaved);
  // The coded image may differ from the header.
  if (!d->pixels || heif_image_get_width(d->image, heif_channel_interleaved) != (int)h->width
      || heif_image_get_height(d->image, heif_channel_interleaved) != (int)h->height
      || heif_image_get_chroma_format(d->image) != chroma || d->bits < 1 || d->bits > (int)h->depth
      || (h->depth == 16 && d->bits <= 8)
      || d->stride < 0 || (size_t)d->stride < (size_t)h->width * h->channels * (h->depth / 8)) {
    d->pixels = NULL;
    fail(t, FRAMEIT_CODEC_DAMAGED, "the image differs from its header");
  }
}

// Expands samples to the whole range of 16 bits.
static void widen(const frameit_codec_decoder *d, uint8_t *row) {
  uint32_t most = (1u << d->bits) - 1;
  for (size_t i = 0; i < (size_t)d->found.header.width * d->found.header.channels; i++) {
    uint32_t value = sample(row, i, 16);
    if (value > most) value = most;
    put_sample(row, i, 16, (value * 65535 + most / 2) / most);
  }
}

static void give_row(frameit_codec_decoder *d, uint8_t *row) {
  size_t bytes = (size_t)d->found.header.width * d->found.header.channels * (d->found.header.depth / 8);
  if (!d->pixels && !d->is_planar) {
    memset(row, 0, bytes);
    return;
  }
  if (d->is_planar) convert_row(&d->planes, d->row, row, d->found.header.channels, d->found.header.depth);
  else memcpy(row, d->pixels + (size_t)d->stride * d->row, bytes);
  if (!d->is_planar && d->found.header.depth == 16 && d->bits < 16) widen(d, row);
  if (d->is_multiplied) divide_by_alpha(row, d->found.header.width, d->found.header.channels, d->found.header.depth);
}

int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  *milliseconds = 0;
  d->row = 0;
  d->in_frame = index == 0 && reduction <= 1;
  if (!d->in_frame) fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "there is no such frame");
  return answer(&d->trouble, report);
}

int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->in_frame || count > d->found.header.height - d->row) {
    fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(&d->trouble, report);
  }
  if (!d->image && !d->trouble.code) decode(d);
  size_t bytes = (size_t)d->found.header.width * d->found.header.channels * (d->found.header.depth / 8);
  for (uint32_t i = 0; i < count; i++, d->row++) {
    if (rows) give_row(d, (uint8_t *)rows + bytes * i);
  }
  return answer(&d->trouble, report);
}

int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->in_frame && !d->image && !d->trouble.code) decode(d);
  return answer(&d->trouble, report);
}

void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  if (d->image) heif_image_release(d->image);
  if (d->handle) heif_image_handle_release(d->handle);
  if (d->context) heif_context_free(d->context);
  if (d->file) d->host->release(d->host, d->file);
  release_blocks(&d->found, d->host);
  free(d);
}
