// All kernels for one instruction set. The including file defines FRAMEIT_TABLE, the table's name, and FRAMEIT_NAME,
// the name for people.

// Every function that takes or returns a vector is inlined, so the calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#include "scratch.h"
#include "vectors.inc.h"
#include "places.inc.h"
#include "weights.inc.h"
#include "sums.inc.h"
#include "lay.inc.h"
#include "run_sums.inc.h"
#include "run_weights.inc.h"
#include "runs.inc.h"
#include "axes.inc.h"
#include "general.inc.h"
#include "decode.inc.h"
#include "encode.inc.h"

static void resample(const frameit_resampling *r, const frameit_block *block, const frameit_tile *tile,
                     float *scratch) {
  switch (r->path) {
    case FRAMEIT_RUNS: resample_runs(r, block, tile, scratch); break;
    case FRAMEIT_AXES: resample_axes(r, block, tile, 0, scratch); break;
    case FRAMEIT_SWAPPED_AXES: resample_axes(r, block, tile, 1, scratch); break;
    case FRAMEIT_GENERAL: resample_general(r, block, tile, scratch); break;
  }
}

const frameit_kernels FRAMEIT_TABLE = {
    .name = FRAMEIT_NAME,
    .resample = resample,
    .decode = decode,
    .encode = encode,
};
