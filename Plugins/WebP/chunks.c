// Reads what a file contains, from its chunks.
#include "webp.h"

enum { riff_header = 12, chunk_header = 8, image_header = 10, frame_header = 16, read_ahead = 64 };
enum { animation_flag = 0x02, disposes_to_background = 1 };
// Files with more chunks exist only to waste time.
enum { most_chunks = 1 << 20 };

const metadata_chunk metadata_chunks[] = {{"ICCP", "icc"}, {"EXIF", "exif"}, {"XMP ", "xmp"}};

static uint32_t number(const uint8_t *b, int count) {
  uint32_t value = 0;
  for (int i = count - 1; i >= 0; i--) value = value << 8 | b[i];
  return value;
}

static int is(const uint8_t *bytes, const char *name) { return memcmp(bytes, name, 4) == 0; }

int64_t read_fully(const frameit_codec_input *input, uint64_t offset, void *into, uint64_t count) {
  uint64_t done = 0;
  while (done < count) {
    int64_t got = input->read(input->context, offset + done, (uint8_t *)into + done, (size_t)(count - done));
    if (got < 0) return -1;
    if (got == 0) break;
    done += (uint64_t)got;
  }
  return (int64_t)done;
}

// MARK: Images

// Reads the size and other properties of an image from its first bytes. `bytes` begins with the chunk.
static int32_t take_image(frameit_codec_decoder *d, const uint8_t *bytes, size_t count) {
  WebPBitstreamFeatures features;
  VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) {
    return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header of the image");
  }
  if (status != VP8_STATUS_OK) {
    return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the header of the image is invalid");
  }
  uint32_t width = (uint32_t)features.width, height = (uint32_t)features.height;
  if (d->has_size && (width != d->width || height != d->height)) {
    return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the size of the image differs from the canvas");
  }
  d->width = width;
  d->height = height;
  d->has_size = d->has_image = 1;
  d->has_alpha |= features.has_alpha;
  d->is_lossless = features.format == 2;
  return FRAMEIT_CODEC_OK;
}

// Reads one frame of an animation. `bytes` begins with its chunk.
static void take_frame(frameit_codec_decoder *d, const uint8_t *bytes, size_t count) {
  if (count < chunk_header + frame_header) return;
  const uint8_t *b = bytes + chunk_header;
  uint32_t x = number(b, 3) * 2, y = number(b + 3, 3) * 2, width = number(b + 6, 3) + 1, height = number(b + 9, 3) + 1;
  // The canvas is transparent where nothing is drawn.
  if (d->frames == 1 && (x != 0 || y != 0 || width != d->width || height != d->height)) d->has_alpha = 1;
  if (b[15] & disposes_to_background) d->has_alpha = 1;
  if (count >= chunk_header + frame_header + chunk_header + image_header) {
    const uint8_t *image = b + frame_header;
    WebPBitstreamFeatures features;
    // Invalid values are reported while decoding.
    if (is(image, "ALPH")) d->has_alpha = 1;
    else if (WebPGetFeatures(image, count - chunk_header - frame_header, &features) == VP8_STATUS_OK) {
      d->has_alpha |= features.has_alpha;
    }
  }
}

// MARK: Chunks

