// Restricts the process that runs codecs. The worker calls these functions; the program checks the result from
// outside, see codec_gate.h.

#ifndef CODEC_SANDBOX_H
#define CODEC_SANDBOX_H

#include <stdint.h>

// The parts in force. A part that the kernel does not have is 0.
typedef struct codec_sandbox {
  int landlock;  // the ABI version
  int seccomp;   // 1 if system calls are filtered
  int gate;      // the seccomp listener for the program, -1 if there is none
} codec_sandbox;

// Sets limits on memory and processor time and gives up all privileges.
void codec_sandbox_limit(uint64_t memory, uint32_t seconds);

// Sets the whole sandbox. It must be set before any code of a plugin runs, so a plugin never has a right that it could
// use to weaken it.
//
// With a `folder`, the process may load a library: the loader's system calls (opening files, mapping code, starting
// threads) go to a gate, and the program that holds the gate decides. When the program closes the gate, those calls
// fail for good. Landlock allows reading below /usr, /lib and `folder` only. Without a `folder` there is no gate and
// the calls fail at once.
//
// `kept` is a descriptor that the process cannot close any more.
//
// Returns null, or the name of a part that the kernel has and that could not be set, with errno. The caller must not
// go on then.
const char *codec_sandbox_enter(const char *folder, int kept, codec_sandbox *box);

// Writes "landlock 4 seccomp 1", which the program parses.
void codec_sandbox_text(codec_sandbox box, char *text, uint32_t size);

#endif
