// The scans of a progressive image.

#ifndef CJPEG_SCANS_H
#define CJPEG_SCANS_H

#include "source.h"

typedef struct cjpeg_scan {
  cjpeg_range bytes;
  // If the scan has AC coefficients, the bit of their component; else cjpeg_dc.
  unsigned content;
} cjpeg_scan;

static const unsigned cjpeg_dc = 1u << MAX_COMPONENTS;

typedef struct cjpeg_scans {
  cjpeg_scan *scans;  // in order; owned
  int count;
} cjpeg_scans;

// Finds the scans ahead of the library, which has read the header up to that of the first scan. Finds nothing if the image is not
// progressive, does not end with its marker, or has more scans than `most`.
cjpeg_scans cjpeg_find_scans(j_decompress_ptr cinfo, int most);

void cjpeg_scans_close(cjpeg_scans *scans);

// Hides the scans with a content whose bit is set. Returns whether there were any, and all are hidden. The library must not have
// begun one of them.
int cjpeg_hide_scans(cjpeg_source *source, const cjpeg_scans *scans, unsigned content);

#endif
