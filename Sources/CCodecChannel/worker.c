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

// 0 and 1 become /dev/null, 2 the log, 3 the socket; all others are closed.
static int prepare(posix_spawn_file_actions_t *actions, int socket, int log) {
  int result = 0;
  for (int i = 0; i < 2 && !result; i++) {
    result = posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0);
  }
  if (!result) {
    result = log >= 0 ? posix_spawn_file_actions_adddup2(actions, log, 2)
                      : posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_RDWR, 0);
  }
  if (!result) result = posix_spawn_file_actions_adddup2(actions, socket, codec_channel_descriptor);
  if (!result) result = posix_spawn_file_actions_addclosefrom_np(actions, codec_channel_descriptor + 1);
  return result;
}

// A thread may have SIGINT and the like blocked or ignored: none of that is the worker's.
static int reset_signals(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int result = posix_spawnattr_setsigmask(attributes, &none);
  if (!result) result = posix_spawnattr_setsigdefault(attributes, &all);
  if (!result) {
    // A group of its own: Ctrl-C is the program's to answer.
    result = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  return result;
}

int codec_worker_start(
    codec_worker *worker, const char *program, const char *task, uint64_t memory, uint32_t seconds, int log) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return -errno;
  char bytes[24], time[16];
  snprintf(bytes, sizeof bytes, "%" PRIu64, memory);
  snprintf(time, sizeof time, "%" PRIu32, seconds);
  char *arguments[] = {(char *)program, (char *)task, bytes, time, NULL};
  // A crash ends it at once: Swift's runtime would start a program that says where.
  char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};

  // Above what is prepared for the worker: dup2 onto itself would leave the flag that closes it, and 0 to 2
  // are overwritten first.
  int end = pair[1];
  if (end <= codec_channel_descriptor) end = fcntl(pair[1], F_DUPFD_CLOEXEC, codec_channel_descriptor + 1);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = end < 0 ? errno : posix_spawn_file_actions_init(&actions);
  if (!result) {
    result = posix_spawnattr_init(&attributes);
    if (!result) {
      result = prepare(&actions, end, log);
      if (!result) result = reset_signals(&attributes);
      if (!result) result = posix_spawn(&worker->process, program, &actions, &attributes, arguments, environment);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  if (end >= 0 && end != pair[1]) close(end);
  close(pair[1]);
  worker->socket = pair[0];
  if (result) close(pair[0]);
  return -result;
}

int codec_worker_end(codec_worker *worker) {
  int status = 0;
  close(worker->socket);
  // One that has crashed is on its way out, and its own end says more than ours would.
  for (int i = 0; i < 40; i++) {
    pid_t ended = waitpid(worker->process, &status, WNOHANG);
    if (ended == worker->process) return status;
    if (ended < 0 && errno != EINTR) return -1;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  kill(worker->process, SIGKILL);
  while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) continue;
  return -1;
}
