#define _GNU_SOURCE
#include "images.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <png.h>

void image_fill(uint8_t *samples) {
  for (int i = 0; i < image_room; i++) samples[i] = (uint8_t)(i * i / 7 + i);
}

frameit_reader image_jpeg(jpeg_kind kind) {
  static uint8_t samples[image_room];
  image_fill(samples);
  struct jpeg_compress_struct cinfo;
  struct jpeg_error_mgr errors;
  unsigned char *bytes = NULL;
  unsigned long length = 0;
  cinfo.err = jpeg_std_error(&errors);
  jpeg_create_compress(&cinfo);
  jpeg_mem_dest(&cinfo, &bytes, &length);
  cinfo.image_width = image_width;
  cinfo.image_height = image_height;
  cinfo.input_components = kind == jpeg_gray ? 1 : 3;
  cinfo.in_color_space = kind == jpeg_gray ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&cinfo);
  if (kind == jpeg_progressive) jpeg_simple_progression(&cinfo);
  jpeg_start_compress(&cinfo, TRUE);
  while (cinfo.next_scanline < cinfo.image_height) {
    JSAMPROW row = samples + (int)cinfo.next_scanline * image_width * cinfo.input_components;
    jpeg_write_scanlines(&cinfo, &row, 1);
  }
  jpeg_finish_compress(&cinfo);
  jpeg_destroy_compress(&cinfo);
  return (frameit_reader){.bytes = bytes, .held = length, .descriptor = -1, .length = length};
}

frameit_reader image_png(png_kind kind) {
  static uint8_t samples[image_room];
  image_fill(samples);
  char *bytes = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&bytes, &length);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (!file || setjmp(png_jmpbuf(png))) abort();
  png_init_io(png, file);
  int depth = kind == png_deep ? 16 : 8;
  int color = kind == png_palette ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB_ALPHA;
  int interlace = kind == png_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE;
  png_set_IHDR(png, info, image_width, image_height, depth, color, interlace, 0, 0);
  if (kind == png_palette) {
    png_color colors[256];
    png_byte alpha[256];
    for (int i = 0; i < 256; i++) {
      colors[i] = (png_color){.red = (png_byte)i, .green = (png_byte)(2 * i), .blue = 7};
      alpha[i] = (png_byte)(255 - i);
    }
    png_set_PLTE(png, info, colors, 256);
    png_set_tRNS(png, info, alpha, 256, NULL);
  }
  png_write_info(png, info);
  png_bytep rows[image_height];
  for (int y = 0; y < image_height; y++) rows[y] = samples + (size_t)y * png_get_rowbytes(png, info);
  png_write_image(png, rows);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  fclose(file);
  return (frameit_reader){.bytes = (uint8_t *)bytes, .held = length, .descriptor = -1, .length = length};
}
