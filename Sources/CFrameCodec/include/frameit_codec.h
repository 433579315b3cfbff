// An image format or an effect for frameit, as a shared library in any language: version 1.6 of the contract.
//
// A plugin is a library `NAME.so` with one exported symbol, `frameit_codec_entry`, and a text file beside it,
// the manifest: `NAME.codec` lists a format and its signatures, so frameit loads a library only for files that it
// can read; `NAME.effect` lists an effect and its parameters. docs/plugins.md explains how to write both.
//
// Versions. The major version changes when correct plugins would no longer work. Plugins of another major
// version are refused. The minor version counts additions. Every struct begins with its size, as the side that
// fills the struct knows it. New fields are added at the end only, and the reader of a struct takes fields
// beyond its size as zero. Functions that are null, or beyond the size, are not called. Other additions are
// extensions, which `extension` returns by name.
//
// Memory. Strings are UTF-8 and end with a zero byte. The side that allocates memory releases it. Arguments are
// valid until the call returns, unless a comment says otherwise.
//
// Threads. Functions of `frameit_codec_entry` and `frameit_codec` can be called from any thread, and from
// several threads at once, except `start` and `stop`, which are called one at a time. Calls for one decoder or
// encoder come one at a time, but not always from the same thread.
//
// A plugin opens no files, reads no clock and prints nothing. Bytes come from `frameit_codec_input` and go to
// `frameit_codec_output`. By default a plugin runs in a sandboxed process that can do nothing else.

#ifndef FRAMEIT_CODEC_H
#define FRAMEIT_CODEC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FRAMEIT_CODEC_MAJOR 1
#define FRAMEIT_CODEC_MINOR 7

// MARK: Results

// The result of a call. An unknown number counts as FRAMEIT_CODEC_DAMAGED.
enum {
  FRAMEIT_CODEC_OK = 0,
  FRAMEIT_CODEC_DAMAGED = 1,      // the data violates its format
  FRAMEIT_CODEC_TRUNCATED = 2,    // the data ends too early
  FRAMEIT_CODEC_UNSUPPORTED = 3,  // valid, but not supported by this codec
  FRAMEIT_CODEC_LIMIT = 4,        // more than `frameit_codec_limits` allows
  FRAMEIT_CODEC_NO_MEMORY = 5,
  FRAMEIT_CODEC_IO = 6,           // the host's `read` or `write` failed
  FRAMEIT_CODEC_MISUSE = 7        // the calls were in the wrong order
};

// Filled by the plugin; never null. `message` describes the error of a failed call, without the name of the file.
// `damages` counts the damage so far that decoding could continue after, and `damage` describes the first, preferring
// damage that affects samples.
typedef struct frameit_codec_report {
  uint32_t struct_size;
  uint32_t damages;
  char message[256];
  char damage[256];
  // Since 1.2.
  int32_t code;           // the result of the call; the host sets it to what the function returned
  int32_t error_number;   // of FRAMEIT_CODEC_IO, as in errno.h; the host sets it if its own function failed
  uint32_t harmless;      // the number of `damages` that affect no sample
  int32_t loss;           // FRAMEIT_CODEC_DAMAGED or _TRUNCATED if rows are missing and were filled in: `message`
                          // then describes that damage, although the call succeeds
  uint32_t is_final;      // 1 if nothing after the damage of a failed call can be read, not even in part
  char limit[32];         // of FRAMEIT_CODEC_LIMIT, what is too large: "pixels", "memory", "side", "metadata", "work",
                          // or a plural: "scans"
  uint64_t needed;        // in units of the limit
  uint64_t allowed;
} frameit_codec_report;

// MARK: The host

// Valid as long as the library is loaded.
typedef struct frameit_codec_host frameit_codec_host;
struct frameit_codec_host {
  uint32_t struct_size;
  uint32_t major;
  uint32_t minor;
  void *context;

  // Any thread. Returns null if the memory limit would be exceeded. A plugin may use its own heap for small
  // objects. Allocate large ones here, so that they count against the limit.
  void *(*allocate)(const frameit_codec_host *host, size_t count);
  void (*release)(const frameit_codec_host *host, void *memory);

  // Any thread. For developers of plugins: `plugins check --verbose` prints the message.
  void (*log)(const frameit_codec_host *host, const char *message);

  // Any thread. Returns an extension of this contract by its name; null if the host does not have it.
  const void *(*extension)(const frameit_codec_host *host, const char *name);
};

// The images of a file that a decoder can be opened for.
enum {
  FRAMEIT_CODEC_PRIMARY_IMAGE = 0,
  FRAMEIT_CODEC_GAIN_MAP = 1  // the one that the block "gain map" in the header of the primary image names
};

