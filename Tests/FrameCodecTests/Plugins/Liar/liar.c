// A worker that an attacker controls. Its first argument chooses the lie that it tells.
#include <codec_channel.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { open_image = 102 };  // of `CodecOperation`

static int64_t *shared;

static void answer(const char *lie, const codec_request *request, codec_reply *reply) {
  reply->code = !strcmp(lie, "error") ? 1 : 0;
  if (!strcmp(lie, "count")) reply->count = UINT64_MAX;
  if (!strcmp(lie, "many")) reply->count = 1ull << 40;
  if (!strcmp(lie, "more")) reply->count = 8 << 20;  // which never form a value
  if (!strcmp(lie, "nonsense") || !strcmp(lie, "error")) {
    memset(shared, 0xFF, 4096);
    reply->count = 4096;
  }
  if (!strcmp(lie, "size") || !strcmp(lie, "resize") || !strcmp(lie, "rows")) {
    int is_header = request->operation == open_image;
    int64_t side = !strcmp(lie, is_header ? "size" : "resize") ? 1 << 24 : 1000;
    memset(shared, 0, 128);
    // Both begin with width, height, channels and depth.
    memcpy(shared, (int64_t[]){side, side, 4, 16}, 32);
    uint8_t *rest = (uint8_t *)shared + 32;
    if (is_header) {
      rest[1] = 1;   // the orientation, after the meaning of samples
      rest[20] = 1;  // the number of frames, after no metadata
      reply->count = 94;
    } else {
      rest[0] = 1;  // the number of frames, before no damage
      reply->count = 58;
    }
  }
  if (!strcmp(lie, "leave")) _exit(3);
}

int main(int count, char **words) {
  const char *lie = count > 1 ? words[1] : "";
  codec_reply reply = {.code = 0, .kind = "landlock 0 seccomp 0"};
  codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  codec_request request;
  int descriptor;
  while (codec_channel_receive(codec_channel_descriptor, &request, sizeof request, &descriptor, -1) == 0) {
    reply = (codec_reply){.code = 0};
    const char *told = "";
    if (request.operation == codec_map) {
      shared = mmap(NULL, request.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    } else {
      told = lie;
      // These lies begin after the image is open.
      if (!strncmp(lie, "decode-", 7)) told = request.operation == open_image ? "rows" : lie + 7;
      answer(told, &request, &reply);
    }
    if (descriptor >= 0) close(descriptor);
    size_t size = !strcmp(told, "short") && request.operation != codec_map ? 17 : sizeof reply;
    if (codec_channel_send(codec_channel_descriptor, &reply, size, -1) != 0) return 1;
  }
}
