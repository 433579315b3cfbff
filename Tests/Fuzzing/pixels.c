// A libFuzzer harness that compares the pixels of our decoders with those of each library's own simplest reader, on the
// same bytes. If both accept a file without errors or warnings, the pixels must be equal. If only one does, the file is
// counted, and the counts are printed at the end. Our decoders check more than the readers, so only files that our
// decoders alone accept need investigation. The first hundred of these for each format are saved in the folder
// FRAMEIT_ODD.
//
// The input is a byte that is ignored and a file: PNG by libpng's simplified API, JPEG as djpeg reads it, the first frame
// of a GIF line by line with giflib, a still WebP by WebPDecodeRGBA.
#include <cjpeg.h>
#include <cpng.h>
#include <gif_lib.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <jpeglib.h>
#include <png.h>

#include "Support/loaded.h"

// The plugins' codecs. scripts/fuzz renames their symbols.
extern const frameit_codec_entry_point gif_entry, webp_entry;

// An image with 8-bit samples.
typedef struct image {
  uint32_t width, height, channels;
  uint8_t *pixels;
} image;

static int allocate(image *p, uint32_t width, uint32_t height, uint32_t channels) {
  if (width == 0 || height == 0 || width > most_side || height > most_side || width * height > most_pixels) return 0;
  *p = (image){width, height, channels, calloc((size_t)width * height, channels)};
  return p->pixels != NULL;
}

// Returns one sample of a pixel as RGBA.
static uint8_t sample(const image *p, size_t pixel, uint32_t channel) {
  const uint8_t *at = p->pixels + pixel * p->channels;
  int is_gray = p->channels < 3;
  if (channel == 3) return p->channels % 2 == 0 ? at[p->channels - 1] : 255;
  return at[is_gray ? 0 : channel];
}

// MARK: PNG

// Repairs CRC checksums. Removes chunks that define colors, because libpng's reader applies them, and other chunks
// that do not affect pixels, because the reader warns about errors in them.
static size_t repair(const uint8_t *bytes, size_t count, uint8_t *into) {
  static const char *const others[] = {
      "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "acTL", "tEXt", "zTXt", "iTXt", "bKGD", "eXIf", "tIME"};
  size_t done = count < 8 ? count : 8;
  memcpy(into, bytes, done);
  for (size_t at = 8; at + 12 <= count;) {
    size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length > count - at - 12) break;
    int is_left_out = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) is_left_out |= memcmp(bytes + at + 4, others[i], 4) == 0;
    if (!is_left_out) {
      memcpy(into + done, bytes + at, length + 8);
      uint32_t crc = cpng_crc(0, bytes + at + 4, length + 4);
      done += length + 8;
      for (int shift = 24; shift >= 0; shift -= 8) into[done++] = (uint8_t)(crc >> shift);
    }
    at += length + 12;
  }
  return done;
}

static int png_ours(const uint8_t *bytes, size_t count, image *p) {
  frameit_reader reader = {.bytes = bytes, .held = count, .descriptor = -1, .length = count};
  frameit_codec_report report = {0};
  cpng_decoder *decoder = cpng_decoder_open(&reader, most_side, &report);
  if (!decoder) return 0;
  cpng_header header = cpng_decoder_header(decoder);
  // libpng's reader converts 16 bits to 8 with a different curve.
  int is_whole = header.depth == 8 && allocate(p, header.width, header.height, header.channels);
  if (is_whole) {
    cpng_decoder_start(decoder, &report);
    if (report.code == FRAMEIT_CODEC_OK) cpng_decoder_read(decoder, p->pixels, header.height, &report);
    if (report.code == FRAMEIT_CODEC_OK) cpng_decoder_finish(decoder, &report);
    is_whole = report.code == FRAMEIT_CODEC_OK && report.damages == 0;
  }
  cpng_decoder_close(decoder);
  return is_whole;
}

static int png_theirs(const uint8_t *bytes, size_t count, image *p) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return 0;
  image.format = PNG_FORMAT_RGBA;
  int is_whole = allocate(p, image.width, image.height, 4) && png_image_finish_read(&image, NULL, p->pixels, 0, NULL)
      && image.warning_or_error == 0;
  png_image_free(&image);
  return is_whole;
}

// MARK: JPEG

static void run_parts(void (*part)(void *), void *first, void *second) {
  part(first);
  part(second);
}

