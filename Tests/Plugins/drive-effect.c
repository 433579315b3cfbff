// drive-effect LIBRARY MANIFEST: calls the effects of a library directly, with sanitizers, on rectangles whose memory ends
// where the contract says. A plugin that reads or writes beyond it, or leaks, ends this program.
#include <dlfcn.h>
#include <frameit_codec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_values = 16, runs = 200 };

typedef struct manifest {
  char name[64];
  char names[most_values][64];
  double standard[most_values], least[most_values], most[most_values];
  uint32_t count;
  double reach, factor;
  uint32_t factor_of;
} manifest;

static void fail(const char *what, const char *detail) {
  fprintf(stderr, "drive-effect: %s: %s\n", what, detail);
  exit(1);
}

static manifest read_manifest(const char *path) {
  manifest m = {0};
  FILE *file = fopen(path, "r");
  if (!file) fail(path, "cannot be read");
  char line[512], parameter[64];
  while (fgets(line, sizeof line, file)) {
    sscanf(line, "name %63s", m.name);
    uint32_t i = m.count;
    if (i < most_values
        && sscanf(line, "parameter %63s %lf %lf %lf", m.names[i], &m.standard[i], &m.least[i], &m.most[i]) == 4) {
      m.count++;
    }
    if (sscanf(line, "reach %lf %lf %63s", &m.reach, &m.factor, parameter) == 3) {
      while (m.factor_of < m.count && strcmp(m.names[m.factor_of], parameter) != 0) m.factor_of++;
    }
  }
  fclose(file);
  return m;
}

static int64_t allocations;

static void *allocate(const frameit_codec_host *host, size_t count) {
  (void)host;
  allocations++;
  return malloc(count);
}

static void release(const frameit_codec_host *host, void *memory) {
  (void)host;
  allocations -= memory != NULL;
  free(memory);
}

static void *no_memory(const frameit_codec_host *host, size_t count) {
  (void)host, (void)count;
  return NULL;
}

static uint64_t state = 1;

static uint32_t next(uint32_t bound) {
  state = state * 6364136223846793005 + 1442695040888963407;
  return (uint32_t)(state >> 33) % bound;
}

static void run(const frameit_codec_effect *effect, const manifest *m, const frameit_codec_host *host) {
  double values[most_values];
  for (uint32_t i = 0; i < m->count; i++) {
    double places[] = {m->standard[i], m->least[i], m->most[i], m->least[i] + (m->most[i] - m->least[i]) * next(1000) / 1000};
    values[i] = places[next(4)];
  }
  uint32_t reach = (uint32_t)ceil(m->reach + (m->factor_of < m->count ? m->factor * values[m->factor_of] : 0));
  uint32_t width = 1 + next(40), height = 1 + next(20);
  size_t stride = width + 2 * (size_t)reach, count = stride * (height + 2 * (size_t)reach);
  float *input = malloc(4 * sizeof(float) * count), *output = calloc(4 * (size_t)width * height, sizeof(float));
  if (!input || !output) fail("out of memory", "");
  for (size_t i = 0; i < count; i++) {
    float alpha = (float)(next(3) * 0.5);
    for (int c = 0; c < 3; c++) input[4 * i + c] = alpha * (float)next(256) / 255;
    input[4 * i + 3] = alpha;
  }
  frameit_codec_report report = {.struct_size = sizeof report};
  frameit_codec_effect_rows rows = {
      .struct_size = sizeof rows, .value_count = m->count, .values = values, .width = width, .height = height, .reach = reach,
      .input = input + 4 * (reach * stride + reach), .input_stride = (int64_t)stride, .x = next(100), .y = next(100),
      .box_width = 140, .box_height = 120, .scale = 1};
  int32_t code = effect->rows(effect, host, &rows, output, &report);
  if (code != FRAMEIT_CODEC_OK && host->allocate != no_memory) fail(effect->name, report.message);
  for (size_t i = 0; i < 4 * (size_t)width * height; i++) {
    if (!isfinite(output[i])) fail(effect->name, "a number is not finite");
  }
  if (allocations) fail(effect->name, "memory is not released");
  free(input);
  free(output);
}

int main(int count, char **arguments) {
  if (count != 3) fail("usage", "drive-effect LIBRARY MANIFEST");
  manifest m = read_manifest(arguments[2]);
  void *library = dlopen(arguments[1], RTLD_NOW);
  if (!library) fail(arguments[1], dlerror());
  const frameit_codec_entry_point *entry = dlsym(library, "frameit_codec_entry");
  if (!entry || !entry->extension) fail(arguments[1], "has no entry point with extensions");
  frameit_codec_host host = {
      .struct_size = sizeof host, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR, .allocate = allocate,
      .release = release};
  frameit_codec_host poor = host;
  poor.allocate = no_memory;
  frameit_codec_report report = {.struct_size = sizeof report};
  if (entry->start && entry->start(&host, &report) != FRAMEIT_CODEC_OK) fail("start", report.message);
  const frameit_codec_effects *effects = entry->extension("frameit.effects");
  const frameit_codec_effect *effect = NULL;
  for (uint32_t i = 0; effects && i < effects->effect_count; i++) {
    if (strcmp(effects->effects[i]->name, m.name) == 0) effect = effects->effects[i];
  }
  if (!effect) fail(m.name, "the library has no such effect");
  if (entry->extension("frameit.unknown")) fail(m.name, "it has an extension that nobody knows");
  for (int i = 0; i < runs; i++) run(effect, &m, i % 10 == 9 ? &poor : &host);
  if (entry->stop) entry->stop();
  printf("%s: %d rectangles\n", m.name, runs);
  return 0;
}
