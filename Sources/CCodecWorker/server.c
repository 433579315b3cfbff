#define _GNU_SOURCE
#include <codec_channel.h>
#include <codec_server.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "effects.h"

// One image that is read, written or both.
typedef struct session {
  int socket;
  const frameit_codec_entry_point *entry;
  uint8_t *shared;
  size_t shared_size;  // without the room for output

  const frameit_codec *codec;
  int file;
  int error_number;  // of the last read that failed
  frameit_codec_input input;
  frameit_codec_output output;
  size_t written;  // bytes in the room for output
  int has_ended;   // the program does not take output any more
  frameit_codec_limits limits;
  frameit_codec_decoder *decoder;
  frameit_codec_header header;
  frameit_codec_encoder *encoder;
  size_t row_bytes;
  frameit_codec_report report;

  // What is sent next of the header's blocks.
  uint32_t sent_block;
  uint64_t sent_bytes;

  // The output's blocks as they were received, and as a codec sees them.
  uint8_t *received;
  size_t received_count;
  frameit_codec_block *blocks;
  const frameit_codec_block **block_list;
} session;

// Whether a codec has a field and has set it.
#define HAS(codec, field) \
  ((codec)->struct_size >= offsetof(frameit_codec, field) + sizeof((codec)->field) && (codec)->field)

// MARK: The host

static void *allocate(const frameit_codec_host *host, size_t count) {
  (void)host;
  return malloc(count);  // the process has a limit
}

static void release(const frameit_codec_host *host, void *memory) {
  (void)host;
  free(memory);
}

static void print(const frameit_codec_host *host, const char *message) {
  (void)host;
  fprintf(stderr, "%s\n", message);
}

static const void *no_extension(const frameit_codec_host *host, const char *name) {
  (void)host;
  (void)name;
  return NULL;
}

const frameit_codec_host codec_server_host = {
    .struct_size = sizeof codec_server_host, .major = FRAMEIT_CODEC_MAJOR, .minor = FRAMEIT_CODEC_MINOR,
    .allocate = allocate, .release = release, .log = print, .extension = no_extension};

// MARK: Bytes

static int64_t read_file(void *context, uint64_t offset, void *into, size_t count) {
  session *s = context;
  for (;;) {
    ssize_t got = pread(s->file, into, count, (off_t)offset);
    if (got >= 0) return got;
    if (errno != EINTR) {
      s->error_number = errno;
      return -1;
    }
  }
}

// Lets the program take what has been written.
static int32_t pass_output(session *s) {
  codec_reply reply = {.is_partial = 1, .written = s->written};
  codec_request request;
  int descriptor = -1;
  s->has_ended = codec_channel_send(s->socket, &reply, sizeof reply, -1) != 0
      || codec_channel_receive(s->socket, &request, sizeof request, &descriptor, -1) != 0
      || request.operation != codec_continue;
  if (descriptor >= 0) close(descriptor);
  s->written = 0;
  return s->has_ended ? -1 : 0;
}

static int32_t write_output(void *context, const void *bytes, size_t count) {
  session *s = context;
  const uint8_t *next = bytes;
  if (!s->shared || s->has_ended) return -1;
  while (count > 0) {
    if (s->written == codec_output_room && pass_output(s) != 0) return -1;
    size_t part = codec_output_room - s->written;
    if (part > count) part = count;
    memcpy(s->shared + s->shared_size + s->written, next, part);
    s->written += part;
    next += part;
    count -= part;
  }
  return 0;
}

static void take_file(session *s, int *descriptor) {
  if (s->file >= 0) close(s->file);
  s->file = *descriptor;
  *descriptor = -1;
}

static void unmap(session *s) {
  if (s->shared) munmap(s->shared, s->shared_size + codec_output_room);
  s->shared = NULL;
  s->shared_size = 0;
}

