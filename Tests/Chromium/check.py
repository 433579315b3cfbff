#!/usr/bin/env python3
"""Compares frameit's drawings with Chromium's drawings of its SVG.

    check.py PROGRAM [--out DIR] [CASE...]     runs all cases, or those named

Each case is a script. Its scene is exported as SVG, which Chromium draws, and the script is applied. Both images
are laid over white and compared twice:

- At the size of the image. Where neither image has detail, pixels may differ by FLAT of 255. At an edge, two
rasterizers may disagree about coverage by EDGE of the difference between the darkest and the brightest neighbor.
- Where that fails, Chromium draws the SVG FINER times as large, and the result is averaged down. Chromium's
approximations are a fraction of a pixel at any size, so they become negligible. Our pixels may differ from the average by
FINE of the local contrast.

The remaining pixels count as different. A case must allow for them, with a reason; see README.md.

Prints a table, and exits with 1 if a case fails. With --out the images are kept.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile
import types

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FLAT = 2
EDGE = 0.25
FINE = 0.06
FINER = 8
TRIES = 3
# The distance, of 255, up to which pixels count as equal. After a step of 255, Chromium's blur, which is three box filters,
# differs from a Gaussian by up to 2.5, and by a multiple of it if several edges are near. Sharpening multiplies that, and the
# errors of 8-bit colors. A hue is turned by curves with 8 bits, and then
# a matrix with weights of up to 4; computed exactly, its filters give our colors within 1.
NEAR = {"blur": 6, "blur-images": 6, "blur-linear": 6, "hue": 13, "shadows": 6, "sharpen": 3}
# The number of different pixels that a case allows. Most are errors of Chromium; the others are edges that coincide.
ALLOWED = {
    # Two translucent layers are rounded to 8 bits each, and color-burn divides by the remainder.
    "blend-groups": 800,
    # Chromium measures curves by a few chords: dashes are up to 0.7 pixels off, and a tenth of that at the larger size.
    "dashes": 25, "skewed-strokes": 3, "trims": 4,
    # Edges of a fill and its stroke, or of two shapes, are in one pixel, and their coverages are composited.
    "text": 4, "dial": 1,
    # At eight times the size, a pen of a twentieth of a pixel is still narrower than a pixel.
    "thin": 12,
    # A pen wider than the curve's radius: Chromium leaves areas empty that the pen covers in both directions.
    "wide": 100,
}


def run(*command, reading="stdout"):
    outcome = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if outcome.returncode != 0:
        sys.exit(f"{' '.join(command)}: {outcome.returncode}\n{outcome.stderr.decode()}")
    return getattr(outcome, reading)


def over_white(path):
    """Returns the RGB of a PAM over white: height x width x 3."""
    data = open(path, "rb").read()
    end = data.index(b"ENDHDR\n") + 7
    field = {k: int(v) for k, v in re.findall(rb"(WIDTH|HEIGHT|DEPTH|MAXVAL) (\d+)\n", data[:end])}
    assert field[b"MAXVAL"] == 255, path
    depth = field[b"DEPTH"]
    pixels = numpy.frombuffer(data, numpy.uint8, offset=end).reshape(field[b"HEIGHT"], field[b"WIDTH"], depth)
    color = pixels[:, :, :3] if depth > 2 else pixels[:, :, :1].repeat(3, axis=2)
    if depth in (1, 3):
        return color.astype(numpy.float32)
    alpha = pixels[:, :, depth - 1:].astype(numpy.float32) / 255
    return color * alpha + 255 * (1 - alpha)


def near(pixels, choose):
    """Returns the minimum or maximum, `choose`, of each pixel and its neighbors."""
    padded = numpy.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = pixels.shape[:2]
    return choose([padded[y:y + height, x:x + width] for y in range(3) for x in range(3)], axis=0)


def judge(ours, theirs):
    """Returns the difference of each pixel, whether its neighborhood is flat, and the share of the local contrast."""
    distance = numpy.abs(ours - theirs)
    contrast = numpy.maximum(near(ours, numpy.max), near(theirs, numpy.max)) - numpy.minimum(
        near(ours, numpy.min), near(theirs, numpy.min))
    flat = (contrast <= 4 * FLAT).all(axis=2)
    share = numpy.where(contrast > 4 * FLAT, numpy.maximum(distance - FLAT, 0) / numpy.maximum(contrast, 1), 0).max(axis=2)
    return distance.max(axis=2), flat, share


def draw(program, case, folder):
    """Writes our image and the SVG. Returns a function that maps a file extension to the path of an output."""
    name = os.path.splitext(os.path.basename(case))[0]
    path = lambda ext: os.path.join(folder, name + ext)
    text = open(case).read()
    inputs = re.findall(r"^# inputs: (.*)$", text, re.M)
    inputs = [os.path.join(ROOT, p) for p in inputs[0].split()] if inputs else []
    arguments = lambda out: [case, *inputs, "--allow-read", os.path.join(ROOT, "Examples"), "-o", out, "--force"]
    run(program, "apply", *arguments(path(".png")))
    expected = re.findall(r"^# notes: (.*)$", text, re.M)
    options = " ".join(re.findall(r"^# options: (.*)$", text, re.M)).split()
    noted = run(program, "export", *options, *arguments(path(".svg")), reading="stderr").decode()
    if any(note not in noted for note in expected):
        sys.exit(f"{case}: export does not print the note: {noted}")
    run(program, "apply", "-e", "", path(".png"), "-o", path(".ours.pam"), "--force")
    return path


def chromium(program, path, scale):
    """Returns Chromium's drawing at `scale` times the size, averaged down."""
    width, height = re.search(r'<svg [^>]*?width="(\d+)" height="(\d+)"', open(path(".svg")).read()).groups()
    shot = path(f".chromium-{scale}")
    run(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
        "--default-background-color=00000000", f"--force-device-scale-factor={scale}",
        f"--user-data-dir={path('.profile')}", f"--window-size={width},{height}", f"--screenshot={shot}.png",
        "file://" + path(".svg"))
    run(program, "apply", "-e", "", shot + ".png", "-o", shot + ".pam", "--force")
    pixels = over_white(shot + ".pam")
    height, width = pixels.shape[0] // scale, pixels.shape[1] // scale
    return pixels.reshape(height, scale, width, scale, 3).mean(axis=(1, 3))


