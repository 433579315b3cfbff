// The table of kernels for one instruction set. The including file defines FRAMEIT_TABLE, the table's name, and
// FRAMEIT_NAME, the name for people, after it has selected the instruction set.

#include "colors.h"
#include "pixel_formats.h"
#include "resample.h"
#include "resample_bytes.h"
#include "resample_levels.h"
#include "sums.h"

const frameit_kernels FRAMEIT_TABLE = {
    .name = FRAMEIT_NAME,
    .resample = resample,
    .load_bytes = load_bytes,
    .resample_bytes = resample_bytes,
    .load_levels = load_levels,
    .reduce_levels = reduce_levels,
    .decode = decode,
    .encode = encode,
    .recolor = recolor,
    .sum_rows = sum_rows,
    .sum_mirrored_rows = sum_mirrored_rows,
    .average_rows = average_rows,
    .interpolate_row = interpolate_row,
};
