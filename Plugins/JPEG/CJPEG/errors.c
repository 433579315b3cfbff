#include "errors.h"

#include <jerror.h>
#include <string.h>

_Static_assert(sizeof(((frameit_codec_report *)0)->message) >= JMSG_LENGTH_MAX, "a message must fit");

_Noreturn void cjpeg_fail(cjpeg_errors *errors, int32_t code, const char *message) {
  errors->report.code = code;
  snprintf(errors->report.message, sizeof errors->report.message, "%s", message);
  longjmp(errors->jump, 1);
}

enum { PLACE_LENGTH = 60 };

// Writes where the data is damaged: ", row 96 of 256", in a progressive image ", scan 3, row 96 of 256". Writes nothing for a
// place outside the scans. The row is the first one of a row of MCUs.
static void describe_place(const cjpeg_errors *errors, const struct jpeg_decompress_struct *cinfo, char *place) {
  place[0] = 0;
  if (!errors->in_scan || cinfo->input_iMCU_row >= cinfo->total_iMCU_rows) return;
  int count = 0;
  if (cinfo->progressive_mode) count = snprintf(place, PLACE_LENGTH, ", scan %d", cinfo->input_scan_number);
  unsigned row = cinfo->input_iMCU_row * (unsigned)cinfo->max_v_samp_factor * DCTSIZE;
  snprintf(place + count, PLACE_LENGTH - (size_t)count, ", row %u of %u", row, cinfo->image_height);
}

static void note(cjpeg_errors *errors, const char *message, int is_harmless) {
  frameit_codec_report *report = &errors->report;
  int is_first = report->damages == 0, is_first_harm = !is_harmless && report->damages == report->harmless;
  if (is_first || is_first_harm) snprintf(report->damage, sizeof report->damage, "%s", message);
  report->damages++;
  report->harmless += is_harmless;
}

// Reports that samples are missing because the data ended.
static void lose(cjpeg_errors *errors) {
  if (errors->report.loss) return;
  errors->report.loss = FRAMEIT_CODEC_TRUNCATED;
  snprintf(errors->report.message, sizeof errors->report.message, "%s", errors->end);
  note(errors, errors->end, 0);
}

void cjpeg_ended(const struct jpeg_decompress_struct *cinfo, int in_header) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  // The library's own message (jerror.h), which its sources report only as a warning.
  char message[JMSG_LENGTH_MAX] = "Premature end of JPEG file";
  if (in_header) cjpeg_fail(errors, FRAMEIT_CODEC_TRUNCATED, message);
  if (errors->ended) return;
  describe_place(errors, cinfo, message + strlen(message));
  errors->ended = 1;
  snprintf(errors->end, sizeof errors->end, "%s", message);
  // The arithmetic decoder reads on without a word (ITU-T T.81, D.2.6), so the samples may be wrong.
  if (cinfo->arith_code) lose(errors);
}

int cjpeg_knows(const struct jpeg_decompress_struct *cinfo, unsigned components, int first, int end) {
  for (int i = 0; i < cinfo->num_components; i++) {
    if (!(components >> i & 1)) continue;
    // The library keeps the table when the first scan of a component begins.
    if (!cinfo->comp_info[i].quant_table) return 0;
    for (int k = first; cinfo->progressive_mode && k < end; k++) {
      if (cinfo->coef_bits[i][k] != 0) return 0;
    }
  }
  return 1;
}

int cjpeg_has_all_scans(const struct jpeg_decompress_struct *cinfo) { return cjpeg_knows(cinfo, ~0u, 0, DCTSIZE2); }

void cjpeg_check_end(cjpeg_errors *errors, int has_all_scans) {
  if (!errors->ended || errors->report.loss) return;
  if (has_all_scans) note(errors, "Premature end of JPEG file: the end marker is missing", 0);
  else lose(errors);
}

