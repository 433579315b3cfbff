#ifndef FRAMEIT_SYSTEM_H
#define FRAMEIT_SYSTEM_H

// Renames a file atomically without replacing an existing file. Returns 0 or errno: EEXIST if the new name exists, EINVAL
// or ENOSYS if the file system or the kernel does not support it.
int frameit_rename_new(const char *from, const char *to);

// Returns freed memory to the system. glibc otherwise keeps it for the thread that freed it. Does nothing with other C
// libraries.
void frameit_return_freed_memory(void);

// Keeps freed memory for later allocations, up to 64 MiB for each thread. By default, glibc returns the buffers of each
// image to the system, which then clears the same pages for the next one. For programs only: a library must not decide
// this. Does nothing with other C libraries.
void frameit_keep_freed_memory(void);

#endif
