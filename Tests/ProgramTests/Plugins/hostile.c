// A codec for files that select its misbehavior: "HOSTILE " and a word. A well-behaved one returns eight gray rows.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <frameit_codec.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MAJOR
#define MAJOR FRAMEIT_CODEC_MAJOR
#endif

struct frameit_codec_decoder {
  char word[32];
  uint32_t width;
  int is_map;
};

static int32_t say(frameit_codec_report *report, int32_t code, const char *message) {
  snprintf(report->message, sizeof report->message, "%s", message);
  return code;
}

static frameit_codec_decoder *open_file(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report) {
  (void)codec, (void)host, (void)limits;
  frameit_codec_decoder *decoder = calloc(1, sizeof *decoder);
  char start[40] = {0};
  int64_t got = input->read(input->context, 0, start, 39);
  if (!decoder || got < 8) {
    free(decoder);
    *code = say(report, FRAMEIT_CODEC_TRUNCATED, "the file is too short");
    return NULL;
  }
  snprintf(decoder->word, sizeof decoder->word, "%s", start + 8);
  decoder->word[strcspn(decoder->word, "\n")] = 0;
  decoder->is_map = input->image == FRAMEIT_CODEC_GAIN_MAP;
  decoder->width = decoder->is_map ? 4 : 8;
  if (decoder->is_map && strcmp(decoder->word, "map-missing") == 0) {
    free(decoder);
    *code = say(report, FRAMEIT_CODEC_UNSUPPORTED, "there is no map");
    return NULL;
  }
  return decoder;
}

static int is(frameit_codec_decoder *decoder, const char *word) { return strcmp(decoder->word, word) == 0; }

// Says that there is a gain map in Apple's form, with a headroom of 4.
static void add_map(frameit_codec_decoder *decoder, frameit_codec_header *header) {
#define PACKET(headroom) \
  "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description " \
  "xmlns:h='http://ns.apple.com/HDRGainMap/1.0/' h:HDRGainMapHeadroom='" headroom "'/></rdf:RDF>"
  static const char packet[] = PACKET("4"), wrong[] = PACKET("nan");
  static frameit_codec_block form, xmp;
  static const frameit_codec_block *const blocks[] = {&form, &xmp};
  const char *name = is(decoder, "map-form") ? "urn:another" : "urn:com:apple:photo:2020:aux:hdrgainmap";
  const char *text = is(decoder, "map-number") ? wrong : packet;
  form = (frameit_codec_block){.struct_size = sizeof form, .kind = "gain map", .bytes = name, .count = strlen(name)};
  xmp = (frameit_codec_block){.struct_size = sizeof xmp, .kind = "gain map xmp", .bytes = text, .count = strlen(text)};
  header->block_count = 2;
  header->blocks = blocks;
}

static int32_t header(frameit_codec_decoder *decoder, frameit_codec_header *header) {
  header->width = header->height = decoder->width;
  header->channels = 1;
  header->depth = 8;
  header->frames = 1;
  if (strncmp(decoder->word, "map", 3) == 0 && !decoder->is_map) add_map(decoder, header);
  if (is(decoder, "map-deep") && decoder->is_map) header->depth = 16;
  if (is(decoder, "huge")) header->width = header->height = 0x7FFFFFFF;
  if (is(decoder, "crowd") || is(decoder, "pages")) header->frames = 1000000;
  if (is(decoder, "pages")) header->pages = 1;
  if (is(decoder, "channels")) header->channels = 77;
  if (is(decoder, "blocks")) header->block_count = 0xFFFFFFFF;
  if (is(decoder, "long-block")) {
    static const frameit_codec_block block = {
        .struct_size = sizeof block, .kind = "icc", .bytes = "x", .count = 1ull << 30};
    static const frameit_codec_block *const blocks[] = {&block};
    header->block_count = 1;
    header->blocks = blocks;
  }
  if (is(decoder, "null-block")) header->block_count = 1;
  if (is(decoder, "flat")) header->width = 0;
  if (is(decoder, "escape")) snprintf(header->traits, sizeof header->traits, "\033[2J\nfake: line");
  if (is(decoder, "fewer-frames")) {
    // A file that is opened a second time is another one.
    static int openings;
    header->frames = openings++ % 2 ? 1 : 5;
  }
  if (is(decoder, "moves")) header->has_more_frames = 1;
  if (is(decoder, "traits")) memset(header->traits, 'x', sizeof header->traits);
  return FRAMEIT_CODEC_OK;
}

