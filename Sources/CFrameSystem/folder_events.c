#include <errno.h>
#include <frameit_system.h>

#ifdef __linux__
#include <limits.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/statfs.h>

// Numbers of <linux/magic.h>, which does not have all of them.
int frameit_has_folder_events(const char *folder) {
  struct statfs status;
  if (statfs(folder, &status) != 0) return 1;
  switch ((unsigned)status.f_type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB 2
    case 0x65735546:  // FUSE, such as sshfs
    case 0x01021997:  // 9P
    case 0x5346414F:  // AFS
    case 0x00C36400:  // Ceph
    case 0x0BD00BD0:  // Lustre
    case 0x786F4256:  // folders of a VirtualBox host
      return 0;
    default:
      return 1;
  }
}

int frameit_open_folder_events(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int frameit_add_event_folder(int events, const char *folder, int contents) {
  const unsigned names = IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF;
  const unsigned mask = names | (contents ? IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB : 0);
  return inotify_add_watch(events, folder, mask | IN_MASK_ADD | IN_ONLYDIR);
}

void frameit_remove_event_folder(int events, int folder) { inotify_rm_watch(events, folder); }

static enum frameit_event_kind kind(unsigned mask) {
  if (mask & IN_Q_OVERFLOW) return FRAMEIT_EVENT_LOST;
  if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) return FRAMEIT_EVENT_FOLDER_GONE;
  if (mask & (IN_MOVED_FROM | IN_DELETE)) return FRAMEIT_EVENT_GONE;
  if (mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) return FRAMEIT_EVENT_SAVED;
  if (mask & IN_CREATE) return FRAMEIT_EVENT_CREATED;
  return mask & IN_ATTRIB ? FRAMEIT_EVENT_TOUCHED : FRAMEIT_EVENT_WRITTEN;
}

size_t frameit_read_folder_event(const void *buffer, size_t offset, struct frameit_folder_event *event) {
  struct inotify_event read;
  const char *start = (const char *)buffer + offset;
  memcpy(&read, start, sizeof read);
  event->folder = read.wd;
  event->kind = kind(read.mask);
  event->name = read.len > 0 ? start + sizeof read : "";
  return offset + sizeof read + read.len;
}

#else

int frameit_has_folder_events(const char *folder) {
  (void)folder;
  return 0;
}

int frameit_open_folder_events(void) {
  errno = ENOSYS;
  return -1;
}

int frameit_add_event_folder(int events, const char *folder, int contents) {
  (void)events, (void)folder, (void)contents;
  errno = ENOSYS;
  return -1;
}

void frameit_remove_event_folder(int events, int folder) { (void)events, (void)folder; }

size_t frameit_read_folder_event(const void *buffer, size_t offset, struct frameit_folder_event *event) {
  (void)buffer, (void)event;
  return offset;
}

#endif
