/* The parts of the page of `studio`. */
#ifndef FRAMEIT_STUDIO_PAGE_H
#define FRAMEIT_STUDIO_PAGE_H

#include <stddef.h>

struct frameit_studio_part {
  const char *_Nonnull bytes;
  size_t size;
};

extern const struct frameit_studio_part frameit_studio_style;
extern const struct frameit_studio_part frameit_studio_body;
extern const struct frameit_studio_part frameit_studio_script;
extern const struct frameit_studio_part frameit_studio_grammar;

#endif
