// A libFuzzer harness that sends arbitrary requests in any order to the worker's loop. The codec behind it fulfills its
// contract.
//
// The input is a list of requests. Each request consists of a byte that chooses the operation and whether a descriptor
// is sent, a byte with the number of bytes that overwrite fields of the request, a byte with their offset, and those
// bytes.
#define _GNU_SOURCE
#include <codec_channel.h>
#include <codec_server.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { shared_size = codec_output_room + 65536, most_requests = 48 };

// An image of 4 x 2 pixels, each with its own color.
static const uint8_t image[] = {
    'q', 'o', 'i', 'f', 0, 0, 0, 4, 0, 0, 0, 2, 3, 0, 0xFE, 1, 2, 3, 0xFE, 4, 5, 6, 0xFE, 7, 8, 9, 0xFE, 9, 9, 1,
    0xFE, 1, 1, 1, 0xFE, 0x80, 2, 3, 0xFE, 1, 0x90, 3, 0xC0, 0, 0, 0, 0, 0, 0, 0, 1};

static int file_of(const uint8_t *bytes, size_t count) {
  int file = codec_channel_file();
  if (file >= 0 && write(file, bytes, count) != (ssize_t)count) abort();
  return file;
}

static codec_request plausible(uint8_t choice) {
  codec_request request = {.operation = choice % (codec_close + 2u), .count = 1, .reduction = 1};
  request.limits = (frameit_codec_limits){
      .struct_size = sizeof request.limits, .side = 1 << 16, .pixels = 1 << 20, .memory = 32 << 20,
      .metadata = 1 << 20};
  request.encoding = (frameit_codec_encoding){
      .struct_size = sizeof request.encoding, .width = 4, .height = 2, .channels = 3, .depth = 8, .frames = 1};
  request.move = (frameit_codec_move){.struct_size = sizeof request.move, .orientation = 6, .width = 4, .height = 2};
  if (request.operation == codec_map) request.count = shared_size;
  if (request.operation == codec_open) request.count = sizeof image;
  return request;
}

// Returns the descriptor that the program sends with a request, and makes the request match it. The program
// always describes a descriptor correctly, so false descriptions are not tested.
static int descriptor_for(codec_request *request) {
  // The memory limit of its process protects a worker. The harness has no such limit.
  request->limits.memory %= 64 << 20;
  if (request->operation == codec_map) {
    request->count = shared_size;
    return codec_channel_memory(shared_size);
  }
  if (request->operation == codec_open) return file_of(image, sizeof image);
  return -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) abort();
  for (int i = 0; i < most_requests && count >= 3; i++) {
    uint8_t choice = bytes[0], length = bytes[1], at = bytes[2];
    bytes += 3;
    count -= 3;
    codec_request request = plausible(choice);
    length %= 32;
    if (length > count) length = (uint8_t)count;
    if (at + length > (int)sizeof request) length = 0;
    memcpy((uint8_t *)&request + at, bytes, length);
    bytes += length;
    count -= length;
    int descriptor = descriptor_for(&request);
    if (codec_channel_send(pair[0], &request, sizeof request, choice & 0x80 ? -1 : descriptor) != 0) count = 0;
    if (descriptor >= 0) close(descriptor);
  }
  shutdown(pair[0], SHUT_WR);
  codec_server_run(pair[1], &frameit_codec_entry);
  close(pair[0]);
  close(pair[1]);
  return 0;
}
