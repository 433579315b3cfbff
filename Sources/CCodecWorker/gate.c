#define _GNU_SOURCE
#include <codec_gate.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "landlock.h"

// The intervals for checking processor time and cancellation, in milliseconds.
enum { slice = 250, short_slice = 20 };

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t codec_gate_processor_time(pid_t process) {
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

// Returns 0 if the call proceeds, or its error. The decision uses only the call's number, which the kernel copies
// before it asks; memory that the process could change meanwhile is not read.
static int decision(codec_gate *gate, int call) {
  switch (call) {
  case SYS_seccomp:
  case SYS_prctl:  // the filter sends only PR_SET_SECCOMP
  case landlock_create_ruleset_call:
  case landlock_add_rule_call:
  case landlock_restrict_self_call:
    gate->asked_for_sandbox |= gate->is_loading;
    return EPERM;
  case SYS_clone: {
    codec_view view;
    if (gate->threads <= 1) {
      gate->asked_for_thread |= gate->is_loading;
      return EPERM;
    }
    return codec_gate_view(gate->process, &view) == 0 && view.threads < gate->threads ? 0 : EAGAIN;
  }
  default: return gate->is_loading ? 0 : EACCES;
  }
}

static void answer(codec_gate *gate) {
  struct seccomp_notif asked;
  memset(&asked, 0, sizeof asked);
  // The caller may have been killed meanwhile.
  if (ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  int error = decision(gate, asked.data.nr);
  struct seccomp_notif_resp response = {
      .id = asked.id, .error = -error, .flags = error ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

int codec_gate_wait(codec_gate *gate, int socket, codec_patience *patience) {
  for (;;) {
    int64_t start = now();
    if (patience->cancelled && __atomic_load_n(patience->cancelled, __ATOMIC_RELAXED)) return -ECANCELED;
    int longest = patience->cancelled ? short_slice : slice;
    int span = patience->waiting < longest ? (int)(patience->waiting > 0 ? patience->waiting : 0) : longest;
    struct pollfd ends[2] = {{.fd = socket, .events = POLLIN}, {.fd = gate->listener, .events = POLLIN}};
    int ready = poll(ends, 2, span);
    if (ready < 0 && errno != EINTR) return -errno;
    patience->waiting -= now() - start;
    if (ready > 0 && ends[0].revents) return 0;
    if (ready > 0 && ends[1].revents & POLLIN) answer(gate);
    else if (ready > 0) codec_gate_close(gate);  // no thread is left that could use it
    if (patience->waiting <= 0) return -ETIMEDOUT;
    if (ready == 0 && codec_gate_processor_time(gate->process) > patience->processor) return -ETIMEDOUT;
  }
}

void codec_gate_close(codec_gate *gate) {
  if (gate->listener >= 0) close(gate->listener);
  gate->listener = -1;
  gate->is_loading = 0;
}

int codec_gate_view(pid_t process, codec_view *view) {
  char path[40] = "/proc/thread-self/status", text[32768];  // some users have a long list of groups
  if (process) snprintf(path, sizeof path, "/proc/%d/status", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  size_t filled = 0;
  ssize_t got;
  while ((got = read(file, text + filled, sizeof text - 1 - filled)) != 0) {
    if (got > 0) filled += (size_t)got;
    else if (errno != EINTR) break;
  }
  int number = got < 0 ? errno : 0;
  close(file);
  if (number) return -number;
  text[filled] = 0;
  const struct {
    const char *name;
    uint32_t *value;
  } fields[] = {
      {"\nThreads:", &view->threads}, {"\nNoNewPrivs:", &view->no_new_privileges}, {"\nSeccomp:", &view->seccomp},
      {"\nSeccomp_filters:", &view->seccomp_filters}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    const char *found = strstr(text, fields[i].name);
    if (!found) return -EPROTO;
    *fields[i].value = (uint32_t)strtoul(found + strlen(fields[i].name), NULL, 10);
  }
  return 0;
}