static int32_t frame(
    frameit_codec_decoder *decoder, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report) {
  (void)decoder, (void)index, (void)reduction, (void)milliseconds, (void)report;
  return FRAMEIT_CODEC_OK;
}

static void misbehave(frameit_codec_decoder *decoder, uint8_t *rows) {
  if (is(decoder, "segfault")) *(volatile int *)8 = 1;
  if (is(decoder, "abort")) abort();
  if (is(decoder, "exit")) exit(0);
  if (is(decoder, "spin")) for (;;) {}
  if (is(decoder, "sleep")) for (;;) sleep(1000);
  if (is(decoder, "fork")) fork();
  if (is(decoder, "exec")) execl("/bin/true", "true", NULL);
  if (is(decoder, "connect")) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(80)};
    connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to);
  }
  if (is(decoder, "kill")) kill(getppid(), SIGKILL);
  if (is(decoder, "kill-thread")) syscall(SYS_tgkill, 1, 1, 0);
  if (is(decoder, "memory")) {
    for (;;) {
      char *more = malloc(1 << 20);
      if (!more) abort();
      *more = 1;
    }
  }
  if (is(decoder, "overrun")) memset(rows, 7, 1 << 28);
  if (is(decoder, "unlock")) {
    // The worker's protection against outliving the program: the kernel must refuse each of these calls.
    if (fcntl(4, F_SETFL, 0) == 0 || fcntl(4, F_SETOWN, 0) == 0 || close(4) == 0 || dup2(0, 4) >= 0) abort();
    for (;;) sleep(1000);
  }
  if (is(decoder, "answer")) {
    char nonsense[100] = {0};
    if (write(3, nonsense, sizeof nonsense) < 0) abort();
  }
}

// A thread that starts while the library is loaded, and reads a file on request.
static volatile int is_asked, is_open;

static void *read_later(void *filters) {
  if (filters) {
    // With a filter of its own, no filter can be set for all threads at once.
    struct sock_filter all[] = {{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    struct sock_fprog program = {1, all};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  }
  while (!is_asked) usleep(100);
  is_open = open("/usr/lib", O_RDONLY) >= 0;
  is_asked = 0;
  return NULL;
}

static int32_t ask_thread(frameit_codec_report *report) {
  is_asked = 1;
  while (is_asked) usleep(100);
  return say(report, FRAMEIT_CODEC_DAMAGED, is_open ? "open" : "shut");
}

static void *wait_for_ever(void *nothing) {
  for (;;) sleep(1000);
  return nothing;
}

// Starts as many threads as possible, up to 400.
static int32_t start_threads(frameit_codec_report *report) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  int count = 0;
  for (pthread_t thread; count < 400 && pthread_create(&thread, &small, wait_for_ever, NULL) == 0;) count++;
  char text[40];
  snprintf(text, sizeof text, "%s threads", count == 0 ? "no" : count < 400 ? "some" : "all");
  return say(report, FRAMEIT_CODEC_DAMAGED, text);
}

static int32_t give_rows(frameit_codec_decoder *decoder, void *rows, uint32_t count, frameit_codec_report *report) {
  misbehave(decoder, rows);
  if (is(decoder, "open")) {
    int secret = open("/etc/passwd", O_RDONLY);
    if (secret < 0) return say(report, FRAMEIT_CODEC_DAMAGED, strerror(errno));
  }
  if (is(decoder, "write-file")) {
    int file = open("written-by-a-plugin", O_WRONLY | O_CREAT, 0600);
    if (file < 0) return say(report, FRAMEIT_CODEC_DAMAGED, strerror(errno));
  }
  // The worker may read this file while it loads plugins.
  if (is(decoder, "read")) return say(report, FRAMEIT_CODEC_DAMAGED, open("/usr/lib", O_RDONLY) < 0 ? "shut" : "open");
  if (is(decoder, "run")) {
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return say(report, FRAMEIT_CODEC_DAMAGED, code == MAP_FAILED ? "shut" : "open");
  }
  // An empty path names no file, in case the call is allowed.
  if (is(decoder, "chmod")) return say(report, FRAMEIT_CODEC_DAMAGED, chmod("", 0) != 0 && errno == EPERM ? "shut" : "open");
  if (is(decoder, "hide")) return say(report, FRAMEIT_CODEC_DAMAGED, syscall(SYS_memfd_create, "hidden", 0) < 0 ? "shut" : "open");
  if (is(decoder, "thread-read")) return ask_thread(report);
  if (is(decoder, "threads")) return start_threads(report);
  if (is(decoder, "misuse")) return say(report, FRAMEIT_CODEC_MISUSE, "");
  if (is(decoder, "escape")) return say(report, FRAMEIT_CODEC_DAMAGED, "\033[2J\nframeit: all is well");
  if (is(decoder, "no-memory")) return say(report, FRAMEIT_CODEC_NO_MEMORY, "two of everything");
  if (is(decoder, "limit")) return say(report, FRAMEIT_CODEC_LIMIT, "wider than it is high");
  if (is(decoder, "message")) memset(report->message, 'x', sizeof report->message);
  if (is(decoder, "message")) return 9999;
  if (rows) memset(rows, decoder->is_map ? 200 : 99, (size_t)decoder->width * count);
  return FRAMEIT_CODEC_OK;
}

static int32_t finish(frameit_codec_decoder *decoder, frameit_codec_report *report) {
  (void)report;
  if (is(decoder, "finish")) abort();
  return FRAMEIT_CODEC_OK;
}

static void close_file(frameit_codec_decoder *decoder) {
  if (is(decoder, "close")) abort();
  if (is(decoder, "sleep-in-close")) for (;;) sleep(1000);
  free(decoder);
}

static const frameit_codec hostile = {
    .struct_size = sizeof hostile, .name = "hostile", .library = "nothing 1.0", .open = open_file, .header = header,
    .frame = frame, .rows = give_rows, .finish = finish, .close = close_file};
static const frameit_codec *const codecs[] = {&hostile};

static int32_t start(const frameit_codec_host *host, frameit_codec_report *report) {
  (void)host;
#ifdef START_FAILS
  return say(report, FRAMEIT_CODEC_UNSUPPORTED, "not on a Monday");
#endif
#ifdef START_CRASHES
  abort();
#endif
  (void)report;
  return FRAMEIT_CODEC_OK;
}

#ifdef LOADING_READS_SECRETS
// Runs while the library is loaded, before any request.
__attribute__((constructor)) static void loaded(void) {
  if (open("/etc/passwd", O_RDONLY) >= 0) return;
  abort();
}
#endif

#ifdef LOADING_FAKES_SANDBOX
// From now on, calls that would restrict the process further pretend to succeed.
__attribute__((constructor)) static void faked(void) {
  struct sock_filter fake[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, SYS_seccomp}, {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO}};
  struct sock_fprog program = {4, fake};
  FAKE(&program);
}
#endif

