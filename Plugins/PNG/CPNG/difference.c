#include <string.h>

#include "cpng.h"

int cpng_replace(
    uint8_t *held, const uint8_t *row, size_t count, size_t *first, size_t *end) {
  if (memcmp(held, row, count) == 0) return 0;
  size_t from = 0, to = count;
  while (held[from] == row[from]) from++;
  while (held[to - 1] == row[to - 1]) to--;
  memcpy(held + from, row + from, to - from);
  *first = from;
  *end = to;
  return 1;
}
