// Reads everything before the pixels.
#include "heif.h"

enum { most_items = 64 };

static void take_size(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  int width = heif_image_handle_get_width(d->handle), height = heif_image_handle_get_height(d->handle);
  int bits = heif_image_handle_get_luma_bits_per_pixel(d->handle);
  if (width <= 0 || height <= 0) fail(t, FRAMEIT_CODEC_DAMAGED, "the image has no size");
  if (bits <= 0 || bits > 16) fail(t, FRAMEIT_CODEC_UNSUPPORTED, "the file does not state the depth of its samples");
  if (t->code || check_size(t, &d->limits, (uint32_t)width, (uint32_t)height) != FRAMEIT_CODEC_OK) return;
  int has_alpha = heif_image_handle_has_alpha_channel(d->handle) != 0;
  uint32_t channels = has_alpha ? 4 : 3, depth = bits > 8 ? 16 : 8;
  // As stored, and as RGB.
  uint64_t pixels = (uint64_t)width * (uint64_t)height, each = 2 * channels * depth / 8;
  if (check_memory(t, &d->limits, pixels * each) != FRAMEIT_CODEC_OK) return;
  d->is_multiplied = has_alpha && heif_image_handle_is_premultiplied_alpha(d->handle);
  d->found.header = (frameit_codec_header){
      .struct_size = sizeof d->found.header, .width = (uint32_t)width, .height = (uint32_t)height,
      // Upright, whatever EXIF says.
      .channels = channels, .depth = depth, .orientation = 1, .frames = 1, .plays = 1};
  if (bits != (int)depth) add_trait(&d->found, "%d bits as stored", bits);
}

static void take_profile(frameit_codec_decoder *d) {
  size_t count = heif_image_handle_get_raw_color_profile_size(d->handle);
  uint8_t *bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, "icc", count);
  if (!bytes) return;
  if (heif_image_handle_get_raw_color_profile(d->handle, bytes).code != heif_error_Ok) drop_block(&d->found, d->host);
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
  if (heif_image_handle_get_number_of_metadata_blocks(d->handle, NULL) > most_items) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "the file has more than %d metadata blocks", most_items);
    return;
  }
  int count = heif_image_handle_get_list_of_metadata_block_IDs(d->handle, NULL, items, most_items);
  for (int i = 0; i < count; i++) {
    const char *kind = kind_of(d->handle, items[i]);
    size_t size = kind ? heif_image_handle_get_metadata_size(d->handle, items[i]) : 0;
    uint8_t *bytes = kind ? add_block(&d->found, &d->trouble, d->host, &d->limits, kind, size) : NULL;
    if (!bytes) continue;
    if (heif_image_handle_get_metadata(d->handle, items[i], bytes).code != heif_error_Ok) {
      drop_block(&d->found, d->host);
    } else if (strcmp(kind, "exif") == 0) {
      trim_block(&d->found, d->host, exif_start(bytes, size));
    }
  }
}

// Reads colors given by the numbers of H.273, for which no profile is made.
static void take_colors(frameit_codec_decoder *d) {
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif_image_handle_get_nclx_color_profile(d->handle, &nclx).code != heif_error_Ok || !nclx) return;
  int primaries = (int)nclx->color_primaries, transfer = (int)nclx->transfer_characteristics;
  heif_nclx_color_profile_free(nclx);
  if (primaries == heif_color_primaries_ITU_R_BT_2020_2_and_2100_0) add_trait(&d->found, "BT.2020");
  else if (primaries == heif_color_primaries_SMPTE_EG_432_1) add_trait(&d->found, "Display P3");
  else if (primaries > 2) add_trait(&d->found, "primaries %d", primaries);
  if (transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_PQ) add_trait(&d->found, "PQ");
  else if (transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_HLG) add_trait(&d->found, "HLG");
  else if (transfer == heif_transfer_characteristic_linear) add_trait(&d->found, "linear light");
}

// Sequences are in a top-level box, as in a video (ISO/IEC 14496-12, 4.2 and 8.2.1).
int has_sequence(const uint8_t *file, size_t length) {
  for (size_t at = 0; length - at >= 8;) {
    const uint8_t *b = file + at;
    uint64_t size = (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3];
    if (memcmp(b + 4, "moov", 4) == 0) return 1;
    if (size == 1 && length - at >= 16) {
      size = 0;
      for (int i = 8; i < 16; i++) size = size << 8 | b[i];
    }
    // 0 means a box to the end of the file.
    if (size < 8 || size > length - at) return 0;
    at += (size_t)size;
  }
  return 0;
}

void take_header(frameit_codec_decoder *d) {
  take_size(d);
  if (d->trouble.code) return;
  int images = heif_context_get_number_of_top_level_images(d->context);
  if (images > 1) add_trait(&d->found, "%d images", images);
  if (has_sequence(d->file, d->length)) {
    add_trait(&d->found, "sequence");
    d->found.header.has_more_frames = 1;
  }
  take_colors(d);
  take_profile(d);
  take_metadata(d);
}
