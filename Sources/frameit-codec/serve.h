#ifndef SERVE_H
#define SERVE_H

#include <frameit_codec.h>

// Answers requests with what the plugin's codecs do, until the socket ends.
void serve(int socket, const frameit_codec_entry_point *entry);

#endif
