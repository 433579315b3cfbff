"""Decoded pixels as PNG stores them, for published checksums."""

import zlib


def pam(data):
    """Returns the width, channels, maximum and bytes of a binary PAM."""
    head, _, samples = data.partition(b"ENDHDR\n")
    fields = dict(line.split(b" ", 1) for line in head.splitlines()[1:] if b" " in line)
    return int(fields[b"WIDTH"]), int(fields[b"DEPTH"]), int(fields[b"MAXVAL"]), samples


def stored(data, depth, color_type):
    """Returns the rows as a PNG of this depth and color type stores them: without alpha from tRNS, and with packed bits."""
    width, channels, _, samples = pam(data)
    size = 2 if depth == 16 else 1
    if channels in (2, 4) and color_type < 4:
        pixel = channels * size
        samples = b"".join(samples[i : i + pixel - size] for i in range(0, len(samples), pixel))
    if depth >= 8:
        return samples
    unit = 255 // ((1 << depth) - 1)
    rows = bytearray()
    for top in range(0, len(samples), width):
        row = [sample // unit for sample in samples[top : top + width]]
        per_byte = 8 // depth
        row += [0] * (-len(row) % per_byte)
        for i in range(0, len(row), per_byte):
            byte = 0
            for sample in row[i : i + per_byte]:
                byte = byte << depth | sample
            rows.append(byte)
    return bytes(rows)


def crc(data, depth, color_type):
    return zlib.crc32(stored(data, depth, color_type))


def crc_with_alpha(data):
    """Returns the checksum of the rows with an alpha channel of 8 or 16 bits, as in image-png's table of expanded
    images.
    """
    _, channels, maximum, samples = pam(data)
    if channels in (1, 3):
        size = 2 if maximum > 255 else 1
        pixel, opaque = channels * size, b"\xff" * size
        samples = b"".join(samples[i : i + pixel] + opaque for i in range(0, len(samples), pixel))
    return zlib.crc32(samples)


def any(data):
    """Returns a binary PBM, PGM, PPM or PAM as the fields of a PAM: width, channels, maximum, samples."""
    if data.startswith(b"P7"):
        return pam(data)
    kind, rest = data[:2], data[2:]
    numbers = []
    for _ in range(2 if kind == b"P4" else 3):
        rest = rest.lstrip()
        digits = rest.split(None, 1)[0]
        numbers.append(int(digits))
        rest = rest[len(digits) :]
    rest = rest[1:]
    width = numbers[0]
    if kind != b"P4":
        return width, 3 if kind == b"P6" else 1, numbers[2], rest
    line = (width + 7) // 8
    bits = (rest[y * line + x // 8] >> 7 - x % 8 & 1 for y in range(numbers[1]) for x in range(width))
    return width, 1, 1, bytes(1 - bit for bit in bits)


def same(ours, theirs, opaque=False):
    """Returns whether a full-range PAM has the same samples as another image. The other image may use fewer levels, store
    gray instead of RGB, or, if `opaque` is true, lack transparency.
    """
    width, channels, maximum, samples = pam(ours)
    other_width, other_channels, levels, others = theirs
    if width != other_width:
        return False
    if levels > 255:
        others = [others[i] << 8 | others[i + 1] for i in range(0, len(others), 2)]
    if maximum > 255:
        samples = [samples[i] << 8 | samples[i + 1] for i in range(0, len(samples), 2)]
    if channels != other_channels and channels - other_channels == 2:
        pixels = (others[i : i + other_channels] for i in range(0, len(others), other_channels))
        others = [s for pixel in pixels for s in [pixel[0]] * 3 + list(pixel[1:])]
        other_channels = channels
    if channels != other_channels or len(samples) != len(others):
        return False
    if opaque:
        samples, others = (
            [s for i, s in enumerate(values) if (i + 1) % channels != 0] for values in (samples, others))
    if levels == maximum:
        return all(a == b for a, b in zip(samples, others))
    if maximum % levels == 0:
        return all(a == b * (maximum // levels) for a, b in zip(samples, others))
    # With fewer significant bits (sBIT), the highest ones are used.
    return all(a * levels // maximum == b or round(a * levels / maximum) == b for a, b in zip(samples, others))
