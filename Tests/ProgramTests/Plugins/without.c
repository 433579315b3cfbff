// without Landlock|seccomp PROGRAM ARGUMENT...: runs a program as on a kernel that lacks a part of the sandbox.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 2;
  int lowest = strcmp(words[1], "Landlock") == 0 ? 444 : SYS_seccomp;
  int highest = strcmp(words[1], "Landlock") == 0 ? 446 : SYS_seccomp;
  struct sock_filter steps[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
      {BPF_JMP | BPF_JGE | BPF_K, 0, 2, (unsigned)lowest},
      {BPF_JMP | BPF_JGT | BPF_K, 1, 0, (unsigned)highest},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | ENOSYS},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
  struct sock_fprog program = {5, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 2;
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) return 2;
  execv(words[2], words + 2);
  return 2;
}
