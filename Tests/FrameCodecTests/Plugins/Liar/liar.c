// A worker that an attacker controls. Its first argument chooses the lie that it tells.
#include <codec_channel.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint8_t *shared;

static int tells(const char *lie, const char *name) { return strcmp(lie, name) == 0; }

static void answer_open(const char *lie, codec_reply *reply) {
  reply->header = (frameit_codec_header){
      .struct_size = sizeof reply->header, .width = 1000, .height = 1000, .channels = 4, .depth = 16, .frames = 1,
      .block_count = 1, .unit_width = 8, .unit_height = 8, .unit_bytes = 1 << 20};
  if (tells(lie, "size")) reply->header.width = 1 << 24;
  if (tells(lie, "channels")) reply->header.channels = 5;
  if (tells(lie, "frames")) reply->header.frames = 0;
  if (tells(lie, "many")) reply->header.block_count = UINT32_MAX;
  if (tells(lie, "units")) reply->header.unit_bytes = UINT64_MAX;
  if (tells(lie, "numbers")) reply->header.pixels_per_metre_x = reply->header.pixels_per_metre_y = 0.0 / 0.0;
  if (tells(lie, "leave")) _exit(3);
}

static void answer_blocks(const char *lie, codec_reply *reply) {
  codec_block_start start = {.kind = "comment", .count = 3};
  if (tells(lie, "long")) start.count = UINT64_MAX;
  memcpy(shared, &start, sizeof start);
  memcpy(shared + sizeof start, "abc", 3);
  reply->count = sizeof start + 3;
  if (tells(lie, "count")) reply->count = UINT64_MAX;
  if (tells(lie, "cut")) reply->count -= 1;
  if (tells(lie, "none")) reply->count = 0;
  if (tells(lie, "endless")) reply->count = 1 << 20;
}

static void answer_writing(const char *lie, codec_reply *reply) {
  if (tells(lie, "written")) reply->written = UINT64_MAX;
  if (tells(lie, "beyond")) reply->written = codec_output_room + 1;
  if (tells(lie, "partial")) reply->is_partial = 1;
  if (tells(lie, "flood")) {
    reply->is_partial = 1;
    reply->written = codec_output_room;
  }
}

static void answer(const char *lie, const codec_request *request, codec_reply *reply) {
  if (tells(lie, "error")) reply->report.code = 99;
  switch (request->operation) {
  case codec_open: return answer_open(lie, reply);
  case codec_blocks: return answer_blocks(lie, reply);
  case codec_encode:
  case codec_continue:
  case codec_move: return answer_writing(lie, reply);
  }
}

int main(int count, char **words) {
  const char *lie = count > 1 ? words[1] : "";
  codec_reply reply = {.text = "landlock 0 seccomp 0"};
  codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  codec_request request;
  int descriptor;
  while (codec_channel_receive(codec_channel_descriptor, &request, sizeof request, &descriptor, -1) == 0) {
    memset(&reply, 0, sizeof reply);
    int maps = request.operation == codec_map;
    if (maps) shared = mmap(NULL, request.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    else answer(lie, &request, &reply);
    if (descriptor >= 0) close(descriptor);
    size_t size = tells(lie, "short") && !maps ? 17 : sizeof reply;
    if (codec_channel_send(codec_channel_descriptor, &reply, size, -1) != 0) return 1;
  }
}
