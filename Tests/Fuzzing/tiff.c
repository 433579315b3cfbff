// A libFuzzer harness for the TIFF plugin's codec: directories, EXIF in them, strips and tiles of every sample type.
#include "Support/walk.h"

extern const frameit_codec_entry_point tiff_entry;

static const frameit_codec *the_codec(void) { return tiff_entry.codecs[0]; }

static void save_seeds(const char *folder) {
  for (uint32_t channels = 1; channels <= 4; channels++) {
    save_images(folder, channels, 8, 1);
    save_images(folder, channels, 16, 1);
  }
}
