"""What the outputs of edits are compared with, in float64: resampled images, and HDR images in linear light."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "Benchmarks" / "Quality"))
from oracle import Oracle


def explained(program: str, script: str, photo: Path) -> tuple[np.ndarray, tuple[int, int]]:
    """Returns the matrix from stored pixels to those of the output, and the size of the output."""
    argv = [program, "explain", "--json", "-e", script, str(photo)]
    plan = json.loads(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)
    a, b, c, d, tx, ty = plan["items"][0]["matrix"]
    return np.array([[a, c, tx], [b, d, ty]]), (plan["width"], plan["height"])


def resampled(image: np.ndarray, matrix: np.ndarray, size: tuple[int, int], background: np.ndarray) -> np.ndarray:
    """Returns float64 samples of the output, H x W x C; the background where the image does not cover it."""
    oracle = Oracle(matrix, "cubic", (image.shape[1], image.shape[0]), size)
    found = np.tile(background.astype(float), (size[0] * size[1], 1))
    share = oracle.share[oracle.shown, None]
    found[oracle.shown] = oracle.resample(image) * share + background * (1 - share)
    return found.reshape(size[1], size[0], -1)


def difference(got: np.ndarray, wanted: np.ndarray) -> float:
    """Returns the root of the mean square of the ratio in dB, above a small level, over all pixels."""
    floor = 0.02
    ratio = 10 * np.log10((np.maximum(got, 0) + floor) / (np.maximum(wanted, 0) + floor))
    return float(np.sqrt((ratio**2).mean()))


# From the primaries of BT.2020 to those of sRGB (BT.2087).
TO_SRGB = np.array([[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]])


def pq_light(samples: np.ndarray) -> np.ndarray:
    """Returns light for PQ samples from 0 to 1 (SMPTE ST 2084); 1 is 203 candela per square meter, diffuse white."""
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
    v = samples ** (1 / m2)
    return 10000 / 203 * (np.maximum(v - c1, 0) / (c2 - c3 * v)) ** (1 / m1)
