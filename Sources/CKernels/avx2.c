#if defined(__x86_64__)
#include <immintrin.h>

#include "versions.h"

#pragma STDC FP_CONTRACT OFF
// Set for functions, not for the file: file flags would need a build setting that packages may not use.
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define FRAMEIT_GATHER_256
#define FRAMEIT_TABLE frameit_kernels_avx2
#define FRAMEIT_NAME "avx2"
#include "kernel_table.h"
#pragma clang attribute pop
#endif
