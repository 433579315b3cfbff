// ISA-L's two calls, without what they leave behind.
//
// ISA-L 2.30 returns from AVX code with the registers' upper halves in use. SSE instructions
// can then be much slower, to the end of the thread: resampling, which is none of this target's business,
// took four times as long behind an inflated row.

#ifndef CPNG_ISAL_H
#define CPNG_ISAL_H

#include <isa-l/igzip_lib.h>

int cpng_isal_inflate(struct inflate_state *stream);

int cpng_isal_deflate(struct isal_zstream *stream);

#endif
