// Encodes images. libjxl 0.7 takes a frame as a whole and holds several copies of it.
#include <jxl/encode.h>
#include <stdlib.h>

#include "../Shared/codec.h"
#include "../Shared/encoding.h"

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;

  kept_block profile, code_points, exif, xmp;

  JxlEncoder *jxl;
  JxlEncoderFrameSettings *settings;  // owned by libjxl
  JxlPixelFormat pixels;
  uint8_t *image;
  size_t row_bytes;
  uint32_t row, frame;
  uint32_t late;  // the milliseconds by which the next frame begins too late
  int in_frame, is_lossless, searches;
};

// Lossless uses libjxl's effort 3: 7 takes ten times as long for a file that is a few percent smaller.
enum { default_quality = 90, effort = 7, lossless_effort = 3, output_bytes = 1 << 16 };

// libjxl searches for repeated parts such as letters, which nearly doubles its memory and time. This is useful for
// screenshots, up to this many pixels.
enum { most_searched = 1 << 23 };

// The same as cjxl: quality 90 is a distance of 1, which is visible only in a side-by-side comparison.
static float distance_of(uint32_t quality) {
  uint32_t q = quality ? quality : default_quality;
  if (q >= 30) return (float)(0.1 + (100 - q) * 0.09);
  // 6.4 + 2.5^((30 - q) / 5) / 6.25
  double power = 1;
  for (; q < 30; q++) power *= 1.2011244339814313;
  double distance = 6.4 + power / 6.25;
  return (float)(distance < 15 ? distance : 15);
}

static void check(frameit_codec_encoder *e, JxlEncoderStatus status, const char *what) {
  if (status == JXL_ENC_SUCCESS || e->trouble.code) return;
  JxlEncoderError error = JxlEncoderGetError(e->jxl);
  fail(&e->trouble, error == JXL_ENC_ERR_OOM ? FRAMEIT_CODEC_NO_MEMORY : FRAMEIT_CODEC_UNSUPPORTED,
       "libjxl rejected %s (error %d)", what, (int)error);
}

static void set_info(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = c->width;
  info.ysize = c->height;
  info.bits_per_sample = c->depth;
  info.num_color_channels = is_gray(c) ? 1 : 3;
  if (has_alpha(c)) {
    info.num_extra_channels = 1;
    info.alpha_bits = c->depth;
  }
  info.uses_original_profile = e->is_lossless;
  if (c->frames > 1) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 1000;
    info.animation.tps_denominator = 1;
    info.animation.num_loops = c->plays;
  }
  check(e, JxlEncoderSetBasicInfo(e->jxl, &info), "the image's size");
  if (JxlEncoderGetRequiredCodestreamLevel(e->jxl) == 10) JxlEncoderSetCodestreamLevel(e->jxl, 10);
}

static void add_box(frameit_codec_encoder *e, const char *type, const kept_block *block, size_t before) {
  uint8_t *bytes = block->count < SIZE_MAX - before ? calloc(1, before + block->count) : NULL;
  if (!bytes) {
    no_memory(&e->trouble);
    return;
  }
  memcpy(bytes + before, block->bytes, block->count);
  JxlBoxType name;
  memcpy(name, type, sizeof name);
  check(e, JxlEncoderAddBox(e->jxl, name, bytes, before + block->count, JXL_FALSE), "the metadata");
  free(bytes);
}

// Returns whether libjxl can describe colors by the code points of H.273, which it then does.
static int set_code_points(frameit_codec_encoder *e) {
  if (e->code_points.count != 4) return 0;
  const uint8_t *points = e->code_points.bytes;
  JxlColorEncoding colors = {
      .color_space = is_gray(&e->encoding) ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
      .white_point = JXL_WHITE_POINT_D65, .rendering_intent = JXL_RENDERING_INTENT_RELATIVE};
  // JPEG XL has the numbers of H.273 for these, and one of its own for Display P3.
  enum { display_p3 = 12 };
  if (points[0] == JXL_PRIMARIES_SRGB || points[0] == JXL_PRIMARIES_2100) colors.primaries = (JxlPrimaries)points[0];
  else if (points[0] == display_p3) colors.primaries = JXL_PRIMARIES_P3;
  else return 0;
  switch (points[1]) {
    case JXL_TRANSFER_FUNCTION_709:
    case JXL_TRANSFER_FUNCTION_LINEAR:
    case JXL_TRANSFER_FUNCTION_SRGB:
    case JXL_TRANSFER_FUNCTION_PQ:
    case JXL_TRANSFER_FUNCTION_HLG: colors.transfer_function = (JxlTransferFunction)points[1]; break;
    default: return 0;
  }
  check(e, JxlEncoderSetColorEncoding(e->jxl, &colors), "its colors");
  return 1;
}

