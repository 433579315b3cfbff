// What a frame of an animation changes: that alone is written of it. Pixels are red green blue alpha, which is 0 or 255.
#ifndef PLUGINS_GIF_CHANGES_H
#define PLUGINS_GIF_CHANGES_H

#include "gif.h"

// Brings the canvas to what the frame shows. Pixels of the frame that are on it already become transparent; the others
// lie within the rectangle that is returned, which is of one pixel where there are none.
rectangle leave_out_kept(uint8_t *frame, uint8_t *canvas, uint32_t width, uint32_t height);

// Grows a rectangle by what has to go before the next frame, as nothing that is drawn makes it transparent. Returns 0
// where there is no such pixel.
int add_cleared(rectangle *r, const uint8_t *canvas, const uint8_t *next, uint32_t width, uint32_t height);

#endif
