#!/usr/bin/env python3
"""Prints the table of ReferenceMetricTests.swift: the values of flip-evaluator 1.7 and of ssimulacra2 0.3.0 of PyPI, and
GMSD as its paper defines it, for pairs of drawn images, over white.

    python3 -m venv venv
    venv/bin/pip install flip-evaluator==1.7 ssimulacra2==0.3.0 pixelmatch==0.4.0 pillow numpy scipy
    venv/bin/python metric-values.py

The images are drawn by pixelmatch-counts.py, beside this file, with the same numbers as in DrawnImage.swift.
"""

import contextlib
import importlib.util
import io
import pathlib

import flip_evaluator
import numpy
from PIL import Image
from scipy.signal import convolve2d
from ssimulacra2 import ssimulacra2

PAIRS = [
    # left, right, width, height, pixels of the right one that are changed after drawing
    ("plain", 1, "plain", 2, 8, 8, 0),
    ("plain", 0, "plain", 40, 1, 1, 0),
    ("noise", 8, "noise", 9, 2, 3, 0),
    ("noise", 8, "noise", 9, 7, 40, 0),
    ("noise", 3, "noise", 3, 17, 13, 20),
    ("noise", 1, "noise", 2, 40, 30, 0),
    ("ramp", 3, "ramp", 4, 24, 18, 0),
    ("ramp", 5, "ramp", 5, 64, 48, 70),
    ("bars", 0, "bars", 1, 30, 20, 0),
    ("line", 3, "line", 4, 96, 33, 0),
    ("line", 7, "bars", 0, 32, 24, 0),
    ("disc", 40, "disc", 41, 32, 32, 0),
    ("disc", 20, "ramp", 2, 21, 21, 0),
    ("veil", 1, "veil", 2, 14, 14, 0),
    ("ghost", 50, "ghost", 52, 27, 35, 15),
    ("ghost", 40, "disc", 40, 50, 41, 0),
    ("disc", 150, "disc", 150, 200, 150, 9),
    ("disc", 150, "disc", 154, 200, 150, 0),
    ("ramp", 1, "line", 3, 113, 225, 0),
    ("ramp", 1, "ramp", 1, 230, 226, 2000),
]


def drawing():
    path = pathlib.Path(__file__).with_name("pixelmatch-counts.py")
    spec = importlib.util.spec_from_file_location("drawing", path)
    module = importlib.util.module_from_spec(spec)
    with contextlib.redirect_stdout(io.StringIO()):  # It prints its own table.
        spec.loader.exec_module(module)
    return module.draw


def over_white(data, width, height):
    """Returns red, green and blue, 0 to 255, not rounded."""
    rgba = numpy.array(data, dtype=numpy.float64).reshape(height, width, 4)
    return 255 + (rgba[..., :3] - 255) * rgba[..., 3:] / 255


class Unrounded:
    """Stands in for Pillow's Image, to pass samples that are not whole."""

    def __init__(self, samples):
        self.samples = samples

    def open(self, path):
        return self

    def convert(self, mode):
        return self.samples.pop(0)


def similarity(one, other):
    if min(one.shape[:2]) < 8:
        return None  # The package finds any such images equal.
    ssimulacra2.Image = Unrounded([one.copy(), other.copy()])
    return float(ssimulacra2.compute_ssimulacra2(None, None))


def gradients(image):
    """Returns the gradients of Prewitt of the halved luma. Values beside the image are zeros, as in MATLAB."""
    luma = image @ [0.299, 0.587, 0.114]
    half = convolve2d(luma, numpy.full((2, 2), 1 / 4))[1::2, 1::2]
    across = numpy.array([[1, 0, -1]] * 3) / 3
    return numpy.hypot(convolve2d(half, across, "same"), convolve2d(half, across.T, "same"))


def deviation(one, other):
    """Returns the gradient magnitude similarity deviation."""
    l, r = gradients(one), gradients(other)
    return numpy.std((2 * l * r + 170) / (l * l + r * r + 170))


draw = drawing()
for left, p, right, q, width, height, changed in PAIRS:
    one = over_white(draw(left, p, width, height, 0), width, height)
    other = over_white(draw(right, q, width, height, changed), width, height)
    floats = [(image / 255).astype(numpy.float32) for image in (one, other)]
    error_map = flip_evaluator.evaluate(*floats, "LDR", applyMagma=False)[0]
    flip = float(numpy.mean(error_map, dtype=numpy.float64))
    score = similarity(one, other)
    score = "nil" if score is None else f"{score:.6f}"
    gmsd = deviation(one, other)
    print(f"    Pair(.{left}, {p}, .{right}, {q}, {width}, {height}, {changed}, {flip:.7f}, {score}, {gmsd:.9f}),")
