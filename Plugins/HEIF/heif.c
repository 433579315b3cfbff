// HEIF (HEIC and AVIF) by libheif 1.15 or later. The primary picture is read, upright: libheif turns and crops
// as the file says.
//
// With FRAMEIT_AVIF it is the codec of avif.c, which writes, too. Both read whatever libheif reads; which files
// are whose is in their manifests.
#include <frameit_codec.h>
#include <libheif/heif.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_blocks = 3, most_items = 64 };

typedef struct trouble {
  int32_t code;  // of the first error, FRAMEIT_CODEC_OK before
  char message[256];
  uint32_t damages;
  char damage[256];
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

static int32_t code_of(struct heif_error error) {
  if (error.subcode == heif_suberror_End_of_data) return FRAMEIT_CODEC_TRUNCATED;
  if (error.subcode == heif_suberror_Security_limit_exceeded) return FRAMEIT_CODEC_LIMIT;
  switch (error.code) {
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return FRAMEIT_CODEC_UNSUPPORTED;
  case heif_error_Memory_allocation_error: return FRAMEIT_CODEC_NO_MEMORY;
  default: return FRAMEIT_CODEC_DAMAGED;
  }
}

// Whether it went well.
static int check(trouble *t, struct heif_error error) {
  if (error.code == heif_error_Ok) return 1;
  int32_t code = code_of(error);
  fail(t, code, "%s", error.message && error.message[0] ? error.message : "libheif does not read it");
  return 0;
}

// MARK: Decoding

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  frameit_codec_limits limits;
  trouble trouble;

  uint8_t *file;  // whole: libheif takes its parts in no order
  struct heif_context *context;
  struct heif_image_handle *handle;
  int is_multiplied;  // by alpha

  frameit_codec_header header;
  frameit_codec_block blocks[most_blocks];
  const frameit_codec_block *block_list[most_blocks];
  uint64_t metadata;

  struct heif_image *image;
  const uint8_t *pixels;
  int stride, bits;
  uint32_t row;
  int in_frame;
};

static void read_file(frameit_codec_decoder *d, const frameit_codec_input *input) {
  trouble *t = &d->trouble;
  if (input->length > d->limits.memory || input->length > SIZE_MAX) {
    fail(t, FRAMEIT_CODEC_LIMIT, "the file is larger than the limit of %llu bytes of memory",
         (unsigned long long)d->limits.memory);
    return;
  }
  size_t length = (size_t)input->length, done = 0;
  d->file = d->host->allocate(d->host, length ? length : 1);
  if (!d->file) {
    fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  while (done < length) {
    int64_t got = input->read(input->context, done, d->file + done, length - done);
    if (got < 0) fail(t, FRAMEIT_CODEC_IO, "the file cannot be read");
    if (got == 0) fail(t, FRAMEIT_CODEC_TRUNCATED, "the file has become shorter");
    if (got <= 0) return;
    done += (size_t)got;
  }
  d->context = heif_context_alloc();
  if (!d->context) {
    fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  heif_context_set_max_decoding_threads(d->context, 0);
  if (d->limits.side <= INT_MAX) heif_context_set_maximum_image_size_limit(d->context, (int)d->limits.side);
  if (check(t, heif_context_read_from_memory_without_copy(d->context, d->file, length, NULL))) {
    check(t, heif_context_get_primary_image_handle(d->context, &d->handle));
  }
}

// MARK: The header

static void take_size(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  const frameit_codec_limits *most = &d->limits;
  int width = heif_image_handle_get_width(d->handle), height = heif_image_handle_get_height(d->handle);
  int bits = heif_image_handle_get_luma_bits_per_pixel(d->handle);
  if (width <= 0 || height <= 0) fail(t, FRAMEIT_CODEC_DAMAGED, "the picture has no size");
  if (bits <= 0 || bits > 16) fail(t, FRAMEIT_CODEC_UNSUPPORTED, "it does not say how many bits its samples have");
  if (t->code) return;
  if ((uint32_t)width > most->side || (uint32_t)height > most->side) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%d x %d pixels, and %u are the most on a side", width, height, most->side);
    return;
  }
  uint64_t pixels = (uint64_t)width * (uint64_t)height;
  if (pixels > most->pixels) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%d x %d pixels are more than the limit of %llu", width, height,
         (unsigned long long)most->pixels);
    return;
  }
  int has_alpha = heif_image_handle_has_alpha_channel(d->handle) != 0;
  uint32_t channels = has_alpha ? 4 : 3, depth = bits > 8 ? 16 : 8;
  // As it is stored, and as RGB.
  if (pixels > most->memory / (2 * channels * depth / 8)) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%d x %d pixels need more than the limit of %llu bytes of memory", width, height,
         (unsigned long long)most->memory);
    return;
  }
  d->is_multiplied = has_alpha && heif_image_handle_is_premultiplied_alpha(d->handle);
  d->header = (frameit_codec_header){
      .struct_size = sizeof d->header, .width = (uint32_t)width, .height = (uint32_t)height, .channels = channels,
      // Upright, whatever EXIF says.
      .depth = depth, .orientation = 1, .frames = 1, .plays = 1, .blocks = d->block_list};
}