static int jpeg_ours(const uint8_t *bytes, size_t count, image *p) {
  frameit_reader reader = {.bytes = bytes, .held = count, .descriptor = -1, .length = count};
  frameit_codec_report report = {0};
  cjpeg_header header;
  cjpeg_decoder *decoder = cjpeg_decoder_open(&reader, 100, &header, &report);
  if (!decoder) return 0;
  int is_whole = allocate(p, header.width, header.height, header.pixels);
  if (is_whole) {
    uint32_t width, height;
    cjpeg_request request = {.denominator = 1, .scans = 50, .run = run_parts, .memory = 64 << 20};
    cjpeg_decoder_start(decoder, &request, &width, &height, &report);
    if (report.code == FRAMEIT_CODEC_OK) cjpeg_decoder_read(decoder, p->pixels, height, &report);
    if (report.code == FRAMEIT_CODEC_OK) cjpeg_decoder_finish(decoder, &report);
    is_whole = report.code == FRAMEIT_CODEC_OK && report.damages == 0;
  }
  cjpeg_decoder_close(decoder);
  return is_whole;
}

typedef struct jumping_errors {
  struct jpeg_error_mgr base;
  jmp_buf jump;
} jumping_errors;

static void jump(j_common_ptr cinfo) { longjmp(((jumping_errors *)cinfo->err)->jump, 1); }

static void ignore_message(j_common_ptr cinfo) { (void)cinfo; }

static void count_scans(j_common_ptr cinfo) {
  if (((j_decompress_ptr)cinfo)->input_scan_number > 50) jump(cinfo);
}

static int jpeg_theirs(const uint8_t *bytes, size_t count, image *p) {
  static struct jpeg_decompress_struct cinfo;
  static jumping_errors errors;
  static struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
  cinfo.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jump;
  errors.base.output_message = ignore_message;
  volatile int is_whole = 0;
  if (setjmp(errors.jump) == 0) {
    jpeg_create_decompress(&cinfo);
    cinfo.progress = &progress;
    jpeg_mem_src(&cinfo, bytes, count);
    jpeg_read_header(&cinfo, TRUE);
    if (cinfo.jpeg_color_space == JCS_YCCK) cinfo.out_color_space = JCS_CMYK;
    cinfo.mem->max_memory_to_use = 64 << 20;
    jpeg_calc_output_dimensions(&cinfo);
    if (allocate(p, cinfo.output_width, cinfo.output_height, (uint32_t)cinfo.out_color_components)) {
      jpeg_start_decompress(&cinfo);
      while (cinfo.output_scanline < cinfo.output_height) {
        JSAMPROW row = p->pixels + (size_t)cinfo.output_scanline * cinfo.output_width * p->channels;
        jpeg_read_scanlines(&cinfo, &row, 1);
      }
      jpeg_finish_decompress(&cinfo);
      is_whole = errors.base.num_warnings == 0;
      // Adobe stores CMYK inverted.
      size_t all = (size_t)p->width * p->height * p->channels;
      for (size_t i = 0; cinfo.out_color_space == JCS_CMYK && cinfo.saw_Adobe_marker && i < all; i++) p->pixels[i] ^= 255;
    }
  }
  jpeg_destroy_decompress(&cinfo);
  return is_whole;
}

// MARK: GIF and WebP

// Decodes the first frame with a plugin's codec.
static int decode_with_plugin(const frameit_codec *codec, const uint8_t *bytes, size_t count, image *p) {
  memory file = {bytes, count, 0, SIZE_MAX};
  frameit_codec_input input = {.struct_size = sizeof input, .context = &file, .length = count, .read = read_memory};
  frameit_codec_report report = {.struct_size = sizeof report};
  int32_t code = FRAMEIT_CODEC_OK;
  frameit_codec_decoder *decoder = codec->open(codec, &host, &input, &limits, &code, &report);
  if (!decoder) return 0;
  frameit_codec_header header = {.struct_size = sizeof header};
  uint32_t milliseconds;
  int is_whole = codec->header(decoder, &header) == FRAMEIT_CODEC_OK && header.depth == 8
      && allocate(p, header.width, header.height, header.channels)
      && codec->frame(decoder, 0, 1, &milliseconds, &report) == FRAMEIT_CODEC_OK
      && codec->rows(decoder, p->pixels, header.height, &report) == FRAMEIT_CODEC_OK
      && codec->finish(decoder, &report) == FRAMEIT_CODEC_OK && report.damages == 0;
  codec->close(decoder);
  return is_whole;
}

static int gif_ours(const uint8_t *bytes, size_t count, image *p) { return decode_with_plugin(gif_entry.codecs[0], bytes, count, p); }

static int read_gif(GifFileType *gif, GifByteType *into, int count) {
  memory *m = gif->UserData;
  size_t part = (size_t)count < m->count - m->at ? (size_t)count : m->count - m->at;
  memcpy(into, m->bytes + m->at, part);
  m->at += part;
  return (int)part;
}

