// The hottest loops of FrameRender, in a version for each instruction set.
//
// Every version gives, bit for bit, the results of the Swift code that each function's comment names: that is the
// specification. The same headers (kernel_table.h) are compiled once for each instruction set. Sums are written lane by lane
// in the specification's order, so register width does not matter, and products are never fused with sums.

#ifndef FRAMEIT_KERNELS_H
#define FRAMEIT_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// As FrameImage's Filter.
typedef enum frameit_filter {
  FRAMEIT_NEAREST,
  FRAMEIT_LINEAR,
  FRAMEIT_CUBIC,
  FRAMEIT_MITCHELL,
  FRAMEIT_LANCZOS3
} frameit_filter;

// One axis of a separable footprint, or of the box around one that is not. Lengths are in units of 2^-24 source
// pixels.
typedef struct frameit_axis {
  double step_x, step_y, offset;  // position in the source = (step_x * x + step_y * y + offset) / weight
  double weight_x, weight_y, weight_1;  // weight = weight_x * x + weight_y * y + weight_1
  int has_horizon;                // false if the weight is 1
  int64_t reach;                  // the footprint's half length plus half a pixel
  float inverse;                  // 1 / the factor by which the filter is widened
  int sums_to_one;                // the taps' weights sum to one without normalization
  int32_t taps;
  int32_t size;                   // of the source, in pixels
} frameit_axis;

// The method for computing the sums, as FrameRender's Resampling.Path.
typedef enum frameit_path {
  FRAMEIT_RUNS,          // each axis has weights of its own, different for every pixel
  FRAMEIT_AXES,          // and they are the same for all pixels of a column or row
  FRAMEIT_SWAPPED_AXES,  // the same, with the source's columns along the output's
  FRAMEIT_GENERAL        // each tap has a weight of its own; with a horizon, also each pixel
} frameit_path;

typedef struct frameit_resampling {
  frameit_axis x, y;
  frameit_path path;
  float inverse_xy;      // 0 if each axis has weights of its own
  float most;            // the most times that the filter is widened; only with a horizon, where each pixel has its own footprint
  frameit_filter filter;
  double support;        // of the filter, in its own units
  const float *lanczos;  // samples of its positive half, 4096 per unit, and two zeros
} frameit_resampling;

// Working pixels, four floats each, of a part of the source. Before the first and after the last pixel there is room
// for FRAMEIT_BLOCK_MARGIN finite ones.
typedef struct frameit_block {
  const float *pixels;
  int32_t left, top;  // of the source
  int32_t width;      // of a row
} frameit_block;

enum { FRAMEIT_BLOCK_MARGIN = 32 };

// One axis of the source, in units of 2^-40 pixels: the whole part of step_x * x + step_y * y + offset is the index of the
// first of four taps. With a horizon, `in_perspective` gives the position in units of 2^-24 pixels, and the whole part of the position
// less FRAMEIT_BYTE_REACH is the index. ByteAxis.
typedef struct frameit_byte_axis {
  int64_t step_x, step_y, offset;
  frameit_axis in_perspective;
} frameit_byte_axis;

// A pixel and a half in units of 2^-24, less half a unit of 2^-15, so that places are rounded to the nearest one.
enum { FRAMEIT_BYTE_REACH = (3 << 23) - (1 << 8) };

// Levels of 8-bit samples are from -white to white: LevelTable. Kernels look up two codes at once: entry a | b << 8 of `pairs` has
// the level of a in its lower half, and that of b in the upper one.
enum { FRAMEIT_WHITE_OF_REDUCTIONS = 23000, FRAMEIT_WHITE_OF_TURNS = 26000 };

// The sums that share an entry of a curve's table are 2^17: those of eight levels.
enum { FRAMEIT_ENTRY_BITS = 17 };

// Integers for working samples that are not evenly spaced: LevelCurve.
typedef struct frameit_level_curve {
  const uint32_t *pairs;  // of levels
  // For each eight levels from -white on: the code of the lowest of their sums, and in the lowest FRAMEIT_ENTRY_BITS + 1 bits,
  // how far the first sum with the next code is from that one. Sums are in units of 2^-14 levels.
  const int32_t *codes;
  int32_t white;
} frameit_level_curve;

