#include "scratch.h"
#include "versions.h"

const frameit_kernels *frameit_kernels_at(int index) {
#if defined(__x86_64__)
  switch (index) {
    case 0: return &frameit_kernels_sse2;
    case 1: return __builtin_cpu_supports("avx2") ? &frameit_kernels_avx2 : NULL;
    case 2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
                     __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512vl")
                 ? &frameit_kernels_avx512
                 : NULL;
    case 3:
      return frameit_kernels_at(2) && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi")
                 ? &frameit_kernels_avx512vbmi
                 : NULL;
    default: return NULL;
  }
#else
  return index == 0 ? &frameit_kernels_neon : NULL;
#endif
}

size_t frameit_scratch_size(const frameit_resampling *r, const frameit_block *block,
                            const frameit_tile *tile) {
  return scratch_layout_of(r, block, tile).end;
}
