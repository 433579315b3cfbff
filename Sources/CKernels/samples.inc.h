// Stored samples to working pixels and back, and working pixels over each other.

// MARK: Decoding

// One loop for each number of channels and each depth.
#define DECODE(name, sample)                                                                         \
  INLINE void name(const sample *s, int channels, const frameit_curve *curve, int32_t count,         \
                   float *restrict out) {                                                            \
    const float *table = curve->decoded;                                                             \
    const float unit = 1 / curve->maximum;                                                           \
    for (int32_t i = 0; i < count; i++, s += channels, out += 4) {                                   \
      const int g = channels > 2 ? 1 : 0, b = channels > 2 ? 2 : 0;                                  \
      f4 colour = {table[s[0]], table[s[g]], table[s[b]], 1};                                        \
      const int has_alpha = channels == 2 || channels == 4;                                          \
      store4(out, has_alpha ? colour * ((float)s[channels - 1] * unit) : colour);                    \
    }                                                                                                \
  }
DECODE(decode_any8, uint8_t)
DECODE(decode_any16, uint16_t)
#undef DECODE

// Four pixels of three or four samples each that are working samples but for their scale.
INLINE f16 four_even(b16 bytes, int channels) {
  const f16 v = __builtin_convertvector(bytes, f16) * (1 / 255.0f);
  return channels == 3 ? select16(is_alpha, all16(1), v) : select16(is_alpha, v, v * alphas(v));
}

