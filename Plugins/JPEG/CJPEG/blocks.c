#include "blocks.h"

#include <string.h>

// MARK: One block

// Eight coefficients. Unsigned, so that negating coefficients of a damaged file is defined.
typedef uint16_t row __attribute__((vector_size(16)));

static row low_halves(row a, row b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
static row high_halves(row a, row b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

// Transposes the 64 coefficients by three perfect shuffles.
static inline void transpose(row *block) {
  for (int pass = 0; pass < 3; pass++) {
    row mixed[DCTSIZE];
    for (int i = 0; i < DCTSIZE / 2; i++) {
      mixed[2 * i] = low_halves(block[i], block[i + DCTSIZE / 2]);
      mixed[2 * i + 1] = high_halves(block[i], block[i + DCTSIZE / 2]);
    }
    memcpy(block, mixed, sizeof mixed);
  }
}

// Cosines of odd frequency change their sign along a mirrored axis. The masks are all ones for those.
static inline void place_block(JBLOCK to, const JBLOCK from, int transposed, row odd_columns, row odd_rows) {
  row block[DCTSIZE];
  memcpy(block, from, sizeof block);
  if (transposed) transpose(block);
  for (int v = 0; v < DCTSIZE; v++) {
    row mask = v & 1 ? odd_columns ^ odd_rows : odd_columns;
    block[v] = (block[v] ^ mask) - mask;
  }
  memcpy(to, block, sizeof block);
}

// MARK: All blocks

// Returns the n-th index from `start`, upwards, or downwards from the one before it.
static JDIMENSION nth(JDIMENSION start, int mirrored, JDIMENSION n) {
  return mirrored ? start - 1 - n : start + n;
}

void cjpeg_place_blocks(const cjpeg_blocks *to, const cjpeg_blocks *from, const cjpeg_place *place) {
  row none = {0};
  row odd = {0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF};
  row odd_columns = place->mirrored_x ? odd : none;
  row odd_rows = place->mirrored_y ? ~none : none;
  // Squares of blocks: for a transposition, going along either side alone would touch a new page each time.
  const JDIMENSION side = 8;
  for (JDIMENSION top = 0; top < to->count; top += side) {
    JDIMENSION bottom = top + side < to->count ? top + side : to->count;
    for (JDIMENSION left = 0; left < to->columns; left += side) {
      JDIMENSION right = left + side < to->columns ? left + side : to->columns;
      for (JDIMENSION y = top; y < bottom; y++) {
        for (JDIMENSION x = left; x < right; x++) {
          if (place->transposed) {
            JDIMENSION column = nth(place->x, place->mirrored_y, y);
            const JBLOCKROW source = from->rows[nth(place->y, place->mirrored_x, x)];
            place_block(to->rows[y][x], source[column], 1, odd_columns, odd_rows);
          } else {
            JDIMENSION column = nth(place->x, place->mirrored_x, x);
            const JBLOCKROW source = from->rows[nth(place->y, place->mirrored_y, y)];
            place_block(to->rows[y][x], source[column], 0, odd_columns, odd_rows);
          }
        }
      }
    }
  }
}

// MARK: Pieces

static int common_divisor(int a, int b) { return b == 0 ? a : common_divisor(b, a % b); }

cjpeg_sampling cjpeg_sampling_of(const struct jpeg_decompress_struct *cinfo) {
  // Only ratios of factors matter: those of a single component, or equal factors, mean nothing.
  int h = 0;
  int v = 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    h = common_divisor(h, cinfo->comp_info[i].h_samp_factor);
    v = common_divisor(v, cinfo->comp_info[i].v_samp_factor);
  }
  cjpeg_sampling sampling = {.max_h = cinfo->max_h_samp_factor / h, .max_v = cinfo->max_v_samp_factor / v};
  int blocks = 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    sampling.h[i] = cinfo->comp_info[i].h_samp_factor / h;
    sampling.v[i] = cinfo->comp_info[i].v_samp_factor / v;
    blocks += sampling.h[i] * sampling.v[i];
  }
  sampling.fits = blocks <= C_MAX_BLOCKS_IN_MCU || cinfo->num_components == 1;
  return sampling;
}
