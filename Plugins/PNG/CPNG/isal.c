#include "isal.h"

#if defined(__x86_64__)

#include <immintrin.h>

__attribute__((target("avx"))) static void zero_upper_halves(void) { _mm256_zeroupper(); }

static void clear_upper_halves(void) {
  if (__builtin_cpu_supports("avx")) zero_upper_halves();
}

#else

static void clear_upper_halves(void) {}

#endif

int cpng_isal_inflate(struct inflate_state *stream) {
  int result = isal_inflate(stream);
  clear_upper_halves();
  return result;
}

int cpng_isal_deflate(struct isal_zstream *stream) {
  int result = isal_deflate(stream);
  clear_upper_halves();
  return result;
}
