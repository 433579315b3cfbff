// Times the steps of reading and comparing two PNGs, each beside its limit: our inflating in rows beside one call of ISA-L
// for the whole image, our unfiltering beside copying the rows, and our comparing of stored rows beside one memcmp.
//
//     steps EXPECTED ACTUAL RUNS
//
// Prints a line of JSON with the medians in milliseconds. The PNGs are 8-bit RGB or RGBA, and not interlaced.

#include <isa-l/igzip_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "filter.h"
#include "idat.h"

typedef struct image {
  uint8_t *file;
  size_t length, first_idat, width, height, pixel, row, packed_length;
  uint8_t *packed;    // the data of all IDAT chunks
  uint8_t *filtered;  // the inflated rows, each with its filter's number
  uint8_t *rows;      // with room around them
} image;

static void fail(const char *what) {
  fprintf(stderr, "steps: %s\n", what);
  exit(1);
}

static uint32_t number(const uint8_t *b) { return (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }

static void *need(size_t size) {
  void *memory = calloc(1, size);
  if (!memory) fail("out of memory");
  return memory;
}

static image open_image(const char *path) {
  image i = {0};
  FILE *file = fopen(path, "rb");
  if (!file) fail("cannot open an image");
  fseek(file, 0, SEEK_END);
  i.length = (size_t)ftell(file);
  rewind(file);
  i.file = need(i.length);
  if (fread(i.file, 1, i.length, file) != i.length) fail("cannot read an image");
  fclose(file);
  if (i.length < 33 || memcmp(i.file, "\x89PNG", 4) || i.file[24] != 8 || i.file[28]) fail("not a plain PNG");
  i.width = number(i.file + 16);
  i.height = number(i.file + 20);
  i.pixel = i.file[25] == 6 ? 4 : i.file[25] == 2 ? 3 : 0;
  if (!i.pixel) fail("neither RGB nor RGBA");
  i.row = i.width * i.pixel;
  i.packed = need(i.length);
  for (size_t at = 8; at + 12 <= i.length; at += 12 + number(i.file + at)) {
    size_t count = number(i.file + at);
    if (memcmp(i.file + at + 4, "IDAT", 4) || count > i.length - at - 12) continue;
    if (!i.first_idat) i.first_idat = at;
    memcpy(i.packed + i.packed_length, i.file + at + 8, count);
    i.packed_length += count;
  }
  i.filtered = need((i.row + 1) * i.height + cpng_margin);
  i.rows = need(i.row * (i.height + 1) + 2 * cpng_margin);
  return i;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void inflate_rows(image *i) {
  static cpng_idat idat;
  frameit_reader reader = {.bytes = i->file, .held = i->length, .descriptor = -1, .length = i->length};
  if (!cpng_idat_open(&idat, &reader, i->first_idat)) fail("cannot inflate");
  for (size_t y = 0; y < i->height; y++) {
    if (!cpng_idat_read(&idat, i->filtered + y * (i->row + 1), i->row + 1, y + 1 == i->height)) fail("cannot inflate a row");
  }
}

static void inflate_whole(image *i) {
  static struct inflate_state state;
  isal_inflate_init(&state);
  state.crc_flag = ISAL_ZLIB;
  state.next_in = i->packed;
  state.avail_in = (uint32_t)i->packed_length;
  state.next_out = i->filtered;
  state.avail_out = (uint32_t)((i->row + 1) * i->height);
  if (isal_inflate_stateless(&state) != ISAL_DECOMP_OK) fail("cannot inflate the whole");
}

// As the decoder does it, with two rows in turn, which stay in the cache.
static void unfilter(image *i) {
  uint8_t *lines[2] = {i->rows + cpng_margin, i->rows + 2 * cpng_margin + i->row};
  memset(i->rows, 0, 2 * i->row + 3 * cpng_margin);
  for (size_t y = 0; y < i->height; y++) {
    const uint8_t *line = i->filtered + y * (i->row + 1);
    if (!cpng_unfilter(line[0], line + 1, lines[~y & 1], i->row, i->pixel, lines[y & 1])) fail("unknown filter");
  }
}

static void copy(image *i) {
  for (size_t y = 0; y < i->height; y++) {
    memcpy(i->rows + (y & 1) * (i->row + cpng_margin), i->filtered + y * (i->row + 1) + 1, i->row);
  }
}

static int by_value(const void *a, const void *b) {
  double l = *(const double *)a, r = *(const double *)b;
  return (l > r) - (l < r);
}

int main(int count, char **words) {
  if (count != 4) fail("usage: steps EXPECTED ACTUAL RUNS");
  image images[2] = {open_image(words[1]), open_image(words[2])};
  if (images[0].row != images[1].row || images[0].height != images[1].height) fail("the sizes differ");
  int runs = atoi(words[3]);
  double *times[4];
  for (int step = 0; step < 4; step++) times[step] = need(sizeof(double) * (size_t)(runs + 1));
  void (*steps[4])(image *) = {inflate_rows, inflate_whole, unfilter, copy};
  for (int run = 0; run < runs; run++) {
    for (int step = 0; step < 4; step++) {
      double start = now();
      for (int side = 0; side < 2; side++) steps[step](&images[side]);
      times[step][run] = now() - start;
    }
  }
  for (int step = 0; step < 4; step++) qsort(times[step], (size_t)runs, sizeof(double), by_value);
  printf(
      "{\"inflate\": %.3f, \"inflateLimit\": %.3f, \"unfilter\": %.3f, \"unfilterLimit\": %.3f}\n", times[0][runs / 2],
      times[1][runs / 2], times[2][runs / 2], times[3][runs / 2]);
  return 0;
}
