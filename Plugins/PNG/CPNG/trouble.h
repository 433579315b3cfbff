// What went wrong, and what libpng complained of, shared by the decoder and the encoder.

#ifndef CPNG_TROUBLE_H
#define CPNG_TROUBLE_H

#include <png.h>

#include "cpng.h"

// Lies in the decoder's or encoder's heap struct, so that a longjmp leaves it as it is.
typedef struct cpng_trouble {
  frameit_status status;
  int out_of_memory;
  frameit_code otherwise;  // what an error means that nothing else explains
} cpng_trouble;

// libpng's error, warning and memory functions. Their pointer is a `cpng_trouble`.
void cpng_on_error(png_structp png, png_const_charp message);
void cpng_on_warning(png_structp png, png_const_charp message);
png_voidp cpng_allocate(png_structp png, png_alloc_size_t size);
void cpng_free(png_structp png, png_voidp memory);

// Leaves through libpng's error function with a reason of our own.
_Noreturn void cpng_fail(png_structp png, cpng_trouble *trouble, frameit_code code, const char *message);

// Notes a failure outside libpng, unless there is an earlier one.
void cpng_note(cpng_trouble *trouble, frameit_code code, const char *message);

#endif
