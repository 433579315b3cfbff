#define _GNU_SOURCE
#include "serve.h"

#include <codec_channel.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const frameit_codec_host the_host;

typedef struct block {
  frameit_codec_block contract;
  char kind[32];
  uint8_t *bytes;
  uint64_t filled;
} block;

enum { most_blocks = 64 };

// One image that is read or written.
typedef struct session {
  int socket;
  const frameit_codec_entry_point *entry;
  uint8_t *shared;
  size_t shared_size;

  const frameit_codec *codec;
  int file;
  frameit_codec_input input;
  frameit_codec_output output;
  frameit_codec_limits limits;
  frameit_codec_decoder *decoder;
  frameit_codec_header header;
  frameit_codec_encoder *encoder;
  size_t row_bytes;
  uint64_t written;
  int write_error;  // of the last write; 0 if none failed
  frameit_codec_report report;

  uint32_t block_count;
  block blocks[most_blocks];
  const frameit_codec_block *block_list[most_blocks];
} session;

// Whether a plugin has a field and has set it.
#define HAS(codec, field) \
  ((codec)->struct_size >= offsetof(frameit_codec, field) + sizeof((codec)->field) && (codec)->field)

// MARK: Bytes

static int64_t read_file(void *context, uint64_t offset, void *into, size_t count) {
  session *s = context;
  for (;;) {
    ssize_t got = pread(s->file, into, count, (off_t)offset);
    if (got >= 0 || errno != EINTR) return got;
  }
}

static int32_t write_file(void *context, const void *bytes, size_t count) {
  session *s = context;
  const uint8_t *next = bytes;
  while (count > 0) {
    ssize_t put = write(s->file, next, count);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) {
      s->write_error = put < 0 ? errno : EIO;
      return -1;
    }
    s->written += (uint64_t)put;
    next += put;
    count -= (size_t)put;
  }
  return 0;
}

static void take_file(session *s, int *descriptor) {
  if (s->file >= 0) close(s->file);
  s->file = *descriptor;
  *descriptor = -1;
}

// MARK: Decoding

static const frameit_codec *codec_at(session *s, uint32_t index) {
  return index < s->entry->codec_count ? s->entry->codecs[index] : NULL;
}

static void close_decoder(session *s) {
  if (s->decoder) s->codec->close(s->decoder);
  s->decoder = NULL;
}

static void close_encoder(session *s) {
  if (s->encoder) s->codec->close_encoder(s->encoder);
  s->encoder = NULL;
}

// Before `codec` is replaced.
static void close_image(session *s) {
  close_decoder(s);
  close_encoder(s);
}

static size_t row_bytes(uint32_t width, uint32_t channels, uint32_t depth) {
  return (size_t)width * channels * (depth / 8);
}

static int32_t open_decoder(session *s, const codec_request *request, codec_reply *reply) {
  close_image(s);
  s->codec = codec_at(s, request->index);
  if (!s->codec || !HAS(s->codec, open) || !HAS(s->codec, header) || !HAS(s->codec, frame) || !HAS(s->codec, rows)
      || !HAS(s->codec, finish) || !HAS(s->codec, close)) {
    return FRAMEIT_CODEC_UNSUPPORTED;
  }
  s->input = (frameit_codec_input){
      .struct_size = sizeof s->input, .context = s, .length = request->count, .read = read_file};
  s->limits = request->limits;
  int32_t code = FRAMEIT_CODEC_OK;
  s->decoder = s->codec->open(s->codec, &the_host, &s->input, &s->limits, &code, &s->report);
  if (!s->decoder) return code ? code : FRAMEIT_CODEC_DAMAGED;
  s->header = (frameit_codec_header){.struct_size = sizeof s->header};
  code = s->codec->header(s->decoder, &s->header);
  reply->header = s->header;
  s->row_bytes = row_bytes(s->header.width, s->header.channels, s->header.depth);
  return code;
}

static const frameit_codec_block *block_at(session *s, uint32_t index) {
  return s->decoder && s->header.blocks && index < s->header.block_count ? s->header.blocks[index] : NULL;
}

