"""NumPy arrays as inputs and results."""
# The types of NumPy are partially unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from ._pixels import Buffer, Pixels, encode_pam

if TYPE_CHECKING:
    from ._types import Array, OutputArray


def encode_array(image: Array) -> Sequence[Buffer]:
    """Returns the parts of a file with the pixels of an array.

    Raises:
        TypeError: the samples are neither `uint8` nor `uint16`.
        ValueError: the array has another shape than H x W or H x W x 1, 2, 3 or 4, or it is empty.
    """
    import numpy

    if image.dtype.kind != "u" or image.dtype.itemsize > 2:
        raise TypeError(f"an image is an array of uint8 or uint16, not of {image.dtype}")
    channels = 1 if image.ndim == 2 else image.shape[2] if image.ndim == 3 else 0
    if channels not in (1, 2, 3, 4) or image.size == 0:
        raise ValueError(f"an image has the shape H x W or H x W x 1, 2, 3 or 4, not {image.shape}")
    depth = 8 * image.dtype.itemsize
    samples = numpy.ascontiguousarray(image, dtype=numpy.uint8 if depth == 8 else numpy.dtype(">u2"))
    data = samples.reshape(-1).view(numpy.uint8).data
    return encode_pam(Pixels(image.shape[1], image.shape[0], channels, depth, data))


def array_image(result: Pixels) -> OutputArray:
    """Returns a writable array of H x W, or of H x W x 2, 3 or 4, with `uint8` or `uint16` in native byte order."""
    import numpy

    shape = (result.height, result.width, result.channels)[:2 if result.channels == 1 else 3]
    if result.depth == 8:
        return numpy.frombuffer(result.data, dtype=numpy.uint8).reshape(shape)
    return numpy.frombuffer(result.data, dtype=">u2").astype(numpy.uint16).reshape(shape)
