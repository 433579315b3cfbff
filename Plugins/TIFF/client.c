#include "tiff.h"

// Returns whether a message is about an invalid value of a tag that no pixel depends on. libtiff leaves out such a tag.
static int is_harmless(const char *message) {
  return strstr(message, "Bad value ") && (strstr(message, "\"Orientation\"") || strstr(message, "Resolution"));
}

static int on_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  complaints *heard = user;
  trouble *t = heard->trouble;
  if (t->code) return 1;
  vsnprintf(t->message, sizeof t->message, format, arguments);
  if (is_harmless(t->message)) return 1;
  t->code = heard->io_failed                              ? FRAMEIT_CODEC_IO
            : strstr(t->message, "byte limit")        ? FRAMEIT_CODEC_LIMIT
            : strstr(t->message, "ot configured")     ? FRAMEIT_CODEC_UNSUPPORTED
            : strstr(t->message, "ut of memory")      ? FRAMEIT_CODEC_NO_MEMORY
            : heard->at_end                               ? FRAMEIT_CODEC_TRUNCATED
                                                      : FRAMEIT_CODEC_DAMAGED;
  return 1;
}

static int on_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  (void)tiff, (void)module;
  complaints *heard = user;
  trouble *t = heard->trouble;
  if (!heard->decodes && !heard->at_end) return 1;
  // A dialect that libtiff reads correctly.
  if (strncmp(format, "Old-style LZW", 13) == 0) return 1;
  if (t->damages++ == 0) vsnprintf(t->damage, sizeof t->damage, format, arguments);
  return 1;
}

static int close_nothing(thandle_t context) {
  (void)context;
  return 0;
}

TIFF *open_client(
    complaints *heard, const char *mode, void *context, TIFFReadWriteProc read, TIFFReadWriteProc write,
    TIFFSeekProc seek, TIFFSizeProc size, uint64_t memory) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  if (memory) TIFFOpenOptionsSetMaxSingleMemAlloc(options, memory > PTRDIFF_MAX ? PTRDIFF_MAX : (tmsize_t)memory);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, heard);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, heard);
  TIFF *tiff = TIFFClientOpenExt("TIFF", mode, context, read, write, seek, close_nothing, size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

uint16_t field16(TIFF *tiff, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : otherwise;
}

uint32_t orientation_of(TIFF *tiff) {
  // Without a default, because XMP may have one.
  uint16_t value = 0;
  return TIFFGetField(tiff, TIFFTAG_ORIENTATION, &value) && value <= 8 ? value : 0;
}

int iptc_width(TIFF *tiff) {
  const TIFFField *field = TIFFFieldWithTag(tiff, TIFFTAG_RICHTIFFIPTC);
  return field ? TIFFFieldSetGetSize(field) : 0;
}