// The bytes of a file. Valid as long as the decoder exists. Call it only from the thread that the host called.
typedef struct frameit_codec_input {
  uint32_t struct_size;
  void *context;
  uint64_t length;

  // Reads up to `count` bytes from `offset` on. Returns their number, 0 at the end, or -1 on failure.
  int64_t (*read)(void *context, uint64_t offset, void *into, size_t count);

  uint32_t image;  // since 1.6: the image to decode, FRAMEIT_CODEC_PRIMARY_IMAGE or FRAMEIT_CODEC_GAIN_MAP
} frameit_codec_input;

// The output file. Valid as long as the encoder exists. Call it only from the thread that the host called.
typedef struct frameit_codec_output {
  uint32_t struct_size;
  void *context;

  // Appends. Returns 0, or -1 on failure.
  int32_t (*write)(void *context, const void *bytes, size_t count);
} frameit_codec_output;

// The plugin checks these before it allocates memory. The host also checks width, height and frames.
typedef struct frameit_codec_limits {
  uint32_t struct_size;
  uint32_t side;      // width or height
  uint64_t pixels;    // width times height
  uint64_t memory;    // bytes for decoding one image
  uint64_t metadata;  // bytes of profile, EXIF, XMP and the like together
} frameit_codec_limits;

// MARK: Images

// A row has width * channels * depth / 8 bytes, without padding. The first row is the top one. The channels are
// gray (1), gray and alpha (2), RGB (3), or RGB and alpha (4). Alpha is straight, not premultiplied. The depth is
// 8 or 16 bits. Samples of 16 bits have the machine's byte order and use the whole range.

// A block of metadata, by its kind: "icc" (a profile of the decoded pixels), "exif" (from its byte order mark
// on), "xmp", "iptc" (IIM records) or "comment" (UTF-8). Ignore unknown kinds.
//
// Since 1.2: "gAMA", "cHRM", "sRGB" and "cICP" are colors as in PNG's chunks of these names. Before 1.7, the blocks
// "dropped" and "damage" of a decoder's header were notices, which are `frameit_codec_notice` now; the host still reads
// them.
//
// Since 1.6: in the header of a primary image, "gain map" says that the file also has a gain map, which brightens the
// image on HDR screens and which the host may open, and names its form. The host knows Apple's form,
// "urn:com:apple:photo:2020:aux:hdrgainmap": 8 bits per channel, upright like the image. The map's headroom is in its
// XMP, which "gain map xmp" is, or in the EXIF of the image.
typedef struct frameit_codec_block {
  uint32_t struct_size;
  const char *kind;
  const void *bytes;
  uint64_t count;
  const char *keyword;  // since 1.2: the subject of a comment: "Title"; null if it has none
} frameit_codec_block;

// Since 1.7: something about an image that its user should know. The host ignores unknown codes.
enum {
  FRAMEIT_CODEC_NOTICE_DAMAGE = 1,              // harmless damage of the header, which `detail` describes
  FRAMEIT_CODEC_NOTICE_PROFILE_DROPPED = 2,     // the profile is for other pixels than the decoded ones
  FRAMEIT_CODEC_NOTICE_PROFILE_UNREADABLE = 3,  // the profile is damaged
  FRAMEIT_CODEC_NOTICE_METADATA_DROPPED = 4,    // `detail` is the kind of its block: "exif"
  FRAMEIT_CODEC_NOTICE_GAIN_MAP_UNREADABLE = 5,
  // Pictures of the file that the codec does not read.
  FRAMEIT_CODEC_NOTICE_GAIN_MAP_DROPPED = 6,
  FRAMEIT_CODEC_NOTICE_DEPTH_MAP_DROPPED = 7,
  FRAMEIT_CODEC_NOTICE_AUXILIARY_IMAGE_DROPPED = 8,
  FRAMEIT_CODEC_NOTICE_STILL_IMAGE_DROPPED = 9  // it is not a frame of the animation
};

typedef struct frameit_codec_notice {
  uint32_t struct_size;
  uint32_t code;
  uint32_t count;    // of damage: the number of damaged places; else 0
  char detail[256];  // in UTF-8; empty if the code says all
} frameit_codec_notice;

