#include "frameit_inter.h"

/* C23's, which the compiler has for older C too. Nothing of it is read before the first text is set. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file[] = {
#embed "Inter/Inter-roman.var.ttf"
};

const unsigned char *const frameit_inter_start = file;
const size_t frameit_inter_size = sizeof file;
