// Stored samples to working pixels.

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

// Where samples are working samples but for their scale, four pixels of three or four channels at once. A
// load takes sixteen samples, also where four pixels have but twelve: the last pixels go one by one.
#define DECODE_EVEN(name, one_by_one, sample, vector, unaligned)                                     \
  INLINE void name(const sample *s, int channels, const frameit_curve *curve, int32_t count,         \
                   float *restrict out) {                                                            \
    int32_t i = 0;                                                                                   \
    for (; i + 8 <= count; i += 4, s += 4 * channels, out += 16) {                                   \
      vector four = *(const unaligned *)s;                                                           \
      if (channels == 3) {                                                                           \
        four = __builtin_shufflevector(four, four, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0); \
      }                                                                                              \
      f16 v = __builtin_convertvector(four, f16) * (1 / curve->maximum);                             \
      v = channels == 3 ? select16(is_alpha, all16(1), v) : select16(is_alpha, v, v * alphas(v));    \
      store16(out, v);                                                                               \
    }                                                                                                \
    one_by_one(s, channels, curve, count - i, out);                                                  \
  }
DECODE_EVEN(decode_even8, decode_any8, uint8_t, b16, b16_at)
DECODE_EVEN(decode_even16, decode_any16, uint16_t, s16, s16_at)
#undef DECODE_EVEN

#define CHOOSE(name, any, even, sample)                                                              \
  static void name(const sample *samples, int channels, const frameit_curve *curve, int32_t count,   \
                   float *out) {                                                                     \
    switch (channels) {                                                                              \
      case 1: any(samples, 1, curve, count, out); break;                                             \
      case 2: any(samples, 2, curve, count, out); break;                                             \
      case 3:                                                                                        \
        if (curve->is_linear) any(samples, 3, curve, count, out);                                    \
        else even(samples, 3, curve, count, out);                                                    \
        break;                                                                                       \
      default:                                                                                       \
        if (curve->is_linear) any(samples, 4, curve, count, out);                                    \
        else even(samples, 4, curve, count, out);                                                    \
        break;                                                                                       \
    }                                                                                                \
  }
CHOOSE(decode8, decode_any8, decode_even8, uint8_t)
CHOOSE(decode16, decode_any16, decode_even16, uint16_t)
#undef CHOOSE
