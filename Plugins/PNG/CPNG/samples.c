#include "samples.h"

#include <string.h>

int cpng_swaps(int deep) { return deep && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__; }

void cpng_copy_row(const uint8_t *row, size_t count, int swap, uint8_t *into) {
  if (!swap) {
    memcpy(into, row, count);
    return;
  }
  for (size_t i = 0; i < count; i += 2) {
    into[i] = row[i + 1];
    into[i + 1] = row[i];
  }
}
