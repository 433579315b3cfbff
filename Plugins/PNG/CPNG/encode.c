// A PNG is a signature and chunks; what is costly about it, the filters and the compression, does not
// come from libpng here. So nothing on this side ever jumps.
//
// Compression is ISA-L's igzip at level 1, in one thread. Measured on a drawing of 2560 x 1440 RGB, halved
// and turned by 12 degrees, in processor time:
//
//   libpng, all filters, zlib level 3      226 ms  1.64 MB
//   no filter, zlib level 6, as in vips    140 ms  1.48 MB
//   all filters, zlib level 1              115 ms  1.82 MB
//   all filters, zlib's RLE                110 ms  1.39 MB
//   all filters, igzip level 1              22 ms  1.69 MB
//   all filters, igzip level 3              35 ms  1.71 MB
//
// Photographs come out 1 to 8% larger than by libpng and zlib level 3, and smaller than without filters
// at level 6; text on plain paper comes out some 15% larger than either. zlib's RLE is small here, but
// makes text twice as large. libdeflate at level 1 is 9% smaller in 45 ms, but takes a whole image at
// once, and rows must flow. With so little time left threads have nothing to gain.
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "isal.h"
#include "samples.h"
#include "trouble.h"

// igzip looks for repetitions within one call's input. A fixed portion makes the bytes independent of how rows were
// batched. (On another kind of processor it may find other repetitions.)
enum { portion = 131072, idat_size = 65536, sequence_size = 4 };

// igzip's main loop starts a stream with the hash of an uninitialized register (`.write_first_byte` in
// igzip_icf_body_h1_gr_bt.asm of ISA-L 2.30), often an address. In one of some thousand runs that hash happened to
// match, and an image was compressed differently. The code for the end of a stream starts correctly, so the first
// bytes of each stream are flushed through it, at a cost of 8 to 10 bytes.
enum { opening = 4 };

struct cpng_encoder {
  cpng_trouble trouble;
  frameit_writer *writer;
  size_t line_bytes;  // of a row of the image
  size_t row_bytes;   // of a row of the frame
  size_t pixel;       // bytes, at least 1
  int is_filtered;    // indices and samples of less than 8 bits are not: their differences mean nothing
  int swap;
  uint32_t height;    // of the frame
  uint32_t row;       // the next row to encode
  uint32_t frame;     // the frame's number from 1; 0 without animation
  uint32_t sequence;  // the number of the next fcTL or fdAT
  uint8_t *lines[2];  // the last row and the next one, alternating, each with margins
  uint8_t *filtered;
  struct isal_zstream stream;
  uint8_t level[ISAL_DEF_LVL1_DEFAULT];
  uint8_t pending[portion];
  size_t pending_count;
  uint8_t idat[sequence_size + idat_size];  // after room for an fdAT's number
};

static int failed(const cpng_encoder *e) { return e->trouble.report.code != FRAMEIT_CODEC_OK; }

// MARK: Chunks

static void write_bytes(cpng_encoder *e, const uint8_t *bytes, size_t count) {
  if (failed(e)) return;
  int result = frameit_write(e->writer, bytes, count);
  if (result == 0) return;
  e->trouble.report.error_number = -result;
  cpng_note(&e->trouble, FRAMEIT_CODEC_IO, "write failed");
}

