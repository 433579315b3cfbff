#ifndef SERVE_H
#define SERVE_H

#include <frameit_codec.h>

// Serves requests with the plugin's codecs until the socket ends.
void serve(int socket, const frameit_codec_entry_point *entry);

#endif
