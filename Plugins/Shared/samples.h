// Samples of 8 and 16 bits, in rows as the contract defines them.
#ifndef PLUGINS_SHARED_SAMPLES_H
#define PLUGINS_SHARED_SAMPLES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t sample(const uint8_t *row, size_t index, uint32_t depth) {
  if (depth == 8) return row[index];
  uint16_t value;
  memcpy(&value, row + index * 2, 2);
  return value;
}

static inline void put_sample(uint8_t *row, size_t index, uint32_t depth, uint32_t value) {
  if (depth == 8) {
    row[index] = (uint8_t)value;
  } else {
    uint16_t wide = (uint16_t)value;
    memcpy(row + index * 2, &wide, 2);
  }
}

// Converts pixels whose last channel is alpha from premultiplied to straight alpha.
static inline void divide_by_alpha(uint8_t *row, size_t width, uint32_t channels, uint32_t depth) {
  uint32_t range = depth == 8 ? 255 : 65535;
  for (size_t at = 0; at < width * channels; at += channels) {
    uint64_t alpha = sample(row, at + channels - 1, depth);
    if (alpha == range) continue;
    for (size_t c = at; c < at + channels - 1; c++) {
      uint64_t value = alpha ? ((uint64_t)sample(row, c, depth) * range + alpha / 2) / alpha : 0;
      put_sample(row, c, depth, value < range ? (uint32_t)value : range);
    }
  }
}

#endif
