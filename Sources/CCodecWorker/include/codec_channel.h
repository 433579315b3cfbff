// The protocol between the program and a worker that runs codecs, of a plugin or built in: fixed structs over a socket,
// descriptors beside them, and rows, metadata and output in shared memory.
//
// The program sends requests, and the worker replies, one at a time. Both are of one build, so structs need no
// version here; a codec sees only the contract, frameit_codec.h. The program trusts nothing: every number of a reply
// is checked before it is used. The worker never has the output file: the program writes what comes back.

#ifndef CODEC_CHANNEL_H
#define CODEC_CHANNEL_H

#include <frameit_codec.h>
#include <sys/types.h>

// The worker's descriptors: its end of the socket, and the reading end of a pipe that is never written to and that
// the kernel closes when the program ends.
enum { codec_channel_descriptor = 3, codec_lifeline_descriptor = 4 };

// The operations. Fields of `codec_request` that an operation does not name are ignored.
//
// Codecs write while they encode or move. What they have written is in the last `codec_output_room` bytes of shared
// memory, and the reply's `written` says how much. A reply with `is_partial` comes before the operation has ended: the
// program takes the output and sends `codec_continue`.
typedef enum codec_operation {
  codec_describe = 1,    // `codec`: its name, and its library as the report's message
  codec_map,             // `count` bytes of shared memory, by the descriptor
  codec_open,            // `codec`, `count` bytes of input by the descriptor, `image`, `limits`
  codec_blocks,          // the next bytes of the header's blocks, into shared memory; the reply's `count` is 0 at the end
  codec_frame,           // `index`, `reduction`
  codec_rows,            // `count` rows into shared memory
  codec_skip,            // `count` rows
  codec_finish,
  codec_output_blocks,   // the next `count` bytes of the output's blocks, in shared memory
  codec_encode,          // `codec`, `encoding`
  codec_encode_like,     // `encoding`, with the quality settings of the open image
  codec_encode_frame,    // `milliseconds`
  codec_encode_rows,     // `count` rows in shared memory
  codec_encode_finish,
  codec_move,            // `move`; the reply's `count` is that of bytes after the image
  codec_continue,
  codec_close,           // ends the decoder, the encoder and the output's blocks
  codec_describe_effect, // `codec`: the effect's name, and its library as the report's message
  codec_effect           // `codec`, `effect`: the input in shared memory, and the output after it
} codec_operation;

// Part of the shared memory.
enum { codec_output_room = 1 << 18 };

// A block of metadata in shared memory, followed by its `count` bytes and by the next block.
typedef struct codec_block_start {
  char kind[32];
  char keyword[160];  // empty if there is none
  uint64_t count;
} codec_block_start;

// The most parameters of an effect.
enum { codec_effect_values = 16 };

// A rectangle that an effect computes; see `frameit_codec_effect_rows`. Its input has (width + 2 * reach) *
// (height + 2 * reach) pixels.
typedef struct codec_effect_block {
  uint32_t value_count;
  uint32_t width;
  uint32_t height;
  uint32_t reach;
  double values[codec_effect_values];
  double x;
  double y;
  double box_width;
  double box_height;
  double scale;
} codec_effect_block;

typedef struct codec_request {
  uint32_t operation;
  uint32_t index;
  uint32_t reduction;
  uint32_t milliseconds;
  uint32_t image;  // see `frameit_codec_input`
  uint64_t count;
  char codec[32];  // its name; empty for the first one
  frameit_codec_limits limits;
  frameit_codec_encoding encoding;  // without its pointers
  frameit_codec_move move;          // without its pointers
  codec_effect_block effect;
} codec_request;

typedef struct codec_reply {
  uint32_t milliseconds;
  uint32_t is_partial;
  uint32_t is_unknown;  // 1 if there is no codec with the requested name
  uint64_t count;
  uint64_t written;
  char text[32];
  frameit_codec_report report;  // `code` is the result
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
// Its first message is a `codec_reply` from before it loads anything: `text` tells what restricts it, the gate is
// the descriptor, and the report tells why it ends, if it does. Its second one reports that it is ready, or why it will
// not work. Returns 0 or -errno.
int codec_worker_start(
    codec_worker *worker, const char *program, const char *task, uint64_t memory, uint32_t seconds,
    codec_strictness strictness, int log);

// Ends the worker. Returns its exit status as waitpid does; -1 if it had to be killed.
int codec_worker_end(codec_worker *worker);

#endif
