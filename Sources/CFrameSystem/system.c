#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <frameit_system.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// Not every C library has a renameat2() function.
int frameit_rename_new(const char *from, const char *to) {
  const unsigned no_replace = 1;  // RENAME_NOREPLACE of <linux/fs.h>
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace) == 0 ? 0 : errno;
}

void frameit_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void frameit_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest value that glibc accepts
#endif
}
