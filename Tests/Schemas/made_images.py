"""Images with metadata, made from the sample images."""

import pathlib
import struct
import zlib

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "SampleImages"


def exif(date):
    """Returns EXIF with an orientation of 6, a date, a place and a thumbnail."""
    text = date.encode() + b"\0"

    def directory(start, entries, after=0):
        """Returns a directory at an offset. A value of bytes is stored after the directory."""
        end = start + 2 + 12 * len(entries) + 4
        body, data = struct.pack(">H", len(entries)), b""
        for tag, kind, count, value in entries:
            if isinstance(value, bytes):
                value, data = struct.pack(">I", end + len(data)), data + value
            elif kind == 3:
                value = struct.pack(">HH", value, 0)
            else:
                value = struct.pack(">I", value)
            body += struct.pack(">HHI", tag, kind, count) + value
        return body + struct.pack(">I", after) + data

    thumbnail = b"\xff\xd8\xff\xd9"
    first, details, place, second = 8, 80, 160, 240
    parts = [
        (first, directory(first, [(0x0112, 3, 1, 6), (0x8769, 4, 1, details), (0x8825, 4, 1, place)], second)),
        (details, directory(details, [(0x9003, 2, len(text), text)])),
        (place, directory(place, [(0x0001, 2, 2, 0x4E000000), (0x0002, 5, 3, struct.pack(">6I", 52, 1, 30, 1, 0, 1))])),
        (second, directory(second, [(0x0201, 4, 1, 300), (0x0202, 4, 1, len(thumbnail))])),
        (300, thumbnail),
    ]
    block = b"MM\0*" + struct.pack(">I", first)
    for offset, part in parts:
        block = block.ljust(offset, b"\0") + part
    return block


def profile():
    """Returns an ICC profile with the primaries of sRGB and a gamma of 2."""
    def fixed(*numbers):
        return struct.pack(f">{len(numbers)}i", *(round(number * 65536) for number in numbers))

    name = b"Gamma 2"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(name) + 1) + name + b"\0" + bytes(78),
        b"wtpt": b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249),
        b"rXYZ": b"XYZ \0\0\0\0" + fixed(0.4361, 0.2225, 0.0139),
        b"gXYZ": b"XYZ \0\0\0\0" + fixed(0.3851, 0.7169, 0.0971),
        b"bXYZ": b"XYZ \0\0\0\0" + fixed(0.1431, 0.0606, 0.7141),
    }
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, 2 * 256) + bytes(2)
    tags |= {name: curve for name in (b"rTRC", b"gTRC", b"bTRC")}
    table, data = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for tag, value in tags.items():
        value += bytes(-len(value) % 4)
        table += tag + struct.pack(">II", start + len(data), len(value))
        data += value
    size = start + len(data)
    header = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H4s", 2024, 1, 1, 0, 0, 0, b"acsp") + bytes(28) + fixed(0.9642, 1, 0.8249)
    return header.ljust(128, b"\0") + table + data


def png(source, *chunks):
    """Returns a PNG with more chunks, each a kind and its data, behind its header."""
    added = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)
    return source[:33] + added + source[33:]


def described_png(source):
    """Returns a PNG with EXIF, a text, a resolution and a profile."""
    return png(
        source, (b"iCCP", b"gamma\0\0" + zlib.compress(profile())), (b"pHYs", struct.pack(">IIB", 3937, 3937, 1)),
        (b"tEXt", b"Title\0A sticker"), (b"eXIf", exif("2024:05:17 18:30:00")))


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def described_jpeg(source):
    """Returns a JPEG with XMP, IPTC and a comment."""
    records = b"\x1c\x02\x74" + struct.pack(">H", 4) + b"Anna"
    xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
    return (
        source[:2] + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp)
        + segment(0xED, b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", len(records)) + records + b"\0")
        + segment(0xFE, b"a comment") + source[2:])


def cmyk_header():
    """Returns the header of a JPEG with four inks, and no pixels."""
    inks = b"".join(bytes([number, 0x11, 0]) for number in range(1, 5))
    scan = b"\4" + b"".join(bytes([number, 0]) for number in range(1, 5)) + b"\0\x3f\0"
    return (
        b"\xff\xd8" + segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0))
        + segment(0xC0, struct.pack(">BHHB", 8, 16, 16, 4) + inks) + segment(0xDA, scan) + b"\xff\xd9")


def hdr_jpeg(base, gain_map, most=2, profile=None, uses_base_colors=True):
    """Returns a JPEG with a gain map, whose numbers ISO 21496-1 gives: gains of 0 to `most` stops."""
    fractions = struct.pack(">4I", 0, 1, most, 1) + struct.pack(">iIiIIIiIiI", 0, 1, most, 1, 1, 1, 1, 64, 1, 64)
    name = b"urn:iso:std:iso:ts:21496:-1\0"
    numbers = name + bytes(4) + bytes([0x40 if uses_base_colors else 0]) + fractions
    own = segment(0xE2, numbers) + (segment(0xE2, b"ICC_PROFILE\0\1\1" + profile) if profile else b"")
    gain_map = gain_map[:2] + own + gain_map[2:]
    return with_second_image(base[:2] + segment(0xE2, name + bytes(4)) + base[2:], gain_map)


def with_second_image(base, second, kind=0):
    """Returns a JPEG that another one of a kind follows, with an index of both (CIPA DC-007)."""
    def index(first, offset):
        fields = struct.pack(">H", 3) + struct.pack(">HHI4s", 0xB000, 7, 4, b"0100")
        fields += struct.pack(">HHII", 0xB001, 4, 1, 2) + struct.pack(">HHII", 0xB002, 7, 32, 50) + bytes(4)
        entries = struct.pack(">IIII", 0x030000, first, 0, 0) + struct.pack(">IIII", kind, len(second), offset, 0)
        return segment(0xE2, b"MPF\0MM\0*" + struct.pack(">I", 8) + fields + entries)

    length = len(base) + len(index(0, 0))
    return base[:2] + index(length, length - 2 - 4 - 4) + base[2:] + second


def motion_photo(base):
    """Returns a JPEG with a video at its end, as older phones write it."""
    xmp = (
        b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        b"<rdf:Description xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' GCamera:MicroVideoOffset='999'/>"
        b"</rdf:RDF></x:xmpmeta>")
    return base[:2] + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp) + base[2:] + bytes(999)