typedef struct frameit_codec_header {
  uint32_t struct_size;
  uint32_t width;  // of the whole image; each frame is decoded at this size
  uint32_t height;
  uint32_t channels;
  uint32_t depth;
  uint32_t orientation;  // 1 to 8 as in EXIF, if the file stores it outside of its EXIF block; else 0
  uint32_t frames;       // 1 for a still image
  uint32_t plays;        // how often an animation plays; 0 means forever
  uint32_t reductions;   // the sum of 1, 2 and 4 for decoding at 1/2, 1/4 and 1/8 of the size, rounded up
  double pixels_per_metre_x;  // 0 if unknown
  double pixels_per_metre_y;
  uint32_t block_count;
  const frameit_codec_block *const *blocks;  // valid until the decoder is closed
  char traits[64];  // unusual properties, separated by ", ": "lossless", "CMYK"
  uint32_t has_more_frames;  // since 1.1: 1 if the file has more frames or pages than the codec decodes
  uint32_t inks;  // since 1.1: 1 if the 4 channels are cyan, magenta, yellow and black, where 0 means no ink
  uint32_t pages;  // since 1.1: 1 if frames are pages, which do not build on earlier frames
  // Since 1.2, for the extension "frameit.lossless": the units of pixels whose coefficients can be moved.
  uint32_t unit_width;   // 0 if they cannot be moved
  uint32_t unit_height;
  uint64_t unit_bytes;   // of all coefficients in memory
  uint32_t notice_count;  // since 1.7
  const frameit_codec_notice *const *notices;  // since 1.7: valid until the decoder is closed
  uint64_t decoder_bytes;  // since 1.7: of the memory that decoding holds besides the rows that it returns
} frameit_codec_header;

typedef struct frameit_codec_decoder frameit_codec_decoder;  // defined by the plugin
typedef struct frameit_codec_encoder frameit_codec_encoder;

typedef struct frameit_codec_encoding {
  uint32_t struct_size;
  uint32_t width;
  uint32_t height;
  uint32_t channels;
  uint32_t depth;
  uint32_t quality;  // 1 to 100; 0 for the codec's default
  uint32_t frames;   // 1 for a still image
  uint32_t plays;
  double pixels_per_metre_x;  // 0 if unknown
  double pixels_per_metre_y;
  uint32_t block_count;
  const frameit_codec_block *const *blocks;
  uint64_t memory;  // since 1.2: the bytes that encoding may hold; 0 if unknown
  // Since 1.3. The host uses them only for its own codecs so far.
  uint32_t chroma;       // the resolution of chroma: 444, 422 or 420; 0 for the codec's choice
  uint32_t progressive;  // 1 for a progressive image
  uint32_t holds_image;  // 1 if the encoder may hold the whole image to make the file smaller
  uint32_t keeps_rgb;    // since 1.6: 1 to store red, green and blue as they are, and not as luminance and chroma
} frameit_codec_encoding;

// One format. The manifest has its names and capabilities.
typedef struct frameit_codec frameit_codec;
struct frameit_codec {
  uint32_t struct_size;
  const char *name;     // as in the manifest: "webp"
  const char *library;  // that the codec uses, with the version at run time: "libwebp 1.2.4"

  // Decoding: `open`, `header`, then `frame`, `rows` and `finish` for each frame that the host needs, and
  // `close`. The host may call `close` at any time. Any thread.
  //
  // Reads only the header. Returns null on failure, with `code` and `report`.
  frameit_codec_decoder *(*open)(
      const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
      const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report);

  // Allocates nothing as large as the image.
  int32_t (*header)(frameit_codec_decoder *decoder, frameit_codec_header *header);

  // Begins a frame, counted from 0, composited as a viewer shows it. Indices only increase. `reduction` is 1, 2,
  // 4 or 8, if the header lists it. `milliseconds` receives the frame's delay.
  int32_t (*frame)(
      frameit_codec_decoder *decoder, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
      frameit_codec_report *report);

  // Decodes the next `count` rows of the frame into `rows`, or skips them if `rows` is null. If the call fails,
  // rows that could not be decoded are filled with zeros.
  int32_t (*rows)(frameit_codec_decoder *decoder, void *rows, uint32_t count, frameit_codec_report *report);

  // Checks the data after the last row that was decoded. Another frame may follow.
  int32_t (*finish)(frameit_codec_decoder *decoder, frameit_codec_report *report);

  void (*close)(frameit_codec_decoder *decoder);

