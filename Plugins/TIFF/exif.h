// EXIF in TIFF's directories. In a TIFF file its directories are beside the image's, with offsets in that file; an
// "exif" block is a small TIFF file of its own. Copying directories converts one to the other: values stay as they
// are, because both have the same byte order, and get new offsets. Maker notes are copied, too; those with offsets
// that are not relative to their own start become unreadable.
#ifndef PLUGINS_TIFF_EXIF_H
#define PLUGINS_TIFF_EXIF_H

#include "../Shared/report.h"

// Bytes that contain directories.
typedef struct exif_source {
  // Returns the number of bytes read, fewer only at the end, or -1.
  int64_t (*read)(void *context, uint64_t offset, void *into, size_t count);
  void *context;
  int is_big_endian, is_big;  // is_big: BigTIFF, with larger numbers
} exif_source;

// New directories, which will be at offset `base` of a file.
typedef struct exif_copy {
  uint8_t *bytes;  // allocated with malloc
  size_t count, space, most;
  uint64_t base;
  int is_big;
} exif_copy;

// The tags of an image's own directory that are also EXIF's, and are texts: the maker, the device, the copyright.
enum { exif_text_count = 8 };
extern const uint16_t exif_texts[exif_text_count];

enum { exif_tag = 0x8769, gps_tag = 0x8825 };

// Makes a whole block from an image's own directory at `directory`: its texts, and the directories of EXIF and GPS.
// Empty if there is none of these. Invalid entries are dropped; data after the end is damage.
void make_exif_block(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// Copies one directory and those within it. Returns its offset, or 0 if nothing was copied.
uint64_t copy_directory(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// Returns the offset of a block's first directory and fills in `from`, or returns 0 if the block is invalid.
uint64_t open_exif_block(exif_source *from, const uint8_t *bytes, size_t count);

// Returns a directory's number by its tag, such as the offset of another directory, or 0.
uint64_t find_number(const exif_source *from, uint64_t directory, uint16_t tag);

// Returns a directory's text by its tag, zero-terminated and allocated with malloc, or null.
char *find_text(const exif_source *from, uint64_t directory, uint16_t tag, size_t most);

#endif
