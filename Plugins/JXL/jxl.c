// JPEG XL, by libjxl 0.7 or later, on the thread of the caller alone.
//
// Pictures come upright, and with alpha that is not multiplied in: libjxl does both. Frames are composed by it,
// too.
#include <frameit_codec.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { input_bytes = 1 << 18, output_bytes = 1 << 16, most_blocks = 3 };

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

// MARK: Decoding

// A box of metadata that libjxl is filling.
typedef struct box {
  const char *kind;  // null where none is
  uint8_t *bytes;
  size_t count, space;
} box;

struct frameit_codec_decoder {
  const frameit_codec_host *host;
  const frameit_codec_input *input;
  frameit_codec_limits limits;
  trouble trouble;

  JxlDecoder *jxl;
  uint8_t *window;  // of the file, `window_count` bytes up to `position`
  size_t window_count;
  uint64_t position;

  JxlBasicInfo info;
  JxlPixelFormat pixels;
  frameit_codec_header header;
  frameit_codec_block blocks[most_blocks];
  const frameit_codec_block *block_list[most_blocks];
  uint64_t metadata;
  box box;

  uint8_t *picture;  // the frame
  size_t row_bytes;
  uint32_t next_frame;  // that libjxl will come to
  uint32_t row;
  int in_frame, is_decoded;
};

// The next bytes of the file behind those that libjxl has not used. Returns 0 at its end and on failure.
static int feed(frameit_codec_decoder *d) {
  size_t unused = JxlDecoderReleaseInput(d->jxl);
  if (unused == input_bytes) {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "libjxl uses none of its input");
    return 0;
  }
  memmove(d->window, d->window + d->window_count - unused, unused);
  d->window_count = unused;
  int64_t got = d->input->read(d->input->context, d->position, d->window + unused, input_bytes - unused);
  if (got < 0) fail(&d->trouble, FRAMEIT_CODEC_IO, "the file cannot be read");
  if (got > 0) {
    d->position += (uint64_t)got;
    d->window_count += (size_t)got;
  }
  JxlDecoderSetInput(d->jxl, d->window, d->window_count);
  return got > 0;
}

