"""Types of arguments, for type checkers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from pathlib import Path

    import numpy
    import numpy.typing
    from PIL import Image

    PathInput = Union[str, os.PathLike[str]]
    """A path. `str` always means a path when an image is expected."""
    FileInput = Union[bytes, bytearray, memoryview, str, os.PathLike[str]]
    """The bytes of an image file, or the path of one."""
    Array = numpy.typing.NDArray[Any]
    """An array of `uint8` or `uint16`: H x W (gray), or H x W x 1 (gray), 2 (gray and alpha), 3 (RGB) or 4 (RGBA)."""
    OutputArray = numpy.typing.NDArray[Union[numpy.uint8, numpy.uint16]]
    ImageInput = Union[FileInput, Image.Image, Array]
    ScriptInput = Union[str, Path]
    """`str` is the text of a script, `pathlib.Path` the path of a script file."""
else:
    PathInput = FileInput = Array = OutputArray = ImageInput = ScriptInput = Any

Returns = Literal["bytes", "pillow", "numpy"]
Chroma = Literal["444", "422", "420", "auto"]
Rectangle = Tuple[int, int, int, int]
"""X, y, width and height in pixels, from the top left corner."""


class EncodingOptions(TypedDict, total=False):
    """How a file is encoded. Arrays and Pillow images as results have none of these."""

    format: Optional[str]
    quality: Optional[Union[int, Literal["keep"]]]
    max_bytes: Optional[Union[int, str]]
    chroma: Optional[Chroma]
    progressive: Optional[bool]
    depth: Optional[Literal[8, 16]]
    dpi: Optional[float]
    loop: Optional[Union[int, Literal["forever"]]]


class ScriptOptions(TypedDict, total=False):
    """What a script may depend on besides its images, and how the job is run."""

    define: Optional[Mapping[str, object]]
    seed: int
    index: int
    max_time: Optional[float]
    isolate: Optional[bool]


class ApplyOptions(EncodingOptions, ScriptOptions, total=False):
    """The options of `apply` that do not change the type of its result."""

    force: bool


class Tolerance(TypedDict, total=False):
    """What may differ. The keys are the options of `frameit compare`."""

    threshold: Optional[float]
    antialiasing: bool
    max_diff: Optional[Union[int, str]]
    hard_threshold: Optional[float]
    ignore: Sequence[Union[str, Rectangle]]
    mask: Optional[ImageInput]
    background: Optional[str]
    pad: bool
    fuzz_align: Optional[int]
    align: Optional[Literal["rows", "columns", "both", "off"]]
    metric: Union[str, Sequence[str]]
    min: Optional[Mapping[str, float]]
    max: Optional[Mapping[str, float]]
