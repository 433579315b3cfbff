// A picture format for frameit, as a shared library in any language: version 1.1 of the contract.
//
// A plugin is a library `NAME.so` with one exported symbol, `frameit_codec_entry`, and beside it a text
// file `NAME.codec`, the manifest, that says which files are its business: nothing is loaded to find that
// out. docs/plugins.md tells how to write both.
//
// Versions. The major number changes when a plugin that was right before would be wrong; only plugins of
// another major version are refused. The minor number counts what was added. Every struct begins with its
// size as whoever filled it knew it: fields are only ever added at the end, and who reads a struct takes
// those that lie beyond its size for zero. Functions that are not there (null, or beyond the size) are not
// called. Whatever does not fit into that goes through `extension`, by the name of its contract.
//
// Memory. Strings are UTF-8 and end with a zero. Who makes something releases it. What a plugin is given is
// valid until the call returns, unless a comment says otherwise.
//
// Threads. Functions of `frameit_codec_entry` and `frameit_codec` may be called from any thread, those of
// several threads at once, except that `start` and `stop` come one at a time. Calls on one decoder or encoder come one at a
// time, but not always from the same thread.
//
// A plugin opens no file, reads no clock and prints nothing: bytes come from `frameit_codec_input` and go
// to `frameit_codec_output`. By default it runs in a process of its own that may do nothing else.

#ifndef FRAMEIT_CODEC_H
#define FRAMEIT_CODEC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRAMEIT_CODEC_MAJOR 1
#define FRAMEIT_CODEC_MINOR 1

// MARK: Results

// What became of a call. A number that is not known counts as FRAMEIT_CODEC_DAMAGED.
enum {
  FRAMEIT_CODEC_OK = 0,
  FRAMEIT_CODEC_DAMAGED = 1,      // the data breaks its format's rules
  FRAMEIT_CODEC_TRUNCATED = 2,    // the data ends too early
  FRAMEIT_CODEC_UNSUPPORTED = 3,  // right, but not something that this codec does
  FRAMEIT_CODEC_LIMIT = 4,        // more than `frameit_codec_limits` allow
  FRAMEIT_CODEC_NO_MEMORY = 5,
  FRAMEIT_CODEC_IO = 6,           // the host's `read` or `write` failed
  FRAMEIT_CODEC_MISUSE = 7        // called out of order
};

// Never null. Filled by the plugin. `message` is what went wrong where a call failed: a sentence without the file's
// name. `damages` counts what was wrong and could be lived with so far, `damage` says what the first was.
typedef struct frameit_codec_report {
  uint32_t struct_size;
  uint32_t damages;
  char message[256];
  char damage[256];
} frameit_codec_report;

// MARK: What the host lends

// Valid as long as the library is loaded.
typedef struct frameit_codec_host frameit_codec_host;
struct frameit_codec_host {
  uint32_t struct_size;
  uint32_t major;
  uint32_t minor;
  void *context;

  // Any thread. Null where the run's memory would be passed. A plugin may use its own heap instead; what
  // is large belongs here, so that one limit holds for all.
  void *(*allocate)(const frameit_codec_host *host, size_t count);
  void (*release)(const frameit_codec_host *host, void *memory);

  // Any thread. For whoever develops a plugin; `plugins check --verbose` shows it.
  void (*log)(const frameit_codec_host *host, const char *message);

  // Any thread. A contract that is not part of this one, by its name; null where the host has none such.
  const void *(*extension)(const frameit_codec_host *host, const char *name);
};

// The bytes of a file. Valid as long as the decoder; on the thread of the call alone.
typedef struct frameit_codec_input {
  uint32_t struct_size;
  void *context;
  uint64_t length;

  // Reads up to `count` bytes from `offset` on. Returns how many, 0 at the end, -1 on failure.
  int64_t (*read)(void *context, uint64_t offset, void *into, size_t count);
} frameit_codec_input;

// Where a file is written to. Valid as long as the encoder; on the thread of the call alone.
typedef struct frameit_codec_output {
  uint32_t struct_size;
  void *context;

  // Appends. Returns 0, or -1 on failure.
  int32_t (*write)(void *context, const void *bytes, size_t count);
} frameit_codec_output;

// Checked by the plugin before it allocates. The host checks width, height and frames, too.
typedef struct frameit_codec_limits {
  uint32_t struct_size;
  uint32_t side;      // width or height
  uint64_t pixels;    // width times height
  uint64_t memory;    // bytes that one decode may hold
  uint64_t metadata;  // bytes of profile, EXIF, XMP and the like together
} frameit_codec_limits;

// MARK: Pictures

// Rows are width * channels * depth / 8 bytes without padding, from the top down. Channels are 1 grey,
// 2 grey and alpha, 3 red green blue, 4 with alpha, which is not multiplied in; depth is 8 or 16. Samples of
// 16 bits have the machine's byte order and use the whole range.

// What travels beside the pixels, by its kind: "icc" a profile of the pixels as decoded, "exif" from its
// byte order mark on, "xmp", "iptc" (IIM records), "comment" (UTF-8). A kind that is not known is left alone.
typedef struct frameit_codec_block {
  uint32_t struct_size;
  const char *kind;
  const void *bytes;
  uint64_t count;
} frameit_codec_block;

