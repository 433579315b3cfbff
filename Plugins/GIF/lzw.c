#include "lzw.h"

enum { end_of_data = -1 };

static void clear_table(unpacker *u, int bits) {
  u->width = bits + 1;
  u->next = u->clear + 2;
  u->last = -1;
}

static int bits_of(int clear) {
  int bits = 0;
  while (1 << bits < clear) bits++;
  return bits;
}

static int take_block(unpacker *u, GifByteType *block) {
  // The first byte is the length.
  u->block = block ? block + 1 : NULL;
  u->left = block ? block[0] : 0;
  return 1;
}

int begin_unpacking(unpacker *u, GifFileType *gif) {
  int bits;
  GifByteType *block;
  if (DGifGetCode(gif, &bits, &block) == GIF_ERROR || bits < 1 || bits > 8) return 0;
  u->gif = gif;
  u->held = u->held_bits = 0;
  u->waiting = 0;
  u->clear = 1 << bits;
  for (int i = 0; i < u->clear; i++) u->suffix[i] = u->first[i] = (uint8_t)i;
  clear_table(u, bits);
  return take_block(u, block);
}

static int next_block(unpacker *u) {
  GifByteType *block;
  return DGifGetCodeNext(u->gif, &block) != GIF_ERROR && take_block(u, block);
}

static int next_code(unpacker *u) {
  while (u->held_bits < (uint32_t)u->width) {
    if (u->block && u->left == 0 && !next_block(u)) return end_of_data;
    if (!u->block) return end_of_data;
    if (u->left == 0) continue;
    u->held |= (uint32_t)*u->block++ << u->held_bits;
    u->left--;
    u->held_bits += 8;
  }
  int code = (int)(u->held & ((1u << u->width) - 1));
  u->held >>= u->width;
  u->held_bits -= (uint32_t)u->width;
  return code;
}

// A code is an index, an entry of the table, or the entry that it defines itself. Anything else is damage.
static int take_code(unpacker *u, int code) {
  int is_new = code == u->next && u->last >= 0 && u->next < most_codes;
  if (u->last < 0 ? code >= u->clear : code >= u->next && !is_new) return 0;
  if (u->last >= 0 && u->next < most_codes) {
    u->prefix[u->next] = (uint16_t)u->last;
    u->first[u->next] = u->first[u->last];
    u->suffix[u->next] = u->first[is_new ? u->last : code];
    // A full table does not change until it is cleared.
    if (++u->next == 1 << u->width && u->width < 12) u->width++;
  }
  u->last = code;
  // Prefixes are older than the codes they belong to, so a string is shorter than the table.
  for (; code > u->clear; code = u->prefix[code]) u->string[u->waiting++] = u->suffix[code];
  u->string[u->waiting++] = u->suffix[code];
  return 1;
}

int unpack(unpacker *u, uint8_t *into, size_t count) {
  while (count > 0) {
    if (u->waiting > 0) {
      *into++ = u->string[--u->waiting];
      count--;
      continue;
    }
    int code = next_code(u);
    if (code == end_of_data || code == u->clear + 1) return 0;
    if (code == u->clear) clear_table(u, bits_of(u->clear));
    else if (!take_code(u, code)) return 0;
  }
  return 1;
}

int end_unpacking(unpacker *u, int *has_more) {
  int code;
  do code = next_code(u);
  while (code == u->clear);
  *has_more = u->waiting > 0 || (code != end_of_data && code != u->clear + 1);
  while (u->block) {
    if (!next_block(u)) return 0;
  }
  return 1;
}
