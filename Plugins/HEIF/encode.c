// Encodes AVIF: one image, encoded after its last row.
#include <stdlib.h>

#include "../Shared/encoding.h"
#include "../Shared/samples.h"
#include "heif.h"

// 16 bits become 12, AV1's maximum. 100 is lossless for those.
enum { default_quality = 65, wide_bits = 12, speed = 6, most_side = 65535 };

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;

  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
  uint8_t *pixels, *alpha;  // gray's alpha has a plane of its own
  int stride, alpha_stride;
  uint32_t row;
  int in_frame, has_profile;
  uint8_t code_points[4];  // of the colors, as in H.273; the first one is 0 if the host names none
  kept_block exif, xmp;  // they follow the image
};

// Returns whether the call succeeded.
static int take(frameit_codec_encoder *e, struct heif_error error) {
  if (error.code == heif_error_Ok) return 1;
  int has_no_memory = error.code == heif_error_Memory_allocation_error;
  fail(&e->trouble, has_no_memory ? FRAMEIT_CODEC_NO_MEMORY : FRAMEIT_CODEC_UNSUPPORTED, "%s",
       error.message && error.message[0] ? error.message : "libheif could not write the image");
  return 0;
}

static void add_metadata(frameit_codec_encoder *e, const struct heif_image_handle *handle) {
  const kept_block *exif = &e->exif, *xmp = &e->xmp;
  if (exif->bytes) take(e, heif_context_add_exif_metadata(e->context, handle, exif->bytes, (int)exif->count));
  if (xmp->bytes) take(e, heif_context_add_XMP_metadata(e->context, handle, xmp->bytes, (int)xmp->count));
}

static void make_image(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  int width = (int)c->width, height = (int)c->height, bits = c->depth == 8 ? 8 : wide_bits;
  enum heif_colorspace space = is_gray(c) ? heif_colorspace_monochrome : heif_colorspace_RGB;
  enum heif_chroma chroma = is_gray(c) ? heif_chroma_monochrome : chroma_of(has_alpha(c), c->depth);
  enum heif_channel channel = is_gray(c) ? heif_channel_Y : heif_channel_interleaved;
  if (!take(e, heif_image_create(width, height, space, chroma, &e->image))) return;
  if (!take(e, heif_image_add_plane(e->image, channel, width, height, bits))) return;
  e->pixels = heif_image_get_plane(e->image, channel, &e->stride);
  if (is_gray(c) && has_alpha(c)) {
    if (!take(e, heif_image_add_plane(e->image, heif_channel_Alpha, width, height, bits))) return;
    e->alpha = heif_image_get_plane(e->image, heif_channel_Alpha, &e->alpha_stride);
  }
  if (!e->pixels || (is_gray(c) && has_alpha(c) && !e->alpha)) no_memory(&e->trouble);
  const frameit_codec_block *profile = find_block(c, "icc"), *colors = find_block(c, "cICP");
  if (colors && colors->count == sizeof e->code_points) memcpy(e->code_points, colors->bytes, colors->count);
  if (profile) {
    e->has_profile = take(
        e, heif_image_set_raw_color_profile(e->image, "prof", profile->bytes, (size_t)profile->count));
  }
}

static void make_encoder(frameit_codec_encoder *e) {
  uint32_t quality = e->encoding.quality ? e->encoding.quality : default_quality;
  e->context = heif_context_alloc();
  if (!e->context) {
    no_memory(&e->trouble);
    return;
  }
  if (!take(e, heif_context_get_encoder_for_format(e->context, heif_compression_AV1, &e->encoder))) return;
  take(e, heif_encoder_set_lossy_quality(e->encoder, (int)quality));
  take(e, heif_encoder_set_lossless(e->encoder, quality == lossless_quality));
  // Not all AV1 encoders have these parameters.
  heif_encoder_set_parameter_integer(e->encoder, "threads", 1);
  heif_encoder_set_parameter_integer(e->encoder, "speed", speed);
  heif_encoder_set_parameter_string(e->encoder, "chroma", quality >= 90 ? "444" : "420");
  // The same as avifenc: errors in alpha are visible as fringes, and lossy alpha saves little.
  heif_encoder_set_parameter_boolean(e->encoder, "lossless-alpha", 1);
}