static void put32(uint8_t *into, uint32_t number) {
  for (int i = 0; i < 4; i++) into[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_chunk(cpng_encoder *e, const char *type, const uint8_t *bytes, size_t count) {
  uint8_t head[8], tail[4];
  put32(head, (uint32_t)count);
  memcpy(head + 4, type, 4);
  put32(tail, cpng_crc(cpng_crc(0, head + 4, 4), bytes, count));
  write_bytes(e, head, sizeof head);
  write_bytes(e, bytes, count);
  write_bytes(e, tail, sizeof tail);
}

// Writes the compressor's output. The first frame of an animation is the image for readers without animation support.
static void write_data(cpng_encoder *e, size_t count) {
  if (e->frame < 2) {
    write_chunk(e, "IDAT", e->idat + sequence_size, count);
  } else {
    put32(e->idat, e->sequence++);
    write_chunk(e, "fdAT", e->idat, sequence_size + count);
  }
}

static void write_header(cpng_encoder *e, uint32_t width, cpng_layout layout) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  static const uint8_t color_types[] = {0, 4, 2, 6};  // gray, with alpha, RGB, RGBA
  uint8_t header[13] = {0};  // the methods of compression, filtering and interlacing are 0
  put32(header, width);
  put32(header + 4, e->height);
  header[8] = (uint8_t)layout.depth;
  header[9] = layout.colors > 0 ? 3 : color_types[layout.channels - 1];
  write_bytes(e, signature, sizeof signature);
  write_chunk(e, "IHDR", header, sizeof header);
}

void cpng_encoder_chunk(
    cpng_encoder *e, const char *type, const uint8_t *bytes, size_t count, frameit_codec_report *report) {
  if (e->row > 0) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "a chunk after the first row");
  if (count > INT32_MAX) cpng_note(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "too large for a chunk");
  if (!failed(e)) write_chunk(e, type, bytes, count);
  *report = e->trouble.report;
}

// MARK: Opening

static uint8_t *new_line(size_t row_bytes) {
  uint8_t *line = calloc(1, row_bytes + 2 * cpng_margin);
  return line ? line + cpng_margin : NULL;
}

static void free_line(uint8_t *line) {
  if (line) free(line - cpng_margin);
}

static void start_stream(cpng_encoder *e) {
  isal_deflate_init(&e->stream);
  e->stream.gzip_flag = IGZIP_ZLIB;
  e->stream.level = 1;
  e->stream.level_buf = e->level;
  e->stream.level_buf_size = sizeof e->level;
  e->stream.next_out = e->idat + sequence_size;
  e->stream.avail_out = idat_size;
}

cpng_encoder *cpng_encoder_open(
    frameit_writer *writer, uint32_t width, uint32_t height, cpng_layout layout, frameit_codec_report *report) {
  cpng_trouble none = {.otherwise = FRAMEIT_CODEC_UNSUPPORTED};
  cpng_encoder *e = calloc(1, sizeof *e);
  if (!e) {
    cpng_note(&none, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
    *report = none.report;
    return NULL;
  }
  e->trouble = none;
  e->writer = writer;
  e->height = height;
  size_t bits = (size_t)layout.channels * (size_t)layout.depth;
  e->pixel = bits < 8 ? 1 : bits / 8;
  e->is_filtered = layout.depth >= 8 && layout.colors == 0;
  e->line_bytes = e->row_bytes = ((size_t)width * bits + 7) / 8;
  e->swap = cpng_swaps(layout.depth == 16);
  e->filtered = malloc(1 + e->row_bytes + cpng_margin);
  for (int i = 0; i < 2; i++) e->lines[i] = new_line(e->row_bytes);
  if (!e->filtered || !e->lines[0] || !e->lines[1]) {
    cpng_note(&e->trouble, FRAMEIT_CODEC_NO_MEMORY, "out of memory");
  }
  start_stream(e);
  if (!failed(e)) write_header(e, width, layout);
  *report = e->trouble.report;
  if (!failed(e)) return e;
  cpng_encoder_close(e);
  return NULL;
}

// MARK: Rows

static void deflate_bytes(cpng_encoder *e, uint8_t *bytes, size_t count, uint16_t flush, int last) {
  struct isal_zstream *stream = &e->stream;
  stream->next_in = bytes;
  stream->avail_in = (uint32_t)count;
  stream->flush = flush;
  stream->end_of_stream = (uint16_t)last;
  while (!failed(e)) {
    if (cpng_isal_deflate(stream) != COMP_OK) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "igzip failed");
    int ended = stream->internal_state.state == ZSTATE_END;
    int full = stream->avail_out == 0;
    if (full || ended) {
      write_data(e, idat_size - stream->avail_out);
      stream->next_out = e->idat + sequence_size;
      stream->avail_out = idat_size;
    }
    if (last ? ended : stream->avail_in == 0 && !full) return;
  }
}

