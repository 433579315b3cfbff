// Landlock (Linux 5.13): rights that a process gives up for itself; see landlock(7). The C library has no
// functions for it, and the kernel's header may be older than the kernel.
#define _GNU_SOURCE
#include "landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
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
  long version = syscall(create_ruleset, NULL, 0, version_flag);
  return version < 0 ? 0 : (int)version;
}

// All rights to files that this version knows.
static uint64_t file_rights(int version) {
  static const int counts[] = {0, 13, 14, 15, 15, 16};
  int known = (int)(sizeof counts / sizeof counts[0]) - 1;
  return (1ull << counts[version < known ? version : known]) - 1;
}

int landlock_restrict(const char *const *readable) {
  int version = landlock_version();
  if (version == 0) return 0;
  ruleset rules = {.files = file_rights(version)};
  if (version >= 4) rules.network = 3;  // bind and connect
  if (version >= 6) rules.scopes = 3;   // abstract sockets and signals
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int descriptor = (int)syscall(create_ruleset, &rules, size, 0);
  if (descriptor < 0) return 0;
  for (; readable && *readable; readable++) {
    path_rule rule = {.allowed = read_file, .parent = open(*readable, O_PATH | O_CLOEXEC)};
    struct stat status;
    // What is not there need not be read. Rights to list are for folders alone.
    if (rule.parent < 0 || fstat(rule.parent, &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) rule.allowed |= execute | read_folder;
    syscall(add_rule, descriptor, rule_path_beneath, &rule, 0);
    close(rule.parent);
  }
  int result = syscall(restrict_self, descriptor, 0) == 0;
  close(descriptor);
  return result ? version : 0;
}
