// Vectors of sixteen floats for any register width: the compiler splits them.

#ifndef FRAMEIT_SIMD_H
#define FRAMEIT_SIMD_H

#include <stdint.h>
#if defined(FRAMEIT_GATHER_256) || defined(FRAMEIT_GATHER_512)
#include <immintrin.h>  // the including file has included it before it selects the instruction set
#endif

// Every function that takes or returns a vector is inlined, so the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef float f4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
typedef float f16 __attribute__((vector_size(64)));
typedef int32_t i16 __attribute__((vector_size(64)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef double d8 __attribute__((vector_size(64)));
typedef int64_t l8 __attribute__((vector_size(64)));
typedef uint16_t s16 __attribute__((vector_size(32)));
typedef uint8_t b16 __attribute__((vector_size(16)));

// In memory: at any address that is valid for a float.
typedef float f4_at __attribute__((vector_size(16), aligned(4), may_alias));
typedef float f16_at __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t i16_at __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint16_t s16_at __attribute__((vector_size(32), aligned(2), may_alias));
typedef uint8_t b16_at __attribute__((vector_size(16), aligned(1), may_alias));

enum { LANES = 16 };

INLINE f4 load4(const float *p) { return *(const f4_at *)p; }
INLINE f16 load16(const float *p) { return *(const f16_at *)p; }
INLINE void store4(float *p, f4 v) { *(f4_at *)p = v; }
INLINE void store16(float *p, f16 v) { *(f16_at *)p = v; }

INLINE f16 join8(f8 a, f8 b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

INLINE f4 quarter(f16 v, int i) {
  switch (i) {
    case 0: return __builtin_shufflevector(v, v, 0, 1, 2, 3);
    case 1: return __builtin_shufflevector(v, v, 4, 5, 6, 7);
    case 2: return __builtin_shufflevector(v, v, 8, 9, 10, 11);
    default: return __builtin_shufflevector(v, v, 12, 13, 14, 15);
  }
}

INLINE f16 splat(float x) {
  f4 v = {x};
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

// Repeats each of four floats four times: a weight for every channel of its pixel.
INLINE f16 repeat_each(f4 v) {
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

// Replaces each channel of four pixels by the pixel's alpha.
INLINE f16 broadcast_alpha(f16 v) {
  return __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

// In C only vectors of this kind support selection; the compiler makes the processor's minimum and maximum of it.
typedef float chosen16 __attribute__((ext_vector_type(16)));
typedef int32_t choice16 __attribute__((ext_vector_type(16)));

INLINE f16 select16(i16 mask, f16 yes, f16 no) {
  return (f16)((choice16)mask ? (chosen16)yes : (chosen16)no);
}

INLINE f16 min16(f16 a, f16 b) { return select16(a < b, a, b); }
INLINE f16 max16(f16 a, f16 b) { return select16(a > b, a, b); }
INLINE f16 abs16(f16 v) { return (f16)((i16)v & 0x7FFFFFFF); }

INLINE f16 sqrt16(f16 v) { return (f16)__builtin_elementwise_sqrt((chosen16)v); }

INLINE int any(i16 mask) { return __builtin_reduce_or(mask) != 0; }

static const i16 is_alpha = {0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1};
static const f16 iota16 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// Looks up sixteen numbers in a table.
#if defined(FRAMEIT_GATHER_512)
INLINE f16 gather(const float *table, i16 index) {
  return (f16)_mm512_i32gather_ps((__m512i)index, table, 4);
}
#elif defined(FRAMEIT_GATHER_256)
INLINE f16 gather(const float *table, i16 index) {
  i8 low = __builtin_shufflevector(index, index, 0, 1, 2, 3, 4, 5, 6, 7);
  i8 high = __builtin_shufflevector(index, index, 8, 9, 10, 11, 12, 13, 14, 15);
  f8 a = (f8)_mm256_i32gather_ps(table, (__m256i)low, 4);
  f8 b = (f8)_mm256_i32gather_ps(table, (__m256i)high, 4);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
#else
INLINE f16 gather(const float *table, i16 index) {
  f16 v;
  for (int i = 0; i < LANES; i++) v[i] = table[index[i]];
  return v;
}
#endif

#endif
