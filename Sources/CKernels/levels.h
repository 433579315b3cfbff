// Levels of 8-bit codes, and codes of sums of levels: LevelTable, LevelCurve.

#ifndef FRAMEIT_LEVELS_H
#define FRAMEIT_LEVELS_H

#include "integers.h"

// Half a level, for sums in units of 2^-14.
enum { LEVEL_ROUNDING = 1 << 13 };

// MARK: Levels

#if defined(FRAMEIT_VBMI)

// The lower and the upper bytes of the level of each code.
typedef struct level_bytes {
  b64 low[4], high[4];
} level_bytes;

INLINE level_bytes split_levels(const int16_t *levels) {
  level_bytes bytes;
  for (int i = 0; i < 256; i++) {
    ((uint8_t *)bytes.low)[i] = (uint8_t)levels[i];
    ((uint8_t *)bytes.high)[i] = (uint8_t)(levels[i] >> 8);
  }
  return bytes;
}

INLINE b64 look_up(const b64 *table, b64 codes) {
  const __m512i low = _mm512_permutex2var_epi8((__m512i)table[0], (__m512i)codes, (__m512i)table[1]);
  const __m512i high = _mm512_permutex2var_epi8((__m512i)table[2], (__m512i)codes, (__m512i)table[3]);
  return (b64)_mm512_mask_blend_epi8(_mm512_movepi8_mask((__m512i)codes), low, high);
}

// Looks up the levels of sixteen words, four codes each. Of each four words, the first two come in the first half of `out`, and
// the others in the second.
INLINE void levels_of_words(const uint8_t *codes, const level_bytes *table, int16_t *out) {
  const b64 v = *(const b64_at *)codes, low = look_up(table->low, v), high = look_up(table->high, v);
  *(h32_at *)out = lower_bytes(low, high);
  *(h32_at *)(out + 32) = upper_bytes(low, high);
}

#else

typedef struct level_bytes {
  uint32_t first[256], second[256];
} level_bytes;

INLINE level_bytes split_levels(const int16_t *levels) {
  level_bytes bytes;
  for (int i = 0; i < 256; i++) {
    bytes.first[i] = (uint16_t)levels[i];
    bytes.second[i] = (uint32_t)(uint16_t)levels[i] << 16;
  }
  return bytes;
}

// The levels of a word.
INLINE uint64_t levels_of_word(const uint8_t *codes, const level_bytes *table) {
  const uint64_t low = table->first[codes[0]] | table->second[codes[1]];
  const uint64_t high = table->first[codes[2]] | table->second[codes[3]];
  return low | high << 32;
}

INLINE void levels_of_words(const uint8_t *codes, const level_bytes *table, int16_t *out) {
  for (int i = 0; i < 4; i++) {
    const uint64_t words[4] = {
        levels_of_word(codes + 16 * i, table), levels_of_word(codes + 16 * i + 4, table),
        levels_of_word(codes + 16 * i + 8, table), levels_of_word(codes + 16 * i + 12, table)};
    __builtin_memcpy(out + 8 * i, words, 16);
    __builtin_memcpy(out + 32 + 8 * i, words + 2, 16);
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
