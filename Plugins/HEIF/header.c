// Reads everything before the pixels.
#include "heif.h"

enum { most_items = 64 };

static void take_size(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  int width = heif_image_handle_get_width(d->handle), height = heif_image_handle_get_height(d->handle);
  heif_item_id item = 0;
  if (!d->is_gain_map && heif_context_get_primary_image_ID(d->context, &item).code == heif_error_Ok) {
    transformed_size(d->file, d->length, item, &width, &height);
  }
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

// The kinds of the blocks of an image's metadata; null for what is left out.
typedef struct metadata_kinds {
  const char *exif;
  const char *xmp;
} metadata_kinds;

static const char *kind_of(const struct heif_image_handle *handle, heif_item_id item, metadata_kinds kinds) {
  const char *type = heif_image_handle_get_metadata_type(handle, item);
  if (!type) return NULL;
  if (strcmp(type, "Exif") == 0) return kinds.exif;
  const char *content = heif_image_handle_get_metadata_content_type(handle, item);
  return content && strcmp(type, "mime") == 0 && strcmp(content, "application/rdf+xml") == 0 ? kinds.xmp : NULL;
}

static void take_metadata(
    frameit_codec_decoder *d, const struct heif_image_handle *handle, metadata_kinds kinds) {
  heif_item_id items[most_items];
  if (heif_image_handle_get_number_of_metadata_blocks(handle, NULL) > most_items) {
    fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "the file has more than %d metadata blocks", most_items);
    return;
  }
  int count = heif_image_handle_get_list_of_metadata_block_IDs(handle, NULL, items, most_items);
  for (int i = 0; i < count; i++) {
    const char *kind = kind_of(handle, items[i], kinds);
    size_t size = kind ? heif_image_handle_get_metadata_size(handle, items[i]) : 0;
    uint8_t *bytes = kind ? add_block(&d->found, &d->trouble, d->host, &d->limits, kind, size) : NULL;
    if (!bytes) continue;
    if (heif_image_handle_get_metadata(handle, items[i], bytes).code != heif_error_Ok) {
      drop_block(&d->found, d->host);
    } else if (kind == kinds.exif) {
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
  // Samples of HDR images would be far off without their transfer function.
  int is_hdr = transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_PQ ||
               transfer == heif_transfer_characteristic_ITU_R_BT_2100_0_HLG;
  if (!is_hdr || heif_image_handle_get_raw_color_profile_size(d->handle) > 0) return;
  uint8_t *points = add_block(&d->found, &d->trouble, d->host, &d->limits, "cICP", 4);
  if (points) memcpy(points, (uint8_t[]){(uint8_t)primaries, (uint8_t)transfer, 0, 1}, 4);
}

// Sequences are in a top-level box, as in a video (ISO/IEC 14496-12, 8.2.1).
int has_sequence(const uint8_t *file, size_t length) {
  size_t box_length = 0;
  return find_box(file, length, "moov", &box_length) != NULL;
}

// Returns whether an item of the file is a gain map with its image (ISO/IEC 23008-12, 6.6.2.4), which libheif 1.15 does not
// know: one of the entries of the item information box has this type.
static int has_tone_map(const uint8_t *file, size_t length) {
  size_t count = 0;
  const uint8_t *meta = find_box(file, length, "meta", &count);
  if (!meta) return 0;
  for (size_t i = 0; i + 18 <= count; i++) {
    if (memcmp(meta + i, "infe", 4) != 0) continue;
    // A version, flags, a number of 2 bytes, or of 4 from version 3 on, 2 bytes of protection, the type.
    size_t type = i + 4 + 4 + (meta[i + 4] >= 3 ? 4 : 2) + 2;
    if (type + 4 <= count && memcmp(meta + type, "tmap", 4) == 0) return 1;
  }
  return 0;
}

static const char apple_type[] = "urn:com:apple:photo:2020:aux:hdrgainmap";

static int is_apple_gain_map(const struct heif_image_handle *handle) {
  const char *type = NULL;
  if (heif_image_handle_get_auxiliary_type(handle, &type).code != heif_error_Ok || !type) return 0;
  int is_one = strcmp(type, apple_type) == 0;
  heif_image_handle_free_auxiliary_types(handle, &type);
  return is_one;
}

struct heif_image_handle *apple_gain_map(const struct heif_image_handle *handle) {
  int filter = LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH;
  heif_item_id items[most_items];
  int count = heif_image_handle_get_list_of_auxiliary_image_IDs(handle, filter, items, most_items);
  for (int i = 0; i < count && i < most_items; i++) {
    struct heif_image_handle *other = NULL;
    if (heif_image_handle_get_auxiliary_image_handle(handle, items[i], &other).code != heif_error_Ok) continue;
    if (is_apple_gain_map(other)) return other;
    heif_image_handle_release(other);
  }
  return NULL;
}

static void add_text(frameit_codec_decoder *d, const char *kind, const char *text) {
  uint8_t *bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, kind, strlen(text));
  if (bytes) memcpy(bytes, text, strlen(text));
}

static void report_gain_map(frameit_codec_decoder *d) {
  struct heif_image_handle *map = apple_gain_map(d->handle);
  if (map) {
    add_text(d, "gain map", apple_type);
    take_metadata(d, map, (metadata_kinds){.xmp = "gain map xmp"});
    heif_image_handle_release(map);
  } else if (has_tone_map(d->file, d->length)) {
    add_notice(&d->found, FRAMEIT_CODEC_NOTICE_GAIN_MAP_DROPPED);
  }
}

// Reports images for each pixel of this one that are not read: depths, and others besides alpha and a gain map.
static void report_auxiliary_images(frameit_codec_decoder *d) {
  if (heif_image_handle_has_depth_image(d->handle)) {
    add_notice(&d->found, FRAMEIT_CODEC_NOTICE_DEPTH_MAP_DROPPED);
  }
  int filter = LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH;
  int others = heif_image_handle_get_number_of_auxiliary_images(d->handle, filter);
  struct heif_image_handle *map = others > 0 ? apple_gain_map(d->handle) : NULL;
  if (others > (map != NULL)) add_notice(&d->found, FRAMEIT_CODEC_NOTICE_AUXILIARY_IMAGE_DROPPED);
  if (map) heif_image_handle_release(map);
}

void take_header(frameit_codec_decoder *d) {
  take_size(d);
  if (d->trouble.code) return;
  int images = heif_context_get_number_of_top_level_images(d->context);
  if (images > 1) {
    add_trait(&d->found, "%d images", images);
    d->found.header.has_more_frames = 1;
  }
  if (has_sequence(d->file, d->length)) {
    add_trait(&d->found, "sequence");
    d->found.header.has_more_frames = 1;
  }
  take_colors(d);
  take_profile(d);
  take_metadata(d, d->handle, (metadata_kinds){.exif = "exif", .xmp = "xmp"});
  if (d->is_gain_map) return;
  report_gain_map(d);
  report_auxiliary_images(d);
}
