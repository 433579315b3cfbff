// EXIF among TIFF's directories. In a TIFF file its directories lie beside the image's, with places in that file; a
// block "exif" is a small TIFF file of its own. One is made of the other by copying directories: values stay as they are,
// as both have the same byte order, and their places become new ones. Maker notes are copied, too; those of makers that
// count places in them from elsewhere than their own start lose their way by it.
#ifndef PLUGINS_TIFF_EXIF_H
#define PLUGINS_TIFF_EXIF_H

#include "../Shared/report.h"

// Bytes with directories in them.
typedef struct exif_source {
  // Returns how many bytes came, fewer only at the end, or -1.
  int64_t (*read)(void *context, uint64_t offset, void *into, size_t count);
  void *context;
  int is_big_endian, is_big;  // BigTIFF, with its longer numbers
} exif_source;

// Directories that are made, which will lie at `base` of a file.
typedef struct exif_copy {
  uint8_t *bytes;  // malloc's
  size_t count, space, most;
  uint64_t base;
  int is_big;
} exif_copy;

// The tags of an image's own directory that are EXIF's, too, and are texts: who made it, with what, and whose it is.
enum { exif_text_count = 8 };
extern const uint16_t exif_texts[exif_text_count];

enum { exif_tag = 0x8769, gps_tag = 0x8825 };

// A whole block, of an image's own directory at `directory`: its texts, and the directories of EXIF and of GPS. Empty
// where there is none of these. What makes no sense is left out; what lies past the end is damage.
void make_exif_block(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// One directory as it is, and those within it. Returns where it lies, 0 where nothing came of it.
uint64_t copy_directory(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// Where a block's first directory lies, with what there is to know of it. Returns 0 where the block makes no sense.
uint64_t open_exif_block(exif_source *from, const uint8_t *bytes, size_t count);

// A directory's number by a tag, such as where another directory lies; 0 for none.
uint64_t find_number(const exif_source *from, uint64_t directory, uint16_t tag);

// A directory's text by a tag, with a zero behind it: malloc's, or null.
char *find_text(const exif_source *from, uint64_t directory, uint16_t tag, size_t most);

#endif
