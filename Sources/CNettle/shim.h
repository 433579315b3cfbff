#ifndef CNETTLE_SHIM_H
#define CNETTLE_SHIM_H

#include <nettle/md5.h>
#include <nettle/sha2.h>

// Nettle defines its function names as macros, which Swift does not import.
typedef struct sha256_ctx cnettle_sha256;

static inline void cnettle_sha256_start(cnettle_sha256 *state) { sha256_init(state); }

static inline void cnettle_sha256_add(cnettle_sha256 *state, const uint8_t *bytes, size_t count) {
  sha256_update(state, count, bytes);
}

// Writes 32 bytes to `digest`.
static inline void cnettle_sha256_end(cnettle_sha256 *state, uint8_t *digest) {
  sha256_digest(state, SHA256_DIGEST_SIZE, digest);
}

// Writes 16 bytes to `digest`.
static inline void cnettle_md5(const uint8_t *bytes, size_t count, uint8_t *digest) {
  struct md5_ctx state;
  md5_init(&state);
  md5_update(&state, count, bytes);
  md5_digest(&state, MD5_DIGEST_SIZE, digest);
}

#endif
