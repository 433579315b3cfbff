#!/usr/bin/env python3
"""Compares the plugins' codecs with other programs: compare.py BUILD NAME...

This script makes GIFs with every disposal method, local palettes, interlacing and frames that extend beyond the canvas,
and composites them by the rules of browsers. It uses Pillow, ImageMagick and the WebP tools if they are installed (Debian:
python3-pil, imagemagick, webp), and photos if they are installed (mate-backgrounds).
"""
import os, random, shutil, subprocess, sys, tempfile

BUILD, NAMES = sys.argv[1], sys.argv[2:]
DRIVE = f"{BUILD}/plugins-checked/drive"
PHOTOS = "/usr/share/backgrounds/mate/nature"
failures = 0

try:
    from PIL import Image, ImageSequence
except ImportError:
    Image = None


def drive(name, *arguments, check=True):
    plugin = f"{BUILD}/plugins-checked/{name}.so"
    done = subprocess.run([DRIVE, plugin, *arguments], capture_output=True)
    if check and done.returncode != 0:
        raise SystemExit(f"drive {name} {' '.join(arguments)}: {done.stderr.decode()}")
    return done


def frames(pam):
    """Returns all images of a PAM as (width, height, channels, bytes)."""
    result, at = [], 0
    while at < len(pam):
        end = pam.index(b"ENDHDR\n", at) + 7
        words = dict(line.split(b" ", 1) for line in pam[at:end].splitlines() if b" " in line)
        width, height, channels = (int(words[word]) for word in (b"WIDTH", b"HEIGHT", b"DEPTH"))
        size = width * height * channels
        result.append((width, height, channels, pam[end:end + size]))
        at = end + size
    return result


def pam(width, height, channels, data):
    kind = {1: "GRAYSCALE", 3: "RGB", 4: "RGB_ALPHA"}[channels]
    head = f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {channels}\nMAXVAL 255\nTUPLTYPE {kind}\nENDHDR\n"
    return head.encode() + data


def rgba(frame):
    width, height, channels, data = frame
    if channels == 4:
        return data
    out = bytearray(b"\xff" * (width * height * 4))
    for channel in range(3):
        out[channel::4] = data[channel::3]
    return bytes(out)


def visible(data):
    """Returns RGBA without the colors of transparent pixels."""
    out = bytearray(data)
    for i in range(3, len(out), 4):
        if out[i] == 0:
            out[i - 3:i] = b"\0\0\0"
    return bytes(out)


def psnr(a, b):
    from math import log10
    total = sum((x - y) ** 2 for x, y in zip(a, b))
    return 999 if total == 0 else 10 * log10(255 ** 2 * len(a) / total)


def report(passed, text):
    global failures
    failures += not passed
    print(f"{'ok    ' if passed else 'FAILED'} {text}", flush=True)


# GIF


def lzw(indices, bits):
    """Compresses indices. Sends a clear code when the table is full."""
    clear, out, held, count = 1 << bits, bytearray(), 0, 0
    table = {(i,): i for i in range(clear)}
    size, following = bits + 1, clear + 2

    def put(code):
        nonlocal held, count
        held |= code << count
        count += size
        while count >= 8:
            out.append(held & 255)
            held >>= 8
            count -= 8

    put(clear)
    word = ()
    for index in indices:
        longer = word + (index,)
        if longer in table:
            word = longer
            continue
        put(table[word])
        if following < 4096:
            table[longer] = following
            following += 1
            if following - 1 == 1 << size and size < 12:
                size += 1
        else:
            put(clear)
            table = {(i,): i for i in range(clear)}
            size, following = bits + 1, clear + 2
        word = (index,)
    put(table[word])
    put(clear + 1)
    if count:
        out.append(held & 255)
    blocks = b"".join(bytes([len(out[i:i + 255])]) + out[i:i + 255] for i in range(0, len(out), 255))
    return bytes([bits]) + blocks + b"\0"


def make_gif(seed, may_exceed, covers=False):
    """Makes a random GIF. With `may_exceed`, frames may extend beyond the canvas. With `covers`, the first frame is as large
    as the canvas and has a transparent color.

    - Returns: the file, its width, height and loop count, and the frames.
    """
    r = random.Random(seed)
    width, height = r.randint(1, 40), r.randint(1, 40)
    shared = [tuple(r.randbytes(3)) for _ in range(16)]
    count = r.randint(1, 6)
    out = bytearray(b"GIF89a" + width.to_bytes(2, "little") + height.to_bytes(2, "little") + bytes([0x80 | 3, r.randint(0, 15), 0]))
    out += b"".join(map(bytes, shared))
    plays = r.choice([1, 0, 4])
    if plays != 1:
        out += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + (0 if plays == 0 else plays - 1).to_bytes(2, "little") + b"\0"
    parts = []
    for i in range(count):
        left, top = r.randint(0, width - 1), r.randint(0, height - 1)
        wide, high = r.randint(1, width - left), r.randint(1, height - top)
        if may_exceed and i > 0 and r.random() < 0.5:
            wide, high = wide + r.randint(0, 9), high + r.randint(0, 9)
        if covers and i == 0:
            left, top, wide, high = 0, 0, width, height
        bits = r.randint(2, 5)
        colors = [tuple(r.randbytes(3)) for _ in range(1 << bits)] if r.random() < 0.5 else None
        if colors is None:
            bits = 4
        transparent = r.randrange(1 << bits) if r.random() < 0.6 or covers and i == 0 else -1
        disposal, interlaced, delay = r.randint(0, 3), r.random() < 0.5, r.choice([0, 1, 2, 7, 300])
        indices = [r.randrange(1 << bits) if r.random() < 0.7 else max(transparent, 0) for _ in range(wide * high)]
        out += b"\x21\xf9\x04" + bytes([disposal << 2 | (transparent >= 0)]) + delay.to_bytes(2, "little")
        out += bytes([max(transparent, 0), 0])
        out += b"\x2c" + b"".join(v.to_bytes(2, "little") for v in (left, top, wide, high))
        out += bytes([(0x80 | bits - 1 if colors else 0) | (0x40 if interlaced else 0)])
        if colors:
            out += b"".join(map(bytes, colors))
        order = range(high)
        if interlaced:
            order = [*range(0, high, 8), *range(4, high, 8), *range(2, high, 4), *range(1, high, 2)]
        out += lzw([indices[y * wide + x] for y in order for x in range(wide)], bits)
        parts.append((left, top, wide, high, colors or shared, transparent, disposal, delay, indices))
    return bytes(out + b"\x3b"), width, height, plays, parts


