// Loaded before the system's library: opening a file whose name contains "stuck" never returns.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static int open_by(const char *function, const char *path, int flags, mode_t mode) {
  int (*system)(const char *, int, ...) = dlsym(RTLD_NEXT, function);
  while (strstr(path, "stuck")) pause();
  return system(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_by("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_by("open64", path, flags, mode);
}
