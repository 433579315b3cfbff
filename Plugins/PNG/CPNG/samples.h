// Samples as the machine has them, and as a PNG has them: of 16 bits the high byte first.

#ifndef CPNG_SAMPLES_H
#define CPNG_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

// Whether the bytes of samples have to change places, where `deep` stands for 16-bit ones.
int cpng_swaps(int deep);

// Copies a row of `count` bytes, with each two of them in the other order where `swap` says so.
void cpng_copy_row(const uint8_t *row, size_t count, int swap, uint8_t *into);

#endif