def composite(width, height, parts):
    """Returns the RGBA pixels of each frame, composited by the definition."""
    canvas, result = [(0, 0, 0, 0)] * (width * height), []
    for left, top, wide, high, colors, transparent, disposal, _, indices in parts:
        before = list(canvas)
        inside = [(x, y) for y in range(high) for x in range(wide) if left + x < width and top + y < height]
        for x, y in inside:
            index = indices[y * wide + x]
            if index != transparent:
                canvas[(top + y) * width + left + x] = (*colors[index], 255)
        result.append(bytes(v for pixel in canvas for v in pixel))
        for x, y in inside:
            at = (top + y) * width + left + x
            if disposal == 2:
                canvas[at] = (0, 0, 0, 0)
            elif disposal == 3:
                canvas[at] = before[at]
    return result


def check_gif(folder):
    wrong = wrong_times = beside = 0
    for seed in range(300):
        data, width, height, plays, parts = make_gif(seed, seed % 3 == 0)
        path = f"{folder}/{seed}.gif"
        open(path, "wb").write(data)
        done = drive("gif", "decode", path)
        ours = [rgba(frame) for frame in frames(done.stdout)]
        wrong += ours != composite(width, height, parts)
        if len(parts) > 1:
            times = [int(line.split()[2]) for line in done.stderr.decode().splitlines() if line.startswith("frame")]
            wrong_times += times != [100 if part[7] < 2 else part[7] * 10 for part in parts]
        wrong_times += f" {plays} plays" not in drive("gif", "info", path).stdout.decode()
    report(wrong == 0, f"GIF: 300 of every kind, composited by the definition; {wrong} differ")
    data, width, height, _, parts = make_gif(7, False)
    open(f"{folder}/whole.gif", "wb").write(data)
    cut = drive("gif", "decode", f"{folder}/whole.gif", "--truncate", str(len(data) - 1), check=False)
    same = [rgba(frame) for frame in frames(cut.stdout)] == composite(width, height, parts)
    report(
        same and len(parts) > 1 and b"TRUNCATED" in cut.stderr,
        f"GIF: {len(parts)} frames of a file without its last byte")
    report(wrong_times == 0, f"GIF: delays and loop counts; {wrong_times} differ")
    open(f"{folder}/text", "wb").write("fünf Kühe".encode())
    open(f"{folder}/d.pam", "wb").write(b"".join(pam(2, 1, 1, bytes([i, 99])) for i in range(3)))
    data = drive("gif", "encode", f"{folder}/d.pam", "--delay", "0", "--block", f"comment={folder}/text").stdout
    open(f"{folder}/d.gif", "wb").write(data)
    times = [line.split()[2] for line in drive("gif", "decode", f"{folder}/d.gif").stderr.splitlines()]
    report(times == [b"20"] * 3, f"GIF: a delay of 0 is written as 20 ms, the shortest delay that browsers use; {times}")
    output = drive("gif", "info", f"{folder}/d.gif").stdout.decode()
    open(f"{folder}/d.gif", "wb").write(data.replace("fünf Kühe".encode(), "fünf Kühex.".encode("latin-1")))
    latin = drive("gif", "info", f"{folder}/d.gif").stdout.decode()
    report("comment: 11 bytes" in output and "comment: 13 bytes" in latin, "GIF: comments, in UTF-8 and in Latin-1")
    few = drive("gif", "info", f"{folder}/d.gif", "--metadata", "10", check=False)
    report(few.returncode == 2 and b"LIMIT" in few.stderr, "GIF: a comment that exceeds the limit on metadata")
    check_gif_blocks(folder)
    check_gif_damage(folder)
    check_gif_changes(folder)
    # Other programs fill areas that no frame covers with the background color, unless the first frame has a transparent
    # color.
    if shutil.which("convert"):
        wrong = 0
        for seed in range(150):
            data, width, height, _, _ = make_gif(seed, seed % 3 == 0, covers=True)
            open(f"{folder}/c.gif", "wb").write(data)
            ours = b"".join(rgba(frame) for frame in frames(drive("gif", "decode", f"{folder}/c.gif").stdout))
            coalesce = ["convert", f"{folder}/c.gif", "-coalesce", "-depth", "8", "rgba:-"]
            theirs = subprocess.run(coalesce, capture_output=True, check=True).stdout
            wrong += visible(theirs) != ours
        report(wrong == 0, f"GIF: 150 compared with ImageMagick; {wrong} differ")
    if not Image:
        return
    for name in ("Garden.jpg", "LadyBird.jpg"):
        if not os.path.exists(f"{PHOTOS}/{name}"):
            continue
        photo = Image.open(f"{PHOTOS}/{name}").convert("RGB").resize((480, 300))
        open(f"{folder}/photo.pam", "wb").write(pam(480, 300, 3, photo.tobytes()))
        data = drive("gif", "encode", f"{folder}/photo.pam").stdout
        open(f"{folder}/photo.gif", "wb").write(data)
        with Image.open(f"{folder}/photo.gif") as image:
            theirs = image.convert("RGB").tobytes()
        ours = frames(drive("gif", "decode", f"{folder}/photo.gif").stdout)[0][3]
        report(ours == theirs, f"GIF: {name} written by us is read identically by Pillow")
        dithered, flat = photo.quantize(256, dither=Image.Dither.FLOYDSTEINBERG).convert("RGB"), theirs

        def soft(data):
            # Averages dithered pixels, as the eye does.
            return Image.frombytes("RGB", (480, 300), data).resize((120, 75), Image.Resampling.BOX).tobytes()

        mean = psnr(soft(flat), soft(photo.tobytes()))
        beside = psnr(soft(dithered.tobytes()), soft(photo.tobytes()))
        report(mean > 35, f"GIF: {name}: {psnr(flat, photo.tobytes()):.1f} dB, averaged over 4 x 4 pixels {mean:.1f} dB (Pillow: {beside:.1f} dB)")


