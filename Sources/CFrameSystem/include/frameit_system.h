#ifndef FRAMEIT_SYSTEM_H
#define FRAMEIT_SYSTEM_H

#include <stddef.h>

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

// Events of the files in folders: inotify(7) on Linux. Other systems report none.
enum frameit_event_kind {
  FRAMEIT_EVENT_SAVED,        // a writer closed the file, or a file was moved to the name
  FRAMEIT_EVENT_CREATED,      // the file was created; it may be written to
  FRAMEIT_EVENT_WRITTEN,      // bytes were written; the writer may write more
  FRAMEIT_EVENT_TOUCHED,      // its time or its permissions changed
  FRAMEIT_EVENT_GONE,         // it was deleted or moved away
  FRAMEIT_EVENT_FOLDER_GONE,  // the folder itself was deleted or moved; there is no name
  FRAMEIT_EVENT_LOST,         // events were lost; there is neither a folder nor a name
};

struct frameit_folder_event {
  int folder;  // the number of the folder
  enum frameit_event_kind kind;
  const char *name;  // the name of the file, in the buffer; "" if there is none
};

// Returns a descriptor that is readable when there are events, or -1 with errno: ENOSYS on a system without them, EMFILE
// over the system's limit.
int frameit_open_folder_events(void);

// Returns whether the file system of a folder reports all changes of its files. Network file systems report only those
// of this machine.
int frameit_has_folder_events(const char *folder);

// Adds a folder. Without `contents`, only names that come and go are reported. Returns the number of the folder, which is
// the same for every path of one folder, or -1 with errno: ENOSPC over the system's limit.
int frameit_add_event_folder(int events, const char *folder, int contents);

void frameit_remove_event_folder(int events, int folder);

// Reads the event at an offset of a buffer that was filled by read(2). Returns the offset of the next one.
size_t frameit_read_folder_event(const void *buffer, size_t offset, struct frameit_folder_event *event);

#endif
