// Landlock (Linux 5.13) restricts the calling process; see landlock(7). The C library has no functions for it, and
// the kernel's header may be older than the kernel.
#define _GNU_SOURCE
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { rule_path_beneath = 1, version_flag = 1 };

typedef struct ruleset {
  uint64_t files;
  uint64_t network;  // from ABI 4 on
  uint64_t scopes;   // from ABI 6 on
} ruleset;

typedef struct __attribute__((packed)) path_rule {
  uint64_t allowed;
  int32_t parent;
} path_rule;

static const uint64_t execute = 1 << 0, read_file = 1 << 2, read_folder = 1 << 3;

int landlock_version(void) {
  long version = syscall(landlock_create_ruleset_call, NULL, 0, version_flag);
  return version < 0 ? 0 : (int)version;
}

// Returns all rights to files that this version knows.
static uint64_t file_rights(int version) {
  static const int counts[] = {0, 13, 14, 15, 15, 16};
  int known = (int)(sizeof counts / sizeof counts[0]) - 1;
  return (1ull << counts[version < known ? version : known]) - 1;
}

int landlock_restrict(const char *const *readable) {
  int version = landlock_version();
  ruleset rules = {.files = file_rights(version)};
  if (version >= 4) rules.network = 3;  // bind and connect
  if (version >= 6) rules.scopes = 3;   // abstract sockets and signals
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int descriptor = (int)syscall(landlock_create_ruleset_call, &rules, size, 0);
  if (descriptor < 0) return -1;
  for (; readable && *readable; readable++) {
    path_rule rule = {.allowed = read_file, .parent = open(*readable, O_PATH | O_CLOEXEC)};
    struct stat status;
    // A missing path needs no rule. Only folders have the right to list.
    if (rule.parent < 0) continue;
    if (fstat(rule.parent, &status) != 0) {
      close(rule.parent);
      continue;
    }
    if (S_ISDIR(status.st_mode)) rule.allowed |= execute | read_folder;
    syscall(landlock_add_rule_call, descriptor, rule_path_beneath, &rule, 0);
    close(rule.parent);
  }
  long result = syscall(landlock_restrict_self_call, descriptor, 0);
  int number = errno;
  close(descriptor);
  errno = number;
  return (int)result;
}
