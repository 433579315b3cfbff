"""Pillow images as inputs and results."""

from __future__ import annotations

import io
import sys
from array import array
from typing import TYPE_CHECKING, Optional, Sequence, Union

from ._pixels import Buffer, Pixels, encode_pam, encode_png

if TYPE_CHECKING:
    from PIL import Image

_CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
_MODES = {channels: mode for mode, channels in _CHANNELS.items()}
# Modes with the same content in one of the modes above.
_SIMPLER_MODES = {"1": "L", "La": "LA", "PA": "RGBA", "RGBa": "RGBA", "RGBX": "RGB"}
_ORIENTATION_TAG = 0x0112


def encode_pillow(image: Image.Image) -> Sequence[Buffer]:
    """Returns the parts of a file with the pixels and the ICC profile of a Pillow image.

    Raises:
        TypeError: the image has a mode such as `CMYK` or `F`.
    """
    from PIL import ImageOps

    if image.getexif().get(_ORIENTATION_TAG, 1) != 1:
        image = ImageOps.exif_transpose(image)
    profile: Optional[bytes] = image.info.get("icc_profile")
    if image.mode in ("I;16", "I;16L", "I;16B"):
        samples = array("H", image.tobytes())
        if (image.mode == "I;16B") != (sys.byteorder == "big"):
            samples.byteswap()
        if sys.byteorder == "little":
            samples.byteswap()
        return _encode(Pixels(image.width, image.height, 1, 16, samples.tobytes()), profile)
    image = _simplified(image)
    if profile is not None and image.mode in ("L", "LA") and profile[16:20] == b"RGB ":
        # PNG allows only profiles for gray in gray images.
        image = image.convert("RGB" if image.mode == "L" else "RGBA")
    return _encode(Pixels(image.width, image.height, _CHANNELS[image.mode], 8, image.tobytes()), profile)


def _simplified(image: Image.Image) -> Image.Image:
    """Returns the image in one of the modes L, LA, RGB and RGBA."""
    if "transparency" in image.info and image.mode in ("1", "L", "RGB", "P"):
        return image.convert("LA" if image.mode in ("1", "L") else "RGBA")
    mode = "RGB" if image.mode == "P" else _SIMPLER_MODES.get(image.mode, image.mode)
    if mode not in _CHANNELS:
        raise TypeError(
            f"a Pillow image of mode {image.mode} cannot be passed to frameit; convert it to L, LA, RGB, RGBA or I;16, "
            "or pass the path or the bytes of the file")
    return image if image.mode == mode else image.convert(mode)


def _encode(pixels: Pixels, profile: Optional[bytes]) -> Sequence[Buffer]:
    return encode_pam(pixels) if profile is None else encode_png(pixels, profile)


def pillow_image(result: Union[Pixels, Buffer]) -> Image.Image:
    """Returns a Pillow image of pixels or of a PNG file. Color of 16 bits is reduced to 8, which Pillow is limited to."""
    from PIL import Image

    if not isinstance(result, Pixels):
        image = Image.open(io.BytesIO(result))
        image.load()
        return image
    size = (result.width, result.height)
    if result.depth == 8:
        return Image.frombytes(_MODES[result.channels], size, bytes(result.data))
    if result.channels == 1:
        return Image.frombytes("I;16", size, bytes(result.data), "raw", "I;16B")
    # The most significant bytes: Pillow does the same when it opens a PNG of 16 bits.
    return Image.frombytes(_MODES[result.channels], size, bytes(result.data)[::2])
