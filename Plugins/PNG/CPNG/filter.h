// PNG's row filters (PNG specification, section 9).

#ifndef CPNG_FILTER_H
#define CPNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

enum {
  cpng_none, cpng_sub, cpng_up, cpng_average, cpng_paeth, cpng_filters,
  // the number of bytes around a row that may be read and, after it, written; those before it are zero
  cpng_margin = 16
};

// Filters a row of `count` bytes, with `pixel` bytes per pixel, with the filter that seems best.
//
// Writes the filter's number and the row to `into`, and up to `cpng_margin` bytes after it.
void cpng_filter(
    const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *into);

// Undoes a filter. `filtered` holds `count` bytes without the filter's number, and does not overlap `row`.
//
// Returns 0 for an unknown filter.
int cpng_unfilter(
    int filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel,
    uint8_t *row);

#endif
