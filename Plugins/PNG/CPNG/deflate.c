#include <limits.h>
#include <string.h>

#include <isa-l.h>
#include <png.h>
#include <zlib.h>

#include "cpng.h"

ptrdiff_t cpng_inflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity) {
  if (count > UINT_MAX || capacity > UINT_MAX) return -1;
  z_stream stream = {0};
  if (inflateInit(&stream) != Z_OK) return -1;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = into;
  stream.avail_out = (uInt)capacity;
  int result = inflate(&stream, Z_SYNC_FLUSH);
  ptrdiff_t produced = (ptrdiff_t)(capacity - stream.avail_out);
  inflateEnd(&stream);
  // Z_BUF_ERROR: the input or the buffer ended before the stream.
  return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR ? produced : -1;
}

size_t cpng_deflate_bound(size_t count) { return compressBound(count); }

ptrdiff_t cpng_deflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity) {
  uLongf length = capacity;
  return compress2(into, &length, bytes, count, 9) == Z_OK ? (ptrdiff_t)length : -1;
}

uint32_t cpng_crc(uint32_t crc, const uint8_t *bytes, size_t count) {
  // zlib takes a null address as a request for the initial value.
  return count == 0 ? crc : (uint32_t)crc32_z(crc, bytes, count);
}

const char *cpng_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *cpng_zlib_version(void) { return zlibVersion(); }

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *cpng_isal_version(void) {
  return TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(ISAL_PATCH_VERSION);
}
