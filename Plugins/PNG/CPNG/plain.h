// Rows of a PNG that is stored as it is decoded: not interlaced, no palette, whole bytes, no tRNS.
//
// On ISA-L's inflate and our own filters: a drawing of 15 megapixels takes 63 ms of processor time instead
// of 140 by libpng and zlib, and photographs gain as much (768 x 512: 3 ms instead of 7). Inflating alone
// takes 20 ms instead of 68. Larger buffers, batches of rows, and leaving out checksums gained libpng
// nothing; libspng was no faster.
//
// Only data that are in order are decoded; for others the caller has libpng begin again, so that all that
// is said of them is libpng's. A salvaged image can have a row more than by libpng alone.

#ifndef CPNG_PLAIN_H
#define CPNG_PLAIN_H

#include <frameit_io.h>

typedef struct cpng_plain cpng_plain;

// Returns null where the data do not begin as they should, or there is no memory.
//
// `offset` is the first IDAT chunk's; `pixel` is 1 to 4, 6 or 8 bytes; `deep` stands for 16-bit samples.
cpng_plain *cpng_plain_open(
    const frameit_reader *reader, uint64_t offset, uint32_t height, size_t row_bytes, size_t pixel,
    int deep);

// Decodes the next row into `row`, or for nobody where that is null.
// Returns 0 where the data are not in order. The row is none then.
int cpng_plain_read(cpng_plain *plain, uint8_t *row);

// Returns 0 where what follows the last row is not in order.
int cpng_plain_finish(cpng_plain *plain);

void cpng_plain_close(cpng_plain *plain);

#endif
