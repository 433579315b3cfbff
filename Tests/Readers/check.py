#!/usr/bin/env python3
"""Reads every format that frameit writes with readers of other hands, and compares pixels, times and metadata.

    check.py PROGRAM [--formats jpeg,png,...] [--cases TEXT] [--keep FOLDER]

Lossless outputs must equal the pictures of cases.py. Lossy ones must be near them, and each reader must see what frameit sees
in the same file. Prints each difference, and a table. Exits with 1 if anything differs, or if the plugin of a format is missing.
`--formats` runs only these formats, and `--cases` only the cases whose names contain a text; `--keep` keeps the written files.
"""

import argparse
import collections
import concurrent.futures
import math
import os
import sys
import tempfile
import threading
from dataclasses import dataclass
from fractions import Fraction

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Corpora"))

import cases
import compositor
import metadata
import pictures
import readers
from pictures import EXACT, Clock, Frame, Picture, Tolerance
from program import Program


@dataclass
class Reader:
    read: object
    # How far its pixels may be from those that frameit reads in a lossy file. Lossless files are compared exactly.
    tolerance: Tolerance = EXACT
    rough: Tolerance | None = None  # the same for noise and sharp edges, where the interpolation of chroma shows
    has_animations: bool = True
    has_alpha: bool = True
    gives_bytes: bool = False  # whether it reduces colors of 16 bits to their high byte
    # A function from a case to whether the reader is known to fail; see the functions of readers.py.
    fails: object = lambda case: False


@dataclass
class Writing:
    """One way to write a format."""

    name: str
    format: str  # the name of the codec in `frameit plugins`
    extension: str
    readers: dict  # of Reader, by name
    options: tuple = ()
    # How far a smooth picture may be from what was written; EXACT for lossless ways.
    loss: Tolerance = EXACT
    exact_depth: int = 16  # the bits up to which a lossless way is lossless
    has_alpha: bool = True
    has_depth: bool = False  # whether it stores 16 bits
    has_color: bool = True
    has_stills: bool = True
    has_animations: bool = False
    has_gray: bool = False  # whether gray is stored as gray
    checkers: tuple = ()


def clears_opaque(case):
    """Whether an animation begins opaque and becomes transparent."""
    if not isinstance(case, cases.Animation):
        return False
    opaque = [bool((frame.pixels[..., 3] > 0).all()) for frame in case.picture.frames]
    return opaque[0] and not all(opaque)


# The bounds of losses and of other decoders' differences are about 1.5 times what `--measure` prints. Decoders of JPEG and WebP
# differ in rounding, and in the interpolation of chroma; decoders of AVIF leave the interpolation open.
JPEG_READERS = {
    "Pillow": Reader(readers.pillow), "libvips": Reader(readers.libvips), "ImageMagick": Reader(readers.imagemagick),
    "ffmpeg": Reader(readers.ffmpeg, Tolerance(4.5, 0.55)),
}
PNG_READERS = {
    "own": Reader(readers.own), "Pillow": Reader(readers.pillow, gives_bytes=True), "libvips": Reader(readers.libvips),
    "ImageMagick": Reader(readers.imagemagick), "ffmpeg": Reader(readers.ffmpeg), "netpbm": Reader(readers.netpbm),
}
APNG_READERS = {name: PNG_READERS[name] for name in ("own", "Pillow", "ffmpeg")} | {
    "apngdis": Reader(readers.apngdis, gives_bytes=True)}
GIF_READERS = {
    "own": Reader(readers.own), "Pillow": Reader(readers.pillow, fails=clears_opaque), "libvips": Reader(readers.libvips),
    "ImageMagick": Reader(readers.imagemagick), "ffmpeg": Reader(readers.ffmpeg), "gifsicle": Reader(readers.gifsicle),
}
WEBP_READERS = {
    "Pillow": Reader(readers.pillow), "libvips": Reader(readers.libvips), "ImageMagick": Reader(readers.imagemagick),
    "ffmpeg": Reader(readers.ffmpeg, Tolerance(3, 0.6)), "webpmux": Reader(readers.webpmux),
}
ANIMATED_WEBP_READERS = {"own": Reader(readers.own, Tolerance(3, 0.6))} | {
    name: WEBP_READERS[name] for name in ("Pillow", "libvips", "webpmux")}
