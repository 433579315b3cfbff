#define _GNU_SOURCE
#include <codec_sandbox.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "landlock.h"
#include "seccomp.h"

// `grace` is how much more it may take before the limit is enforced without a signal that tells which it was.
static void limit(int resource, rlim_t value, rlim_t grace) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max > value + grace) limit.rlim_max = value + grace;
  limit.rlim_cur = limit.rlim_max < value ? limit.rlim_max : value;
  setrlimit(resource, &limit);
}

void codec_sandbox_limit(uint64_t memory, uint32_t seconds) {
  limit(RLIMIT_AS, memory, 0);
  // What it writes is a picture, too.
  limit(RLIMIT_FSIZE, memory, 0);
  limit(RLIMIT_CPU, seconds, 1);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_NOFILE, 64, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // There is no PR_SET_PDEATHSIG: it would fire when the thread ends that started this process. The worker
  // ends when its socket does, and by its limits.
}

codec_sandbox codec_sandbox_for_loading(const char *folder) {
  const char *readable[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/proc/self", "/sys/devices/system/cpu", folder, 0};
  codec_sandbox box = {.landlock = landlock_restrict(readable)};
  box.seccomp = seccomp_for_loading();
  return box;
}

codec_sandbox codec_sandbox_for_work(void) {
  codec_sandbox box = {.landlock = landlock_restrict(0)};
  box.seccomp = seccomp_for_work();
  return box;
}

void codec_sandbox_text(codec_sandbox box, char *text, uint32_t size) {
  snprintf(text, size, "landlock %d seccomp %d", box.landlock, box.seccomp);
}
