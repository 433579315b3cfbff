// How the library's errors and warnings become a status.

#ifndef CJPEG_ERRORS_H
#define CJPEG_ERRORS_H

#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// Lies in the heap: what changes between setjmp and longjmp must not be a local variable.
typedef struct cjpeg_errors {
  struct jpeg_error_mgr base;  // first, so that the library's pointer is ours
  jmp_buf jump;
  frameit_status status;
  int warnings;  // how many are allowed
  int in_scan;   // the last marker that was read began a scan
} cjpeg_errors;

// Returns what the library's `err` is to be set to.
struct jpeg_error_mgr *cjpeg_errors_init(cjpeg_errors *errors, int warnings);

// Ends the call that the library is in.
_Noreturn void cjpeg_fail(cjpeg_errors *errors, frameit_code code, const char *message);

// The end of the data came where more was needed. Returns where what is missing is to be made up.
void cjpeg_truncated(cjpeg_errors *errors, int in_header);

#endif
