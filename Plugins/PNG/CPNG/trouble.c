#include "trouble.h"

#include <stdlib.h>
#include <string.h>

static void copy(char *into, size_t capacity, const char *message) {
  size_t length = strlen(message);
  if (length >= capacity) length = capacity - 1;
  memcpy(into, message, length);
  into[length] = 0;
}

static int begins(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

// Returns whether a warning concerns the decoded samples.
//
// libpng begins a warning with the chunk's type. Ancillary chunks (lowercase first letter) can be ignored without
// harm to the samples (PNG specification 5.4), except tRNS, which is their alpha; a tRNS beside an alpha channel has
// no effect. libpng only warns about PLTE if no pixel is an index. Every other warning counts as damage,
// including warnings that name no chunk: refusing a good file is better than accepting a damaged one. The only harmless
// warning without a chunk name says that no pixel can be transparent.
static int concerns_samples(const char *message) {
  if (begins(message, "tRNS: ")) return !begins(message, "tRNS: invalid with alpha channel");
  if (begins(message, "tRNS chunk has out-of-range samples")) return 0;
  if (begins(message, "PLTE: ")) return 0;
  int ancillary = message[0] >= 'a' && message[0] <= 'z' && strlen(message) > 5 && message[4] == ':';
  return !ancillary;
}

void cpng_note(cpng_trouble *trouble, int32_t code, const char *message) {
  if (trouble->report.code != FRAMEIT_CODEC_OK) return;
  trouble->report.code = code;
  copy(trouble->report.message, sizeof trouble->report.message, message);
}

void cpng_on_error(png_structp png, png_const_charp message) {
  cpng_trouble *trouble = png_get_error_ptr(png);
  int32_t code = trouble->out_of_memory ? FRAMEIT_CODEC_NO_MEMORY : trouble->otherwise;
  cpng_note(trouble, code, message);
  png_longjmp(png, 1);
}

void cpng_on_warning(png_structp png, png_const_charp message) {
  cpng_trouble *trouble = png_get_error_ptr(png);
  if (!concerns_samples(message)) return;
  if (trouble->report.damages++ > 0) return;
  copy(trouble->report.damage, sizeof trouble->report.damage, message);
}

_Noreturn void cpng_fail(
    png_structp png, cpng_trouble *trouble, int32_t code, const char *message) {
  cpng_note(trouble, code, message);
  png_error(png, message);
}

// libpng turns some failed allocations into warnings and some into errors. The flag distinguishes them from damage.
png_voidp cpng_allocate(png_structp png, png_alloc_size_t size) {
  void *memory = malloc(size);
  if (!memory) ((cpng_trouble *)png_get_mem_ptr(png))->out_of_memory = 1;
  return memory;
}

void cpng_free(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}
