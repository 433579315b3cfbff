// Small pictures of the kinds that are decoded in different ways, by the libraries themselves.

#ifndef PICTURES_H
#define PICTURES_H

#include <frameit_io.h>

enum { picture_width = 37, picture_height = 29 };

typedef enum jpeg_kind { jpeg_baseline, jpeg_progressive, jpeg_gray, jpeg_kinds } jpeg_kind;
typedef enum png_kind { png_plain, png_deep, png_palette, png_interlaced, png_kinds } png_kind;

// Room for the rows of any of them: 4 channels of 16 bits.
enum { picture_room = picture_width * picture_height * 8 };

void picture_fill(uint8_t *samples);
frameit_reader picture_jpeg(jpeg_kind kind);
frameit_reader picture_png(png_kind kind);

#endif
