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
    default: return NULL;
  }
#else
  return index == 0 ? &frameit_kernels_neon : NULL;
#endif
}

static size_t most(size_t a, size_t b) { return a > b ? a : b; }

size_t frameit_scratch_size(const frameit_resampling *r, const frameit_block *block,
                            const frameit_tile *tile) {
  const size_t lanes = 16, x = (size_t)r->x.taps, y = (size_t)r->y.taps, groups = x / 4 + 1;
  const size_t runs = most((size_t)tile->width, (size_t)tile->height) / lanes + 1;
  // What the run-wise and the axis-wise loops lay out, whichever takes more.
  const size_t by_run = x * lanes + y * lanes + groups * 4 * lanes + most(x, y) +
                        (groups + 1) * lanes;
  const size_t by_axis = most(x, y) * (lanes + 1) + runs * lanes * (groups * 4 + 1) +
                         ((size_t)block->width + lanes) * 4;
  return most(by_run, by_axis) + lanes;
}