TIFF_READERS = {
    "Pillow": Reader(readers.pillow, gives_bytes=True, fails=lambda case: case.name == "gray with alpha, 16 bits"),
    "libvips": Reader(readers.libvips), "ImageMagick": Reader(readers.imagemagick), "ffmpeg": Reader(readers.ffmpeg),
    "tifffile": Reader(readers.tifffile),
}
# ffmpeg 5 does not read the alpha of AVIF.
AVIF_READERS = {
    "Pillow": Reader(readers.pillow, Tolerance(24, 2.8, 0.1), Tolerance(80, 9.3, 0.1), gives_bytes=True),
    "libvips": Reader(readers.libvips, Tolerance(25, 4.5, 0.1), Tolerance(115, 19, 0.1)),
    "avifdec": Reader(readers.avifdec, Tolerance(6, 0.6, 0.1), Tolerance(51, 7, 0.1)),
    "ffmpeg": Reader(readers.ffmpeg, Tolerance(3, 0.1), Tolerance(42, 6.7), has_alpha=False),
}
FULL_AVIF_READERS = {
    "Pillow": Reader(readers.pillow, Tolerance(4.5, 1.2, 0.1), gives_bytes=True),
    "libvips": Reader(readers.libvips, Tolerance(0.1, 0.1, 0.1)),
    "avifdec": Reader(readers.avifdec, Tolerance(1.5, 0.3, 0.1)),
    "ffmpeg": Reader(readers.ffmpeg, Tolerance(1.5, 0.1), has_alpha=False),
}
# Newer versions of libjxl round to 8 bits with a pattern.
NEW_JXL = Tolerance(1.5, 1.5, 1)
JXL_READERS = {
    "djxl": Reader(readers.djxl), "imagecodecs": Reader(readers.imagecodecs, NEW_JXL), "ffmpeg": Reader(readers.ffmpeg),
    "Pillow": Reader(
        readers.pillow, NEW_JXL, gives_bytes=True, fails=lambda case: case.name == "gray with alpha, 16 bits"),
}
ANIMATED_JXL_READERS = {"imagecodecs": JXL_READERS["imagecodecs"]}
QOI_READERS = {name: PNG_READERS[name] for name in ("Pillow", "ffmpeg", "netpbm")}
PNM_READERS = {"own": Reader(readers.own_pnm)} | {
    name: PNG_READERS[name] for name in ("Pillow", "ImageMagick", "ffmpeg", "netpbm")}
PAM_READERS = {name: PNM_READERS[name] for name in ("own", "ImageMagick", "ffmpeg", "netpbm")}

