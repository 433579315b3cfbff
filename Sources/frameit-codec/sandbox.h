// What a worker may do.

#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdint.h>

// What is in force; the kernel may not have all.
typedef struct sandbox {
  int landlock;  // its ABI, 0 where there is none
  int seccomp;
} sandbox;

// Bounds memory and time, and gives up all privileges.
void sandbox_limit(uint64_t memory, uint32_t seconds);

// Before the plugin and its libraries are loaded, whose constructors may never hand control back: files can be
// read below /usr, /lib and the like, and below `folder`. Nothing else of the system can be reached.
void sandbox_for_loading(sandbox *box, const char *folder);

// From then on: no file at all, and no code that is not there yet.
void sandbox_for_work(sandbox *box);

#endif
