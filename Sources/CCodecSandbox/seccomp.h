#ifndef SECCOMP_H
#define SECCOMP_H

// Both return 1 where the filter is in force.

// Before a plugin is loaded, as it may never hand control back: reading files, memory, threads and time, and
// nothing else. Other calls fail, and those that start programs, reach networks or touch other processes
// end the process.
int seccomp_for_loading(void);

// While it works: no file is opened any more and no code is mapped; other calls end the process.
int seccomp_for_work(void);

#endif
