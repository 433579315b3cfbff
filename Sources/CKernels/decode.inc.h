// Converts stored samples to working pixels.

INLINE int32_t sample_at(const void *samples, int depth, ptrdiff_t i) {
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
    const f4 color = color_of(curve, depth, sample_at(samples, depth, at), sample_at(samples, depth, at + green),
                                sample_at(samples, depth, at + blue));
    const float alpha = has_alpha ? (float)sample_at(samples, depth, at + channels - 1) * unit : 1;
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
      v = select16(is_alpha, all16(1), v);
    } else {
      v = select16(is_alpha, v, v * alphas(v));
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