// Reads up to the first frame, like DGifSlurp. DGifSlurp itself would allocate as much as later frames claim.
static int find_frame(GifFileType *gif, int *transparent) {
  for (;;) {
    GifRecordType record;
    if (DGifGetRecordType(gif, &record) == GIF_ERROR) return 0;
    if (record == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
    int label;
    GifByteType *block;
    GraphicsControlBlock control;
    if (record != EXTENSION_RECORD_TYPE || DGifGetExtension(gif, &label, &block) == GIF_ERROR) return 0;
    if (label == GRAPHICS_EXT_FUNC_CODE && block && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK) {
      *transparent = control.TransparentColor;
    }
    while (block) {
      if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return 0;
    }
  }
}

static int draw_gif(GifFileType *gif, int transparent, image *p) {
  const GifImageDesc *at = &gif->Image;
  const ColorMapObject *map = at->ColorMap ? at->ColorMap : gif->SColorMap;
  uint8_t line[most_side];
  static const struct { int first, step; } passes[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}, {0, 1}};
  for (int pass = at->Interlace ? 0 : 4; pass < (at->Interlace ? 4 : 5); pass++) {
    for (int y = passes[pass].first; y < at->Height; y += passes[pass].step) {
      if (DGifGetLine(gif, line, at->Width) == GIF_ERROR) return 0;
      for (int x = 0; x < at->Width; x++) {
        if (line[x] == transparent || !map || line[x] >= map->ColorCount) continue;
        uint8_t *pixel = p->pixels + ((size_t)(at->Top + y) * p->width + (size_t)(at->Left + x)) * 4;
        const GifColorType *color = &map->Colors[line[x]];
        memcpy(pixel, (uint8_t[]){color->Red, color->Green, color->Blue, 255}, 4);
      }
    }
  }
  return 1;
}

static int gif_theirs(const uint8_t *bytes, size_t count, image *p) {
  memory file = {bytes, count, 0, SIZE_MAX};
  int error, transparent = NO_TRANSPARENT_COLOR;
  GifFileType *gif = DGifOpen(&file, read_gif, &error);
  if (!gif) return 0;
  int is_whole = find_frame(gif, &transparent) && gif->Image.Width > 0 && gif->Image.Height > 0;
  if (is_whole) {
    int right = gif->Image.Left + gif->Image.Width, bottom = gif->Image.Top + gif->Image.Height;
    uint32_t width = (uint32_t)(right > gif->SWidth ? right : gif->SWidth);
    uint32_t height = (uint32_t)(bottom > gif->SHeight ? bottom : gif->SHeight);
    is_whole = allocate(p, width, height, 4) && draw_gif(gif, transparent, p);
  }
  DGifCloseFile(gif, &error);
  return is_whole;
}

static int webp_ours(const uint8_t *bytes, size_t count, image *p) { return decode_with_plugin(webp_entry.codecs[0], bytes, count, p); }

static int webp_theirs(const uint8_t *bytes, size_t count, image *p) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK || features.has_animation) return 0;
  if (!allocate(p, (uint32_t)features.width, (uint32_t)features.height, 4)) return 0;
  size_t size = (size_t)p->width * p->height * 4;
  if (!WebPDecodeRGBAInto(bytes, count, p->pixels, size, (int)p->width * 4)) return 0;
  // An image whose header denies alpha is opaque, as in Pillow and libvips, whatever values its pixels have.
  for (size_t i = 3; i < size && !features.has_alpha; i += 4) p->pixels[i] = 255;
  return 1;
}

// MARK: Comparison

typedef struct format {
  const char *name, *start;
  int (*ours)(const uint8_t *bytes, size_t count, image *p);
  int (*theirs)(const uint8_t *bytes, size_t count, image *p);
  long both, only_ours, only_theirs, neither;
} format;

static format formats[] = {
    {"png", "\x89PNG", png_ours, png_theirs, 0, 0, 0, 0}, {"jpeg", "\xFF\xD8\xFF", jpeg_ours, jpeg_theirs, 0, 0, 0, 0},
    {"gif", "GIF8", gif_ours, gif_theirs, 0, 0, 0, 0}, {"webp", "RIFF", webp_ours, webp_theirs, 0, 0, 0, 0}};
enum { format_count = sizeof formats / sizeof *formats };

static void print_counts(void) {
  for (int i = 0; i < format_count; i++) {
    const format *f = &formats[i];
    fprintf(stderr, "%s: %ld by both, %ld by ours alone, %ld by theirs alone, %ld by neither\n", f->name, f->both,
            f->only_ours, f->only_theirs, f->neither);
  }
}