static int32_t describe_block(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec_block *found = block_at(s, request->index);
  if (!found || !found->kind || (!found->bytes && found->count > 0)) {
    snprintf(
        s->report.message, sizeof s->report.message, "the header announces %u blocks, but number %u is empty",
        s->header.block_count, request->index + 1);
    return FRAMEIT_CODEC_MISUSE;
  }
  snprintf(reply->kind, sizeof reply->kind, "%s", found->kind);
  reply->count = found->count;
  return FRAMEIT_CODEC_OK;
}

static int32_t copy_block(session *s, const codec_request *request) {
  const frameit_codec_block *found = block_at(s, request->index);
  if (!found || request->offset > found->count || request->count > found->count - request->offset
      || request->count > s->shared_size) {
    return FRAMEIT_CODEC_MISUSE;
  }
  // For zero bytes the address may be null, which memcpy does not allow.
  if (request->count > 0) memcpy(s->shared, (const uint8_t *)found->bytes + request->offset, request->count);
  return FRAMEIT_CODEC_OK;
}

static int32_t begin_frame(session *s, const codec_request *request, codec_reply *reply) {
  if (!s->decoder) return FRAMEIT_CODEC_MISUSE;
  uint32_t by = request->reduction ? request->reduction : 1;
  s->row_bytes = row_bytes((s->header.width + by - 1) / by, s->header.channels, s->header.depth);
  return s->codec->frame(s->decoder, request->index, by, &reply->milliseconds, &s->report);
}

static int32_t decode_rows(session *s, const codec_request *request, int skips) {
  if (!s->decoder || (!skips && (s->row_bytes == 0 || request->count > s->shared_size / s->row_bytes))) {
    return FRAMEIT_CODEC_MISUSE;
  }
  return s->codec->rows(s->decoder, skips ? NULL : s->shared, (uint32_t)request->count, &s->report);
}

// MARK: Encoding

static void drop_blocks(session *s) {
  for (uint32_t i = 0; i < s->block_count; i++) free(s->blocks[i].bytes);
  s->block_count = 0;
}

static int32_t begin_block(session *s, const codec_request *request) {
  if (s->block_count == most_blocks) return FRAMEIT_CODEC_LIMIT;
  block *b = &s->blocks[s->block_count];
  b->bytes = malloc(request->count ? request->count : 1);
  if (!b->bytes) return FRAMEIT_CODEC_NO_MEMORY;
  memcpy(b->kind, request->kind, sizeof b->kind);
  b->kind[sizeof b->kind - 1] = 0;
  b->filled = 0;
  b->contract = (frameit_codec_block){
      .struct_size = sizeof b->contract, .kind = b->kind, .bytes = b->bytes, .count = request->count};
  s->block_list[s->block_count++] = &b->contract;
  return FRAMEIT_CODEC_OK;
}

static int32_t fill_block(session *s, const codec_request *request) {
  block *b = s->block_count ? &s->blocks[s->block_count - 1] : NULL;
  if (!b || request->count > s->shared_size || request->count > b->contract.count - b->filled) {
    return FRAMEIT_CODEC_MISUSE;
  }
  if (request->count > 0) memcpy(b->bytes + b->filled, s->shared, request->count);
  b->filled += request->count;
  return FRAMEIT_CODEC_OK;
}

static int32_t open_encoder(session *s, const codec_request *request) {
  close_image(s);
  s->codec = codec_at(s, request->index);
  if (!s->codec || !HAS(s->codec, open_encoder) || !HAS(s->codec, encode_frame) || !HAS(s->codec, encode_rows)
      || !HAS(s->codec, finish_encoder) || !HAS(s->codec, close_encoder)) {
    return FRAMEIT_CODEC_UNSUPPORTED;
  }
  frameit_codec_encoding encoding = request->encoding;
  encoding.struct_size = sizeof encoding;
  encoding.block_count = s->block_count;
  encoding.blocks = s->block_list;
  s->row_bytes = row_bytes(encoding.width, encoding.channels, encoding.depth);
  s->written = 0;
  s->write_error = 0;
  s->output = (frameit_codec_output){.struct_size = sizeof s->output, .context = s, .write = write_file};
  int32_t code = FRAMEIT_CODEC_OK;
  s->encoder = s->codec->open_encoder(s->codec, &the_host, &s->output, &encoding, &code, &s->report);
  return s->encoder ? FRAMEIT_CODEC_OK : code ? code : FRAMEIT_CODEC_UNSUPPORTED;
}

