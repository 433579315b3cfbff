// Runs a plugin in the real worker, in its sandbox:
//
//   ask frameit-codec PLUGIN.so FILE   decodes all frames, encodes them again, and writes the result to stdout
//
// If the worker dies, it prints the reason and exits with 1.
#define _GNU_SOURCE
#include <codec_channel.h>
#include <codec_gate.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static codec_worker worker;
static codec_gate gate = {.listener = -1, .threads = 1};

__attribute__((noreturn))
static void give_up(const char *what, int number) {
  int status = codec_worker_end(&worker);
  fprintf(stderr, "ask: %s: %s", what, number < 0 ? strerror(-number) : "");
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL) fprintf(stderr, "; the worker ended by %s", strsignal(WTERMSIG(status)));
  fputc('\n', stderr);
  exit(1);
}

// Returns the number of threads that the manifest beside a library requests.
static uint32_t threads_of(const char *library) {
  char path[4096], text[4096] = {0};
  snprintf(path, sizeof path, "%.*s.codec", (int)(strlen(library) - strlen(".so")), library);
  FILE *manifest = fopen(path, "r");
  if (!manifest) return 1;
  size_t count = fread(text, 1, sizeof text - 1, manifest);
  fclose(manifest);
  return count > 0 && strstr(text, "\nthreads\n") ? 256 : 1;
}

// Receives the worker's next message. A descriptor that comes with it becomes the gate.
static codec_reply receive(const char *name) {
  codec_reply reply;
  codec_patience patience = {.processor = 60000, .waiting = 60000};
  int descriptor = -1, result = codec_gate_wait(&gate, worker.socket, &patience);
  if (result == 0) result = codec_channel_receive(worker.socket, &reply, sizeof reply, &descriptor, -1);
  if (result != 0) give_up(name, result);
  if (descriptor >= 0) gate.listener = descriptor;
  return reply;
}

// The shared memory in which the worker writes.
static uint8_t *output;
static uint64_t written;

static void take(uint64_t count) {
  if (count > codec_output_room) give_up("output", -EPROTO);
  if (count > 0 && fwrite(output, 1, (size_t)count, stdout) != count) give_up("stdout", -errno);
  written += count;
}

static codec_reply exchange(const char *name, codec_request request, int descriptor) {
  int result = codec_channel_send(worker.socket, &request, sizeof request, descriptor);
  if (result != 0) give_up(name, result);
  return receive(name);
}

static codec_reply ask(const char *name, codec_request request, int descriptor) {
  codec_reply reply = exchange(name, request, descriptor);
  while (reply.is_partial) {
    take(reply.written);
    reply = exchange(name, (codec_request){.operation = codec_continue}, -1);
  }
  take(reply.written);
  if (reply.report.code != FRAMEIT_CODEC_OK) {
    fprintf(stderr, "ask: %s: code %d: %s\n", name, reply.report.code, reply.report.message);
    codec_worker_end(&worker);
    exit(2);
  }
  return reply;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int result = codec_worker_start(&worker, arguments[1], arguments[2], 3ull << 29, 60, codec_permissive, 2);
  if (result != 0) {
    fprintf(stderr, "ask: %s\n", strerror(-result));
    return 1;
  }
  gate.process = worker.process;
  gate.threads = threads_of(arguments[2]);
  codec_reply sandbox = receive("sandbox");
  gate.is_loading = 1;
  codec_reply hello = receive("hello");
  if (gate.threads > 1) gate.is_loading = 0;
  else codec_gate_close(&gate);
  if (hello.report.code != FRAMEIT_CODEC_OK) give_up(hello.report.message, 0);
  if (gate.asked_for_thread || gate.asked_for_sandbox) give_up("the plugin started threads or changed its sandbox", 0);
  codec_reply description = ask("describe", (codec_request){.operation = codec_describe}, -1);
  fprintf(stderr, "%s, %s, %s: ", description.text, description.report.message, sandbox.text);

  int file = open(arguments[3], O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) give_up(arguments[3], 0);
  codec_request opening = {
      .operation = codec_open, .count = (uint64_t)about.st_size,
      .limits = {.struct_size = sizeof opening.limits, .side = 65535, .pixels = 1 << 28, .memory = 1 << 30, .metadata = 1 << 24}};
  frameit_codec_header header = ask("open", opening, file).header;
  size_t row = (size_t)header.width * header.channels * (header.depth / 8), frame = row * header.height;
  int descriptor = codec_channel_memory(frame + codec_output_room);
  uint8_t *shared = mmap(NULL, frame + codec_output_room, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (shared == MAP_FAILED) give_up("memory", 0);
  ask("map", (codec_request){.operation = codec_map, .count = frame + codec_output_room}, descriptor);
  output = shared + frame;

  uint8_t *frames = malloc(frame * header.frames);
  uint32_t *delays = calloc(header.frames, sizeof *delays);
  if (!frames || !delays) give_up("memory", 0);
  for (uint32_t i = 0; i < header.frames; i++) {
    delays[i] = ask("frame", (codec_request){.operation = codec_frame, .index = i, .reduction = 1}, -1).milliseconds;
    ask("rows", (codec_request){.operation = codec_rows, .count = header.height}, -1);
    memcpy(frames + frame * i, shared, frame);
  }
  ask("finish", (codec_request){.operation = codec_finish}, -1);
  ask("close", (codec_request){.operation = codec_close}, -1);

  codec_request encoding = {
      .operation = codec_encode,
      .encoding = {.struct_size = sizeof encoding.encoding, .width = header.width, .height = header.height,
          .channels = header.channels, .depth = header.depth, .frames = header.frames, .plays = header.plays}};
  ask("encode", encoding, -1);
  for (uint32_t i = 0; i < header.frames; i++) {
    ask("encode_frame", (codec_request){.operation = codec_encode_frame, .milliseconds = delays[i]}, -1);
    memcpy(shared, frames + frame * i, frame);
    ask("encode_rows", (codec_request){.operation = codec_encode_rows, .count = header.height}, -1);
  }
  ask("encode_finish", (codec_request){.operation = codec_encode_finish}, -1);
  ask("close", (codec_request){.operation = codec_close}, -1);
  if (fflush(stdout) != 0) give_up("stdout", -errno);
  fprintf(
      stderr, "%u x %u, %u channels, %u frames; encoded again in %llu bytes\n", header.width, header.height, header.channels,
      header.frames, (unsigned long long)written);
  free(frames);
  free(delays);
  int status = codec_worker_end(&worker);
  return WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL;
}
