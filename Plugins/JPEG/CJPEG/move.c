// Moves blocks of coefficients from one image to another without decoding samples.

#include "blocks.h"
#include "decoder.h"
#include "destination.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>

typedef struct mover {
  struct jpeg_compress_struct cinfo;
  cjpeg_destination destination;
  jvirt_barray_ptr arrays[MAX_COMPONENTS];
  unsigned restart_rows;  // in rows of MCUs, or if 0,
  unsigned restart_interval;  // in MCUs
  int is_writing;
} mover;

static uint32_t divided_up(uint64_t n, uint64_t unit) { return (uint32_t)((n + unit - 1) / unit); }

static uint32_t rounded_up(uint32_t n, int unit) { return divided_up(n, (uint64_t)unit) * (uint32_t)unit; }

static int is_still(const cjpeg_move *move) {
  return !move->transposed && !move->mirrored_x && !move->mirrored_y && move->x == 0 && move->y == 0;
}

// MARK: What is checked

// Returns whether the edge of the kept part that becomes the output's first edge is between MCUs.
static int begins_between(uint32_t low, uint32_t length, int mcu, int mirrored) {
  return (mirrored ? low + length : low) % (uint32_t)mcu == 0;
}

static void check(cjpeg_decoder *decoder, const cjpeg_move *move) {
  const struct jpeg_decompress_struct *from = &decoder->cinfo;
  if (decoder->started) cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "blocks were requested after rows");
  if (move->width == 0 || move->height == 0 || move->x > from->image_width - move->width
      || move->y > from->image_height - move->height || move->width > from->image_width
      || move->height > from->image_height) {
    cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "the kept part is outside the image");
  }
  cjpeg_sampling sampling = cjpeg_sampling_of(from);
  int against_x = move->transposed ? move->mirrored_y : move->mirrored_x;
  int against_y = move->transposed ? move->mirrored_x : move->mirrored_y;
  if (!begins_between(move->x, move->width, sampling.max_h * DCTSIZE, against_x)
      || !begins_between(move->y, move->height, sampling.max_v * DCTSIZE, against_y)) {
    cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "the kept part begins within a block");
  }
}

// MARK: What stays as it was

static int is_same(const JHUFF_TBL *a, const JHUFF_TBL *b) {
  if (!a || !b || memcmp(a->bits + 1, b->bits + 1, 16) != 0) return 0;
  size_t count = 0;
  for (int i = 1; i <= 16; i++) count += a->bits[i];
  return memcmp(a->huffval, b->huffval, count) == 0;
}

// Returns whether all Huffman tables of the image are the standard's examples. Others were optimized, and other
// blocks, or blocks in another order, may need codes that they lack.
static int has_standard_codes(const struct jpeg_decompress_struct *from, struct jpeg_compress_struct *to) {
  for (int i = 0; i < from->num_components; i++) {
    const jpeg_component_info *part = &from->comp_info[i];
    // A component without a scan has no tables; the library leaves their numbers unset.
    if (!part->quant_table || part->dc_tbl_no > 1 || part->ac_tbl_no > 1
        || !is_same(from->dc_huff_tbl_ptrs[part->dc_tbl_no], to->dc_huff_tbl_ptrs[part->dc_tbl_no])
        || !is_same(from->ac_huff_tbl_ptrs[part->ac_tbl_no], to->ac_huff_tbl_ptrs[part->ac_tbl_no])) {
      return 0;
    }
  }
  return 1;
}

static void keep_coding(const struct jpeg_decompress_struct *from, struct jpeg_compress_struct *to,
                        int is_progressive) {
  to->arith_code = from->arith_code;
  if (from->progressive_mode || is_progressive) jpeg_simple_progression(to);
  else to->optimize_coding = !from->arith_code && !has_standard_codes(from, to);
}

// A restart interval of whole rows of MCUs stays one, however long the rows become. Called before the first scan is
// read, because in later ones an MCU may be something else.
static void note_restarts(const struct jpeg_decompress_struct *from, mover *mover) {
  unsigned row = from->comps_in_scan == 1
      ? from->cur_comp_info[0]->width_in_blocks
      : divided_up(from->image_width, (uint64_t)from->max_h_samp_factor * DCTSIZE);
  if (from->restart_interval % row == 0) mover->restart_rows = from->restart_interval / row;
  else mover->restart_interval = from->restart_interval;
}

