#include "scans.h"

#include <stdlib.h>
#include <string.h>

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

// Whether a component's blocks become their means.
static int needs_only_means(const struct jpeg_decompress_struct *cinfo, int id) {
  for (int i = 0; i < cinfo->num_components; i++) {
    if (cinfo->comp_info[i].component_id == id) return cinfo->comp_info[i].DCT_scaled_size == 1;
  }
  return 0;
}

typedef enum segment { INCOMPLETE, NEEDED, UNNEEDED_SCAN } segment;

// Reads a segment after its marker.
static segment read_segment(lookahead *ahead, const struct jpeg_decompress_struct *cinfo, int marker) {
  enum { start_of_scan = 0xDA, length_for_one_component = 8 };
  int high = next_byte(ahead), low = next_byte(ahead);
  if (high < 0 || low < 0) return INCOMPLETE;
  int length = high << 8 | low, left = length - 2;
  if (left < 0) return INCOMPLETE;
  segment found = NEEDED;
  if (marker == start_of_scan && length == length_for_one_component) {
    int count = next_byte(ahead), id = next_byte(ahead), tables = next_byte(ahead), first = next_byte(ahead);
    left -= 4;
    if (count == 1 && tables >= 0 && first > 0 && needs_only_means(cinfo, id)) found = UNNEEDED_SCAN;
  }
  for (; left > 0; left--) {
    if (next_byte(ahead) < 0) return INCOMPLETE;
  }
  return found;
}

// Returns the number of unneeded scans, whose bytes are in `scans`; 0 if the image does not end with its marker.
static int find_unneeded(lookahead *ahead, const struct jpeg_decompress_struct *cinfo, cjpeg_range *scans, int most) {
  int count = 0;
  segment last = NEEDED;
  for (;;) {
    int marker = next_marker(ahead);
    if (marker < 0) return 0;
    uint64_t start = position(ahead) - 2;
    if (last == UNNEEDED_SCAN) scans[count - 1].end = start;
    if (marker == JPEG_EOI) return count;
    last = read_segment(ahead, cinfo, marker);
    if (last == INCOMPLETE) return 0;
    if (last == UNNEEDED_SCAN) {
      if (count == most) return 0;
      scans[count++].start = start;
    }
  }
}

void cjpeg_hide_unneeded_scans(j_decompress_ptr cinfo, int most) {
  cjpeg_source *source = (cjpeg_source *)cinfo->src;
  if (!cinfo->progressive_mode) return;
  jpeg_calc_output_dimensions(cinfo);
  int helps = 0;
  for (int i = 0; i < cinfo->num_components; i++) helps |= cinfo->comp_info[i].DCT_scaled_size == 1;
  if (!helps) return;
  lookahead *ahead = malloc(sizeof *ahead);
  source->hidden = malloc((size_t)most * sizeof *source->hidden);
  if (ahead && source->hidden) {
    *ahead = (lookahead){.reader = source->reader, .offset = cjpeg_source_position(source)};
    source->hidden_count = find_unneeded(ahead, cinfo, source->hidden, most);
  }
  free(ahead);
  if (source->hidden_count == 0) return;
  // What the buffer holds may be part of such a scan.
  source->offset = cjpeg_source_position(source);
  source->base.bytes_in_buffer = 0;
  // Without the other coefficients, the library would estimate them, and change the means.
  cinfo->do_block_smoothing = FALSE;
}
