#include "effects.h"

#include <codec_server.h>
#include <string.h>

const frameit_codec_effect *effect_named(const frameit_codec_entry_point *entry, const char *name) {
  if (entry->struct_size < sizeof *entry || !entry->extension) return NULL;
  const frameit_codec_effects *effects = entry->extension("frameit.effects");
  if (!effects || effects->struct_size < sizeof *effects) return NULL;
  for (uint32_t i = 0; i < effects->effect_count; i++) {
    const frameit_codec_effect *effect = effects->effects[i];
    if (!effect || effect->struct_size < sizeof *effect || !effect->name || !effect->rows) continue;
    if (!name[0] || strcmp(effect->name, name) == 0) return effect;
  }
  return NULL;
}

// The sides are checked before they are multiplied: the program is trusted, but a bug of it should not corrupt memory.
static int fits(const codec_effect_block *block, size_t room) {
  enum { most = 1 << 16 };
  if (block->width == 0 || block->height == 0 || block->width > most || block->height > most || block->reach > most
      || block->value_count > codec_effect_values) {
    return 0;
  }
  size_t margin = 2 * (size_t)block->reach;
  size_t pixels = (block->width + margin) * (block->height + margin) + (size_t)block->width * block->height;
  return pixels <= room / (4 * sizeof(float));
}

int32_t effect_run(
    const frameit_codec_effect *effect, const codec_effect_block *block, uint8_t *shared, size_t shared_size,
    frameit_codec_report *report) {
  if (!shared || !fits(block, shared_size)) return FRAMEIT_CODEC_MISUSE;
  size_t stride = block->width + 2 * (size_t)block->reach;
  size_t seen = 4 * stride * (block->height + 2 * (size_t)block->reach);
  float *input = (float *)shared, *output = input + seen;
  memset(output, 0, 4 * sizeof(float) * block->width * block->height);
  frameit_codec_effect_rows rows = {
      .struct_size = sizeof rows, .value_count = block->value_count, .values = block->values, .width = block->width,
      .height = block->height, .reach = block->reach, .input = input + 4 * (block->reach * stride + block->reach),
      .input_stride = (int64_t)stride, .x = block->x, .y = block->y, .box_width = block->box_width,
      .box_height = block->box_height, .scale = block->scale};
  return effect->rows(effect, &codec_server_host, &rows, output, report);
}
