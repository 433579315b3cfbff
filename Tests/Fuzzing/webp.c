// A libFuzzer harness for the WebP plugin's codec: chunks, animations, lossy and lossless pixels.
#include "Support/walk.h"

extern const frameit_codec_entry_point webp_entry;

static const frameit_codec *the_codec(void) { return webp_entry.codecs[0]; }

static void save_seeds(const char *folder) {
  save_images(folder, 3, 8, 1);
  save_images(folder, 4, 8, 1);
  save_images(folder, 4, 8, seed_frames);
}
