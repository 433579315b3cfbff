// The library decodes a scan from its start to its end, and a scan adds to the coefficients of the scans before it. But a
// scan with details of one component needs no scan with details of another. So two decoders read the same file, and each
// one sees the scans with means and the details of its own components. One of them then takes the other's coefficients.

#define JPEG_INTERNALS
#include "threads.h"

#include <pthread.h>

// MARK: Components

// Returns the bits of the components for the second thread: all but the one with the most bytes. Returns 0 if they have no
// details.
static unsigned choose_others(const struct jpeg_decompress_struct *cinfo, const cjpeg_scans *scans) {
  uint64_t bytes[MAX_COMPONENTS] = {0}, sum = 0;
  for (int i = 0; i < scans->count; i++) {
    cjpeg_scan scan = scans->scans[i];
    if (scan.detailed < 0) continue;
    bytes[scan.detailed] += scan.bytes.end - scan.bytes.start;
    sum += scan.bytes.end - scan.bytes.start;
  }
  int largest = 0;
  for (int i = 1; i < cinfo->num_components; i++) {
    if (bytes[i] > bytes[largest]) largest = i;
  }
  if (sum == bytes[largest]) return 0;
  return ((1u << cinfo->num_components) - 1) & ~(1u << largest);
}

// Returns whether all coefficients of some components are known exactly. Otherwise the library may estimate some of them.
static int is_complete(const struct jpeg_decompress_struct *cinfo, unsigned components) {
  for (int i = 0; i < cinfo->num_components; i++) {
    if (!(components >> i & 1)) continue;
    for (int k = 0; k < DCTSIZE2; k++) {
      if (cinfo->coef_bits[i][k] != 0) return 0;
    }
  }
  return 1;
}

// MARK: Decoders

static int is_undamaged(const cjpeg_decoder *decoder) {
  return decoder->errors.report.code == FRAMEIT_CODEC_OK && decoder->errors.report.damages == 0;
}

static void *decode_others(void *context) {
  cjpeg_decoder *decoder = context;
  if (setjmp(decoder->errors.jump) == 0) decoder->coefficients = jpeg_read_coefficients(&decoder->cinfo);
  return NULL;
}

// Returns whether all scans were read.
static int decode_own(cjpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump) != 0) return 0;
  // For complete coefficients, the library would find out after all scans that nothing is to be estimated. But this decoder
  // does not know of the other's coefficients.
  decoder->cinfo.do_block_smoothing = FALSE;
  return jpeg_start_decompress(&decoder->cinfo);
}

// Makes a second decoder, which has read the header.
static cjpeg_decoder *open_other(const cjpeg_decoder *decoder) {
  cjpeg_header header;
  frameit_codec_report report;
  cjpeg_decoder *other = cjpeg_decoder_open(decoder->source.reader, decoder->errors.warnings, &header, &report);
  if (!other) return NULL;
  other->scans = decoder->scans;
  other->cinfo.mem->max_memory_to_use = decoder->cinfo.mem->max_memory_to_use;
  return other;
}

int cjpeg_decode_on_two_threads(cjpeg_decoder *decoder, const cjpeg_scans *scans) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  unsigned others = choose_others(cinfo, scans);
  if (others == 0 || !is_undamaged(decoder)) return 0;
  unsigned own = ((1u << cinfo->num_components) - 1) & ~others;
  cjpeg_decoder *other = open_other(decoder);
  pthread_t thread;
  if (!other || !cjpeg_hide_details(&other->cinfo, scans, own) || !cjpeg_hide_details(cinfo, scans, others)
      || pthread_create(&thread, NULL, decode_others, other) != 0) {
    cjpeg_source_hide(&decoder->source, NULL, 0);
    cjpeg_decoder_close(other);
    return 0;
  }
  int is_read = decode_own(decoder);
  pthread_join(thread, NULL);
  if (is_read && other->coefficients && is_undamaged(decoder) && is_undamaged(other) && is_complete(cinfo, own)
      && is_complete(&other->cinfo, others)) {
    for (int i = 0; i < cinfo->num_components; i++) {
      if (others >> i & 1) cinfo->coef->coef_arrays[i] = other->coefficients[i];
    }
    decoder->other = other;
    return 1;
  }
  cjpeg_decoder_close(other);
  cjpeg_decoder_reopen(decoder);
  return 0;
}
