// Simulates a slow file system without unnamed files (O_TMPFILE), for a program that runs with this library preloaded.
// With OLD_DISK_LINKS, hard links are the only way to create a name without replacing a file, as on NFS. Otherwise, there
// are no hard links, as on FAT.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void delay(void) {
  usleep(2000);
}

static int open_named(const char *function, const char *path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, function);
  return next(path, flags, mode);
}

#define MODE(last) \
  va_list list; \
  va_start(list, last); \
  mode_t mode = (mode_t)va_arg(list, int); \
  va_end(list)

int open(const char *path, int flags, ...) {
  MODE(flags);
  return open_named("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags);
  return open_named("open64", path, flags, mode);
}

int link(const char *from, const char *to) {
  delay();
  if (getenv("OLD_DISK_LINKS")) return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
  errno = EPERM;
  return -1;
}

int rename(const char *from, const char *to) {
  delay();
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int descriptor) {
  delay();
  return (int)syscall(SYS_fsync, descriptor);
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long),
       e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && e != 0 && getenv("OLD_DISK_LINKS")) {
    errno = EINVAL;
    return -1;
  }
  long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return next(number, a, b, c, d, e, f);
}
