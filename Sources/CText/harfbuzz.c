#include "frameit_harfbuzz.h"

#ifdef FRAMEIT_STATIC_HARFBUZZ

/* `make dist` links HarfBuzz statically; that program cannot load shared libraries. */
bool frameit_harfbuzz_open(frameit_harfbuzz *functions) {
#define MEMBER(name) .name = hb_##name,
  *functions = (frameit_harfbuzz){FRAMEIT_HARFBUZZ_FUNCTIONS(MEMBER)};
  return true;
}

#else

#include <dlfcn.h>

/* The library stays loaded. Loading it again costs almost nothing, and closing it would not unload all of its dependencies. */
bool frameit_harfbuzz_open(frameit_harfbuzz *functions) {
  void *library = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define FIND(name) \
  *(void **)&functions->name = dlsym(library, "hb_" #name); \
  if (!*(void **)&functions->name) return false;
  FRAMEIT_HARFBUZZ_FUNCTIONS(FIND)
  return true;
}

#endif
