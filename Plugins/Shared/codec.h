// The functions of the contract, by the names that this project's plugins give them. Each plugin's NAME.c lists them
// in its `frameit_codec`.
#ifndef PLUGINS_SHARED_CODEC_H
#define PLUGINS_SHARED_CODEC_H

#include <frameit_codec.h>

frameit_codec_decoder *open_decoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_input *input,
    const frameit_codec_limits *limits, int32_t *code, frameit_codec_report *report);
int32_t give_header(frameit_codec_decoder *d, frameit_codec_header *header);
int32_t begin_frame(
    frameit_codec_decoder *d, uint32_t index, uint32_t reduction, uint32_t *milliseconds,
    frameit_codec_report *report);
int32_t give_rows(frameit_codec_decoder *d, void *rows, uint32_t count, frameit_codec_report *report);
int32_t finish(frameit_codec_decoder *d, frameit_codec_report *report);
void close_decoder(frameit_codec_decoder *d);

frameit_codec_encoder *open_encoder(
    const frameit_codec *codec, const frameit_codec_host *host, const frameit_codec_output *output,
    const frameit_codec_encoding *encoding, int32_t *code, frameit_codec_report *report);
int32_t encode_frame(frameit_codec_encoder *e, uint32_t milliseconds, frameit_codec_report *report);
int32_t encode_rows(frameit_codec_encoder *e, const void *rows, uint32_t count, frameit_codec_report *report);
int32_t finish_encoder(frameit_codec_encoder *e, frameit_codec_report *report);
void close_encoder(frameit_codec_encoder *e);

#endif
