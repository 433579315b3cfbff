// The library decodes a scan from its start to its end, and a scan adds to the coefficients of the scans before it. But a
// scan with AC coefficients of one component changes no others. So two decoders read the same file: one sees all scans but some
// with AC coefficients, and the other only these. The second one writes into the first one's coefficients.

// The library's public interface has no way to another decoder's coefficients, so its internal header is used.
#define JPEG_INTERNALS
#include "parts.h"

// MARK: Components

// Returns the bits of the components for the second part: all but the one whose AC coefficients have the most bytes. Returns 0
// if they have no AC coefficients.
static unsigned choose_others(const struct jpeg_decompress_struct *cinfo, const cjpeg_scans *scans) {
  uint64_t bytes[MAX_COMPONENTS] = {0}, sum = 0;
  for (int i = 0; i < scans->count; i++) {
    cjpeg_scan scan = scans->scans[i];
    if (scan.content == cjpeg_dc) continue;
    bytes[__builtin_ctz(scan.content)] += scan.bytes.end - scan.bytes.start;
    sum += scan.bytes.end - scan.bytes.start;
  }
  int largest = 0;
  for (int i = 1; i < cinfo->num_components; i++) {
    if (bytes[i] > bytes[largest]) largest = i;
  }
  return sum == bytes[largest] ? 0 : ((1u << cinfo->num_components) - 1) & ~(1u << largest);
}

// MARK: Decoders

static int is_undamaged(const cjpeg_decoder *decoder) {
  return decoder->errors.report.code == FRAMEIT_CODEC_OK && decoder->errors.report.damages == 0 && !decoder->errors.ended;
}

// Makes a decoder ready for reading scans. Returns whether that was possible.
static int begin(cjpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump) != 0) return 0;
  decoder->cinfo.buffered_image = TRUE;
  // For complete coefficients, the library would find out after all scans that nothing is to be estimated. But neither decoder
  // knows of all scans.
  decoder->cinfo.do_block_smoothing = FALSE;
  return jpeg_start_decompress(&decoder->cinfo);
}

// Lets another decoder write into the coefficients of components. Returns whether that was possible.
static int share(cjpeg_decoder *decoder, cjpeg_decoder *other, unsigned components) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  if (setjmp(decoder->errors.jump) != 0) return 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    if (!(components >> i & 1)) continue;
    jvirt_barray_ptr array = cinfo->coef->coef_arrays[i];
    const jpeg_component_info *part = &cinfo->comp_info[i];
    JDIMENSION height = (JDIMENSION)part->v_samp_factor;
    // The first access fills the array with zeros, so it must be over before the parts run.
    for (JDIMENSION row = 0; row < part->height_in_blocks; row += height) {
      cinfo->mem->access_virt_barray((j_common_ptr)cinfo, array, row, height, TRUE);
    }
    other->cinfo.coef->coef_arrays[i] = array;
    // The first decoder sees the DC coefficients. Without them, AC coefficients would count as damage.
    other->cinfo.coef_bits[i][0] = 0;
  }
  return 1;
}

// Returns whether all scans that a decoder sees were read.
static int read_scans(cjpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump) != 0) return 0;
  for (;;) {
    int result = jpeg_consume_input(&decoder->cinfo);
    if (result == JPEG_SUSPENDED) return 0;
    if (result == JPEG_REACHED_EOI) return 1;
  }
}

// One of the two parts.
static void read_part(void *context) {
  cjpeg_decoder *decoder = context;
  decoder->is_read = read_scans(decoder);
}

static int begin_output(cjpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump) != 0) return 0;
  return jpeg_start_output(&decoder->cinfo, decoder->cinfo.input_scan_number);
}

// Makes the second decoder, which sees only the AC coefficients of `components`.
static cjpeg_decoder *open_other(const cjpeg_decoder *decoder, const cjpeg_scans *scans, unsigned components) {
  cjpeg_decoder *other = cjpeg_decoder_make(decoder->source.reader, decoder->errors.warnings);
  if (!other) return NULL;
  other->scans = decoder->scans;
  if (cjpeg_hide_scans(&other->source, scans, ~components) && cjpeg_decoder_read_header(other) && begin(other)) {
    // The library reports a first scan without DC coefficients as damage; here it is expected. What remains to be checked is
    // that the scan does not refine coefficients.
    cjpeg_errors_reset(&other->errors);
    if (other->cinfo.Ah == 0) return other;
  }
  cjpeg_decoder_close(other);
  return NULL;
}

static int decode(cjpeg_decoder *decoder, cjpeg_decoder *other, unsigned own, unsigned others, cjpeg_run run) {
  if (!begin(decoder) || !share(decoder, other, others)) return 0;
  run(read_part, decoder, other);
  return decoder->is_read && other->is_read && is_undamaged(decoder) && is_undamaged(other)
      && cjpeg_knows(&decoder->cinfo, own, 0, DCTSIZE2) && cjpeg_knows(&decoder->cinfo, others, 0, 1)
      && cjpeg_knows(&other->cinfo, others, 1, DCTSIZE2) && begin_output(decoder);
}

int cjpeg_decode_in_parts(cjpeg_decoder *decoder, const cjpeg_scans *scans, cjpeg_run run) {
  unsigned others = choose_others(&decoder->cinfo, scans);
  if (others == 0 || !is_undamaged(decoder)) return 0;
  unsigned own = ((1u << decoder->cinfo.num_components) - 1) & ~others;
  cjpeg_decoder *other = open_other(decoder, scans, others);
  if (!other) return 0;
  int is_decoded = cjpeg_hide_scans(&decoder->source, scans, others) && decode(decoder, other, own, others, run);
  cjpeg_decoder_close(other);
  if (!is_decoded) {
    cjpeg_source_hide(&decoder->source, NULL, 0);
    cjpeg_decoder_read_header(decoder);
  }
  return is_decoded;
}
