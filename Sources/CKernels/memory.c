#include <stdlib.h>

#include "frameit_kernels.h"

void *frameit_allocate(size_t bytes) {
  const size_t line = 64;
  if (bytes > SIZE_MAX - line) return NULL;
  return aligned_alloc(line, (bytes + line - 1) / line * line + (bytes == 0 ? line : 0));
}

void frameit_release(void *memory) { free(memory); }
