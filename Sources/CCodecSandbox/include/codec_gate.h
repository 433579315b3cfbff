// The program's side of a worker's sandbox: it answers the gate, bounds the time, and checks from outside that the
// sandbox is in force. Nothing here relies on what the worker says.

#ifndef CODEC_GATE_H
#define CODEC_GATE_H

#include <stdint.h>
#include <sys/types.h>

// A worker's gate: the seccomp listener that its sandbox was set with.
typedef struct codec_gate {
  pid_t process;
  int listener;      // -1 if there is none, or if it is closed
  int is_loading;    // the loader's calls are allowed
  uint32_t threads;  // how many threads the process may have, with the first one
  int asked_for_thread;   // while loading, although it may have only one
  int asked_for_sandbox;  // while loading: to change its own sandbox
} codec_gate;

// The time that a worker has left, in milliseconds.
typedef struct codec_patience {
  int64_t processor;  // the processor time that the process may have used in all
  int64_t waiting;    // for how long an answer is still awaited
  const int32_t *cancelled;  // ends the wait when it is no longer 0; null for none
} codec_patience;

// Waits until `socket` can be read or has ended, and answers the gate meanwhile. Counts the wait down.
// Returns 0, -ETIMEDOUT, -ECANCELED, or another -errno.
int codec_gate_wait(codec_gate *gate, int socket, codec_patience *patience);

// Closes the gate: the calls that it decides fail from now on, whatever the process does.
void codec_gate_close(codec_gate *gate);

// The processor time that a process has used, in milliseconds; 0 if it cannot be read.
int64_t codec_gate_processor_time(pid_t process);

// What the kernel says about a process (proc(5)), as the process itself cannot influence it.
typedef struct codec_view {
  uint32_t threads;
  uint32_t no_new_privileges;
  uint32_t seccomp;          // 2: filters
  uint32_t seccomp_filters;  // how many
} codec_view;

// `process` 0 is the calling thread. Returns 0 or -errno; -EPROTO if the kernel says less than is asked for.
int codec_gate_view(pid_t process, codec_view *view);

#endif
