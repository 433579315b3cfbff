// Calls about libheif itself.
#include "heif.h"

char library[32] = "libheif";

int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host;
  snprintf(library, sizeof library, "libheif %s", heif_get_version());
  struct heif_error error = heif_init(NULL);
  if (error.code == heif_error_Ok) return FRAMEIT_CODEC_OK;
  snprintf(report->message, sizeof report->message, "%s", error.message);
  return FRAMEIT_CODEC_UNSUPPORTED;
}

void stop(void) { heif_deinit(); }

static int32_t code_of(struct heif_error error) {
  if (error.subcode == heif_suberror_End_of_data) return FRAMEIT_CODEC_TRUNCATED;
  if (error.subcode == heif_suberror_Security_limit_exceeded) return FRAMEIT_CODEC_LIMIT;
  switch (error.code) {
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return FRAMEIT_CODEC_UNSUPPORTED;
  case heif_error_Memory_allocation_error: return FRAMEIT_CODEC_NO_MEMORY;
  default: return FRAMEIT_CODEC_DAMAGED;
  }
}

int check(trouble *t, struct heif_error error) {
  if (error.code == heif_error_Ok) return 1;
  // Messages of the libraries below follow on further lines.
  const char *text = error.message && error.message[0] ? error.message : "libheif could not read the file";
  int length = (int)strcspn(text, "\r\n");
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == ':')) length--;
  fail(t, code_of(error), "%.*s", length, text);
  return 0;
}

static int is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

enum heif_chroma chroma_of(int has_alpha, uint32_t depth) {
  if (depth == 8) return has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  if (is_little_endian()) return has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
  return has_alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE;
}