def check_gif_changes(folder):
    """Checks that animations with small changes are small files, and are composited correctly."""
    r, width, height = random.Random(9), 120, 90

    def moving(channels, colors, clears):
        ground = [bytes(r.choice(colors)) for _ in range(width * height)]
        images = []
        for i in range(8):
            image = list(ground)
            for y in range(10 + i, 20 + i):
                for x in range(9 * i, 9 * i + 12):
                    image[y * width + x] = bytes(colors[i % len(colors)])
            if clears:
                # A moving hole, and a frame that repeats.
                for y in range(30, 40):
                    for x in range(40 + i // 2 * 5, 60 + i // 2 * 5):
                        image[y * width + x] = bytes(channels)
            images.append(b"".join(image))
        return images

    def palette(count, channels):
        return [[i % 256, i * 7 % 256, i // 256, 255][:channels] for i in range(count)]

    cases = {
        "of few colors": (3, 16, False), "of 256": (3, 256, False), "with holes": (4, 200, True),
        "of 256 with holes": (4, 255, True)}
    for name, (channels, count, clears) in cases.items():
        images = moving(channels, palette(count, channels), clears)
        open(f"{folder}/m.pam", "wb").write(b"".join(pam(width, height, channels, data) for data in images))
        open(f"{folder}/m1.pam", "wb").write(pam(width, height, channels, images[0]))
        data = drive("gif", "encode", f"{folder}/m.pam", "--delay", "50").stdout
        open(f"{folder}/m.gif", "wb").write(data)
        back = [visible(rgba(frame)) for frame in frames(drive("gif", "decode", f"{folder}/m.gif").stdout)]
        same = back == [visible(rgba((width, height, channels, image))) for image in images]
        one = len(drive("gif", "encode", f"{folder}/m1.pam").stdout)
        if Image:
            with Image.open(f"{folder}/m.gif") as image:
                theirs = [visible(frame.convert("RGBA").tobytes()) for frame in ImageSequence.Iterator(image)]
            same = same and theirs == back
        report(same and (clears or len(data) < 2 * one), f"GIF: 8 frames {name}: {len(data)} bytes, the first {one}")


def check_gif_damage(folder):
    def gif(data):
        head = b"GIF87a\4\0\4\0\x81\0\0" + bytes(range(12))
        return head + b"\x2c\0\0\0\0\4\0\4\0\0" + b"\2" + bytes([len(data)]) + data + b"\0\x3b"

    def packed(codes):
        # Each code has three bits: the table is cleared before codes need four bits.
        held = sum(code << 3 * i for i, code in enumerate(codes))
        return held.to_bytes((3 * len(codes) + 7) // 8, "little")

    line = [4, 0, 1, 4, 2, 3]
    cases = {
        "whole": (line * 4 + [5], b""), "without an end code": (line * 4, b""),
        "a code beyond the table": (line * 2 + [4, 0, 7] + line * 2, b"DAMAGED"),
        "an undefined first code": (line * 2 + [4, 6, 1] + line * 2, b"DAMAGED"),
        "an early end code": (line * 3 + [5], b"DAMAGED"), "too few codes": (line * 3, b"DAMAGED"),
        "too many codes": (line * 5 + [5], b"damage (1)")}
    for name, (codes, wanted) in cases.items():
        open(f"{folder}/lzw.gif", "wb").write(gif(packed(codes)))
        done = drive("gif", "decode", f"{folder}/lzw.gif", check=False)
        # Rows before the damage are kept.
        report(wanted in done.stderr and bool(wanted) == bool(done.stderr), f"GIF: {name}: {done.stderr.decode().strip()}")


def check_gif_blocks(folder):
    # A parser that does not know XMP would read the bytes of a packet as block lengths. The packets contain all values, and
    # large values at the end.
    large = random.Random(4).randbytes(70001).replace(b"\0", b" ")
    packets = [b"<x:xmpmeta/>", bytes(range(1, 256)) * 5, large, b"\xff" * 600, b"\1" * 9, b"<\0x\0/\0>\0"]
    for number, xmp in enumerate(packets):
        blocks = {"xmp": xmp, "comment": b"both"}
        arguments = []
        for kind, data in blocks.items():
            open(f"{folder}/{kind}", "wb").write(data)
            arguments += ["--block", f"{kind}={folder}/{kind}"]
        data = drive("gif", "encode", f"{folder}/d.pam", "--delay", "50", *arguments).stdout
        # Profiles are read but not written.
        blocks["icc"] = profile = random.Random(number).randbytes(3001 if number else 255)
        parts = [profile[i:i + 255] for i in range(0, len(profile), 255)]
        parts = b"".join(bytes([len(part)]) + part for part in parts)
        at = data.index(b"\x21\xfe")
        data = data[:at] + b"\x21\xff\x0bICCRGBG1012" + parts + b"\0" + data[at:]
        open(f"{folder}/blocks.gif", "wb").write(data)
        decoded = len(frames(drive("gif", "decode", f"{folder}/blocks.gif").stdout)) == 3
        trailer = b"\x01" + bytes(range(255, -1, -1)) + b"\0"
        as_adobe_says = b"\x21\xff\x0bXMP DataXMP" + xmp + trailer in data
        if b"\0" in xmp:
            # Text that is not UTF-8 is dropped.
            blocks["xmp"] = xmp = b""
            as_adobe_says = b"XMP" not in data
        back = all(drive("gif", "block", f"{folder}/blocks.gif", kind).stdout == blocks[kind] for kind in blocks)
        beside = True
        if Image:
            with Image.open(f"{folder}/blocks.gif") as image:
                beside = image.n_frames == 3 and image.info.get("xmp", xmp or None) == (xmp or None)
        report(back and decoded and as_adobe_says and beside, f"GIF: a profile, a comment and {len(xmp)} bytes of XMP")
    long = [bytes([letter]) * 9000 for letter in b"ab"]
    arguments = []
    for number, text in enumerate(long):
        open(f"{folder}/comment{number}", "wb").write(text)
        arguments += ["--block", f"comment={folder}/comment{number}"]
    open(f"{folder}/blocks.gif", "wb").write(drive("gif", "encode", f"{folder}/d.pam", *arguments).stdout)
    output = drive("gif", "block", f"{folder}/blocks.gif", "comment").stdout
    report(output == b"".join(long), "GIF: two comments, each longer than 16 sub-blocks")
    # Frames that extend beyond a small canvas still take time to decode.
    data = lzw([0] * 64 * 64, 2)
    frame = b"\x2c" + b"".join(n.to_bytes(2, "little") for n in (0, 0, 64, 64)) + b"\0" + data
    small = b"\x2c" + b"".join(n.to_bytes(2, "little") for n in (0, 0, 4, 4)) + b"\0" + lzw([0] * 16, 2)
    for count in (15, 16):
        file = b"GIF89a\4\0\4\0\x80\0\0" + b"\0\0\0\xff\xff\xff" + small + frame * count + b";"
        open(f"{folder}/outside.gif", "wb").write(file)
        done = drive("gif", "decode", f"{folder}/outside.gif", "--pixels", "4096", check=False)
        passed = done.returncode == 0 if count == 15 else b"LIMIT" in done.stderr
        report(passed, f"GIF: {count} frames that are larger than the canvas")


# TIFF


def exif(order, entries, nested=()):
    """Builds an EXIF block with `entries` in the first directory, and the `nested` directories (tag, entries) below it. An
    entry is a tag, a type and a value.
    """
    widths = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}

    def number(value, count):
        return value.to_bytes(count, order)

    def directory(start, entries):
        out, rest = number(len(entries), 2), b""
        behind = start + 2 + 12 * len(entries) + 4
        for tag, kind, value in sorted(entries):
            count = len(value) // widths[kind]
            out += number(tag, 2) + number(kind, 2) + number(count, 4)
            if len(value) <= 4:
                out += value.ljust(4, b"\0")
            else:
                out += number(behind + len(rest), 4)
                rest += value + b"\0" * (len(value) % 2)
        return out + number(0, 4) + rest

    # The first pass has the same length; its offsets are not known yet.
    places = {tag: 0 for tag, _ in nested}
    first = entries + [(tag, 4, number(0, 4)) for tag, _ in nested]
    at, below = 8 + len(directory(8, first)), b""
    for tag, within in nested:
        places[tag] = at + len(below)
        below += directory(places[tag], within)
    first = entries + [(tag, 4, number(place, 4)) for tag, place in places.items()]
    mark = b"II*\0" if order == "little" else b"MM\0*"
    return mark + number(8, 4) + directory(8, first) + below


def entries_of(block, at=None):
    """Returns the contents of an EXIF block as {tag: (type, value)}, with nested directories in place of their offsets."""
    order = "little" if block[:2] == b"II" else "big"
    widths = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}

    def number(at, count):
        return int.from_bytes(block[at:at + count], order)

    at = number(4, 4) if at is None else at
    result = {}
    for i in range(number(at, 2)):
        entry = at + 2 + 12 * i
        tag, kind = number(entry, 2), number(entry + 2, 2)
        size = number(entry + 4, 4) * widths[kind]
        start = entry + 8 if size <= 4 else number(entry + 8, 4)
        is_place = tag in (0x8769, 0x8825, 0xA005)
        result[tag] = entries_of(block, number(entry + 8, 4)) if is_place else (kind, block[start:start + size])
    return result


def check_tiff(folder):
    open(f"{folder}/t.pam", "wb").write(pam(3, 2, 3, bytes(range(18))))
    for order in ("little", "big"):
        def rational(*values):
            return b"".join(value.to_bytes(4, order) for value in values)

        texts = [(0x010F, 2, b"Maker\0"), (0x0110, 2, b"M1\0"), (0x8298, 2, b"whose it is\0")]
        texts += [(0x9C9B, 1, "Titel\0".encode("utf-16-le")), (0x4746, 3, (4).to_bytes(2, order))]
        camera = [
            (0x829A, 5, rational(1, 125)), (0x8827, 3, (200).to_bytes(2, order)), (0x9003, 2, b"2024:02:03 04:05:06\0"),
            (0x927C, 7, bytes(range(200))), (0xFDE8, 2, b"unknown\0")]
        gps = [(0x0001, 2, b"N\0"), (0x0002, 5, rational(52, 1, 31, 1, 0, 1))]
        block = exif(order, texts, [(0x8769, camera), (0x8825, gps)])
        open(f"{folder}/exif", "wb").write(block)
        data = drive("tiff", "encode", f"{folder}/t.pam", "--block", f"exif={folder}/exif").stdout
        open(f"{folder}/t.tif", "wb").write(data)
        back = drive("tiff", "block", f"{folder}/t.tif", "exif").stdout
        same = back[:2] == data[:2] == block[:2] and entries_of(back) == entries_of(block)
        report(same, f"TIFF: EXIF, GPS and texts survive a round trip, {order}-endian, {len(block)} bytes")
        pixels = frames(drive("tiff", "decode", f"{folder}/t.tif").stdout)[0][3] == bytes(range(18))
        report(pixels, f"TIFF: pixels survive a round trip, {order}-endian")
        cut = [drive("tiff", "info", f"{folder}/t.tif", "--truncate", str(n), check=False) for n in range(8, len(data), 7)]
        report(all(done.returncode in (0, 2) for done in cut), "TIFF: truncated files with EXIF")
        few = drive("tiff", "info", f"{folder}/t.tif", "--metadata", "100", check=False)
        report(few.returncode == 2 and b"LIMIT" in few.stderr, "TIFF: EXIF that exceeds the limit on metadata")
        if Image:
            with Image.open(f"{folder}/t.tif") as image:
                tags = image.getexif()
                theirs = tags.get(0x010F) == "Maker" and tags.get_ifd(0x8769).get(0x8827) == 200
                theirs = theirs and tags.get_ifd(0x8825).get(1) == "N" and image.tobytes() == bytes(range(18))
            report(theirs, f"TIFF: EXIF written by us is read by Pillow, {order}-endian")
    # A directory that refers to itself, and entries outside the file.
    loop = bytearray(data)
    at = loop.rindex((0x8825).to_bytes(2, "big"))
    loop[at + 8:at + 12] = loop[4:8]
    open(f"{folder}/loop.tif", "wb").write(loop)
    report(drive("tiff", "info", f"{folder}/loop.tif", check=False).returncode in (0, 2), "TIFF: EXIF that refers to the image's directory")
    drive("tiff", "torture", f"{folder}/t.tif", "3000")
    if Image:
        image = Image.new("RGB", (5, 4), (9, 8, 7))
        tags = Image.Exif()
        tags[0x010F] = "Pillow"
        tags.get_ifd(0x8769)[0x8827] = 400
        tags[0x8769] = tags.get_ifd(0x8769)
        image.save(f"{folder}/p.tif", exif=tags)
        back = entries_of(drive("tiff", "block", f"{folder}/p.tif", "exif").stdout)
        report(back[0x8769][0x8827][1] == b"\x90\1", "TIFF: EXIF written by Pillow is read by us")
    check_lab(folder)
    check_pages(folder)
    check_sample_formats(folder)


def plain_tiff(pages, order="little"):
    """Builds a TIFF from pages {tag: values}. Tag 273 of each page is the bytes of its strip; all values have 32 bits, except
    lists of bits per sample.
    """
    out = bytearray((b"II*\0" if order == "little" else b"MM\0*") + bytes(4))
    link = 4
    for tags in pages:
        tags, strip = {**tags, 279: [len(tags[273])]}, tags[273]
        tags[273] = [len(out)]
        out += strip + bytes(len(strip) % 2)
        lists = {}
        for tag, values in tags.items():
            if len(values) > 1:
                lists[tag] = len(out)
                out += b"".join(value.to_bytes(2 if tag == 258 else 4, order) for value in values) + bytes(2)
        out[link:link + 4] = len(out).to_bytes(4, order)
        out += len(tags).to_bytes(2, order)
        for tag in sorted(tags):
            count = len(tags[tag])
            out += tag.to_bytes(2, order) + (3 if tag == 258 and count > 1 else 4).to_bytes(2, order)
            out += count.to_bytes(4, order) + (lists[tag] if count > 1 else tags[tag][0]).to_bytes(4, order)
        link = len(out)
        out += bytes(4)
    return bytes(out)


def page(width, height, samples, data, bits=8, photometric=None):
    photometric = {1: 1, 3: 2}[samples] if photometric is None else photometric
    return {
        256: [width], 257: [height], 258: [bits] * samples, 259: [1], 262: [photometric], 273: data, 277: [samples],
        278: [height]}


GAMMA_1, GAMMA_2 = b"curv" + bytes(8), b"curv" + bytes(7) + b"\1\2\0"


def check_pages(folder):
    gray, red, wide = page(2, 1, 1, b"\1\2"), page(2, 1, 3, bytes(6)), page(3, 1, 1, b"\1\2\3")
    turned, invalid = {**gray, 274: [6]}, {**gray, 274: [9]}
    cases = {
        "equal": ([gray, gray], False), "of two kinds": ([gray, red], True), "of two sizes": ([gray, wide], True),
        "of one orientation": ([turned, turned], False), "upright, and without a valid orientation": ([gray, invalid], False),
        "of two orientations": ([gray, turned], True), "of two orientations, the first one turned": ([turned, gray], True)}
    one, other = ({**red, 34675: list(matrix_profile(curve))} for curve in (GAMMA_1, GAMMA_2))
    cases |= {
        "of one profile": ([one, one], False), "of two profiles": ([one, other], True),
        "with a profile, and without": ([one, red], True), "without a profile, and with": ([red, one], True)}
    for name, (pages, has_more) in cases.items():
        open(f"{folder}/pages.tif", "wb").write(plain_tiff(pages))
        output = drive("tiff", "info", f"{folder}/pages.tif").stdout
        report((b"has more frames" in output) == has_more, f"TIFF: two pages: {name}")
    for tag, value in ((274, 9), (274, 0), (296, 7)):
        open(f"{folder}/pages.tif", "wb").write(plain_tiff([{**gray, tag: [value]}]))
        done = drive("tiff", "info", f"{folder}/pages.tif", check=False)
        passed = done.returncode == 0 and b"damage" not in done.stdout + done.stderr
        report(passed, f"TIFF: {value}, which is invalid, in tag {tag} is no damage of the image")
    for count, has_more in ((1000, False), (1001, True)):
        open(f"{folder}/pages.tif", "wb").write(plain_tiff([gray] * count))
        output = drive("tiff", "info", f"{folder}/pages.tif").stdout
        said = b"has more frames" in output if has_more else b" 1000 frames," in output
        report(said, f"TIFF: {count} pages: all are frames, or only the first one, with a warning")


def check_sample_formats(folder):
    unsigned = page(2, 1, 1, b"\1\2\3\4\5\6\7\x08")
    wanted = drive_tiff(folder, [unsigned], "decode").stdout
    for name, kind, is_read in (
            ("without a type", 4, True), ("signed", 2, False), ("floating", 3, False), ("complex integers", 5, False),
            ("complex", 6, False)):
        done = drive_tiff(folder, [{**unsigned, 339: [kind]}], "decode")
        same = done.returncode == 0 and done.stdout == wanted
        refused = done.returncode == 2 and b"UNSUPPORTED: cannot read 8-bit samples: they are " in done.stderr
        report(same if is_read else refused, f"TIFF: samples: {name}")
    output = drive_tiff(folder, [unsigned, {**unsigned, 339: [2]}], "info")
    passed = output.returncode == 0 and b"has more frames" in output.stdout and b"damage (" not in output.stderr
    report(passed, "TIFF: a second page that cannot be read is not damage of the first")


def drive_tiff(folder, pages, command):
    open(f"{folder}/drawn.tif", "wb").write(plain_tiff(pages))
    return drive("tiff", command, f"{folder}/drawn.tif", check=False)


def check_lab(folder):
    # Relative to D50, as in profiles: gray, sRGB's primaries, and black.
    colors = {
        (53.585, 0, 0): (128, 128, 128), (100, 0, 0): (255, 255, 255), (54.29, 80.80, 69.89): (255, 0, 0),
        (87.82, -79.27, 80.99): (0, 255, 0), (29.57, 68.29, -112.03): (0, 0, 255), (0, 0, 0): (0, 0, 0)}
    wanted = [value for color in colors.values() for value in color]
    for bits in (8, 16):
        for kind, offset in ((8, 0), (9, 128)):
            for order in ("little", "big"):
                unit, most = 1 << bits - 8, (1 << bits) - 1
                data = b"".join(
                    (round(value * most / 100) if i == 0 else round((value + offset) * unit) & most).to_bytes(bits // 8, order)
                    for color in colors for i, value in enumerate(color))
                file = plain_tiff([page(len(colors), 1, 3, data, bits, kind)], order)
                open(f"{folder}/lab.tif", "wb").write(file)
                pixels = drive("tiff", "decode", f"{folder}/lab.tif").stdout[-len(wanted) * bits // 8:]
                got = [int.from_bytes(pixels[i:i + bits // 8], "big") * 255 / most for i in range(0, len(pixels), bits // 8)]
                worst = max(abs(a - b) for a, b in zip(got, wanted))
                report(worst < (11 if bits == 8 else 1.1), f"TIFF: {'ICCLab' if offset else 'CIELab'} of {bits} bits, {order}-endian: largest error {worst:.2f}")


# WebP


def check_webp(folder):
    check_webp_gray(folder)
    for tool in ("cwebp", "dwebp"):
        if not shutil.which(tool):
            print(f"       WebP: {tool} is not installed")
            return
    if not Image:
        print("       WebP: Pillow is not installed")
        return
    photos = [f"{PHOTOS}/{name}" for name in ("Garden.jpg", "Aqua.jpg")]
    photos = [path for path in photos if os.path.exists(path)]
    cases = [("photo", Image.open(path).convert("RGB").resize((611, 383))) for path in photos]
    shaded = Image.new("RGBA", (200, 150))
    shaded.putdata([(x, y, (x * y) % 256, (x * 7 + y * 3) % 256) for y in range(150) for x in range(200)])
    cases += [("alpha", shaded), ("noise", Image.frombytes("RGB", (97, 61), random.Random(1).randbytes(97 * 61 * 3)))]
    for name, image in cases:
        image.save(f"{folder}/a.png")
        for mode in (["-lossless"], ["-q", "75"], ["-q", "100", "-m", "6"]):
            subprocess.run(["cwebp", "-quiet", *mode, f"{folder}/a.png", "-o", f"{folder}/a.webp"], check=True)
            subprocess.run(["dwebp", "-quiet", "-pam", f"{folder}/a.webp", "-o", f"{folder}/a.pam"], check=True)
            theirs = rgba(frames(open(f"{folder}/a.pam", "rb").read())[0])
            ours = rgba(frames(drive("webp", "decode", f"{folder}/a.webp").stdout)[0])
            exact = mode != ["-lossless"] or visible(ours) == visible(image.convert("RGBA").tobytes())
            report(ours == theirs and exact, f"WebP: {name} written by cwebp {' '.join(mode)} is read as by dwebp")
        channels = len(image.getbands())
        open(f"{folder}/b.pam", "wb").write(pam(*image.size, channels, image.tobytes()))
        for quality in ("0", "50", "90", "100"):
            data = drive("webp", "encode", f"{folder}/b.pam", "--quality", quality).stdout
            open(f"{folder}/b.webp", "wb").write(data)
            with Image.open(f"{folder}/b.webp") as back:
                theirs = back.convert("RGBA").tobytes()
            ours = rgba(frames(drive("webp", "decode", f"{folder}/b.webp").stdout)[0])
            decibels = psnr(visible(ours), visible(image.convert("RGBA").tobytes()))
            wanted = "90" if quality == "0" else quality
            subprocess.run(["cwebp", "-quiet", "-q", wanted, f"{folder}/a.png", "-o", f"{folder}/a.webp"], check=True)
            beside = rgba(frames(drive("webp", "decode", f"{folder}/a.webp").stdout)[0])
            same = psnr(visible(beside), visible(image.convert("RGBA").tobytes()))
            if quality == "100":
                exact = ours == (image.convert("RGBA").tobytes())
                report(exact, f"WebP: {name} at quality 100 is lossless, even for hidden colors")
            report(
                ours == theirs and decibels >= same - 0.1,
                f"WebP: {name} at quality {quality}: {len(data)} bytes, {decibels:.1f} dB; cwebp {same:.1f} dB",
            )
    check_webp_blocks(folder, cases[0][1])
    check_webp_animations(folder)


def check_webp_gray(folder):
    # A gray profile with a linear curve, and one with a power of 2.2.
    for name, curve, wanted in (("light", bytes(4), 188), ("a power", bytes([0, 0, 0, 1, 2, 0x33, 0, 0]), 128)):
        tag = b"curv\0\0\0\0" + curve
        table = (1).to_bytes(4, "big") + b"kTRC" + (144).to_bytes(4, "big") + len(tag).to_bytes(4, "big")
        head = b"test\2\x10\0\0mntrGRAYXYZ " + bytes(12) + b"acsp" + bytes(88)
        profile = (144 + len(tag)).to_bytes(4, "big") + head + table + tag
        open(f"{folder}/gray.icc", "wb").write(profile)
        open(f"{folder}/g.pam", "wb").write(pam(2, 1, 1, bytes([128, 255])))
        arguments = ["--quality", "100", "--block", f"icc={folder}/gray.icc"]
        open(f"{folder}/g.webp", "wb").write(drive("webp", "encode", f"{folder}/g.pam", *arguments).stdout)
        back = frames(drive("webp", "decode", f"{folder}/g.webp").stdout)[0][3]
        none = drive("webp", "block", f"{folder}/g.webp", "icc").stdout == b""
        report(none and abs(back[0] - wanted) <= 1 and back[3] == 255, f"WebP: gray with a profile of {name} becomes sRGB without a profile: {back[0]}")


def check_webp_blocks(folder, image):
    blocks = {"icc": random.Random(2).randbytes(3001), "exif": b"II*\0\x08\0\0\0" + bytes(40), "xmp": b"<x:xmpmeta/>"}
    arguments = []
    for kind, data in blocks.items():
        open(f"{folder}/{kind}", "wb").write(data)
        arguments += ["--block", f"{kind}={folder}/{kind}"]
    data = drive("webp", "encode", f"{folder}/b.pam", *arguments).stdout
    open(f"{folder}/c.webp", "wb").write(data)
    with Image.open(f"{folder}/c.webp") as back:
        same = back.info.get("icc_profile") == blocks["icc"] and back.info.get("exif") == blocks["exif"]
        same = same and back.info.get("xmp", back.info.get("XMP")) in (blocks["xmp"], None)
    report(same, "WebP: a profile, EXIF and XMP written by us are read by Pillow")
    image.save(f"{folder}/d.webp", icc_profile=blocks["icc"], exif=b"Exif\0\0" + blocks["exif"], xmp=blocks["xmp"])
    output = drive("webp", "info", f"{folder}/d.webp").stdout.decode()
    are_listed = all(f"{kind}: {len(data)} bytes" in output for kind, data in blocks.items())
    report(are_listed, "WebP: a profile, EXIF and XMP written by Pillow are read by us")
    few = drive("webp", "info", f"{folder}/d.webp", "--metadata", "3000", check=False)
    report(few.returncode == 2 and b"LIMIT" in few.stderr, "WebP: metadata that exceeds the limit")


def check_webp_animations(folder):
    r = random.Random(5)
    for number, settings in enumerate(({"lossless": True}, {"quality": 80}, {"lossless": True, "minimize_size": True})):
        images = []
        for i in range(7):
            image = Image.new("RGBA", (61, 47), (10, 20, 30, 255 if number == 1 else 0))
            for _ in range(4):
                x, y = r.randrange(50), r.randrange(40)
                image.paste(tuple(r.randbytes(3)) + (r.choice([255, 128]),), (x, y, x + 11, y + 9))
            images.append(image)
        times = [40, 100, 7, 250, 90, 33, 60]
        path = f"{folder}/e{number}.webp"
        images[0].save(path, save_all=True, append_images=images[1:], duration=times, loop=4, **settings)
        done = drive("webp", "decode", path)
        ours = [visible(rgba(frame)) for frame in frames(done.stdout)]
        with Image.open(path) as image:
            theirs = [visible(frame.convert("RGBA").tobytes()) for frame in ImageSequence.Iterator(image)]
        ours_times = [int(line.split()[2]) for line in done.stderr.decode().splitlines() if line.startswith("frame")]
        plays = " 4 plays" in drive("webp", "info", path).stdout.decode()
        report(ours == theirs and ours_times == times and plays, f"WebP: an animation written by Pillow, {settings}")
        cut = drive("webp", "decode", path, "--truncate", str(os.path.getsize(path) * 2 // 3), check=False)
        ours = [visible(rgba(frame)) for frame in frames(cut.stdout)]
        report(
            cut.returncode == 2 and b"TRUNCATED" in cut.stderr and 0 < len(ours) < 7 and ours == theirs[:len(ours)],
            f"WebP: two thirds of its bytes: {len(ours)} frames")


# AVIF


def check_avif(folder):
    def box(name, body):
        return (len(body) + 8).to_bytes(4, "big") + name + body

    open(f"{folder}/a.pam", "wb").write(pam(3, 2, 3, bytes(range(18))))
    still = drive("avif", "encode", f"{folder}/a.pam").stdout
    track = box(b"moov", box(b"mvhd", bytes(100)))
    head = still[:8] + b"avis" + still[12:int.from_bytes(still[:4], "big")]
    open(f"{folder}/s.avif", "wb").write(head + still[len(head):] + track)
    output = drive("avif", "info", f"{folder}/s.avif").stdout
    drive("avif", "decode", f"{folder}/s.avif")
    report(b"'sequence', has more frames" in output, "AVIF: the still image of a sequence is read, with a notice")
    open(f"{folder}/v.avif", "wb").write(head + track)
    # A ramp in which red rises as blue falls, with subsampled chroma, must have no steps.
    ramp = bytes(value for _ in range(31) for x in range(33) for value in (7 * x, 90, 255 - 7 * x))
    open(f"{folder}/r.pam", "wb").write(pam(33, 31, 3, ramp))
    open(f"{folder}/r.avif", "wb").write(drive("avif", "encode", f"{folder}/r.pam", "--quality", "85").stdout)
    back = frames(drive("avif", "decode", f"{folder}/r.avif").stdout)[0][3]
    mean = sum(abs(a - b) for a, b in zip(back, ramp)) / len(ramp)
    report(mean < 1, f"AVIF: a ramp of colors with subsampled chroma: mean error {mean:.2f}")
    video = drive("avif", "info", f"{folder}/v.avif", check=False)
    for color in (b"\xff\0\0", b"\0\xff\0"):
        open(f"{folder}/{color[0]}.ppm", "wb").write(b"P6 16 16 255\n" + color * 256)
        subprocess.run(["convert", f"{folder}/{color[0]}.ppm", f"PNG24:{folder}/{color[0]}.png"], check=True)
    for names, has_more in ((["255"], False), (["255", "0"], True), (["255", "0", "255"], True)):
        inputs = [f"{folder}/{name}.png" for name in names]
        subprocess.run(["heif-enc", "-A", *inputs, "-o", f"{folder}/n.avif"], check=True, capture_output=True)
        output = drive("avif", "info", f"{folder}/n.avif").stdout
        report((b"has more frames" in output) == has_more, f"AVIF: a file of {len(names)}: a notice tells of the others")
    # The alpha of an image becomes an auxiliary image of another kind.
    open(f"{folder}/t.pam", "wb").write(pam(16, 16, 4, bytes(range(256)) * 4))
    alpha = drive("avif", "encode", f"{folder}/t.pam").stdout
    # A depth map is notice 7 of the contract, and an auxiliary image notice 8.
    for name, expected in ((b"alpha", []), (b"depth", [b"notice 7"]), (b"other", [b"notice 8"])):
        open(f"{folder}/x.avif", "wb").write(alpha.replace(b"auxiliary:alpha", b"auxiliary:" + name))
        found = [line for line in drive("avif", "info", f"{folder}/x.avif").stdout.splitlines() if line.startswith(b"notice")]
        report(found == expected, f"AVIF: an image with {name.decode()}: {found}")
    report(video.returncode == 2 and b"UNSUPPORTED: image sequences" in video.stderr, "AVIF: a sequence without a still image is rejected")


# JPEG XL


def matrix_profile(curve):
    """Builds a profile with the primaries of Adobe RGB (1998), relative to D50, and one curve for all channels."""
    def s15(*values):
        return b"".join(round(value * 65536).to_bytes(4, "big", signed=True) for value in values)

    xyz = {b"rXYZ": (0.60974, 0.31111, 0.01947), b"gXYZ": (0.20528, 0.62567, 0.06087), b"bXYZ": (0.14919, 0.06322, 0.74457)}
    tags = {name: b"XYZ \0\0\0\0" + s15(*values) for name, values in {**xyz, b"wtpt": (0.9642, 1, 0.8249)}.items()}
    tags |= {name: curve for name in (b"rTRC", b"gTRC", b"bTRC")}
    tags |= {b"desc": b"desc\0\0\0\0" + (2).to_bytes(4, "big") + b"A\0" + bytes(79), b"cprt": b"text\0\0\0\0none\0\0\0\0"}
    table, data = len(tags).to_bytes(4, "big"), b""
    for name, value in tags.items():
        table += name + (132 + 12 * len(tags) + len(data)).to_bytes(4, "big") + len(value).to_bytes(4, "big")
        data += value + bytes(-len(value) % 4)
    head = (128 + len(table) + len(data)).to_bytes(4, "big") + b"test\2\x10\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28)
    return head + s15(0.9642, 1, 0.8249) + bytes(48) + table + data


def check_jxl(folder):
    green, gray = bytes([0, 255, 0]), bytes([128, 128, 128])
    open(f"{folder}/j.pam", "wb").write(pam(64, 32, 3, (green * 32 + gray * 32) * 32))
    power = b"curv\0\0\0\0\0\0\0\1\x02\x33\0\0"
    table = [round(65535 * (i / 63) ** 2.5) for i in range(64)]
    table = b"curv\0\0\0\0" + (64).to_bytes(4, "big") + b"".join(value.to_bytes(2, "big") for value in table)
    for name, curve in (("a power", power), ("a table", table)):
        profile = matrix_profile(curve)
        open(f"{folder}/icc", "wb").write(profile)
        for quality in ("90", "100"):
            data = drive("jxl", "encode", f"{folder}/j.pam", "--quality", quality, "--block", f"icc={folder}/icc").stdout
            open(f"{folder}/j.jxl", "wb").write(data)
            back = drive("jxl", "block", f"{folder}/j.jxl", "icc").stdout
            pixels = frames(drive("jxl", "decode", f"{folder}/j.jxl").stdout)[0][3]
            middle = pixels[(16 * 64 + 8) * 3:][:3]
            # The green is outside sRGB. libjxl replaces curves that it does not know by sRGB's, and keeps the primaries.
            same = back == profile or name == "a table" and quality == "90" and b"acsp" in back
            near = max(abs(a - b) for a, b in zip(middle, green)) < 32
            report(same and near, f"JPEG XL: a wide gamut, whose curve is {name}, at quality {quality}: {tuple(middle)}")


# QOI


def check_qoi(folder):
    if not Image or "QOI" not in Image.registered_extensions().values():
        print("       QOI: Pillow cannot read QOI")
        return
    image = Image.frombytes("RGB", (97, 61), random.Random(1).randbytes(97 * 61 * 3)).resize((300, 200))
    open(f"{folder}/q.pam", "wb").write(pam(300, 200, 3, image.tobytes()))
    open(f"{folder}/q.qoi", "wb").write(drive("qoi-c", "encode", f"{folder}/q.pam").stdout)
    report(Image.open(f"{folder}/q.qoi").tobytes() == image.tobytes(), "QOI: read by Pillow")


if Image:
    Image.init()
with tempfile.TemporaryDirectory() as scratch:
    for name, check in {"gif": check_gif, "tiff": check_tiff, "avif": check_avif, "jxl": check_jxl, "webp": check_webp, "qoi-c": check_qoi}.items():
        if name in NAMES and os.path.exists(f"{BUILD}/plugins-checked/{name}.so"):
            check(scratch)
sys.exit(failures > 0)
