#ifndef FRAMEIT_SYSTEM_H
#define FRAMEIT_SYSTEM_H

// Gives a file another name that nothing has yet, in one step. Returns 0 or errno: EEXIST where something has it, EINVAL
// or ENOSYS where the file system or the kernel does not know how.
int frameit_rename_new(const char *from, const char *to);

// Returns freed memory to the system. glibc keeps it for the thread that freed it; for other C libraries this does
// nothing.
void frameit_return_freed_memory(void);

#endif