#if defined(LOADING_STARTS_THREAD) || defined(LOADING_STARTS_FILTERED_THREAD)
__attribute__((constructor)) static void started(void) {
  pthread_t thread;
#ifdef LOADING_STARTS_FILTERED_THREAD
  pthread_create(&thread, NULL, read_later, &thread);
#else
  pthread_create(&thread, NULL, read_later, NULL);
#endif
}
#endif

#ifdef LOADING_HANGS
__attribute__((constructor)) static void hung(void) {
  for (;;) sleep(1000);
}
#endif

#ifdef LOADING_ANSWERS
#include <codec_channel.h>
// Reports that the plugin is loaded, and never returns: it answers in place of the worker.
__attribute__((constructor)) static void answering(void) {
  codec_reply reply = {.text = "landlock 7 seccomp 1"};
  codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  codec_request request;
  int descriptor;
  while (codec_channel_receive(codec_channel_descriptor, &request, sizeof request, &descriptor, -1) == 0) {
    reply = (codec_reply){.report.code = FRAMEIT_CODEC_DAMAGED, .text = "hostile"};
    if (request.operation == codec_describe) reply.report.code = FRAMEIT_CODEC_OK;
    else say(&reply.report, 0, open("/usr/lib", O_RDONLY) < 0 ? "shut" : "open");
    codec_channel_send(codec_channel_descriptor, &reply, sizeof reply, -1);
  }
  _exit(0);
}
#endif

#ifdef LOADING_CHANGES
// The same, with a file of the user.
__attribute__((constructor)) static void changed(void) {
  int done = chmod(LOADING_CHANGES, 0) == 0 || truncate(LOADING_CHANGES, 0) == 0 || unlink(LOADING_CHANGES) == 0
      || open(LOADING_CHANGES, O_WRONLY) >= 0 || syscall(SYS_memfd_create, "hidden", 0) >= 0;
  if (done) abort();
}
#endif

#ifndef NO_SYMBOL
const frameit_codec_entry_point frameit_codec_entry = {
    .struct_size = sizeof frameit_codec_entry, .major = MAJOR, .minor = 7, .start = start, .codec_count = 1,
    .codecs = codecs};
#endif
