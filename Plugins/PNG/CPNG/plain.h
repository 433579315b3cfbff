// The fast path for a PNG that is stored as it is decoded: not interlaced, no palette, whole bytes, no tRNS.
//
// With ISA-L's inflate and our own filters, a drawing of 15 megapixels takes 63 ms of processor time instead of 140
// with libpng and zlib, and photographs gain as much (768 x 512: 3 ms instead of 7). Inflating alone takes 20 ms
// instead of 68. Larger buffers, batches of rows and skipped checksums did not make libpng faster; libspng was no
// faster.
//
// Only valid data is decoded here. For other data the caller lets libpng start again, so all errors are libpng's. A
// salvaged image can have one row more than with libpng alone.

#ifndef CPNG_PLAIN_H
#define CPNG_PLAIN_H

#include <frameit_io.h>

typedef struct cpng_plain cpng_plain;

// Returns null if the data starts with an error, or without memory.
//
// `offset` is that of the first IDAT chunk; `pixel` is 1 to 4, 6 or 8 bytes; `deep` means 16-bit samples.
cpng_plain *cpng_plain_open(
    const frameit_reader *reader, uint64_t offset, uint32_t height, size_t row_bytes, size_t pixel,
    int deep);

// Decodes the next row into `row`, or skips it if `row` is null. Returns 0 if the data is invalid; `row` is then
// undefined.
int cpng_plain_read(cpng_plain *plain, uint8_t *row);

// Returns 0 if the data after the last row is invalid.
int cpng_plain_finish(cpng_plain *plain);

void cpng_plain_close(cpng_plain *plain);

#endif
