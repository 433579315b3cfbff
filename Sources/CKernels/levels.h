// Levels of 8-bit codes, and codes of sums of levels: LevelTable, LevelCurve.

#ifndef FRAMEIT_LEVELS_H
#define FRAMEIT_LEVELS_H

#include "integers.h"

// Half a level, for sums in units of 2^-14.
enum { LEVEL_ROUNDING = 1 << 13 };

// MARK: Levels

// The samples of each row that `look_up_rows` takes.
enum { LEVELS_AT_ONCE = 64 };

#if defined(FRAMEIT_VBMI)

// The lower and the upper bytes of the level of each code.
typedef struct level_lookup {
  b64 low[4], high[4];
} level_lookup;

INLINE level_lookup prepare_lookup(const uint32_t *pairs) {
  level_lookup lookup;
  for (int i = 0; i < 256; i++) {
    ((uint8_t *)lookup.low)[i] = (uint8_t)pairs[i];
    ((uint8_t *)lookup.high)[i] = (uint8_t)(pairs[i] >> 8);
  }
  return lookup;
}

INLINE b64 look_up(const b64 *table, b64 codes) {
  const __m512i low = _mm512_permutex2var_epi8((__m512i)table[0], (__m512i)codes, (__m512i)table[1]);
  const __m512i high = _mm512_permutex2var_epi8((__m512i)table[2], (__m512i)codes, (__m512i)table[3]);
  return (b64)_mm512_mask_blend_epi8(_mm512_movepi8_mask((__m512i)codes), low, high);
}

// Looks up sixteen words, four codes each. Of each four words, the first two come in the first half of `out`, and the others in
// the second.
INLINE void look_up_words(const uint8_t *codes, const level_lookup *lookup, int16_t *out) {
  const b64 v = *(const b64_at *)codes, low = look_up(lookup->low, v), high = look_up(lookup->high, v);
  *(h32_at *)out = lower_bytes(low, high);
  *(h32_at *)(out + 32) = upper_bytes(low, high);
}

// Looks up samples of two rows. The levels of both rows are side by side.
INLINE void look_up_rows(const uint8_t *first, const uint8_t *second, const level_lookup *lookup, int16_t *out) {
  // The order that interleaving in each 16 bytes restores.
  const b64 a = (b64)transpose(load_words(first)), b = (b64)transpose(load_words(second));
  const b64 low = look_up(lookup->low, a), high = look_up(lookup->high, a);
  const b64 low2 = look_up(lookup->low, b), high2 = look_up(lookup->high, b);
  const h32 lower = lower_bytes(low, high), upper = upper_bytes(low, high);
  const h32 lower2 = lower_bytes(low2, high2), upper2 = upper_bytes(low2, high2);
  store_words(out, lower_shorts(lower, lower2));
  store_words(out + 32, upper_shorts(lower, lower2));
  store_words(out + 64, lower_shorts(upper, upper2));
  store_words(out + 96, upper_shorts(upper, upper2));
}

#else

// The levels of each two codes. The table is larger than a core's first cache, but neighbors in a photo are similar, and few of its
// entries are in use at a time.
typedef struct level_lookup {
  const uint32_t *pairs;
} level_lookup;

INLINE level_lookup prepare_lookup(const uint32_t *pairs) { return (level_lookup){pairs}; }

// Looks up eight codes, each two at once.
INLINE void look_up_eight(uint64_t codes, const level_lookup *lookup, int16_t *out) {
  const uint32_t *pairs = lookup->pairs;
  const u4 levels = {pairs[(uint16_t)codes], pairs[(uint16_t)(codes >> 16)], pairs[(uint16_t)(codes >> 32)], pairs[codes >> 48]};
  __builtin_memcpy(out, &levels, 16);
}

INLINE void look_up_words(const uint8_t *codes, const level_lookup *lookup, int16_t *out) {
  for (int i = 0; i < 4; i++) {
    uint64_t words[2];
    __builtin_memcpy(words, codes + 16 * i, 16);
    look_up_eight(words[0], lookup, out + 8 * i);
    look_up_eight(words[1], lookup, out + 8 * i + 32);
  }
}

INLINE void look_up_rows(const uint8_t *first, const uint8_t *second, const level_lookup *lookup, int16_t *out) {
  for (int i = 0; i < LEVELS_AT_ONCE; i += 16) {
    const b16 a = *(const b16_at *)(first + i), b = *(const b16_at *)(second + i);
    uint64_t codes[4];
    const b16 low = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const b16 high = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    __builtin_memcpy(codes, &low, 16);
    __builtin_memcpy(codes + 2, &high, 16);
    for (int k = 0; k < 4; k++) look_up_eight(codes[k], lookup, out + 2 * i + 8 * k);
  }
}

#endif

// MARK: Codes

// Places of sums in units of 2^-14 levels: 0 is the lowest level.
INLINE i16 places_of_sums(i16 sums, const frameit_level_curve *curve) {
  const choice16 least = (choice16)(i16){0}, most = (choice16)((i16){0} + (curve->white << 15));
  choice16 place = (choice16)(sums + (curve->white << 14));
  place = place < least ? least : place;
  place = place > most ? most : place;
  return (i16)place;
}

// The codes of places, with their entries of the curve's table.
INLINE i16 codes_of_entries(i16 places, i16 entries) {
  const int32_t within = (1 << FRAMEIT_ENTRY_BITS) - 1, distance = (2 << FRAMEIT_ENTRY_BITS) - 1;
  return (entries >> (FRAMEIT_ENTRY_BITS + 1)) - ((places & within) >= (entries & distance));
}

#if defined(FRAMEIT_VNNI)

INLINE i16 codes_of_sums(i16 sums, const frameit_level_curve *curve) {
  const i16 places = places_of_sums(sums, curve);
  return codes_of_entries(places, (i16)gather((const float *)(const void *)curve->codes, places >> FRAMEIT_ENTRY_BITS));
}

#else

// The opaque pixels of four vectors of sums.
INLINE b64 pixels_of_sums(const i16 sums[4], const frameit_level_curve *curve) {
  i16 places[4], codes[4];
  int32_t indices[4 * LANES], entries[4 * LANES] = {0};
  for (int i = 0; i < 4; i++) {
    places[i] = places_of_sums(sums[i], curve);
    *(i16_at *)(indices + LANES * i) = places[i] >> FRAMEIT_ENTRY_BITS;
  }
  // Single loads are faster than instructions that gather eight numbers, and than vectors that the compiler assembles of them.
  for (int i = 0; i < 4 * LANES; i += 4) {
    for (int c = 0; c < 3; c++) entries[i + c] = curve->codes[indices[i + c]];
  }
  __asm__("" : "+m"(entries));
  for (int i = 0; i < 4; i++) codes[i] = codes_of_entries(places[i], *(const i16_at *)(entries + LANES * i));
  return (b64)((i16)bounded_bytes(codes[0], codes[1], codes[2], codes[3]) | (int32_t)0xFF000000);
}

#endif

#endif