def compare(program, path, near):
    """Compares our image with Chromium's, and the pixels that differ with Chromium's larger drawing."""
    ours, theirs = over_white(path(".ours.pam")), chromium(program, path, 1)
    if ours.shape != theirs.shape:
        sys.exit(f"{path('.svg')}: our size is {ours.shape}, Chromium's is {theirs.shape}")
    result = types.SimpleNamespace(mean=numpy.abs(ours - theirs).mean())
    result.distance, result.flat, result.share = judge(ours, theirs)
    result.beyond = result.doubtful = (result.flat & (result.distance > FLAT)) | (result.share > EDGE)
    if result.doubtful.any():
        distance, flat, share = judge(ours, chromium(program, path, FINER))
        result.beyond = result.doubtful & (distance > near) & ((flat & (distance > FLAT)) | (share > FINE))
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_intermixed_args()
    program = os.path.abspath(options.program)
    cases = sorted(glob.glob(os.path.join(HERE, "Cases", "*.txt")))
    names = lambda case: os.path.splitext(os.path.basename(case))[0]
    if options.cases:
        cases = [case for case in cases if names(case) in options.cases]
    passed = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.abspath(options.out or scratch)
        os.makedirs(folder, exist_ok=True)
        print(f"{'case':18}{'differ':>8}{'>2':>7}{'>16':>7}{'>64':>7}{'max':>5}{'mean':>8}{'flat':>6}{'edge':>7}"
              f"{'asked':>7}{'beyond':>8}")
        for case in cases:
            path = draw(program, case, folder)
            # On a busy machine, Chromium sometimes takes a screenshot too early.
            for _ in range(TRIES):
                result = compare(program, path, NEAR.get(names(case), 0))
                is_within = result.beyond.sum() <= ALLOWED.get(names(case), 0)
                if is_within:
                    break
            passed = passed and is_within
            counts = [int((result.distance > limit).sum()) for limit in (0, 2, 16, 64)]
            print(
                f"{names(case):18}{counts[0]:8}{counts[1]:7}{counts[2]:7}{counts[3]:7}{result.distance.max():5.0f}"
                f"{result.mean:8.4f}{(result.distance * result.flat).max():6.0f}{result.share.max():7.3f}"
                f"{result.doubtful.sum():7}{result.beyond.sum():8}"
                + ("" if is_within else "  " + " ".join(f"{x},{y}" for y, x in numpy.argwhere(result.beyond)[:4])), flush=True)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
