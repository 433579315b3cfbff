// The part of libjpeg's memory manager that jmemsys.h leaves to the system, for large blocks of memory. The
// coefficients of a progressive image take six bytes per pixel, and the first access to each 4 KiB costs as much as
// decoding some blocks. Pages of 2 MiB avoid that: turning 18 megapixels takes 662 ms instead of 703.
//
// The library calls these functions because a program's symbols take precedence over a library's. If it is built to
// call its own, nothing changes.

#define _DEFAULT_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <jpeglib.h>

void *jpeg_get_large(j_common_ptr cinfo, size_t size);
void jpeg_free_large(j_common_ptr cinfo, void *object, size_t size);

static const size_t page = 2 << 20;

void *jpeg_get_large(j_common_ptr cinfo, size_t size) {
  (void)cinfo;
  if (size < 2 * page || size > SIZE_MAX - page) return malloc(size);
  void *memory = aligned_alloc(page, (size + page - 1) / page * page);
  // Only advice: if it is not followed, memory works, but more slowly.
  if (memory) madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}

void jpeg_free_large(j_common_ptr cinfo, void *object, size_t size) {
  (void)cinfo;
  (void)size;
  free(object);
}
