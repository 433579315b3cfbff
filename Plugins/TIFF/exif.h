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

// The fields of an image's own directory that are also EXIF's: texts such as the maker and the copyright, and what Windows adds:
// titles in UTF-16, ratings.
typedef struct exif_field {
  uint16_t tag;
  uint16_t type;
} exif_field;
enum { type_byte = 1, type_ascii = 2, type_short = 3 };
enum { exif_field_count = 15 };
extern const exif_field exif_fields[exif_field_count];

enum { exif_tag = 0x8769, gps_tag = 0x8825 };

// Makes a whole block from an image's own directory at `directory`: its fields, and the directories of EXIF and GPS.
// Empty if there is none of these. Invalid entries are dropped; data after the end is damage.
void make_exif_block(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// Copies one directory and those within it. Returns its offset, or 0 if nothing was copied.
uint64_t copy_directory(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t);

// Returns the offset of a block's first directory and fills in `from`, or returns 0 if the block is invalid.
uint64_t open_exif_block(exif_source *from, const uint8_t *bytes, size_t count);

// Returns a directory's number by its tag, such as the offset of another directory, or 0.
uint64_t find_number(const exif_source *from, uint64_t directory, uint16_t tag);

// Returns the bytes of a field, followed by a zero and allocated with malloc, and their number; null if there is no such field.
uint8_t *find_field(const exif_source *from, uint64_t directory, exif_field field, size_t most, size_t *count);

// Returns the number in the 2 bytes of a value.
uint16_t short_in(const exif_source *from, const uint8_t *bytes);

#endif
