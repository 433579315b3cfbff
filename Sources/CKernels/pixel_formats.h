// Pixel formats: converts stored samples to working pixels, and back.

#ifndef FRAMEIT_PIXEL_FORMATS_H
#define FRAMEIT_PIXEL_FORMATS_H

#include "frameit_kernels.h"
#include "simd.h"

// MARK: Decoding

INLINE int32_t load_sample(const void *samples, int depth, ptrdiff_t i) {
  return depth == 8 ? ((const uint8_t *)samples)[i] : ((const uint16_t *)samples)[i];
}

// Returns the opaque pixel of three codes. For 8 bits there is a table of grays from which lanes are selected: two
// and a half times as fast as assembling single samples.
INLINE f4 color_of(const frameit_curve *curve, int depth, int32_t red, int32_t green, int32_t blue) {
  if (depth == 16) return (f4){curve->decoded[red], curve->decoded[green], curve->decoded[blue], 1};
  const f4 r = load4(curve->grays + 4 * red), g = load4(curve->grays + 4 * green), b = load4(curve->grays + 4 * blue);
  return __builtin_shufflevector(__builtin_shufflevector(r, g, 0, 5, 2, 3), b, 0, 1, 6, 3);
}

INLINE void decode_each(const void *samples, int depth, int channels, const frameit_curve *curve,
                        int32_t first, int32_t count, float *restrict out) {
  const float unit = 1 / curve->maximum;
  const int has_alpha = channels == 2 || channels == 4;
  const int green = channels > 2 ? 1 : 0, blue = channels > 2 ? 2 : 0;
  for (int32_t i = first; i < count; i++) {
    const ptrdiff_t at = (ptrdiff_t)i * channels;
    const f4 color = color_of(curve, depth, load_sample(samples, depth, at), load_sample(samples, depth, at + green),
                                load_sample(samples, depth, at + blue));
    const float alpha = has_alpha ? (float)load_sample(samples, depth, at + channels - 1) * unit : 1;
    store4(out + 4 * (ptrdiff_t)i, has_alpha ? color * alpha : color);
  }
}

// Loads sixteen samples from any address.
INLINE f16 load_samples(const void *samples, int depth, ptrdiff_t i) {
  return depth == 8 ? __builtin_convertvector(*(const b16_at *)((const uint8_t *)samples + i), f16)
                    : __builtin_convertvector(*(const s16_at *)((const uint16_t *)samples + i), f16);
}

