// The scans of a progressive image.

#ifndef CJPEG_SCANS_H
#define CJPEG_SCANS_H

#include "source.h"

typedef struct cjpeg_scan {
  cjpeg_range bytes;
  // The index of the only component that the scan belongs to, if it has coefficients other than the means of blocks; else -1.
  int detailed;
} cjpeg_scan;

typedef struct cjpeg_scans {
  cjpeg_scan *scans;  // in order; owned
  int count;
} cjpeg_scans;

// Finds the scans ahead of the library, which has read the header up to the first scan. Finds nothing if the image is not
// progressive, does not end with its marker, or has more scans than `most`.
cjpeg_scans cjpeg_find_scans(j_decompress_ptr cinfo, int most);

void cjpeg_scans_close(cjpeg_scans *scans);

// Hides the scans with details of the components whose bits are set in `components`. Returns whether there were any.
int cjpeg_hide_details(j_decompress_ptr cinfo, const cjpeg_scans *scans, unsigned components);

#endif