  // Encoding: `open_encoder`, `encode_frame` and `encode_rows` for each frame, `finish_encoder`,
  // `close_encoder`. Null for a codec that only decodes.
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

// MARK: Extensions

// A lossless transform: coefficients are moved instead of being decoded to pixels. Since 1.2.
typedef struct frameit_codec_move {
  uint32_t struct_size;
  uint32_t kind;         // 0: exact, 1: partial units at an edge that moves are dropped, 2: only the orientation changes
  uint32_t orientation;  // 1 to 8 as in EXIF, from stored to written rows and columns
  uint32_t x;            // the part that is kept, in stored pixels
  uint32_t y;
  uint32_t width;
  uint32_t height;
  uint32_t on_damage;      // 0: fail, 1: accept damage after which no row is missing, 2: salvage
  uint32_t keeps_unknown;  // 1 if unknown segments are kept
  double pixels_per_metre_x;  // 0 if unknown
  double pixels_per_metre_y;
  uint32_t block_count;
  const frameit_codec_block *const *blocks;  // the metadata of the output
  uint32_t progressive;      // since 1.3: 1 for a progressive image, whatever the coding of the image is
  uint32_t sets_resolution;  // since 1.3: 1 if the resolution replaces that of the image
  uint32_t as_stored;        // since 1.5: 1 if all segments and all data after the image are kept; blocks are ignored
} frameit_codec_move;

// The extension "frameit.lossless" of an entry point, for all of its codecs whose headers have `unit_width`.
typedef struct frameit_codec_lossless {
  uint32_t struct_size;

  // Writes the image with its units moved, instead of decoding it. `trailing` receives the number of bytes after the
  // image that are not written.
  int32_t (*move)(
      frameit_codec_decoder *decoder, const frameit_codec_output *output, const frameit_codec_move *move,
      uint64_t *trailing, frameit_codec_report *report);

  // As `open_encoder`, with the quality settings of the decoder's image.
  frameit_codec_encoder *(*open_encoder)(
      frameit_codec_decoder *decoder, const frameit_codec_output *output, const frameit_codec_encoding *encoding,
      int32_t *code, frameit_codec_report *report);
} frameit_codec_lossless;

// MARK: Effects

// The rows that an effect computes, and the pixels that it sees. Since 1.4.
//
// A pixel is four floats: red, green, blue and alpha. Colors are encoded as in the output's color profile (sRGB, for
// most images) and premultiplied: each is from 0 to alpha, and alpha is from 0 to 1. Where the layer has no pixels,
// all four are 0.
typedef struct frameit_codec_effect_rows {
  uint32_t struct_size;

  // The values of the parameters, in the order of the manifest. Lengths are in pixels of the output.
  uint32_t value_count;
  const double *values;

  // The size of the rectangle to compute, and the reach, which follows from the manifest and the values: `input` also
  // has the pixels up to this distance around the rectangle. A rectangle can be as small as 1 x 1 and lie anywhere on
  // the layer; results must not depend on how the layer is divided into rectangles.
  uint32_t width;
  uint32_t height;
  uint32_t reach;

  // The pixel in the upper left corner of the rectangle. Other pixels are at 4 * (y * input_stride + x), for x from
  // -reach to width + reach - 1 and y from -reach to height + reach - 1.
  const float *input;
  int64_t input_stride;

  // The position, for effects that depend on it: the upper left corner of the rectangle relative to that of the layer's
  // box, or of the area that limits the effect, and the size of this box. In pixels of the output.
  double x;
  double y;
  double box_width;
  double box_height;

  // The number of pixels of the output in one pixel of the script's lengths.
  double scale;
} frameit_codec_effect_rows;

// A function of pixels. The manifest has its title, its parameters and its reach.
typedef struct frameit_codec_effect frameit_codec_effect;
struct frameit_codec_effect {
  uint32_t struct_size;
  const char *name;     // as in the manifest: "median"
  const char *library;  // that the effect uses, with the version at run time; null if it uses none

  // Computes a rectangle into `output`: `height` rows of `width` pixels without padding, initially 0. Any thread. The
  // result depends on nothing but `rows`: the effect keeps no state from call to call.
  int32_t (*rows)(
      const frameit_codec_effect *effect, const frameit_codec_host *host, const frameit_codec_effect_rows *rows,
      float *output, frameit_codec_report *report);
};

// The extension "frameit.effects" of an entry point. A library can have both codecs and effects, or only effects.
typedef struct frameit_codec_effects {
  uint32_t struct_size;
  uint32_t effect_count;
  const frameit_codec_effect *const *effects;
} frameit_codec_effects;

// MARK: The one exported symbol

typedef struct frameit_codec_entry_point {
  uint32_t struct_size;
  uint32_t major;  // FRAMEIT_CODEC_MAJOR and MINOR when the plugin was compiled
  uint32_t minor;

  // Called before everything else, and possibly again after `stop`. Returns FRAMEIT_CODEC_OK, or the reason why
  // the plugin cannot work. Null if there is nothing to do.
  int32_t (*start)(const frameit_codec_host *host, frameit_codec_report *report);
  void (*stop)(void);

  uint32_t codec_count;
  const frameit_codec *const *codecs;

  // Any thread, after `start`. As the host's function of this name.
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
