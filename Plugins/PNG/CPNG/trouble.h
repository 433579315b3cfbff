// Errors and libpng's warnings, shared by the decoder and the encoder.

#ifndef CPNG_TROUBLE_H
#define CPNG_TROUBLE_H

#include <png.h>

#include "cpng.h"

// Part of the decoder's or encoder's heap struct, so a longjmp does not change it.
typedef struct cpng_trouble {
  frameit_codec_report report;
  int out_of_memory;
  int32_t otherwise;  // the meaning of an error without another explanation
} cpng_trouble;

// libpng's error, warning and memory functions. Their pointer is a `cpng_trouble`.
void cpng_on_error(png_structp png, png_const_charp message);
void cpng_on_warning(png_structp png, png_const_charp message);
png_voidp cpng_allocate(png_structp png, png_alloc_size_t size);
void cpng_free(png_structp png, png_voidp memory);

// Leaves through libpng's error function with our own reason.
_Noreturn void cpng_fail(png_structp png, cpng_trouble *trouble, int32_t code, const char *message);

// Records a failure outside libpng, unless there is an earlier one.
void cpng_note(cpng_trouble *trouble, int32_t code, const char *message);

#endif