static void compare(const format *f, const image *ours, const image *theirs) {
  if (ours->width != theirs->width || ours->height != theirs->height) {
    fprintf(stderr, "%s: %u x %u by ours, %u x %u by theirs\n", f->name, ours->width, ours->height, theirs->width,
            theirs->height);
    abort();
  }
  for (size_t i = 0; i < (size_t)ours->width * ours->height; i++) {
    uint8_t alpha = sample(ours, i, 3);
    for (uint32_t c = 0; c < 4; c++) {
      // Colors of fully transparent pixels do not count.
      if (sample(ours, i, c) == sample(theirs, i, c) || (c < 3 && alpha == 0)) continue;
      fprintf(stderr, "%s: channel %u of pixel %zu is %u by ours, %u by theirs\n", f->name, c, i, sample(ours, i, c),
              sample(theirs, i, c));
      abort();
    }
  }
}

// Saves an input that only our decoder accepts. Its name has the format and a number.
static void save_odd(const format *f, const uint8_t *bytes, size_t count) {
  const char *folder = getenv("FRAMEIT_ODD");
  if (!folder || f->only_ours > 100) return;
  char name[64];
  snprintf(name, sizeof name, "%s-%ld", f->name, f->only_ours);
  save(folder, name, bytes, count);
}

static void run(format *f, const uint8_t *bytes, size_t count) {
  image ours = {0}, theirs = {0};
  int is_ours = f->ours(bytes, count, &ours), is_theirs = f->theirs(bytes, count, &theirs);
  if (is_ours && is_theirs) compare(f, &ours, &theirs);
  f->both += is_ours && is_theirs;
  f->only_ours += is_ours && !is_theirs;
  f->only_theirs += !is_ours && is_theirs;
  f->neither += !is_ours && !is_theirs;
  if (is_ours && !is_theirs) save_odd(f, bytes, count);
  free(ours.pixels);
  free(theirs.pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  if (count < 5) return 0;
  for (int i = 0; i < format_count; i++) {
    const format *f = &formats[i];
    if (memcmp(bytes + 1, f->start, strlen(f->start)) != 0) continue;
    // An allocation of the exact size, so that the sanitizer detects a read past its end.
    uint8_t *file = malloc(count - 1);
    if (!file) return 0;
    size_t length = count - 1;
    if (f->ours == png_ours) length = repair(bytes + 1, length, file);
    else memcpy(file, bytes + 1, length);
    run(&formats[i], file, length);
    free(file);
  }
  return 0;
}

// MARK: Seeds

static void save_plugin_seed(const char *folder, const frameit_codec *codec, const uint8_t *pixels, uint32_t side) {
  drawing d = {
      {.struct_size = sizeof d.encoding, .width = side, .height = side, .channels = 3, .depth = 8, .frames = 1}, pixels};
  save_encoded(folder, codec->name, codec, &d);
}

static void save_seeds(const char *folder) {
  enum { side = 16 };
  uint8_t pixels[side * side * 3];
  for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (uint8_t)(i % 7 ? i * 3 : i * i);
  frameit_codec_report report = {0};
  frameit_writer png = {.descriptor = -1}, jpeg = {.descriptor = -1};
  cpng_encoder *encoder = cpng_encoder_open(&png, side, side, (cpng_layout){.channels = 3, .depth = 8}, &report);
  if (encoder) {
    cpng_encoder_write(encoder, pixels, side, &report);
    cpng_encoder_finish(encoder, &report);
    cpng_encoder_close(encoder);
    save(folder, "png", png.bytes, png.length);
  }
  cjpeg_settings settings = {.width = side, .height = side, .pixels = CJPEG_RGB, .quality = 80,
                             .chroma_h = 2, .chroma_v = 2};
  cjpeg_encoder *other = cjpeg_encoder_open(&jpeg, &settings, &report);
  if (other) {
    cjpeg_encoder_write(other, pixels, side, &report);
    cjpeg_encoder_finish(other, &report);
    cjpeg_encoder_close(other);
    save(folder, "jpeg", jpeg.bytes, jpeg.length);
  }
  frameit_writer_release(&png);
  frameit_writer_release(&jpeg);
  save_plugin_seed(folder, gif_entry.codecs[0], pixels, side);
  save_plugin_seed(folder, webp_entry.codecs[0], pixels, side);
  uint8_t *lossy = NULL;
  size_t count = WebPEncodeRGB(pixels, side, side, side * 3, 60, &lossy);
  if (lossy) save(folder, "webp-lossy", lossy, count);
  WebPFree(lossy);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  atexit(print_counts);
  const char *folder = getenv("FRAMEIT_SEEDS");
  if (folder) save_seeds(folder);
  return 0;
}
