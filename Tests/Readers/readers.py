"""Readers of other hands. Each is a function from a path to a Picture."""

import functools
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

import numpy

import compositor
from pictures import Frame, Picture, rgba


class Unreadable(Exception):
    """A reader refused a file."""


def run(*words, input=b""):
    """Runs a program. Returns stdout; raises if it fails."""
    process = subprocess.run([str(word) for word in words], input=input, capture_output=True, timeout=120)
    if process.returncode != 0:
        raise Unreadable(f"{words[0]} ended with {process.returncode}: {process.stderr.decode(errors='replace').strip()[:300]}")
    return process.stdout


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def to_samples(data, height, width, channels, depth, order="<"):
    kind = numpy.dtype(f"{order}u2") if depth > 8 else numpy.dtype("u1")
    return numpy.frombuffer(data, kind).astype(numpy.uint16 if depth > 8 else numpy.uint8).reshape(height, width, channels)


# MARK: The compositor and the parsers of this test


def own(path):
    """Parses PNG and GIF in Python alone. ffmpeg decodes each frame of an animated WebP alone, with decoders of its own."""
    data = read_bytes(path)
    if data[:3] == b"GIF":
        return compositor.read_gif(data)
    if data[:4] == b"RIFF":
        return compositor.read_webp(data, decode_webp_frame)
    return compositor.read_png(data)


def decode_webp_frame(data):
    with tempfile.NamedTemporaryFile(suffix=".webp") as file:
        file.write(data)
        file.flush()
        return ffmpeg(file.name).pixels


# MARK: Pillow

# RGBA is missing: Pillow also opens gray with alpha of 16 bits as RGBA.
PILLOW_CHANNELS = {"1": 1, "L": 1, "I;16": 1, "I": 1, "LA": 2, "RGB": 3}


def pillow(path):
    """Its readers of PNG, GIF, QOI and PNM are its own. It has newer versions of libwebp, libavif and libjpeg-turbo than frameit.
    It reduces 16 bits of colors to their high byte. Version 13.0 reads no TIFF with gray and alpha of 16 bits, and
    fills areas that a GIF clears with an opaque color if the first frame is opaque, also in files of ImageMagick.
    pillow-jxl-plugin 1.3.8 mixes up the bytes of gray with alpha of 16 bits.
    """
    import pillow_jxl  # noqa: F401  registers JPEG XL
    from PIL import Image

    frames = []
    with Image.open(path) as image:
        mode = image.mode
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            image.load()
            if image.mode in ("I;16", "I"):
                pixels = rgba(numpy.asarray(image).astype(numpy.uint16))
            else:
                pixels = numpy.asarray(image.convert("RGBA"))
            frames.append(Frame(pixels, image.info.get("duration", 0)))
        plays = image.info.get("loop")
        if image.format == "GIF":
            # The extension counts the repetitions after the first time.
            plays = 1 if plays is None else plays + 1 if plays else 0
    return Picture(frames, plays, PILLOW_CHANNELS.get(mode))


# MARK: libvips


def libvips(path):
    """pyvips-binary: its GIF reader is libnsgif; it has newer versions of libwebp, libtiff and libheif than frameit."""
    import pyvips

    # Outputs of the same name are different images.
    pyvips.cache_set_max(0)
    image = pyvips.Image.new_from_file(path)
    fields = image.get_fields()
    count = image.get("n-pages") if "n-pages" in fields else 1
    if count > 1:
        image = pyvips.Image.new_from_file(path, n=-1)
    pixels = image.numpy().reshape(image.height, image.width, image.bands)
    channels = image.bands
    depth = 16 if image.format == "ushort" else 8
    if pixels.dtype not in (numpy.uint8, numpy.uint16):
        raise Unreadable(f"samples are {image.format}")
    height = image.get("page-height") if count > 1 else image.height
    delays = image.get("delay") if "delay" in fields else [None] * count
    frames = [Frame(rgba(pixels[i * height : (i + 1) * height]), delays[i]) for i in range(count)]
    return Picture(frames, image.get("loop") if "loop" in fields else None, channels, depth)


# MARK: ImageMagick


@functools.cache
def magick():
    """The command of ImageMagick. Debian 12's is version 6, whose command has its version in its name."""
    return next(name for name in ("magick", "convert-im6.q16", "convert") if shutil.which(name))


