"""Writes and reads PNG and APNG with zlib alone, so that inputs have known chunks, and outputs a reader without libpng."""

import struct
import zlib
from fractions import Fraction

import numpy

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
NONE, BACKGROUND, PREVIOUS = 0, 1, 2  # disposal, as in fcTL
SOURCE, OVER = 0, 1  # blend mode, as in fcTL


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def header(samples):
    height, width, channels = samples.shape
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, samples.dtype.itemsize * 8, COLOR_TYPES[channels], 0, 0, 0))


def packed(samples):
    rows = samples.astype(samples.dtype.newbyteorder(">")).reshape(samples.shape[0], -1)
    return zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows))


def write(path, samples, extra=b""):
    """Writes an image of height x width x 1 to 4 channels."""
    with open(path, "wb") as file:
        file.write(SIGNATURE + header(samples) + extra + chunk(b"IDAT", packed(samples)) + chunk(b"IEND", b""))


def write_animation(path, size, parts, plays, hidden=None):
    """Writes an APNG. A part is (samples, x, y, delay, disposal, blend); a delay is a fraction of a second. `hidden` are the
    samples of a default image that is no frame.
    """
    first = parts[0][0]
    canvas = numpy.broadcast_to(first[:1, :1], (size[1], size[0], first.shape[2]))
    data, sequence = SIGNATURE + header(canvas) + chunk(b"acTL", struct.pack(">II", len(parts), plays)), 0
    if hidden is not None:
        data += chunk(b"IDAT", packed(hidden))
    for index, (samples, x, y, delay, disposal, blend) in enumerate(parts):
        delay = Fraction(delay)
        data += chunk(b"fcTL", struct.pack(
            ">IIIIIHHBB", sequence, samples.shape[1], samples.shape[0], x, y, delay.numerator, delay.denominator, disposal, blend))
        sequence += 1
        if index == 0 and hidden is None:
            data += chunk(b"IDAT", packed(samples))
        else:
            data += chunk(b"fdAT", struct.pack(">I", sequence) + packed(samples))
            sequence += 1
    with open(path, "wb") as file:
        file.write(data + chunk(b"IEND", b""))


def chunks(data):
    """Returns the chunks of a PNG as (name, data). Raises if a checksum or the order of the first and last chunk is wrong."""
    if data[:8] != SIGNATURE:
        raise ValueError("no signature of PNG")
    at, result = 8, []
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] != zlib.crc32(name + body):
            raise ValueError(f"the checksum of {name.decode()} is wrong")
        result.append((name, body))
        at += 12 + length
    if result[0][0] != b"IHDR" or result[-1] != (b"IEND", b""):
        raise ValueError("IHDR is not first, or IEND is not last")
    return result


def paeth(left, up, corner):
    estimate = left + up - corner
    a, b, c = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
    return left if a <= b and a <= c else up if b <= c else corner


def unfiltered(data, height, row_bytes, pixel_bytes):
    """Returns the rows of bytes before filtering."""
    if len(data) != height * (row_bytes + 1):
        raise ValueError(f"{len(data)} bytes of pixels, not {height * (row_bytes + 1)}")
    rows, above = [], bytearray(row_bytes)
    for y in range(height):
        start = y * (row_bytes + 1)
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + row_bytes])
        if kind == 1:
            for i in range(pixel_bytes, row_bytes):
                row[i] = row[i] + row[i - pixel_bytes] & 255
        elif kind == 2:
            row = bytearray((numpy.frombuffer(row, numpy.uint8) + numpy.frombuffer(above, numpy.uint8)).tobytes())
        elif kind == 3:
            for i in range(row_bytes):
                left = row[i - pixel_bytes] if i >= pixel_bytes else 0
                row[i] = row[i] + (left + above[i] >> 1) & 255
        elif kind == 4:
            for i in range(row_bytes):
                left, corner = (row[i - pixel_bytes], above[i - pixel_bytes]) if i >= pixel_bytes else (0, 0)
                row[i] = row[i] + paeth(left, above[i], corner) & 255
        elif kind != 0:
            raise ValueError(f"the filter {kind} does not exist")
        rows.append(bytes(row))
        above = row
    return rows


class Decoder:
    """Decodes the images of one PNG. They share its header, palette and transparent color."""

    def __init__(self, data):
        self.chunks = chunks(data)
        self.width, self.height, self.depth, self.color_type, _, _, interlace = struct.unpack(">IIBBBBB", self.chunks[0][1])
        if interlace:
            raise ValueError("an interlaced PNG is not expected")
        found = dict(reversed(self.chunks))
        self.palette, self.transparent = found.get(b"PLTE"), found.get(b"tRNS")

    @property
    def channels(self):
        """The channels of the pixels, 1 to 4. For a palette, they are the channels of RGB or RGBA."""
        count = 3 if self.color_type == 3 else CHANNELS[self.color_type]
        return count + (self.transparent is not None)

    def samples(self, data, width, height):
        """Returns the pixels of an image: samples as they are stored, and alpha if there is transparency."""
        count, depth = CHANNELS[self.color_type], self.depth
        row_bytes = (width * count * depth + 7) // 8
        rows = unfiltered(zlib.decompress(data), height, row_bytes, max(count * depth // 8, 1))
        if depth >= 8:
            kind = ">u2" if depth == 16 else "u1"
            values = numpy.frombuffer(b"".join(rows), kind).astype(numpy.uint16 if depth == 16 else numpy.uint8)
            values = values.reshape(height, width, count)
        else:
            bits = numpy.unpackbits(numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(height, row_bytes), axis=1)
            weights = 1 << numpy.arange(depth - 1, -1, -1)
            values = (bits[:, : width * depth].reshape(height, width, depth) * weights).sum(2).astype(numpy.uint8)[..., None]
        return self.expanded(values)

    def expanded(self, values):
        if self.color_type == 3:
            colors = numpy.frombuffer(self.palette, numpy.uint8).reshape(-1, 3)
            if self.transparent is None:
                return colors[values[..., 0]]
            alpha = numpy.full((len(colors), 1), 255, numpy.uint8)
            alpha[: len(self.transparent), 0] = numpy.frombuffer(self.transparent, numpy.uint8)
            return numpy.concatenate([colors, alpha], 1)[values[..., 0]]
        most = numpy.iinfo(values.dtype).max
        alpha = None
        if self.transparent is not None:
            key = numpy.frombuffer(self.transparent, ">u2")
            alpha = numpy.where((values == key).all(2), 0, most).astype(values.dtype)[..., None]
        if self.depth < 8:
            values = (values.astype(int) * 255 // ((1 << self.depth) - 1)).astype(numpy.uint8)
        return values if alpha is None else numpy.concatenate([values, alpha], 2)

    def still(self):
        """Returns the pixels of the default image."""
        return self.samples(b"".join(body for name, body in self.chunks if name == b"IDAT"), self.width, self.height)
