"""Performs the same reduction with the installed programs and libraries, using all their filters."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

import program

MAGICK = next(filter(None, map(shutil.which, ["convert-im6.q16", "convert-im6", "magick"])), None)


def all_results(source: Path, matrix: np.ndarray, side: int, reduction: int) -> dict[str, np.ndarray]:
    """Returns images by name, encoded, 0 to 255. `matrix` is 2 x 3 and maps from source to output."""
    # The transform that remains after a reduction along the axes.
    rest = np.column_stack([matrix[:, :2] * reduction, matrix[:, 2]])
    return {
        **_opencv(source, matrix, rest, side, reduction),
        **_libvips(source, matrix, rest, side, reduction),
        **_pillow(source, matrix, rest, side, reduction),
        **_imagemagick(source, matrix, side, []),
    }


def linear_results(source: Path, matrix: np.ndarray, side: int) -> dict[str, np.ndarray]:
    """Returns the results of programs that have an option for linear light."""
    return _imagemagick(source, matrix, side, ["-colorspace", "RGB"])


def _opencv(
    source: Path, matrix: np.ndarray, rest: np.ndarray, side: int, reduction: int
) -> dict[str, np.ndarray]:
    image = cv2.imread(str(source), cv2.IMREAD_GRAYSCALE)
    small_size = (image.shape[1] // reduction, image.shape[0] // reduction)
    small = cv2.resize(image, small_size, interpolation=cv2.INTER_AREA)

    def warp(image: np.ndarray, matrix: np.ndarray, flag: str) -> np.ndarray:
        # In OpenCV, pixel centers are at whole numbers.
        moved = matrix.copy()
        moved[:, 2] += matrix[:, :2] @ [0.5, 0.5] - 0.5
        return cv2.warpAffine(image, moved, (side, side), flags=getattr(cv2, flag)).astype(float)

    flags = ["INTER_NEAREST", "INTER_LINEAR", "INTER_CUBIC", "INTER_LANCZOS4", "INTER_AREA"]
    results = {f"OpenCV warpAffine {flag}": warp(image, matrix, flag) for flag in flags}
    for flag in flags[1:4]:
        results[f"OpenCV resize INTER_AREA, warp {flag}"] = warp(small, rest, flag)
    return results


def _libvips(
    source: Path, matrix: np.ndarray, rest: np.ndarray, side: int, reduction: int
) -> dict[str, np.ndarray]:
    try:
        import pyvips
    except (ImportError, OSError):
        return {}
    image = pyvips.Image.new_from_file(str(source))[0]

    def affine(image, matrix: np.ndarray, interpolate: str) -> np.ndarray:
        linear, move = matrix[:, :2], matrix[:, 2]
        return (
            image.affine(
                linear.ravel().tolist(), interpolate=pyvips.Interpolate.new(interpolate), extend="copy",
                oarea=[0, 0, side, side], idx=0.5, idy=0.5, odx=move[0] - 0.5, ody=move[1] - 0.5,
            )
            .numpy()
            .astype(float)
            .reshape(side, side)
        )  # fmt: skip

    interpolates = ["bilinear", "bicubic", "lbb", "nohalo", "vsqbs"]
    results = {f"libvips affine {i}": affine(image, matrix, i) for i in interpolates}
    for kernel in ["lanczos3", "cubic", "mitchell"]:
        small = image.resize(1 / reduction, kernel=kernel).copy_memory()
        results[f"libvips resize {kernel}, affine bicubic"] = affine(small, rest, "bicubic")
    return results


def _pillow(
    source: Path, matrix: np.ndarray, rest: np.ndarray, side: int, reduction: int
) -> dict[str, np.ndarray]:
    image = Image.open(source).convert("L")
    small_size = (image.width // reduction, image.height // reduction)

    def transform(image: Image.Image, matrix: np.ndarray, resample: str) -> np.ndarray:
        inverse = np.linalg.inv(matrix[:, :2])
        numbers = np.column_stack([inverse, -inverse @ matrix[:, 2]]).ravel().tolist()
        flag = getattr(Image, resample)
        return np.asarray(image.transform((side, side), Image.AFFINE, numbers, resample=flag)).astype(float)

    results = {
        f"Pillow transform {r}": transform(image, matrix, r) for r in ("NEAREST", "BILINEAR", "BICUBIC")
    }
    for kind in ("LANCZOS", "BICUBIC", "BOX"):
        small = image.resize(small_size, getattr(Image, kind))
        results[f"Pillow resize {kind}, transform BICUBIC"] = transform(small, rest, "BICUBIC")
    return results


def _imagemagick(source: Path, matrix: np.ndarray, side: int, light: list[str]) -> dict[str, np.ndarray]:
    """Runs -distort with elliptical weighting for each filter. +distort gives the same pixels on a larger canvas."""
    if MAGICK is None:
        return {}
    (a, c, tx), (b, d, ty) = matrix
    numbers = ",".join(repr(float(v)) for v in (a, b, c, d, tx, ty))
    results = {}
    name = "ImageMagick -distort" + (" -colorspace RGB" if light else "")
    for kind in [None, "Lanczos", "Mitchell", "Catrom", "Gaussian", "Triangle", "Point"]:
        with tempfile.TemporaryDirectory() as folder:
            result = Path(folder) / "result.png"
            argv = [
                MAGICK, str(source), *light, "-virtual-pixel", "edge", *(["-filter", kind] if kind else []),
                "-define", f"distort:viewport={side}x{side}+0+0", "-distort", "AffineProjection", numbers,
                "+repage", *(["-colorspace", "sRGB"] if light else []), "-depth", "8", str(result),
            ]  # fmt: skip
            subprocess.run(argv, check=True, capture_output=True)
            results[f"{name} {kind or '(Robidoux)'}"] = program.read(result)[..., 0].astype(float)
    return results