JPEG = dict(format="jpeg", extension="jpg", readers=JPEG_READERS, has_alpha=False, has_gray=True, checkers=("exiftool",))
PNG = dict(format="png", extension="png", has_depth=True, has_gray=True, checkers=("pngcheck", "exiftool"))
WEBP = dict(format="webp", extension="webp", checkers=("webpinfo", "exiftool"))
AVIF = dict(format="avif", extension="avif", has_depth=True, checkers=("exiftool",))
JXL = dict(format="jxl", extension="jxl", has_depth=True, has_gray=True, checkers=("exiftool",))
PNM = dict(readers=PNM_READERS, has_alpha=False, has_depth=True, checkers=("exiftool",))
LOSSLESS = ("--quality", "100")
WRITINGS = [
    # A copied JPEG would otherwise keep its coefficients.
    Writing("JPEG", **JPEG, options=("--lossless", "never"), loss=Tolerance(9, 1.5)),
    Writing("JPEG 4:2:0", **JPEG, options=("--chroma", "420"), loss=Tolerance(18, 2.1)),
    Writing("JPEG progressive", **JPEG, options=("--lossless", "never", "--progressive"), loss=Tolerance(9, 1.5)),
    Writing("PNG", **PNG, readers=PNG_READERS),
    Writing("APNG", **PNG, readers=APNG_READERS, has_stills=False, has_animations=True),
    Writing("GIF", "gif", "gif", GIF_READERS, loss=Tolerance(160, 11), has_animations=True, checkers=("gifsicle", "exiftool")),
    Writing("WebP", **WEBP, readers=WEBP_READERS, loss=Tolerance(18, 3.1)),
    Writing("WebP lossless", **WEBP, readers=WEBP_READERS, options=LOSSLESS),
    Writing("WebP animated", **WEBP, readers=ANIMATED_WEBP_READERS, loss=Tolerance(23, 3.6), has_stills=False,
            has_animations=True),
    Writing("WebP animated, lossless", **WEBP, readers=ANIMATED_WEBP_READERS, options=LOSSLESS, has_stills=False,
            has_animations=True),
    Writing("TIFF", "tiff", "tif", TIFF_READERS, has_depth=True, has_gray=True, checkers=("tiffinfo", "exiftool")),
    Writing("AVIF", **AVIF, readers=AVIF_READERS, loss=Tolerance(19, 2.7, 0.05)),
    Writing("AVIF 4:4:4", **AVIF, readers=FULL_AVIF_READERS, options=("--quality", "90"), loss=Tolerance(9, 0.9, 0.05)),
    Writing("AVIF lossless", **AVIF, readers=FULL_AVIF_READERS, options=LOSSLESS, loss=Tolerance(0.05, 0.03, 0.05), exact_depth=8),
    Writing("JPEG XL", **JXL, readers=JXL_READERS, loss=Tolerance(50, 5, 28)),
    Writing("JPEG XL lossless", **JXL, readers=JXL_READERS, options=LOSSLESS),
    Writing("JPEG XL animated", **JXL, readers=ANIMATED_JXL_READERS, loss=Tolerance(50, 5, 28), has_stills=False,
            has_animations=True),
    Writing("JPEG XL animated, lossless", **JXL, readers=ANIMATED_JXL_READERS, options=LOSSLESS, has_stills=False,
            has_animations=True),
    Writing("QOI", "qoi", "qoi", QOI_READERS),
    Writing("PPM", "ppm", "ppm", **PNM),
    Writing("PGM", "pgm", "pgm", **PNM, has_color=False, has_gray=True),
    Writing("PNM", "pnm", "pnm", **PNM, has_gray=True),
    Writing("PAM", "pam", "pam", PAM_READERS, has_depth=True, has_gray=True),
]


# Times are whole milliseconds, rounded without accumulating errors. `Checker.stored` rounds the times of GIF.
CLOCK = Clock(0.5)