static void transpose_quantizers(struct jpeg_compress_struct *to) {
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    JQUANT_TBL *table = to->quant_tbl_ptrs[i];
    if (!table) continue;
    JQUANT_TBL old = *table;
    for (int u = 0; u < DCTSIZE; u++) {
      for (int v = 0; v < DCTSIZE; v++) table->quantval[u * DCTSIZE + v] = old.quantval[v * DCTSIZE + u];
    }
  }
}

static void configure(const struct jpeg_decompress_struct *from, struct jpeg_compress_struct *to,
                      const cjpeg_move *move) {
  jpeg_copy_critical_parameters((j_decompress_ptr)(uintptr_t)from, to);  // the library only reads it
  to->image_width = move->transposed ? move->height : move->width;
  to->image_height = move->transposed ? move->width : move->height;
#if JPEG_LIB_VERSION >= 70
  to->jpeg_width = to->image_width;
  to->jpeg_height = to->image_height;
#endif
  // The JFIF header is among the segments.
  to->write_JFIF_header = FALSE;
  to->write_Adobe_marker = FALSE;
  cjpeg_sampling sampling = cjpeg_sampling_of(from);
  for (int i = 0; i < to->num_components; i++) {
    to->comp_info[i].h_samp_factor = move->transposed ? sampling.v[i] : sampling.h[i];
    to->comp_info[i].v_samp_factor = move->transposed ? sampling.h[i] : sampling.v[i];
  }
  if (move->transposed) transpose_quantizers(to);
  keep_coding(from, to, move->is_progressive);
}

// MARK: Blocks

// Fails if the arithmetic coder could write codes that no decoder accepts: those of differences of 16 bits or more
// between the DC coefficients of successive blocks. Coefficients of damaged files wrap around at 16 bits, and in another
// order their differences are others. The Huffman coder makes this check itself; valid coefficients have 12 bits.
static void check_range(struct jpeg_decompress_struct *from, jvirt_barray_ptr *arrays) {
  enum { limit = 1 << 14 };
  for (int i = 0; i < from->num_components; i++) {
    const jpeg_component_info *part = &from->comp_info[i];
    for (JDIMENSION y = 0; y < part->height_in_blocks; y++) {
      JBLOCKARRAY row = from->mem->access_virt_barray((j_common_ptr)from, arrays[i], y, 1, FALSE);
      for (JDIMENSION x = 0; x < part->width_in_blocks; x++) {
        if (row[0][x][0] <= -limit || row[0][x][0] >= limit) ERREXIT(from, JERR_BAD_DCT_COEF);
      }
    }
  }
}

static void request_blocks(mover *mover) {
  struct jpeg_compress_struct *to = &mover->cinfo;
  int max_h = 1;
  int max_v = 1;
  for (int i = 0; i < to->num_components; i++) {
    if (to->comp_info[i].h_samp_factor > max_h) max_h = to->comp_info[i].h_samp_factor;
    if (to->comp_info[i].v_samp_factor > max_v) max_v = to->comp_info[i].v_samp_factor;
  }
  for (int i = 0; i < to->num_components; i++) {
    int h = to->comp_info[i].h_samp_factor;
    int v = to->comp_info[i].v_samp_factor;
    uint32_t columns = divided_up((uint64_t)to->image_width * (uint64_t)h, (uint64_t)max_h * DCTSIZE);
    uint32_t rows = divided_up((uint64_t)to->image_height * (uint64_t)v, (uint64_t)max_v * DCTSIZE);
    mover->arrays[i] = to->mem->request_virt_barray((j_common_ptr)to, JPOOL_IMAGE, FALSE,
                                                    rounded_up(columns, h), rounded_up(rows, v), (JDIMENSION)v);
  }
}

// Returns all rows of an array, which the library provides `step` at a time. All of them are in memory.
static cjpeg_blocks blocks(struct jpeg_compress_struct *to, j_common_ptr owner, jvirt_barray_ptr array,
                           uint32_t columns, uint32_t rows, int step, int writable) {
  size_t count = rounded_up(rows, step);
  cjpeg_blocks blocks = {.columns = columns, .count = rows};
  blocks.rows = to->mem->alloc_large((j_common_ptr)to, JPOOL_IMAGE, count * sizeof *blocks.rows);
  for (JDIMENSION y = 0; y < count; y += (JDIMENSION)step) {
    JBLOCKARRAY band = owner->mem->access_virt_barray(owner, array, y, (JDIMENSION)step, writable);
    memcpy(blocks.rows + y, band, (size_t)step * sizeof *band);
  }
  return blocks;
}

