/* The parts of the HTML report of `compare` and `test`. */
#ifndef FRAMEIT_REPORT_PAGE_H
#define FRAMEIT_REPORT_PAGE_H

#include <stddef.h>

struct frameit_report_part {
  const char *_Nonnull bytes;
  size_t size;
};

extern const struct frameit_report_part frameit_report_style;
extern const struct frameit_report_part frameit_report_body;
extern const struct frameit_report_part frameit_report_script;

#endif
