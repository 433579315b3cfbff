/* Texts in the program. */
#ifndef FRAMEIT_SCRIPT_REFERENCE_H
#define FRAMEIT_SCRIPT_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* The reference of the script language: docs/script.md, for `frameit help script`. */
extern const char *_Nonnull const frameit_script_reference;
extern const size_t frameit_script_reference_size;

/* Returns the lines of foreign_words.txt after a line; NULL if there is no such line. They end where the next section begins. */
const char *_Nullable frameit_foreign_words(const char *_Nonnull header, size_t *_Nonnull size);

/* Returns false if the lines after a line do not have these letters. */
bool frameit_may_be_foreign(const char *_Nonnull word, const char *_Nonnull header);

#endif