// Rows of a part of the source, of 1 to 4 samples with 8 bits. The first and the last pixel are repeated, so that each row has
// `width` of them: a multiple of sixteen, and at most FRAMEIT_BYTE_BLOCK_COLUMNS.
typedef struct frameit_byte_rows {
  const uint8_t *const *rows;
  int32_t row_count;
  int32_t count;   // of pixels in a row
  int32_t before;  // the times that the first one is repeated
  int32_t width;
  int channels;
  const frameit_level_curve *curve;  // null if samples remain bytes
} frameit_byte_rows;

// A tile's diagonal and four taps.
enum { FRAMEIT_BYTE_BLOCK_COLUMNS = 96 };

// A part of the source for footprints of four by four taps. For each row and each column, there are sixteen bytes: the red samples
// of the row and the next one, or their levels, in 16 bits each, and then the other channels. A footprint has those of its first row
// and of the third. Kernels that multiply bytes have the bytes of four rows side by side instead.
typedef struct frameit_byte_block {
  const uint8_t *pixels;
  int32_t left, top;  // of the source
  int32_t stride;     // from a row to the next, in bytes
  int is_opaque;      // all pixels are
  const frameit_level_curve *curve;  // as in frameit_byte_rows
} frameit_byte_block;

// Rows of a part of an opaque image with 8-bit samples.
typedef struct frameit_level_rows {
  const uint8_t *const *rows;
  int32_t row_count;
  int32_t count;          // of samples in a row
  int32_t width;          // of samples in a row of the block; levels after `count` are undefined
  const uint32_t *pairs;  // of levels
} frameit_level_rows;

// Levels of a part of the source. For each two rows, the levels of both side by side.
typedef struct frameit_level_block {
  const int16_t *levels;
  int32_t left, top;  // of the source; the top is even
  int32_t width;      // in pixels, a multiple of sixteen
  int channels;       // 1 or 3
} frameit_level_block;

// The taps of output pixels on one axis of the source: for each, the first one, and `taps` weights in units of 2^-14. The
// first row is even, and the number of rows, too; the number of columns is a multiple of sixteen.
typedef struct frameit_level_axis {
  const int32_t *firsts;
  const int16_t *weights;
  int32_t taps;
} frameit_level_axis;

// A rectangle of output pixels, with the coverage of each.
typedef struct frameit_tile {
  int32_t x, y, width, height;
  float *pixels;        // the existing working pixels
  ptrdiff_t stride;     // from a row to the next, in pixels
  const float *coverage;   // width * height of them, or null if all are the same
  float uniform_coverage;
} frameit_tile;

// For a part of the curve: the integral part of start + slope * sample is the sample's code or one less.
typedef struct frameit_line {
  float start, slope;
} frameit_line;

// The way to find the code of a working sample, as TransferCurve's `Search`.
typedef enum frameit_search {
  FRAMEIT_EVEN,     // evenly spaced codes: by rounding
  FRAMEIT_BUCKETS,  // 8 bits: an entry for each 4096th of the range
  FRAMEIT_LINES,    // a line for each 128th of an octave, and a threshold that decides
  FRAMEIT_HALVES    // by binary search
} frameit_search;

// The mapping between stored and working samples: FrameRender's TransferCurve.
typedef struct frameit_curve {
  int depth;                  // 8 or 16 bits per sample
  float maximum;              // the code of white
  frameit_search search;
  const float *decoded;       // the working sample of each code, unless codes are evenly spaced
  const float *grays;         // 8 bits: for each code, the opaque gray pixel
  const uint32_t *buckets;    // 4097 of them
  const frameit_line *lines;  // up to that of 1
  int32_t first_line;         // the upper half of the bits of the sample that ends the first line's range
  const float *thresholds;    // the least working sample of code + 1; the last one is never reached
} frameit_curve;

// What is done with a color, as FrameRender's WorkingColors.Pass.
typedef enum frameit_color_kind {
  FRAMEIT_COLOR_MATRIX,
  FRAMEIT_COLOR_TABLES,
  FRAMEIT_COLOR_CUBE,
  FRAMEIT_COLOR_LEVELS,
  FRAMEIT_COLOR_THRESHOLD,
  FRAMEIT_COLOR_KEEP,
  FRAMEIT_COLOR_MIX
} frameit_color_kind;

