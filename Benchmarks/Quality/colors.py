"""Checks color edits against their formulas, evaluated in float64: `colors.py PROGRAM [--chains N] [--seed N]`.

Each chain has one to ten random edits and is applied to noise, a gradient and dark noise of 8 and 16 bits, in both lights, with
and without transparency. At least 99% of the samples of 8 bits must be within 1, and of 16 bits within 2. Prints the
worst chain of each kind, and exits with 1 if a bound is exceeded.

The formulas are those of docs/color-edits.md, written again without the program's code.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

SHARE = 0.01
CSS = np.array([0.2126, 0.7152, 0.0722])


def light(v):
    """IEC 61966-2-1, mirrored at 0."""
    a = np.abs(v)
    return np.sign(v) * np.where(a > 0.04045, ((a + 0.055) / 1.055) ** 2.4, a / 12.92)


def encoded(v):
    a = np.abs(v)
    return np.sign(v) * np.where(a > 0.04045 / 12.92, 1.055 * a ** (1 / 2.4) - 0.055, a * 12.92)


CONES = np.array([
    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005]])
LAB = np.array([
    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660]])


def hue(c, degrees):
    # The published digits turn grays by a few millionths; the last weight of a row makes up for it.
    cones, lab = CONES.copy(), LAB.copy()
    cones[:, 2] = 1 - cones[:, 0] - cones[:, 1]
    lab[:, 2] = np.array([1, 0, 0]) - lab[:, 0] - lab[:, 1]
    angle = np.radians(degrees)
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    cubes = (np.cbrt(light(c) @ cones.T) @ (np.linalg.inv(lab) @ turn @ lab).T) ** 3
    return encoded(cubes @ np.linalg.inv(cones).T)


def towards(c, weights, share):
    return (1 - share) * c + share * (c @ np.asarray(weights))[..., None]


def sepia(c, share):
    rows = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
    return (1 - share) * c + share * (c @ rows.T)


def levels(c, black, white, low, high, gamma):
    return low + (high - low) * np.clip((c - black) / (white - black), 0, 1) ** (1 / gamma)


def edits(random):
    """Returns a random edit: its statement and its function."""
    n = lambda low, high: round(random.uniform(low, high), 3)
    a, b, d, e, f = n(-1, 1), n(0.6, 1.6), n(0, 1), n(0, 0.2), n(0.7, 1)
    red, green = random.integers(0, 256, 2)
    color = np.array([red, green, 0x40]) / 255
    return [
        (f"exposure {a}", lambda c: encoded(light(c) * 2**a)),
        (f"brightness {b}", lambda c: b * c),
        (f"contrast {b}", lambda c: (c - 0.5) * b + 0.5),
        (f"saturation {b}", lambda c: towards(c, [0.213, 0.715, 0.072], 1 - b)),
        (f"hue {a * 90:.2f}deg", lambda c: hue(c, float(f"{a * 90:.2f}"))),
        (f"levels {e}..{f} {e}..{f} {b}", lambda c: levels(c, e, f, e, f, b)),
        (f"grayscale {d}", lambda c: towards(c, CSS, d)),
        (f"grayscale {d},{e},{f}", lambda c: np.repeat((c @ np.array([d, e, f]))[..., None], 3, -1)),
        (f"sepia {d}", lambda c: sepia(c, d)),
        (f"invert {d}", lambda c: c + d * (1 - 2 * c)),
        (f"colorize #{red:02x}{green:02x}40 {d}", lambda c: (1 - d) * c + d * (c @ CSS)[..., None] * color),
    ][random.integers(0, 11)]


def inputs(random, depth, alpha):
    """Returns an image of 8 or 16 bits: noise, a gradient and dark noise, one below the other."""
    top = 255 if depth == 8 else 65535
    noise = random.integers(0, top + 1, (60, 200, 3))
    ramp = np.linspace(0, top, 200).round()[None, :, None] * np.ones((60, 1, 3))
    dark = (top * random.random((60, 200, 3)) ** 4).round()
    image = np.concatenate([noise, ramp, dark]).astype(np.uint8 if depth == 8 else np.uint16)
    if not alpha:
        return image
    a = random.integers(top // 4, top + 1, image.shape[:2] + (1,)).astype(image.dtype)
    return np.concatenate([image, a], -1)


def check(program, chain, functions, image, light_word, folder):
    """Returns the share of samples beyond the bound, and the largest difference."""
    top = np.iinfo(image.dtype).max
    channels = image.shape[2]
    order = [2, 1, 0, 3][:channels]
    source, target = folder / "in.png", folder / "out.png"
    cv2.imwrite(str(source), image[..., order])
    script = f"light {light_word}; " + "; ".join(chain)
    subprocess.run([program, "apply", "-q", "-e", script, source, "-o", target, "--force"], check=True)
    found = cv2.imread(str(target), cv2.IMREAD_UNCHANGED)
    if found.ndim == 2:
        found = np.repeat(found[..., None], 3, -1)
    found = found[..., order[: found.shape[2]]].astype(np.float64)
    wanted = image[..., :3] / top
    for function in functions:
        wanted = function(wanted)
    wanted = np.clip(wanted, 0, 1) * top
    assert channels == 3 or np.array_equal(found[..., 3], image[..., 3]), "alpha has changed"
    difference = np.abs(found[..., :3] - wanted)
    # Rounding to a code is half a step.
    bound = (1 if top == 255 else 2) + 0.5
    return float((difference > bound).mean()), float(difference.max())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--chains", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    worst = {}
    with tempfile.TemporaryDirectory() as name:
        for _ in range(options.chains):
            chosen = [edits(random) for _ in range(random.integers(1, 11))]
            chain, functions = [word for word, _ in chosen], [function for _, function in chosen]
            for depth in (8, 16):
                for alpha in (False, True):
                    image = inputs(random, depth, alpha)
                    for word in ("srgb", "linear"):
                        share, most = check(options.program, chain, functions, image, word, Path(name))
                        key = (depth, alpha, word)
                        worst[key] = max(worst.get(key, (-1,)), (share, most, "; ".join(chain)))
    for (depth, alpha, word), (share, most, chain) in worst.items():
        kind = f"{depth} bits, {'with' if alpha else 'without'} alpha, {word}"
        print(f"{kind}: {share:.3%} beyond the bound, at most {most:.1f} steps, in: {chain}")
    sys.exit(any(share > SHARE for share, _, _ in worst.values()))


if __name__ == "__main__":
    main()
