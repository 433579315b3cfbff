// Which colors an image has, and how few bits they need.

#include <stdlib.h>

#include "cpng.h"

// Twice as many as keep the search short.
enum { slots = 1024, most = 256 };

struct cpng_colors {
  int channels;
  int may_be_gray;
  int may_be_indexed;
  int is_gray;
  int is_opaque;
  int count;              // `most` + 1 if there are more
  uint32_t colors[most];  // in the order in which they were found, later in that of the palette
  uint32_t keys[slots];
  uint16_t places[slots];  // the index in `colors`, from 1; 0 for an empty slot
};

cpng_colors *cpng_colors_open(int channels, int may_be_gray, int may_be_indexed) {
  cpng_colors *colors = calloc(1, sizeof *colors);
  if (!colors) return NULL;
  colors->channels = channels;
  colors->may_be_gray = may_be_gray;
  colors->may_be_indexed = may_be_indexed;
  colors->is_gray = colors->is_opaque = 1;
  return colors;
}

void cpng_colors_close(cpng_colors *colors) { free(colors); }

// Returns red, green, blue and alpha, from the highest byte on.
static uint32_t color_of(const uint8_t *pixel, int channels) {
  switch (channels) {
    case 1: return pixel[0] * 0x01010100u | 0xFF;
    case 2: return pixel[0] * 0x01010100u | pixel[1];
    case 3: return (uint32_t)pixel[0] << 24 | (uint32_t)pixel[1] << 16 | (uint32_t)pixel[2] << 8 | 0xFF;
    default: return (uint32_t)pixel[0] << 24 | (uint32_t)pixel[1] << 16 | (uint32_t)pixel[2] << 8 | pixel[3];
  }
}

static uint32_t slot_of(const cpng_colors *colors, uint32_t color) {
  uint32_t slot = (color * 0x9E3779B1u) >> 22;
  while (colors->places[slot] != 0 && colors->keys[slot] != color) slot = (slot + 1) % slots;
  return slot;
}

static void find(cpng_colors *colors, uint32_t color) {
  if ((color & 0xFF) != 0xFF) colors->is_opaque = 0;
  if ((color >> 24) != (color >> 16 & 0xFF) || (color >> 24) != (color >> 8 & 0xFF)) colors->is_gray = 0;
  if (colors->count > most) return;
  uint32_t slot = slot_of(colors, color);
  if (colors->places[slot] != 0) return;
  if (colors->count == most) {
    colors->count++;
    return;
  }
  colors->keys[slot] = color;
  colors->colors[colors->count++] = color;
  colors->places[slot] = (uint16_t)colors->count;
}

// Returns whether fewer bits could be enough.
static int can_shrink(const cpng_colors *colors) {
  // With more levels, a gray sample needs 8 bits, and so does an index.
  if (colors->channels == 1) return colors->count <= 16;
  return (colors->may_be_indexed && colors->count <= most)
      || (colors->channels >= 3 && colors->may_be_gray && colors->is_gray)
      || (colors->channels % 2 == 0 && colors->is_opaque);
}

int cpng_colors_add(cpng_colors *colors, const uint8_t *pixels, size_t count) {
  int channels = colors->channels;
  uint32_t last = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t color = color_of(pixels + i * (size_t)channels, channels);
    if (i > 0 && color == last) continue;
    last = color;
    find(colors, color);
    if (!can_shrink(colors)) return 0;
  }
  return 1;
}

// MARK: Layout

// Returns the least depth of a gray image with these levels.
static int gray_depth(const cpng_colors *colors) {
  if (colors->count > 16) return 8;
  for (int depth = 1; depth < 8; depth *= 2) {
    uint32_t step = 255u / ((1u << depth) - 1);
    int fits = 1;
    for (int i = 0; i < colors->count; i++) fits &= (colors->colors[i] >> 24) % step == 0;
    if (fits) return depth;
  }
  return 8;
}

static int index_depth(int count) { return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8; }

