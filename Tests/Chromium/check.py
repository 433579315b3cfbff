#!/usr/bin/env python3
"""Holds what frameit draws against what Chromium makes of its SVG.

    check.py PROGRAM [--out DIR] [CASE...]     all cases, or those of these names

Each case is a script. Its scene is exported as SVG, which Chromium draws, and the script is applied. Both images are laid
over white and compared, twice:

- as Chromium draws it. Pixels with nothing going on around them in either image may differ by FLAT of 255; at an edge
  two rasterizers may disagree about how much of a pixel is covered: by EDGE of what is between the darkest and the
  brightest of its neighbors.
- where they do not hold to that, Chromium is asked again: it draws the SVG FINER times as large, and the mean is taken. Its
  shortcuts are a part of a pixel long at any size, so that they are gone then. A pixel of ours may differ from that by FINE.
  What does differ is a pixel beyond, and a case has to allow for it and to say why: README.md.

Prints a table, and ends with 1 where a case does not hold. With --out the images stay.
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
# How many pixels of a case may be beyond: Chromium's, but for those of edges that lie on each other.
ALLOWED = {
    # Two layers that fade are rounded to 8 bits each, and color-burn divides by what is left.
    "blend-groups": 800,
    # It measures curves by a few chords: dashes are up to 0.7 pixels from where the lengths say, and a tenth of that then.
    "dashes": 25, "skewed-strokes": 3, "trims": 4,
    # Edges of a fill and of its stroke, or of two shapes, lie in one pixel: coverages are laid over each other.
    "text": 4,
    # Eight times as large, a pen of a twentieth of a pixel is narrower than one still.
    "thin": 12,
    # A pen wider than its bend: what it has passed twice, to and fro, is empty there.
    "wide": 100,
}


def run(*words):
    outcome = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if outcome.returncode != 0:
        sys.exit(f"{' '.join(words)}: {outcome.returncode}\n{outcome.stderr.decode()}")
    return outcome.stdout


def over_white(path):
    """The RGB of a PAM, laid over white: height x width x 3."""
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
    """The least or the largest of each pixel's neighbors."""
    padded = numpy.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = pixels.shape[:2]
    return choose([padded[y:y + height, x:x + width] for y in range(3) for x in range(3)], axis=0)


def judge(ours, theirs):
    """How far pixels are from each other, whether nothing goes on around them, and by which share of what does."""
    distance = numpy.abs(ours - theirs)
    contrast = numpy.maximum(near(ours, numpy.max), near(theirs, numpy.max)) - numpy.minimum(
        near(ours, numpy.min), near(theirs, numpy.min))
    flat = (contrast <= 4 * FLAT).all(axis=2)
    share = numpy.where(contrast > 4 * FLAT, numpy.maximum(distance - FLAT, 0) / numpy.maximum(contrast, 1), 0).max(axis=2)
    return distance.max(axis=2), flat, share


def draw(program, case, folder):
    """Writes our image and the SVG; what makes names of files of the case."""
    name = os.path.splitext(os.path.basename(case))[0]
    path = lambda ext: os.path.join(folder, name + ext)
    text = open(case).read()
    inputs = re.findall(r"^# inputs: (.*)$", text, re.M)
    inputs = [os.path.join(ROOT, p) for p in inputs[0].split()] if inputs else []
    words = lambda out: [case, *inputs, "--allow-read", os.path.join(ROOT, "Examples"), "-o", out, "--force"]
    run(program, "apply", *words(path(".png")))
    run(program, "export", *words(path(".svg")))
    run(program, "apply", "-e", "", path(".png"), "-o", path(".ours.pam"), "--force")
    return path


def chromium(program, path, scale):
    """What Chromium makes of it so many times as large, as the mean of as many pixels each."""
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


def ask(program, path):
    """Our image beside Chromium's, and where that is in doubt, beside the finer one."""
    ours, theirs = over_white(path(".ours.pam")), chromium(program, path, 1)
    if ours.shape != theirs.shape:
        sys.exit(f"{path('.svg')}: {ours.shape} is not {theirs.shape}")
    found = types.SimpleNamespace(mean=numpy.abs(ours - theirs).mean())
    found.distance, found.flat, found.share = judge(ours, theirs)
    found.beyond = found.doubtful = (found.flat & (found.distance > FLAT)) | (found.share > EDGE)
    if found.doubtful.any():
        distance, flat, share = judge(ours, chromium(program, path, FINER))
        found.beyond = found.doubtful & ((flat & (distance > FLAT)) | (share > FINE))
    return found


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
    isGood = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.abspath(options.out or scratch)
        os.makedirs(folder, exist_ok=True)
        print(f"{'case':18}{'differ':>8}{'>2':>7}{'>16':>7}{'>64':>7}{'max':>5}{'mean':>8}{'flat':>6}{'edge':>7}"
              f"{'asked':>7}{'beyond':>8}")
        for case in cases:
            path = draw(program, case, folder)
            # On a busy machine it takes images of itself before all of it is there, once in a while.
            for _ in range(TRIES):
                found = ask(program, path)
                holds = found.beyond.sum() <= ALLOWED.get(names(case), 0)
                if holds:
                    break
            isGood = isGood and holds
            counts = [int((found.distance > limit).sum()) for limit in (0, 2, 16, 64)]
            print(
                f"{names(case):18}{counts[0]:8}{counts[1]:7}{counts[2]:7}{counts[3]:7}{found.distance.max():5.0f}"
                f"{found.mean:8.4f}{(found.distance * found.flat).max():6.0f}{found.share.max():7.3f}"
                f"{found.doubtful.sum():7}{found.beyond.sum():8}"
                + ("" if holds else "  " + " ".join(f"{x},{y}" for y, x in numpy.argwhere(found.beyond)[:4])), flush=True)
    sys.exit(0 if isGood else 1)


main()