// From the file's start on, with these events.
static int begin(frameit_codec_decoder *d, int events) {
  if (d->jxl) JxlDecoderDestroy(d->jxl);
  d->position = 0;
  d->window_count = 0;
  d->jxl = JxlDecoderCreate(NULL);
  if (!d->jxl) {
    fail(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return 0;
  }
  if (JxlDecoderSubscribeEvents(d->jxl, events) != JXL_DEC_SUCCESS
      || JxlDecoderSetKeepOrientation(d->jxl, JXL_FALSE) != JXL_DEC_SUCCESS
      || JxlDecoderSetUnpremultiplyAlpha(d->jxl, JXL_TRUE) != JXL_DEC_SUCCESS
      || JxlDecoderSetDecompressBoxes(d->jxl, JXL_TRUE) != JXL_DEC_SUCCESS) {
    fail(&d->trouble, FRAMEIT_CODEC_UNSUPPORTED, "this libjxl cannot do what is needed");
    return 0;
  }
  return 1;
}

// What stops libjxl next, apart from its hunger. JXL_DEC_NEED_MORE_INPUT where the file ends too early.
static JxlDecoderStatus step(frameit_codec_decoder *d) {
  for (;;) {
    JxlDecoderStatus status = JxlDecoderProcessInput(d->jxl);
    if (status != JXL_DEC_NEED_MORE_INPUT || !feed(d)) return status;
  }
}

// MARK: The header

static void take_info(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  JxlBasicInfo *info = &d->info;
  const frameit_codec_limits *most = &d->limits;
  if (JxlDecoderGetBasicInfo(d->jxl, info) != JXL_DEC_SUCCESS || info->xsize == 0 || info->ysize == 0) {
    fail(t, FRAMEIT_CODEC_DAMAGED, "the picture has no size");
    return;
  }
  if (info->xsize > most->side || info->ysize > most->side) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%u x %u pixels, and %u are the most on a side", info->xsize, info->ysize, most->side);
    return;
  }
  uint64_t pixels = (uint64_t)info->xsize * info->ysize;
  if (pixels > most->pixels) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%u x %u pixels are more than the limit of %llu", info->xsize, info->ysize,
         (unsigned long long)most->pixels);
    return;
  }
  uint32_t channels = (info->num_color_channels == 1 ? 1 : 3) + (info->alpha_bits > 0);
  uint32_t depth = info->bits_per_sample > 8 || info->exponent_bits_per_sample > 0 ? 16 : 8;
  // libjxl decodes still pictures by groups of pixels, mostly; frames that others build on it holds as floats.
  uint64_t each = channels * depth / 8;
  if (info->have_animation) each += 4ull * (3 + info->num_extra_channels);
  if (pixels > most->memory / each) {
    fail(t, FRAMEIT_CODEC_LIMIT, "%u x %u pixels need more than the limit of %llu bytes of memory", info->xsize,
         info->ysize, (unsigned long long)most->memory);
    return;
  }
  for (uint32_t i = 0; i < info->num_extra_channels; i++) {
    JxlExtraChannelInfo extra;
    if (JxlDecoderGetExtraChannelInfo(d->jxl, i, &extra) == JXL_DEC_SUCCESS && extra.type == JXL_CHANNEL_BLACK) {
      fail(t, FRAMEIT_CODEC_UNSUPPORTED, "CMYK is not read from JPEG XL");
      return;
    }
  }
  d->pixels = (JxlPixelFormat){
      .num_channels = channels, .data_type = depth == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
      .endianness = JXL_NATIVE_ENDIAN};
  d->row_bytes = (size_t)info->xsize * channels * (depth / 8);
  d->header = (frameit_codec_header){
      .struct_size = sizeof d->header, .width = info->xsize, .height = info->ysize, .channels = channels,
      // Upright, whatever EXIF says.
      .depth = depth, .orientation = 1, .frames = 1, .plays = info->have_animation ? info->animation.num_loops : 1,
      .blocks = d->block_list};
  snprintf(d->header.traits, sizeof d->header.traits, "%s%s", info->uses_original_profile ? "" : "XYB",
           info->exponent_bits_per_sample == 0 ? ""
           : info->uses_original_profile       ? "floating point"
                                               : ", floating point");
}

static void take_block(frameit_codec_decoder *d, const char *kind, uint8_t *bytes, size_t count) {
  frameit_codec_block *block = &d->blocks[d->header.block_count];
  *block = (frameit_codec_block){.struct_size = sizeof *block, .kind = kind, .bytes = bytes, .count = count};
  d->block_list[d->header.block_count++] = block;
}

static int has_block(const frameit_codec_decoder *d, const char *kind) {
  for (uint32_t i = 0; i < d->header.block_count; i++) {
    if (strcmp(d->blocks[i].kind, kind) == 0) return 1;
  }
  return 0;
}

static int fits_metadata(frameit_codec_decoder *d, uint64_t count) {
  if (count <= d->limits.metadata - d->metadata) return 1;
  fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "its metadata is more than the limit of %llu bytes",
       (unsigned long long)d->limits.metadata);
  return 0;
}

// What XYB is turned into: the picture's own space where libjxl can, else sRGB. Has to be the same whenever
// decoding begins anew.
static void choose_colours(frameit_codec_decoder *d) {
  JxlColorEncoding original;
  if (d->info.uses_original_profile) return;
  if (JxlDecoderGetColorAsEncodedProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &original)
      == JXL_DEC_SUCCESS) {
    JxlDecoderSetPreferredColorProfile(d->jxl, &original);
    return;
  }
  JxlColorEncoding srgb;
  JxlColorEncodingSetToSRGB(&srgb, d->info.num_color_channels == 1);
  JxlDecoderSetPreferredColorProfile(d->jxl, &srgb);
}

static int is_srgb(const JxlColorEncoding *c) {
  return (c->color_space == JXL_COLOR_SPACE_GRAY
          || (c->color_space == JXL_COLOR_SPACE_RGB && c->primaries == JXL_PRIMARIES_SRGB))
         && c->white_point == JXL_WHITE_POINT_D65 && c->transfer_function == JXL_TRANSFER_FUNCTION_SRGB;
}