INLINE void decode_even8(const uint8_t *s, int channels, const frameit_curve *curve, int32_t count,
                         float *restrict out) {
  int32_t i = 0;
  // A load takes sixteen bytes, also where four pixels have but twelve: the last ones go one by one.
  for (; i + 8 <= count; i += 4, s += 4 * channels, out += 16) {
    b16 bytes = *(const b16_at *)s;
    if (channels == 3) {
      bytes = __builtin_shufflevector(bytes, bytes, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
    }
    store16(out, four_even(bytes, channels));
  }
  decode_any8(s, channels, curve, count - i, out);
}

static void decode8(const uint8_t *samples, int channels, const frameit_curve *curve, int32_t count,
                    float *out) {
  switch (channels) {
    case 1: decode_any8(samples, 1, curve, count, out); break;
    case 2: decode_any8(samples, 2, curve, count, out); break;
    case 3:
      if (curve->is_linear) decode_any8(samples, 3, curve, count, out);
      else decode_even8(samples, 3, curve, count, out);
      break;
    default:
      if (curve->is_linear) decode_any8(samples, 4, curve, count, out);
      else decode_even8(samples, 4, curve, count, out);
      break;
  }
}

static void decode16(const uint16_t *samples, int channels, const frameit_curve *curve, int32_t count,
                     float *out) {
  switch (channels) {
    case 1: decode_any16(samples, 1, curve, count, out); break;
    case 2: decode_any16(samples, 2, curve, count, out); break;
    case 3: decode_any16(samples, 3, curve, count, out); break;
    default: decode_any16(samples, 4, curve, count, out); break;
  }
}

// MARK: Encoding

// Four pixels: colours divided by their alpha where it is kept and there is any; all within 0 to 1.
INLINE f16 separate(f16 pixels, int has_alpha) {
  if (has_alpha) {
    f16 alpha = alphas(pixels);
    f16 colour = select16(alpha > 0, pixels / alpha, pixels);
    pixels = select16(is_alpha, pixels, colour);
  }
  return least(greatest(pixels, all16(0)), all16(1));
}

// The codes of four pixels, by one multiplication or by the curve's table. Alpha is always even.
INLINE i16 codes8(f16 v, const frameit_curve *curve) {
  i16 even = __builtin_convertvector(v * 255 + 0.5f, i16);
  if (!curve->is_linear) return even;
  i16 fine = __builtin_convertvector(v * 16777216, i16);
  i16 bucket = (i16)look_up((const float *)curve->buckets, fine >> 12);
  i16 code = (i16)((u16)bucket >> 24) - (fine >= (bucket & 0xFFFFFF));
  return (even & is_alpha) | (code & ~is_alpha);
}

INLINE void encode_four8(f16 pixels, int channels, const frameit_curve *curve, uint8_t *out, int count) {
  const int has_alpha = channels == 2 || channels == 4;
  i16 codes = codes8(separate(pixels, has_alpha), curve);
  if (has_alpha) {
    // Fully transparent pixels carry no colour.
    i16 alpha = __builtin_shufflevector(codes, codes, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    codes &= alpha != 0;
  }
  b16 bytes = __builtin_convertvector(codes, b16);
  const b16 packed = channels == 1   ? __builtin_shufflevector(bytes, bytes, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
                     : channels == 2 ? __builtin_shufflevector(bytes, bytes, 0, 3, 4, 7, 8, 11, 12, 15, 0, 0, 0, 0, 0, 0, 0, 0)
                     : channels == 3 ? __builtin_shufflevector(bytes, bytes, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0)
                                     : bytes;
  if (count == 4) {
    __builtin_memcpy(out, &packed, (size_t)(4 * channels));
  } else {
    __builtin_memcpy(out, &packed, (size_t)(count * channels));
  }
}

INLINE void encode_any8(const float *pixels, int channels, const frameit_curve *curve, int32_t count,
                        uint8_t *out) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    encode_four8(load16(pixels + 4 * (ptrdiff_t)i), channels, curve, out + (ptrdiff_t)i * channels, 4);
  }
  if (i < count) {
    f16 rest = all16(0);
    __builtin_memcpy(&rest, pixels + 4 * (ptrdiff_t)i, (size_t)(count - i) * 16);
    encode_four8(rest, channels, curve, out + (ptrdiff_t)i * channels, count - i);
  }
}

static void encode8(const float *pixels, int channels, const frameit_curve *curve, int32_t count,
                    uint8_t *out) {
  const frameit_curve known = *curve;  // `out` may lie anywhere, as far as the compiler knows
  switch (channels) {
    case 1: encode_any8(pixels, 1, &known, count, out); break;
    case 2: encode_any8(pixels, 2, &known, count, out); break;
    case 3: encode_any8(pixels, 3, &known, count, out); break;
    default: encode_any8(pixels, 4, &known, count, out); break;
  }
}

INLINE uint16_t code16(float v, const frameit_curve *curve) {
  if (!curve->is_linear) return (uint16_t)(int32_t)(v * 65535 + 0.5f);
  uint32_t code = curve->guess[(int32_t)(v * 65536)];
  while (code < 65535 && curve->thresholds[code] <= v) code++;
  return (uint16_t)code;
}

static void encode16(const float *pixels, int channels, const frameit_curve *curve, int32_t count,
                     uint16_t *out) {
  const int has_alpha = channels == 2 || channels == 4, colours = channels > 2 ? 3 : 1;
  for (int32_t i = 0; i < count; i++, pixels += 4, out += channels) {
    f16 pixel = all16(0);
    __builtin_memcpy(&pixel, pixels, 16);
    pixel = separate(pixel, has_alpha);
    const uint16_t alpha = (uint16_t)(int32_t)(pixel[3] * 65535 + 0.5f);
    const int is_seen = !has_alpha || alpha != 0;
    for (int c = 0; c < colours; c++) out[c] = is_seen ? code16(pixel[c], curve) : 0;
    if (has_alpha) out[colours] = alpha;
  }
}

// MARK: Laying

INLINE f16 over4(f16 below, f16 value, f16 share) {
  // As WorkingPixel.bounded.
  f16 alpha = alphas(value);
  alpha = select16(alpha > 1 - 0x1p-20f, all16(1), greatest(alpha, all16(0)));
  f16 top = select16(is_alpha, alpha, least(greatest(value, all16(0)), alpha)) * share;
  return top + below * (1 - alphas(top));
}

static void lay(float *restrict below, const float *restrict values, const float *restrict shares,
                float share, int32_t count) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    f16 part = shares ? spread(load4(shares + i)) : all16(share);
    store16(below + 4 * (ptrdiff_t)i, over4(load16(below + 4 * (ptrdiff_t)i), load16(values + 4 * (ptrdiff_t)i), part));
  }
  if (i < count) {
    const size_t rest = (size_t)(count - i);
    f16 under = all16(0), value = all16(0);
    f4 part = {share, share, share, share};
    __builtin_memcpy(&under, below + 4 * (ptrdiff_t)i, rest * 16);
    __builtin_memcpy(&value, values + 4 * (ptrdiff_t)i, rest * 16);
    if (shares) __builtin_memcpy(&part, shares + i, rest * 4);
    under = over4(under, value, spread(part));
    __builtin_memcpy(below + 4 * (ptrdiff_t)i, &under, rest * 16);
  }
}