// Room for metadata, where it is allowed and the kind is not there yet.
static uint8_t *make_block(frameit_codec_decoder *d, const char *kind, size_t count) {
  if (d->trouble.code || count == 0) return NULL;
  for (uint32_t i = 0; i < d->header.block_count; i++) {
    if (strcmp(d->blocks[i].kind, kind) == 0) return NULL;
  }
  if (count > d->limits.metadata - d->metadata) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "its metadata is more than the limit of %llu bytes",
         (unsigned long long)d->limits.metadata);
    return NULL;
  }
  uint8_t *bytes = calloc(1, count);
  if (!bytes) {
    fail(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return NULL;
  }
  d->metadata += count;
  return bytes;
}

static void keep_block(frameit_codec_decoder *d, const char *kind, uint8_t *bytes, size_t count) {
  frameit_codec_block *block = &d->blocks[d->header.block_count];
  *block = (frameit_codec_block){.struct_size = sizeof *block, .kind = kind, .bytes = bytes, .count = count};
  d->block_list[d->header.block_count++] = block;
}

static void take_profile(frameit_codec_decoder *d) {
  size_t count = heif_image_handle_get_raw_color_profile_size(d->handle);
  uint8_t *bytes = make_block(d, "icc", count);
  if (!bytes) return;
  if (heif_image_handle_get_raw_color_profile(d->handle, bytes).code == heif_error_Ok) {
    keep_block(d, "icc", bytes, count);
  } else {
    free(bytes);
  }
}