static void take_profile(frameit_codec_decoder *d) {
  JxlColorEncoding encoding;
  choose_colours(d);
  // sRGB goes without saying.
  if (JxlDecoderGetColorAsEncodedProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &encoding) == JXL_DEC_SUCCESS
      && is_srgb(&encoding)) {
    return;
  }
  size_t count = 0;
  if (JxlDecoderGetICCProfileSize(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &count) != JXL_DEC_SUCCESS
      || count == 0 || !fits_metadata(d, count)) {
    return;
  }
  uint8_t *bytes = malloc(count);
  if (!bytes) {
    fail(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  } else if (JxlDecoderGetColorAsICCProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_DATA, bytes, count)
             != JXL_DEC_SUCCESS) {
    free(bytes);
  } else {
    d->metadata += count;
    take_block(d, "icc", bytes, count);
  }
}

// EXIF has the offset of its header before it.
static size_t exif_start(const box *b) {
  if (b->count < 4) return b->count;
  size_t offset = (size_t)b->bytes[0] << 24 | (size_t)b->bytes[1] << 16 | (size_t)b->bytes[2] << 8 | b->bytes[3];
  return offset > b->count - 4 ? b->count : offset + 4;
}

static void end_box(frameit_codec_decoder *d, int is_whole) {
  box *b = &d->box;
  if (!b->kind) return;
  b->count = b->space - JxlDecoderReleaseBoxBuffer(d->jxl);
  size_t start = strcmp(b->kind, "exif") == 0 ? exif_start(b) : 0;
  if (is_whole && b->count > start && !has_block(d, b->kind)) {
    memmove(b->bytes, b->bytes + start, b->count - start);
    d->metadata += b->count - start;
    take_block(d, b->kind, b->bytes, b->count - start);
  } else {
    free(b->bytes);
  }
  *b = (box){0};
}

