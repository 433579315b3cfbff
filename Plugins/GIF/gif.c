#include "gif.h"

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static const frameit_codec gif = {
    // As compiled: the library has no call that returns its version.
    .struct_size = sizeof gif, .name = "gif",
    .library = "giflib " TEXT(GIFLIB_MAJOR) "." TEXT(GIFLIB_MINOR) "." TEXT(GIFLIB_RELEASE),
    .open = open_decoder, .header = give_header, .frame = begin_frame, .rows = give_rows, .finish = finish,
    .close = close_decoder, .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&gif};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .codec_count = 1, .codecs = codecs};