// Returns the kind of failure of a library error. Errors that are not listed are violations of the format.
static int32_t kind(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
      return FRAMEIT_CODEC_NO_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_EMPTY_IMAGE:  // a height of 0 announces a DNL marker
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
    case JERR_WIDTH_OVERFLOW:
      return FRAMEIT_CODEC_UNSUPPORTED;
    case JERR_BAD_LIB_VERSION:
    case JERR_BAD_STATE:
    case JERR_BAD_STRUCT_SIZE:
    case JERR_TOO_LITTLE_DATA:
      return FRAMEIT_CODEC_MISUSE;
    default:
      return FRAMEIT_CODEC_DAMAGED;
  }
}

static void error_exit(j_common_ptr cinfo) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  char message[JMSG_LENGTH_MAX];
  enum { sof55 = 0xF7 };  // ITU-T T.87, C.1.1
  if (cinfo->err->msg_code == JERR_UNKNOWN_MARKER && cinfo->err->msg_parm.i[0] == sof55) {
    cjpeg_fail(errors, FRAMEIT_CODEC_UNSUPPORTED, "JPEG-LS");
  }
  cinfo->err->format_message(cinfo, message);
  cjpeg_fail(errors, kind(cinfo->err->msg_code), message);
}

// The library reports each marker that it reads. This is the only way to know where extraneous bytes are: after the
// marker that begins a scan they are part of the scan, after others they are harmless.
static void follow(cjpeg_errors *errors, int code) {
  switch (code) {
    case JTRC_SOS:
      errors->in_scan = 1;
      break;
    case JTRC_ADOBE:
    case JTRC_APP0:
    case JTRC_APP14:
    case JTRC_DAC:
    case JTRC_DHT:
    case JTRC_DQT:
    case JTRC_DRI:
    case JTRC_EOI:
    case JTRC_JFIF:
    case JTRC_JFIF_EXTENSION:
    case JTRC_MISC_MARKER:
    case JTRC_SOF:
    case JTRC_SOI:
    case JTRC_THUMB_JPEG:
    case JTRC_THUMB_PALETTE:
    case JTRC_THUMB_RGB:
      errors->in_scan = 0;
      break;
    default:
      break;
  }
}

static void emit_message(j_common_ptr cinfo, int level) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  int code = cinfo->err->msg_code;
  if (level >= 0) {
    follow(errors, code);
    return;
  }
  char message[JMSG_LENGTH_MAX];
  cinfo->err->format_message(cinfo, message);
  if (!cinfo->is_decompressor) cjpeg_fail(errors, FRAMEIT_CODEC_MISUSE, message);
  // Harmless warnings count too, because a file can consist of nothing else.
  if (++cinfo->err->num_warnings > errors->warnings) {
    char many[JMSG_LENGTH_MAX + 40];
    snprintf(many, sizeof many, "more than %d warnings, the last: %s", errors->warnings, message);
    cjpeg_fail(errors, FRAMEIT_CODEC_DAMAGED, many);
  }

  if (code == JWRN_JFIF_MAJOR) return;  // not about the data
  if (code == JWRN_HIT_MARKER && errors->ended) {
    lose(errors);
    return;
  }
  char placed[JMSG_LENGTH_MAX + PLACE_LENGTH];
  char place[PLACE_LENGTH];
  describe_place(errors, (const struct jpeg_decompress_struct *)cinfo, place);
  snprintf(placed, sizeof placed, "%s%s", message, place);
  note(errors, placed, code == JWRN_EXTRANEOUS_DATA && !errors->in_scan);
}

static void output_message(j_common_ptr cinfo) { (void)cinfo; }

struct jpeg_error_mgr *cjpeg_errors_init(cjpeg_errors *errors, int warnings) {
  memset(errors, 0, sizeof *errors);
  jpeg_std_error(&errors->base);
  errors->base.error_exit = error_exit;
  errors->base.emit_message = emit_message;
  errors->base.output_message = output_message;
  errors->warnings = warnings;
  return &errors->base;
}

void cjpeg_errors_reset(cjpeg_errors *errors) {
  errors->report = (frameit_codec_report){0};
  errors->base.num_warnings = 0;
  errors->in_scan = 0;
  errors->ended = 0;
}