static void prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding) {
  trouble *t = &e->trouble;
  if (take_encoding(t, &e->encoding, encoding) != FRAMEIT_CODEC_OK) return;
  if (encoding->width > most_side || encoding->height > most_side) {
    fail(t, FRAMEIT_CODEC_UNSUPPORTED, "AVIF cannot store sides of more than %d pixels", most_side);
  }
  if (encoding->frames > 1) fail(t, FRAMEIT_CODEC_UNSUPPORTED, "animated AVIF is not supported for output");
  keep_block(t, e->host, encoding, "exif", &e->exif);
  keep_block(t, e->host, encoding, "xmp", &e->xmp);
  if (t->code == FRAMEIT_CODEC_OK) make_encoder(e);
  if (t->code == FRAMEIT_CODEC_OK) make_image(e);
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
  (void)milliseconds;
  if (e->in_frame || e->row > 0) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame out of order");
  e->in_frame = 1;
  return answer(&e->trouble, report);
}

static inline uint32_t narrow(uint32_t value) {
  return (value * ((1u << wide_bits) - 1) + 32767) / 65535;
}

static void lay_row(frameit_codec_encoder *e, const uint8_t *from) {
  const frameit_codec_encoding *c = &e->encoding;
  uint8_t *row = e->pixels + (size_t)e->stride * e->row;
  uint8_t *alpha = e->alpha ? e->alpha + (size_t)e->alpha_stride * e->row : NULL;
  size_t count = (size_t)c->width * c->channels;
  for (size_t i = 0; i < count; i++) {
    uint32_t value = sample(from, i, c->depth);
    if (c->depth == 16) value = narrow(value);
    if (alpha) put_sample(i % 2 ? alpha : row, i / 2, c->depth, value);
    else put_sample(row, i, c->depth, value);
  }
}

int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  const frameit_codec_encoding *c = &e->encoding;
  if (!e->in_frame || count > c->height - e->row) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "rows out of order");
  size_t bytes = (size_t)c->width * c->channels * (c->depth / 8);
  for (uint32_t i = 0; i < count && !e->trouble.code; i++, e->row++) lay_row(e, (const uint8_t *)rows + bytes * i);
  return answer(&e->trouble, report);
}

static struct heif_error write_bytes(struct heif_context *context, const void *bytes, size_t count, void *user) {
  (void)context;
  frameit_codec_encoder *e = user;
  struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "fine"};
  if (e->output->write(e->output->context, bytes, count) != 0) {
    fail(&e->trouble, FRAMEIT_CODEC_IO, "the file cannot be written");
    error = (struct heif_error){heif_error_Encoding_error, heif_suberror_Cannot_write_output_data, "not written"};
  }
  return error;
}

static void encode(frameit_codec_encoder *e) {
  struct heif_encoding_options *options = heif_encoding_options_alloc();
  struct heif_color_profile_nclx *nclx = heif_nclx_color_profile_alloc();
  struct heif_image_handle *handle = NULL;
  if (!options || !nclx) {
    no_memory(&e->trouble);
  } else {
    // sRGB's numbers unless there is a profile or other numbers. Lossless RGB is coded without conversion.
    int is_lossless = e->encoding.quality == lossless_quality && !is_gray(&e->encoding);
    nclx->color_primaries = e->has_profile ? heif_color_primaries_unspecified : heif_color_primaries_ITU_R_BT_709_5;
    nclx->transfer_characteristics =
        e->has_profile ? heif_transfer_characteristic_unspecified : heif_transfer_characteristic_IEC_61966_2_1;
    nclx->matrix_coefficients =
        is_lossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6;
    if (e->code_points[0]) {
      enum { bt2020 = 9 };
      nclx->color_primaries = (enum heif_color_primaries)e->code_points[0];
      nclx->transfer_characteristics = (enum heif_transfer_characteristics)e->code_points[1];
      if (!is_lossless && e->code_points[0] == bt2020) {
        nclx->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_2020_2_non_constant_luminance;
      }
    }
    nclx->full_range_flag = 1;
    options->output_nclx_profile = nclx;
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    take(e, heif_image_set_nclx_color_profile(e->image, nclx));
    if (take(e, heif_context_encode_image(e->context, e->image, e->encoder, options, &handle))) {
      add_metadata(e, handle);
      struct heif_writer writer = {.writer_api_version = 1, .write = write_bytes};
      if (!e->trouble.code) take(e, heif_context_write(e->context, &writer, e));
    }
  }
  if (handle) heif_image_handle_release(handle);
  if (options) heif_encoding_options_free(options);
  if (nclx) heif_nclx_color_profile_free(nclx);
}

int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->row != e->encoding.height) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than there are");
  if (!e->trouble.code) encode(e);
  return answer(&e->trouble, report);
}

void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  if (e->image) heif_image_release(e->image);
  if (e->encoder) heif_encoder_release(e->encoder);
  if (e->context) heif_context_free(e->context);
  release_block(e->host, &e->exif);
  release_block(e->host, &e->xmp);
  free(e);
}
