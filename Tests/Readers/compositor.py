"""Composites animations from their raw frames, by the specifications of GIF89a, APNG and WebP."""

import struct
from dataclasses import dataclass

import numpy

import pngs
from pictures import Frame, Picture, rgba

KEEP, CLEAR, RESTORE = range(3)


@dataclass
class Part:
    """A raw frame: the pixels of its rectangle, and how it changes the canvas."""

    pixels: numpy.ndarray  # RGBA
    x: int
    y: int
    milliseconds: float
    disposal: int = KEEP
    is_blended: bool = True  # whether its transparency shows the canvas, or else replaces it


def over(below, above):
    """Blends straight alpha, as the specification of PNG describes it."""
    most = numpy.iinfo(above.dtype).max
    a, b = above[..., 3:].astype(float) / most, below[..., 3:].astype(float) / most
    alpha = a + b * (1 - a)
    color = above[..., :3] * a + below[..., :3] * b * (1 - a)
    color = numpy.where(alpha > 0, color / numpy.where(alpha > 0, alpha, 1), 0)
    return numpy.rint(numpy.concatenate([color, alpha * most], 2)).astype(above.dtype)


def composited(width, height, parts, plays=None, **facts):
    """Returns the picture of a list of parts. The canvas is transparent at first, and where a disposal clears it, as in
    browsers: the background color of GIF is ignored, and so is the background color of WebP, which its specification calls a hint.
    """
    canvas = numpy.zeros((height, width, 4), parts[0].pixels.dtype)
    frames = []
    for index, part in enumerate(parts):
        h, w = part.pixels.shape[:2]
        area = slice(part.y, part.y + h), slice(part.x, part.x + w)
        if canvas[area].shape[:2] != (h, w):
            raise ValueError(f"frame {index} exceeds the canvas")
        saved = canvas.copy()
        canvas[area] = over(canvas[area], part.pixels) if part.is_blended else part.pixels
        frames.append(Frame(canvas.copy(), part.milliseconds))
        if part.disposal == CLEAR:
            canvas[area] = 0
        elif part.disposal == RESTORE:
            canvas = saved
    return Picture(frames, plays, **facts)


# MARK: APNG


def read_png(data):
    """Reads a PNG or an APNG."""
    decoder = pngs.Decoder(data)
    facts = {
        "channels": decoder.channels, "depth": decoder.depth, "bits": decoder.depth * pngs.CHANNELS[decoder.color_type]}
    names = [name for name, _ in decoder.chunks]
    if b"acTL" not in names:
        return Picture([Frame(rgba(decoder.still()))], **facts)
    control, parts, count, plays, sequence = None, [], 0, 0, 0

    def end_frame():
        if control is None:
            return
        width, height, x, y, numerator, denominator, disposal, blend, body = control
        # The canvas is transparent before the first frame, so RESTORE clears it there.
        parts.append(Part(
            rgba(decoder.samples(body, width, height)), x, y, 1000 * numerator / (denominator or 100),
            {pngs.NONE: KEEP, pngs.BACKGROUND: CLEAR, pngs.PREVIOUS: RESTORE}[disposal], blend == pngs.OVER))

    for name, body in decoder.chunks:
        if name == b"acTL":
            count, plays = struct.unpack(">II", body)
        if name in (b"fcTL", b"fdAT"):
            if struct.unpack(">I", body[:4])[0] != sequence:
                raise ValueError(f"the sequence number of a chunk is not {sequence}")
            sequence += 1
        if name == b"fcTL":
            end_frame()
            control = [*struct.unpack(">IIIIHHBB", body[4:]), b""]
        elif name == b"IDAT" and control or name == b"fdAT":
            control[-1] += body if name == b"IDAT" else body[4:]
    end_frame()
    if len(parts) != count:
        raise ValueError(f"{len(parts)} frames, but acTL states {count}")
    return composited(decoder.width, decoder.height, parts, plays, **facts)


# MARK: GIF


def unpack_lzw(data, code_size, count):
    """Returns the indices of compressed pixels. gifsicle writes the end code with a bit less if the table grows with the last
    pixel, so the end code may be missing if all pixels are there.
    """
    clear, end = 1 << code_size, (1 << code_size) + 1
    table, width, previous, result = None, code_size + 1, None, bytearray()
    bits = filled = 0
    for byte in data:
        bits |= byte << filled
        filled += 8
        while filled >= width:
            code = bits & (1 << width) - 1
            bits >>= width
            filled -= width
            if code == end:
                return bytes(result)
            if code == clear or table is None:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                width, previous = code_size + 1, None
                if code == clear:
                    continue
            if code > len(table) or code == len(table) and previous is None:
                raise ValueError("LZW: a code is not defined")
            entry = table[code] if code < len(table) else previous + previous[:1]
            result += entry
            if previous is not None and len(table) < 4096:
                table.append(previous + entry[:1])
                if len(table) == 1 << width and width < 12:
                    width += 1
            previous = entry
    if len(result) != count:
        raise ValueError("LZW: the end code is missing")
    return bytes(result)


