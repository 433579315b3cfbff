#ifndef LANDLOCK_H
#define LANDLOCK_H

#include <stddef.h>
#include <stdint.h>

// The system calls' numbers, which are the same on all architectures; the C library's header may be older.
enum {
  landlock_create_ruleset_call = 444,
  landlock_add_rule_call = 445,
  landlock_restrict_self_call = 446
};

// Returns the kernel's ABI version, 0 without Landlock.
int landlock_version(void);

// Gives up all rights to files, networks and other processes, except reading below these folders. The list ends with
// null and may be null. Returns 0, or -1 with errno.
int landlock_restrict(const char *const *readable);

#endif
