#include "changes.h"

static void grow(rectangle *r, uint32_t x, uint32_t y) {
  if (x < r->left) r->left = x;
  if (x >= r->right) r->right = x + 1;
  if (y < r->top) r->top = y;
  if (y >= r->bottom) r->bottom = y + 1;
}

rectangle leave_out_kept(uint8_t *frame, uint8_t *canvas, uint32_t width, uint32_t height) {
  rectangle r = {.left = width, .top = height};
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++, frame += 4, canvas += 4) {
      if (memcmp(frame, canvas, 4) == 0) {
        memset(frame, 0, 4);
      } else {
        memcpy(canvas, frame, 4);
        grow(&r, x, y);
      }
    }
  }
  return r.right > 0 ? r : (rectangle){.right = 1, .bottom = 1};
}

int add_cleared(rectangle *r, const uint8_t *canvas, const uint8_t *next, uint32_t width, uint32_t height) {
  int has_any = 0;
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++, canvas += 4, next += 4) {
      if (canvas[3] == 0 || next[3] > 0) continue;
      grow(r, x, y);
      has_any = 1;
    }
  }
  return has_any;
}