static void set_blocks(frameit_codec_encoder *e) {
  if (e->profile.bytes) {
    check(e, JxlEncoderSetICCProfile(e->jxl, e->profile.bytes, e->profile.count), "the color profile");
  } else if (!set_code_points(e)) {
    JxlColorEncoding srgb;
    JxlColorEncodingSetToSRGB(&srgb, is_gray(&e->encoding));
    check(e, JxlEncoderSetColorEncoding(e->jxl, &srgb), "sRGB");
  }
  if (!e->exif.bytes && !e->xmp.bytes) return;
  check(e, JxlEncoderUseBoxes(e->jxl), "metadata");
  // The offset of EXIF's header, which follows immediately.
  if (e->exif.bytes) add_box(e, "Exif", &e->exif, 4);
  if (e->xmp.bytes) add_box(e, "xml ", &e->xmp, 0);
  JxlEncoderCloseBoxes(e->jxl);
}

static void set_up(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  e->jxl = JxlEncoderCreate(NULL);
  if (!e->jxl) {
    no_memory(&e->trouble);
    return;
  }
  e->pixels = (JxlPixelFormat){
      .num_channels = c->channels, .data_type = c->depth == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
      .endianness = JXL_NATIVE_ENDIAN};
  set_info(e);
  set_blocks(e);
  e->settings = JxlEncoderFrameSettingsCreate(e->jxl, NULL);
  if (!e->settings) {
    no_memory(&e->trouble);
    return;
  }
  if (e->is_lossless) check(e, JxlEncoderSetFrameLossless(e->settings, JXL_TRUE), "a lossless frame");
  else check(e, JxlEncoderSetFrameDistance(e->settings, distance_of(c->quality)), "the quality");
  int level = e->is_lossless ? lossless_effort : effort;
  check(e, JxlEncoderFrameSettingsSetOption(e->settings, JXL_ENC_FRAME_SETTING_EFFORT, level), "its effort");
  if (!e->searches) {
    check(e, JxlEncoderFrameSettingsSetOption(e->settings, JXL_ENC_FRAME_SETTING_PATCHES, 0), "what it searches");
  }
}

// libjxl aborts the process if memory is exhausted, so the needed memory is checked first: bytes of address space per
// pixel, measured with libjxl 0.7 for photos and noise. Neither effort nor other settings change it.
static void make_room(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  uint64_t pixels = (uint64_t)c->width * c->height;
  uint64_t each = (has_alpha(c) ? 22 : 0) + (e->searches ? 120 : !e->is_lossless ? 70 : is_gray(c) ? 44 : 82);
  void *room = pixels <= SIZE_MAX / each ? e->host->allocate(e->host, (size_t)(pixels * each)) : NULL;
  if (room) {
    e->host->release(e->host, room);
  } else {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY,
         "libjxl needs about %" PRIu64 " MiB for %" PRIu32 " x %" PRIu32 " pixels",
         pixels <= UINT64_MAX / each ? pixels * each >> 20 : UINT64_MAX, c->width, c->height);
  }
}

