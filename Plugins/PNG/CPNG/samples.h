// Conversion between the machine's samples and PNG's, which are big-endian.

#ifndef CPNG_SAMPLES_H
#define CPNG_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

// Returns whether samples need their bytes swapped; `deep` means 16-bit samples.
int cpng_swaps(int deep);

// Copies a row of `count` bytes, swapping each pair of bytes if `swap`.
void cpng_copy_row(const uint8_t *row, size_t count, int swap, uint8_t *into);

#endif