// EXIF has the offset of its header before it.
static size_t exif_start(const uint8_t *bytes, size_t count) {
  if (count < 4) return count;
  size_t offset = (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
  return offset > count - 4 ? count : offset + 4;
}

static const char *kind_of(const struct heif_image_handle *handle, heif_item_id item) {
  const char *type = heif_image_handle_get_metadata_type(handle, item);
  if (!type) return NULL;
  if (strcmp(type, "Exif") == 0) return "exif";
  const char *content = heif_image_handle_get_metadata_content_type(handle, item);
  return content && strcmp(type, "mime") == 0 && strcmp(content, "application/rdf+xml") == 0 ? "xmp" : NULL;
}

static void take_metadata(frameit_codec_decoder *d) {
  heif_item_id items[most_items];
  int count = heif_image_handle_get_list_of_metadata_block_IDs(d->handle, NULL, items, most_items);
  for (int i = 0; i < count && !d->trouble.code; i++) {
    const char *kind = kind_of(d->handle, items[i]);
    size_t size = kind ? heif_image_handle_get_metadata_size(d->handle, items[i]) : 0;
    uint8_t *bytes = kind ? make_block(d, kind, size) : NULL;
    if (!bytes) continue;
    int is_read = heif_image_handle_get_metadata(d->handle, items[i], bytes).code == heif_error_Ok;
    size_t start = strcmp(kind, "exif") == 0 ? exif_start(bytes, size) : 0;
    if (!is_read || start >= size) {
      free(bytes);
      continue;
    }
    memmove(bytes, bytes + start, size - start);
    keep_block(d, kind, bytes, size - start);
  }
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

// Colours that are told by numbers of H.273, and that no profile is made of.
static void take_colours(frameit_codec_decoder *d) {
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif_image_handle_get_nclx_color_profile(d->handle, &nclx).code != heif_error_Ok || !nclx) return;
  int primaries = (int)nclx->color_primaries, transfer = (int)nclx->transfer_characteristics;
  heif_nclx_color_profile_free(nclx);
  if (primaries == heif_color_primaries_ITU_R_BT_2020_2_and_2100_0) add_trait(&d->header, "BT.2020");
  else if (primaries == heif_color_primaries_SMPTE_EG_432_1) add_trait(&d->header, "Display P3");
  else if (primaries > 2) add_trait(&d->header, "primaries %d", primaries);
  if (transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_PQ) add_trait(&d->header, "PQ");
  else if (transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_HLG) add_trait(&d->header, "HLG");
  else if (transfer == heif_transfer_characteristic_linear) add_trait(&d->header, "linear light");
}

static void take_header(frameit_codec_decoder *d) {
  take_size(d);
  if (d->trouble.code) return;
  int bits = heif_image_handle_get_luma_bits_per_pixel(d->handle);
  int pictures = heif_context_get_number_of_top_level_images(d->context);
  if (bits != (int)d->header.depth) add_trait(&d->header, "%d bits as stored", bits);
  if (pictures > 1) add_trait(&d->header, "%d pictures", pictures);
  take_colours(d);
  take_profile(d);
  take_metadata(d);
}

static void close_decoder(frameit_codec_decoder *d);

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (!d) {
    *code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  d->host = host;
  d->limits = *limits;
  read_file(d, input);
  if (!d->trouble.code) take_header(d);
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

// MARK: Rows

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

static enum heif_chroma chroma_of(int has_alpha, int is_wide) {
  if (!is_wide) return has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  if (is_little_endian()) return has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
  return has_alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE;
}

static void take_warnings(frameit_codec_decoder *d) {
  int count = heif_image_get_decoding_warnings(d->image, 0, NULL, 0);
  if (count <= 0) return;
  d->trouble.damages = (uint32_t)count;
  // The last one: libheif 1.15 gives all from the first index on, however few it is asked for, and keeps the
  // text of one alone.
  struct heif_error warning = {heif_error_Ok, heif_suberror_Unspecified, NULL};
  heif_image_get_decoding_warnings(d->image, count - 1, &warning, 1);
  if (warning.message) snprintf(d->trouble.damage, sizeof d->trouble.damage, "%s", warning.message);
}

static void decode(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  const frameit_codec_header *h = &d->header;
  enum heif_chroma chroma = chroma_of(h->channels == 4, h->depth == 16);
  if (!check(t, heif_decode_image(d->handle, &d->image, heif_colorspace_RGB, chroma, NULL))) return;
  take_warnings(d);
  d->pixels = heif_image_get_plane_readonly(d->image, heif_channel_interleaved, &d->stride);
  d->bits = heif_image_get_bits_per_pixel_range(d->image, heif_channel_interleaved);
  // What is coded need not be what the file says of it.
  if (!d->pixels || heif_image_get_width(d->image, heif_channel_interleaved) != (int)h->width
      || heif_image_get_height(d->image, heif_channel_interleaved) != (int)h->height
      || heif_image_get_chroma_format(d->image) != chroma || d->bits < 1 || d->bits > (int)h->depth
      || (h->depth == 16 && d->bits <= 8)
      || d->stride < 0 || (size_t)d->stride < (size_t)h->width * h->channels * (h->depth / 8)) {
    d->pixels = NULL;
    fail(t, FRAMEIT_CODEC_DAMAGED, "the picture is not what its header says");
  }
}

static inline uint32_t sample(const uint8_t *row, size_t index, uint32_t depth) {
  if (depth == 8) return row[index];
  uint16_t value;
  memcpy(&value, row + index * 2, 2);
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

// To the whole range of 16 bits.
static void widen(const frameit_codec_decoder *d, uint8_t *row) {
  uint32_t most = (1u << d->bits) - 1;
  for (size_t i = 0; i < (size_t)d->header.width * d->header.channels; i++) {
    uint32_t value = sample(row, i, 16);
    if (value > most) value = most;
    put(row, i, 16, (value * 65535 + most / 2) / most);
  }
}

// Alpha is no longer multiplied in.
static void divide_by_alpha(const frameit_codec_decoder *d, uint8_t *row) {
  uint32_t depth = d->header.depth, range = depth == 8 ? 255 : 65535;
  for (size_t i = 0; i < d->header.width; i++) {
    uint64_t alpha = sample(row, i * 4 + 3, depth);
    if (alpha == range) continue;
    for (size_t c = i * 4; c < i * 4 + 3; c++) {
      uint64_t value = alpha ? ((uint64_t)sample(row, c, depth) * range + alpha / 2) / alpha : 0;
      put(row, c, depth, value < range ? (uint32_t)value : range);
    }
  }
}

static void give_row(frameit_codec_decoder *d, uint8_t *row) {
  size_t bytes = (size_t)d->header.width * d->header.channels * (d->header.depth / 8);
  if (!d->pixels) {
    memset(row, 0, bytes);
    return;
  }
  memcpy(row, d->pixels + (size_t)d->stride * d->row, bytes);
  if (d->header.depth == 16 && d->bits < 16) widen(d, row);
  if (d->is_multiplied) divide_by_alpha(d, row);
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  *milliseconds = 0;
  d->row = 0;
  d->in_frame = index == 0 && reduction <= 1;
  if (!d->in_frame) fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "there is no such frame");
  return answer(&d->trouble, report);
}

static int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->in_frame || count > d->header.height - d->row) {
    fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(&d->trouble, report);
  }
  if (!d->image && !d->trouble.code) decode(d);
  size_t bytes = (size_t)d->header.width * d->header.channels * (d->header.depth / 8);
  for (uint32_t i = 0; i < count; i++, d->row++) {
    if (rows) give_row(d, (uint8_t *)rows + bytes * i);
  }
  return answer(&d->trouble, report);
}

