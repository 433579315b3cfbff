// How the program and a worker that runs codecs talk: fixed structs over a socket, descriptors
// beside them, and pixels in memory that both see.
//
// The program asks, the worker answers, one at a time. Both are of one build, so that structs need no
// version here; what a plugin sees is the contract alone, frameit_codec.h. The program believes nothing:
// every number of an answer is checked before it is used.

#ifndef CODEC_CHANNEL_H
#define CODEC_CHANNEL_H

#include <frameit_codec.h>
#include <sys/types.h>

// What a worker is given: its end of the socket, and the reading end of a pipe that nobody writes to and that the
// kernel closes when the program ends.
enum { codec_channel_descriptor = 3, codec_lifeline_descriptor = 4 };

// What the program asks for. Fields of `codec_request` that an operation does not name are not looked at.
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
  int32_t error_number;  // of a write that failed
  uint32_t milliseconds_used;  // of processor time, by the worker so far
  uint32_t milliseconds;
  uint64_t count;
  char kind[32];
  frameit_codec_report report;
  frameit_codec_header header;  // without its pointers
} codec_reply;

// Sends one message, and a descriptor where that is not negative. Returns 0, -EAGAIN where the other side does not
// take what was sent before, -EPIPE where it has ended, or another -errno.
int codec_channel_send(int socket, const void *message, size_t size, int descriptor);

// Whether the other side is still there.
int codec_channel_is_open(int socket);

// Waits for one message of just this size. `descriptor`, where it is not null, gets the one that came along,
// or -1. Returns 0, -ETIMEDOUT after `milliseconds` (negative: never), -EPIPE where the other side has
// ended, or another -errno.
int codec_channel_receive(
    int socket, void *message, size_t size, int *descriptor, int milliseconds);

// Memory that another process can be given, which neither can make smaller. Returns a descriptor or -errno.
int codec_channel_memory(size_t count);

// A file without a name, in memory, that grows. Returns a descriptor or -errno.
int codec_channel_file(void);

// How large a file may become that a process of this one's writes: what `ulimit -Hf` says.
uint64_t codec_channel_file_bytes(void);

// Of processor time, by the calling process so far.
uint32_t codec_channel_milliseconds_used(void);

// Has the kernel kill the calling process, a worker, when the program that started it ends or drops it. It takes no
// thread and no help of the process, and no signal handler or mask prevents it; the lifeline must stay open, see
// codec_sandbox_enter. Returns 0, or -errno; -EPIPE if the program has ended already.
int codec_channel_end_with_program(void);

typedef struct codec_worker {
  pid_t process;
  int socket;
  int lifeline;  // the writing end
} codec_worker;

// What a worker does where the kernel cannot restrict it.
typedef enum codec_strictness {
  codec_strict,     // it ends
  codec_permissive  // it says so, and goes on
} codec_strictness;

// Starts `program` with the words `task`, `memory`, `seconds` and "strict" or "permissive": `task` is the plugin that it
// runs, or what the program understands by it. Nothing of the environment is handed on, and no descriptor but the
// socket and the lifeline. `memory` bytes of address space and `seconds` of processor time are the most that it gets.
// What it prints goes to `log`, a descriptor, or nowhere if that is negative.
//
// Its first message is a `codec_reply` from before it loads anything: `kind` says what restricts it, the gate comes as
// the descriptor, and `code` and the report say why it ends, if it does. Its second one says that it is ready, with
// FRAMEIT_CODEC_OK and how many codecs there are, or why it will not work. Returns 0 or -errno.
int codec_worker_start(
    codec_worker *worker, const char *program, const char *task, uint64_t memory, uint32_t seconds,
    codec_strictness strictness, int log);

// Ends it. Returns how it ended, as waitpid tells; -1 if it had to be killed.
int codec_worker_end(codec_worker *worker);

#endif