// If samples are working samples except for their scale, four pixels of three or four channels at once. A load takes
// sixteen samples even if four pixels have only twelve, so the last pixels are converted one by one.
INLINE void decode_even(const void *samples, int depth, int channels, const frameit_curve *curve,
                        int32_t count, float *restrict out) {
  int32_t i = 0;
  for (; i + 8 <= count; i += 4) {
    f16 v = load_samples(samples, depth, (ptrdiff_t)i * channels) * (1 / curve->maximum);
    if (channels == 3) {
      v = __builtin_shufflevector(v, v, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
      v = select16(is_alpha, splat(1), v);
    } else {
      v = select16(is_alpha, v, v * broadcast_alpha(v));
    }
    store16(out + 4 * (ptrdiff_t)i, v);
  }
  decode_each(samples, depth, channels, curve, i, count, out);
}

// One loop for each number of channels.
INLINE void decode_depth(const void *samples, int depth, int channels, const frameit_curve *curve,
                         int32_t count, float *out) {
  const int is_even = curve->search == FRAMEIT_EVEN;
  switch (channels) {
    case 1: decode_each(samples, depth, 1, curve, 0, count, out); break;
    case 2: decode_each(samples, depth, 2, curve, 0, count, out); break;
    case 3:
      if (is_even) decode_even(samples, depth, 3, curve, count, out);
      else decode_each(samples, depth, 3, curve, 0, count, out);
      break;
    default:
      if (is_even) decode_even(samples, depth, 4, curve, count, out);
      else decode_each(samples, depth, 4, curve, 0, count, out);
      break;
  }
}

static void decode(const void *samples, int channels, const frameit_curve *curve, int32_t count,
                   float *out) {
  if (curve->depth == 8) decode_depth(samples, 8, channels, curve, count, out);
  else decode_depth(samples, 16, channels, curve, count, out);
}

// MARK: Encoding

enum { CHUNK = 64 };

// Converts four pixels: colors divided by alpha if it is stored and not zero; all clamped to 0 to 1.
INLINE f16 unpremultiply(f16 pixels, int has_alpha) {
  if (has_alpha) {
    f16 alpha = broadcast_alpha(pixels);
    // A division takes longer than everything else, and most pixels are opaque.
    if (any(alpha != 1)) pixels = select16(is_alpha | (alpha <= 0), pixels, pixels / alpha);
  }
  return min16(max16(pixels, splat(0)), splat(1));
}

// Fully transparent pixels have no color.
INLINE i16 clear_transparent(i16 codes) {
  return codes & (__builtin_shufflevector(codes, codes, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15) != 0);
}

INLINE int32_t code_by_bucket(const frameit_curve *curve, int32_t fine) {
  return (int32_t)((curve->buckets[fine >> 12] + ((uint32_t)fine & 0xFFF)) >> 12);
}

INLINE float float_of(int32_t bits) {
  float v;
  __builtin_memcpy(&v, &bits, 4);
  return v;
}

// Finds a code by a line between two points of the curve, which gives the code or one less; the threshold above
// decides. The sample is passed as its bits.
INLINE int32_t code_by_line(const frameit_curve *curve, int32_t bits) {
  const float v = float_of(bits);
  int32_t place = (bits >> 16) - curve->first_line;
  if (place < 0) place = 0;
  const frameit_line line = curve->lines[place];
  const int32_t near = (int32_t)(line.start + line.slope * v);
  return near + (curve->thresholds[near] <= v);
}

// Counts the thresholds that the sample reaches, by binary search. There is one less than a power of two.
INLINE int32_t code_by_bisection(const frameit_curve *curve, int depth, int32_t bits) {
  const float v = float_of(bits);
  int32_t code = 0;
  for (int32_t step = 1 << (depth - 1); step > 0; step >>= 1) {
    if (curve->thresholds[code + step - 1] <= v) code += step;
  }
  return code;
}

INLINE int32_t code_of(const frameit_curve *curve, frameit_search search, int depth, int32_t number) {
  switch (search) {
    case FRAMEIT_EVEN: return number;
    case FRAMEIT_BUCKETS: return code_by_bucket(curve, number);
    case FRAMEIT_LINES: return code_by_line(curve, number);
    default: return code_by_bisection(curve, depth, number);
  }
}

// Prepares the samples of four pixels at once: returns their codes, or for a curve the arguments of the functions
// above, with the code of alpha, which is always evenly spaced.
INLINE i16 prepare_codes(f16 four, int depth, int has_alpha, frameit_search search) {
  four = unpremultiply(four, has_alpha);
  const i16 even = __builtin_convertvector(four * (depth == 8 ? 255.0f : 65535.0f) + 0.5f, i16);
  i16 codes = even;
  if (search != FRAMEIT_EVEN) {
    const i16 curved = search == FRAMEIT_BUCKETS ? __builtin_convertvector(four * 16777216, i16) : (i16)four;
    codes = has_alpha ? (even & is_alpha) | (curved & ~is_alpha) : curved;
  }
  return has_alpha ? clear_transparent(codes) : codes;
}

INLINE void store_sample(void *samples, int depth, ptrdiff_t i, int32_t code) {
  if (depth == 8) ((uint8_t *)samples)[i] = (uint8_t)code;
  else ((uint16_t *)samples)[i] = (uint16_t)code;
}

// Stores four pixels' codes.
INLINE void store_four(i16 codes, int depth, int channels, void *samples) {
  if (channels == 3) {
    codes = __builtin_shufflevector(codes, codes, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
  }
  if (depth == 8) {
    const b16 bytes = __builtin_convertvector(codes, b16);
    __builtin_memcpy(samples, &bytes, (size_t)channels * 4);
  } else {
    const s16 numbers = __builtin_convertvector(codes, s16);
    __builtin_memcpy(samples, &numbers, (size_t)channels * 8);
  }
}

// Stores evenly spaced codes four pixels at a time. Others, and the last ones, are first rounded and then looked up
// one by one: for a curve, this is no slower than looking up sixteen at once, with or without gathers.
INLINE void encode_chunk(const float *pixels, int depth, int channels, frameit_search search,
                         const frameit_curve *curve, int32_t first, int32_t count, void *out) {
  int32_t numbers[4 * CHUNK];
  const int has_alpha = channels == 2 || channels == 4, colors = channels > 2 ? 3 : 1;
  pixels += 4 * (ptrdiff_t)first;
  int32_t i = 0;
  if (search == FRAMEIT_EVEN && channels > 2) {
    for (; i + 4 <= count; i += 4) {
      uint8_t *at = (uint8_t *)out + (ptrdiff_t)(first + i) * channels * (depth / 8);
      store_four(prepare_codes(load16(pixels + 4 * i), depth, has_alpha, FRAMEIT_EVEN), depth, channels, at);
    }
  }
  const int32_t done = i;
  for (; i < count; i += 4) {
    f16 four = splat(0);
    if (count - i >= 4) four = load16(pixels + 4 * i);
    else __builtin_memcpy(&four, pixels + 4 * i, (size_t)(count - i) * 16);
    *(i16_at *)(numbers + 4 * i) = prepare_codes(four, depth, has_alpha, search);
  }
  for (i = done; i < count; i++) {
    const int32_t *pixel = numbers + 4 * i;
    const ptrdiff_t at = (ptrdiff_t)(first + i) * channels;
    for (int c = 0; c < colors; c++) {
      store_sample(out, depth, at + c, code_of(curve, search, depth, pixel[c]));
    }
    if (has_alpha) store_sample(out, depth, at + colors, pixel[3]);
  }
}

INLINE void encode_row(const float *pixels, int depth, int channels, const frameit_curve *curve,
                       int32_t count, void *out) {
  const frameit_curve known = *curve;  // which `out` cannot alias
  for (int32_t first = 0; first < count; first += CHUNK) {
    const int32_t rest = count - first, length = rest < CHUNK ? rest : CHUNK;
    switch (known.search) {
      case FRAMEIT_EVEN: encode_chunk(pixels, depth, channels, FRAMEIT_EVEN, &known, first, length, out); break;
      case FRAMEIT_BUCKETS: encode_chunk(pixels, depth, channels, FRAMEIT_BUCKETS, &known, first, length, out); break;
      case FRAMEIT_LINES: encode_chunk(pixels, depth, channels, FRAMEIT_LINES, &known, first, length, out); break;
      default: encode_chunk(pixels, depth, channels, FRAMEIT_HALVES, &known, first, length, out); break;
    }
  }
}

// One loop for each number of channels.
INLINE void encode_depth(const float *pixels, int depth, int channels, const frameit_curve *curve,
                         int32_t count, void *out) {
  switch (channels) {
    case 1: encode_row(pixels, depth, 1, curve, count, out); break;
    case 2: encode_row(pixels, depth, 2, curve, count, out); break;
    case 3: encode_row(pixels, depth, 3, curve, count, out); break;
    default: encode_row(pixels, depth, 4, curve, count, out); break;
  }
}

static void encode(const float *pixels, int channels, const frameit_curve *curve, int32_t count,
                   void *out) {
  if (curve->depth == 8) encode_depth(pixels, 8, channels, curve, count, out);
  else encode_depth(pixels, 16, channels, curve, count, out);
}

#endif
