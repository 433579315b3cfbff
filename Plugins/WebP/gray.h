// A profile of gray, which a file that holds red, green and blue alone cannot have: its samples become sRGB's.
#ifndef PLUGINS_WEBP_GRAY_H
#define PLUGINS_WEBP_GRAY_H

#include <stddef.h>
#include <stdint.h>

int is_gray_profile(const uint8_t *profile, size_t count);

// What each sample becomes. Where the profile's curve is none that is read here, samples stay as they are.
void make_gray_table(const uint8_t *profile, size_t count, uint8_t table[256]);

#endif