class Blocks:
    """The bytes of a GIF."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise ValueError("the file is truncated")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self):
        return self.take(1)[0]

    def pairs(self, count):
        return struct.unpack(f"<{count}H", self.take(2 * count))

    def sub_blocks(self):
        result = b""
        while count := self.byte():
            result += self.take(count)
        return result

    def table(self, flags):
        if not flags & 0x80:
            return None
        colors = numpy.frombuffer(self.take(3 << (flags & 7) + 1), numpy.uint8).reshape(-1, 3)
        # The transparent index may be greater than the indices of the colors.
        return numpy.concatenate([colors, numpy.zeros((256 - len(colors), 3), numpy.uint8)])


def read_gif(data):
    blocks = Blocks(data)
    if blocks.take(6) not in (b"GIF87a", b"GIF89a"):
        raise ValueError("no signature of GIF")
    (width, height), flags = blocks.pairs(2), blocks.byte()
    blocks.take(2)
    colors, plays, parts = blocks.table(flags), 1, []
    disposal = delay = 0
    transparent = None
    while (kind := blocks.byte()) != 0x3B:
        if kind == 0x21:
            label = blocks.byte()
            if label == 0xF9:
                body = blocks.sub_blocks()
                disposal, delay = body[0] >> 2 & 7, struct.unpack("<H", body[1:3])[0]
                transparent = body[3] if body[0] & 1 else None
            elif label == 0xFF and blocks.take(blocks.byte()) == b"NETSCAPE2.0":
                body = blocks.sub_blocks()
                # The extension counts the repetitions after the first time.
                repetitions = struct.unpack("<H", body[1:3])[0]
                plays = repetitions + 1 if repetitions else 0
            else:
                blocks.sub_blocks()
        elif kind == 0x2C:
            (x, y, w, h), flags = blocks.pairs(4), blocks.byte()
            if flags & 0x40:
                raise ValueError("an interlaced frame is not expected")
            table, code_size = blocks.table(flags), blocks.byte()
            indices = numpy.frombuffer(unpack_lzw(blocks.sub_blocks(), code_size, w * h), numpy.uint8)
            if len(indices) != w * h:
                raise ValueError(f"{len(indices)} pixels, not {w * h}")
            pixels = rgba((colors if table is None else table)[indices].reshape(h, w, 3))
            if transparent is not None:
                pixels[indices.reshape(h, w) == transparent] = 0
            parts.append(Part(pixels, x, y, 10 * delay, {2: CLEAR, 3: RESTORE}.get(disposal, KEEP)))
            disposal = delay = 0
            transparent = None
        else:
            raise ValueError(f"a block begins with {kind}")
    if blocks.at != len(data):
        raise ValueError("bytes follow the trailer")
    return composited(width, height, parts, plays)


# MARK: WebP


def riff_chunks(data):
    """Returns the chunks of a WebP, or of the data of a frame, as (name, data, whole bytes)."""
    at, result = 0, []
    while at < len(data):
        name, length = struct.unpack("<4sI", data[at : at + 8])
        end = at + 8 + length + length % 2
        if end > len(data):
            raise ValueError("the file is truncated")
        result.append((name, data[at + 8 : at + 8 + length], data[at:end]))
        at = end
    return result


def read_webp(data, decode):
    """Reads an animated WebP. `decode` gets a WebP of one frame, and returns its RGBA."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or struct.unpack("<I", data[4:8])[0] + 8 != len(data):
        raise ValueError("the header of RIFF is wrong")
    parts, plays, size = [], None, None

    def number(three_bytes):
        return int.from_bytes(three_bytes, "little")

    for name, body, _ in riff_chunks(data[12:]):
        if name == b"VP8X":
            size = number(body[4:7]) + 1, number(body[7:10]) + 1
        elif name == b"ANIM":
            plays = struct.unpack("<H", body[4:6])[0]
        elif name == b"ANMF":
            x, y, w, h, duration = (number(body[i : i + 3]) for i in (0, 3, 6, 9, 12))
            inner = riff_chunks(body[16:])
            has_alpha = any(part[0] == b"ALPH" for part in inner)
            head = b"VP8X" + struct.pack("<II", 10, 0x10 if has_alpha else 0) + body[6:12]
            still = (head if has_alpha else b"") + b"".join(part[2] for part in inner)
            pixels = decode(b"RIFF" + struct.pack("<I", len(still) + 4) + b"WEBP" + still)
            if pixels.shape[:2] != (h + 1, w + 1):
                raise ValueError("the size of a frame is wrong")
            parts.append(Part(pixels, 2 * x, 2 * y, duration, CLEAR if body[15] & 1 else KEEP, not body[15] & 2))
    if not parts:
        # A writer may store frames that are all equal as a still image.
        return Picture([Frame(decode(data))])
    return composited(*size, parts, plays)
