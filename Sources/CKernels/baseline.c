// What every processor of the architecture supports.
#include "versions.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#define FRAMEIT_TABLE frameit_kernels_sse2
#define FRAMEIT_NAME "sse2"
#else
#define FRAMEIT_TABLE frameit_kernels_neon
#define FRAMEIT_NAME "neon"
#endif
#include "kernel_table.h"
