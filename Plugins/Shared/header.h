// The header that a decoder reports before any pixel: its values, traits and metadata blocks.
#ifndef PLUGINS_SHARED_HEADER_H
#define PLUGINS_SHARED_HEADER_H

#include "report.h"

enum { most_blocks = 64 };  // with the notices, at most as many as the host accepts
enum { most_notices = 8 };

typedef struct header_found {
  frameit_codec_header header;
  frameit_codec_block blocks[most_blocks];
  const frameit_codec_block *list[most_blocks];
  uint64_t metadata;  // the bytes in blocks
  frameit_codec_notice notices[most_notices];
  const frameit_codec_notice *notice_list[most_notices];
} header_found;

static inline void add_notice(header_found *f, uint32_t code) {
  if (f->header.notice_count == most_notices) return;
  frameit_codec_notice *notice = &f->notices[f->header.notice_count];
  *notice = (frameit_codec_notice){.struct_size = sizeof *notice, .code = code};
  f->notice_list[f->header.notice_count++] = notice;
  f->header.notices = f->notice_list;
}

static inline int has_block(const header_found *f, const char *kind) {
  for (uint32_t i = 0; i < f->header.block_count; i++) {
    if (strcmp(f->blocks[i].kind, kind) == 0) return 1;
  }
  return 0;
}

static inline int fits_metadata(
    const header_found *f, trouble *t, const frameit_codec_limits *limits, uint64_t count) {
  if (count <= limits->metadata - f->metadata && count <= SIZE_MAX) return 1;
  fail(t, FRAMEIT_CODEC_LIMIT, "the metadata exceeds the limit of %" PRIu64 " bytes", limits->metadata);
  return 0;
}

// Returns memory for a block's bytes, which the caller fills in. Returns null if there is a block of this kind
// already (except comments, only the first one counts), if the block is empty, or on failure.
static inline uint8_t *add_block(
    header_found *f, trouble *t, const frameit_codec_host *host, const frameit_codec_limits *limits, const char *kind,
    uint64_t count) {
  int is_known = strcmp(kind, "comment") != 0 && has_block(f, kind);
  if (t->code != FRAMEIT_CODEC_OK || count == 0 || is_known || !fits_metadata(f, t, limits, count)) return NULL;
  if (f->header.block_count == most_blocks) {
    fail(t, FRAMEIT_CODEC_LIMIT, "the file has more than %d comments", most_blocks);
    return NULL;
  }
  uint8_t *bytes = host->allocate(host, (size_t)count);
  if (!bytes) {
    no_memory(t);
    return NULL;
  }
  f->metadata += count;
  frameit_codec_block *block = &f->blocks[f->header.block_count];
  *block = (frameit_codec_block){.struct_size = sizeof *block, .kind = kind, .bytes = bytes, .count = count};
  f->list[f->header.block_count++] = block;
  f->header.blocks = f->list;
  return bytes;
}

// Removes the first bytes of the block that was added last, and the block itself if nothing is left.
static inline void trim_block(header_found *f, const frameit_codec_host *host, uint64_t start) {
  frameit_codec_block *block = &f->blocks[f->header.block_count - 1];
  uint64_t left = start < block->count ? block->count - start : 0;
  f->metadata -= block->count - left;
  block->count = left;
  if (left > 0) {
    uint8_t *bytes = (uint8_t *)block->bytes;
    memmove(bytes, bytes + start, (size_t)left);
  } else {
    host->release(host, (void *)block->bytes);
    f->header.block_count--;
  }
}

static inline void drop_block(header_found *f, const frameit_codec_host *host) { trim_block(f, host, UINT64_MAX); }

static inline void release_blocks(header_found *f, const frameit_codec_host *host) {
  for (uint32_t i = 0; i < f->header.block_count; i++) host->release(host, (void *)f->blocks[i].bytes);
  f->header.block_count = 0;
}

// Returns where EXIF begins in HEIF's and JPEG XL's data, which start with a four-byte offset of its header.
static inline uint64_t exif_start(const uint8_t *bytes, uint64_t count) {
  if (count < 4) return count;
  uint64_t offset = (uint64_t)bytes[0] << 24 | (uint64_t)bytes[1] << 16 | (uint64_t)bytes[2] << 8 | bytes[3];
  return offset > count - 4 ? count : offset + 4;
}

// Traits that do not fit are dropped.
__attribute__((format(printf, 2, 3)))
static inline void add_trait(header_found *f, const char *format, ...) {
  char *traits = f->header.traits, trait[sizeof f->header.traits];
  va_list values;
  va_start(values, format);
  vsnprintf(trait, sizeof trait, format, values);
  va_end(values);
  size_t used = strlen(traits);
  if (used + 2 + strlen(trait) >= sizeof f->header.traits) return;
  snprintf(traits + used, sizeof f->header.traits - used, "%s%s", used ? ", " : "", trait);
}

// Copies only fields that the host knows.
static inline int32_t give(const header_found *f, frameit_codec_header *header) {
  uint32_t known = header->struct_size;
  memcpy(header, &f->header, known < sizeof *header ? known : sizeof *header);
  header->struct_size = known;
  return FRAMEIT_CODEC_OK;
}

#endif
