/* The built-in font: Inter, upright, with weights from 100 to 900. See Inter/README.md. */
#ifndef FRAMEIT_INTER_H
#define FRAMEIT_INTER_H

#include <stddef.h>

extern const unsigned char *_Nonnull const frameit_inter_start;
extern const size_t frameit_inter_size;

#endif