static void prepare(frameit_codec_encoder *e, const frameit_codec_encoding *encoding) {
  trouble *t = &e->trouble;
  if (take_encoding(t, &e->encoding, encoding) != FRAMEIT_CODEC_OK) return;
  e->is_lossless = e->encoding.quality == lossless_quality;
  e->searches = !e->is_lossless && (uint64_t)encoding->width * encoding->height <= most_searched;
  make_room(e);
  keep_block(t, e->host, encoding, "icc", &e->profile);
  keep_block(t, e->host, encoding, "cICP", &e->code_points);
  keep_block(t, e->host, encoding, "exif", &e->exif);
  keep_block(t, e->host, encoding, "xmp", &e->xmp);
  if (t->code != FRAMEIT_CODEC_OK) return;
  // The limit of pixels is lower, so this does not overflow.
  e->row_bytes = (size_t)encoding->width * encoding->channels * (encoding->depth / 8);
  e->image = e->host->allocate(e->host, e->row_bytes * encoding->height);
  if (!e->image) no_memory(t);
  else if (encoding->frames > 1) set_up(e);
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

// Returns the ticks of a frame. A frame of 0 ticks is a layer of the next one, so the shortest has 1, and frames after it less.
static uint32_t duration_of(frameit_codec_encoder *e, uint32_t milliseconds) {
  if (milliseconds > e->late) {
    uint32_t duration = milliseconds - e->late;
    e->late = 0;
    return duration;
  }
  e->late += 1 - milliseconds;
  return 1;
}

int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->in_frame || e->frame >= e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame out of order");
    return answer(&e->trouble, report);
  }
  e->in_frame = 1;
  e->row = 0;
  if (e->encoding.frames > 1) {
    JxlFrameHeader header;
    JxlEncoderInitFrameHeader(&header);
    header.duration = duration_of(e, milliseconds);
    check(e, JxlEncoderSetFrameHeader(e->settings, &header), "the frame");
  }
  return answer(&e->trouble, report);
}

// Writes libjxl's output so far.
static void drain(frameit_codec_encoder *e) {
  uint8_t buffer[output_bytes];
  JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT;
  while (status == JXL_ENC_NEED_MORE_OUTPUT && !e->trouble.code) {
    uint8_t *next = buffer;
    size_t left = sizeof buffer;
    status = JxlEncoderProcessOutput(e->jxl, &next, &left);
    if (next > buffer && e->output->write(e->output->context, buffer, (size_t)(next - buffer)) != 0) {
      fail(&e->trouble, FRAMEIT_CODEC_IO, "the file cannot be written");
    }
  }
  check(e, status, "the pixels");
}

static int is_opaque(const frameit_codec_encoder *e) {
  size_t sample = e->encoding.depth / 8, pixel = sample * e->encoding.channels, count = e->row_bytes * e->encoding.height;
  for (size_t at = pixel - sample; at < count; at += pixel) {
    if (e->image[at] != 0xFF || e->image[at + sample - 1] != 0xFF) return 0;
  }
  return 1;
}

// libjxl 0.7 stores alpha with a loss, also where all of it is opaque, so an opaque image is stored without.
static void drop_opaque_alpha(frameit_codec_encoder *e) {
  frameit_codec_encoding *c = &e->encoding;
  if (e->is_lossless || !has_alpha(c) || !is_opaque(e)) return;
  size_t pixel = (size_t)c->channels * (c->depth / 8), colors = pixel - c->depth / 8;
  size_t count = (size_t)c->width * c->height;
  for (size_t i = 0; i < count; i++) memmove(e->image + i * colors, e->image + i * pixel, colors);
  c->channels--;
  e->row_bytes = colors * c->width;
}

int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  uint32_t height = e->encoding.height;
  if (!e->in_frame || count > height - e->row) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "rows out of order");
  if (e->trouble.code) return answer(&e->trouble, report);
  memcpy(e->image + e->row_bytes * e->row, rows, e->row_bytes * count);
  e->row += count;
  if (e->row < height) return FRAMEIT_CODEC_OK;
  e->in_frame = 0;
  e->frame++;
  // Nothing is written before the only frame is known.
  if (e->encoding.frames == 1) {
    drop_opaque_alpha(e);
    set_up(e);
    if (e->trouble.code) return answer(&e->trouble, report);
  }
  check(e, JxlEncoderAddImageFrame(e->settings, &e->pixels, e->image, e->row_bytes * height), "the pixels");
  // The last frame must be announced.
  if (e->frame == e->encoding.frames) {
    JxlEncoderCloseInput(e->jxl);
    // libjxl has a copy.
    e->host->release(e->host, e->image);
    e->image = NULL;
  }
  drain(e);
  return answer(&e->trouble, report);
}

int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->in_frame || e->frame != e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than there are");
  }
  return answer(&e->trouble, report);
}

void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  if (e->jxl) JxlEncoderDestroy(e->jxl);
  if (e->image) e->host->release(e->host, e->image);
  release_block(e->host, &e->profile);
  release_block(e->host, &e->code_points);
  release_block(e->host, &e->exif);
  release_block(e->host, &e->xmp);
  free(e);
}