static void grow_box(frameit_codec_decoder *d) {
  box *b = &d->box;
  size_t count = b->space ? b->space - JxlDecoderReleaseBoxBuffer(d->jxl) : 0;
  size_t space = b->space ? b->space * 2 : 4096;
  uint8_t *bytes = fits_metadata(d, count) ? realloc(b->bytes, space) : NULL;
  if (!bytes) {
    fail(&d->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    // The buffer that it has is no longer libjxl's; end_box finds nothing in it.
    b->count = 0;
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
  // The first of a kind counts.
  if (!kind || has_block(d, kind)) return;
  d->box.kind = kind;
  grow_box(d);
}

// Looks through the whole file: metadata may come after the picture, and frames are not counted anywhere.
static void take_header(frameit_codec_decoder *d) {
  trouble *t = &d->trouble;
  int has_colours = 0;
  uint32_t frames = 0;
  if (!begin(d, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_BOX)) return;
  JxlDecoderStatus status = JXL_DEC_BASIC_INFO;
  while (!t->code) {
    status = step(d);
    if (status == JXL_DEC_BASIC_INFO) {
      take_info(d);
    } else if (status == JXL_DEC_COLOR_ENCODING) {
      has_colours = 1;
      take_profile(d);
    } else if (status == JXL_DEC_FRAME) {
      frames++;
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
    // Another box could follow, unless it is told that none does.
    JxlDecoderCloseInput(d->jxl);
    if (JxlDecoderProcessInput(d->jxl) == JXL_DEC_SUCCESS) status = JXL_DEC_SUCCESS;
  }
  end_box(d, status == JXL_DEC_SUCCESS);
  if (!has_colours) {
    if (status == JXL_DEC_NEED_MORE_INPUT) fail(t, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
    fail(t, FRAMEIT_CODEC_DAMAGED, "the header cannot be read");
  }
  if (t->code) return;
  d->header.frames = frames > 0 && d->info.have_animation ? frames : 1;
  // A still picture that breaks off does so again when it is decoded; frames that are not there do not.
  if (status != JXL_DEC_SUCCESS && d->info.have_animation) {
    t->damages = 1;
    snprintf(t->damage, sizeof t->damage, "the file breaks off after %u frames", frames);
  }
}

static void close_decoder(frameit_codec_decoder *d);

static frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec;
  frameit_codec_decoder *d = calloc(1, sizeof *d);
  if (d) d->window = malloc(input_bytes);
  if (!d || !d->window) {
    free(d);
    *code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  d->host = host;
  d->input = input;
  d->limits = *limits;
  take_header(d);
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

// MARK: Frames

static uint32_t milliseconds_of(const frameit_codec_decoder *d, uint32_t ticks) {
  const JxlAnimationHeader *a = &d->info.animation;
  if (!d->info.have_animation || a->tps_numerator == 0) return 0;
  double time = 1000.0 * ticks * a->tps_denominator / a->tps_numerator;
  return time < 4294967295.0 ? (uint32_t)(time + 0.5) : UINT32_MAX;
}

static void fail_in_frame(frameit_codec_decoder *d, JxlDecoderStatus status) {
  if (status == JXL_DEC_NEED_MORE_INPUT) {
    fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the picture");
  } else {
    fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the picture cannot be decoded");
  }
}

// As far as the start of frame `index`.
static void find_frame(frameit_codec_decoder *d, uint32_t index, uint32_t *milliseconds) {
  if (!d->picture || index < d->next_frame) {
    if (!begin(d, JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE)) return;
    d->next_frame = 0;
  }
  if (index > d->next_frame) JxlDecoderSkipFrames(d->jxl, index - d->next_frame);
  JxlDecoderStatus status;
  do {
    status = step(d);
    if (status == JXL_DEC_COLOR_ENCODING) choose_colours(d);
    // A frame was begun that nobody wanted rows of.
    if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER && JxlDecoderSkipCurrentFrame(d->jxl) != JXL_DEC_SUCCESS) break;
  } while (status == JXL_DEC_COLOR_ENCODING || status == JXL_DEC_NEED_IMAGE_OUT_BUFFER || status == JXL_DEC_FULL_IMAGE);
  JxlFrameHeader header;
  if (status != JXL_DEC_FRAME || JxlDecoderGetFrameHeader(d->jxl, &header) != JXL_DEC_SUCCESS) {
    fail_in_frame(d, status);
    return;
  }
  d->next_frame = index + 1;
  *milliseconds = milliseconds_of(d, header.duration);
}

static int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  trouble *t = &d->trouble;
  t->code = FRAMEIT_CODEC_OK;
  d->in_frame = d->is_decoded = 0;
  d->row = 0;
  *milliseconds = 0;
  if (index >= d->header.frames || reduction > 1) {
    fail(t, FRAMEIT_CODEC_MISUSE, "there is no such frame");
    return answer(t, report);
  }
  find_frame(d, index, milliseconds);
  if (!t->code && !d->picture) d->picture = d->host->allocate(d->host, d->row_bytes * d->header.height);
  if (!d->picture) fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  d->in_frame = !t->code;
  return answer(t, report);
}

static void decode(frameit_codec_decoder *d) {
  size_t bytes = d->row_bytes * d->header.height, needed = 0;
  d->is_decoded = 1;
  memset(d->picture, 0, bytes);
  JxlDecoderStatus status = step(d);
  if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
    if (JxlDecoderImageOutBufferSize(d->jxl, &d->pixels, &needed) != JXL_DEC_SUCCESS || needed != bytes
        || JxlDecoderSetImageOutBuffer(d->jxl, &d->pixels, d->picture, bytes) != JXL_DEC_SUCCESS) {
      fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the frame is not of the picture's size");
      return;
    }
    status = step(d);
  }
  if (status == JXL_DEC_FULL_IMAGE) return;
  // What there is of it.
  if (status == JXL_DEC_NEED_MORE_INPUT) JxlDecoderFlushImage(d->jxl);
  fail_in_frame(d, status);
}

static int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report) {
  if (!d->in_frame || count > d->header.height - d->row) {
    fail(&d->trouble, FRAMEIT_CODEC_MISUSE, "more rows than there are");
    return answer(&d->trouble, report);
  }
  if (!d->is_decoded) decode(d);
  if (rows) memcpy(rows, d->picture + d->row_bytes * d->row, d->row_bytes * count);
  d->row += count;
  return answer(&d->trouble, report);
}

static int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report) {
  if (d->in_frame && !d->is_decoded) decode(d);
  return answer(&d->trouble, report);
}

