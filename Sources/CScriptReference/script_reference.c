#include "frameit_script_reference.h"

/* #embed is C23, but the compiler supports it for older C, too. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char file[] = {
#embed "../../docs/script.md"
};

const char *const frameit_script_reference = file;
const size_t frameit_script_reference_size = sizeof file;
