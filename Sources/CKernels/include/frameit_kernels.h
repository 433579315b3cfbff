// The hottest loops of FrameRender, in as many versions as processors have widths of registers.
//
// Every version gives, bit for bit, what the Swift code gives that each function's comment names: that
// is the specification. One source (kernels.inc.h) is compiled once for each instruction set; sums are
// written lane by lane in the specification's order, so that the width of a register changes nothing,
// and a product is never fused with a sum.

#ifndef FRAMEIT_KERNELS_H
#define FRAMEIT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// As FrameModel's Filter.
typedef enum frameit_filter {
  FRAMEIT_NEAREST,
  FRAMEIT_LINEAR,
  FRAMEIT_CUBIC,
  FRAMEIT_MITCHELL,
  FRAMEIT_LANCZOS3
} frameit_filter;

// One axis of a separable footprint, or of the box around one that is not. Lengths are in units of 2^-24
// source pixels.
typedef struct frameit_axis {
  double step_x, step_y, offset;  // a place in the source = step_x * x + step_y * y + offset
  int64_t reach;                  // the footprint's half length and half a pixel
  float inverse;                  // 1 / how much the filter is widened
  int sums_to_one;                // the taps' weights do so by themselves
  int32_t taps;
  int32_t size;                   // of the source, in pixels
} frameit_axis;

// How the sums can be worked out, as FrameRender's Resampling.Path.
typedef enum frameit_path {
  FRAMEIT_RUNS,          // each axis has weights of its own, for every pixel others
  FRAMEIT_AXES,          // and they are the same for all pixels of a column or row
  FRAMEIT_SWAPPED_AXES,  // the same, with the source's columns along the output's
  FRAMEIT_GENERAL        // each tap has a weight of its own
} frameit_path;

typedef struct frameit_resampling {
  frameit_axis x, y;
  frameit_path path;
  float inverse_xy;      // 0 where each axis has weights of its own
  frameit_filter filter;
  double support;        // of the filter, in its own units
  const float *lanczos;  // samples of its positive half, 4096 to the unit, and two zeros
} frameit_resampling;

// Working pixels, four floats each, of a part of the source. Before the first and after the last pixel
// there is room for FRAMEIT_BLOCK_MARGIN finite ones.
typedef struct frameit_block {
  const float *pixels;
  int32_t left, top;  // of the source
  int32_t width;      // of a row
} frameit_block;

enum { FRAMEIT_BLOCK_MARGIN = 32 };

// A rectangle of output pixels: where they lie, and how much of what is drawn each of them shows.
typedef struct frameit_tile {
  int32_t x, y, width, height;
  float *pixels;        // working pixels that are there
  ptrdiff_t stride;     // from a row to the next, in pixels
  const float *shares;  // width * height of them, or null where all are `share`
  float share;
} frameit_tile;

// Of a part of the curve: the whole part of start + slope * sample is the sample's code, or one less.
typedef struct frameit_line {
  float start, slope;
} frameit_line;

// How the code of a working sample is found, as TransferCurve's `Search`.
typedef enum frameit_search {
  FRAMEIT_EVEN,     // codes lie evenly: by rounding
  FRAMEIT_BUCKETS,  // 8 bits: for each 4096th of the range there is an entry
  FRAMEIT_LINES,    // for each 128th of an octave there is a line, and a threshold decides
  FRAMEIT_HALVES    // by halving the thresholds
} frameit_search;

// How stored samples and working ones belong together: FrameRender's TransferCurve.
typedef struct frameit_curve {
  int depth;                  // 8 or 16 bits a sample
  float maximum;              // the code of white
  frameit_search search;
  const float *decoded;       // the working sample of each code, but where codes lie evenly
  const float *grays;         // 8 bits: of each code the opaque pixel whose colors all are its sample
  const uint32_t *buckets;    // 4097 of them
  const frameit_line *lines;  // up to that of 1
  int32_t first_line;         // the upper half of the bits of the sample that ends the first line's part
  const float *thresholds;    // the least working sample of code + 1; at the end what none reaches
} frameit_curve;

typedef struct frameit_kernels {
  const char *name;

  // ScalarResampler.draw, for a whole tile. `scratch` holds frameit_scratch_size floats.
  void (*resample)(const frameit_resampling *, const frameit_block *, const frameit_tile *,
                   float *scratch);

  // WorkingSpace.decode: 1 to 4 samples a pixel to working pixels.
  void (*decode)(const void *samples, int channels, const frameit_curve *, int32_t count, float *out);

  // WorkingSpace.encode.
  void (*encode)(const float *pixels, int channels, const frameit_curve *, int32_t count, void *out);
} frameit_kernels;

// Floats of scratch that `resample` needs for a tile so wide and high, from a block so wide.
size_t frameit_scratch_size(const frameit_resampling *, const frameit_block *, const frameit_tile *);

// The versions that this processor can run, the fastest last; null beyond their number.
const frameit_kernels *frameit_kernels_at(int index);

// Memory that begins with a cache line; null where the machine has none left. (Swift's own allocation ends the
// program then.)
void *frameit_allocate(size_t bytes);
void frameit_release(void *memory);

// Says that these bytes will be read soon: rows of a part of an image lie too far apart for the
// processor to see by itself which comes next.
static inline void frameit_prefetch(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i += 64) __builtin_prefetch((const char *)bytes + i);
}

#endif
