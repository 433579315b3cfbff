#ifndef FRAMEIT_FILES_H
#define FRAMEIT_FILES_H

// Gives a file another name that nothing has yet, in one step. Returns 0 or errno: EEXIST where something has it, EINVAL
// or ENOSYS where the file system or the kernel does not know how.
int frameit_rename_new(const char *from, const char *to);

#endif
