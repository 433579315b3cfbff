#define _GNU_SOURCE  // memmem
#include "frameit_script_reference.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char file[] = {
#embed "foreign_words.txt" suffix(, 0)
};

const char *frameit_foreign_words(const char *header, size_t *size) {
  const char *start = strstr(file, header);
  if (!start) return NULL;
  start += strlen(header);
  const char *next = strstr(start, "\n[");
  *size = next ? (size_t)(next - start) : strlen(start);
  return start;
}

bool frameit_may_be_foreign(const char *word, const char *header) {
  size_t size;
  const char *start = frameit_foreign_words(header, &size);
  return start && memmem(start, size, word, strlen(word));
}
