#include "palette.h"

#include <string.h>

typedef struct box {
  int above[3], to[3];
} box;

static size_t place(const int c[3]) { return ((size_t)c[0] * sides + (size_t)c[1]) * sides + (size_t)c[2]; }

moments *moments_of(moments *table, const uint8_t color[3]) {
  // Entries before the first are empty, so that sums have a border to start from.
  return &table[place((int[]){(color[0] >> 3) + 1, (color[1] >> 3) + 1, (color[2] >> 3) + 1})];
}

static void add(moments *into, const moments *other, int sign) {
  into->count += sign * other->count;
  into->squares += sign * other->squares;
  for (int i = 0; i < 3; i++) into->sum[i] += sign * other->sum[i];
}

static void accumulate(moments *table) {
  // Along one channel after the other.
  static const int steps[] = {1, sides, sides * sides};
  for (int axis = 0; axis < 3; axis++) {
    for (int i = 0; i < places; i++) {
      if (i / steps[axis] % sides > 0) add(&table[i], &table[i - steps[axis]], 1);
    }
  }
}

static moments within(const moments *table, const box *b) {
  moments result = {0};
  for (int corner = 0; corner < 8; corner++) {
    int at[3], sign = 1;
    for (int i = 0; i < 3; i++) {
      int is_low = corner >> i & 1;
      at[i] = is_low ? b->above[i] : b->to[i];
      if (is_low) sign = -sign;
    }
    add(&result, &table[place(at)], sign);
  }
  return result;
}

// The square of a sum divided by its count, to 1/256 of a mean. Sums stay below 2^36, so nothing overflows.
static int64_t weight(const moments *m) {
  int64_t total = 0;
  for (int i = 0; i < 3; i++) total += m->sum[i] * (m->sum[i] * 256 / m->count);
  return total / 256;
}

static int64_t spread(const moments *m) { return m->count > 0 ? m->squares - weight(m) : 0; }

// Cuts a box where the two parts have the least variance. Returns 0 if all its colors have one key.
static int cut(const moments *table, box *b, box *other) {
  moments whole = within(table, b);
  int64_t best = -1;
  box first = *b;
  int axis_of_best = 0;
  for (int axis = 0; axis < 3; axis++) {
    for (int at = b->above[axis] + 1; at < b->to[axis]; at++) {
      box half = *b;
      half.to[axis] = at;
      moments low = within(table, &half), high = whole;
      add(&high, &low, -1);
      if (low.count == 0 || high.count == 0) continue;
      int64_t score = weight(&low) + weight(&high);
      if (score <= best) continue;
      best = score;
      first = half;
      axis_of_best = axis;
    }
  }
  if (best < 0) return 0;
  *other = *b;
  other->above[axis_of_best] = first.to[axis_of_best];
  *b = first;
  return 1;
}

static void set_mean(uint8_t color[3], const moments *m) {
  for (int i = 0; i < 3; i++) color[i] = (uint8_t)((m->sum[i] + m->count / 2) / m->count);
}

int nearest(const palette *p, const uint8_t color[3]) {
  int best = 0, least = INT32_MAX;
  for (int i = 0; i < p->count; i++) {
    int red = p->colors[i][0] - color[0], green = p->colors[i][1] - color[1], blue = p->colors[i][2] - color[2];
    int distance = red * red + green * green + blue * blue;
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

void choose(const moments *table, moments *summed, int most, palette *p) {
  memcpy(summed, table, places * sizeof *table);
  accumulate(summed);
  box boxes[most_colors] = {{.above = {0, 0, 0}, .to = {sides - 1, sides - 1, sides - 1}}};
  int64_t spreads[most_colors] = {INT64_MAX};
  int count = 1;
  while (count < most) {
    int widest = 0;
    for (int i = 1; i < count; i++) {
      if (spreads[i] > spreads[widest]) widest = i;
    }
    if (spreads[widest] <= 0) break;
    if (!cut(summed, &boxes[widest], &boxes[count])) {
      spreads[widest] = 0;
      continue;
    }
    moments one = within(summed, &boxes[widest]), two = within(summed, &boxes[count]);
    spreads[widest] = spread(&one);
    spreads[count++] = spread(&two);
  }
  p->count = count;
  for (int i = 0; i < count; i++) {
    moments m = within(summed, &boxes[i]);
    if (m.count > 0) set_mean(p->colors[i], &m);
  }
  // Lloyd's method: moves each color to the mean of the colors nearest to it.
  for (int round = 0; round < 3; round++) {
    moments means[most_colors] = {{0}};
    for (int i = 0; i < places; i++) {
      if (table[i].count == 0) continue;
      uint8_t color[3];
      set_mean(color, &table[i]);
      add(&means[nearest(p, color)], &table[i], 1);
    }
    for (int i = 0; i < count; i++) {
      if (means[i].count > 0) set_mean(p->colors[i], &means[i]);
    }
  }
}
