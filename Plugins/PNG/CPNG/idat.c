#include "idat.h"

#include <string.h>

#include "cpng.h"
#include "isal.h"

// MARK: Window

static int fill(cpng_idat *idat) {
  if (idat->at < idat->count) return 1;
  ptrdiff_t got = frameit_read(idat->reader, idat->offset, idat->window, sizeof idat->window);
  if (got <= 0) return 0;
  idat->offset += (uint64_t)got;
  idat->at = 0;
  idat->count = (size_t)got;
  return 1;
}

static int read_whole(cpng_idat *idat, uint8_t *into, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!fill(idat)) return 0;
    into[i] = idat->window[idat->at++];
  }
  return 1;
}

// Skips bytes; those beyond the window are not read.
static void pass_over(cpng_idat *idat, size_t count) {
  size_t held = idat->count - idat->at, part = held < count ? held : count;
  idat->at += part;
  idat->offset += count - part;
}

static uint32_t number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int is(const uint8_t *type, const char *name) { return memcmp(type, name, 4) == 0; }

// MARK: Chunks

static int begin_chunk(cpng_idat *idat) {
  uint8_t head[8];
  if (!read_whole(idat, head, sizeof head) || !is(head + 4, "IDAT")) return 0;
  idat->left = number(head);
  idat->crc = cpng_crc(0, head + 4, 4);
  return idat->left <= INT32_MAX;
}

static int end_chunk(cpng_idat *idat) {
  uint8_t crc[4];
  if (!read_whole(idat, crc, sizeof crc)) return 0;
  return number(crc) == idat->crc;
}

// Only when the stream has consumed everything, because it reads from the window.
static int refill(cpng_idat *idat) {
  while (idat->left == 0) {
    if (!end_chunk(idat) || !begin_chunk(idat)) return 0;
  }
  if (!fill(idat)) return 0;
  uint8_t *part = idat->window + idat->at;
  size_t held = idat->count - idat->at, count = idat->left < held ? idat->left : held;
  idat->at += count;
  idat->left -= (uint32_t)count;
  idat->crc = cpng_crc(idat->crc, part, count);
  idat->stream.next_in = part;
  idat->stream.avail_in = (uint32_t)count;
  return 1;
}

int cpng_idat_open(cpng_idat *idat, const frameit_reader *reader, uint64_t offset) {
  idat->reader = reader;
  idat->offset = offset;
  idat->at = idat->count = 0;
  isal_inflate_init(&idat->stream);
  idat->stream.crc_flag = ISAL_ZLIB;
  if (!begin_chunk(idat)) return 0;
  // zlib enforces smaller windows, ISA-L does not. Hardly any image has one.
  return idat->left > 0 && fill(idat) && idat->window[idat->at] == 0x78;
}

// MARK: Inflating

int cpng_idat_read(cpng_idat *idat, uint8_t *into, size_t count, int last) {
  struct inflate_state *stream = &idat->stream;
  // The last row gets room for one more byte, which must stay unused. Only then does the stream reach its end and
  // check its checksum.
  uint32_t spare = last ? 1 : 0;
  if (count > UINT32_MAX - spare) return 0;
  stream->next_out = into;
  stream->avail_out = (uint32_t)count + spare;
  for (;;) {
    // Also without input: the rows may already be inflated.
    int result = cpng_isal_inflate(stream);
    if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT) return 0;
    if (stream->avail_out == 0 || stream->block_state == ISAL_BLOCK_FINISH) {
      return stream->avail_out == spare;
    }
    if (stream->avail_in > 0 || !refill(idat)) return 0;
  }
}

// MARK: End

// Ancillary chunks have a lowercase first and an uppercase third letter (PNG specification 5.4).
static int may_be_ignored(const uint8_t *type) {
  for (int i = 0; i < 4; i++) {
    uint8_t letter = type[i] | 0x20;
    if (letter < 'a' || letter > 'z') return 0;
  }
  return (type[0] & 0x20) && !(type[2] & 0x20) && !is(type, "tRNS");
}

// Skips ancillary chunks: of those that libpng reads, none after the pixels matters. libpng refuses larger ones than
// this (png_set_chunk_malloc_max).
static int reaches_end(cpng_idat *idat) {
  static const uint8_t end[12] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
  for (;;) {
    uint8_t chunk[12];
    if (!read_whole(idat, chunk, sizeof chunk)) return 0;
    if (memcmp(chunk, end, sizeof end) == 0) return 1;
    uint32_t length = number(chunk);
    if (length > 8000000 || !may_be_ignored(chunk + 4)) return 0;
    pass_over(idat, length);
  }
}

int cpng_idat_finish(cpng_idat *idat) {
  const struct inflate_state *stream = &idat->stream;
  return stream->avail_in == 0 && stream->read_in_length == 0 && idat->left == 0 && end_chunk(idat)
      && reaches_end(idat);
}
