#ifndef FRAMEIT_VERSIONS_H
#define FRAMEIT_VERSIONS_H

#include "frameit_kernels.h"

#if defined(__x86_64__)
extern const frameit_kernels frameit_kernels_sse2, frameit_kernels_avx2, frameit_kernels_avx512,
    frameit_kernels_avx512vbmi;
#else
extern const frameit_kernels frameit_kernels_neon;
#endif

#endif
