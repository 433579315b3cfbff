#include "webp.h"

// Written once by `start`, before any other call.
static char library[32] = "libwebp";

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host, (void)report;
  int version = WebPGetDecoderVersion();
  snprintf(library, sizeof library, "libwebp %d.%d.%d", version >> 16 & 0xFF, version >> 8 & 0xFF, version & 0xFF);
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec webp = {
    .struct_size = sizeof webp, .name = "webp", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&webp};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .codec_count = 1, .codecs = codecs};
