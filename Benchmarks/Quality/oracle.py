"""Computes pixel values in float64 directly from the definition, without using the program's code.

Let J be the linear map from output to source, J = U S V^T its singular value decomposition and A = U max(S, 1) U^T.
The weight of a source pixel at offset r is k((A^-1 r).x) k((A^-1 r).y), normalized. Beyond its edge an image
repeats its edge pixels, and the result is multiplied by the exact area of the output pixel that the image covers.
Pixels are premultiplied, in linear light or in sRGB's encoding.
"""

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from coverage import covered

# The number of taps computed in one step; they need a few hundred megabytes.
CHUNK = 4_000_000


def cubic(x: np.ndarray, b: float, c: float) -> np.ndarray:
    """Evaluates equation 8 of Mitchell and Netravali, "Reconstruction filters in computer graphics", 1988."""
    t = np.abs(x)
    near = (12 - 9 * b - 6 * c) * t**3 + (-18 + 12 * b + 6 * c) * t**2 + (6 - 2 * b)
    far = (-b - 6 * c) * t**3 + (6 * b + 30 * c) * t**2 + (-12 * b - 48 * c) * t + (8 * b + 24 * c)
    return np.where(t < 1, near, np.where(t < 2, far, 0)) / 6


KERNELS = {
    "linear": (1, lambda x: np.maximum(0, 1 - np.abs(x))),
    "cubic": (2, lambda x: cubic(x, 0, 0.5)),
    "mitchell": (2, lambda x: cubic(x, 1 / 3, 1 / 3)),
    "lanczos3": (3, lambda x: np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)),
}


def to_light(codes: np.ndarray, light: str) -> np.ndarray:
    """Converts encoded samples, 0 to 1, to working samples. For linear light, it undoes sRGB's transfer function
    (IEC 61966-2-1).
    """
    if light == "srgb":
        return codes
    return np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)


def from_light(values: np.ndarray, light: str) -> np.ndarray:
    if light == "srgb":
        return values
    return np.where(values <= 0.0031308, values * 12.92, 1.055 * np.maximum(values, 0) ** (1 / 2.4) - 0.055)


def premultiplied(image: np.ndarray, light: str) -> np.ndarray:
    """Converts an image of integer codes, H x W x 4, to working pixels."""
    codes = image / np.iinfo(image.dtype).max
    color = to_light(codes[..., :3], light) * codes[..., 3:]
    return np.concatenate([color, codes[..., 3:]], axis=2)


class Oracle:
    """Computes the output pixels of one matrix and one filter, for any image of a given size."""

    def __init__(self, matrix: np.ndarray, filter: str, source: tuple[int, int], output: tuple[int, int]):
        """`matrix` is 2 x 3 and maps from source to output; sizes are width and height."""
        self.filter, self.source, self.output = filter, source, output
        linear = np.linalg.inv(matrix[:, :2])
        columns, rows = np.meshgrid(np.arange(output[0]) + 0.5, np.arange(output[1]) + 0.5)
        places = np.stack([columns.ravel(), rows.ravel()], axis=1)
        self.places = (places - matrix[:, 2]) @ linear.T
        u, s, _ = np.linalg.svd(linear)
        self.wide = u @ np.diag(np.maximum(s, 1)) @ u.T
        self.share = covered(matrix, source, output).ravel()
        self.shown = np.flatnonzero(self.share > 0)
        # At a position on the border of two pixels, only rounding decides which one is nearest.
        near_border = np.abs(self.places - np.round(self.places)).min(axis=1) < 1e-6
        self.is_doubtful = near_border & (filter == "nearest")

    def resample(self, working: np.ndarray) -> np.ndarray:
        """Converts working pixels, H x W x C, to the visible pixels of the output, in the order of `shown`."""
        flat = working.reshape(self.source[0] * self.source[1], -1)
        return np.concatenate([weights @ flat for weights in self._weights()])

    def _weights(self) -> Iterator[sparse.csr_matrix]:
        width, height = self.source
        if self.filter == "nearest":
            nearest = np.floor(self.places[self.shown]).astype(int)
            x, y = np.clip(nearest[:, 0], 0, width - 1), np.clip(nearest[:, 1], 0, height - 1)
            count = len(self.shown)
            yield sparse.csr_matrix((np.ones(count), (range(count), y * width + x)), (count, width * height))
            return
        support, kernel = KERNELS[self.filter]
        reach = support * np.abs(self.wide).sum(axis=1)
        taps = [np.arange(-int(np.ceil(r)) - 1, int(np.ceil(r)) + 2) for r in reach]
        inverse = np.linalg.inv(self.wide)
        step = max(1, CHUNK // (len(taps[0]) * len(taps[1])))
        for start in range(0, len(self.shown), step):
            places = self.places[self.shown[start : start + step]]
            whole = np.floor(places).astype(int)
            x = whole[:, 0, None, None] + taps[0][None, None, :]
            y = whole[:, 1, None, None] + taps[1][None, :, None]
            dx, dy = x + 0.5 - places[:, 0, None, None], y + 0.5 - places[:, 1, None, None]
            weight = kernel(inverse[0, 0] * dx + inverse[0, 1] * dy)
            weight = weight * kernel(inverse[1, 0] * dx + inverse[1, 1] * dy)
            weight /= weight.sum(axis=(1, 2), keepdims=True)
            pixel = np.clip(y, 0, height - 1) * width + np.clip(x, 0, width - 1)
            some, where = np.nonzero(weight.reshape(len(places), -1))
            data = weight.reshape(len(places), -1)[some, where]
            index = np.broadcast_to(pixel, weight.shape).reshape(len(places), -1)[some, where]
            yield sparse.csr_matrix((data, (some, index)), (len(places), width * height))

    def codes(self, resampled: np.ndarray, light: str, dtype: type, background: str = "none") -> np.ndarray:
        """Converts visible pixels, N x 4, to stored codes. Without a background, colors are not premultiplied, and are 0
        where alpha is 0. With a white background, pixels are composited over it.
        """
        alpha = np.clip(resampled[:, 3:], 0, 1)
        # Filters with negative lobes overshoot, so colors are clamped to 0...alpha.
        color = np.clip(resampled[:, :3], 0, alpha)
        share = self.share[self.shown, None]
        if background == "white":
            color = color * share + (1 - alpha * share)
            return _codes(from_light(color, light), np.ones_like(alpha), dtype)
        straight = np.divide(color, alpha, out=np.zeros_like(color), where=alpha > 0)
        codes = _codes(from_light(straight, light), alpha * share, dtype)
        codes[codes[:, 3] == 0] = 0
        return codes


def _codes(color: np.ndarray, alpha: np.ndarray, dtype: type) -> np.ndarray:
    """Converts 0 to 1 to the nearest code. Ties round up; the small offset keeps float64 errors from deciding them."""
    values = np.concatenate([color, alpha], axis=1)
    return np.floor(values * np.iinfo(dtype).max + 0.5 + 1e-9).astype(np.int64)
