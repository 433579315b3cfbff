// The curve of a gray profile maps samples to luminance (ICC.1:2022, F.2), and sRGB's maps luminance back to samples.
#include "gray.h"

#include <math.h>
#include <string.h>

enum { profile_head = 132, most_parameters = 7 };

static uint32_t number(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

int is_gray_profile(const uint8_t *profile, size_t count) {
  return count >= profile_head && memcmp(profile + 16, "GRAY", 4) == 0;
}

static const uint8_t *find_curve(const uint8_t *profile, size_t count, size_t *length) {
  for (size_t i = 0; i < number(profile + 128) && i < (count - profile_head) / 12; i++) {
    const uint8_t *entry = profile + profile_head + 12 * i;
    size_t start = number(entry + 4);
    *length = number(entry + 8);
    if (memcmp(entry, "kTRC", 4) != 0) continue;
    return start <= count && *length <= count - start && *length >= 12 ? profile + start : NULL;
  }
  return NULL;
}

// Evaluates a curveType (10.6): identity, a power, or a table. Returns a negative number for other curves.
static double by_points(const uint8_t *curve, size_t length, double x) {
  size_t points = number(curve + 8);
  if (points > (length - 12) / 2) return -1;
  if (points == 0) return x;
  if (points == 1) return pow(x, (curve[12] << 8 | curve[13]) / 256.0);
  double place = x * (double)(points - 1);
  size_t first = (size_t)place < points - 1 ? (size_t)place : points - 2;
  const uint8_t *p = curve + 12 + 2 * first;
  double low = p[0] << 8 | p[1], high = p[2] << 8 | p[3];
  return (low + (place - (double)first) * (high - low)) / 65535;
}

// Evaluates a parametricCurveType (10.18): a power of a line, and below `d` a line, depending on its kind.
static double by_formula(const uint8_t *curve, size_t length, double x) {
  static const size_t counts[] = {1, 3, 4, 5, 7};
  size_t kind = (size_t)curve[8] << 8 | curve[9];
  if (kind > 4 || length < 12 + 4 * counts[kind]) return -1;
  double v[most_parameters] = {0};
  for (size_t i = 0; i < counts[kind]; i++) v[i] = (int32_t)number(curve + 12 + 4 * i) / 65536.0;
  double g = v[0], a = kind > 0 ? v[1] : 1, b = v[2], line = a * x + b;
  double power = line > 0 ? pow(line, g) : 0;
  if (kind < 3) return line >= 0 ? power + v[3] : v[3];
  return x >= v[4] ? power + v[5] : v[3] * x + v[6];
}

void make_gray_table(const uint8_t *profile, size_t count, uint8_t table[256]) {
  size_t length = 0;
  const uint8_t *curve = find_curve(profile, count, &length);
  for (int i = 0; i < 256; i++) {
    double light = -1;
    if (curve && memcmp(curve, "curv", 4) == 0) light = by_points(curve, length, i / 255.0);
    if (curve && memcmp(curve, "para", 4) == 0) light = by_formula(curve, length, i / 255.0);
    if (!(light <= 1)) light = light > 1 ? 1 : -1;
    // IEC 61966-2-1, 5.2.
    double sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    table[i] = light < 0 ? (uint8_t)i : (uint8_t)(sample * 255 + 0.5);
  }
}
