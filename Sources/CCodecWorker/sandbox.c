#define _GNU_SOURCE
#include <codec_sandbox.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "landlock.h"
#include "seccomp.h"

// Above `value`, the kernel sends a signal that names the limit; above `value + grace` it enforces it.
static void limit(int resource, rlim_t value, rlim_t grace) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max > value + grace) limit.rlim_max = value + grace;
  limit.rlim_cur = limit.rlim_max < value ? limit.rlim_max : value;
  setrlimit(resource, &limit);
}

void codec_sandbox_limit(uint64_t memory, uint32_t seconds) {
  limit(RLIMIT_AS, memory, 0);
  // Its output is an encoded image.
  limit(RLIMIT_FSIZE, memory, 0);
  limit(RLIMIT_CPU, seconds, 1);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_NOFILE, 64, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // PR_SET_PDEATHSIG would fire when the thread that started this process ends; codec_channel_end_with_program works
  // without it.
}

const char *codec_sandbox_enter(const char *folder, int kept, codec_sandbox *box) {
  const char *readable[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/proc/self", "/sys/devices/system/cpu", folder, 0};
  *box = (codec_sandbox){.landlock = landlock_version(), .seccomp = seccomp_is_there(), .gate = -1};
  if (box->landlock && landlock_restrict(folder ? readable : 0) != 0) return "Landlock";
  if (!box->seccomp) return 0;
  int listener = seccomp_restrict(folder != 0, kept);
  if (listener < 0) return "seccomp";
  if (folder) box->gate = listener;
  return 0;
}

void codec_sandbox_text(codec_sandbox box, char *text, uint32_t size) {
  snprintf(text, size, "landlock %d seccomp %d", box.landlock, box.seccomp);
}
