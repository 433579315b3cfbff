#ifndef SECCOMP_H
#define SECCOMP_H

// Returns whether the kernel supports what the filter needs.
int seccomp_is_there(void);

// Sets the only filter that the process gets. With `has_gate`, calls that a loader needs go to the listener that is
// returned; otherwise they fail or end the process, and 0 is returned. `kept` cannot be closed afterwards. Returns -1
// with errno if the filter could not be set for all threads.
int seccomp_restrict(int has_gate, int kept);

#endif
