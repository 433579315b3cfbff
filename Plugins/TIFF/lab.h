// CIELab, of 8 and 16 bits, as sRGB.
#ifndef PLUGINS_TIFF_LAB_H
#define PLUGINS_TIFF_LAB_H

#include "tiff.h"

// What a conversion is made with; the host releases it. Null where there is no memory.
lab *make_lab(const frameit_codec_host *host);

// A row's samples, as they are stored, become sRGB in their place. Colors that sRGB has not are cut off at its edges.
void lab_to_srgb(const lab *l, uint8_t *row, const page *p);

#endif
