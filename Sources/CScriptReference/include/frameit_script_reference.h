/* The reference of the script language: docs/script.md, for `frameit help script`. */
#ifndef FRAMEIT_SCRIPT_REFERENCE_H
#define FRAMEIT_SCRIPT_REFERENCE_H

#include <stddef.h>

extern const char *_Nonnull const frameit_script_reference;
extern const size_t frameit_script_reference_size;

#endif
