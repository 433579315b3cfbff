// The part of a frame that changes; only this part is written. Pixels are RGBA with an alpha of 0 or 255.
#ifndef PLUGINS_GIF_CHANGES_H
#define PLUGINS_GIF_CHANGES_H

#include "gif.h"

// Updates the canvas to show the frame. Pixels of the frame that are already on the canvas become transparent; the
// others are inside the returned rectangle, which has one pixel if there are none.
rectangle leave_out_kept(uint8_t *frame, uint8_t *canvas, uint32_t width, uint32_t height);

// Extends a rectangle by the pixels that must be cleared before the next frame, because drawing cannot make pixels
// transparent. Returns 0 if there are none.
int add_cleared(rectangle *r, const uint8_t *canvas, const uint8_t *next, uint32_t width, uint32_t height);

#endif
