// AVIF: a codec and a library of its own, so that it can be asked to write; what reads is HEIF's.
#define FRAMEIT_AVIF
#include "heif.c"
