#if defined(__x86_64__)
#include <immintrin.h>

#include "versions.h"

#pragma STDC FP_CONTRACT OFF
#pragma clang attribute push(                                                      \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx512vbmi"), min_vector_width(512))), \
    apply_to = function)
#define FRAMEIT_GATHER_512
#define FRAMEIT_VNNI
#define FRAMEIT_VBMI
#define FRAMEIT_TABLE frameit_kernels_avx512vbmi
#define FRAMEIT_NAME "avx512vbmi"
#include "kernel_table.h"
#pragma clang attribute pop
#endif
