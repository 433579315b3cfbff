#include "tiff.h"

// The libtiff at run time, which may differ from the one at compile time.
static char library[32] = "libtiff";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host, (void)report;
  int major = 0, minor = 0, patch = 0;
  if (sscanf(TIFFGetVersion(), "LIBTIFF, Version %d.%d.%d", &major, &minor, &patch) == 3) {
    snprintf(library, sizeof library, "libtiff %d.%d.%d", major, minor, patch);
  }
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec tiff = {
    .struct_size = sizeof tiff, .name = "tiff", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&tiff};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .codec_count = 1, .codecs = codecs};