static int32_t take_block(frameit_codec_decoder *d, const uint8_t *chunk, uint64_t offset, uint64_t count) {
  size_t found = 0;
  while (found < metadata_chunk_count && !is(chunk, metadata_chunks[found].chunk)) found++;
  if (found == metadata_chunk_count) return FRAMEIT_CODEC_OK;
  const char *kind = metadata_chunks[found].kind;
  uint8_t *bytes = add_block(&d->found, &d->trouble, d->host, &d->limits, kind, count);
  if (!bytes) return d->trouble.code;
  if (read_fully(d->input, offset, bytes, count) != (int64_t)count) {
    drop_block(&d->found, d->host);
    return fail(&d->trouble, FRAMEIT_CODEC_IO, "the metadata cannot be read");
  }
  // Some programs also write JPEG's prefix.
  if (count > 6 && is(bytes, "Exif") && bytes[4] == 0 && bytes[5] == 0 && strcmp(kind, "exif") == 0) {
    trim_block(&d->found, d->host, 6);
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t take_chunk(
    frameit_codec_decoder *d, const uint8_t *bytes, size_t count, uint64_t offset, uint64_t end) {
  const uint8_t *body = bytes + chunk_header;
  uint64_t length = number(bytes + 4, 4);
  if (is(bytes, "VP8X") && offset == riff_header) {
    if (count < chunk_header + 10) return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
    d->is_animated = (body[0] & animation_flag) != 0;
    d->width = number(body + 4, 3) + 1;
    d->height = number(body + 7, 3) + 1;
    d->has_size = 1;
  } else if (is(bytes, "ALPH")) {
    d->has_alpha = 1;
  } else if ((is(bytes, "VP8 ") || is(bytes, "VP8L")) && !d->has_image && !d->is_animated) {
    return take_image(d, bytes, count);
  } else if (is(bytes, "ANIM") && count >= chunk_header + 6) {
    d->found.header.plays = number(body + 4, 2);
  } else if (is(bytes, "ANMF") && d->is_animated) {
    d->frames++;
    if (offset + chunk_header + length <= end) {
      d->complete = d->frames;
      d->intact = offset + chunk_header + length + (length & 1);
    }
    take_frame(d, bytes, count);
  } else if (offset + chunk_header + length <= end) {
    return take_block(d, bytes, offset + chunk_header, length);
  }
  return FRAMEIT_CODEC_OK;
}

static int32_t read_chunks(frameit_codec_decoder *d) {
  uint8_t bytes[read_ahead];
  int64_t got = read_fully(d->input, 0, bytes, riff_header);
  if (got < 0) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the header cannot be read");
  if (memcmp(bytes, "RIFF", got < 4 ? (size_t)got : 4) != 0 || (got == riff_header && !is(bytes + 8, "WEBP"))) {
    return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the file does not start like a WebP");
  }
  if (got < riff_header) return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends within the header");
  d->end = (uint64_t)number(bytes + 4, 4) + 8;
  if (d->end > d->input->length) {
    d->end = d->input->length;
    d->is_cut = 1;
  }
  uint64_t offset = riff_header;
  for (int chunks = 0; offset < d->end; chunks++) {
    if (chunks == most_chunks) return fail(&d->trouble, FRAMEIT_CODEC_LIMIT, "the file has more than %d chunks", most_chunks);
    uint64_t rest = d->end - offset;
    got = read_fully(d->input, offset, bytes, rest < sizeof bytes ? rest : sizeof bytes);
    if (got < 0) return fail(&d->trouble, FRAMEIT_CODEC_IO, "the chunks cannot be read");
    // Less than a chunk header: useless for the library, too.
    if (got < chunk_header) break;
    uint64_t length = number(bytes + 4, 4);
    uint64_t within = chunk_header + length;
    size_t count = (uint64_t)got < within ? (size_t)got : (size_t)within;
    int32_t code = take_chunk(d, bytes, count, offset, d->end);
    if (code != FRAMEIT_CODEC_OK) return code;
    if (within > rest) d->is_cut = 1;
    offset += within + (length & 1);
  }
  if (d->is_animated ? d->frames > 0 : d->has_image) return FRAMEIT_CODEC_OK;
  if (d->is_cut) return fail(&d->trouble, FRAMEIT_CODEC_TRUNCATED, "the file ends before its image");
  return fail(&d->trouble, FRAMEIT_CODEC_DAMAGED, "the file has no image");
}

int32_t take_header(frameit_codec_decoder *d) {
  if (read_chunks(d) != FRAMEIT_CODEC_OK) return d->trouble.code;
  if (check_size(&d->trouble, &d->limits, d->width, d->height) != FRAMEIT_CODEC_OK) return d->trouble.code;
  d->channels = d->has_alpha ? 4 : 3;
  frameit_codec_header *h = &d->found.header;
  h->struct_size = sizeof *h;
  h->width = d->width;
  h->height = d->height;
  h->channels = d->channels;
  h->depth = 8;
  // A partial frame counts if it is the only one.
  h->frames = d->complete > 0 ? d->complete : 1;
  if (d->is_lossless) add_trait(&d->found, "lossless");
  return FRAMEIT_CODEC_OK;
}
