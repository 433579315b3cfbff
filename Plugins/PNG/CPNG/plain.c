#include "plain.h"

#include <stdlib.h>

#include "filter.h"
#include "idat.h"
#include "samples.h"

struct cpng_plain {
  cpng_idat idat;
  size_t row_bytes;
  size_t pixel;
  int swap;
  uint32_t height;
  uint32_t row;  // the next row
  uint8_t *memory;
  uint8_t *filtered;  // the filter's number and the row, with a margin after it
  uint8_t *lines[2];  // the last row and the next one, alternating, with margins
};

cpng_plain *cpng_plain_open(
    const frameit_reader *reader, uint64_t offset, uint32_t height, size_t row_bytes, size_t pixel,
    int deep) {
  cpng_plain *plain = malloc(sizeof *plain);
  if (!plain) return NULL;
  size_t line = row_bytes + 2 * cpng_margin;
  plain->row_bytes = row_bytes;
  plain->pixel = pixel;
  plain->swap = cpng_swaps(deep);
  plain->height = height;
  plain->row = 0;
  plain->memory = calloc(3, line);  // the row above the first one is zero
  if (!plain->memory || !cpng_idat_open(&plain->idat, reader, offset)) {
    cpng_plain_close(plain);
    return NULL;
  }
  plain->filtered = plain->memory;
  for (int i = 0; i < 2; i++) plain->lines[i] = plain->memory + (size_t)(i + 1) * line + cpng_margin;
  return plain;
}

int cpng_plain_read(cpng_plain *plain, uint8_t *row) {
  int last = plain->row + 1 == plain->height;
  if (!cpng_idat_read(&plain->idat, plain->filtered, 1 + plain->row_bytes, last)) return 0;
  uint8_t *line = plain->lines[plain->row & 1], *above = plain->lines[~plain->row & 1];
  if (!cpng_unfilter(
          plain->filtered[0], plain->filtered + 1, above, plain->row_bytes, plain->pixel, line)) {
    return 0;
  }
  plain->row++;
  if (row) cpng_copy_row(line, plain->row_bytes, plain->swap, row);
  return 1;
}

int cpng_plain_finish(cpng_plain *plain) { return cpng_idat_finish(&plain->idat); }

void cpng_plain_close(cpng_plain *plain) {
  if (!plain) return;
  free(plain->memory);
  free(plain);
}
