#include "heif.h"

static const frameit_codec heif = {
    .struct_size = sizeof heif, .name = "heif", .library = library, .open = open_decoder, .header = give_header,
    .frame = begin_frame, .rows = give_rows, .finish = finish, .close = close_decoder};

static const frameit_codec *const codecs[] = {&heif};

FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .start = start, .stop = stop, .codec_count = 1, .codecs = codecs};
