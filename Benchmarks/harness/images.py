"""The inputs: images from Debian's packages, and images made from them and kept in Benchmarks/.work."""

import subprocess
from pathlib import Path

from .programs import HERE, PYTHON, WORK

WOOD = Path("/usr/share/backgrounds/mate/nature/Wood.jpg")
ELEPHANTS = Path("/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg")
ALTAI = Path("/usr/share/wallpapers/Altai/contents/images/5120x2880.png")
CANOPEE = Path("/usr/share/wallpapers/Canopee/contents/images/3840x2160.png")
BATCH_COUNT = 60


def missing() -> list[Path]:
    return [path for path in (WOOD, ELEPHANTS, ALTAI, CANOPEE) if not path.exists()]


def batch() -> list[Path]:
    """Returns 60 JPEGs of 2 to 5 megapixels."""
    folder = WORK / "batch"
    files = [folder / f"photo-{i:02}.jpg" for i in range(BATCH_COUNT)]
    if not all(path.exists() for path in files):
        folder.mkdir(parents=True, exist_ok=True)
        _make("batch", *map(str, files))
    return files


def phone() -> Path:
    """Returns a JPEG of 12 megapixels, as phones write them."""
    file = WORK / "phone.jpg"
    if not file.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        _make("phone", str(ELEPHANTS), str(file))
    return file


def patched() -> tuple[Path, Path]:
    """Returns two PNGs of 3840x2160 that differ in one patch. The same encoder writes both."""
    whole, patch = WORK / "whole.png", WORK / "patched.png"
    if not (whole.exists() and patch.exists()):
        WORK.mkdir(parents=True, exist_ok=True)
        _make("patch", str(CANOPEE), str(whole), str(patch))
    return whole, patch


def _make(kind: str, *arguments: str) -> None:
    subprocess.run([PYTHON, HERE / "peers" / "make_images.py", kind, *arguments], check=True)