def imagemagick(path):
    """Its GIF decoder is its own. Delays are in hundredths of a second, so the delays of other formats are not compared. Animated
    WebP is not compared: version 6.9.11 blends all frames, also those that replace the canvas.
    """
    lines = run(magick(), path, "-coalesce", "-format", "%w %h %T %z %[colorspace]\n", "info:").decode().splitlines()
    facts = [line.split() for line in lines]
    width, height, depth = int(facts[0][0]), int(facts[0][1]), int(facts[0][3])
    depth = 16 if depth > 8 else 8
    data = run(magick(), path, "-coalesce", "-colorspace", "sRGB", "-depth", depth, "-endian", "LSB", "rgba:-")
    length = width * height * 4 * (depth // 8)
    if len(data) != length * len(facts):
        raise Unreadable(f"{len(data)} bytes of pixels, not {length * len(facts)}")
    is_gif = path.endswith(".gif")
    frames = [
        Frame(to_samples(data[i * length : (i + 1) * length], height, width, 4, depth), 10 * int(fact[2]) if is_gif else None)
        for i, fact in enumerate(facts)]
    plays = None
    if is_gif:
        found = re.search(rb"Iterations: (\d+)", run(magick(), path + "[0]", "-verbose", "info:"))
        plays = int(found[1]) if found else 1
    return Picture(frames, plays, None, depth)


# MARK: ffmpeg

# Pixel formats of ffmpeg as they are stored: channels, bits, byte order. Others are converted to the one in CONVERTED, by
# moving samples only.
PACKED = {
    "gray": (1, 8, "<"), "gray16le": (1, 16, "<"), "gray16be": (1, 16, ">"), "ya8": (2, 8, "<"), "ya16le": (2, 16, "<"),
    "ya16be": (2, 16, ">"), "rgb24": (3, 8, "<"), "rgb48le": (3, 16, "<"), "rgb48be": (3, 16, ">"), "rgba": (4, 8, "<"),
    "rgba64le": (4, 16, "<"), "rgba64be": (4, 16, ">"),
}
CONVERTED = {
    "pal8": "rgba", "bgra": "rgba", "argb": "rgba", "bgr24": "rgb24", "monob": "gray", "monow": "gray", "gbrp": "rgb24",
    "gbrap": "rgba", "gbrp12le": "rgb48le", "rgb0": "rgb24", "bgr0": "rgb24",
}
# Without them, ffmpeg replaces short delays, as many viewers do.
FFMPEG_OPTIONS = {".gif": ["-min_delay", "0"], "apng": ["-default_fps", "1000000", "-max_fps", "0"]}
PLANAR = re.compile(r"yuv(j|a)?(4\d\d)p(\d\d)?(?:le)?$|gray(\d\d)le$")


def ffmpeg(path):
    """Its decoders of GIF, PNG, WebP, TIFF, QOI, PNM and JPEG are its own; AVIF is decoded by dav1d."""
    is_apng = path.endswith(".png") and b"acTL" in read_bytes(path)[:100]
    options = FFMPEG_OPTIONS.get("apng" if is_apng else os.path.splitext(path)[1], [])
    found = json.loads(run(
        "ffprobe", "-v", "error", *options, "-show_entries",
        "stream=pix_fmt,width,height,color_range,color_space,codec_name:frame=pts_time,pkt_duration_time", "-of", "json", path))
    stream, times = found["streams"][0], found["frames"]
    name, width, height = stream["pix_fmt"], stream["width"], stream["height"]
    out = CONVERTED.get(name, name)
    data = run("ffmpeg", "-v", "error", *options, "-i", path, "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", out, "-")
    if out in PACKED:
        channels, depth, order = PACKED[out]
        length = width * height * channels * (depth // 8)
        pixels = [
            rgba(to_samples(data[at : at + length], height, width, channels, depth, order)) for at in range(0, len(data), length)]
    else:
        channels, depth = None, None
        pixels = [from_planes(data, width, height, stream)]
    if len(pixels) != len(times):
        raise Unreadable(f"ffmpeg: {len(pixels)} frames, but ffprobe: {len(times)}")
    frames = [Frame(one, 1000 * float(time.get("pkt_duration_time", 0))) for one, time in zip(pixels, times)]
    return Picture(frames, None, None if name == "pal8" else channels, None if name.startswith("mono") else depth)


# Weights of red and blue in luma.
LUMA = {"bt709": (0.2126, 0.0722), "bt2020nc": (0.2627, 0.0593)}


def from_planes(data, width, height, stream):
    """Converts YUV to RGB in floating point, with linear interpolation of the chroma between its centers."""
    found = PLANAR.match(stream["pix_fmt"])
    if not found:
        raise Unreadable(f"the pixel format {stream['pix_fmt']} is not expected")
    letter, sampling, bits, gray_bits = found.groups()
    bits = int(bits or gray_bits or 8)
    half_x, half_y = sampling in ("420", "422"), sampling in ("420", "440")
    small = (height + 1) // 2 if half_y else height, (width + 1) // 2 if half_x else width
    sizes = [(height, width)] + ([small, small] if sampling else []) + ([(height, width)] if letter == "a" else [])
    kind, at, planes = numpy.dtype("<u2" if bits > 8 else "u1"), 0, []
    for h, w in sizes:
        planes.append(numpy.frombuffer(data, kind, h * w, at).reshape(h, w).astype(float))
        at += h * w * kind.itemsize
    if at != len(data):
        raise Unreadable(f"{len(data)} bytes of planes, not {at}")
    scale, most = 1 << bits - 8, (1 << bits) - 1
    is_full = letter == "j" or stream.get("color_range") == "pc" or not sampling and stream["codec_name"] != "av1"
    y = planes[0] / most if is_full else (planes[0] - 16 * scale) / (219 * scale)
    color = numpy.stack([y, y, y], 2)
    if sampling:
        range_c = most if is_full else 224 * scale
        b, r = ((upsampled(plane, height, width) - 128 * scale) / range_c for plane in planes[1:3])
        kr, kb = LUMA.get(stream.get("color_space"), (0.299, 0.114))
        color[..., 0] += 2 * (1 - kr) * r
        color[..., 1] -= 2 * (1 - kb) * kb / (1 - kr - kb) * b + 2 * (1 - kr) * kr / (1 - kr - kb) * r
        color[..., 2] += 2 * (1 - kb) * b
    full = 65535 if bits > 8 else 255
    samples = numpy.rint(color.clip(0, 1) * full).astype(numpy.uint16 if bits > 8 else numpy.uint8)
    pixels = rgba(samples)
    if letter == "a":
        pixels[..., 3] = planes[3]
    return pixels


def upsampled(plane, height, width):
    """Doubles a plane where it is half as large. Each sample is 3/4 of the nearest one and 1/4 of the next one."""
    for axis, length in ((0, height), (1, width)):
        if plane.shape[axis] != length:
            before = plane.take([0, *range(plane.shape[axis] - 1)], axis)
            after = plane.take([*range(1, plane.shape[axis]), plane.shape[axis] - 1], axis)
            pairs = numpy.stack([0.75 * plane + 0.25 * before, 0.75 * plane + 0.25 * after], axis + 1)
            shape = list(plane.shape)
            shape[axis] *= 2
            plane = pairs.reshape(shape).take(range(length), axis)
    return plane


# MARK: Programs of single formats


def read_pnm(data):
    """Reads the raw kinds of PNM, and PAM."""
    if data[:2] == b"P7":
        end = data.index(b"ENDHDR\n") + 7
        words = dict(line.split(None, 1) for line in data[3:end].decode().splitlines() if " " in line)
        width, height, channels, most = (int(words[name]) for name in ("WIDTH", "HEIGHT", "DEPTH", "MAXVAL"))
    else:
        found = re.match(rb"P([456])\s+(\d+)\s+(\d+)\s+(?:(\d+)\s)?", data)
        kind, width, height, most = (int(word or 1) for word in found.groups())
        end, channels = found.end(), 3 if kind == 6 else 1
        if kind == 4:
            rows = numpy.frombuffer(data, numpy.uint8, offset=end).reshape(height, -1)
            bits = 1 - numpy.unpackbits(rows, axis=1)[:, :width]
            return Picture([Frame(rgba(bits * numpy.uint8(255)))], None, 1)
    samples = to_samples(data[end:], height, width, channels, 16 if most > 255 else 8, ">")
    if most not in (255, 65535):
        samples = (samples.astype(numpy.uint32) * 255 // most).astype(numpy.uint8)
    return Picture([Frame(rgba(samples))], None, channels, 16 if most > 255 else 8)


def own_pnm(path):
    return read_pnm(read_bytes(path))


def netpbm(path):
    """netpbm's QOI and PNM readers are its own; its PNG reader uses libpng."""
    if path.endswith(".png"):
        return read_pnm(run("pngtopam", "-alphapam", path))
    if path.endswith(".qoi"):
        return read_pnm(run("qoitopam", path))
    return read_pnm(run("pamtopam", input=read_bytes(path)))


def tifffile(path):
    import tifffile as library

    with library.TiffFile(path) as file:
        frames = [Frame(rgba(numpy.ascontiguousarray(page.asarray()))) for page in file.pages]
        page = file.pages[0]
        return Picture(frames, None, page.samplesperpixel, page.bitspersample)


def through_png(*words):
    """Returns a reader that runs a program from a path to a PNG. It reads the first frame."""

    def read(path):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out.png")
            run(*words, path, out)
            picture = compositor.read_png(read_bytes(out))
            picture.bits = None  # the bits of the PNG
            return picture

    return read


djxl = through_png("djxl", "--quiet")
avifdec = through_png("avifdec")


def imagecodecs(path):
    """It has a newer libjxl than frameit. jxlinfo, by another author, gives the times."""
    import imagecodecs as library

    samples = library.jpegxl_decode(read_bytes(path))
    text = run("jxlinfo", "-v", path).decode()
    durations = [float(word) for word in re.findall(r"frame: .*duration: ([\d.]+) ms", text)]
    plays = re.search(r"num_loops: (\d+)", text)
    channels = re.search(r"num_color_channels: (\d)", text)
    count = int(channels[1]) + ("type: Alpha" in text)
    is_animated = len(durations) > 1
    stack = samples.reshape((len(durations) if is_animated else 1,) + samples.shape[1 if is_animated else 0 :])
    times = durations if is_animated else [None]
    depth = int(re.search(r"(\d+)-bit", text)[1])
    return Picture([Frame(rgba(one), time) for one, time in zip(stack, times, strict=True)], plays and int(plays[1]), count, depth)


def gifsicle(path):
    """gifsicle's reader is its own: it writes the raw frames again, which the test composites."""
    with tempfile.NamedTemporaryFile(suffix=".gif") as file:
        run("gifsicle", path, "-o", file.name)
        picture = own(file.name)
    text = run("gifsicle", "--info", path).decode()
    found = re.search(r"loop (forever|count (\d+))", text)
    picture.plays = 1 if not found else 0 if found[1] == "forever" else int(found[2]) + 1
    # gifsicle prints no delay of 0.
    delays = [re.search(r"delay ([\d.]+)s", part) for part in text.split("+ image")[1:]]
    for frame, delay in zip(picture.frames, delays, strict=True):
        frame.milliseconds = 1000 * float(delay[1]) if delay else 0
    return picture


def apngdis(path):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "in.png")
        shutil.copy(path, copy)
        run("apngdis", copy, "frame")
        frames = []
        for name in sorted(glob.glob(os.path.join(folder, "frame*.png"))):
            picture = compositor.read_png(read_bytes(name))
            delay = re.search(r"delay=(\d+)/(\d+)", read_bytes(name[:-3] + "txt").decode())
            frames.append(Frame(picture.pixels, 1000 * int(delay[1]) / int(delay[2])))
    return Picture(frames)


def webpmux(path):
    """webpmux takes the file apart, dwebp decodes the frames, and the compositor of this test puts them together."""
    text = run("webpmux", "-info", path).decode()
    plays = re.search(r"Loop Count : (\d+)", text)
    width, height = (int(word) for word in re.search(r"Canvas size: (\d+) x (\d+)", text).groups())
    parts = []
    rows = re.findall(r"^ *(\d+): +\d+ +\d+ +\w+ +(\d+) +(\d+) +(\d+) +(\w+) +(\w+)", text, re.M)
    with tempfile.TemporaryDirectory() as folder:
        frame, out = os.path.join(folder, "frame.webp"), os.path.join(folder, "out.pam")
        if not rows:
            run("dwebp", "-quiet", "-pam", path, "-o", out)
            return read_pnm(read_bytes(out))
        for number, x, y, duration, disposal, blend in rows:
            run("webpmux", "-get", "frame", number, path, "-o", frame)
            run("dwebp", "-quiet", "-pam", frame, "-o", out)
            kind = {"none": compositor.KEEP, "background": compositor.CLEAR}[disposal]
            parts.append(compositor.Part(
                read_pnm(read_bytes(out)).pixels, int(x), int(y), float(duration), kind, blend == "yes"))
    return compositor.composited(width, height, parts, int(plays[1]))


# MARK: Checkers, which find faults in the structure, and give no pixels


def pngcheck(path):
    text = run("pngcheck", path).decode()
    if not text.startswith("OK:"):
        raise Unreadable(text.strip())


def webpinfo(path):
    text = run("webpinfo", path).decode()
    if "No error detected" not in text or "warning" in text.lower():
        raise Unreadable(text.strip()[-300:])


def tiffinfo(path):
    process = subprocess.run(["tiffinfo", "-D", path], capture_output=True, timeout=60)
    if process.returncode or process.stderr.strip():
        raise Unreadable(process.stderr.decode(errors="replace").strip())


def gif_warnings(path):
    process = subprocess.run(["gifsicle", "--info", path], capture_output=True, timeout=60)
    if process.returncode or process.stderr.strip():
        raise Unreadable(process.stderr.decode(errors="replace").strip())


def exiftool_warnings(path):
    found = json.loads(run("exiftool", "-json", "-a", "-Error", "-Warning", path))[0]
    words = [value for key, value in found.items() if key in ("Error", "Warning")]
    if words:
        raise Unreadable(f"exiftool: {words}")
