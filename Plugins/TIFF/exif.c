#include "exif.h"

#include <stdlib.h>

// More than any camera writes.
enum { most_entries = 1000, most_depth = 2, interoperability_tag = 0xA005 };
enum { type_long = 4, type_ifd = 13, type_long8 = 16, type_ifd8 = 18 };

const exif_field exif_fields[] = {
    // ImageDescription, Make, Model, Software, DateTime, Artist, HostComputer, Copyright.
    {0x010E, type_ascii}, {0x010F, type_ascii}, {0x0110, type_ascii}, {0x0131, type_ascii}, {0x0132, type_ascii},
    {0x013B, type_ascii}, {0x013C, type_ascii}, {0x8298, type_ascii},
    // XPTitle, XPComment, XPAuthor, XPKeywords, XPSubject, Rating, RatingPercent.
    {0x9C9B, type_byte}, {0x9C9C, type_byte}, {0x9C9D, type_byte}, {0x9C9E, type_byte}, {0x9C9F, type_byte},
    {0x4746, type_short}, {0x4749, type_short}};

// Returns the bytes of a value by its type (TIFF 6.0, p. 15; BigTIFF's from 16 on), or 0 for an unknown type.
static uint64_t width_of(uint16_t type) {
  static const uint8_t widths[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < sizeof widths ? widths[type] : 0;
}

// MARK: Numbers

static uint64_t number(const exif_source *s, const uint8_t *b, int count) {
  uint64_t value = 0;
  for (int i = 0; i < count; i++) value |= (uint64_t)b[i] << 8 * (s->is_big_endian ? count - 1 - i : i);
  return value;
}

static void put_number(const exif_source *s, uint8_t *b, int count, uint64_t value) {
  for (int i = 0; i < count; i++) b[i] = (uint8_t)(value >> 8 * (s->is_big_endian ? count - 1 - i : i));
}

// The lengths of a directory's parts.
typedef struct layout {
  int count, entry, field;  // the number of entries, an entry, its value
} layout;

static layout layout_of(int is_big) { return is_big ? (layout){8, 20, 8} : (layout){2, 12, 4}; }

// MARK: Reading

typedef struct entry {
  uint16_t tag, type;
  uint64_t count, bytes;  // the number of values, and their bytes
  uint8_t field[8];       // the value, or its offset
} entry;

static int read_all(const exif_source *s, uint64_t offset, void *into, size_t count) {
  return s->read(s->context, offset, into, count) == (int64_t)count;
}

// Returns the number of entries of a directory, more than `most_entries` if they are not to be read, -1 after the
// end.
static int entries_of(const exif_source *s, uint64_t directory) {
  uint8_t b[8];
  layout l = layout_of(s->is_big);
  if (!read_all(s, directory, b, (size_t)l.count)) return -1;
  uint64_t count = number(s, b, l.count);
  return count > most_entries ? most_entries + 1 : (int)count;
}

// Returns 0 after the end. `bytes` is 0 for an invalid entry.
static int read_entry(const exif_source *s, uint64_t directory, int index, entry *e) {
  uint8_t b[20];
  layout l = layout_of(s->is_big);
  if (!read_all(s, directory + (uint64_t)(l.count + l.entry * index), b, (size_t)l.entry)) return 0;
  *e = (entry){
      .tag = (uint16_t)number(s, b, 2), .type = (uint16_t)number(s, b + 2, 2), .count = number(s, b + 4, l.field)};
  uint64_t width = width_of(e->type);
  if (width > 0 && e->count <= UINT32_MAX) e->bytes = width * e->count;
  memcpy(e->field, b + l.entry - l.field, (size_t)l.field);
  return 1;
}

static int read_value(const exif_source *s, const entry *e, uint8_t *into) {
  layout l = layout_of(s->is_big);
  if (e->bytes > (uint64_t)l.field) return read_all(s, number(s, e->field, l.field), into, (size_t)e->bytes);
  memcpy(into, e->field, (size_t)e->bytes);
  return 1;
}

static int find_entry(const exif_source *s, uint64_t directory, uint16_t tag, entry *e) {
  int count = entries_of(s, directory);
  for (int i = 0; i < count && count <= most_entries && read_entry(s, directory, i, e); i++) {
    if (e->tag == tag) return e->bytes > 0;
  }
  return 0;
}

static uint64_t place_in(const exif_source *s, const entry *e) {
  int is_wide = e->type == type_long8 || e->type == type_ifd8;
  if (e->count != 1 || (!is_wide && e->type != type_long && e->type != type_ifd)) return 0;
  return number(s, e->field, is_wide ? 8 : 4);
}

uint64_t find_number(const exif_source *from, uint64_t directory, uint16_t tag) {
  entry e;
  return find_entry(from, directory, tag, &e) ? place_in(from, &e) : 0;
}

uint8_t *find_field(const exif_source *from, uint64_t directory, exif_field field, size_t most, size_t *count) {
  entry e;
  if (!find_entry(from, directory, field.tag, &e) || e.type != field.type || e.bytes == 0 || e.bytes > most) return NULL;
  uint8_t *bytes = calloc(1, (size_t)e.bytes + 1);
  *count = (size_t)e.bytes;
  if (bytes && read_value(from, &e, bytes)) return bytes;
  free(bytes);
  return NULL;
}

uint16_t short_in(const exif_source *from, const uint8_t *bytes) { return (uint16_t)number(from, bytes, 2); }

uint64_t open_exif_block(exif_source *from, const uint8_t *bytes, size_t count) {
  if (count < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0)) return 0;
  from->is_big_endian = bytes[0] == 'M';
  from->is_big = 0;
  return number(from, bytes + 4, 4);
}

