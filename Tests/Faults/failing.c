#include "failing.h"

#include <errno.h>
#include <stdatomic.h>
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
  size_t at;
  // Counted by several threads.
  _Atomic size_t calls, failed;
  _Atomic ptrdiff_t alive;
} state;

static int fails(void) {
  if (!state.counts) return 0;
  size_t call = ++state.calls;
  if (state.at == 0 || (state.all ? call < state.at : call != state.at)) return 0;
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
  state.calls = state.failed = 0;
  state.alive = 0;
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
