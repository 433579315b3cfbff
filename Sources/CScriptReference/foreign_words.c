#include "frameit_script_reference.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char file[] = {
#embed "foreign_words.txt"
};

const char *const frameit_foreign_words = file;
const size_t frameit_foreign_words_size = sizeof file;
