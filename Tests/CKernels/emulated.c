// The kernels for AVX-512 with VNNI and VBMI, with the instructions emulated, for processors that lack them.
#if defined(__x86_64__)
#include <immintrin.h>
#include <stddef.h>

#include "../../Sources/CKernels/simd.h"

typedef int16_t shorts __attribute__((vector_size(64)));
typedef int8_t bytes __attribute__((vector_size(64)));
typedef uint8_t unsigned_bytes __attribute__((vector_size(64)));

// MARK: Arithmetic

INLINE int32_t bounded(int32_t v, int32_t least, int32_t most) { return v < least ? least : v > most ? most : v; }

INLINE __m512i emulated_dpwssd(__m512i sums, __m512i a, __m512i b) {
  i16 s = (i16)sums;
  const shorts v = (shorts)a, w = (shorts)b;
  for (int i = 0; i < 16; i++) s[i] += v[2 * i] * w[2 * i] + v[2 * i + 1] * w[2 * i + 1];
  return (__m512i)s;
}

INLINE __m512i widened(const __m256i v) {
  __m512i wide = {0};
  __builtin_memcpy(&wide, &v, sizeof v);
  return wide;
}

INLINE __m256i emulated_madd(__m256i a, __m256i b) {
  const __m512i sums = emulated_dpwssd((__m512i)(i16){0}, widened(a), widened(b));
  __m256i low;
  __builtin_memcpy(&low, &sums, sizeof low);
  return low;
}

INLINE __m512i emulated_dpbusd(__m512i sums, __m512i a, __m512i b) {
  i16 s = (i16)sums;
  const unsigned_bytes v = (unsigned_bytes)a;
  const bytes w = (bytes)b;
  for (int i = 0; i < 64; i++) s[i / 4] += v[i] * w[i];
  return (__m512i)s;
}

INLINE __m512i emulated_mulhrs(__m512i a, __m512i b) {
  shorts v = (shorts)a;
  const shorts w = (shorts)b;
  for (int i = 0; i < 32; i++) v[i] = (int16_t)(((v[i] * w[i] >> 14) + 1) >> 1);
  return (__m512i)v;
}

// MARK: Packing, with saturation: in each four words, those of `a`, and then those of `b`

INLINE __m512i emulated_packs(__m512i a, __m512i b) {
  const i16 v = (i16)a, w = (i16)b;
  shorts packed;
  for (int i = 0; i < 32; i++) {
    const int lane = i / 8 * 4 + i % 4;
    packed[i] = (int16_t)bounded(i % 8 < 4 ? v[lane] : w[lane], INT16_MIN, INT16_MAX);
  }
  return (__m512i)packed;
}

INLINE __m512i emulated_packus(__m512i a, __m512i b) {
  const shorts v = (shorts)a, w = (shorts)b;
  unsigned_bytes packed;
  for (int i = 0; i < 64; i++) {
    const int lane = i / 16 * 8 + i % 8;
    packed[i] = (uint8_t)bounded(i % 16 < 8 ? v[lane] : w[lane], 0, UINT8_MAX);
  }
  return (__m512i)packed;
}

// MARK: Tables

INLINE __m512i emulated_permutex2var(__m512i a, __m512i index, __m512i b) {
  const unsigned_bytes v = (unsigned_bytes)a, w = (unsigned_bytes)b;
  unsigned_bytes at = (unsigned_bytes)index;
  for (int i = 0; i < 64; i++) at[i] = at[i] & 64 ? w[at[i] & 63] : v[at[i] & 63];
  return (__m512i)at;
}

INLINE uint64_t emulated_movepi8_mask(__m512i a) {
  const bytes v = (bytes)a;
  uint64_t mask = 0;
  for (int i = 0; i < 64; i++) mask |= (uint64_t)(v[i] < 0) << i;
  return mask;
}

INLINE __m512i emulated_mask_blend(uint64_t mask, __m512i a, __m512i b) {
  bytes v = (bytes)a;
  const bytes w = (bytes)b;
  for (int i = 0; i < 64; i++) v[i] = mask >> i & 1 ? w[i] : v[i];
  return (__m512i)v;
}

INLINE __m512i emulated_broadcast(__m128i a) {
  __m512i v;
  for (int i = 0; i < 4; i++) __builtin_memcpy((char *)&v + 16 * i, &a, 16);
  return v;
}

#define _mm512_dpwssd_epi32 emulated_dpwssd
#define _mm512_dpbusd_epi32 emulated_dpbusd
#define _mm512_madd_epi16(a, b) emulated_dpwssd((__m512i)(i16){0}, a, b)
#define _mm256_madd_epi16 emulated_madd
#define _mm512_mulhrs_epi16 emulated_mulhrs
#define _mm512_packs_epi32 emulated_packs
#define _mm512_packus_epi16 emulated_packus
#define _mm512_permutex2var_epi8 emulated_permutex2var
#define _mm512_movepi8_mask emulated_movepi8_mask
#define _mm512_mask_blend_epi8 emulated_mask_blend
#define _mm512_broadcast_i32x4 emulated_broadcast
#define _mm512_set1_epi32(x) ((__m512i)((i16){0} + (x)))
#define _mm512_setzero_si512() ((__m512i)(i16){0})

#pragma STDC FP_CONTRACT OFF
#define FRAMEIT_GATHER_512
#define FRAMEIT_VNNI
#define FRAMEIT_VBMI
#define FRAMEIT_TABLE emulated_kernels
#define FRAMEIT_NAME "avx512vbmi, emulated"
#include "../../Sources/CKernels/kernel_table.h"
#endif
