// Decoding the scans of a progressive image in two parts, which can be on two threads.

#ifndef CJPEG_PARTS_H
#define CJPEG_PARTS_H

#include "decoder.h"
#include "scans.h"

// Decodes all scans in two parts, which `run` runs: one has the AC coefficients of the component with the most bytes, and the
// other those of the other components. The settings for the output must have been chosen. Samples and memory are those of
// decoding one scan after the other.
//
// Returns whether that was done. It is not if a part would have nothing to do, if anything is damaged, or if coefficients are
// missing. The decoder is then as after its header, or it has failed.
int cjpeg_decode_in_parts(cjpeg_decoder *decoder, const cjpeg_scans *scans, cjpeg_run run);

#endif
