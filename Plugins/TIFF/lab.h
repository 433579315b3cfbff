// Converts CIELab of 8 and 16 bits to sRGB.
#ifndef PLUGINS_TIFF_LAB_H
#define PLUGINS_TIFF_LAB_H

#include "tiff.h"

// Returns the tables of a conversion, to be released by the host, or null without memory.
lab *make_lab(const frameit_codec_host *host);

// Converts a row of stored samples to sRGB in place. Colors outside sRGB are clipped.
void lab_to_srgb(const lab *l, uint8_t *row, const page *p);

#endif
