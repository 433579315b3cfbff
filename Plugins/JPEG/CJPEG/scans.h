// The scans of a progressive image that a small version of it does not need.

#ifndef CJPEG_SCANS_H
#define CJPEG_SCANS_H

#include "source.h"

// Makes the library pass over scans that do not change the samples at the size that was chosen: of a component of which each
// block becomes one sample, its mean, those of all other coefficients. Needs the header, read up to the first scan, and changes
// nothing if the image does not end as it should.
void cjpeg_pass_over_scans(j_decompress_ptr cinfo, int most_scans);

#endif
