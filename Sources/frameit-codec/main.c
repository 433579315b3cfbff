// frameit-codec PLUGIN MEMORY SECONDS strict|permissive: runs one plugin for frameit in a sandboxed process.
//
// frameit starts it, with a socket as descriptor 3 and a lifeline as descriptor 4; it cannot be used directly. It is
// pure C, because the runtime of another language would need system calls of its own.
#define _GNU_SOURCE
#include <codec_channel.h>
#include <codec_sandbox.h>
#include <codec_server.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void refuse(codec_reply *hello, int32_t code, const char *message) {
  hello->report.code = code;
  snprintf(hello->report.message, sizeof hello->report.message, "%s", message);
}

static const frameit_codec_entry_point *load(const char *path, codec_reply *hello) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    refuse(hello, FRAMEIT_CODEC_UNSUPPORTED, dlerror());
    return NULL;
  }
  const frameit_codec_entry_point *entry = dlsym(library, "frameit_codec_entry");
  if (!entry) {
    refuse(hello, FRAMEIT_CODEC_UNSUPPORTED, "the library has no symbol frameit_codec_entry");
    return NULL;
  }
  if (entry->struct_size < offsetof(frameit_codec_entry_point, extension)) {
    refuse(hello, FRAMEIT_CODEC_UNSUPPORTED, "frameit_codec_entry is too short");
    return NULL;
  }
  if (entry->major != FRAMEIT_CODEC_MAJOR) {
    char text[100];
    snprintf(
        text, sizeof text, "the plugin uses version %u.%u of the contract, but frameit uses %d.%d", entry->major, entry->minor,
        FRAMEIT_CODEC_MAJOR, FRAMEIT_CODEC_MINOR);
    refuse(hello, FRAMEIT_CODEC_UNSUPPORTED, text);
    return NULL;
  }
  return entry;
}

// Returns the folder of a path.
static char *folder(const char *path) {
  char *copy = strdup(path);
  char *slash = copy ? strrchr(copy, '/') : NULL;
  if (!slash) return strdup(".");
  slash[slash == copy ? 1 : 0] = 0;
  return copy;
}

// Sends the first message, before any code of the plugin runs, so the program can trust it.
static int announce(const char *folder, int is_strict) {
  codec_reply reply = {.report.struct_size = sizeof reply.report};
  codec_sandbox box;
  const char *failed = codec_sandbox_enter(folder, codec_lifeline_descriptor, &box);
  if (failed) {
    char text[100];
    snprintf(text, sizeof text, "%s cannot be set up in the worker process: %s", failed, strerror(errno));
    refuse(&reply, FRAMEIT_CODEC_IO, text);
  } else if (is_strict && !(box.landlock && box.seccomp)) {
    refuse(&reply, FRAMEIT_CODEC_UNSUPPORTED, "the kernel lacks a part of the sandbox");
  }
  codec_sandbox_text(box, reply.text, sizeof reply.text);
  int result = codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, box.gate);
  // With an end of the gate, the plugin could open it for itself.
  if (box.gate >= 0) close(box.gate);
  return result == 0 && reply.report.code == FRAMEIT_CODEC_OK;
}

int main(int count, char **arguments) {
  if (count != 5) {
    fputs("frameit-codec is run by frameit, for codecs that it loads\n", stderr);
    return 2;
  }
  codec_reply hello = {.report.struct_size = sizeof hello.report};
  char *within = folder(arguments[1]);
  codec_sandbox_limit(strtoull(arguments[2], NULL, 10), (uint32_t)strtoul(arguments[3], NULL, 10));
  if (codec_channel_end_with_program() != 0) return 1;
  if (!announce(within ? within : "/nowhere", strcmp(arguments[4], "permissive") != 0)) return 1;
  // Without a plugin, it only reports what restricts it.
  int loads = strcmp(arguments[1], "") != 0;
  const frameit_codec_entry_point *entry = loads ? load(arguments[1], &hello) : NULL;
  if (entry && entry->start) hello.report.code = entry->start(&codec_server_host, &hello.report);
  int is_ready = entry && hello.report.code == FRAMEIT_CODEC_OK;
  if (codec_channel_send(codec_channel_descriptor, &hello, sizeof hello, -1) == 0 && is_ready) {
    codec_server_run(codec_channel_descriptor, entry);
  }
  // Skips exit handlers, which may be the plugin's.
  _exit(0);
}
