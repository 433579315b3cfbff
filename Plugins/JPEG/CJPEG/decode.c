#include "blocks.h"
#include "decoder.h"
#include "parts.h"
#include "scans.h"

#include <stdlib.h>

// Returns the decoder, of which the library's struct is the first member.
static cjpeg_decoder *decoder_of(j_common_ptr cinfo) { return (cjpeg_decoder *)cinfo; }

static void watch(j_common_ptr cinfo) {
  cjpeg_decoder *decoder = decoder_of(cinfo);
  if (decoder->cinfo.input_scan_number > decoder->scans) {
    cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_LIMIT, "too many scans");
  }
}

// MARK: Header

static int is_cmyk(const struct jpeg_decompress_struct *cinfo) {
  return cinfo->jpeg_color_space == JCS_CMYK || cinfo->jpeg_color_space == JCS_YCCK;
}

static uint64_t round_up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

// Returns whether the image is supported.
static int describe(cjpeg_decoder *decoder, cjpeg_header *header) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  if (setjmp(decoder->errors.jump) != 0) return 0;
  header->width = cinfo->image_width;
  header->height = cinfo->image_height;
  switch (cinfo->jpeg_color_space) {
    case JCS_GRAYSCALE: header->pixels = CJPEG_GRAY; break;
    case JCS_RGB:
    case JCS_YCbCr: header->pixels = CJPEG_RGB; break;
    case JCS_CMYK:
    case JCS_YCCK: header->pixels = CJPEG_CMYK; break;
    default: cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_UNSUPPORTED, "Unsupported number of components");
  }
  header->progressive = cinfo->progressive_mode;
  header->arithmetic = cinfo->arith_code;
  header->density_unit = cinfo->saw_JFIF_marker ? cinfo->density_unit : 0;
  header->x_density = cinfo->X_density;
  header->y_density = cinfo->Y_density;
  header->whole_image = jpeg_has_multiple_scans(cinfo);
  cjpeg_sampling sampling = cjpeg_sampling_of(cinfo);
  header->piece_width = sampling.fits ? (uint32_t)(sampling.max_h * DCTSIZE) : 0;
  header->piece_height = sampling.fits ? (uint32_t)(sampling.max_v * DCTSIZE) : 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    const jpeg_component_info *part = &cinfo->comp_info[i];
    uint64_t columns = round_up(part->width_in_blocks, (uint64_t)part->h_samp_factor) * DCTSIZE;
    uint64_t rows = round_up(part->height_in_blocks, (uint64_t)part->v_samp_factor) * DCTSIZE;
    header->samples += columns * rows;
    header->band_samples += columns * (uint64_t)part->v_samp_factor * DCTSIZE;
  }
  return 1;
}

cjpeg_decoder *cjpeg_decoder_make(const frameit_reader *reader, int warnings) {
  cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->cinfo.err = cjpeg_errors_init(&decoder->errors, warnings);
  cjpeg_source_init(&decoder->source, reader);
  return decoder;
}

int cjpeg_decoder_read_header(cjpeg_decoder *decoder) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  if (setjmp(decoder->errors.jump) != 0) return 0;
  // The library's object keeps its tables from image to image, so a new one is made.
  jpeg_destroy_decompress(cinfo);
  cjpeg_errors_reset(&decoder->errors);
  jpeg_create_decompress(cinfo);
  cinfo->src = &decoder->source.base;
  decoder->progress.progress_monitor = watch;
  cinfo->progress = &decoder->progress;
  cjpeg_source_rewind(&decoder->source);
  jpeg_read_header(cinfo, TRUE);
  cjpeg_source_end_header(cinfo);
  return 1;
}

