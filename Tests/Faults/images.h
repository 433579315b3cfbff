// Small images that take different paths through the decoders. The libraries themselves encode them.

#ifndef IMAGES_H
#define IMAGES_H

#include <frameit_io.h>

enum { image_width = 37, image_height = 29 };

typedef enum jpeg_kind { jpeg_baseline, jpeg_progressive, jpeg_gray, jpeg_kinds } jpeg_kind;
typedef enum png_kind { png_plain, png_deep, png_palette, png_interlaced, png_kinds } png_kind;

// The size of the rows of any of the images, in bytes: at most 4 channels of 16 bits.
enum { image_room = image_width * image_height * 8 };

void image_fill(uint8_t *samples);
frameit_reader image_jpeg(jpeg_kind kind);
frameit_reader image_png(png_kind kind);

#endif
