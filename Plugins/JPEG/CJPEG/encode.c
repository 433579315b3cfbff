#include "blocks.h"
#include "decoder.h"
#include "destination.h"

#include <stdlib.h>

struct cjpeg_encoder {
  struct jpeg_compress_struct cinfo;
  cjpeg_errors errors;
  cjpeg_destination destination;
  int finished;
};

// Uses the tables and subsampling of another image, so that little more is lost than the first time. If it has fewer
// components, its last one is used for the others.
static void imitate(struct jpeg_compress_struct *cinfo, const struct jpeg_decompress_struct *from) {
  if (cinfo->input_components == 3 && from->jpeg_color_space == JCS_RGB) {
    jpeg_set_colorspace(cinfo, JCS_RGB);
  }
  cjpeg_sampling sampling = cjpeg_sampling_of(from);
  int is_sampled = sampling.fits && cinfo->num_components > 1 && cinfo->num_components <= from->num_components;
  for (int i = 0; i < cinfo->num_components; i++) {
    jpeg_component_info *part = &cinfo->comp_info[i];
    part->h_samp_factor = is_sampled ? sampling.h[i] : 1;
    part->v_samp_factor = is_sampled ? sampling.v[i] : 1;
    int model = i < from->num_components ? i : from->num_components - 1;
    part->quant_tbl_no = from->comp_info[model].quant_tbl_no;
    // The library checks the number later, when a scan contains the component.
    int is_known = part->quant_tbl_no >= 0 && part->quant_tbl_no < NUM_QUANT_TBLS;
    const JQUANT_TBL *table = is_known ? from->quant_tbl_ptrs[part->quant_tbl_no] : NULL;
    if (!table) cjpeg_fail((cjpeg_errors *)cinfo->err, FRAMEIT_CODEC_DAMAGED, "quantization tables are missing");
    unsigned values[DCTSIZE2];
    for (int k = 0; k < DCTSIZE2; k++) values[k] = table->quantval[k];
    jpeg_add_quant_table(cinfo, part->quant_tbl_no, values, 100, FALSE);
  }
}

static void configure(struct jpeg_compress_struct *cinfo, const cjpeg_settings *settings) {
  cinfo->image_width = settings->width;
  cinfo->image_height = settings->height;
  cinfo->input_components = (int)settings->pixels;
  cinfo->in_color_space = settings->pixels == CJPEG_GRAY ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(cinfo);
  jpeg_set_quality(cinfo, settings->quality, TRUE);
  cinfo->dct_method = JDCT_ISLOW;
  // Optimized tables save some percent, but the library holds all coefficients of the image for them. Without them,
  // it uses the standard's example tables, and rows stream.
  cinfo->optimize_coding = settings->is_optimized ? TRUE : FALSE;
  if (settings->like) {
    imitate(cinfo, &settings->like->cinfo);
  } else if (settings->pixels == CJPEG_RGB && settings->is_rgb) {
    jpeg_set_colorspace(cinfo, JCS_RGB);
  } else if (settings->pixels == CJPEG_RGB) {
    cinfo->comp_info[0].h_samp_factor = settings->chroma_h;
    cinfo->comp_info[0].v_samp_factor = settings->chroma_v;
  }
  // Depends on the components and their color space.
  if (settings->is_progressive) jpeg_simple_progression(cinfo);
  cinfo->density_unit = (UINT8)settings->density_unit;
  cinfo->X_density = (UINT16)settings->x_density;
  cinfo->Y_density = (UINT16)settings->y_density;
}

cjpeg_encoder *cjpeg_encoder_open(frameit_writer *writer, const cjpeg_settings *settings,
                                  frameit_codec_report *report) {
  *report = (frameit_codec_report){0};
  cjpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) {
    report->code = FRAMEIT_CODEC_NO_MEMORY;
    return NULL;
  }
  struct jpeg_compress_struct *cinfo = &encoder->cinfo;
  cinfo->err = cjpeg_errors_init(&encoder->errors, 0);
  cjpeg_destination_init(&encoder->destination, writer);
  if (setjmp(encoder->errors.jump)) {
    *report = encoder->errors.report;
    cjpeg_encoder_close(encoder);
    return NULL;
  }
  jpeg_create_compress(cinfo);
  cinfo->dest = &encoder->destination.base;
  configure(cinfo, settings);
  jpeg_start_compress(cinfo, TRUE);
  return encoder;
}

void cjpeg_encoder_segment(cjpeg_encoder *encoder, int marker, const uint8_t *bytes, uint32_t count,
                           frameit_codec_report *report) {
  if (setjmp(encoder->errors.jump) == 0) {
    if (encoder->errors.report.code == FRAMEIT_CODEC_OK) {
      jpeg_write_marker(&encoder->cinfo, marker, bytes, count);  // the library refuses segments that are too long or too late
    }
  }
  *report = encoder->errors.report;
}

void cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *rows, uint32_t count,
                         frameit_codec_report *report) {
  if (setjmp(encoder->errors.jump) == 0) {
    if (encoder->errors.report.code == FRAMEIT_CODEC_OK) {
      struct jpeg_compress_struct *cinfo = &encoder->cinfo;
      if (count > cinfo->image_height - cinfo->next_scanline) {
        cjpeg_fail(&encoder->errors, FRAMEIT_CODEC_MISUSE, "more rows were written than the image has");
      }
      size_t row_bytes = (size_t)cinfo->image_width * (size_t)cinfo->input_components;
      for (uint32_t i = 0; i < count; i++) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(rows + i * row_bytes);  // the library only reads it
        jpeg_write_scanlines(cinfo, &row, 1);
      }
    }
  }
  *report = encoder->errors.report;
}

void cjpeg_encoder_finish(cjpeg_encoder *encoder, frameit_codec_report *report) {
  if (setjmp(encoder->errors.jump) == 0) {
    if (encoder->errors.report.code == FRAMEIT_CODEC_OK) {
      if (encoder->finished) cjpeg_fail(&encoder->errors, FRAMEIT_CODEC_MISUSE, "finished twice");
      jpeg_finish_compress(&encoder->cinfo);
      encoder->finished = 1;
    }
  }
  *report = encoder->errors.report;
}

void cjpeg_encoder_close(cjpeg_encoder *encoder) {
  if (!encoder) return;
  if (setjmp(encoder->errors.jump) == 0) jpeg_destroy_compress(&encoder->cinfo);
  free(encoder);
}