// MARK: Copying

// Appends zeroed bytes at an even offset. Returns their offset in `bytes`, or SIZE_MAX without memory.
static size_t reserve(exif_copy *to, size_t count, trouble *t) {
  size_t start = to->count + to->count % 2;
  if (count > to->most || start > to->most - count) {
    fail(t, FRAMEIT_CODEC_LIMIT, "the EXIF exceeds the limit of %zu bytes", to->most);
    return SIZE_MAX;
  }
  if (start + count > to->space) {
    size_t space = 2 * (start + count);
    uint8_t *bytes = realloc(to->bytes, space);
    if (!bytes) {
      no_memory(t);
      return SIZE_MAX;
    }
    to->bytes = bytes;
    to->space = space;
  }
  memset(to->bytes + to->count, 0, start + count - to->count);
  to->count = start + count;
  return start;
}

static int is_wanted(uint16_t tag, int depth) {
  if (depth > 0 || tag == exif_tag || tag == gps_tag) return 1;
  for (int i = 0; i < exif_field_count; i++) {
    if (exif_fields[i].tag == tag) return 1;
  }
  return 0;
}

static uint64_t copy_at(exif_copy *to, const exif_source *from, uint64_t directory, int depth, trouble *t);

// Writes an entry at `at`. Returns 0 if it is dropped.
static int copy_entry(exif_copy *to, const exif_source *from, const entry *e, size_t at, int depth, trouble *t) {
  layout l = layout_of(to->is_big);
  int is_place = (depth == 0 && (e->tag == exif_tag || e->tag == gps_tag))
                 || (depth > 0 && e->tag == interoperability_tag);
  uint16_t type = e->type;
  size_t value = at + (size_t)(l.entry - l.field);
  if (is_place) {
    uint64_t place = place_in(from, e);
    uint64_t copied = place > 0 && depth < most_depth ? copy_at(to, from, place, depth + 1, t) : 0;
    if (copied == 0) return 0;
    type = to->is_big ? type_ifd8 : type_long;
    put_number(from, to->bytes + value, l.field, copied);
  } else {
    if (e->bytes == 0 || (!to->is_big && e->type >= type_long8)) return 0;
    size_t kept = to->count;
    if (e->bytes > (uint64_t)l.field) {
      size_t place = e->bytes <= SIZE_MAX ? reserve(to, (size_t)e->bytes, t) : SIZE_MAX;
      if (place == SIZE_MAX) return 0;
      put_number(from, to->bytes + value, l.field, to->base + place);
      value = place;
    }
    if (!read_value(from, e, to->bytes + value)) {
      live_with(t, "an EXIF entry is past the end of the file");
      to->count = kept;
      return 0;
    }
  }
  put_number(from, to->bytes + at, 2, e->tag);
  put_number(from, to->bytes + at + 2, 2, type);
  put_number(from, to->bytes + at + 4, l.field, e->count);
  return 1;
}

static uint64_t copy_at(exif_copy *to, const exif_source *from, uint64_t directory, int depth, trouble *t) {
  layout l = layout_of(to->is_big);
  int count = entries_of(from, directory), kept = 0;
  if (count < 0) live_with(t, "the EXIF is past the end of the file");
  if (count > most_entries) live_with(t, "an EXIF directory has more than %d entries", most_entries);
  if (count <= 0 || count > most_entries) return 0;
  size_t start = reserve(to, (size_t)(l.count + l.entry * count + l.field), t);
  if (start == SIZE_MAX) return 0;
  for (int i = 0; i < count && t->code == FRAMEIT_CODEC_OK; i++) {
    entry e;
    if (!read_entry(from, directory, i, &e)) {
      live_with(t, "the EXIF is past the end of the file");
      break;
    }
    size_t at = start + (size_t)(l.count + l.entry * kept);
    if (is_wanted(e.tag, depth) && copy_entry(to, from, &e, at, depth, t)) kept++;
    else memset(to->bytes + at, 0, (size_t)l.entry);
  }
  // The space after the last entry is zero: there is no further directory.
  put_number(from, to->bytes + start, l.count, (uint64_t)kept);
  return kept > 0 && t->code == FRAMEIT_CODEC_OK ? to->base + start : 0;
}

uint64_t copy_directory(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t) {
  return copy_at(to, from, directory, 1, t);
}

void make_exif_block(exif_copy *to, const exif_source *from, uint64_t directory, trouble *t) {
  size_t head = reserve(to, 8, t);
  uint64_t place = head == 0 ? copy_at(to, from, directory, 0, t) : 0;
  if (place == 0) {
    to->count = 0;
    return;
  }
  memcpy(to->bytes, from->is_big_endian ? "MM" : "II", 2);
  put_number(from, to->bytes + 2, 2, 42);
  put_number(from, to->bytes + 4, 4, place);
}
