// The program's side of a worker's sandbox: it answers the gate, limits the time, and checks from outside that the
// sandbox is in force. Nothing here relies on what the worker says.

#ifndef CODEC_GATE_H
#define CODEC_GATE_H

#include <stdint.h>
#include <sys/types.h>

// A worker's gate: the seccomp listener of its sandbox.
typedef struct codec_gate {
  pid_t process;
  int listener;      // -1 if there is none, or if it is closed
  int is_loading;    // whether the loader's calls are allowed
  uint32_t threads;  // the number of threads that the process may have, including the first one
  int asked_for_thread;   // while loading, although it may have only one
  int asked_for_sandbox;  // while loading: to change its own sandbox
} codec_gate;

// The time that a worker has left, in milliseconds.
typedef struct codec_patience {
  int64_t processor;  // the total processor time that the process may have used
  int64_t waiting;    // how long to wait for a reply
  const int32_t *cancelled;  // ends the wait when it is not 0; null for none
} codec_patience;

// Waits until `socket` can be read or has ended, and answers the gate meanwhile. Counts the wait down. Returns 0,
// -ETIMEDOUT, -ECANCELED, or another -errno.
int codec_gate_wait(codec_gate *gate, int socket, codec_patience *patience);

// Closes the gate: the calls that it decides fail from now on, whatever the process does.
void codec_gate_close(codec_gate *gate);

// Returns the processor time that a process has used, in milliseconds; 0 if it cannot be read.
int64_t codec_gate_processor_time(pid_t process);

// What the kernel reports about a process (proc(5)), which the process itself cannot influence.
typedef struct codec_view {
  uint32_t threads;
  uint32_t no_new_privileges;
  uint32_t seccomp;          // 2: filters
  uint32_t seccomp_filters;  // their number
} codec_view;

// `process` 0 is the calling thread. Returns 0 or -errno; -EPROTO if the kernel reports less than is needed.
int codec_gate_view(pid_t process, codec_view *view);

#endif