static void close_decoder(frameit_codec_decoder *d) {
  if (!d) return;
  if (d->jxl) JxlDecoderDestroy(d->jxl);
  if (d->picture) d->host->release(d->host, d->picture);
  for (uint32_t i = 0; i < d->header.block_count; i++) free((void *)d->blocks[i].bytes);
  free(d->box.bytes);
  free(d->window);
  free(d);
}

// MARK: Encoding

struct frameit_codec_encoder {
  const frameit_codec_host *host;
  const frameit_codec_output *output;
  frameit_codec_encoding encoding;
  trouble trouble;

  JxlEncoder *jxl;
  JxlEncoderFrameSettings *settings;  // libjxl's
  JxlPixelFormat pixels;
  uint8_t *picture;
  size_t row_bytes;
  uint32_t row, frame;
  int in_frame;
};

// Lossless takes libjxl's third level: the seventh is ten times as slow, for a file a few percent smaller.
enum { default_quality = 90, lossless_quality = 100, effort = 7, lossless_effort = 3 };

// As cjxl has it: 90 is a distance of 1, which is told from the picture only side by side.
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
       "libjxl does not take %s (error %d)", what, (int)error);
}

static void set_info(frameit_codec_encoder *e, int is_lossless) {
  const frameit_codec_encoding *c = &e->encoding;
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = c->width;
  info.ysize = c->height;
  info.bits_per_sample = c->depth;
  info.num_color_channels = c->channels < 3 ? 1 : 3;
  if (c->channels % 2 == 0) {
    info.num_extra_channels = 1;
    info.alpha_bits = c->depth;
  }
  info.uses_original_profile = is_lossless;
  if (c->frames > 1) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 1000;
    info.animation.tps_denominator = 1;
    info.animation.num_loops = c->plays;
  }
  check(e, JxlEncoderSetBasicInfo(e->jxl, &info), "the picture's size");
  if (JxlEncoderGetRequiredCodestreamLevel(e->jxl) == 10) JxlEncoderSetCodestreamLevel(e->jxl, 10);
}

static void add_box(frameit_codec_encoder *e, const char *type, const frameit_codec_block *block, size_t before) {
  uint8_t *bytes = block->count < SIZE_MAX - before ? calloc(1, before + block->count) : NULL;
  if (!bytes) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  memcpy(bytes + before, block->bytes, block->count);
  JxlBoxType name;
  memcpy(name, type, sizeof name);
  check(e, JxlEncoderAddBox(e->jxl, name, bytes, before + block->count, JXL_FALSE), "the metadata");
  free(bytes);
}

static void set_blocks(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  const frameit_codec_block *profile = NULL, *exif = NULL, *xmp = NULL;
  for (uint32_t i = 0; i < c->block_count; i++) {
    const frameit_codec_block *block = c->blocks[i];
    if (block->count == 0) continue;
    if (strcmp(block->kind, "icc") == 0) profile = block;
    if (strcmp(block->kind, "exif") == 0) exif = block;
    if (strcmp(block->kind, "xmp") == 0) xmp = block;
  }
  if (profile) {
    check(e, JxlEncoderSetICCProfile(e->jxl, profile->bytes, profile->count), "the colour profile");
  } else {
    JxlColorEncoding srgb;
    JxlColorEncodingSetToSRGB(&srgb, c->channels < 3);
    check(e, JxlEncoderSetColorEncoding(e->jxl, &srgb), "sRGB");
  }
  if (!exif && !xmp) return;
  check(e, JxlEncoderUseBoxes(e->jxl), "metadata");
  // EXIF's offset of its header, which follows at once.
  if (exif) add_box(e, "Exif", exif, 4);
  if (xmp) add_box(e, "xml ", xmp, 0);
  JxlEncoderCloseBoxes(e->jxl);
}

