// The filter of system calls, a program for the classic Berkeley packet filter; see seccomp(2). It is short enough to
// be assembled here.
//
// A process gets one filter, before any code of a plugin runs. Calls that a loader needs and a codec does not are
// decided by a listener (SECCOMP_RET_USER_NOTIF) in the program that started the process. So the end of loading needs
// no call in the process, which a plugin could have manipulated: the program closes the listener, and the kernel then
// fails these calls with ENOSYS.
#define _GNU_SOURCE
#include "seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "landlock.h"

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef MACHINE

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define KILL SECCOMP_RET_KILL_PROCESS
#define FAIL(number) (SECCOMP_RET_ERRNO | (number))

typedef struct program {
  struct sock_filter steps[400];
  unsigned short count;
} program;

static void add(program *p, unsigned short code, unsigned char yes, unsigned char no, unsigned value) {
  p->steps[p->count++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = value};
}

static void load(program *p, size_t offset) { add(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset); }

static void give(program *p, unsigned verdict) { add(p, BPF_RET | BPF_K, 0, 0, verdict); }

// Adds a verdict on one call.
static void rule(program *p, int call, unsigned verdict) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call);
  give(p, verdict);
}

static void begin(program *p) {
  load(p, offsetof(struct seccomp_data, arch));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MACHINE);
  give(p, KILL);
  load(p, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The numbers of the x32 ABI would bypass the rules.
  add(p, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
  give(p, KILL);
#endif
}

// Adds a verdict on one call if any of these bits of the low half of an argument is set.
static void rule_where(program *p, int call, int argument, unsigned bits, unsigned verdict, unsigned otherwise) {
  // Skips five instructions for another call.
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (unsigned)call);
  load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);  // little-endian: the low half is first
  add(p, BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
  give(p, verdict);
  give(p, otherwise);
}

static const int always[] = {
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_fstat,
  SYS_sendmsg, SYS_recvmsg, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_sched_yield,
  SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq, SYS_rt_sigreturn, SYS_rt_sigprocmask,
  SYS_rt_sigaction, SYS_sigaltstack, SYS_gettid, SYS_getpid, SYS_clock_gettime, SYS_clock_nanosleep,
  SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_getcpu, SYS_sysinfo, SYS_uname, SYS_exit, SYS_exit_group,
  SYS_restart_syscall, SYS_membarrier,
#ifdef SYS_time
  SYS_time,
#endif
};

// The loader needs these; Landlock limits what they reach.
static const int opening[] = {
  SYS_openat, SYS_newfstatat, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_statx,
#ifdef SYS_open
  SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
};

// Libraries try these and can do without.
static const int failing[] = {
  SYS_unlinkat, SYS_mkdirat, SYS_renameat, SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler,
  SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getppid, SYS_ioctl, SYS_dup,
#ifdef SYS_unlink
  SYS_unlink, SYS_mkdir, SYS_rename,
#endif
};

static const int fatal[] = {
  SYS_execve, SYS_execveat, SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_ptrace, SYS_kill,
  SYS_tkill, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_open, SYS_rt_sigqueueinfo,
#ifdef SYS_fork
  SYS_fork, SYS_vfork,
#endif
};

static void rules(program *p, const int *calls, size_t count, unsigned verdict) {
  for (size_t i = 0; i < count; i++) rule(p, calls[i], verdict);
}

// Adds a verdict on one call if an argument has this value.
static void rule_if(program *p, int call, int argument, unsigned value, unsigned verdict, unsigned otherwise) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (unsigned)call);
  load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  give(p, verdict);
  give(p, otherwise);
}

// Only these can change a sandbox. They go to the listener, so that an attempt is noticed.
static const int restricting[] = {
  SYS_seccomp, landlock_create_ruleset_call, landlock_add_rule_call, landlock_restrict_self_call,
};

// Adds a verdict on prctl by its option.
static void prctl_rule(program *p, unsigned gate) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, SYS_prctl);
  load(p, offsetof(struct seccomp_data, args));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PR_SET_NAME);  // the name of a thread
  give(p, SECCOMP_RET_ALLOW);
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PR_SET_SECCOMP);
  give(p, gate);
  give(p, FAIL(EPERM));
}

int seccomp_is_there(void) {
  unsigned action = SECCOMP_RET_USER_NOTIF;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int seccomp_restrict(int has_gate, int kept) {
  unsigned code = has_gate ? SECCOMP_RET_USER_NOTIF : KILL;
  unsigned gate = has_gate ? SECCOMP_RET_USER_NOTIF : FAIL(EACCES);
  program p = {.count = 0};
  begin(&p);
  rules(&p, always, COUNT(always), SECCOMP_RET_ALLOW);
  rule_if(&p, SYS_close, 0, (unsigned)kept, FAIL(EPERM), SECCOMP_RET_ALLOW);
  // abort(), only on this process.
  rule_if(&p, SYS_tgkill, 0, (unsigned)getpid(), SECCOMP_RET_ALLOW, KILL);
  // Descriptor flags; F_SETFL and F_SETOWN could send signals.
  rule_if(&p, SYS_fcntl, 1, F_GETFL, SECCOMP_RET_ALLOW, FAIL(EPERM));
  prctl_rule(&p, gate);
  rules(&p, failing, COUNT(failing), FAIL(EACCES));
  rules(&p, fatal, COUNT(fatal), KILL);
  // clone3's flags are in memory that a filter cannot read; the C library then uses clone.
  rule(&p, SYS_clone3, FAIL(ENOSYS));
  rule_where(&p, SYS_clone, 0, CLONE_THREAD, has_gate ? SECCOMP_RET_USER_NOTIF : FAIL(EPERM), KILL);
  rules(&p, opening, COUNT(opening), gate);
  rules(&p, restricting, COUNT(restricting), gate);
  rule_where(&p, SYS_mmap, 2, PROT_EXEC, code, SECCOMP_RET_ALLOW);
  rule_where(&p, SYS_mprotect, 2, PROT_EXEC, code, SECCOMP_RET_ALLOW);
  give(&p, has_gate ? FAIL(EPERM) : KILL);
  struct sock_fprog filter = {.len = p.count, .filter = p.steps};
  // A process that loads a plugin has one thread so far, and the kernel gives no listener for all threads.
  unsigned flags = has_gate ? SECCOMP_FILTER_FLAG_NEW_LISTENER : SECCOMP_FILTER_FLAG_TSYNC;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
  // With TSYNC, a positive number is the thread that could not be restricted.
  if (has_gate || result == 0) return (int)result;
  if (result > 0) errno = ESRCH;
  return -1;
}

#else

int seccomp_is_there(void) { return 0; }

int seccomp_restrict(int has_gate, int kept) {
  (void)has_gate, (void)kept;
  errno = ENOSYS;
  return -1;
}

#endif
