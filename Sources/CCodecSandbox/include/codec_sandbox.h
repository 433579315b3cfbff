// What a process that runs codecs may do.

#ifndef CODEC_SANDBOX_H
#define CODEC_SANDBOX_H

#include <stdint.h>

// What is in force; the kernel may not have all.
typedef struct codec_sandbox {
  int landlock;  // its ABI, 0 where there is none
  int seccomp;
} codec_sandbox;

// Bounds memory and time, and gives up all privileges.
void codec_sandbox_limit(uint64_t memory, uint32_t seconds);

// Before a plugin and its libraries are loaded, whose constructors may never hand control back: files can be
// read below /usr, /lib and the like, and below `folder`. Nothing else of the system can be reached.
codec_sandbox codec_sandbox_for_loading(const char *folder);

// From then on, or at once where nothing is to be loaded: no file at all, and no code that is not there yet.
codec_sandbox codec_sandbox_for_work(void);

// "landlock 4 seccomp 1", as the program reads it.
void codec_sandbox_text(codec_sandbox box, char *text, uint32_t size);

#endif
