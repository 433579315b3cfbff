#include "failing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Internal names of the C library's allocation functions.
extern void *__libc_malloc(size_t count);
extern void *__libc_calloc(size_t items, size_t size);
extern void *__libc_realloc(void *memory, size_t count);
extern void *__libc_memalign(size_t alignment, size_t count);
extern void __libc_free(void *memory);

static struct {
  int counts, all;
  size_t calls, at, failed;
  ptrdiff_t alive;
} state;

static int fails(void) {
  if (!state.counts) return 0;
  state.calls++;
  if (state.at == 0 || (state.all ? state.calls < state.at : state.calls != state.at)) return 0;
  state.failed++;
  errno = ENOMEM;
  return 1;
}

static void *counted(void *memory) {
  if (state.counts && memory) state.alive++;
  return memory;
}

void *malloc(size_t count) {
  if (fails()) return NULL;
  void *memory = counted(__libc_malloc(count));
  // Fills the memory, so that code that expects zeros fails.
  if (state.counts && memory) memset(memory, 0xA5, count);
  return memory;
}

void *calloc(size_t items, size_t size) { return fails() ? NULL : counted(__libc_calloc(items, size)); }

void *realloc(void *memory, size_t count) {
  if (fails()) return NULL;
  void *moved = __libc_realloc(memory, count);
  return memory ? moved : counted(moved);
}

void *aligned_alloc(size_t alignment, size_t count) {
  return fails() ? NULL : counted(__libc_memalign(alignment, count));
}

void free(void *memory) {
  if (state.counts && memory) state.alive--;
  __libc_free(memory);
}

void failing_begin(size_t n, int all) {
  memset(&state, 0, sizeof state);
  state.at = n;
  state.all = all;
  state.counts = 1;
}

size_t failing_end(size_t *failed, ptrdiff_t *left) {
  state.counts = 0;
  *failed = state.failed;
  *left = state.alive;
  return state.calls;
}
