// A libFuzzer harness for the GIF plugin's codec: blocks, comments and XMP, LZW, frames and their disposal.
#include "Support/walk.h"

extern const frameit_codec_entry_point gif_entry;

static const frameit_codec *the_codec(void) { return gif_entry.codecs[0]; }

static void save_seeds(const char *folder) {
  save_images(folder, 3, 8, 1);
  save_images(folder, 4, 8, seed_frames);
}
