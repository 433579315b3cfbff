// The scans of a progressive image that a small version of it does not need.

#ifndef CJPEG_SCANS_H
#define CJPEG_SCANS_H

#include "source.h"

// Hides scans from the library. If each block of a component becomes one sample, its mean, the scans with the component's other
// coefficients do not change the samples. The header must have been read, up to the first scan, and the size of the output must
// have been chosen. Hides nothing if the image does not end with its marker, or has more such scans than `most`.
void cjpeg_hide_unneeded_scans(j_decompress_ptr cinfo, int most);

#endif
