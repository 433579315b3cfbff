#define _GNU_SOURCE
#include <codec_channel.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// 0 and 1 become /dev/null, 2 the log, 3 the socket, 4 the lifeline; all others are closed.
static int prepare(posix_spawn_file_actions_t *actions, int socket, int lifeline, int log) {
  int result = 0;
  for (int i = 0; i < 2 && !result; i++) {
    result = posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0);
  }
  if (!result) {
    result = log >= 0 ? posix_spawn_file_actions_adddup2(actions, log, 2)
                      : posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_RDWR, 0);
  }
  if (!result) result = posix_spawn_file_actions_adddup2(actions, socket, codec_channel_descriptor);
  if (!result) result = posix_spawn_file_actions_adddup2(actions, lifeline, codec_lifeline_descriptor);
  if (!result) result = posix_spawn_file_actions_addclosefrom_np(actions, codec_lifeline_descriptor + 1);
  return result;
}

// A thread may have signals such as SIGINT blocked or ignored; the worker must not inherit that.
static int reset_signals(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int result = posix_spawnattr_setsigmask(attributes, &none);
  if (!result) result = posix_spawnattr_setsigdefault(attributes, &all);
  if (!result) {
    // A process group of its own: the program handles Ctrl-C.
    result = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  return result;
}

// Moves a descriptor above those of the worker: dup2 onto itself would leave the close-on-exec flag, and the lower
// ones are overwritten. The old one is closed. Returns -1 with errno on failure.
static int moved_up(int descriptor) {
  if (descriptor > codec_lifeline_descriptor) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, codec_lifeline_descriptor + 1);
  int number = errno;
  close(descriptor);
  errno = number;
  return moved;
}

static int spawn(codec_worker *worker, char **words, int socket, int lifeline, int log) {
  // A crash ends it at once: Swift's runtime would otherwise start a program for a backtrace.
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result) return result;
  result = posix_spawnattr_init(&attributes);
  if (!result) {
    result = prepare(&actions, socket, lifeline, log);
    if (!result) result = reset_signals(&attributes);
    if (!result) result = posix_spawn(&worker->process, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int codec_worker_start(
    codec_worker *worker, const char *program, const char *task, uint64_t memory, uint32_t seconds,
    codec_strictness strictness, int log) {
  int pair[2], pipe[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return -errno;
  if (pipe2(pipe, O_CLOEXEC) != 0) {
    int number = errno;
    close(pair[0]);
    close(pair[1]);
    return -number;
  }
  char bytes[24], time[16];
  snprintf(bytes, sizeof bytes, "%" PRIu64, memory);
  snprintf(time, sizeof time, "%" PRIu32, seconds);
  char *words[] = {
      (char *)program, (char *)task, bytes, time, strictness == codec_permissive ? "permissive" : "strict", NULL};
  // The program's own ends, too: what it prints must not reach the worker if the program has no stdout.
  int *ends[] = {&pair[0], &pair[1], &pipe[0], &pipe[1]}, result = 0;
  for (int i = 0; i < 4; i++) {
    *ends[i] = moved_up(*ends[i]);
    if (*ends[i] < 0) result = errno;
  }
  if (!result) result = spawn(worker, words, pair[1], pipe[0], log);
  worker->socket = pair[0];
  worker->lifeline = pipe[1];
  // On success, only the worker keeps its ends.
  for (int i = 0; i < 4; i++) {
    int is_ours = ends[i] == &pair[0] || ends[i] == &pipe[1];
    if (*ends[i] >= 0 && (result || !is_ours)) close(*ends[i]);
  }
  return -result;
}

int codec_worker_end(codec_worker *worker) {
  int status = 0;
  close(worker->socket);
  // A crashed worker is about to end, and its own exit status says more than ours would.
  for (int i = 0; i < 40; i++) {
    pid_t ended = waitpid(worker->process, &status, WNOHANG);
    if (ended == worker->process || (ended < 0 && errno != EINTR)) {
      close(worker->lifeline);
      return ended < 0 ? -1 : status;
    }
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  close(worker->lifeline);
  kill(worker->process, SIGKILL);
  while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) continue;
  return -1;
}
