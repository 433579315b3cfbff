// The program's own malloc and its kin, in the place of the C library's for the libraries below too: the n-th call
// fails, and what is not released is counted.

#ifndef FAILING_H
#define FAILING_H

#include <stddef.h>

// From now on the n-th allocation fails, and those behind it where `all`; none where n is 0. Counting begins anew.
void failing_begin(size_t n, int all);

// How many allocations there were. `failed` is how many of them failed, `left` what was not released.
size_t failing_end(size_t *failed, ptrdiff_t *left);

#endif
