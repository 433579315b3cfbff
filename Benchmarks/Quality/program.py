"""Runs frameit on images in memory, through temporary files."""

import json
import subprocess
from pathlib import Path

import cv2
import numpy as np


def write(path: Path, image: np.ndarray) -> None:
    """Writes H x W x 4 samples of 8 or 16 bits as PNG: gray images as gray, opaque ones without alpha."""
    is_opaque = (image[..., 3] == np.iinfo(image.dtype).max).all()
    is_gray = is_opaque and (image[..., :3] == image[..., :1]).all()
    channels = [0] if is_gray else [2, 1, 0] if is_opaque else [2, 1, 0, 3]
    cv2.imwrite(str(path), np.ascontiguousarray(image[..., channels]), [cv2.IMWRITE_PNG_COMPRESSION, 1])


def read(path: Path) -> np.ndarray:
    """Reads any PNG as H x W x 4."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image.ndim == 2:
        image = np.stack([image] * 3, axis=2)
    if image.shape[2] == 3:
        opaque = np.full(image.shape[:2] + (1,), np.iinfo(image.dtype).max, image.dtype)
        return np.concatenate([image[..., ::-1], opaque], axis=2)
    return image[..., [2, 1, 0, 3]]


def script(matrix: np.ndarray, output: tuple[int, int], filter: str, light: str, background: str = "none") -> str:
    """Returns a script that transforms the image by the matrix, 2 x 3, from source to output."""
    (a, c, tx), (b, d, ty) = matrix
    numbers = " ".join(f"{float(v)!r}" for v in (a, b, c, d, tx, ty))
    return (
        f"canvas {output[0]},{output[1]}; light {light}; filter {filter}; background {background}; "
        f"layer photo image at 0,0 anchor 0,0; transform {numbers}"
    )


def apply(program: str, text: str, source: Path, result: Path) -> np.ndarray:
    argv = [program, "apply", "-e", text, str(source), "-o", str(result), "--force"]
    subprocess.run(argv, check=True, capture_output=True)
    return read(result)


def planned_matrix(program: str, text: str, source: Path) -> np.ndarray:
    """Returns the matrix that the program reports."""
    argv = [program, "explain", "--json", "-e", text, str(source)]
    run = subprocess.run(argv, check=True, capture_output=True, text=True)
    a, b, c, d, tx, ty = json.loads(run.stdout)["items"][0]["matrix"]
    return np.array([[a, c, tx], [b, d, ty]])
