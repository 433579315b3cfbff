// All kernels, for one instruction set. Whoever includes this defines FRAMEIT_TABLE, the table's name, and
// FRAMEIT_NAME, what people call it.

// Every function that takes or gives a vector is inlined: how vectors are passed does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#include "vectors.inc.h"
#include "weights.inc.h"
#include "resample.inc.h"
#include "decode.inc.h"
#include "encode.inc.h"
#include "lay.inc.h"

const frameit_kernels FRAMEIT_TABLE = {
    .name = FRAMEIT_NAME,
    .resample = resample,
    .decode8 = decode8,
    .decode16 = decode16,
    .encode8 = encode8,
    .encode16 = encode16,
    .lay = lay,
};