static void move_blocks(struct jpeg_decompress_struct *from, mover *mover, jvirt_barray_ptr *arrays,
                        const cjpeg_move *move) {
  struct jpeg_compress_struct *to = &mover->cinfo;
  int against_x = move->transposed ? move->mirrored_y : move->mirrored_x;
  int against_y = move->transposed ? move->mirrored_x : move->mirrored_y;
  uint64_t x = against_x ? move->x + move->width : move->x;
  uint64_t y = against_y ? move->y + move->height : move->y;
  for (int i = 0; i < from->num_components; i++) {
    const jpeg_component_info *old = &from->comp_info[i];
    const jpeg_component_info *new = &to->comp_info[i];
    cjpeg_place place = {
        .x = (JDIMENSION)(x * (uint64_t)old->h_samp_factor / (uint64_t)(from->max_h_samp_factor * DCTSIZE)),
        .y = (JDIMENSION)(y * (uint64_t)old->v_samp_factor / (uint64_t)(from->max_v_samp_factor * DCTSIZE)),
        .transposed = move->transposed,
        .mirrored_x = move->mirrored_x,
        .mirrored_y = move->mirrored_y};
    cjpeg_blocks source = blocks(to, (j_common_ptr)from, arrays[i], old->width_in_blocks,
                                 old->height_in_blocks, old->v_samp_factor, FALSE);
    cjpeg_blocks target = blocks(to, (j_common_ptr)to, mover->arrays[i], new->width_in_blocks,
                                 new->height_in_blocks, new->v_samp_factor, TRUE);
    cjpeg_place_blocks(&target, &source, &place);
  }
}

// MARK: All of it

static void transform(cjpeg_decoder *decoder, mover *mover, const cjpeg_move *move) {
  struct jpeg_decompress_struct *from = &decoder->cinfo;
  struct jpeg_compress_struct *to = &mover->cinfo;
  check(decoder, move);
  decoder->started = 1;
  decoder->finished = 1;
  note_restarts(from, mover);
  jvirt_barray_ptr *arrays;
  while (!(arrays = jpeg_read_coefficients(from))) cjpeg_source_drop_segment(from);
  cjpeg_check_end(&decoder->errors, cjpeg_has_all_scans(from));
  if (from->arith_code) check_range(from, arrays);
  configure(from, to, move);
  to->restart_in_rows = (int)mover->restart_rows;
  to->restart_interval = mover->restart_interval;
  mover->is_writing = 1;
  if (is_still(move)) {
    jpeg_write_coefficients(to, arrays);
  } else {
    request_blocks(mover);
    jpeg_write_coefficients(to, mover->arrays);
    move_blocks(from, mover, arrays, move);
  }
  cjpeg_destination_append(to, move->segments, move->segments_length);
  jpeg_finish_compress(to);
}

int cjpeg_decoder_move(cjpeg_decoder *decoder, frameit_writer *writer, const cjpeg_move *move, int scans,
                       uint64_t memory, uint64_t *rest, frameit_codec_report *report) {
  *rest = 0;
  mover *mover = calloc(1, sizeof *mover);
  if (!mover) {
    *report = decoder->errors.report;
    report->code = FRAMEIT_CODEC_NO_MEMORY;
    return 0;
  }
  mover->cinfo.err = &decoder->errors.base;
  cjpeg_destination_init(&mover->destination, writer);
  if (setjmp(decoder->errors.jump) == 0) {
    if (decoder->errors.report.code == FRAMEIT_CODEC_OK) {
      decoder->scans = scans;
      jpeg_create_compress(&mover->cinfo);
      mover->cinfo.dest = &mover->destination.base;
      decoder->cinfo.mem->max_memory_to_use = memory < INT64_MAX ? (long)memory : 0;
      mover->cinfo.mem->max_memory_to_use = decoder->cinfo.mem->max_memory_to_use;
      transform(decoder, mover, move);
      *rest = cjpeg_source_rest(&decoder->source);
    }
  }
  *report = decoder->errors.report;
  int is_writing = mover->is_writing;
  if (setjmp(decoder->errors.jump) == 0) jpeg_destroy_compress(&mover->cinfo);
  free(mover);
  return is_writing;
}
