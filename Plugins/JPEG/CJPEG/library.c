#include "cjpeg.h"

#include <stdio.h>

#include <jpeglib.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *cjpeg_library(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return "libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "libjpeg, interface " TEXT(JPEG_LIB_VERSION);
#endif
}

uint32_t cjpeg_maximum_side(void) { return JPEG_MAX_DIMENSION; }
