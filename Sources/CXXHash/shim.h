#ifndef CXXHASH_SHIM_H
#define CXXHASH_SHIM_H

// All of xxHash as inline functions, so that nothing is linked. Its function names are then macros, which Swift does
// not import.
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct XXH3_state_s cxxhash_state;

static inline cxxhash_state *cxxhash_begin(void) {
  cxxhash_state *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return state;
}

static inline void cxxhash_add(cxxhash_state *state, const void *bytes, size_t count) {
  if (count > 0) XXH3_128bits_update(state, bytes, count);
}

// Writes the upper and the lower half of the hash, and frees the state.
static inline void cxxhash_end(cxxhash_state *state, uint64_t *high, uint64_t *low) {
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  *high = hash.high64;
  *low = hash.low64;
}

#endif