static int32_t map(session *s, const codec_request *request, int descriptor) {
  unmap(s);
  if (request->count < codec_output_room) return FRAMEIT_CODEC_MISUSE;
  void *memory = mmap(NULL, request->count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return FRAMEIT_CODEC_NO_MEMORY;
  s->shared = memory;
  s->shared_size = request->count - codec_output_room;
  return FRAMEIT_CODEC_OK;
}

// MARK: Codecs

static const frameit_codec *codec_named(const session *s, const codec_request *request) {
  for (uint32_t i = 0; i < s->entry->codec_count; i++) {
    const frameit_codec *codec = s->entry->codecs[i];
    if (!codec || !codec->name) continue;
    if (!request->codec[0] || strncmp(codec->name, request->codec, sizeof request->codec) == 0) return codec;
  }
  return NULL;
}

static int32_t unknown(codec_reply *reply) {
  reply->is_unknown = 1;
  return FRAMEIT_CODEC_UNSUPPORTED;
}

static int32_t describe(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec *codec = codec_named(s, request);
  if (!codec) return unknown(reply);
  snprintf(reply->text, sizeof reply->text, "%s", codec->name);
  snprintf(s->report.message, sizeof s->report.message, "%s", codec->library ? codec->library : "");
  return FRAMEIT_CODEC_OK;
}

static const frameit_codec_lossless *lossless(const session *s) {
  if (s->entry->struct_size < sizeof *s->entry || !s->entry->extension) return NULL;
  return s->entry->extension("frameit.lossless");
}

static void close_decoder(session *s) {
  if (s->decoder) s->codec->close(s->decoder);
  s->decoder = NULL;
}

static void close_encoder(session *s) {
  if (s->encoder) s->codec->close_encoder(s->encoder);
  s->encoder = NULL;
}

static void drop_received(session *s) {
  free(s->received);
  free(s->blocks);
  free(s->block_list);
  s->received = NULL;
  s->blocks = NULL;
  s->block_list = NULL;
  s->received_count = 0;
}

// Before `codec` is replaced.
static void close_image(session *s) {
  close_encoder(s);
  close_decoder(s);
}

static size_t row_bytes(uint32_t width, uint32_t channels, uint32_t depth) {
  return (size_t)width * channels * (depth / 8);
}

// MARK: Decoding

static int32_t open_decoder(session *s, const codec_request *request, codec_reply *reply) {
  close_image(s);
  s->codec = codec_named(s, request);
  if (!s->codec) return unknown(reply);
  if (!HAS(s->codec, open) || !HAS(s->codec, header) || !HAS(s->codec, frame) || !HAS(s->codec, rows)
      || !HAS(s->codec, finish) || !HAS(s->codec, close)) {
    return FRAMEIT_CODEC_UNSUPPORTED;
  }
  s->input = (frameit_codec_input){
      .struct_size = sizeof s->input, .context = s, .length = request->count, .read = read_file,
      .image = request->image};
  s->limits = request->limits;
  int32_t code = FRAMEIT_CODEC_OK;
  s->decoder = s->codec->open(s->codec, &codec_server_host, &s->input, &s->limits, &code, &s->report);
  if (!s->decoder) return code ? code : FRAMEIT_CODEC_DAMAGED;
  s->header = (frameit_codec_header){.struct_size = sizeof s->header};
  code = s->codec->header(s->decoder, &s->header);
  reply->header = s->header;
  s->sent_block = 0;
  s->sent_bytes = 0;
  s->row_bytes = row_bytes(s->header.width, s->header.channels, s->header.depth);
  return code;
}

// Copies the part of `bytes` that begins at `offset` of `at`, as far as there is room. Returns its length.
static size_t put(uint8_t *into, size_t room, uint64_t *at, uint64_t start, const void *bytes, uint64_t count) {
  if (*at < start || *at >= start + count) return 0;
  uint64_t left = start + count - *at;
  size_t part = left < room ? (size_t)left : room;
  memcpy(into, (const uint8_t *)bytes + (*at - start), part);
  *at += part;
  return part;
}

// Finds a block of the header, or a notice, which follows all blocks and is sent as one.
static int32_t find_block(session *s, uint32_t index, codec_block_start *start, const void **bytes) {
  uint32_t blocks = s->header.block_count;
  if (index >= blocks) {
    const frameit_codec_notice *notice = s->header.notices ? s->header.notices[index - blocks] : NULL;
    if (!notice || notice->struct_size < sizeof *notice) {
      snprintf(
          s->report.message, sizeof s->report.message, "the header announces %u notices, but number %u is empty",
          s->header.notice_count, index - blocks + 1);
      return FRAMEIT_CODEC_MISUSE;
    }
    *start = (codec_block_start){.kind = "notice", .count = sizeof *notice};
    *bytes = notice;
    return FRAMEIT_CODEC_OK;
  }
  const frameit_codec_block *block = s->header.blocks ? s->header.blocks[index] : NULL;
  if (!block || !block->kind || (!block->bytes && block->count > 0)) {
    snprintf(
        s->report.message, sizeof s->report.message, "the header announces %u blocks, but number %u is empty", blocks,
        index + 1);
    return FRAMEIT_CODEC_MISUSE;
  }
  if (block->count > s->limits.metadata) {
    snprintf(s->report.limit, sizeof s->report.limit, "metadata");
    s->report.needed = block->count;
    s->report.allowed = s->limits.metadata;
    return FRAMEIT_CODEC_LIMIT;
  }
  *start = (codec_block_start){.count = block->count};
  snprintf(start->kind, sizeof start->kind, "%s", block->kind);
  if (block->struct_size >= sizeof *block && block->keyword) {
    snprintf(start->keyword, sizeof start->keyword, "%s", block->keyword);
  }
  *bytes = block->bytes;
  return FRAMEIT_CODEC_OK;
}

static int32_t send_blocks(session *s, codec_reply *reply) {
  if (!s->decoder || !s->shared) return FRAMEIT_CODEC_MISUSE;
  uint64_t all = (uint64_t)s->header.block_count + s->header.notice_count;
  size_t filled = 0;
  while (s->sent_block < all && filled < s->shared_size) {
    codec_block_start start;
    const void *bytes;
    int32_t code = find_block(s, s->sent_block, &start, &bytes);
    if (code != FRAMEIT_CODEC_OK) return code;
    uint8_t *into = s->shared + filled;
    size_t room = s->shared_size - filled;
    size_t first = put(into, room, &s->sent_bytes, 0, &start, sizeof start);
    size_t second = put(into + first, room - first, &s->sent_bytes, sizeof start, bytes, start.count);
    filled += first + second;
    if (s->sent_bytes == sizeof start + start.count) {
      s->sent_block++;
      s->sent_bytes = 0;
    }
  }
  reply->count = filled;
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

static int32_t receive_blocks(session *s, const codec_request *request) {
  if (request->count == 0) return FRAMEIT_CODEC_OK;
  if (request->count > s->shared_size || s->blocks) return FRAMEIT_CODEC_MISUSE;
  uint8_t *bytes = realloc(s->received, s->received_count + request->count);
  if (!bytes) return FRAMEIT_CODEC_NO_MEMORY;
  memcpy(bytes + s->received_count, s->shared, request->count);
  s->received = bytes;
  s->received_count += request->count;
  return FRAMEIT_CODEC_OK;
}

// Finds the blocks in the bytes that were received, and stores up to `most` of them. Returns their number, or -1 if the
// bytes are no blocks.
static int64_t find_blocks(session *s, frameit_codec_block *blocks, size_t most) {
  size_t at = 0, found = 0;
  while (at < s->received_count) {
    codec_block_start start;
    if (s->received_count - at < sizeof start) return -1;
    memcpy(&start, s->received + at, sizeof start);
    char *kind = (char *)s->received + at, *keyword = kind + offsetof(codec_block_start, keyword);
    at += sizeof start;
    if (start.count > s->received_count - at) return -1;
    kind[sizeof start.kind - 1] = 0;
    keyword[sizeof start.keyword - 1] = 0;
    if (found < most) {
      blocks[found] = (frameit_codec_block){
          .struct_size = sizeof *blocks, .kind = kind, .bytes = s->received + at, .count = start.count,
          .keyword = keyword[0] ? keyword : NULL};
    }
    at += start.count;
    found++;
  }
  return (int64_t)found;
}

// Prepares `block_list`. Its length is `count`.
static int32_t parse_blocks(session *s, uint32_t *count) {
  int64_t found = find_blocks(s, NULL, 0);
  if (found < 0 || found > UINT32_MAX || s->blocks) return FRAMEIT_CODEC_MISUSE;
  s->blocks = calloc((size_t)found + 1, sizeof *s->blocks);
  s->block_list = calloc((size_t)found + 1, sizeof *s->block_list);
  if (!s->blocks || !s->block_list) return FRAMEIT_CODEC_NO_MEMORY;
  find_blocks(s, s->blocks, (size_t)found);
  for (int64_t i = 0; i < found; i++) s->block_list[i] = &s->blocks[i];
  *count = (uint32_t)found;
  return FRAMEIT_CODEC_OK;
}

// Opens an encoder, with the quality settings of the open image if it is to be `alike`.
static int32_t open_encoder(session *s, const codec_request *request, codec_reply *reply, int alike) {
  close_encoder(s);
  if (!alike) {
    close_decoder(s);
    s->codec = codec_named(s, request);
    if (!s->codec) return unknown(reply);
  } else if (!s->decoder) {
    return FRAMEIT_CODEC_MISUSE;
  }
  const frameit_codec_lossless *like = alike ? lossless(s) : NULL;
  if ((alike && !like) || !HAS(s->codec, open_encoder) || !HAS(s->codec, encode_frame) || !HAS(s->codec, encode_rows)
      || !HAS(s->codec, finish_encoder) || !HAS(s->codec, close_encoder)) {
    return FRAMEIT_CODEC_UNSUPPORTED;
  }
  frameit_codec_encoding encoding = request->encoding;
  encoding.struct_size = sizeof encoding;
  int32_t code = parse_blocks(s, &encoding.block_count);
  if (code) return code;
  encoding.blocks = s->block_list;
  s->row_bytes = row_bytes(encoding.width, encoding.channels, encoding.depth);
  s->encoder = alike
      ? like->open_encoder(s->decoder, &s->output, &encoding, &code, &s->report)
      : s->codec->open_encoder(s->codec, &codec_server_host, &s->output, &encoding, &code, &s->report);
  return s->encoder ? FRAMEIT_CODEC_OK : code ? code : FRAMEIT_CODEC_UNSUPPORTED;
}

static int32_t encode_rows(session *s, const codec_request *request) {
  if (!s->encoder || s->row_bytes == 0 || request->count > s->shared_size / s->row_bytes) {
    return FRAMEIT_CODEC_MISUSE;
  }
  return s->codec->encode_rows(s->encoder, s->shared, (uint32_t)request->count, &s->report);
}

static int32_t move_image(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec_lossless *mover = lossless(s);
  if (!s->decoder) return FRAMEIT_CODEC_MISUSE;
  if (!mover) return FRAMEIT_CODEC_UNSUPPORTED;
  frameit_codec_move move = request->move;
  move.struct_size = sizeof move;
  int32_t code = parse_blocks(s, &move.block_count);
  if (code) return code;
  move.blocks = s->block_list;
  return mover->move(s->decoder, &s->output, &move, &reply->count, &s->report);
}

// MARK: Effects

static int32_t describe_effect(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec_effect *effect = effect_named(s->entry, request->codec);
  if (!effect) return unknown(reply);
  snprintf(reply->text, sizeof reply->text, "%s", effect->name);
  snprintf(s->report.message, sizeof s->report.message, "%s", effect->library ? effect->library : "");
  return FRAMEIT_CODEC_OK;
}

static int32_t run_effect(session *s, const codec_request *request, codec_reply *reply) {
  const frameit_codec_effect *effect = effect_named(s->entry, request->codec);
  if (!effect) return unknown(reply);
  return effect_run(effect, &request->effect, s->shared, s->shared_size, &s->report);
}

// MARK: Requests

static int32_t answer(session *s, const codec_request *request, codec_reply *reply, int *descriptor) {
  switch ((codec_operation)request->operation) {
  case codec_describe: return describe(s, request, reply);
  case codec_map: return map(s, request, *descriptor);
  case codec_open:
    take_file(s, descriptor);
    return open_decoder(s, request, reply);
  case codec_blocks: return send_blocks(s, reply);
  case codec_frame: return begin_frame(s, request, reply);
  case codec_rows: return decode_rows(s, request, 0);
  case codec_skip: return decode_rows(s, request, 1);
  case codec_finish: return s->decoder ? s->codec->finish(s->decoder, &s->report) : FRAMEIT_CODEC_MISUSE;
  case codec_output_blocks: return receive_blocks(s, request);
  case codec_encode: return open_encoder(s, request, reply, 0);
  case codec_encode_like: return open_encoder(s, request, reply, 1);
  case codec_encode_frame:
    return s->encoder ? s->codec->encode_frame(s->encoder, request->milliseconds, &s->report) : FRAMEIT_CODEC_MISUSE;
  case codec_encode_rows: return encode_rows(s, request);
  case codec_encode_finish:
    return s->encoder ? s->codec->finish_encoder(s->encoder, &s->report) : FRAMEIT_CODEC_MISUSE;
  case codec_move: return move_image(s, request, reply);
  case codec_continue: return FRAMEIT_CODEC_MISUSE;
  case codec_close:
    close_image(s);
    drop_received(s);
    take_file(s, &(int){-1});
    return FRAMEIT_CODEC_OK;
  case codec_describe_effect: return describe_effect(s, request, reply);
  case codec_effect: return run_effect(s, request, reply);
  }
  return FRAMEIT_CODEC_MISUSE;
}

void codec_server_run(int socket, const frameit_codec_entry_point *entry) {
  session one = {.socket = socket, .entry = entry, .file = -1, .report.struct_size = sizeof one.report};
  session *s = &one;
  s->output = (frameit_codec_output){.struct_size = sizeof s->output, .context = s, .write = write_output};
  codec_request request;
  int descriptor;
  while (!s->has_ended && codec_channel_receive(socket, &request, sizeof request, &descriptor, -1) == 0) {
    codec_reply reply = {0};
    int begins = request.operation == codec_open || request.operation == codec_encode || request.operation == codec_effect;
    if (begins) s->report = (frameit_codec_report){.struct_size = sizeof s->report};
    if (!s->report.loss) s->report.message[0] = 0;
    s->error_number = 0;
    s->report.code = answer(s, &request, &reply, &descriptor);
    if (descriptor >= 0) close(descriptor);
    if (s->report.code == FRAMEIT_CODEC_UNSUPPORTED && !s->report.message[0]) {
      snprintf(s->report.message, sizeof s->report.message, "this codec does not support this operation");
    }
    if (s->error_number) s->report.error_number = s->error_number;
    reply.report = s->report;
    reply.written = s->written;
    s->written = 0;
    reply.header.blocks = NULL;
    reply.header.notices = NULL;
    if (s->has_ended || codec_channel_send(socket, &reply, sizeof reply, -1) != 0) break;
  }
  close_image(s);
  drop_received(s);
  unmap(s);
  take_file(s, &(int){-1});
}