typedef struct frameit_codec_header {
  uint32_t struct_size;
  uint32_t width;  // of the whole picture; each frame is given at this size
  uint32_t height;
  uint32_t channels;
  uint32_t depth;
  uint32_t orientation;  // 1 to 8 as in EXIF, where the file says so outside its EXIF block; else 0
  uint32_t frames;       // 1 for a still picture
  uint32_t plays;        // how often an animation is shown; 0 is for ever
  uint32_t reductions;   // 1, 2 and 4 together: can be decoded at 1/2, 1/4, 1/8 of its size, rounded up
  double pixels_per_metre_x;  // 0 where unknown
  double pixels_per_metre_y;
  uint32_t block_count;
  const frameit_codec_block *const *blocks;  // valid until the decoder is closed
  char traits[64];  // other than usual: "lossless", "CMYK", in words separated by ", "
  uint32_t has_more_frames;  // since 1.1: 1 where the file moves or has pages, and the codec gives a part of it alone
  uint32_t inks;  // since 1.1: 1 where the 4 channels are cyan, magenta, yellow and black, 0 for no ink
  uint32_t pages;  // since 1.1: 1 if frames are pages, which do not build on earlier frames
} frameit_codec_header;

typedef struct frameit_codec_decoder frameit_codec_decoder;  // the plugin's own
typedef struct frameit_codec_encoder frameit_codec_encoder;

typedef struct frameit_codec_encoding {
  uint32_t struct_size;
  uint32_t width;
  uint32_t height;
  uint32_t channels;
  uint32_t depth;
  uint32_t quality;  // 1 to 100; 0 for the codec's own choice
  uint32_t frames;   // 1 for a still picture
  uint32_t plays;
  double pixels_per_metre_x;  // 0 where unknown
  double pixels_per_metre_y;
  uint32_t block_count;
  const frameit_codec_block *const *blocks;
} frameit_codec_encoding;

// One format. What it is called and holds is in the manifest.
typedef struct frameit_codec frameit_codec;
struct frameit_codec {
  uint32_t struct_size;
  const char *name;     // as in the manifest: "webp"
  const char *library;  // underneath, with the version that runs: "libwebp 1.2.4"

  // Decoding: `open`, `header`, then for each wanted frame `frame` and its rows, `finish`, `close`. The host
  // may close at any time. Any thread.
  //
  // Reads the header alone. Returns null on failure, with `code` and `report`.
  frameit_codec_decoder *(*open)(
      const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
      const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report);

  // Nothing as large as the picture is allocated for it.
  int32_t (*header)(frameit_codec_decoder *decoder, frameit_codec_header *header);

  // Begins a frame, from 0, each composed to what a viewer shows. Frames are asked for in rising order.
  // `reduction` is 1, 2, 4 or 8, of those that the header named. `milliseconds` is how long it is shown.
  int32_t (*frame)(
      frameit_codec_decoder *decoder, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
      frameit_codec_report *report);

  // The next `count` rows of the frame into `rows`, or past them where `rows` is null. Where the call
  // fails, rows that could not be decoded are filled with zeros.
  int32_t (*rows)(frameit_codec_decoder *decoder, void *rows, uint32_t count, frameit_codec_report *report);

  // Checks what follows the last row that was asked for. Another frame may be begun after it.
  int32_t (*finish)(frameit_codec_decoder *decoder, frameit_codec_report *report);

  void (*close)(frameit_codec_decoder *decoder);

  // Encoding: `open_encoder`, for each frame `encode_frame` and its rows, `finish_encoder`,
  // `close_encoder`. Null for a codec that only reads.
  frameit_codec_encoder *(*open_encoder)(
      const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
      const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report);

  int32_t (*encode_frame)(
      frameit_codec_encoder *encoder, uint32_t milliseconds, frameit_codec_report *report);

  int32_t (*encode_rows)(
      frameit_codec_encoder *encoder, const void *rows, uint32_t count, frameit_codec_report *report);

  int32_t (*finish_encoder)(frameit_codec_encoder *encoder, frameit_codec_report *report);

  void (*close_encoder)(frameit_codec_encoder *encoder);
};

// MARK: The one exported symbol

typedef struct frameit_codec_entry_point {
  uint32_t struct_size;
  uint32_t major;  // FRAMEIT_CODEC_MAJOR and MINOR as the plugin was compiled with
  uint32_t minor;

  // Before anything else. May be called again after `stop`. Returns FRAMEIT_CODEC_OK, or why the plugin
  // cannot work here. Null where there is nothing to do.
  int32_t (*start)(const frameit_codec_host *host, frameit_codec_report *report);
  void (*stop)(void);

  uint32_t codec_count;
  const frameit_codec *const *codecs;

  // Any thread, after `start`. As the host's.
  const void *(*extension)(const char *name);
} frameit_codec_entry_point;

#if defined(_WIN32)
#define FRAMEIT_CODEC_EXPORT __declspec(dllexport)
#else
#define FRAMEIT_CODEC_EXPORT __attribute__((visibility("default")))
#endif

extern FRAMEIT_CODEC_EXPORT const frameit_codec_entry_point frameit_codec_entry;

#ifdef __cplusplus
}
#endif

#endif
