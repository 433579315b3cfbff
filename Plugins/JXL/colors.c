// Selects the color space that XYB is converted to. It must contain the image's own: for a profile that libjxl cannot
// describe by numbers, such as Adobe RGB, it would use sRGB.
#include <jxl/encode.h>  // for sRGB
#include <math.h>
#include <stdlib.h>

#include "jxl.h"

// MARK: The image's own profile, as ICC.1:2022 has it

typedef struct profile {
  const uint8_t *bytes;
  size_t count;
} profile;

static uint32_t number(const uint8_t *b) { return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]; }

static double fixed(const uint8_t *b) { return (int32_t)number(b) / 65536.0; }

// Returns a tag's data (7.3) of one type with at least `least` bytes, or null.
static const uint8_t *find_tag(const profile *p, const char *name, const char *type, size_t least, size_t *count) {
  size_t tags = p->count >= 132 ? number(p->bytes + 128) : 0;
  for (size_t i = 0; i < tags && i < (p->count - 132) / 12; i++) {
    const uint8_t *entry = p->bytes + 132 + 12 * i;
    if (memcmp(entry, name, 4) != 0) continue;
    size_t start = number(entry + 4), length = number(entry + 8);
    if (start > p->count || length > p->count - start || length < least || length < 8) return NULL;
    if (type && memcmp(p->bytes + start, type, 4) != 0) return NULL;
    *count = length;
    return p->bytes + start;
  }
  return NULL;
}

// Reads a colorant (9.2.4), relative to D50 as all values of profiles.
static int take_primary(const profile *p, const char *name, double xy[2]) {
  size_t count;
  const uint8_t *tag = find_tag(p, name, "XYZ ", 20, &count);
  if (!tag) return 0;
  double x = fixed(tag + 8), y = fixed(tag + 12), z = fixed(tag + 16), sum = x + y + z;
  if (!(sum > 0.001)) return 0;
  xy[0] = x / sum;
  xy[1] = y / sum;
  return fabs(xy[0]) < 2 && fabs(xy[1]) < 2;
}

// Reads a curve that libjxl has too: a power, the identity, or sRGB's (10.6, 10.18). Returns 0 for others.
static int take_curve(const profile *p, const char *name, JxlTransferFunction *function, double *gamma) {
  static const double srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  size_t count;
  double power = 0;
  const uint8_t *tag = find_tag(p, name, "curv", 12, &count);
  if (tag) {
    uint32_t entries = number(tag + 8);
    if (entries == 0) power = 1;
    if (entries == 1 && count >= 14) power = (tag[12] << 8 | tag[13]) / 256.0;
  } else if ((tag = find_tag(p, name, "para", 16, &count))) {
    uint32_t kind = (uint32_t)tag[8] << 8 | tag[9];
    if (kind == 0) power = fixed(tag + 12);
    if (kind == 3 && count >= 32) {
      double distance = 0;
      for (int i = 0; i < 5; i++) distance = fmax(distance, fabs(fixed(tag + 12 + 4 * i) - srgb[i]));
      *function = JXL_TRANSFER_FUNCTION_SRGB;
      return distance < 0.001;
    }
  }
  if (!(power >= 1) || power > 10) return 0;
  *function = power == 1 ? JXL_TRANSFER_FUNCTION_LINEAR : JXL_TRANSFER_FUNCTION_GAMMA;
  *gamma = 1 / power;
  return 1;
}

// Returns whether the three curves are the same and libjxl has it.
static int take_curves(const profile *p, JxlColorEncoding *c) {
  static const char *const names[] = {"rTRC", "gTRC", "bTRC"};
  for (int i = 0; i < 3; i++) {
    JxlTransferFunction function;
    double gamma = 1;
    if (!take_curve(p, names[i], &function, &gamma)) return 0;
    if (i > 0 && (function != c->transfer_function || gamma != c->gamma)) return 0;
    c->transfer_function = function;
    c->gamma = gamma;
  }
  return 1;
}

// Describes a matrix profile in libjxl's terms. Returns 0 for another kind of profile or color space.
static int take_primaries(const profile *p, JxlColorEncoding *c) {
  size_t ignored;
  if (p->count < 132 || memcmp(p->bytes + 16, "RGB ", 4) != 0 || find_tag(p, "A2B0", NULL, 0, &ignored)) return 0;
  if (!take_primary(p, "rXYZ", c->primaries_red_xy) || !take_primary(p, "gXYZ", c->primaries_green_xy)
      || !take_primary(p, "bXYZ", c->primaries_blue_xy)) {
    return 0;
  }
  c->primaries = JXL_PRIMARIES_CUSTOM;
  c->white_point = JXL_WHITE_POINT_CUSTOM;
  // D50 as defined for profiles (7.2.16).
  c->white_point_xy[0] = 0.9642 / (0.9642 + 1 + 0.8249);
  c->white_point_xy[1] = 1 / (0.9642 + 1 + 0.8249);
  return 1;
}

// MARK: Choosing

static void read_original(frameit_codec_decoder *d) {
  size_t count = 0;
  if (JxlDecoderGetICCProfileSize(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &count) != JXL_DEC_SUCCESS
      || !fits_metadata(&d->found, &d->trouble, &d->limits, count)) {
    return;
  }
  uint8_t *bytes = malloc(count ? count : 1);
  profile original = {.bytes = bytes, .count = count};
  if (!bytes) {
    no_memory(&d->trouble);
  } else if (JxlDecoderGetColorAsICCProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, bytes, count)
             == JXL_DEC_SUCCESS) {
    JxlColorEncoding *c = &d->colors;
    // The gamut of table profiles is unknown: use the widest one with a name.
    if (!take_primaries(&original, c)) c->primaries = JXL_PRIMARIES_2100;
    else d->has_original_profile = take_curves(&original, c);
    if (!d->has_original_profile) c->transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  }
  free(bytes);
}

void choose_colors(frameit_codec_decoder *d) {
  if (d->info.uses_original_profile) return;
  // Gray has no gamut, so sRGB's transfer function suffices.
  if (!d->has_colors) {
    JxlColorEncodingSetToSRGB(&d->colors, d->info.num_color_channels == 1);
    if (JxlDecoderGetColorAsEncodedProfile(d->jxl, NULL, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &d->colors)
            != JXL_DEC_SUCCESS
        && d->info.num_color_channels > 1) {
      read_original(d);
    }
    d->has_colors = 1;
  }
  if (JxlDecoderSetPreferredColorProfile(d->jxl, &d->colors) != JXL_DEC_SUCCESS) d->has_original_profile = 0;
}
