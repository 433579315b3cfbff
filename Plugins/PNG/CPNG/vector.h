// Sixteen bytes at a time in clang's vectors: SSE2, NEON or whatever the processor has.

#ifndef CPNG_VECTOR_H
#define CPNG_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t cpng_bytes __attribute__((vector_size(16)));
typedef uint16_t cpng_words __attribute__((vector_size(16)));

#define CPNG_INLINE static inline __attribute__((always_inline))

CPNG_INLINE cpng_bytes cpng_least(cpng_bytes a, cpng_bytes b) { return __builtin_elementwise_min(a, b); }
CPNG_INLINE cpng_bytes cpng_most(cpng_bytes a, cpng_bytes b) { return __builtin_elementwise_max(a, b); }

CPNG_INLINE cpng_bytes cpng_apart(cpng_bytes a, cpng_bytes b) {
  return cpng_most(a, b) - cpng_least(a, b);
}

// `mask` is all ones or all zeros in each byte.
CPNG_INLINE cpng_bytes cpng_choose(cpng_bytes mask, cpng_bytes yes, cpng_bytes no) {
  return (mask & yes) | (~mask & no);
}

CPNG_INLINE cpng_bytes cpng_average_of(cpng_bytes a, cpng_bytes b) { return (a & b) + ((a ^ b) >> 1); }

// Paeth's predictor (PNG specification 9.4) without a ninth bit: the distances of a + b - c to a, b and c are |b -
// c|, |a - c| and |(b - c) + (a - c)|. The last is the difference of the others if c is between a and b, and
// otherwise their sum, which is never the least, so 255 works as well.
CPNG_INLINE cpng_bytes cpng_predict(cpng_bytes a, cpng_bytes b, cpng_bytes c) {
  cpng_bytes to_a = cpng_apart(b, c), to_b = cpng_apart(a, c);
  cpng_bytes outside = (cpng_bytes)((cpng_bytes)(b >= c) == (cpng_bytes)(a >= c));
  cpng_bytes to_c = cpng_apart(to_a, to_b) | outside;
  cpng_bytes is_a = (cpng_bytes)(to_a <= cpng_least(to_b, to_c)), is_b = (cpng_bytes)(to_b <= to_c);
  return cpng_choose(is_a, a, cpng_choose(is_b, b, c));
}

#endif
