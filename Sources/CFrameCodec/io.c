#define _GNU_SOURCE
#include "frameit_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_cancelled(const int32_t *flag) { return flag && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0; }

ptrdiff_t frameit_read(const frameit_reader *reader, uint64_t offset, uint8_t *into, size_t count) {
  if (is_cancelled(reader->cancelled)) return -ECANCELED;
  if (offset >= reader->length) return 0;
  uint64_t left = reader->length - offset;
  if (count > left) count = (size_t)left;
  if (offset < reader->held) {
    uint64_t held = reader->held - offset;
    if (count > held) count = (size_t)held;
    memcpy(into, reader->bytes + offset, count);
    return (ptrdiff_t)count;
  }
  if (reader->input) {
    int64_t n = reader->input->read(reader->input->context, offset, into, count);
    return n < 0 ? -EIO : (ptrdiff_t)n;
  }
  for (;;) {
    ssize_t n = pread(reader->descriptor, into, count, (off_t)offset);
    if (n >= 0) return n;  // 0 if the file became shorter while it was read
    if (errno != EINTR) return -errno;
  }
}

static int append(frameit_writer *writer, const uint8_t *bytes, size_t count) {
  if (writer->maximum > 0 && count > writer->maximum - writer->length) {
    writer->is_full = 1;
    return -EFBIG;
  }
  if (count > writer->capacity - writer->length) {
    size_t wanted = writer->capacity ? writer->capacity : 65536;
    while (wanted - writer->length < count) {
      if (wanted > SIZE_MAX / 2) return -ENOMEM;
      wanted *= 2;
    }
    uint8_t *grown = realloc(writer->bytes, wanted);
    if (!grown) return -ENOMEM;
    writer->bytes = grown;
    writer->capacity = wanted;
  }
  memcpy(writer->bytes + writer->length, bytes, count);
  writer->length += count;
  return 0;
}

int frameit_write(frameit_writer *writer, const uint8_t *bytes, size_t count) {
  if (count == 0) return 0;  // memcpy does not allow null, even for zero bytes
  if (is_cancelled(writer->cancelled)) return -ECANCELED;
  if (writer->output) {
    if (writer->output->write(writer->output->context, bytes, count) != 0) return -EIO;
    writer->length += count;
    return 0;
  }
  if (writer->descriptor < 0) return append(writer, bytes, count);
  while (count > 0) {
    ssize_t n = write(writer->descriptor, bytes, count);
    if (n < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (n == 0) return -EIO;  // otherwise a destination that accepts nothing would be retried forever
    bytes += n;
    count -= (size_t)n;
    writer->length += (size_t)n;
  }
  return 0;
}

void frameit_writer_release(frameit_writer *writer) {
  free(writer->bytes);
  writer->bytes = NULL;
  writer->length = writer->capacity = 0;
}
