// ISA-L's two calls, with a clean register state.
//
// ISA-L 2.30 returns from AVX code without clearing the registers' upper halves, which can make SSE instructions much
// slower until the thread ends. Resampling, which has nothing to do with this target, took four times as long after
// an inflated row.

#ifndef CPNG_ISAL_H
#define CPNG_ISAL_H

#include <isa-l/igzip_lib.h>

int cpng_isal_inflate(struct inflate_state *stream);

int cpng_isal_deflate(struct isal_zstream *stream);

#endif
