// A profile of grey, which a file that holds red, green and blue alone cannot have: its samples become sRGB's.
#ifndef PLUGINS_WEBP_GREY_H
#define PLUGINS_WEBP_GREY_H

#include <stddef.h>
#include <stdint.h>

int is_grey_profile(const uint8_t *profile, size_t count);

// What each sample becomes. Where the profile's curve is none that is read here, samples stay as they are.
void make_grey_table(const uint8_t *profile, size_t count, uint8_t table[256]);

#endif
