// Filters of system calls, as programs of the classic Berkeley packet filter; see seccomp(2). They are
// short enough to be assembled here.
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

// A verdict on one call.
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
  // The numbers of the x32 ABI would pass by the rules.
  add(p, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
  give(p, KILL);
#endif
}

// A verdict on one call, where of the low half of an argument any of these bits is set.
static void rule_where(program *p, int call, int argument, unsigned bits, unsigned verdict, unsigned otherwise) {
  // Five steps are passed where it is another call.
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (unsigned)call);
  load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);  // little-endian: the low half is first
  add(p, BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
  give(p, verdict);
  give(p, otherwise);
}

static int install(program *p) {
  struct sock_fprog filter = {.len = p->count, .filter = p->steps};
  // With TSYNC: threads that a library has started are held to it, too.
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

static void no_programs(program *p) {
  // clone3's flags lie in memory that a filter cannot read; the C library then takes clone.
  rule(p, SYS_clone3, FAIL(ENOSYS));
  rule_where(p, SYS_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, KILL);
}

static const int always[] = {
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_close, SYS_fstat,
  SYS_sendmsg, SYS_recvmsg, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_futex, SYS_sched_yield,
  SYS_sched_getaffinity, SYS_set_robust_list, SYS_rseq, SYS_rt_sigreturn, SYS_rt_sigprocmask,
  SYS_rt_sigaction, SYS_sigaltstack, SYS_gettid, SYS_getpid, SYS_clock_gettime, SYS_clock_nanosleep,
  SYS_nanosleep, SYS_gettimeofday, SYS_getrandom, SYS_getcpu, SYS_sysinfo, SYS_uname, SYS_exit, SYS_exit_group,
  SYS_restart_syscall, SYS_membarrier,
#ifdef SYS_time
  SYS_time,
#endif
};

// What Landlock bounds, for the loader.
static const int opening[] = {
  SYS_openat, SYS_newfstatat, SYS_faccessat, SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_statx,
#ifdef SYS_open
  SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
};

// Tried by libraries that can do without.
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

// A verdict on one call, where an argument is just this number.
static void rule_if(program *p, int call, int argument, unsigned value, unsigned verdict, unsigned otherwise) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (unsigned)call);
  load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  give(p, verdict);
  give(p, otherwise);
}

static void common_rules(program *p) {
  rules(p, always, COUNT(always), SECCOMP_RET_ALLOW);
  // abort(), on this process alone.
  rule_if(p, SYS_tgkill, 0, (unsigned)getpid(), SECCOMP_RET_ALLOW, KILL);
  // The name of a thread.
  rule_if(p, SYS_prctl, 0, PR_SET_NAME, SECCOMP_RET_ALLOW, FAIL(EPERM));
  // Descriptors' flags; F_SETFL and F_SETOWN could send signals.
  rule_if(p, SYS_fcntl, 1, F_GETFL, SECCOMP_RET_ALLOW, FAIL(EPERM));
  rules(p, failing, COUNT(failing), FAIL(EACCES));
  rules(p, fatal, COUNT(fatal), KILL);
  no_programs(p);
}

int seccomp_for_loading(void) {
  program p = {.count = 0};
  begin(&p);
  common_rules(&p);
  rules(&p, opening, COUNT(opening), SECCOMP_RET_ALLOW);
  rule(&p, SYS_mmap, SECCOMP_RET_ALLOW);
  rule(&p, SYS_mprotect, SECCOMP_RET_ALLOW);
  // What is still to come: Landlock and the next filter.
  rule(&p, 444, SECCOMP_RET_ALLOW);
  rule(&p, 446, SECCOMP_RET_ALLOW);
  rule(&p, SYS_seccomp, SECCOMP_RET_ALLOW);
  give(&p, FAIL(EPERM));
  return install(&p);
}

int seccomp_for_work(void) {
  program p = {.count = 0};
  begin(&p);
  common_rules(&p);
  rules(&p, opening, COUNT(opening), FAIL(EACCES));
  rule_where(&p, SYS_mmap, 2, PROT_EXEC, KILL, SECCOMP_RET_ALLOW);
  rule_where(&p, SYS_mprotect, 2, PROT_EXEC, KILL, SECCOMP_RET_ALLOW);
  give(&p, KILL);
  return install(&p);
}

#else

int seccomp_for_loading(void) { return 0; }
int seccomp_for_work(void) { return 0; }

#endif
