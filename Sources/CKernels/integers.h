// Vectors of integers of 8 to 64 bits, for any register width: the compiler splits them.

#ifndef FRAMEIT_INTEGERS_H
#define FRAMEIT_INTEGERS_H

#include "frameit_kernels.h"
#include "simd.h"

typedef uint8_t b32 __attribute__((vector_size(32)));
typedef uint8_t b64 __attribute__((vector_size(64)));
typedef int16_t h16 __attribute__((vector_size(32)));
typedef int16_t h32 __attribute__((vector_size(64)));
typedef uint16_t s32 __attribute__((vector_size(64)));
typedef int32_t i32 __attribute__((vector_size(128)));
typedef uint32_t u4 __attribute__((vector_size(16)));
typedef uint32_t u8 __attribute__((vector_size(32)));
typedef int64_t l4 __attribute__((vector_size(32)));
typedef uint8_t b32_at __attribute__((vector_size(32), aligned(1), may_alias));
typedef uint8_t b64_at __attribute__((vector_size(64), aligned(1), may_alias));
typedef int16_t h16_at __attribute__((vector_size(32), aligned(1), may_alias));
typedef int16_t h32_at __attribute__((vector_size(64), aligned(1), may_alias));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef int32_t i16_anywhere __attribute__((vector_size(64), aligned(1), may_alias));

INLINE i16 load_words(const void *p) { return *(const i16_anywhere *)p; }
INLINE void store_words(void *p, i16 v) { *(i16_anywhere *)p = v; }

// MARK: Shuffles

// Interleaves two vectors of bytes in each 16 of them: the lower halves or the upper ones.
#define HALVES(v, w, i)                                                                                                        \
  __builtin_shufflevector(v, w, i, i + 64, i + 1, i + 65, i + 2, i + 66, i + 3, i + 67, i + 4, i + 68, i + 5, i + 69, i + 6,   \
                          i + 70, i + 7, i + 71, i + 16, i + 80, i + 17, i + 81, i + 18, i + 82, i + 19, i + 83, i + 20,       \
                          i + 84, i + 21, i + 85, i + 22, i + 86, i + 23, i + 87, i + 32, i + 96, i + 33, i + 97, i + 34,      \
                          i + 98, i + 35, i + 99, i + 36, i + 100, i + 37, i + 101, i + 38, i + 102, i + 39, i + 103, i + 48,  \
                          i + 112, i + 49, i + 113, i + 50, i + 114, i + 51, i + 115, i + 52, i + 116, i + 53, i + 117,        \
                          i + 54, i + 118, i + 55, i + 119)
INLINE h32 lower_bytes(b64 v, b64 w) { return (h32)HALVES(v, w, 0); }
INLINE h32 upper_bytes(b64 v, b64 w) { return (h32)HALVES(v, w, 8); }
#undef HALVES

// The same for 16 bits, 32 and 64.
#define HALVES(v, w, i)                                                                                                       \
  __builtin_shufflevector(v, w, i, i + 32, i + 1, i + 33, i + 2, i + 34, i + 3, i + 35, i + 8, i + 40, i + 9, i + 41, i + 10,  \
                          i + 42, i + 11, i + 43, i + 16, i + 48, i + 17, i + 49, i + 18, i + 50, i + 19, i + 51, i + 24,     \
                          i + 56, i + 25, i + 57, i + 26, i + 58, i + 27, i + 59)
INLINE i16 lower_shorts(h32 v, h32 w) { return (i16)HALVES(v, w, 0); }
INLINE i16 upper_shorts(h32 v, h32 w) { return (i16)HALVES(v, w, 4); }
#undef HALVES

INLINE l8 lower_words(i16 v, i16 w) {
  return (l8)__builtin_shufflevector(v, w, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}

INLINE l8 upper_words(i16 v, i16 w) {
  return (l8)__builtin_shufflevector(v, w, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
}

INLINE l8 lower_pairs(l8 v, l8 w) { return __builtin_shufflevector(v, w, 0, 8, 2, 10, 4, 12, 6, 14); }
INLINE l8 upper_pairs(l8 v, l8 w) { return __builtin_shufflevector(v, w, 1, 9, 3, 11, 5, 13, 7, 15); }

// Regards a vector as four rows of four 32-bit numbers, and transposes it.
INLINE i16 transpose(i16 v) {
  return __builtin_shufflevector(v, v, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

// MARK: Arithmetic

#define LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define HIGH(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)

// Multiplies fractions in units of 2^-15, with rounding.
INLINE h32 multiply_fractions(h32 a, h32 b) {
#if defined(FRAMEIT_GATHER_512)
  return (h32)_mm512_mulhrs_epi16((__m512i)a, (__m512i)b);
#elif defined(FRAMEIT_GATHER_256)
  const l8 v = (l8)a, w = (l8)b;
  const l4 low = (l4)_mm256_mulhrs_epi16((__m256i)LOW(v), (__m256i)LOW(w));
  const l4 high = (l4)_mm256_mulhrs_epi16((__m256i)HIGH(v), (__m256i)HIGH(w));
  return (h32)__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  const i32 product = __builtin_convertvector(a, i32) * __builtin_convertvector(b, i32);
  return __builtin_convertvector(((product >> 14) + 1) >> 1, h32);
#endif
}

// Converts four vectors to bytes; numbers below 0 and above 255 become the bounds.
INLINE b64 bounded_bytes(i16 a, i16 b, i16 c, i16 d) {
#if defined(FRAMEIT_GATHER_512)
  const __m512i low = _mm512_packs_epi32((__m512i)a, (__m512i)b), high = _mm512_packs_epi32((__m512i)c, (__m512i)d);
  return (b64)transpose((i16)_mm512_packus_epi16(low, high));
#elif defined(FRAMEIT_GATHER_256)
#define SHORTS(v) _mm256_packs_epi32((__m256i)LOW((l8)v), (__m256i)HIGH((l8)v))
  const __m256i v = _mm256_packus_epi16(SHORTS(a), SHORTS(b)), w = _mm256_packus_epi16(SHORTS(c), SHORTS(d));
#undef SHORTS
  return (b64)__builtin_shufflevector((i8)v, (i8)w, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
#else
  const i16 vectors[4] = {a, b, c, d};
  b16 bytes[4];
  for (int i = 0; i < 4; i++) {
    const choice16 least = (choice16)(i16){0}, most = (choice16)((i16){0} + 255);
    choice16 v = (choice16)vectors[i];
    v = v < least ? least : v;
    v = v > most ? most : v;
    bytes[i] = __builtin_convertvector((i16)v, b16);
  }
  b64 all;
  __builtin_memcpy(&all, bytes, 64);
  return all;
#endif
}

// Adds the products of each two neighbors.
INLINE i8 sum_products(h16 a, h16 b) {
#if defined(FRAMEIT_GATHER_256) || defined(FRAMEIT_GATHER_512)
  return (i8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
  const i16 product = __builtin_convertvector(a, i16) * __builtin_convertvector(b, i16);
  return __builtin_shufflevector(product, product, 0, 2, 4, 6, 8, 10, 12, 14) +
         __builtin_shufflevector(product, product, 1, 3, 5, 7, 9, 11, 13, 15);
#endif
}

#endif
