#ifndef SECCOMP_H
#define SECCOMP_H

// Both return 1 where the filter is in force.

// Ends the process at calls that would start programs, reach networks or touch other processes.
int seccomp_for_loading(void);

// Ends it at every call but those of reading, writing, memory, threads and time. Calls that open files
// fail instead: libraries try some that they can do without.
int seccomp_for_work(void);

#endif
