#include "jxl.h"

// The libjxl at run time, which may differ from the one at compile time.
static char library[32] = "libjxl";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host, (void)report;
  uint32_t version = JxlDecoderVersion();
  snprintf(library, sizeof library, "libjxl %u.%u.%u", version / 1000000, version / 1000 % 1000, version % 1000);
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec jxl = {
    .struct_size = sizeof jxl, .name = "jxl", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&jxl};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .codec_count = 1, .codecs = codecs};
