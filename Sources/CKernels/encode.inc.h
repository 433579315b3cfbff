// Working pixels to stored samples.

// Four pixels: colours divided by their alpha where it is kept and there is any; all within 0 to 1.
INLINE f16 separate(f16 pixels, int has_alpha) {
  if (has_alpha) {
    f16 alpha = alphas(pixels);
    f16 colour = select16(alpha > 0, pixels / alpha, pixels);
    pixels = select16(is_alpha, pixels, colour);
  }
  return least(greatest(pixels, all16(0)), all16(1));
}

// Fully transparent pixels carry no colour.
INLINE i16 without_hidden(i16 codes) {
  return codes & (__builtin_shufflevector(codes, codes, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15) != 0);
}

// MARK: Codes

INLINE uint8_t linear_code8(const frameit_curve *curve, int32_t fine) {
  const uint32_t bucket = curve->buckets[fine >> 12];
  return (uint8_t)((bucket >> 24) + ((uint32_t)fine >= (bucket & 0xFFFFFF)));
}

// Near the code by a straight line between two points of the curve; then the threshold above decides. The
// sample comes as its bits.
INLINE uint16_t linear_code16(const frameit_curve *curve, int32_t bits) {
  float v;
  __builtin_memcpy(&v, &bits, 4);
  int32_t place = (bits >> 16) - FRAMEIT_CURVE_START;
  if (place < 0) place = 0;
  const frameit_line line = curve->lines[place];
  const int32_t near = (int32_t)(line.start + line.slope * v);
  return (uint16_t)(near + (curve->thresholds[near] <= v));
}

// What is made of four pixels' samples at once: their codes; or where the curve comes between, what the
// functions above take, with the code of alpha, which is always even.
INLINE i16 prepared(f16 four, int depth, int has_alpha, int is_linear) {
  four = separate(four, has_alpha);
  const i16 even = __builtin_convertvector(four * (depth == 8 ? 255.0f : 65535.0f) + 0.5f, i16);
  i16 codes = even;
  if (is_linear) {
    const i16 curved = depth == 8 ? __builtin_convertvector(four * 16777216, i16) : (i16)four;
    codes = has_alpha ? (even & is_alpha) | (curved & ~is_alpha) : curved;
  }
  return has_alpha ? without_hidden(codes) : codes;
}

// MARK: Rows

// Samples to whole numbers first, four pixels at a time, and these to codes then, one by one: twice as fast
// as a gather from the tables, and four times where there is none.
#define ENCODE(name, depth, sample, linear_code)                                                     \
  INLINE void name(const float *pixels, int channels, int is_linear, const frameit_curve *curve,     \
                   int32_t count, sample *restrict out) {                                            \
    enum { part = 64 };                                                                              \
    int32_t numbers[4 * part];                                                                       \
    const int has_alpha = channels == 2 || channels == 4, colours = channels > 2 ? 3 : 1;            \
    for (int32_t first = 0; first < count; first += part) {                                          \
      const int32_t length = count - first < part ? count - first : part;                            \
      const float *from = pixels + 4 * (ptrdiff_t)first;                                             \
      for (int32_t i = 0; i < length; i += 4) {                                                      \
        f16 four = all16(0);                                                                         \
        if (length - i >= 4) four = load16(from + 4 * i);                                            \
        else __builtin_memcpy(&four, from + 4 * i, (size_t)(length - i) * 16);                       \
        *(i16_at *)(numbers + 4 * i) = prepared(four, depth, has_alpha, is_linear);                  \
      }                                                                                              \
      for (int32_t i = 0; i < length; i++, out += channels) {                                        \
        const int32_t *pixel = numbers + 4 * i;                                                      \
        for (int c = 0; c < colours; c++) {                                                          \
          out[c] = is_linear ? linear_code(curve, pixel[c]) : (sample)pixel[c];                      \
        }                                                                                            \
        if (has_alpha) out[colours] = (sample)pixel[3];                                              \
      }                                                                                              \
    }                                                                                                \
  }
ENCODE(encode_any8, 8, uint8_t, linear_code8)
ENCODE(encode_any16, 16, uint16_t, linear_code16)
#undef ENCODE

#define CHOOSE(name, any, sample)                                                                    \
  static void name(const float *pixels, int channels, const frameit_curve *curve, int32_t count,     \
                   sample *out) {                                                                    \
    switch (channels * 2 + curve->is_linear) {                                                       \
      case 2: any(pixels, 1, 0, curve, count, out); break;                                           \
      case 3: any(pixels, 1, 1, curve, count, out); break;                                           \
      case 4: any(pixels, 2, 0, curve, count, out); break;                                           \
      case 5: any(pixels, 2, 1, curve, count, out); break;                                           \
      case 6: any(pixels, 3, 0, curve, count, out); break;                                           \
      case 7: any(pixels, 3, 1, curve, count, out); break;                                           \
      case 8: any(pixels, 4, 0, curve, count, out); break;                                           \
      default: any(pixels, 4, 1, curve, count, out); break;                                          \
    }                                                                                                \
  }
CHOOSE(encode8, encode_any8, uint8_t)
CHOOSE(encode16, encode_any16, uint16_t)
#undef CHOOSE