static int32_t encode_rows(session *s, const codec_request *request) {
  if (!s->encoder || s->row_bytes == 0 || request->count > s->shared_size / s->row_bytes) {
    return FRAMEIT_CODEC_MISUSE;
  }
  return s->codec->encode_rows(s->encoder, s->shared, (uint32_t)request->count, &s->report);
}

static int32_t finish_encoder(session *s, codec_reply *reply) {
  if (!s->encoder) return FRAMEIT_CODEC_MISUSE;
  int32_t code = s->codec->finish_encoder(s->encoder, &s->report);
  reply->count = s->written;
  return code;
}

// MARK: Requests

static int32_t describe(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec *codec = codec_at(s, request->index);
  if (!codec || !codec->name) return FRAMEIT_CODEC_MISUSE;
  snprintf(reply->kind, sizeof reply->kind, "%s", codec->name);
  reply->count = HAS(codec, open_encoder) ? 1 : 0;
  snprintf(s->report.message, sizeof s->report.message, "%s", codec->library ? codec->library : "");
  return FRAMEIT_CODEC_OK;
}

static void unmap(session *s) {
  if (s->shared) munmap(s->shared, s->shared_size);
  s->shared = NULL;
  s->shared_size = 0;
}

static int32_t map(session *s, const codec_request *request, int descriptor) {
  unmap(s);
  void *memory = mmap(NULL, request->count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return FRAMEIT_CODEC_NO_MEMORY;
  s->shared = memory;
  s->shared_size = request->count;
  return FRAMEIT_CODEC_OK;
}

static int32_t answer(session *s, const codec_request *request, codec_reply *reply, int *descriptor) {
  switch ((codec_operation)request->operation) {
  case codec_describe: return describe(s, request, reply);
  case codec_map: return map(s, request, *descriptor);
  case codec_open:
    take_file(s, descriptor);
    return open_decoder(s, request, reply);
  case codec_block: return describe_block(s, request, reply);
  case codec_block_bytes: return copy_block(s, request);
  case codec_frame: return begin_frame(s, request, reply);
  case codec_rows: return decode_rows(s, request, 0);
  case codec_skip: return decode_rows(s, request, 1);
  case codec_finish: return s->decoder ? s->codec->finish(s->decoder, &s->report) : FRAMEIT_CODEC_MISUSE;
  case codec_close:
    close_decoder(s);
    take_file(s, &(int){-1});
    return FRAMEIT_CODEC_OK;
  case codec_encode_block: return begin_block(s, request);
  case codec_encode_block_bytes: return fill_block(s, request);
  case codec_encode:
    take_file(s, descriptor);
    return open_encoder(s, request);
  case codec_encode_frame:
    return s->encoder ? s->codec->encode_frame(s->encoder, request->milliseconds, &s->report) : FRAMEIT_CODEC_MISUSE;
  case codec_encode_rows: return encode_rows(s, request);
  case codec_encode_finish: return finish_encoder(s, reply);
  case codec_encode_close:
    close_encoder(s);
    drop_blocks(s);
    take_file(s, &(int){-1});
    return FRAMEIT_CODEC_OK;
  }
  return FRAMEIT_CODEC_MISUSE;
}

void serve(int socket, const frameit_codec_entry_point *entry) {
  session one = {.socket = socket, .entry = entry, .file = -1, .report.struct_size = sizeof one.report};
  session *s = &one;
  codec_request request;
  int descriptor;
  while (codec_channel_receive(socket, &request, sizeof request, &descriptor, -1) == 0) {
    codec_reply reply = {.code = 0};
    s->report.message[0] = 0;
    if (request.operation == codec_open || request.operation == codec_encode) {
      s->report = (frameit_codec_report){.struct_size = sizeof s->report};
    }
    reply.code = answer(s, &request, &reply, &descriptor);
    if (descriptor >= 0) close(descriptor);
    if (reply.code == FRAMEIT_CODEC_UNSUPPORTED && !s->report.message[0]) {
      snprintf(s->report.message, sizeof s->report.message, "this codec does not support this operation");
    }
    reply.report = s->report;
    reply.milliseconds_used = codec_channel_milliseconds_used();
    reply.error_number = s->write_error;
    reply.header.blocks = NULL;
    if (codec_channel_send(socket, &reply, sizeof reply, -1) != 0) break;
  }
  close_image(s);
  drop_blocks(s);
  unmap(s);
  take_file(s, &(int){-1});
}
