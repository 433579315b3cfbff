// The effects of a plugin in the worker.

#ifndef EFFECTS_H
#define EFFECTS_H

#include <codec_channel.h>

// Returns the effect with this name, or the first one if it is empty; null if there is none.
const frameit_codec_effect *effect_named(const frameit_codec_entry_point *entry, const char *name);

// Computes the block of a request, whose input begins at `shared`.
int32_t effect_run(
    const frameit_codec_effect *effect, const codec_effect_block *block, uint8_t *shared, size_t shared_size,
    frameit_codec_report *report);

#endif
