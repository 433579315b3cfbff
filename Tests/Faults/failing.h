// Replacements for malloc and related functions, in the program and the libraries below it. The n-th call fails, and
// blocks that are not released are counted.

#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

// Makes the n-th allocation from now on fail, and with `all` also those after it. No allocation fails if n is 0.
// Resets the counters.
void failing_begin(size_t n, int all);

// Stops counting and returns the number of allocations. `failed` is the number of those that failed, `left` the
// number of blocks that were not released.
size_t failing_end(size_t *failed, ptrdiff_t *left);

#endif
