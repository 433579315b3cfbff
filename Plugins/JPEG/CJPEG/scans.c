#include "scans.h"

#include <stdlib.h>
#include <string.h>

enum { start_of_scan = 0xDA };

// MARK: Markers

// Reads the data after the header a second time, ahead of the library.
typedef struct lookahead {
  const frameit_reader *reader;
  uint64_t offset;  // of the buffer's end
  size_t at, count;
  uint8_t buffer[16384];
} lookahead;

static int fill(lookahead *ahead) {
  ptrdiff_t count = frameit_read(ahead->reader, ahead->offset, ahead->buffer, sizeof ahead->buffer);
  if (count <= 0) return 0;
  ahead->offset += (uint64_t)count;
  ahead->at = 0;
  ahead->count = (size_t)count;
  return 1;
}

// Returns the next byte; -1 at the end of the data, or if it cannot be read.
static int next_byte(lookahead *ahead) {
  if (ahead->at == ahead->count && !fill(ahead)) return -1;
  return ahead->buffer[ahead->at++];
}

static uint64_t position(const lookahead *ahead) { return ahead->offset - (ahead->count - ahead->at); }

// Skips entropy-coded data, in which 0xFF is followed by 0 or a restart marker (ITU-T T.81, B.1.1.5), up to the next marker.
// Returns the marker, or -1 at the end of the data.
static int next_marker(lookahead *ahead) {
  for (;;) {
    if (ahead->at == ahead->count && !fill(ahead)) return -1;
    const uint8_t *found = memchr(ahead->buffer + ahead->at, 0xFF, ahead->count - ahead->at);
    if (!found) {
      ahead->at = ahead->count;
      continue;
    }
    ahead->at = (size_t)(found - ahead->buffer) + 1;
    int byte;
    do byte = next_byte(ahead);
    while (byte == 0xFF);
    if (byte < 0) return -1;
    if (byte != 0 && (byte < JPEG_RST0 || byte > JPEG_RST0 + 7)) return byte;
  }
}

// MARK: Scans

static unsigned bit_of(const struct jpeg_decompress_struct *cinfo, int id) {
  for (int i = 0; i < cinfo->num_components; i++) {
    if (cinfo->comp_info[i].component_id == id) return 1u << i;
  }
  return cjpeg_dc;
}

// Reads a segment after its marker. Returns whether it is complete, and sets `content` for a scan.
static int read_segment(lookahead *ahead, const struct jpeg_decompress_struct *cinfo, int marker, unsigned *content) {
  enum { length_for_one_component = 8 };
  *content = cjpeg_dc;
  int high = next_byte(ahead), low = next_byte(ahead);
  if (high < 0 || low < 0) return 0;
  int length = high << 8 | low, left = length - 2;
  if (left < 0) return 0;
  if (marker == start_of_scan && length == length_for_one_component) {
    int count = next_byte(ahead), id = next_byte(ahead), tables = next_byte(ahead), first = next_byte(ahead);
    left -= 4;
    if (count == 1 && tables >= 0 && first > 0) *content = bit_of(cinfo, id);
  }
  for (; left > 0; left--) {
    if (next_byte(ahead) < 0) return 0;
  }
  return 1;
}

// Returns the number of scans; 0 if the image does not end with its marker, or has more scans than `most`.
static int find(lookahead *ahead, const struct jpeg_decompress_struct *cinfo, cjpeg_scan *scans, int most) {
  // The library has read the header of the first scan, which has DC coefficients (ITU-T T.81, G.1.1.1.1).
  if (cinfo->Ss > 0) return 0;
  uint64_t header = 2 + 6 + 2 * (uint64_t)cinfo->comps_in_scan;
  scans[0] = (cjpeg_scan){.bytes = {.start = position(ahead) - header}, .content = cjpeg_dc};
  int count = 1, is_in_scan = 1;
  for (;;) {
    int marker = next_marker(ahead);
    if (marker < 0) return 0;
    uint64_t start = position(ahead) - 2;
    if (is_in_scan) scans[count - 1].bytes.end = start;
    if (marker == JPEG_EOI) return count;
    unsigned content;
    if (!read_segment(ahead, cinfo, marker, &content)) return 0;
    is_in_scan = marker == start_of_scan;
    if (!is_in_scan) continue;
    if (count == most) return 0;
    scans[count++] = (cjpeg_scan){.bytes = {.start = start}, .content = content};
  }
}

cjpeg_scans cjpeg_find_scans(j_decompress_ptr cinfo, int most) {
  cjpeg_scans found = {0};
  if (!cinfo->progressive_mode) return found;
  cjpeg_source *source = (cjpeg_source *)cinfo->src;
  lookahead *ahead = malloc(sizeof *ahead);
  found.scans = malloc((size_t)most * sizeof *found.scans);
  if (ahead && found.scans) {
    *ahead = (lookahead){.reader = source->reader, .offset = cjpeg_source_position(source)};
    found.count = find(ahead, cinfo, found.scans, most);
  }
  free(ahead);
  return found;
}

void cjpeg_scans_close(cjpeg_scans *scans) { free(scans->scans); }

int cjpeg_hide_scans(cjpeg_source *source, const cjpeg_scans *scans, unsigned content) {
  cjpeg_range *ranges = malloc((size_t)scans->count * sizeof *ranges);
  int count = 0;
  for (int i = 0; ranges && i < scans->count; i++) {
    if (scans->scans[i].content & content) ranges[count++] = scans->scans[i].bytes;
  }
  if (count == 0) free(ranges);
  else cjpeg_source_hide(source, ranges, count);
  return count > 0;
}
