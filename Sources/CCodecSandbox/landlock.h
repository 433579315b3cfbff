#ifndef LANDLOCK_H
#define LANDLOCK_H

#include <stddef.h>
#include <stdint.h>

// The ABI that the kernel has, 0 for none.
int landlock_version(void);

// Gives up all rights to files, networks and other processes, but to read below these folders; the list ends
// with null and may be null. Returns the ABI, 0 where nothing was done.
int landlock_restrict(const char *const *readable);

#endif
