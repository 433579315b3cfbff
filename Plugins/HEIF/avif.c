// AVIF: a codec and library of its own, because it can be written.
#include "heif.h"

static const frameit_codec avif = {
    .struct_size = sizeof avif, .name = "avif", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder,
    .open_encoder = open_encoder, .encode_frame = encode_frame, .encode_rows = encode_rows,
    .finish_encoder = finish_encoder, .close_encoder = close_encoder};

static const frameit_codec *const codecs[] = {&avif};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .stop = stop, .codec_count = 1, .codecs = codecs};
