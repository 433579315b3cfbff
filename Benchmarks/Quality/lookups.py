"""Compares `lut` with OpenColorIO: `lookups.py PROGRAM`.

Each table is applied to noise of 8 and 16 bits, in both lights. At least 99% of the samples of 8 bits must be within 1, and of
16 bits within 2, of what OpenColorIO makes of them with the same file. Exits with 1 if a bound is exceeded.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
import PyOpenColorIO as ocio

SHARE = 0.01


def rows(values):
    return "".join(f"{r:.6f} {g:.6f} {b:.6f}\n" for r, g, b in values)


def grid(size):
    """Returns the colors of a cube's points, red first."""
    steps = np.linspace(0, 1, size)
    blue, green, red = np.meshgrid(steps, steps, steps, indexing="ij")
    return np.stack([red.ravel(), green.ravel(), blue.ravel()], -1)


def film(c):
    r, g, b = c.T
    return np.clip(np.stack([0.9 * r**0.8 + 0.1 * b, g**1.1, 0.2 + 0.7 * b - 0.1 * r], -1), 0, 1)


def tables(random):
    """Returns texts of .cube files by name."""
    lines = np.linspace(0, 1, 1024)[:, None]
    return {
        "a smooth cube of 33": "LUT_3D_SIZE 33\n" + rows(film(grid(33))),
        "a smooth cube of 65": "LUT_3D_SIZE 65\n" + rows(film(grid(65))),
        "a random cube of 2": "LUT_3D_SIZE 2\n" + rows(random.random((8, 3))),
        "a random cube of 17": "LUT_3D_SIZE 17\n" + rows(random.random((17**3, 3))),
        "a cube of 5 for a part of the colors":
            "DOMAIN_MIN 0.1 0 -0.2\nDOMAIN_MAX 0.8 1 2\nLUT_3D_SIZE 5\n" + rows(random.random((125, 3))),
        "smooth curves": "LUT_1D_SIZE 1024\n" + rows(np.concatenate([lines**0.7, lines, 1 - lines**1.5], 1)),
        "random curves of 9": "LUT_1D_SIZE 9\n" + rows(random.random((9, 3))),
        "curves and a cube":
            "LUT_1D_SIZE 9\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 9\nLUT_3D_INPUT_RANGE 0 1\n"
            + rows(np.linspace(0, 1, 9)[:, None] ** [0.7, 1.2, 0.9]) + rows(film(grid(9))),
    }


def wanted(path, image):
    has_cube = "LUT_3D_SIZE" in path.read_text()
    interpolation = ocio.INTERP_TETRAHEDRAL if has_cube else ocio.INTERP_LINEAR
    transform = ocio.FileTransform(str(path), interpolation=interpolation)
    processor = ocio.Config.CreateRaw().getProcessor(transform)
    colors = (image / np.iinfo(image.dtype).max).astype(np.float32).reshape(-1, 3).copy()
    processor.getDefaultCPUProcessor().applyRGB(colors)
    return np.clip(colors.reshape(image.shape).astype(np.float64), 0, 1) * np.iinfo(image.dtype).max


def main():
    program = sys.argv[1]
    random = np.random.default_rng(1)
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, target = folder / "in.png", folder / "out.png"
        for number, (kind, text) in enumerate(tables(random).items()):
            # OpenColorIO keeps files in memory by their names.
            path = folder / f"{number}.cube"
            path.write_text(text)
            for dtype in (np.uint8, np.uint16):
                image = random.integers(0, np.iinfo(dtype).max, (256, 256, 3), dtype, True)
                cv2.imwrite(str(source), image[..., ::-1])
                for light in ("srgb", "linear"):
                    (folder / "script.txt").write_text(f'light {light}\nlut "{path.name}"\n')
                    command = [program, "apply", "-q", folder / "script.txt", source, "-o", target, "--force"]
                    subprocess.run(command, check=True)
                    found = cv2.imread(str(target), cv2.IMREAD_UNCHANGED)[..., ::-1].astype(np.float64)
                    difference = np.abs(found - wanted(path, image))
                    bound = (1 if dtype == np.uint8 else 2) + 0.5
                    share = float((difference > bound).mean())
                    failed |= share > SHARE
                    depth = 8 * np.dtype(dtype).itemsize
                    print(f"{kind}, {depth} bits, {light}: {share:.3%} beyond the bound, "
                          f"at most {difference.max():.1f} steps")
    sys.exit(failed)


if __name__ == "__main__":
    main()