static void set_up(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  int is_lossless = c->quality == lossless_quality;
  e->jxl = JxlEncoderCreate(NULL);
  if (!e->jxl) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  e->pixels = (JxlPixelFormat){
      .num_channels = c->channels, .data_type = c->depth == 8 ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
      .endianness = JXL_NATIVE_ENDIAN};
  set_info(e, is_lossless);
  set_blocks(e);
  e->settings = JxlEncoderFrameSettingsCreate(e->jxl, NULL);
  if (!e->settings) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    return;
  }
  if (is_lossless) check(e, JxlEncoderSetFrameLossless(e->settings, JXL_TRUE), "a lossless frame");
  else check(e, JxlEncoderSetFrameDistance(e->settings, distance_of(c->quality)), "the quality");
  int level = is_lossless ? lossless_effort : effort;
  check(e, JxlEncoderFrameSettingsSetOption(e->settings, JXL_ENC_FRAME_SETTING_EFFORT, level), "its effort");
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
  e->row_bytes = (size_t)encoding->width * encoding->channels * (encoding->depth / 8);
  if (encoding->width == 0 || encoding->height == 0 || encoding->channels - 1 > 3
      || (encoding->depth != 8 && encoding->depth != 16)) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "no such pixels");
  } else if (e->row_bytes > SIZE_MAX / encoding->height) {
    fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  } else {
    e->picture = host->allocate(host, e->row_bytes * encoding->height);
    if (!e->picture) fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    else set_up(e);
  }
  *code = answer(&e->trouble, report);
  if (*code == FRAMEIT_CODEC_OK) return e;
  close_encoder(e);
  return NULL;
}

static int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->in_frame || e->frame >= e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame out of order");
    return answer(&e->trouble, report);
  }
  e->in_frame = 1;
  e->row = 0;
  if (e->encoding.frames > 1) {
    JxlFrameHeader header;
    JxlEncoderInitFrameHeader(&header);
    header.duration = milliseconds;
    check(e, JxlEncoderSetFrameHeader(e->settings, &header), "the frame");
  }
  return answer(&e->trouble, report);
}

// Where there is no memory left libjxl ends the process, so what it will need is asked for before: bytes of address
// space for each pixel, as measured with libjxl 0.7.
static void make_room(frameit_codec_encoder *e) {
  const frameit_codec_encoding *c = &e->encoding;
  int is_lossless = c->quality == lossless_quality;
  uint64_t pixels = (uint64_t)c->width * c->height, alpha = c->channels % 2 == 0 ? 22 : 0;
  uint64_t each = alpha + (!is_lossless ? 70 : c->channels < 3 ? 44 : 80);
  void *room = pixels <= SIZE_MAX / each ? e->host->allocate(e->host, (size_t)(pixels * each)) : NULL;
  if (room) e->host->release(e->host, room);
  else fail(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "libjxl needs about %llu MB", (unsigned long long)(pixels * each >> 20));
}

// What libjxl has so far.
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

static int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report) {
  uint32_t height = e->encoding.height;
  if (!e->in_frame || count > height - e->row) fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "rows out of order");
  if (e->trouble.code) return answer(&e->trouble, report);
  memcpy(e->picture + e->row_bytes * e->row, rows, e->row_bytes * count);
  e->row += count;
  if (e->row < height) return FRAMEIT_CODEC_OK;
  e->in_frame = 0;
  e->frame++;
  make_room(e);
  if (e->trouble.code) return answer(&e->trouble, report);
  check(e, JxlEncoderAddImageFrame(e->settings, &e->pixels, e->picture, e->row_bytes * height), "the pixels");
  // The last frame has to be known for the last.
  if (e->frame == e->encoding.frames) JxlEncoderCloseInput(e->jxl);
  drain(e);
  return answer(&e->trouble, report);
}

static int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report) {
  if (e->in_frame || e->frame != e->encoding.frames) {
    fail(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than there are");
  }
  return answer(&e->trouble, report);
}

static void close_encoder(frameit_codec_encoder *e) {
  if (!e) return;
  if (e->jxl) JxlEncoderDestroy(e->jxl);
  if (e->picture) e->host->release(e->host, e->picture);
  free(e);
}

// MARK: Entry

// Of the libjxl that runs, which need not be the one that this was compiled with.
static char library[32] = "libjxl";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host, (void)report;
  uint32_t version = JxlDecoderVersion();
  snprintf(library, sizeof library, "libjxl %u.%u.%u", version / 1000000, version / 1000 % 1000, version % 1000);
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec jxl = {
    .struct_size = sizeof jxl, .name = "jxl", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&jxl};

const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .codec_count = 1, .codecs = codecs};
