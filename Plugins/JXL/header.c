// Reads everything before the pixels.
#include "jxl.h"

#include <stdlib.h>

static void take_size(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  JxlBasicInfo *info = &d->info;
  if (JxlDecoderGetBasicInfo(d->jxl, info) != JXL_DEC_SUCCESS) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "the image has no size");
    return;
  }
  if (check_size(t, &d->limits, info->xsize, info->ysize) != FRAMEIT_CODEC_OK) return;
  uint32_t channels = (info->num_color_channels == 1 ? 1 : 3) + (info->alpha_bits > 0);
  uint32_t depth = info->bits_per_sample > 8 || info->exponent_bits_per_sample > 0 ? 16 : 8;
  // libjxl usually decodes still images by groups of pixels; frames that others build on are held as floats.
  uint64_t each = channels * depth / 8;
  if (info->have_animation) each += 4ull * (3 + info->num_extra_channels);
  uint64_t pixels = (uint64_t)info->xsize * info->ysize;
  if (check_memory(t, &d->limits, pixels <= UINT64_MAX / each ? pixels * each : UINT64_MAX) != FRAMEIT_CODEC_OK) return;
  for (uint32_t i = 0; i < info->num_extra_channels; i++) {
    JxlExtraChannelInfo extra;
    if (JxlDecoderGetExtraChannelInfo(d->jxl, i, &extra) == JXL_DEC_SUCCESS && extra.type == JXL_CHANNEL_BLACK) {
      fail(t, FRAMEIT_CODEC_UNSUPPORTED, "CMYK in JPEG XL is not supported");
      return;
    }
  }
  d->pixels = (JxlPixelFormat){
      .num_channels = channels, .data_type = depth == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
      .endianness = JXL_NATIVE_ENDIAN};
  d->row_bytes = (size_t)info->xsize * channels * (depth / 8);
  d->found.header = (frameit_codec_header){
      .struct_size = sizeof d->found.header, .width = info->xsize, .height = info->ysize, .channels = channels,
      // Upright, whatever EXIF says.
      .depth = depth, .orientation = 1, .frames = 1, .plays = info->have_animation ? info->animation.num_loops : 1};
  if (!info->uses_original_profile) add_trait(&d->found, "XYB");
  if (info->exponent_bits_per_sample > 0) add_trait(&d->found, "floating point");
}

// MARK: Colors

static int is_srgb(const JxlColorEncoding *c) {
  return (c->color_space == JXL_COLOR_SPACE_GRAY
          || (c->color_space == JXL_COLOR_SPACE_RGB && c->primaries == JXL_PRIMARIES_SRGB))
         && c->white_point == JXL_WHITE_POINT_D65 && c->transfer_function == JXL_TRANSFER_FUNCTION_SRGB;
}

static void take_profile(frameit_codec_decoder *d) {
  JxlColorEncoding encoding;
  choose_colors(d);
  // sRGB needs no profile.
  if (JxlDecoderGetColorAsEncodedProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &encoding) == JXL_DEC_SUCCESS
      && is_srgb(&encoding)) {
    return;
  }
  JxlColorProfileTarget target =
      d->has_original_profile ? JXL_COLOR_PROFILE_TARGET_ORIGINAL : JXL_COLOR_PROFILE_TARGET_DATA;
  size_t count = 0;
  if (JxlDecoderGetICCProfileSize(d->jxl, NULL, target, &count) != JXL_DEC_SUCCESS) return;
  uint8_t *bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, "icc", count);
  if (bytes && JxlDecoderGetColorAsICCProfile(d->jxl, NULL, target, bytes, count) != JXL_DEC_SUCCESS) {
    drop_block(&d->found, d->host);
  }
}

// MARK: Boxes

static void end_box(frameit_codec_decoder *d, int is_whole) {
  box *b = &d->box;
  if (!b->kind) return;
  b->count = b->space - JxlDecoderReleaseBoxBuffer(d->jxl);
  uint8_t *bytes = is_whole ? add_block(&d->found, &d->trouble, d->host, &d->limits, b->kind, b->count) : NULL;
  if (bytes) {
    memcpy(bytes, b->bytes, b->count);
    if (strcmp(b->kind, "exif") == 0) trim_block(&d->found, d->host, exif_start(bytes, b->count));
  }
  free(b->bytes);
  *b = (box){0};
}

