// 256 colors for an image that has more, by Wu's method (Graphics Gems II, 1991, "Efficient statistical computations
// for optimal color quantization"), moved to the middle of what they stand for. All of it is in integers, so that an
// image always comes to the same colors.
#ifndef PLUGINS_GIF_PALETTE_H
#define PLUGINS_GIF_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { most_colors = 256 };

typedef struct palette {
  int count;
  uint8_t colors[most_colors][3];
} palette;

// Sums over colors of at most 5 bits a channel. A place holds the sum of all that are not larger in any channel.
enum { sides = 33, places = sides * sides * sides };

typedef struct moments {
  int64_t count, sum[3], squares;
} moments;

// The sums that a color of 8 bits a channel counts among.
moments *moments_of(moments *table, const uint8_t color[3]);

// `table` holds the places' own sums; `summed` is room for another. Chooses at most `most` colors.
void choose(const moments *table, moments *summed, int most, palette *p);

int nearest(const palette *p, const uint8_t color[3]);

#endif