class Results:
    """The counts and differences of each writing and reader."""

    def __init__(self):
        self.counts = collections.defaultdict(lambda: [0, 0])
        self.needs = collections.defaultdict(lambda: [0, 0, 0])
        self.missing = []
        self.lock = threading.Lock()

    def add(self, writing, case, reader, texts):
        with self.lock:
            count = self.counts[writing, reader]
            count[0] += 1
            count[1] += bool(texts)
            for text in texts[:4]:
                print(f"{writing} | {case} | {reader}: {text}", flush=True)

    def measure(self, writing, case, reader, expected, read):
        """Remembers the largest differences of lossy files."""
        kind = "smooth" if case.is_smooth else "rough"
        for one, other in pictures.pairs(expected, read, Tolerance(1))[0]:
            pixels = one.pixels if other.pixels.dtype == numpy.uint16 else pictures.to_bytes(one.pixels)
            if pixels.shape == other.pixels.shape:
                need = pictures.measured(pixels, other.pixels)[0]
                with self.lock:
                    most = self.needs[writing, reader, kind]
                    most[:] = map(max, most, (need.most, need.mean, need.alpha))

    def report_needs(self):
        print("\nlargest differences: of a color, of the mean of a frame's colors, of an alpha")
        for (writing, reader, kind), (most, mean, alpha) in sorted(self.needs.items()):
            print(f"{writing} | {reader} | {kind}: {most:.2f}, {mean:.3f}, {alpha:.2f}")

    def report(self):
        rows = [("format", "reader", "cases", "result")]
        names = [name for writing in WRITINGS for name in (writing.name, writing.name + " metadata")]
        for (writing, reader), (done, different) in sorted(self.counts.items(), key=lambda item: names.index(item[0][0])):
            rows.append((writing, reader, str(done), f"{different} differ" if different else "same"))
        rows += [(writing, "-", "0", "MISSING: its plugin is not installed") for writing in self.missing]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        print()
        for row in rows:
            print(" | ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
        return bool(self.missing) or any(different for _, different in self.counts.values())


class Checker:
    def __init__(self, program, results, folder, wanted):
        self.program, self.results, self.folder, self.wanted = program, results, folder, wanted

    def place(self, *words):
        folder = os.path.join(self.folder, "-".join(words).replace("/", "_").replace(" ", "_").replace(":", ""))
        os.makedirs(folder, exist_ok=True)
        return folder

    def write(self, *arguments):
        run = self.program.run("apply", "--force", *arguments, seconds=60)
        if run.status != 0:
            raise readers.Unreadable(f"frameit ended with {run.status}: {run.err.strip()[:300]}")

    def seen(self, path, folder):
        """Returns what frameit reads in its own file, by way of a PNG."""
        out = os.path.join(folder, "seen.png")
        self.write("-e", "", path, "-o", out)
        return compositor.read_png(readers.read_bytes(out))

    def perform(self, function, writing, case):
        folder = self.place(writing.name, case.name)
        try:
            function(writing, case, folder, os.path.join(folder, "out." + writing.extension))
        except Exception as error:  # an output that is missing or damaged
            self.results.add(writing.name, case.name, "frameit", [f"{type(error).__name__}: {error}"])

    def copy(self, writing, case, folder, path):
        reason = case.refused.get(writing.format) if isinstance(case, cases.Animation) else None
        if reason:
            run = self.program.run("apply", "--force", *writing.options, "-e", "", case.write(folder), "-o", path)
            texts = [] if run.status and reason in run.err else [f"frameit ended with {run.status}: {run.err.strip()[:300]}"]
            self.results.add(writing.name, case.name, "frameit", texts)
            return
        self.write(*writing.options, "-e", "", case.write(folder), "-o", path)
        self.compare(writing, case, case.picture, path, folder)

    def photo(self, writing, case, folder, path):
        source, plain = case.write(folder), os.path.join(folder, "plain.pam")
        self.write("-e", "", source, "-o", plain)
        self.write(*writing.options, "-e", "", source, "-o", path)
        self.compare(writing, case, readers.own_pnm(plain), path, folder)

    def drawing(self, writing, case, folder, path):
        drawing = ["-e", case.script, "--frames", case.rate, "-o"]
        self.write(*writing.options, *drawing, path)
        self.write(*drawing, os.path.join(folder, "frame-%04d.png"))
        names = sorted(name for name in os.listdir(folder) if name.startswith("frame-"))
        duration = 1000 / float(case.rate.removesuffix("fps"))
        frames = [Frame(compositor.read_png(readers.read_bytes(os.path.join(folder, name))).pixels, duration) for name in names]
        self.compare(writing, case, Picture(frames, 0), path, folder)

    def metadata(self, writing, case, folder, path):
        """Compares the metadata of a photo or an animation, and whether it is upright."""
        source, upright = case.make(folder)
        self.write(*writing.options, "-e", "", source, "-o", path)
        name, extension = writing.name + " metadata", writing.extension
        for reader, (read, names) in metadata.READERS.items():
            if extension in names:
                try:
                    texts = metadata.differences(names[extension] & case.names, extension, read(path))
                except Exception as error:  # any failure of a reader is a result
                    texts = [f"{type(error).__name__}: {error}"]
                self.results.add(name, case.name, reader, texts)
        shown = writing.readers["imagecodecs" if extension == "jxl" else "Pillow"].read(path).pixels
        self.results.add(name, case.name, "pixels", metadata.turned(upright, shown))

    def compare(self, writing, case, expected, path, folder):
        """Compares a written file with a picture."""
        expected, is_exact = self.stored(writing, expected)
        reference = expected
        if not is_exact:
            reference = self.seen(path, folder)
            bound = writing.loss if case.is_smooth else Tolerance(255, 255, writing.loss.alpha)
            self.results.measure(writing.name, case, "frameit", expected, reference)
            texts = pictures.differences(expected, reference, bound, CLOCK) + opacity(expected, reference, writing)
            self.results.add(writing.name, case.name, "frameit", texts)
            reference.plays = expected.plays
        for name, reader in writing.readers.items():
            if not reader.fails(case):
                texts = self.read(writing, case, name, reader, path, reference, is_exact)
                self.results.add(writing.name, case.name, name, texts)
        for name in writing.checkers:
            check = {
                "pngcheck": readers.pngcheck, "webpinfo": readers.webpinfo, "tiffinfo": readers.tiffinfo,
                "gifsicle": readers.gif_warnings, "exiftool": readers.exiftool_warnings}[name]
            self.results.add(writing.name, case.name, name + " (structure)", self.check(check, path))

    def read(self, writing, case, name, reader, path, reference, is_exact):
        try:
            picture = reader.read(path)
        except Exception as error:  # any failure of a reader is a result
            return [f"{type(error).__name__}: {error}"]
        if not reader.has_alpha:
            is_deep = picture.pixels.dtype == numpy.uint16
            alpha = (reference.pixels if is_deep else pictures.to_bytes(reference.pixels))[..., 3].astype(numpy.uint32)
            picture.pixels[..., 3] = alpha * 257 if is_deep and reference.pixels.dtype == numpy.uint8 else alpha
        tolerance = EXACT if is_exact else reader.tolerance if case.is_smooth else reader.rough or reader.tolerance
        if not is_exact:
            self.results.measure(writing.name, case, name, reference, picture)
        if reader.gives_bytes and reference.pixels.dtype == numpy.uint16 and picture.pixels.dtype == numpy.uint8:
            tolerance = Tolerance(max(tolerance.most, 1), max(tolerance.mean, 1), max(tolerance.alpha, 1))
        texts = pictures.differences(reference, picture, tolerance, CLOCK)
        return texts + self.facts(writing, case, picture, reader)

    def facts(self, writing, case, picture, reader):
        """Compares the channels and depth of a file with the channels and depth of a still image."""
        texts = []
        if not isinstance(case, cases.Still):
            return texts
        if writing.has_gray and case.is_gray and picture.channels not in (None, 1, 2):
            texts.append(f"gray is stored with {picture.channels} channels")
        if not case.is_gray and picture.channels in (1, 2) and case.color_count > 1:
            texts.append("color is stored as gray")
        is_deep = writing.has_depth and case.samples.dtype == numpy.uint16
        if is_deep and picture.depth is not None and picture.depth < 10 and not reader.gives_bytes:
            texts.append(f"16 bits are stored as {picture.depth}")
        if picture.bits is not None and case.png_bits is not None and picture.bits != case.png_bits:
            texts.append(f"a pixel takes {picture.bits} bits, not {case.png_bits}")
        return texts

    def check(self, check, path):
        try:
            check(path)
        except Exception as error:  # any failure of a reader is a result
            return [str(error)]
        return []

    def stored(self, writing, picture):
        """Returns the picture that a format can store, and whether its file must have exactly these pixels."""
        frames, is_exact = [], writing.loss == EXACT
        for frame in picture.frames:
            pixels = frame.pixels if writing.has_depth else pictures.to_bytes(frame.pixels)
            if not writing.has_alpha:
                # Only binary alpha is written here, and transparent pixels become white.
                most = numpy.iinfo(pixels.dtype).max
                pixels = numpy.where(pixels[..., 3:] == 0, most, pixels)
            if writing.format == "gif":
                pixels = pixels.copy()
                pixels[..., 3] = numpy.where(pixels[..., 3] >= 128, 255, 0)
            frames.append(Frame(pictures.cleared(pixels), frame.milliseconds))
        if writing.format == "gif":
            set_times(frames, unit=10, least=20)
            is_exact = all(len(numpy.unique(frame.pixels.reshape(-1, 4), axis=0)) <= 256 for frame in frames)
        elif not is_exact:
            is_exact = writing.exact_depth == 8 and frames[0].pixels.dtype == numpy.uint8
        if writing.format == "jxl":
            set_times(frames, unit=1, least=1)
        return Picture(frames, picture.plays), is_exact

    def tasks(self, writings):
        """Yields a function, a writing and a case for everything to be checked."""
        for writing in writings:
            for case in [*cases.STILLS, *cases.PHOTOS] if writing.has_stills else []:
                if (writing.has_color or case.is_gray) and (writing.has_alpha or not case.has_partial_alpha):
                    yield self.copy if isinstance(case, cases.Still) else self.photo, writing, case
            for case in [*cases.ANIMATIONS, *cases.DRAWINGS] if writing.has_animations else []:
                yield self.copy if isinstance(case, cases.Animation) else self.drawing, writing, case
            if writing.extension in metadata.STORED and writing.has_stills:
                yield self.metadata, writing, metadata.PHOTO
            if writing.extension in metadata.STORED and writing.has_animations:
                yield self.metadata, writing, metadata.ANIMATION

    def run(self, writings):
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2)
        tasks = [task for task in self.tasks(writings) if self.wanted in task[2].name]
        for future in [pool.submit(self.perform, function, writing, case) for function, writing, case in tasks]:
            future.result()


