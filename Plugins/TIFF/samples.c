#include "tiff.h"

#include "../Shared/samples.h"

// Samples of other widths than 8 and 16 bits are packed, from the highest bit on.
static inline uint32_t any_sample(const uint8_t *row, size_t index, uint32_t bits) {
  if (bits == 8 || bits == 16) return sample(row, index, bits);
  uint32_t value = 0;
  size_t bit = index * bits;
  for (uint32_t left = bits; left > 0;) {
    uint32_t here = 8 - bit % 8, take = here < left ? here : left;
    value = value << take | (row[bit / 8] >> (here - take) & ((1u << take) - 1));
    bit += take;
    left -= take;
  }
  return value;
}

void lay_channel(
    const page *p, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from, uint32_t stride, uint32_t first,
    uint32_t channel) {
  uint32_t most = (1u << p->bits) - 1, range = p->depth == 8 ? 255 : 65535;
  int inverted = p->photometric == PHOTOMETRIC_MINISWHITE && channel == 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t value = any_sample(from, (size_t)i * stride + first, p->bits);
    if (inverted) value = most - value;
    if (most != range) value = (value * range + most / 2) / most;
    put_sample(row, (size_t)(x + i) * p->channels + channel, p->depth, value);
  }
}

static void lay_palette(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t entry = any_sample(from, i, d->page.bits);
    for (int c = 0; c < 3; c++) row[(size_t)(x + i) * 3 + c] = (uint8_t)(d->palette[c][entry] >> d->shift);
  }
}

void lay_pixels(const frameit_codec_decoder *d, uint8_t *row, uint32_t x, uint32_t count, const uint8_t *from) {
  const page *p = &d->page;
  if (p->photometric == PHOTOMETRIC_PALETTE) {
    lay_palette(d, row, x, count, from);
  } else if (p->bits == p->depth && p->samples == p->channels && p->photometric != PHOTOMETRIC_MINISWHITE) {
    size_t bytes = p->channels * (p->depth / 8);
    memcpy(row + x * bytes, from, count * bytes);
  } else {
    for (uint32_t c = 0; c < p->channels; c++) {
      lay_channel(p, row, x, count, from, p->samples, c < (uint32_t)p->colors ? c : (uint32_t)p->alpha, c);
    }
  }
}