static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->in_frame && !d->image && !d->trouble.code) decode(d);
  return answer(&d->trouble, report);
}

static void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  if (d->image) heif_image_release(d->image);
  if (d->handle) heif_image_handle_release(d->handle);
  if (d->context) heif_context_free(d->context);
  if (d->file) d->host->release(d->host, d->file);
  for (uint32_t i = 0; i < d->header.block_count; i++) free((void *)d->blocks[i].bytes);
  free(d);
}

// MARK: Encoding

#ifdef FRAMEIT_AVIF

// 16 bits become 12, which is the most that AV1 has. 100 is lossless, of those.
enum { default_quality = 65, lossless_quality = 100, wide_bits = 12, speed = 6 };

struct frameit_codec_encoder {
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;

  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
  uint8_t *pixels, *alpha;  // grey's alpha lies in a plane of its own
  int stride, alpha_stride;
  uint32_t row;
  int in_frame, has_profile;
};

// Whether it went well.
static int take(frameit_codec_encoder *e, struct heif_error error) {
  if (error.code == heif_error_Ok) return 1;
  fail(&e->trouble, error.code == heif_error_Memory_allocation_error ? FRAMEIT_CODEC_NO_MEMORY : FRAMEIT_CODEC_UNSUPPORTED,
       "%s", error.message && error.message[0] ? error.message : "libheif does not write it");
  return 0;
}

static void set_profile(frameit_codec_encoder *e) {
  for (uint32_t i = 0; i < e->encoding.block_count; i++) {
    const frameit_codec_block *block = e->encoding.blocks[i];
    if (strcmp(block->kind, "icc") != 0 || block->count == 0) continue;
    e->has_profile = take(e, heif_image_set_raw_color_profile(e->image, "prof", block->bytes, (size_t)block->count));
  }
}

static void set_blocks(frameit_codec_encoder *e, const struct heif_image_handle *handle) {
  for (uint32_t i = 0; i < e->encoding.block_count; i++) {
    const frameit_codec_block *block = e->encoding.blocks[i];
    if (block->count == 0 || block->count > INT_MAX) continue;
    int count = (int)block->count;
    if (strcmp(block->kind, "exif") == 0) {
      take(e, heif_context_add_exif_metadata(e->context, handle, block->bytes, count));
    }
    if (strcmp(block->kind, "xmp") == 0) {
      take(e, heif_context_add_XMP_metadata(e->context, handle, block->bytes, count));
    }
  }
}

static void make_image(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  int width = (int)c->width, height = (int)c->height, bits = c->depth == 8 ? 8 : wide_bits;
  int is_grey = c->channels < 3, has_alpha = c->channels % 2 == 0;
  enum heif_colorspace space = is_grey ? heif_colorspace_monochrome : heif_colorspace_RGB;
  enum heif_chroma chroma = is_grey ? heif_chroma_monochrome : chroma_of(has_alpha, c->depth == 16);
  enum heif_channel channel = is_grey ? heif_channel_Y : heif_channel_interleaved;
  if (!take(e, heif_image_create(width, height, space, chroma, &e->image))) return;
  if (!take(e, heif_image_add_plane(e->image, channel, width, height, bits))) return;
  e->pixels = heif_image_get_plane(e->image, channel, &e->stride);
  if (is_grey && has_alpha) {
    if (!take(e, heif_image_add_plane(e->image, heif_channel_Alpha, width, height, bits))) return;
    e->alpha = heif_image_get_plane(e->image, heif_channel_Alpha, &e->alpha_stride);
  }
  if (!e->pixels || (is_grey && has_alpha && !e->alpha)) fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  set_profile(e);
}

