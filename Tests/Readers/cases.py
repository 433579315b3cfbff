"""The pictures that frameit writes: tables of still images and animations."""

import os
from dataclasses import dataclass, field
from fractions import Fraction

import numpy
from PIL import Image

import pngs
from compositor import CLEAR, KEEP, RESTORE, Part, composited
from pictures import Frame, Picture, rgba


def smooth(height, width, channels, depth=8, seed=0, alpha=None):
    """Returns waves whose colors and alpha change slowly. `alpha` replaces the alpha of 2 or 4 channels."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    planes = [
        0.5 + 0.25 * numpy.sin((x * (1 + c) + 3 * seed) / 17 + c) + 0.24 * numpy.cos((y * (2 - c % 2) - seed) / 13 - c)
        for c in range(channels)]
    samples = numpy.stack(planes, 2)
    if channels % 2 == 0:
        # Opaque and transparent areas, with every step between them.
        samples[..., -1] = (samples[..., -1] * 2 - 0.5).clip(0, 1) if alpha is None else alpha
    most = 255 if depth == 8 else 65535
    return numpy.rint(samples.clip(0, 1) * most).astype(numpy.uint8 if depth == 8 else numpy.uint16)


def noise(height, width, channels, depth=8, seed=0):
    kind = numpy.uint8 if depth == 8 else numpy.uint16
    return numpy.random.default_rng(seed).integers(0, numpy.iinfo(kind).max, (height, width, channels), kind, True)


def palette(count, height, width, seed=0, transparent=False):
    """Returns an image with exactly this number of colors. With `transparent`, one of them is transparent black."""
    generator = numpy.random.default_rng(seed)
    colors = rgba(generator.integers(0, 256, (1, count, 3), numpy.uint8))[0]
    colors[:, 0], colors[:, 1] = numpy.arange(count) % 256, numpy.arange(count) // 256
    if transparent:
        colors[0] = 0
    indices = numpy.concatenate([numpy.arange(count), generator.integers(0, count, height * width - count)])
    pixels = colors[generator.permutation(indices)].reshape(height, width, 4)
    return pixels if transparent else pixels[..., :3]


def gray_levels(count, height, width):
    """Returns gray with this number of levels, from black to white."""
    y, x = numpy.mgrid[0:height, 0:width]
    return ((x + y) % count * 255 // (count - 1)).astype(numpy.uint8)[..., None]


def binary_alpha(height, width, depth=8):
    samples = smooth(height, width, 4, depth)
    most = numpy.iinfo(samples.dtype).max
    samples[..., 3] = numpy.where(samples[..., 3] > most // 2, most, 0)
    return samples


@dataclass
class Still:
    name: str
    samples: numpy.ndarray
    is_smooth: bool = False  # whether lossy formats keep it nearly

    @property
    def is_gray(self):
        return self.samples.shape[2] < 3

    @property
    def has_alpha(self):
        """Whether any pixel is not opaque."""
        return self.samples.shape[2] % 2 == 0 and bool((self.samples[..., -1] < numpy.iinfo(self.samples.dtype).max).any())

    @property
    def has_partial_alpha(self):
        most = numpy.iinfo(self.samples.dtype).max
        return self.has_alpha and bool(((self.samples[..., -1] > 0) & (self.samples[..., -1] < most)).any())

    @property
    def picture(self):
        return Picture([Frame(rgba(self.samples))])

    @property
    def color_count(self):
        return len(numpy.unique(rgba(self.samples).reshape(-1, 4), axis=0))

    @property
    def png_bits(self):
        """The fewest bits per pixel in which a PNG stores the samples, as docs/formats.md describes it; None for an image
        that is so small that its palette would be larger than its pixels. 16 bits stay.
        """
        if self.samples.shape[0] * self.samples.shape[1] < 300:
            return None
        depth = 8 * self.samples.itemsize
        bits = depth * (self.samples.shape[2] - (self.samples.shape[2] % 2 == 0 and not self.has_alpha))
        if depth == 16:
            return bits
        pixels = rgba(self.samples)
        if self.color_count <= 256:
            bits = min(bits, next(count for count in (1, 2, 4, 8) if self.color_count <= 1 << count))
        if not self.has_alpha and (pixels[..., :1] == pixels[..., 1:3]).all():
            levels = pixels[..., 0].astype(int)
            bits = min(bits, next(n for n in (1, 2, 4, 8) if (levels % (255 // ((1 << n) - 1)) == 0).all()))
        return bits

    def write(self, folder):
        path = os.path.join(folder, "in.png")
        pngs.write(path, self.samples)
        return path


STILLS = [
    Still("gray", smooth(37, 23, 1), True),
    Still("gray with alpha", smooth(41, 50, 2), True),
    Still("color", smooth(61, 83, 3), True),
    Still("color with alpha", smooth(61, 83, 4), True),
    Still("gray, 16 bits", smooth(37, 23, 1, 16), True),
    Still("gray with alpha, 16 bits", smooth(41, 50, 2, 16), True),
    Still("color, 16 bits", smooth(61, 83, 3, 16), True),
    Still("color with alpha, 16 bits", smooth(61, 83, 4, 16), True),
    Still("binary alpha", binary_alpha(45, 33)),
    Still("opaque alpha channel", smooth(24, 31, 4, alpha=1), True),
    Still("faint alpha", smooth(24, 31, 4, alpha=3 / 255)),
    Still("all transparent", smooth(16, 15, 4, alpha=0)),
    Still("1 x 1 gray", smooth(1, 1, 1), True),
    Still("1 x 1 color", smooth(1, 1, 3), True),
    Still("1 x 1 with alpha", smooth(1, 1, 4, alpha=0.5), True),
    Still("1 x 1 transparent", smooth(1, 1, 4, alpha=0)),
    Still("1 x 1, 16 bits", smooth(1, 1, 3, 16), True),
    Still("1 x 1 with alpha, 16 bits", smooth(1, 1, 4, 16, alpha=0.5), True),
    Still("300 x 1", smooth(1, 300, 3), True),
    Still("1 x 300", smooth(300, 1, 4), True),
    Still("2 x 2", noise(2, 2, 3)),
    Still("7 x 9", noise(9, 7, 4)),
    Still("black and white", gray_levels(2, 19, 21)),
    Still("4 grays", gray_levels(4, 19, 21)),
    Still("16 grays", gray_levels(16, 19, 21)),
    Still("2 colors", palette(2, 19, 21)),
    Still("3 colors", palette(3, 19, 21)),
    Still("16 colors", palette(16, 19, 21)),
    Still("17 colors", palette(17, 19, 21)),
    Still("256 colors", palette(256, 23, 29)),
    Still("257 colors", palette(257, 23, 29)),
    Still("15 colors and transparent", palette(16, 19, 21, transparent=True)),
    Still("255 colors and transparent", palette(256, 23, 29, transparent=True)),
    Still("256 colors and transparent", palette(257, 23, 29, transparent=True)),
    Still("noise", noise(40, 56, 3)),
    Still("noise with alpha", noise(40, 56, 4)),
    Still("gray noise, 16 bits", noise(40, 56, 1, 16)),
    Still("noise with alpha, 16 bits", noise(40, 56, 4, 16)),
]


SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "SampleImages")


@dataclass
class Photo:
    """A sample image, or an image that Pillow writes. What frameit writes as PAM is expected of the other formats."""

    name: str
    file: str
    make: object = None  # a function from a path to nothing, which writes the file
    is_smooth: bool = False
    is_gray: bool = False
    has_partial_alpha: bool = False

    def write(self, folder):
        if self.make is None:
            return os.path.join(SAMPLES, self.file)
        path = os.path.join(folder, self.file)
        self.make(path)
        return path


def save_cmyk(path):
    Image.fromarray(smooth(40, 52, 4, seed=3)[..., :4], "CMYK").save(path, quality=95)


PHOTOS = [
    Photo("portrait with an orientation", "portrait-6.jpg"),
    Photo("sticker", "sticker.png", has_partial_alpha=True),
    Photo("checker", "checker.png", is_gray=True),
    Photo("gradient, 16 bits", "gradient16.png", is_smooth=True),
    Photo("zone plate", "zoneplate.png", is_gray=True),
    Photo("CMYK JPEG", "in.jpg", save_cmyk),
    Photo("CMYK TIFF", "in.tif", save_cmyk),
]


# MARK: Animations


@dataclass
class Animation:
    """An animation that the test writes as APNG."""

    name: str
    parts: list  # of compositor.Part
    plays: int = 0
    hidden: numpy.ndarray | None = None  # a default image that is no frame
    delays: list | None = None  # fractions of a second, in place of the times of the parts
    is_smooth: bool = True
    refused: dict = field(default_factory=dict)  # formats that cannot store it, with the reason that frameit gives

    @property
    def size(self):
        height, width = self.parts[0].pixels.shape[:2]
        return width, height

    @property
    def picture(self):
        picture = composited(*self.size, self.parts, self.plays)
        for frame, delay in zip(picture.frames, self.delays or []):
            frame.milliseconds = 1000 * Fraction(delay)
        return picture

    def write(self, folder):
        path = os.path.join(folder, "in.png")
        delays = self.delays or [Fraction(part.milliseconds) / 1000 for part in self.parts]
        disposals = {KEEP: pngs.NONE, CLEAR: pngs.BACKGROUND, RESTORE: pngs.PREVIOUS}
        pngs.write_animation(path, self.size, [
            (part.pixels, part.x, part.y, delay, disposals[part.disposal], pngs.OVER if part.is_blended else pngs.SOURCE)
            for part, delay in zip(self.parts, delays)], self.plays, self.hidden)
        return path


def full(pixels, milliseconds=100):
    """Returns a part that replaces the canvas."""
    return Part(rgba(pixels), 0, 0, milliseconds, KEEP, False)


def moving(count, height=33, width=47, background=None, milliseconds=100):
    """Returns frames in which a square with a soft edge moves over a background, or over nothing."""
    parts = []
    for index in range(count):
        canvas = numpy.zeros((height, width, 4), numpy.uint8) if background is None else rgba(background).copy()
        x, y = 3 + index * 5, 4 + index * 3
        canvas[y : y + 9, x : x + 9] = [200, 40 + 10 * index, 60, 255]
        if background is None:
            canvas[y, x : x + 9, 3] = 90
            canvas[y : y + 9, x, 3] = 180
        parts.append(full(canvas, milliseconds))
    return parts


def appearing(height=20, width=30):
    """Returns frames whose pixels become transparent, opaque and partly transparent, in turn."""
    base = smooth(height, width, 4, alpha=1)
    alphas = [255, 0, 255, 128, 0, 60, 255]
    parts = []
    for index, alpha in enumerate(alphas):
        frame = base.copy()
        frame[5:15, 4 * index : 4 * index + 6, 3] = alpha
        frame[2:8, 10:20, 3] = alphas[-index - 1]
        parts.append(full(frame))
    return parts


def disposals():
    """Returns frames of parts of the canvas, with every disposal and blend mode of APNG."""
    parts = [Part(rgba(smooth(30, 40, 3)), 0, 0, 100)]
    for index, (disposal, is_blended) in enumerate([
            (CLEAR, True), (RESTORE, True), (KEEP, True), (CLEAR, False), (RESTORE, False), (KEEP, False), (RESTORE, True)]):
        parts.append(Part(rgba(smooth(11, 13, 4, seed=9 * index)), 2 + 3 * index, 1 + 2 * index, 100, disposal, is_blended))
    return parts


def corners():
    """Returns frames that differ in one pixel of a corner."""
    base = smooth(31, 45, 3)
    parts = [full(base)]
    for y, x in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        frame = base.copy()
        frame[y, x] = 255 - frame[y, x]
        parts.append(full(frame))
    return parts


def repeated(*indices):
    frames = [smooth(17, 25, 3, seed=20 * i) for i in range(max(indices) + 1)]
    return [full(frames[i], 50 + 10 * i) for i in indices]


def timed(*delays):
    return [full(smooth(9, 11, 3, seed=15 * i), 0) for i in range(len(delays))], list(delays)


def timed_animation(name, *delays, refused=None):
    parts, fractions = timed(*delays)
    return Animation(name, parts, delays=fractions, refused=refused or {})


MS = Fraction(1, 1000)
GRADIENT = smooth(33, 47, 3)
ANIMATIONS = [
    Animation("moving over a background", is_smooth=False, parts=moving(5, background=GRADIENT)),
    Animation("moving over nothing", is_smooth=False, parts=moving(5)),
    Animation("moving, gray", [full(smooth(21, 27, 1, seed=10 * i)) for i in range(3)]),
    Animation("gray with alpha", [full(smooth(21, 27, 2, seed=10 * i)) for i in range(3)]),
    Animation("partly transparent", [full(smooth(21, 27, 4, seed=10 * i)) for i in range(4)]),
    Animation("opaque, then transparent, then opaque", appearing()),
    Animation("all transparent at last", is_smooth=False, parts=moving(3) + [full(numpy.zeros((33, 47, 4), numpy.uint8))]),
    Animation("all transparent at first", is_smooth=False, parts=[full(numpy.zeros((33, 47, 4), numpy.uint8))] + moving(3)),
    Animation("disposals and blend modes", disposals(), is_smooth=False),
    Animation("corners", corners(), is_smooth=False),
    Animation("1 x 1", [full(noise(1, 1, 3, seed=i)) for i in range(4)]),
    Animation("1 x 1 with alpha", [full(noise(1, 1, 4, seed=i)) for i in range(4)]),
    Animation("1 x 1, blinking", [full(smooth(1, 1, 4, alpha=i % 2)) for i in range(4)]),
    Animation("1 x 40", [full(smooth(40, 1, 3, seed=9 * i)) for i in range(3)]),
    Animation("equal frames", repeated(0, 0, 1, 1, 1, 2, 0, 0)),
    Animation("all frames equal", repeated(0, 0, 0)),
    Animation("two equal frames", repeated(0, 0)),
    Animation("two frames", repeated(0, 1)),
    timed_animation("delays of 0", 0, 0, 0),
    timed_animation("delays of 0, 10, 20 and 1000 ms", 0, 10 * MS, 20 * MS, 1000 * MS),
    timed_animation("1/30 s", *[Fraction(1, 30)] * 7),
    timed_animation("1/60 s", *[Fraction(1, 60)] * 7),
    timed_animation("5 ms", *[5 * MS] * 6),
    timed_animation("1001/24000 s", *[Fraction(1001, 24000)] * 6),
    timed_animation("70 s", 70, 1, 70),
    timed_animation("655.35 s", Fraction(13107, 20), Fraction(1, 2), 600),
    timed_animation("1000 s", 1000, 1, 2000, refused={"gif": "GIF stores at most 655.35 s"}),
    timed_animation("20,000 s", 1, 20_000, 1, refused={"gif": "GIF stores", "webp": "WebP stores at most 16777 s"}),
    *[Animation(f"plays {count} times", repeated(0, 1, 2), count) for count in (1, 2, 7, 65535)],
    Animation("a default image that is no frame", repeated(0, 1, 2), hidden=rgba(noise(17, 25, 3))),
    Animation("256 colors", [full(palette(256, 23, 29, seed=i)) for i in range(3)], is_smooth=False),
    Animation("257 colors", [full(palette(257, 23, 29, seed=i)) for i in range(3)], is_smooth=False),
    Animation("255 colors and transparent", [full(palette(256, 23, 29, i, True)) for i in range(3)], is_smooth=False),
    Animation("256 colors and transparent", [full(palette(257, 23, 29, i, True)) for i in range(3)], is_smooth=False),
    Animation("many colors", [full(smooth(64, 90, 3, seed=5 * i)) for i in range(4)]),
    Animation("noise", [full(noise(30, 40, 3, seed=i)) for i in range(3)], is_smooth=False),
    Animation("noise with alpha", [full(noise(30, 40, 4, seed=i)) for i in range(3)], is_smooth=False),
    Animation("16 bits", [full(smooth(21, 27, 3, 16, 10 * i)) for i in range(3)]),
    Animation("16 bits with alpha", [full(smooth(21, 27, 4, 16, 10 * i)) for i in range(3)]),
]


# MARK: Drawings


@dataclass
class Drawing:
    """An animation that a script draws. Its frames, written as separate files, are what is expected of the animation."""

    name: str
    script: str
    rate: str
    is_smooth: bool = False


DRAWINGS = [
    Drawing("rotating ring", """
        canvas 64,49
        layer ring arc 32,24 18 from -90deg to 0deg stroke #0a84ff80 6 cap round
        layer box rect 4,4 10,10 fill red
        animate ring rotate to 360deg about 32,24 over 1.2s ease linear repeat forever
        animate box opacity from 1 to 0 over 0.6s repeat forever""", "25fps"),
    Drawing("cleared areas", """
        canvas 60,40
        layer d rect 0,10 20,20 fill red
        animate d move to 40,0 over 0.3s ease linear""", "10fps"),
    Drawing("still at the end", """
        canvas 50,30
        background linear 0,0 to 100%,0 #fff4d6 #f2a65a
        layer d ellipse 2,5 20,20 fill #0050ff
        animate d move to 20,0 over 200ms
        wait 1s
        animate d opacity to 0.3 over 100ms""", "29.97"),
    Drawing("text with a shadow", """
        canvas 90,40
        layer t text "frameit" at 6,8 font-size 18 fill white shadow 2,2 4 black
        animate t move to 12,4 over 300ms""", "30fps"),
]