// One step of a color function. Four numbers are for red, green, blue and alpha; those of alpha are not used.
typedef struct frameit_color_pass {
  frameit_color_kind kind;
  // A matrix: what the channels are multiplied by, as WorkingMatrix.
  float sums[4], red[4], blue[4], alpha[4], constant[4];
  // Tables: for each channel the range of samples, the place of its lines, the upper bits of the largest sample of the first
  // line, and how far the lines for negative samples are behind the others.
  const float *lines;  // start and slope in turn
  float low[4], high[4];
  int32_t start[4], first[4], negative[4];
  // A cube: the colors of its points, four floats each, the number of points along a side, for each channel the samples at the
  // ends (`low` and `high`), and the factor from samples to points.
  const float *points;
  int32_t size;
  float scale[4];
  // Levels, thresholds and mixtures: the number of levels, the threshold or the share, and a mask of the channels.
  float number;
  int32_t channels[4];
} frameit_color_pass;

// Cells of several pixels, as FrameRender's GaussianFilter.
typedef struct frameit_cells {
  int32_t size;           // the side of a cell in pixels
  const float *averages;  // for each place in a cell, the weights of the pixel in four cells
  const float *splines;   // for each of four cells, its weight at each place, four times
} frameit_cells;

typedef struct frameit_kernels {
  const char *name;

  // ScalarResampler.draw, for a whole tile. `scratch` holds frameit_scratch_size floats.
  void (*resample)(const frameit_resampling *, const frameit_block *, const frameit_tile *,
                   float *scratch);

  // Arranges rows as a block. Returns whether all pixels are opaque.
  int (*load_bytes)(const frameit_byte_rows *, uint8_t *out);

  // ByteResampler.draw: those of `count` pixels of a row of which all taps are opaque, as 1 to 4 samples each.
  void (*resample_bytes)(const frameit_byte_axis *x, const frameit_byte_axis *y, const frameit_byte_block *, int32_t column,
                         int32_t row, int32_t count, int channels, uint8_t *out);

  // Looks up the levels of rows.
  void (*load_levels)(const frameit_level_rows *, int16_t *out);

  // LevelResampler.draw, for a whole tile. With swapped axes, `x` has taps for each row of the tile, and `y` for each column.
  // `scratch` has room for sixteen working pixels and a line of them, or with swapped axes the tile, and then for a row of the
  // block and the taps of a pixel.
  void (*reduce_levels)(const frameit_level_block *, const frameit_level_axis *x, const frameit_level_axis *y,
                        const frameit_tile *, int swapped, float *scratch);

  // WorkingSpace.decode: converts 1 to 4 samples per pixel to working pixels.
  void (*decode)(const void *samples, int channels, const frameit_curve *, int32_t count, float *out);

  // WorkingSpace.encode.
  void (*encode)(const float *pixels, int channels, const frameit_curve *, int32_t count, void *out);

  // WorkingColors.apply
  void (*recolor)(float *pixels, int32_t count, const frameit_color_pass *passes, int32_t pass_count);

  // PixelSums.sum, for `count` floats, a multiple of four, of one row or more. The stride is in floats.
  void (*sum_rows)(const float *first, ptrdiff_t stride, const float *weights, int32_t row_count, int32_t count, float *out);

  // PixelSums.sumMirrored, as above.
  void (*sum_mirrored_rows)(const float *middle, ptrdiff_t stride, const float *weights, int32_t weight_count,
                            int32_t count, float *out);

  // CellSums.add, for four rows: `count` pixels each, the first at a place in its cell. The lines begin with the cell before it.
  void (*average_rows)(const float *const *rows, float *const *lines, const frameit_cells *, int32_t place,
                       int32_t count);

  // CellSums.interpolate: the line begins with the cell before that of the first pixel.
  void (*interpolate_row)(const float *line, const frameit_cells *, int32_t place, int32_t count, float *out);
} frameit_kernels;

// Returns the floats of scratch memory that `resample` needs for a tile of this size and a block of this width.
size_t frameit_scratch_size(const frameit_resampling *, const frameit_block *, const frameit_tile *);

// Returns the versions that this processor supports, the fastest last; null after the last one.
const frameit_kernels *frameit_kernels_at(int index);

// Allocates memory aligned to a cache line; returns null if memory is exhausted. (Swift's own allocation would end
// the program.)
void *frameit_allocate(size_t bytes);
void frameit_release(void *memory);

// The rows of the source before which another one is prefetched.
enum { FRAMEIT_ROWS_AHEAD = 8 };

// Prefetches bytes that will be read soon: rows of a part of an image are too far apart for the processor to predict.
static inline void frameit_prefetch(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i += 64) __builtin_prefetch((const char *)bytes + i);
}

#endif
