// A worker that sends false replies, which it reads from the file named by its first argument. See replies.swift and
// effects.swift.
//
// The file is a list of answers. Each answer consists of a byte that chooses its kind, a byte with the number of bytes
// that overwrite fields of a plausible answer or, for one kind, the shared memory, two bytes with their offset, and those
// bytes. After the end of the file, all answers are plausible.
#define _GNU_SOURCE
#include <codec_channel.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint8_t script[8192];
static size_t length, at, shared_size;
static uint8_t *shared;

static codec_reply plausible(const codec_request *request) {
  codec_reply reply = {.count = 1};
  reply.report.struct_size = sizeof reply.report;
  if (!request) return reply;
  if (request->operation == codec_blocks) reply.count = sizeof(codec_block_start) + 40;
  if (request->operation == codec_encode_rows) reply.written = 7;
  reply.header = (frameit_codec_header){
      .struct_size = sizeof reply.header, .width = 8, .height = 6, .channels = 3, .depth = 8, .frames = 2,
      .reductions = 7, .block_count = 1};
  return reply;
}

// Answers a request, and returns whether the worker continues.
static int answer(const codec_request *request) {
  codec_reply reply = plausible(request);
  uint8_t choice = 0;
  if (at + 4 <= length) {
    size_t count = script[at + 1], to = (size_t)(script[at + 2] | script[at + 3] << 8), size = sizeof reply;
    uint8_t *target = (uint8_t *)&reply;
    choice = script[at];
    at += 4;
    if (choice % 16 == 11 && shared) {
      target = shared;
      size = shared_size;
    }
    to %= size;
    if (count > length - at) count = length - at;
    if (count > size - to) count = size - to;
    memcpy(target + to, script + at, count);
    at += count;
  }
  switch (choice % 16) {
  case 13: return 0;                                                                    // no answer
  case 14: return codec_channel_send(3, &reply, sizeof reply - 1, -1) == 0;             // too short
  case 15:                                                                              // an extra answer
    if (codec_channel_send(3, &reply, sizeof reply, -1) != 0) return 0;
    break;
  case 12: return codec_channel_send(3, &reply, sizeof reply, 0) == 0;                  // with a descriptor
  }
  return codec_channel_send(3, &reply, sizeof reply, -1) == 0;
}

int main(int count, char **arguments) {
  int file = count > 1 ? open(arguments[1], O_RDONLY) : -1;
  ssize_t got = file < 0 ? -1 : read(file, script, sizeof script);
  if (got < 0) return 1;
  length = (size_t)got;
  // The worker itself sends the first message before it loads anything.
  codec_reply sandbox = {.text = "landlock 0 seccomp 0"};
  if (codec_channel_send(3, &sandbox, sizeof sandbox, -1) != 0 || !answer(NULL)) return 0;
  codec_request request;
  int descriptor;
  while (codec_channel_receive(3, &request, sizeof request, &descriptor, -1) == 0) {
    if (request.operation == codec_map) {
      void *memory = mmap(NULL, request.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
      shared = memory == MAP_FAILED ? NULL : memory;
      shared_size = request.count;
      // A plausible block, for the header.
      codec_block_start start = {.kind = "exif", .count = 40};
      if (shared) memcpy(shared, &start, sizeof start);
    }
    // Changes the shared memory and truncates the file of the descriptor, whatever the request is.
    if (shared) shared[0]++;
    if (descriptor >= 0) {
      (void)!ftruncate(descriptor, 1);
      close(descriptor);
    }
    if (!answer(&request)) return 0;
  }
  return 0;
}
