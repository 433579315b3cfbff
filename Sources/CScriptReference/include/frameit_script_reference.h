/* Texts in the program. */
#ifndef FRAMEIT_SCRIPT_REFERENCE_H
#define FRAMEIT_SCRIPT_REFERENCE_H

#include <stddef.h>

/* The reference of the script language: docs/script.md, for `frameit help script`. */
extern const char *_Nonnull const frameit_script_reference;
extern const size_t frameit_script_reference_size;

/* The words of other tools: foreign_words.txt. */
extern const char *_Nonnull const frameit_foreign_words;
extern const size_t frameit_foreign_words_size;

#endif
