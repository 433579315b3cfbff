// The parameters of an encoder before the first row, and copies of what is needed later.
#ifndef PLUGINS_SHARED_ENCODING_H
#define PLUGINS_SHARED_ENCODING_H

#include "report.h"

// The quality that is lossless if the format can do that.
enum { lossless_quality = 100 };

// Copies only fields that the host knows. Its blocks are invalid after `open_encoder` returns.
static inline int32_t take_encoding(trouble *t, frameit_codec_encoding *into, const frameit_codec_encoding *from) {
  *into = (frameit_codec_encoding){0};
  memcpy(into, from, from->struct_size < sizeof *into ? from->struct_size : sizeof *into);
  if (into->width == 0 || into->height == 0 || into->frames == 0 || into->channels < 1 || into->channels > 4
      || (into->depth != 8 && into->depth != 16)) {
    return fail(t, FRAMEIT_CODEC_MISUSE, "this pixel format does not exist");
  }
  return FRAMEIT_CODEC_OK;
}

static inline int is_gray(const frameit_codec_encoding *c) { return c->channels < 3; }

static inline int has_alpha(const frameit_codec_encoding *c) { return c->channels % 2 == 0; }

// Returns the first block of a kind that is not empty, or null.
static inline const frameit_codec_block *find_block(const frameit_codec_encoding *c, const char *kind) {
  for (uint32_t i = 0; i < c->block_count; i++) {
    if (strcmp(c->blocks[i]->kind, kind) == 0 && c->blocks[i]->count > 0) return c->blocks[i];
  }
  return NULL;
}

// A copy of a block that is needed after `open_encoder`.
typedef struct kept_block {
  uint8_t *bytes;  // null if there is none
  size_t count;
} kept_block;

static inline int32_t keep_bytes(
    trouble *t, const frameit_codec_host *host, const frameit_codec_block *block, kept_block *into) {
  if (t->code != FRAMEIT_CODEC_OK) return t->code;
  if (block->count > INT32_MAX) return fail(t, FRAMEIT_CODEC_UNSUPPORTED, "the metadata is too long");
  into->bytes = host->allocate(host, (size_t)block->count);
  if (!into->bytes) return no_memory(t);
  into->count = (size_t)block->count;
  memcpy(into->bytes, block->bytes, into->count);
  return FRAMEIT_CODEC_OK;
}

static inline int32_t keep_block(
    trouble *t, const frameit_codec_host *host, const frameit_codec_encoding *c, const char *kind, kept_block *into) {
  const frameit_codec_block *block = find_block(c, kind);
  return block ? keep_bytes(t, host, block, into) : t->code;
}

static inline void release_block(const frameit_codec_host *host, kept_block *block) {
  if (block->bytes) host->release(host, block->bytes);
  *block = (kept_block){0};
}

#endif