cjpeg_decoder *cjpeg_decoder_open(const frameit_reader *reader, int warnings, cjpeg_header *header,
                                  frameit_codec_report *report) {
  *header = (cjpeg_header){0};
  *report = (frameit_codec_report){.code = FRAMEIT_CODEC_NO_MEMORY};
  cjpeg_decoder *decoder = cjpeg_decoder_make(reader, warnings);
  if (!decoder) return NULL;
  int is_open = cjpeg_decoder_read_header(decoder) && describe(decoder, header);
  *report = decoder->errors.report;
  if (is_open) return decoder;
  cjpeg_decoder_close(decoder);
  return NULL;
}

// MARK: Start

static void set_output(cjpeg_decoder *decoder, const cjpeg_request *request) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  decoder->scans = request->scans;
  cinfo->mem->max_memory_to_use = request->memory < INT64_MAX ? (long)request->memory : 0;
  cinfo->scale_num = 1;
  cinfo->scale_denom = (unsigned)request->denominator;
  // The DCT method with the same samples everywhere, with or without SIMD.
  cinfo->dct_method = JDCT_ISLOW;
  if (is_cmyk(cinfo)) cinfo->out_color_space = JCS_CMYK;
  else cinfo->out_color_space = cinfo->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
}

// Returns the bits of the components whose blocks become one sample each, which depends on the DC coefficient alone.
static unsigned components_of_dc(struct jpeg_decompress_struct *cinfo) {
  jpeg_calc_output_dimensions(cinfo);
  unsigned bits = 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    if (cinfo->comp_info[i].DCT_scaled_size == 1) bits |= 1u << i;
  }
  return bits;
}

// Chooses the output, and decodes scans of a progressive image in a faster way than the library's, if that is possible. Returns
// whether all scans are decoded.
static int prepare(cjpeg_decoder *decoder, const cjpeg_request *request) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  if (decoder->errors.report.code != FRAMEIT_CODEC_OK || setjmp(decoder->errors.jump) != 0) return 0;
  set_output(decoder, request);
  unsigned dc = components_of_dc(cinfo);
  if (dc == 0 && !request->run) return 0;
  cjpeg_scans scans = cjpeg_find_scans(cinfo, request->scans);
  int is_decoded = 0;
  if (dc != 0) {
    // Without AC coefficients, the library would smooth the samples.
    if (cjpeg_hide_scans(&decoder->source, &scans, dc)) cinfo->do_block_smoothing = FALSE;
  } else {
    is_decoded = cjpeg_decode_in_parts(decoder, &scans, request->run);
    if (!is_decoded && decoder->errors.report.code == FRAMEIT_CODEC_OK) set_output(decoder, request);
  }
  cjpeg_scans_close(&scans);
  return is_decoded;
}

void cjpeg_decoder_start(cjpeg_decoder *decoder, const cjpeg_request *request, uint32_t *width, uint32_t *height,
                         frameit_codec_report *report) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  int is_decoded = prepare(decoder, request);
  if (setjmp(decoder->errors.jump) == 0) {
    if (decoder->errors.report.code == FRAMEIT_CODEC_OK) {
      while (!is_decoded && !jpeg_start_decompress(cinfo)) cjpeg_source_drop_segment(cinfo);
      if (jpeg_has_multiple_scans(cinfo)) cjpeg_check_end(&decoder->errors, cjpeg_has_all_scans(cinfo));
      decoder->started = 1;
      decoder->row = malloc((size_t)cinfo->output_width * (size_t)cinfo->output_components);
      if (!decoder->row) cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_NO_MEMORY, "no memory for a row");
      *width = cinfo->output_width;
      *height = cinfo->output_height;
    }
  }
  *report = decoder->errors.report;
}

// MARK: Rows

// Returns the number of rows left. Fails if none can be read.
static uint32_t rows_left(cjpeg_decoder *decoder) {
  if (!decoder->started || decoder->finished) {
    cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "rows were requested before start or after finish");
  }
  return decoder->cinfo.output_height - decoder->cinfo.output_scanline;
}

// Reads one row in the library's own format.
static void read_row(cjpeg_decoder *decoder, uint8_t *row) {
  while (jpeg_read_scanlines(&decoder->cinfo, &row, 1) != 1) cjpeg_source_drop_segment(&decoder->cinfo);
}

void cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, uint32_t count,
                        frameit_codec_report *report) {
  if (setjmp(decoder->errors.jump) == 0) {
    if (decoder->errors.report.code == FRAMEIT_CODEC_OK) {
      struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
      if (count > rows_left(decoder)) {
        cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "more rows were requested than there are");
      }
      size_t row_bytes = cinfo->output_width * (size_t)cinfo->output_components;
      // ITU-T T.81 does not define CMYK. All programs store it inverted, as Adobe's do, with or without their marker.
      int inverted = cinfo->out_color_space == JCS_CMYK;
      for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = rows + i * row_bytes;
        read_row(decoder, row);
        for (size_t x = 0; inverted && x < row_bytes; x++) row[x] ^= 255;
      }
    }
  }
  *report = decoder->errors.report;
}

// Returns how many of `count` unwanted rows the library can skip and continue as if it had decoded them.
//
// jpeg_skip_scanlines only undoes the Huffman coding: for a whole 5-megapixel 4:2:0 image in 5 ms instead of 12, for
// 18 megapixels of hardly compressed 4:4:4 in 495 ms instead of 525. In 2.1.5, the rows right after it differ from
// those of a whole decode if chroma is halved vertically, but decoding one row of MCUs in between corrects that. With
// vertical factors above 2 nothing does: there the library loses its position. After the image's last row it no
// longer reads the data, so it would not find damage; the row of MCUs that is kept prevents that, too.
static uint32_t skippable(const struct jpeg_decompress_struct *cinfo, uint32_t count) {
  if (cinfo->max_v_samp_factor > 2) return 0;
  uint32_t kept = (uint32_t)(cinfo->max_v_samp_factor * cinfo->min_DCT_scaled_size);
  return count > kept ? count - kept : 0;
}

static void discard(cjpeg_decoder *decoder, uint32_t count) {
  uint32_t skipped = skippable(&decoder->cinfo, count);
  if (skipped > 0 && jpeg_skip_scanlines(&decoder->cinfo, skipped) != skipped) {
    cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "the library did not skip");
  }
  for (uint32_t i = skipped; i < count; i++) read_row(decoder, decoder->row);
}

void cjpeg_decoder_skip(cjpeg_decoder *decoder, uint32_t count, frameit_codec_report *report) {
  if (setjmp(decoder->errors.jump) == 0) {
    if (decoder->errors.report.code == FRAMEIT_CODEC_OK) {
      if (count > rows_left(decoder)) {
        cjpeg_fail(&decoder->errors, FRAMEIT_CODEC_MISUSE, "more rows were skipped than there are");
      }
      discard(decoder, count);
    }
  }
  *report = decoder->errors.report;
}

void cjpeg_decoder_finish(cjpeg_decoder *decoder, frameit_codec_report *report) {
  if (setjmp(decoder->errors.jump) == 0) {
    if (decoder->errors.report.code == FRAMEIT_CODEC_OK) {
      struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
      uint32_t left = rows_left(decoder);
      // An image with several scans was read to its end before its first row.
      if (!jpeg_has_multiple_scans(cinfo)) {
        discard(decoder, left);
        while (!jpeg_finish_decompress(cinfo)) cjpeg_source_drop_segment(cinfo);
        // Its only scan has all components. The library has forgotten them by now.
        cjpeg_check_end(&decoder->errors, 1);
      }
      decoder->finished = 1;
    }
  }
  *report = decoder->errors.report;
}

uint64_t cjpeg_decoder_rest(const cjpeg_decoder *decoder) { return cjpeg_source_rest(&decoder->source); }

void cjpeg_decoder_close(cjpeg_decoder *decoder) {
  if (!decoder) return;
  if (setjmp(decoder->errors.jump) == 0) jpeg_destroy_decompress(&decoder->cinfo);
  cjpeg_source_close(&decoder->source);
  free(decoder->row);
  free(decoder);
}