def opacity(expected, read, writing):
    """Finds opaque frames of which a lossy format made transparent ones."""
    # libjxl 0.7 stores the alpha of animations with a loss; the other bounds hold for it.
    if writing.format == "jxl" and len(expected.frames) > 1:
        return []
    for index, (one, other) in enumerate(pictures.pairs(expected, read, Tolerance(1))[0]):
        most = [numpy.iinfo(frame.pixels.dtype).max for frame in (one, other)]
        if (one.pixels[..., 3] == most[0]).all() and (other.pixels[..., 3] < most[1]).any():
            return [f"frame {index}: an opaque frame has an alpha of {other.pixels[..., 3].min()} of {most[1]}"]
    return []


def set_times(frames, unit, least):
    """Rounds the ends of frames to a unit, with at least `least` for each frame, in milliseconds.

    The plugin for GIF chooses its minimum because viewers replace shorter delays, so an animation whose delays are below 20 ms
    becomes longer. In JPEG XL, a frame without a duration is a layer of the next one.
    """
    time = start = 0
    for frame in frames if len(frames) > 1 else []:
        time += frame.milliseconds
        end = max(start + least, unit * math.floor(time / unit + Fraction(1, 2)))
        frame.milliseconds, start = end - start, end


def formats_of(program):
    """Returns the names of the formats that the program writes."""
    lines = program.run("plugins", "list").out.decode().splitlines()
    return {line.split(":")[0] for line in lines if ": reads and writes " in line}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--formats", default="", help="the formats to check, separated by commas")
    parser.add_argument("--cases", default="", help="part of the names of the cases to check")
    parser.add_argument("--keep", help="the folder that keeps the written files")
    parser.add_argument("--measure", action="store_true", help="print the largest differences of lossy files")
    options = parser.parse_args()
    program, results = Program(options.program), Results()
    known = {writing.format for writing in WRITINGS}
    wanted = set(filter(None, options.formats.split(","))) or known
    if wanted - known:
        parser.error(f"{', '.join(sorted(wanted - known))}: not one of {', '.join(sorted(known))}")
    present = formats_of(program)
    writings = [writing for writing in WRITINGS if writing.format in wanted and writing.format in present]
    results.missing = [writing.name for writing in WRITINGS if writing.format in wanted - present]
    with tempfile.TemporaryDirectory(prefix="frameit-readers-") as folder:
        Checker(program, results, options.keep or folder, options.cases).run(writings)
    if options.measure:
        results.report_needs()
    return 1 if results.report() else 0


if __name__ == "__main__":
    sys.exit(main())
