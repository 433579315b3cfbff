// Conversion of the library's errors and warnings to a report.

#ifndef CJPEG_ERRORS_H
#define CJPEG_ERRORS_H

#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// In the heap: what changes between setjmp and longjmp must not be a local variable.
typedef struct cjpeg_errors {
  struct jpeg_error_mgr base;  // first, so that the library's pointer is ours
  jmp_buf jump;
  frameit_codec_report report;
  int warnings;  // the number of warnings that are allowed
  int in_scan;   // whether the last marker began a scan
  int ended;     // whether the data ended without an end marker; cjpeg_check_end tells whether samples are missing
  char end[JMSG_LENGTH_MAX];  // the message that says where the data ended
} cjpeg_errors;

// Returns the value for the library's `err`.
struct jpeg_error_mgr *cjpeg_errors_init(cjpeg_errors *errors, int warnings);

// Forgets a failure and all warnings.
void cjpeg_errors_reset(cjpeg_errors *errors);

// Ends the library call that is running.
_Noreturn void cjpeg_fail(cjpeg_errors *errors, int32_t code, const char *message);

// Records that the data ended without an end marker. Returns if missing data is to be filled in.
void cjpeg_ended(const struct jpeg_decompress_struct *cinfo, int in_header);

// Returns whether the scans that were read give coefficients of some components exactly: those from `first` on and before `end`.
// Otherwise the library may estimate them. Each bit of `components` stands for one. The library forgets this in
// jpeg_finish_decompress.
int cjpeg_knows(const struct jpeg_decompress_struct *cinfo, unsigned components, int first, int end);

// The same for all coefficients of all components.
int cjpeg_has_all_scans(const struct jpeg_decompress_struct *cinfo);

// Called after the last scan. If the data ended, reports whether samples are missing or only the end marker.
void cjpeg_check_end(cjpeg_errors *errors, int has_all_scans);

#endif
