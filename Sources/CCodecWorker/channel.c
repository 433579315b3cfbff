#define _GNU_SOURCE
#include <codec_channel.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int codec_channel_send(int socket, const void *message, size_t size, int descriptor) {
  struct iovec part = {.iov_base = (void *)message, .iov_len = size};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    header.msg_control = control.bytes;
    header.msg_controllen = sizeof control.bytes;
    struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &descriptor, sizeof(int));
  }
  for (;;) {
    // Each request is answered before the next one; letting them pile up violates the protocol.
    ssize_t sent = sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent == (ssize_t)size) return 0;
    if (sent >= 0) return -EIO;
    if (errno == ECONNRESET) return -EPIPE;
    if (errno != EINTR) return -errno;
  }
}

int codec_channel_is_open(int socket) {
  struct pollfd end = {.fd = socket, .events = POLLIN};
  // Between two images nothing is sent: readable data means the end, or an error.
  return poll(&end, 1, 0) == 0;
}

// Returns the descriptor of a message and closes any others.
static int taken_descriptor(struct msghdr *header) {
  int taken = -1;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(header); part; part = CMSG_NXTHDR(header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      if (taken < 0) taken = descriptor;
      else close(descriptor);
    }
  }
  return taken;
}

int codec_channel_receive(
    int socket, void *message, size_t size, int *descriptor, int milliseconds) {
  struct iovec part = {.iov_base = message, .iov_len = size};
  union {
    char bytes[CMSG_SPACE(4 * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr header = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct pollfd poll_for = {.fd = socket, .events = POLLIN};
  if (descriptor) *descriptor = -1;
  for (;;) {
    int ready = milliseconds < 0 ? 1 : poll(&poll_for, 1, milliseconds);
    if (ready == 0) return -ETIMEDOUT;
    ssize_t got = ready < 0 ? -1 : recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    if (got < 0) {
      if (errno == EINTR) continue;
      return errno == ECONNRESET ? -EPIPE : -errno;
    }
    int taken = taken_descriptor(&header);
    if (descriptor && got == (ssize_t)size) *descriptor = taken;
    else if (taken >= 0) close(taken);
    if (got == 0) return -EPIPE;
    return got == (ssize_t)size && !(header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) ? 0 : -EPROTO;
  }
}

int codec_channel_memory(size_t count) {
  int memory = memfd_create("frameit", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -errno;
  // If it could be made smaller, a reader would be ended by SIGBUS.
  if (ftruncate(memory, (off_t)count) != 0
      || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int number = errno;
    close(memory);
    return -number;
  }
  return memory;
}

int codec_channel_file(void) {
  int file = memfd_create("frameit", MFD_CLOEXEC);
  return file < 0 ? -errno : file;
}

int codec_channel_end_with_program(void) {
  // The kernel sends the signal that is set here when the pipe's last writer closes it.
  int pipe = codec_lifeline_descriptor;
  if (fcntl(pipe, F_SETOWN, getpid()) != 0 || fcntl(pipe, F_SETSIG, SIGKILL) != 0
      || fcntl(pipe, F_SETFL, O_ASYNC) != 0) {
    return -errno;
  }
  struct pollfd end = {.fd = pipe};
  // It may have been closed before the signal was set.
  return poll(&end, 1, 0) > 0 ? -EPIPE : 0;
}