// Moves the colors with transparency to the front, so that only they need an alpha value.
static int sort(cpng_colors *colors) {
  uint32_t sorted[most];
  int count = 0, translucent = 0;
  for (int opaque = 0; opaque < 2; opaque++) {
    for (int i = 0; i < colors->count; i++) {
      if (((colors->colors[i] & 0xFF) == 0xFF) == opaque) sorted[count++] = colors->colors[i];
    }
    if (!opaque) translucent = count;
  }
  for (int i = 0; i < count; i++) {
    colors->colors[i] = sorted[i];
    colors->places[slot_of(colors, sorted[i])] = (uint16_t)(i + 1);
  }
  return translucent;
}

cpng_layout cpng_colors_layout(cpng_colors *colors, uint64_t pixels) {
  int is_gray = colors->channels < 3 || (colors->may_be_gray && colors->is_gray);
  cpng_layout layout = {.channels = (is_gray ? 1 : 3) + !colors->is_opaque, .depth = 8};
  if (layout.channels == 1) layout.depth = gray_depth(colors);
  if (!colors->may_be_indexed || colors->count > most) return layout;
  int depth = index_depth(colors->count), bits = layout.channels * layout.depth;
  // The palette itself, in two chunks.
  uint64_t overhead = 8 * (24 + 4 * (uint64_t)colors->count);
  if (depth >= bits || pixels * (uint64_t)(bits - depth) <= overhead) return layout;
  cpng_layout indexed = {.channels = 1, .depth = depth, .colors = colors->count};
  indexed.translucent = sort(colors);
  return indexed;
}

void cpng_colors_palette(const cpng_colors *colors, uint8_t *rgb, uint8_t *alpha) {
  for (int i = 0; i < colors->count; i++) {
    for (int channel = 0; channel < 3; channel++) {
      rgb[3 * i + channel] = (uint8_t)(colors->colors[i] >> (24 - 8 * channel));
    }
    alpha[i] = (uint8_t)colors->colors[i];
  }
}

// MARK: Rows

// Writes the samples or indices of a row with less than 8 bits, from the highest bit on.
static void pack(const uint8_t *values, size_t count, int depth, uint8_t *row) {
  size_t per_byte = 8 / (size_t)depth;
  for (size_t i = 0; i < count; i += per_byte) {
    uint8_t byte = 0;
    for (size_t k = 0; k < per_byte; k++) {
      uint8_t value = i + k < count ? values[i + k] : 0;
      byte = (uint8_t)(byte << depth | value);
    }
    row[i / per_byte] = byte;
  }
}

static void take_indices(const cpng_colors *colors, const uint8_t *pixels, size_t count, uint8_t *indices) {
  uint32_t last = 0;
  uint8_t index = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t color = color_of(pixels + i * (size_t)colors->channels, colors->channels);
    if (i == 0 || color != last) index = (uint8_t)(colors->places[slot_of(colors, color)] - 1);
    indices[i] = index;
    last = color;
  }
}

static void take_channels(
    const uint8_t *pixels, size_t count, int channels, const cpng_layout *layout, uint8_t *samples) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t *pixel = pixels + i * (size_t)channels;
    uint8_t *sample = samples + i * (size_t)layout->channels;
    switch (layout->channels) {
      case 1: sample[0] = (uint8_t)(pixel[0] >> (8 - layout->depth)); break;
      case 2: sample[0] = pixel[0], sample[1] = pixel[channels - 1]; break;
      default:
        for (int channel = 0; channel < layout->channels; channel++) sample[channel] = pixel[channel];
        break;
    }
  }
}

void cpng_colors_row(
    const cpng_colors *colors, cpng_layout layout, const uint8_t *pixels, size_t count, uint8_t *values,
    uint8_t *row) {
  uint8_t *whole = layout.depth < 8 ? values : row;
  if (layout.colors > 0) take_indices(colors, pixels, count, whole);
  else take_channels(pixels, count, colors->channels, &layout, whole);
  if (layout.depth < 8) pack(values, count, layout.depth, row);
}
