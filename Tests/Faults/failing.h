// Replaces malloc and related functions, for the program and its libraries. Lets the n-th call fail, and counts blocks
// that are not released.

#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

// Resets the counters, and makes the n-th allocation from now on fail; with `all`, also those after it. No allocation
// fails if n is 0.
void failing_begin(size_t n, int all);

// Stops counting and returns the number of allocations. `failed` is the number of those that failed, `left` the
// number of blocks that were not released.
size_t failing_end(size_t *failed, ptrdiff_t *left);

#endif