// Compresses the pending bytes.
static void deflate_pending(cpng_encoder *e, int last) {
  size_t first = e->stream.total_in == 0 && e->pending_count > opening ? opening : 0;
  if (first > 0) deflate_bytes(e, e->pending, first, SYNC_FLUSH, 0);
  deflate_bytes(e, e->pending + first, e->pending_count - first, NO_FLUSH, last);
  e->pending_count = 0;
}

static void append(cpng_encoder *e, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    size_t part = portion - e->pending_count < count ? portion - e->pending_count : count;
    memcpy(e->pending + e->pending_count, bytes, part);
    e->pending_count += part;
    bytes += part;
    count -= part;
    if (e->pending_count == portion) deflate_pending(e, 0);
  }
}

void cpng_encoder_write(
    cpng_encoder *e, const uint8_t *rows, uint32_t count, frameit_codec_report *report) {
  if (count > e->height - e->row) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "more rows than announced");
  for (uint32_t i = 0; i < count && !failed(e); i++, e->row++) {
    uint8_t *line = e->lines[e->row & 1], *above = e->lines[~e->row & 1];
    cpng_copy_row(rows + i * e->row_bytes, e->row_bytes, e->swap, line);
    if (e->is_filtered) {
      cpng_filter(line, above, e->row_bytes, e->pixel, e->filtered);
    } else {
      e->filtered[0] = cpng_none;
      memcpy(e->filtered + 1, line, e->row_bytes);
    }
    append(e, e->filtered, 1 + e->row_bytes);
  }
  *report = e->trouble.report;
}

// MARK: Frames

// A delay is a fraction of two 16-bit numbers, in seconds.
static void write_frame_control(cpng_encoder *e, cpng_area area, uint32_t milliseconds) {
  uint8_t control[26] = {0};  // nothing is cleared, and pixels replace the canvas
  uint32_t numerator = milliseconds, denominator = 1000;
  for (; numerator > UINT16_MAX && denominator > 1; denominator /= 10) numerator /= 10;
  if (numerator > UINT16_MAX) {
    cpng_note(&e->trouble, FRAMEIT_CODEC_UNSUPPORTED, "a frame lasts longer than 65535 s, which PNG cannot store");
    return;
  }
  put32(control, e->sequence++);
  put32(control + 4, area.width);
  put32(control + 8, area.height);
  put32(control + 12, area.x);
  put32(control + 16, area.y);
  control[20] = (uint8_t)(numerator >> 8);
  control[21] = (uint8_t)numerator;
  control[22] = (uint8_t)(denominator >> 8);
  control[23] = (uint8_t)denominator;
  write_chunk(e, "fcTL", control, sizeof control);
}

void cpng_encoder_begin_frame(
    cpng_encoder *e, cpng_area area, uint32_t milliseconds, frameit_codec_report *report) {
  if (e->row < (e->frame ? e->height : 0)) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than announced");
  if (area.width > e->line_bytes / e->pixel) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "a frame wider than the image");
  if (!failed(e) && e->frame > 0) {
    deflate_pending(e, 1);
    start_stream(e);
    // Clears the row above the first one and the margin after a row that is shorter than the last frame's.
    for (int i = 0; i < 2; i++) memset(e->lines[i], 0, e->line_bytes);
    e->row = 0;
  }
  e->row_bytes = area.width * e->pixel;
  e->height = area.height;
  if (!failed(e)) write_frame_control(e, area, milliseconds);
  e->frame++;
  *report = e->trouble.report;
}

// MARK: End

void cpng_encoder_finish(cpng_encoder *e, frameit_codec_report *report) {
  if (e->row < e->height) cpng_note(&e->trouble, FRAMEIT_CODEC_MISUSE, "fewer rows than announced");
  if (!failed(e)) deflate_pending(e, 1);
  if (!failed(e)) write_chunk(e, "IEND", NULL, 0);
  *report = e->trouble.report;
}

void cpng_encoder_close(cpng_encoder *e) {
  if (!e) return;
  for (int i = 0; i < 2; i++) free_line(e->lines[i]);
  free(e->filtered);
  free(e);
}
