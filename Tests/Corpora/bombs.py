"""Files that declare much more than they contain, each with a name and the seconds within which it must be rejected."""

import struct
import zlib


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def zeros(count):
    """Compresses this many zero bytes without holding them in memory."""
    stream = zlib.compressobj()
    return b"".join(stream.compress(b"\0" * (1 << 20)) for _ in range(count >> 20)) + stream.flush()


def png(width, height, depth=8, color=6, interlaced=0, besides=b"", after=b""):
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced)
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + besides + chunk(b"IDAT", data) + after + chunk(b"IEND", b"")


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def jpeg(width, height, before=b"", frame=0xC0):
    components = b"\1\x11\0\2\x11\0\3\x11\0"
    head = segment(0xDB, b"\0" + b"\1" * 64)
    head += segment(frame, struct.pack(">BHHB", 8, height, width, 3) + components)
    head += segment(0xC4, b"\0" + b"\1" + b"\0" * 15 + b"\0") + segment(0xC4, b"\x10" + b"\1" + b"\0" * 15 + b"\0")
    scan = segment(0xDA, b"\3\1\0\2\0\3\0\0\x3f\0")
    return b"\xff\xd8" + before + head + scan + b"\0" * 100 + b"\xff\xd9"


def all():
    """Yields the name, the bytes and the bound in seconds of each file."""
    header, markers = 0.05, 0.1
    def frame(number):
        return chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, 20000, 13000, 0, 0, 1, 1, 0, 0))

    animation = chunk(b"acTL", struct.pack(">II", 2, 0)) + frame(0)
    second = frame(1) + chunk(b"fdAT", struct.pack(">I", 2) + zlib.compress(b"\0" * 1000))
    yield "pixels.png", png(60000, 60000), header
    yield "side.png", png(0x7FFFFFFF, 1), header
    yield "deep.png", png(65535, 65535, depth=16), header
    yield "memory-interlaced.png", png(16000, 16000, depth=16, interlaced=1), header
    yield "memory-animated.png", png(20000, 13000, besides=animation, after=second), header
    yield "pixels.jpg", jpeg(65500, 65500), header
    yield "memory-progressive.jpg", jpeg(16000, 16000, frame=0xC2), header
    yield "pixels.ppm", b"P6 60000 60000 255\n" + b"\0" * 1000, header
    yield "digits.ppm", b"P6 " + b"9" * 100000 + b" 1 255\n", header
    yield "pixels.pam", b"P7\nWIDTH 60000\nHEIGHT 60000\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n", header
    yield "pixels.qoi", b"qoif" + struct.pack(">IIBB", 60000, 60000, 4, 0) + b"\xfd" * 1000, header
    yield "markers.jpg", jpeg(8, 8, before=segment(0xFE, b"") * 250000), markers
    yield "inflating.png", png(8, 8, besides=chunk(b"zTXt", b"Comment\0\0" + zeros(100 << 20))), 0.5
