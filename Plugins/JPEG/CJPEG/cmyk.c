#include "cmyk.h"

// a * b / 255 to the nearest, exactly for all bytes.
static uint8_t product(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

void cjpeg_cmyk_to_rgb(const uint8_t *cmyk, uint8_t *rgb, size_t width, int inverted) {
  unsigned flip = inverted ? 0 : 255;
  for (size_t x = 0; x < width; x++, cmyk += 4, rgb += 3) {
    unsigned paper = cmyk[3] ^ flip;
    for (int i = 0; i < 3; i++) rgb[i] = product(cmyk[i] ^ flip, paper);
  }
}
