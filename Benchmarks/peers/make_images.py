"""Makes the inputs that no package contains: a batch of photos, a photo of a phone's size, and two images that differ in one patch."""

import sys
from pathlib import Path

from PIL import Image, ImageOps

# Photos of various subjects. Missing files are skipped.
SOURCES = [
    "/usr/share/backgrounds/mate/nature/Wood.jpg",
    "/usr/share/backgrounds/mate/nature/Dune.jpg",
    "/usr/share/backgrounds/mate/nature/RainDrops.jpg",
    "/usr/share/backgrounds/mate/nature/TwoWings.jpg",
    "/usr/share/backgrounds/mate/abstract/Elephants_3840x2160.jpg",
    "/usr/share/wallpapers/Autumn/contents/images/2560x1600.jpg",
    "/usr/share/wallpapers/Path/contents/images/2560x1600.jpg",
    "/usr/share/wallpapers/Volna/contents/images/5120x2880.jpg",
]


def batch(files: list[str]) -> None:
    """Writes photos from 1640x1230 to 2568x1926, 2 to 5 megapixels, with 4:2:0 chroma as cameras write them."""
    sources = [Image.open(path).convert("RGB") for path in SOURCES if Path(path).exists()]
    for i, file in enumerate(files):
        width = 1640 + 16 * (i * 37 % 59)
        height = width * 3 // 4
        source = sources[i % len(sources)]
        # Each file gets a different part of the photo.
        photo = ImageOps.fit(source, (width, height), Image.LANCZOS, centering=(i % 5 / 4, 0.5))
        photo.save(file, quality=87)


def phone(source: str, file: str) -> None:
    """Writes a photo of 4032x3024, 12 megapixels, not progressive, with 4:2:0 chroma as phones write them."""
    ImageOps.fit(Image.open(source).convert("RGB"), (4032, 3024), Image.LANCZOS).save(file, quality=92)


def patch(source: str, whole: str, patched: str) -> None:
    image = Image.open(source).convert("RGB")
    image.save(whole)
    box = (1700, 900, 1900, 1050)
    image.paste(image.crop(box).point(lambda v: 255 - v), box)
    image.save(patched)


if __name__ == "__main__":
    kind, *arguments = sys.argv[1:]
    if kind == "batch":
        batch(arguments)
    else:
        {"phone": phone, "patch": patch}[kind](*arguments)