// The length of a compressed box is unknown in advance.
static void grow_box(frameit_codec_decoder *d) {
  box *b = &d->box;
  size_t count = b->space ? b->space - JxlDecoderReleaseBoxBuffer(d->jxl) : 0;
  size_t space = b->space ? b->space * 2 : 4096;
  uint8_t *bytes = fits_metadata(&d->found, &d->trouble, &d->limits, count) ? realloc(b->bytes, space) : NULL;
  if (!bytes) {
    no_memory(&d->trouble);
    // The buffer no longer belongs to libjxl; end_box finds it empty.
    free(b->bytes);
    *b = (box){0};
    return;
  }
  b->bytes = bytes;
  b->space = space;
  JxlDecoderSetBoxBuffer(d->jxl, bytes + count, space - count);
}

static void begin_box(frameit_codec_decoder *d) {
  JxlBoxType type;
  if (JxlDecoderGetBoxType(d->jxl, type, JXL_TRUE) != JXL_DEC_SUCCESS) return;
  const char *kind = memcmp(type, "Exif", 4) == 0 ? "exif" : memcmp(type, "xml ", 4) == 0 ? "xmp" : NULL;
  if (!kind || has_block(&d->found, kind)) return;
  d->box.kind = kind;
  grow_box(d);
}

// MARK: All of it

// Stores when a frame ends. The space doubles whenever it is full.
static void take_duration(frameit_codec_decoder *d, uint32_t frame) {
  JxlFrameHeader header;
  if (!d->info.have_animation || JxlDecoderGetFrameHeader(d->jxl, &header) != JXL_DEC_SUCCESS) return;
  if ((frame & (frame - 1)) == 0) {
    uint64_t *more = realloc(d->ends, (frame ? 2 * (size_t)frame : 1) * sizeof *more);
    if (!more) {
      no_memory(&d->trouble);
      return;
    }
    d->ends = more;
  }
  d->ends[frame] = (frame ? d->ends[frame - 1] : 0) + header.duration;
}

// Scans the whole file: metadata may follow the image, and the number of frames is not stored anywhere.
void take_header(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  int has_colors = 0;
  uint32_t frames = 0;
  if (!begin(d, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_BOX)) return;
  JxlDecoderStatus status = JXL_DEC_BASIC_INFO;
  while (!t->code) {
    status = step(d);
    if (status == JXL_DEC_BASIC_INFO) {
      take_size(d);
    } else if (status == JXL_DEC_COLOR_ENCODING) {
      has_colors = 1;
      take_profile(d);
    } else if (status == JXL_DEC_FRAME) {
      take_duration(d, frames++);
    } else if (status == JXL_DEC_BOX) {
      end_box(d, 1);
      begin_box(d);
    } else if (status == JXL_DEC_BOX_NEED_MORE_OUTPUT) {
      grow_box(d);
    } else {
      break;
    }
  }
  if (status == JXL_DEC_NEED_MORE_INPUT) {
    // libjxl expects another box unless it is told that there is none.
    JxlDecoderCloseInput(d->jxl);
    if (JxlDecoderProcessInput(d->jxl) == JXL_DEC_SUCCESS) status = JXL_DEC_SUCCESS;
  }
  end_box(d, status == JXL_DEC_SUCCESS);
  if (!has_colors) {
    if (status == JXL_DEC_NEED_MORE_INPUT) fail(t, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
    fail(t, FRAMEIT_CODEC_DAMAGED, "the header cannot be read");
  }
  if (t->code) return;
  d->found.header.frames = frames > 0 && d->info.have_animation ? frames : 1;
  // A truncated still image fails again when it is decoded; missing frames do not.
  if (status != JXL_DEC_SUCCESS && d->info.have_animation) live_with(t, "the file ends after %u frames", frames);
}
