// Selects 256 colors for an image that has more, by Wu's method (Graphics Gems II, 1991, "Efficient statistical
// computations for optimal color quantization"), and moves them to the mean of the colors they represent. Everything
// is in integers, so an image always gets the same colors.
#ifndef PLUGINS_GIF_PALETTE_H
#define PLUGINS_GIF_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { most_colors = 256 };

typedef struct palette {
  int count;
  uint8_t colors[most_colors][3];
} palette;

// Sums over colors of at most 5 bits per channel. An entry holds the sum over all colors that are not larger in any
// channel.
enum { sides = 33, places = sides * sides * sides };

typedef struct moments {
  int64_t count, sum[3], squares;
} moments;

// Returns the sums that include a color of 8 bits per channel.
moments *moments_of(moments *table, const uint8_t color[3]);

// `table` holds each entry's own sums; `summed` is space for cumulative ones. Selects at most `most` colors.
void choose(const moments *table, moments *summed, int most, palette *p);

int nearest(const palette *p, const uint8_t color[3]);

#endif
