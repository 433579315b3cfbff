// Color functions: changes the colors of working pixels.

#ifndef FRAMEIT_COLORS_H
#define FRAMEIT_COLORS_H

#include "frameit_kernels.h"
#include "simd.h"

typedef int32_t i4_at __attribute__((vector_size(16), aligned(4), may_alias));

// Repeats four numbers for each of four pixels.
INLINE f16 for_each_pixel(const float *p) {
  const f4 v = load4(p);
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

INLINE i16 integers_for_each_pixel(const int32_t *p) {
  const i4_at v = *(const i4_at *)p;
  return __builtin_shufflevector(v, v, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
}

INLINE f16 broadcast_red(f16 v) {
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
}

INLINE f16 broadcast_green(f16 v) {
  return __builtin_shufflevector(v, v, 1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13);
}

INLINE f16 broadcast_blue(f16 v) {
  return __builtin_shufflevector(v, v, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14);
}

// WorkingMatrix.applied
INLINE f16 recolor_by_matrix(const frameit_color_pass *pass, f16 v, f16 alpha) {
  const f16 green = broadcast_green(v);
  f16 color = for_each_pixel(pass->sums) * green + for_each_pixel(pass->red) * (broadcast_red(v) - green);
  color += for_each_pixel(pass->blue) * (broadcast_blue(v) - green);
  color += for_each_pixel(pass->alpha) * alpha;
  return color + for_each_pixel(pass->constant);
}

typedef float f2 __attribute__((vector_size(8)));
typedef float f2_at __attribute__((vector_size(8), aligned(4), may_alias));

// The start and the slope of a line.
INLINE f2 load_line(const float *lines, uint32_t place) { return *(const f2_at *)(lines + 2 * (size_t)place); }

// Four pixels in each of several vectors, so that steps of one need not wait for those of another.
enum { GROUPS = 4, GROUP_PIXELS = 4 };

// Looks up the lines of a pixel's colors. Instructions that gather are slower than single loads here, because a start and its
// slope are side by side.
INLINE void load_lines(const float *lines, const uint32_t *places, f4 *start, f4 *slope) {
  const f2 red = load_line(lines, places[0]), green = load_line(lines, places[1]), blue = load_line(lines, places[2]);
  const f4 a = __builtin_shufflevector(red, green, 0, 1, 2, 3), b = __builtin_shufflevector(blue, blue, 0, 1, 0, 1);
  *start = __builtin_shufflevector(a, b, 0, 2, 4, 6);
  *slope = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

INLINE f16 join4(const f4 *v) {
  const f8 a = __builtin_shufflevector(v[0], v[1], 0, 1, 2, 3, 4, 5, 6, 7);
  const f8 b = __builtin_shufflevector(v[2], v[3], 0, 1, 2, 3, 4, 5, 6, 7);
  return join8(a, b);
}

// ColorTables.value
INLINE f16 recolor_by_tables(const frameit_color_pass *pass, f16 v) {
  const f16 low = for_each_pixel(pass->low), high = for_each_pixel(pass->high);
  v = select16(v > low, v, low);
  v = select16(v < high, v, high);
  i16 place = ((i16)abs16(v) >> 15) - integers_for_each_pixel(pass->first);
  place = place & (place > 0);
  place += integers_for_each_pixel(pass->start) + (integers_for_each_pixel(pass->negative) & (v < 0));
  uint32_t places[LANES];
  *(i16_at *)places = place;
  f4 start[4], slope[4];
  for (int i = 0; i < 4; i++) load_lines(pass->lines, places + 4 * i, start + i, slope + i);
  return join4(start) + join4(slope) * v;
}

// Takes a channel of sixteen pixels from four vectors.
#define CHANNEL(v, c)                                                                         \
  join8(__builtin_shufflevector((v)[0], (v)[1], c, c + 4, c + 8, c + 12, c + 16, c + 20, c + 24, c + 28), \
        __builtin_shufflevector((v)[2], (v)[3], c, c + 4, c + 8, c + 12, c + 16, c + 20, c + 24, c + 28))

// Sixteen samples of a channel as grid points: the cell, and the share of the cell before the sample.
typedef struct grid_place {
  i16 cell;
  f16 share;
} grid_place;

INLINE grid_place place_in_cube(const frameit_color_pass *pass, f16 v, int channel) {
  const f16 low = splat(pass->low[channel]), high = splat(pass->high[channel]);
  v = select16(v > low, v, low);
  v = select16(v < high, v, high);
  const f16 place = (v - low) * splat(pass->scale[channel]);
  const i16 last = (i16){0} + (pass->size - 2);
  i16 cell = __builtin_convertvector(place, i16);
  cell = (i16)((choice16)(cell < last) ? (choice16)cell : (choice16)last);
  return (grid_place){cell, place - __builtin_convertvector(cell, f16)};
}

INLINE i16 choose(i16 mask, i16 yes, i16 no) { return (mask & yes) | (~mask & no); }

// WorkingCube.color, for sixteen pixels. Places and weights are computed channel by channel; the colors of four points are
// summed pixel by pixel.
INLINE void recolor_by_cube(const frameit_color_pass *pass, f16 *v) {
  const grid_place red = place_in_cube(pass, CHANNEL(v, 0), 0);
  const grid_place green = place_in_cube(pass, CHANNEL(v, 1), 1);
  const grid_place blue = place_in_cube(pass, CHANNEL(v, 2), 2);
  const f16 r = red.share, g = green.share, b = blue.share;
  const i16 column = (i16){0} + 1, row = (i16){0} + pass->size, plane = (i16){0} + pass->size * pass->size;
  const i16 start = red.cell + green.cell * row + blue.cell * plane;
  const i16 end = start + column + row + plane;
  const f16 high = max16(r, g), low = min16(r, g);
  const f16 largest = max16(high, b), smallest = min16(low, b), middle = max16(low, min16(high, b));
  const i16 second = start + choose((r >= g) & (r >= b), column, choose(g >= b, row, plane));
  const i16 third = end - choose((b <= r) & (b <= g), plane, choose(r <= g, column, row));
  int32_t places[4][LANES];
  float weights[4][LANES];
  *(i16_at *)places[0] = start;
  *(i16_at *)places[1] = second;
  *(i16_at *)places[2] = third;
  *(i16_at *)places[3] = end;
  store16(weights[0], 1 - largest);
  store16(weights[1], largest - middle);
  store16(weights[2], middle - smallest);
  store16(weights[3], smallest);
  for (int i = 0; i < GROUPS; i++) {
    f4 colors[4];
    for (int j = 0; j < GROUP_PIXELS; j++) {
      const int p = GROUP_PIXELS * i + j;
      f4 color = load4(pass->points + 4 * (size_t)places[0][p]) * weights[0][p];
      for (int k = 1; k < 4; k++) color += load4(pass->points + 4 * (size_t)places[k][p]) * weights[k][p];
      colors[j] = color;
    }
    v[i] = join4(colors);
  }
}

INLINE f16 within(f16 v, f16 bound) {
  v = select16(v <= 0, splat(0), v);
  return select16(v > bound, bound, v);
}

// WorkingColors.slack
#define SLACK 0x1p-18f

INLINE void recolor_groups(float *pixels, int groups, const frameit_color_pass *passes, int32_t count) {
  f16 v[GROUPS], alpha[GROUPS], kept[GROUPS] = {0};
  for (int g = 0; g < groups; g++) {
    const f16 given = load16(pixels + LANES * g);
    alpha[g] = broadcast_alpha(given);
    v[g] = any(alpha[g] != 1) ? select16(alpha[g] > 0, given / alpha[g], splat(0)) : given;
  }
  for (int32_t i = 0; i < count; i++) {
    const frameit_color_pass *pass = passes + i;
    switch (pass->kind) {
      case FRAMEIT_COLOR_MATRIX:
        for (int g = 0; g < groups; g++) v[g] = recolor_by_matrix(pass, v[g], alpha[g]);
        break;
      case FRAMEIT_COLOR_TABLES:
        for (int g = 0; g < groups; g++) v[g] = recolor_by_tables(pass, v[g]);
        break;
      case FRAMEIT_COLOR_CUBE: {
        f16 all[GROUPS];
        for (int g = 0; g < GROUPS; g++) all[g] = g < groups ? v[g] : splat(0);
        recolor_by_cube(pass, all);
        for (int g = 0; g < groups; g++) v[g] = all[g];
        break;
      }
      case FRAMEIT_COLOR_LEVELS: {
        const f16 levels = splat(pass->number), top = splat(pass->number - 1);
        for (int g = 0; g < groups; g++) {
          // Samples are 0 or more, so that truncation rounds down.
          const f16 step = __builtin_convertvector(__builtin_convertvector((v[g] + splat(SLACK)) * levels, i16), f16);
          v[g] = select16(integers_for_each_pixel(pass->channels), within(step, top) / top, v[g]);
        }
        break;
      }
      case FRAMEIT_COLOR_THRESHOLD:
        for (int g = 0; g < groups; g++) {
          const f16 value = select16(v[g] + splat(SLACK) >= splat(pass->number), splat(1), splat(0));
          v[g] = select16(integers_for_each_pixel(pass->channels), value, v[g]);
        }
        break;
      case FRAMEIT_COLOR_KEEP:
        for (int g = 0; g < groups; g++) kept[g] = v[g];
        break;
      case FRAMEIT_COLOR_MIX:
        for (int g = 0; g < groups; g++) v[g] = kept[g] + (v[g] - kept[g]) * splat(pass->number);
        break;
    }
  }
  for (int g = 0; g < groups; g++) {
    const f16 result = select16(is_alpha, alpha[g], within(v[g], splat(1)) * alpha[g]);
    store16(pixels + LANES * g, select16(alpha[g] > 0, result, load16(pixels + LANES * g)));
  }
}

static void recolor(float *pixels, int32_t count, const frameit_color_pass *passes, int32_t pass_count) {
  int32_t i = 0;
  for (; i + GROUPS * GROUP_PIXELS <= count; i += GROUPS * GROUP_PIXELS) {
    recolor_groups(pixels + 4 * (ptrdiff_t)i, GROUPS, passes, pass_count);
  }
  for (; i < count; i += GROUP_PIXELS) {
    float rest[LANES] = {0};
    const int32_t left = count - i < GROUP_PIXELS ? count - i : GROUP_PIXELS;
    const size_t bytes = (size_t)left * 4 * sizeof(float);
    __builtin_memcpy(rest, pixels + 4 * (ptrdiff_t)i, bytes);
    recolor_groups(rest, 1, passes, pass_count);
    __builtin_memcpy(pixels + 4 * (ptrdiff_t)i, rest, bytes);
  }
}

#endif
