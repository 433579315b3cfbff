// The protocol between the program and a worker that runs codecs: fixed structs over a socket, descriptors beside
// them, and pixels in shared memory.
//
// The program sends requests, and the worker replies, one at a time. Both are of one build, so structs need no
// version here; a plugin sees only the contract, frameit_codec.h. The program trusts nothing: every number of a reply
// is checked before it is used.

#ifndef CODEC_CHANNEL_H
#define CODEC_CHANNEL_H

#include <frameit_codec.h>
#include <sys/types.h>

// The worker's descriptors: its end of the socket, and the reading end of a pipe that is never written to and that
// the kernel closes when the program ends.
enum { codec_channel_descriptor = 3, codec_lifeline_descriptor = 4 };

// The operations. Fields of `codec_request` that an operation does not name are ignored.
typedef enum codec_operation {
  codec_describe = 1,    // `index` of the codec: its name and library
  codec_map,             // `count` bytes of shared memory, by the descriptor
  codec_open,            // `index` of the codec, `count` bytes of input by the descriptor, `limits`
  codec_block,           // `index`: kind and length
  codec_block_bytes,     // `index`, `count` bytes from `offset` on, into shared memory
  codec_frame,           // `index`, `reduction`
  codec_rows,            // `count` rows into shared memory
  codec_skip,            // `count` rows
  codec_finish,
  codec_close,
  codec_encode_block,        // a block of `kind` and `count` bytes follows
  codec_encode_block_bytes,  // its next `count` bytes, in shared memory
  codec_encode,              // `index` of the codec, `encoding`, output by the descriptor
  codec_encode_frame,        // `milliseconds`
  codec_encode_rows,         // `count` rows in shared memory
  codec_encode_finish,
  codec_encode_close
} codec_operation;

typedef struct codec_request {
  uint32_t operation;
  uint32_t index;
  uint32_t reduction;
  uint32_t milliseconds;
  uint64_t count;
  uint64_t offset;
  char kind[32];
  frameit_codec_limits limits;
  frameit_codec_encoding encoding;  // without its pointers
} codec_request;

typedef struct codec_reply {
  int32_t code;
  int32_t error_number;  // of a failed write
  uint32_t milliseconds_used;  // processor time used by the worker so far
  uint32_t milliseconds;
  uint64_t count;
  char kind[32];
  frameit_codec_report report;
  frameit_codec_header header;  // without its pointers
} codec_reply;

// Sends one message, with a descriptor unless that is negative. Returns 0, -EAGAIN if the other side has not received
// earlier messages, -EPIPE if it has ended, or another -errno.
int codec_channel_send(int socket, const void *message, size_t size, int descriptor);

// Returns whether the other side is still there.
int codec_channel_is_open(int socket);

// Waits for one message of exactly this size. `descriptor`, unless null, receives the one sent with it, or -1.
// Returns 0, -ETIMEDOUT after `milliseconds` (negative: never), -EPIPE if the other side has ended, or another
// -errno.
int codec_channel_receive(
    int socket, void *message, size_t size, int *descriptor, int milliseconds);

// Creates memory that can be shared with another process and not be made smaller by either. Returns a descriptor or
// -errno.
int codec_channel_memory(size_t count);

// Creates a file without a name, in memory, that grows. Returns a descriptor or -errno.
int codec_channel_file(void);

// Returns the maximum size of a file written by this program's child processes: `ulimit -Hf`.
uint64_t codec_channel_file_bytes(void);

// Returns the processor time of the calling process so far.
uint32_t codec_channel_milliseconds_used(void);

// Makes the kernel kill the calling process, a worker, when the program that started it ends or drops it. This needs
// no thread and no cooperation of the process, and no signal handler or mask prevents it; the lifeline must stay
// open, see codec_sandbox_enter. Returns 0, or -errno; -EPIPE if the program has ended already.
int codec_channel_end_with_program(void);

typedef struct codec_worker {
  pid_t process;
  int socket;
  int lifeline;  // the writing end
} codec_worker;

// What a worker does if the kernel cannot restrict it.
typedef enum codec_strictness {
  codec_strict,     // it ends
  codec_permissive  // it reports it and continues
} codec_strictness;

// Starts `program` with the arguments `task`, `memory`, `seconds` and "strict" or "permissive". `task` is the plugin
// to run, or what the program understands by it. The environment is not inherited, and no descriptor except the
// socket and the lifeline. `memory` is the maximum address space in bytes and `seconds` the maximum processor time.
// Its output goes to `log`, a descriptor, or is discarded if that is negative.
//
// Its first message is a `codec_reply` from before it loads anything: `kind` tells what restricts it, the gate is the
// descriptor, and `code` and the report tell why it ends, if it does. Its second one reports that it is ready, with
// FRAMEIT_CODEC_OK and the number of codecs, or why it will not work. Returns 0 or -errno.
int codec_worker_start(
    codec_worker *worker, const char *program, const char *task, uint64_t memory, uint32_t seconds,
    codec_strictness strictness, int log);

// Ends the worker. Returns its exit status as waitpid does; -1 if it had to be killed.
int codec_worker_end(codec_worker *worker);

#endif
