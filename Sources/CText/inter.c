#include "frameit_inter.h"

/* #embed is C23, but the compiler supports it for older C, too. No byte is read before the first text. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file[] = {
#embed "Inter/Inter-roman.var.ttf"
};

const unsigned char *const frameit_inter_start = file;
const size_t frameit_inter_size = sizeof file;
