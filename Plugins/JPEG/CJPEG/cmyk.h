#ifndef CJPEG_CMYK_H
#define CJPEG_CMYK_H

#include <stddef.h>
#include <stdint.h>

// Brings a row of CMYK pixels to RGB by the plain formula, red = (1 - cyan) (1 - black) and so on,
// rounded to the nearest. `inverted`: 255 stands for no ink.
void cjpeg_cmyk_to_rgb(const uint8_t *cmyk, uint8_t *rgb, size_t width, int inverted);

#endif
