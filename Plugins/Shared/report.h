// Code that this project's plugins share, as static functions, so that each plugin stays one library without
// dependencies on frameit. This header reports errors and checks sizes against limits.
#ifndef PLUGINS_SHARED_REPORT_H
#define PLUGINS_SHARED_REPORT_H

#include <frameit_codec.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The first failure of an image, which later calls repeat, and the damage that was read past. It is part of the
// decoder or encoder, because libraries report errors when no report is at hand.
typedef struct trouble {
  int32_t code;  // FRAMEIT_CODEC_OK before the first failure
  uint32_t damages;
  char message[256];
  char damage[256];  // the first damage
} trouble;

// Records a failure unless there is an earlier one. Returns the code of the first.
__attribute__((format(printf, 3, 4)))
static inline int32_t fail(trouble *t, int32_t code, const char *format, ...) {
  if (t->code != FRAMEIT_CODEC_OK) return t->code;
  va_list values;
  va_start(values, format);
  vsnprintf(t->message, sizeof t->message, format, values);
  va_end(values);
  t->code = code;
  return code;
}

static inline int32_t no_memory(trouble *t) { return fail(t, FRAMEIT_CODEC_NO_MEMORY, "out of memory"); }

// Records damage that can be read past; the user decides whether it is an error.
__attribute__((format(printf, 2, 3)))
static inline void live_with(trouble *t, const char *format, ...) {
  if (t->damages++ > 0) return;
  va_list values;
  va_start(values, format);
  vsnprintf(t->damage, sizeof t->damage, format, values);
  va_end(values);
}

// Fills in the report at the end of a call. Returns the code.
static inline int32_t answer(const trouble *t, frameit_codec_report *report) {
  report->damages = t->damages;
  memcpy(report->damage, t->damage, sizeof report->damage);
  if (t->code != FRAMEIT_CODEC_OK) memcpy(report->message, t->message, sizeof report->message);
  return t->code;
}

// Reports a failure to allocate a decoder or encoder, which then has no `trouble`.
static inline int32_t fail_at_once(frameit_codec_report *report) {
  trouble t = {0};
  no_memory(&t);
  return answer(&t, report);
}

// MARK: Limits

static inline int32_t check_size(trouble *t, const frameit_codec_limits *limits, uint32_t width, uint32_t height) {
  if (width == 0 || height == 0) return fail(t, FRAMEIT_CODEC_DAMAGED, "the image has no pixels");
  if (width > limits->side || height > limits->side) {
    return fail(
        t, FRAMEIT_CODEC_LIMIT, "it is %" PRIu32 " x %" PRIu32 " pixels; a side of %" PRIu32 " is allowed", width,
        height, limits->side);
  }
  uint64_t pixels = (uint64_t)width * height;
  if (pixels > limits->pixels) {
    return fail(t, FRAMEIT_CODEC_LIMIT, "it has %" PRIu64 " pixels; %" PRIu64 " are allowed", pixels, limits->pixels);
  }
  return FRAMEIT_CODEC_OK;
}

static inline int32_t check_memory(trouble *t, const frameit_codec_limits *limits, uint64_t needed) {
  if (needed <= limits->memory && needed <= SIZE_MAX) return FRAMEIT_CODEC_OK;
  return fail(
      t, FRAMEIT_CODEC_LIMIT, "it needs %" PRIu64 " bytes of memory, but only %" PRIu64 " are allowed", needed, limits->memory);
}

#endif
