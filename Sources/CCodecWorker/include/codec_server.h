// The worker's side of the protocol in codec_channel.h, for a plugin's codecs and for built-in codecs alike.

#ifndef CODEC_SERVER_H
#define CODEC_SERVER_H

#include <frameit_codec.h>

// The host that codecs in a worker see.
extern const frameit_codec_host codec_server_host;

// Serves requests with the codecs of an entry point until the socket ends.
void codec_server_run(int socket, const frameit_codec_entry_point *entry);

#endif