static void make_encoder(frameit_codec_encoder *e) {
  uint32_t quality = e->encoding.quality ? e->encoding.quality : default_quality;
  e->context = heif_context_alloc();
  if (!e->context) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  if (!take(e, heif_context_get_encoder_for_format(e->context, heif_compression_AV1, &e->encoder))) return;
  take(e, heif_encoder_set_lossy_quality(e->encoder, (int)quality));
  take(e, heif_encoder_set_lossless(e->encoder, quality == lossless_quality));
  // The encoders of AV1 do not all have these.
  heif_encoder_set_parameter_integer(e->encoder, "threads", 1);
  heif_encoder_set_parameter_integer(e->encoder, "speed", speed);
  heif_encoder_set_parameter_string(e->encoder, "chroma", quality >= 90 ? "444" : "420");
  // As avifenc has it: what is lost of an alpha is seen as a fringe, and there is little to gain.
  heif_encoder_set_parameter_boolean(e->encoder, "lossless-alpha", 1);
}

static void close_encoder(frameit_codec_encoder *e);

static frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report) {
  (void)codec, (void)host;
  frameit_codec_encoder *e = calloc(1, sizeof *e);
  if (!e) {
    *code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  e->output = output;
  e->encoding = *encoding;
  if (encoding->width == 0 || encoding->height == 0 || encoding->channels - 1 > 3
      || (encoding->depth != 8 && encoding->depth != 16)) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "no such pixels");
  } else if (encoding->width > 65535 || encoding->height > 65535) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "AVIF's pictures have at most 65535 pixels on a side");
  } else if (encoding->frames != 1) {
    fail(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "animations are not written as AVIF");
  } else {
    make_encoder(e);
    if (!e->trouble.code) make_image(e);
  }
  *code = answer(&e->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
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
    if (alpha) put(i % 2 ? alpha : row, i / 2, c->depth, value);
    else put(row, i, c->depth, value);
  }
}

static int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
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
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  } else {
    // sRGB's numbers, unless a profile tells. RGB is coded as it is where nothing may be lost.
    int is_lossless = e->encoding.quality == lossless_quality && e->encoding.channels >= 3;
    nclx->color_primaries = e->has_profile ? heif_color_primaries_unspecified : heif_color_primaries_ITU_R_BT_709_5;
    nclx->transfer_characteristics =
        e->has_profile ? heif_transfer_characteristic_unspecified : heif_transfer_characteristic_IEC_61966_2_1;
    nclx->matrix_coefficients =
        is_lossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6;
    nclx->full_range_flag = 1;
    options->output_nclx_profile = nclx;
    options->macOS_compatibility_workaround_no_nclx_profile = 0;
    take(e, heif_image_set_nclx_color_profile(e->image, nclx));
    if (take(e, heif_context_encode_image(e->context, e->image, e->encoder, options, &handle))) {
      set_blocks(e, handle);
      struct heif_writer writer = {.writer_api_version = 1, .write = write_bytes};
      if (!e->trouble.code) take(e, heif_context_write(e->context, &writer, e));
    }
  }
  if (handle) heif_image_handle_release(handle);
  if (options) heif_encoding_options_free(options);
  if (nclx) heif_nclx_color_profile_free(nclx);
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->row != e->encoding.height) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than there are");
  if (!e->trouble.code) encode(e);
  return answer(&e->trouble, report);
}

static void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  if (e->image) heif_image_release(e->image);
  if (e->encoder) heif_encoder_release(e->encoder);
  if (e->context) heif_context_free(e->context);
  free(e);
}

#endif

// MARK: Entry

// Of the libheif that runs, which need not be the one that this was compiled with.
static char library[32] = "libheif";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host;
  snprintf(library, sizeof library, "libheif %s", heif_get_version());
  struct heif_error error = heif_init(NULL);
  if (error.code == heif_error_Ok) return FRAMEIT_CODEC_OK;
  snprintf(report->message, sizeof report->message, "%s", error.message);
  return FRAMEIT_CODEC_UNSUPPORTED;
}

static void stop(void) { heif_deinit(); }

static const frameit_codec this_codec = {
    .struct_size = sizeof this_codec, .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
#ifdef FRAMEIT_AVIF
    .name = "avif", .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder,
#else
    .name = "heif",
#endif
};

static const frameit_codec *const codecs[] = {&this_codec};

const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .stop = stop, .codec_count = 1, .codecs = codecs};
