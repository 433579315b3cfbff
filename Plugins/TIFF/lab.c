// CIELab to sRGB. libtiff's own conversion treats the values, which are relative to D50, as relative to another white
// point.
#include "lab.h"

#include <math.h>

#include "../Shared/samples.h"

enum { curve_steps = 4096 };

// sRGB's transfer function, from linear light (IEC 61966-2-1, 5.2), as a table: values between two entries are off by
// less than 2/65535.
struct lab {
  float curve[curve_steps + 1];
};

lab *make_lab(const frameit_codec_host *host) {
  lab *l = host->allocate(host, sizeof *l);
  for (int i = 0; l && i <= curve_steps; i++) {
    double light = (double)i / curve_steps;
    l->curve[i] = (float)(light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055);
  }
  return l;
}

static double encoded(const lab *l, double light) {
  if (!(light > 0)) return 0;
  if (light >= 1) return 1;
  double at = light * curve_steps;
  int step = (int)at;
  return l->curve[step] + (at - step) * (l->curve[step + 1] - l->curve[step]);
}

// The inverse of the cube root in CIE 15:2004, 8.2.1.
static double cubed(double t) { return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29); }

// Converts L* from 0 to 100, a* and b*, relative to D50.
static void convert(const lab *l, double lightness, double a, double b, double rgb[3]) {
  // From XYZ relative to D50 to linear sRGB, including Bradford's adaptation to D65 (Lindbloom, "RGB/XYZ Matrices").
  static const double matrix[3][3] = {
      {3.1338561, -1.6168667, -0.4906146}, {-0.9787684, 1.9161415, 0.0334540}, {0.0719453, -0.2289914, 1.4052427}};
  double y = (lightness + 16) / 116;
  // D50 as defined for profiles (ICC.1:2022, 7.2.16).
  double xyz[3] = {0.9642 * cubed(y + a / 500), cubed(y), 0.8249 * cubed(y - b / 200)};
  for (int i = 0; i < 3; i++) {
    rgb[i] = encoded(l, matrix[i][0] * xyz[0] + matrix[i][1] * xyz[1] + matrix[i][2] * xyz[2]);
  }
}

// TIFF 6.0, section 23: L* uses the whole range; a* and b* are signed, in units of 1/256 with 16 bits. ICCLab (TIFF
// Technical Notes of 2002) adds half of the range to them.
static double signed_value(uint32_t value, uint32_t depth, int is_offset) {
  int32_t half = depth == 8 ? 128 : 32768, number = (int32_t)value;
  if (is_offset) number -= half;
  else if (number >= half) number -= 2 * half;
  return depth == 8 ? number : number / 256.0;
}

void lab_to_srgb(const lab *l, uint8_t *row, const page *p) {
  double range = p->depth == 8 ? 255 : 65535;
  int is_offset = p->photometric == PHOTOMETRIC_ICCLAB;
  for (size_t at = 0; at < (size_t)p->width * p->channels; at += p->channels) {
    uint32_t lightness = sample(row, at, p->depth);
    double a = signed_value(sample(row, at + 1, p->depth), p->depth, is_offset);
    double b = signed_value(sample(row, at + 2, p->depth), p->depth, is_offset);
    double rgb[3] = {0};
    // Without light it is black, and missing rows stay black.
    if (lightness > 0) convert(l, lightness * 100 / range, a, b, rgb);
    for (int c = 0; c < 3; c++) put_sample(row, at + (size_t)c, p->depth, (uint32_t)(rgb[c] * range + 0.5));
  }
}
