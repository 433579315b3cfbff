#include "filter.h"
#include "vector.h"

// The bytes of a pixel, widened to 16-bit numbers.
typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef int16_t numbers __attribute__((vector_size(16)));

// Whole registers load and store faster than three bytes, so some bytes after the pixel are included.
CPNG_INLINE size_t touched(size_t pixel) { return pixel == 3 ? 4 : pixel == 6 ? 8 : pixel; }

CPNG_INLINE numbers load_pixel(const uint8_t *from, size_t pixel) {
  eight_bytes bytes = {0};
  memcpy(&bytes, from, touched(pixel));
  return __builtin_convertvector(bytes, numbers);
}

CPNG_INLINE void store_pixel(uint8_t *into, numbers pixels, size_t pixel) {
  eight_bytes bytes = __builtin_convertvector(pixels, eight_bytes);
  memcpy(into, &bytes, touched(pixel));
}

// Paeth's predictor (PNG specification 9.4): c if a + b - c is nearer to c than to a and b, that is, if 3c - (a + b)
// is between them; else the one of them on the other side. This equals the definition by distances, including ties,
// with fewer steps after `a`, for which the next pixel waits.
CPNG_INLINE numbers predict(numbers a, numbers b, numbers c) {
  numbers place = (c + c + c - b) - a;
  numbers low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
  numbers above_low = place > low, below_high = high > place;
  return (above_low & (below_high & c)) | ((~below_high & low) | (~above_low & high));
}

// Adds modulo 256: nothing carries into the upper halves.
CPNG_INLINE numbers add(numbers a, numbers b) { return (numbers)((cpng_bytes)a + (cpng_bytes)b); }

// Each pixel depends on the one before it, so a row is decoded pixel by pixel, with all channels at once.
CPNG_INLINE void unfilter_row(
    int filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel,
    uint8_t *row) {
  numbers a = {0}, c = {0};
  for (size_t i = 0; i < count; i += pixel) {
    numbers x = load_pixel(filtered + i, pixel), b = load_pixel(above + i, pixel);
    switch (filter) {
      case cpng_sub: a = add(x, a); break;
      case cpng_average: a = add(x, (a + b) >> 1); break;
      default: a = add(x, predict(a, b, c)); break;
    }
    store_pixel(row + i, a, pixel);
    c = b;
  }
}

// One loop for each pixel size, so that the compiler knows it.
CPNG_INLINE void unfilter_pixels(
    int filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel,
    uint8_t *row) {
  switch (pixel) {
    case 1: unfilter_row(filter, filtered, above, count, 1, row); break;
    case 2: unfilter_row(filter, filtered, above, count, 2, row); break;
    case 3: unfilter_row(filter, filtered, above, count, 3, row); break;
    case 4: unfilter_row(filter, filtered, above, count, 4, row); break;
    case 6: unfilter_row(filter, filtered, above, count, 6, row); break;
    default: unfilter_row(filter, filtered, above, count, 8, row); break;
  }
}

int cpng_unfilter(
    int filter, const uint8_t *filtered, const uint8_t *above, size_t count, size_t pixel,
    uint8_t *row) {
  switch (filter) {
    case cpng_none: memcpy(row, filtered, count); return 1;
    case cpng_up:
      for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + above[i]);
      return 1;
    case cpng_sub: unfilter_pixels(cpng_sub, filtered, above, count, pixel, row); return 1;
    case cpng_average: unfilter_pixels(cpng_average, filtered, above, count, pixel, row); return 1;
    case cpng_paeth: unfilter_pixels(cpng_paeth, filtered, above, count, pixel, row); return 1;
    default: return 0;
  }
}
