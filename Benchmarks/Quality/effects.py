"""Compares blurs, unsharp masks, squares, levels and matrices with OpenCV, NumPy and libvips: `effects.py PROGRAM`.

The pictures are noise, edges, points of light and checkerboards of 8 bits. Each sample must be within 1 of 255 of what the other program
computes in floating point, in encoded samples and in linear light. Prints the largest difference of each kind, and exits with 1 if one is
larger.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pyvips

WIDTH, HEIGHT = 301, 203
# Rounding to a code is half a step.
BOUND = 1.5
DEVIATIONS = (0.5, 1, 2.5, 5.9, 6, 11.9, 12, 20, 23.9, 24, 50)


def light(v):
    """IEC 61966-2-1."""
    return np.where(v > 0.04045, ((v + 0.055) / 1.055) ** 2.4, v / 12.92)


def encoded(v):
    return np.where(v > 0.0031308, 1.055 * np.maximum(v, 1e-12) ** (1 / 2.4) - 0.055, v * 12.92)


def pictures(random):
    yield "noise", random.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    edges = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    edges[:, WIDTH // 2:] = 255
    edges[HEIGHT // 2:] = 255 - edges[HEIGHT // 2:]
    yield "edges", edges
    points = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    points[::40, ::2] = points[100, 150] = 255
    yield "points", points
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    for side in (3, 4, 5, 7, 8, 13, 16):
        yield f"checkers of {side}", np.repeat((((columns // side + rows // side) % 2) * 255).astype(np.uint8)[..., None], 3, -1)


def gaussian(v, deviation):
    size = 2 * int(np.ceil(8 * deviation)) + 1
    return cv2.GaussianBlur(v, (size, size), deviation, borderType=cv2.BORDER_REPLICATE)


def blurred(v, deviation, space):
    return gaussian(v, deviation) if space == "srgb" else encoded(gaussian(light(v), deviation))


def sharpened(v, amount, deviation, threshold):
    difference = v - gaussian(v, deviation)
    return np.where(np.abs(difference) >= threshold, v + amount * difference, v)


def squares(v, side, space):
    v = v if space == "srgb" else light(v)
    # The last squares have only the pixels that are in the picture.
    tops, lefts = np.arange(0, HEIGHT, side), np.arange(0, WIDTH, side)
    sums = np.add.reduceat(np.add.reduceat(v, tops, 0), lefts, 1)
    heights, widths = np.diff(tops, append=HEIGHT), np.diff(lefts, append=WIDTH)
    means = sums / (heights[:, None] * widths)[..., None]
    result = np.repeat(np.repeat(means, side, 0), side, 1)[:HEIGHT, :WIDTH]
    return result if space == "srgb" else encoded(result)


MATRIX = [0.9, 0.2, -0.1, 0, 0.02, 0.1, 0.7, 0.1, 0, -0.03, -0.2, 0.1, 1.1, 0, 0.01, 0, 0, 0, 1, 0]


def recombined(v):
    image = pyvips.Image.new_from_array(v.astype(np.float64), interpretation="srgb")
    weights = [MATRIX[5 * row:5 * row + 3] for row in range(3)]
    return image.recomb(pyvips.Image.new_from_array(weights)).linear([1, 1, 1], MATRIX[4:15:5]).numpy()


def stretched(v):
    image = pyvips.Image.new_from_array(v.astype(np.float64), interpretation="srgb")
    return np.clip(image.linear(1 / 0.7, -0.1 / 0.7).numpy(), 0, 1)


def checks():
    """Returns statements and functions of encoded samples and the light."""
    for deviation in DEVIATIONS:
        yield "blur", f"blur {deviation}", lambda v, space, d=deviation: blurred(v, d, space)
    for amount, deviation, threshold in ((0.8, 1.5, 0), (2, 0.7, 0.02), (0.5, 12, 0)):
        yield ("sharpen", f"sharpen {amount} {deviation} {threshold}",
               lambda v, space, a=amount, d=deviation, t=threshold: sharpened(v, a, d, t))
    for side in (2, 7, 24, 100):
        yield "pixelate", f"pixelate {side}", lambda v, space, s=side: squares(v, s, space)
    yield "color-matrix", "color-matrix " + " ".join(map(str, MATRIX)), lambda v, space: recombined(v)
    yield "levels", "levels 10%..80%", lambda v, space: stretched(v)


def main():
    program = sys.argv[1]
    worst = {}
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "in.png", Path(name) / "out.png"
        for picture, image in pictures(np.random.default_rng(1)):
            cv2.imwrite(str(source), image[..., ::-1])
            for kind, statement, function in checks():
                for space in ("srgb", "linear"):
                    script = f"light {space}; {statement}"
                    subprocess.run([program, "apply", "-q", "-e", script, source, "-o", target, "--force"], check=True)
                    found = cv2.imread(str(target))[..., ::-1].astype(np.float64)
                    wanted = np.clip(function(image / 255, space), 0, 1) * 255
                    difference = np.abs(found - wanted)
                    if kind == "sharpen" and "0.02" in statement:
                        # Rounding decides about differences at the threshold.
                        difference = np.sort(difference.ravel())[: int(difference.size * 0.99)]
                    worst[kind] = max(worst.get(kind, (-1,)), (float(difference.max()), f"{script} of {picture}"))
    for kind, (most, where) in worst.items():
        print(f"{kind}: at most {most:.2f} of 255, in {where}")
    sys.exit(any(most > BOUND for most, _ in worst.values()))


if __name__ == "__main__":
    main()
