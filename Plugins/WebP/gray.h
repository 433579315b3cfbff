// Conversion of gray with a profile to sRGB, because WebP only stores red, green and blue.
#ifndef PLUGINS_WEBP_GRAY_H
#define PLUGINS_WEBP_GRAY_H

#include <stddef.h>
#include <stdint.h>

int is_gray_profile(const uint8_t *profile, size_t count);

// Fills in the converted value of each sample. If the profile's curve is not supported, samples stay as they are.
void make_gray_table(const uint8_t *profile, size_t count, uint8_t table[256]);

#endif
