// Boxes of a file in the ISO base media format.
#include "heif.h"

const uint8_t *find_box(const uint8_t *file, size_t length, const char *type, size_t *box_length) {
  for (size_t at = 0; length - at >= 8;) {
    const uint8_t *b = file + at;
    uint64_t size = (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3];
    if (size == 1 && length - at >= 16) {
      size = 0;
      for (int i = 8; i < 16; i++) size = size << 8 | b[i];
    }
    // 0 means a box to the end of the file.
    int is_last = size < 8 || size > length - at;
    if (memcmp(b + 4, type, 4) == 0) {
      *box_length = is_last ? length - at : (size_t)size;
      return b;
    }
    if (is_last) return NULL;
    at += (size_t)size;
  }
  return NULL;
}

// Returns a number of 1, 2 or 4 bytes; 0 beyond the end.
static uint32_t number(const uint8_t *box, size_t length, size_t at, int bytes) {
  uint32_t value = 0;
  if (at > length || length - at < (size_t)bytes) return 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | box[at + (size_t)i];
  return value;
}

// Returns a box in the list of properties by its number from 1 on (ISO/IEC 14496-12, 8.11.14); null if there is none.
static const uint8_t *property(const uint8_t *list, size_t length, uint32_t index, size_t *box_length) {
  for (size_t at = 8; at <= length && length - at >= 8; index--) {
    size_t size = number(list, length, at, 4);
    if (size < 8 || size > length - at) return NULL;
    if (index == 1) {
      *box_length = size;
      return list + at;
    }
    at += size;
  }
  return NULL;
}

static int is_transformation(const uint8_t *box) { return memcmp(box + 4, "irot", 4) == 0 || memcmp(box + 4, "clap", 4) == 0; }

// Applies a property to a size. `clap` has fractions of 4 and 4 bytes for the width and the height, and `irot` the number of quarter
// turns (ISO/IEC 23008-12, 6.5.9 and 6.5.10).
static void apply(const uint8_t *box, size_t length, int *width, int *height) {
  if (memcmp(box + 4, "irot", 4) == 0 && number(box, length, 8, 1) & 1) {
    int old = *width;
    *width = *height;
    *height = old;
  } else if (memcmp(box + 4, "clap", 4) == 0) {
    uint32_t wide = number(box, length, 8, 4), wide_unit = number(box, length, 12, 4);
    uint32_t high = number(box, length, 16, 4), high_unit = number(box, length, 20, 4);
    if (wide_unit == 0 || high_unit == 0) return;
    *width = (int)(wide / wide_unit < INT_MAX ? wide / wide_unit : INT_MAX);
    *height = (int)(high / high_unit < INT_MAX ? high / high_unit : INT_MAX);
  }
}

// The properties of an item, by their numbers (ISO/IEC 23008-12, 9.3.1).
typedef struct associations {
  const uint8_t *map, *list;
  size_t map_length, list_length, at;
  uint32_t count;
  int index_bytes;
} associations;

// Returns 0 if the file lists no properties of the item.
static int find_associations(associations *a, const uint8_t *file, size_t length, uint32_t item) {
  size_t meta_length = 0, group_length = 0;
  const uint8_t *meta = find_box(file, length, "meta", &meta_length);
  if (!meta || meta_length < 12) return 0;
  const uint8_t *group = find_box(meta + 12, meta_length - 12, "iprp", &group_length);
  if (!group || group_length < 8) return 0;
  a->list = find_box(group + 8, group_length - 8, "ipco", &a->list_length);
  a->map = find_box(group + 8, group_length - 8, "ipma", &a->map_length);
  if (!a->list || !a->map) return 0;
  int id_bytes = number(a->map, a->map_length, 8, 1) < 1 ? 2 : 4;
  a->index_bytes = number(a->map, a->map_length, 11, 1) & 1 ? 2 : 1;
  a->at = 16;
  for (uint32_t left = number(a->map, a->map_length, 12, 4); left > 0 && a->at < a->map_length; left--) {
    uint32_t id = number(a->map, a->map_length, a->at, id_bytes);
    a->count = number(a->map, a->map_length, a->at + (size_t)id_bytes, 1);
    a->at += (size_t)id_bytes + 1;
    if (id == item) return 1;
    a->at += a->count * (size_t)a->index_bytes;
  }
  return 0;
}

static const uint8_t *associated(const associations *a, uint32_t i, size_t *box_length) {
  uint32_t index = number(a->map, a->map_length, a->at + i * (size_t)a->index_bytes, a->index_bytes);
  // The highest bit says whether the property is essential.
  return property(a->list, a->list_length, index & (a->index_bytes == 2 ? 0x7FFF : 0x7F), box_length);
}

void transformed_size(const uint8_t *file, size_t length, uint32_t item, int *width, int *height) {
  associations a = {0};
  if (!find_associations(&a, file, length, item)) return;
  size_t box_length = 0;
  int is_late = 0;
  const uint8_t *size = NULL;
  for (uint32_t i = 0; i < a.count && !size; i++) {
    const uint8_t *box = associated(&a, i, &box_length);
    if (box && memcmp(box + 4, "ispe", 4) == 0) size = box;
    else if (box) is_late |= is_transformation(box);
  }
  if (!size || !is_late) return;
  int wide = (int)(number(size, box_length, 12, 4) & INT_MAX), high = (int)(number(size, box_length, 16, 4) & INT_MAX);
  for (uint32_t i = 0; i < a.count; i++) {
    const uint8_t *box = associated(&a, i, &box_length);
    if (box) apply(box, box_length, &wide, &high);
  }
  if (wide <= 0 || high <= 0) return;
  *width = wide;
  *height = high;
}
