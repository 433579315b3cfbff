"""Images as arguments: recognizing their kind, and passing them to the program."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Type, cast

from ._arrays import encode_array
from ._json import decode_path, encode_path
from ._pillow import encode_pillow
from ._pixels import Buffer

if TYPE_CHECKING:
    from PIL import Image

    from ._types import Array, ImageInput, Returns

# Base64 is the faster way for small images, and files in memory are for large ones: 1 MB takes 11 ms more in base64.
_MAX_INLINE = 64 << 10
_MEMORY_FOLDER = "/dev/shm"
_SIGNATURES = {b"\xff\xd8\xff": "jpeg", b"\x89PNG\r\n\x1a\n": "png", b"qoif": "qoi", b"P7\n": "pam"}


@dataclass(frozen=True)
class Input:
    """An image that was passed as an argument."""

    kind: Returns
    """The kind of result that an image of this kind has: `bytes` for paths, too."""
    path: Optional[str]
    """The path in the form of jobs, or None for an image in memory."""
    parts: Sequence[Buffer]
    """The parts of the file of an image in memory."""
    may_have_profile: bool
    """Whether a result must be able to store an ICC profile."""

    @property
    def size(self) -> int:
        return sum(len(part) for part in self.parts)

    @property
    def is_small(self) -> bool:
        return self.path is None and self.size <= _MAX_INLINE

    def format(self) -> Optional[str]:
        """Returns the format that frameit detects, or None if only frameit can know it."""
        head = bytes(self.parts[0][:16]) if self.parts else b""
        if self.path is not None:
            path = decode_path(self.path)
            try:
                if stat.S_ISREG(os.stat(path).st_mode):
                    with open(path, "rb") as file:
                        head = file.read(16)
            except OSError:
                return None
        return next((name for start, name in _SIGNATURES.items() if head.startswith(start)), None)


def read_input(image: ImageInput) -> Input:
    """Recognizes an image.

    Raises:
        TypeError: the object is not an image.
        ValueError: an array has a wrong shape.
    """
    if isinstance(image, (str, os.PathLike)):
        return Input("bytes", encode_path(image), [], True)
    if isinstance(image, (bytes, bytearray, memoryview)):
        return Input("bytes", None, [image], True)
    # An object of Pillow or NumPy can exist only if its module is loaded.
    if (module := sys.modules.get("PIL.Image")) and isinstance(image, module.Image):
        picture = cast("Image.Image", image)
        return Input("pillow", None, encode_pillow(picture), "icc_profile" in picture.info)
    if (module := sys.modules.get("numpy")) and isinstance(image, module.ndarray):
        return Input("numpy", None, encode_array(cast("Array", image)), False)
    raise TypeError(f"an image is bytes, a path, a Pillow image or a NumPy array, not {type(image).__name__}")


class Scratch:
    """A private folder for the files of one call. It is made when it is first used, and removed at the end."""

    def __init__(self, parent: Optional[str] = None) -> None:
        self._parent = parent
        self._path: Optional[str] = None
        self._process = os.getpid()

    def __enter__(self) -> Scratch:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        # The child of a fork may leave the call, too. The folder then still belongs to its parent.
        if self._path is not None and self._process == os.getpid():
            shutil.rmtree(self._path, ignore_errors=True)

    @property
    def is_used(self) -> bool:
        return self._path is not None

    def path(self, name: str) -> str:
        """Returns the path of a file in the folder."""
        if self._path is None:
            self._path = tempfile.mkdtemp(prefix="frameit-", dir=self._parent)
        return os.path.join(self._path, name)

    def write(self, name: str, image: Input) -> str:
        """Returns the path of an image. Writes it if it is in memory."""
        if image.path is not None:
            return image.path
        path = self.path(name)
        with open(path, "wb") as file:
            for part in image.parts:
                file.write(part)
        return encode_path(path)

    def clean(self, text: str) -> str:
        """Returns a message without the names of temporary files: `-` is an image in memory."""
        if self._path is None:
            return text
        for name in ("stdin", "expected", "actual"):
            text = text.replace(os.path.join(self._path, name), "-")
        return text.replace(self._path + os.sep, "")


def scratch_parents() -> Iterator[Optional[str]]:
    """Returns the folders for temporary files: the one in memory, and None for Python's, if the first is full."""
    if os.access(_MEMORY_FOLDER, os.W_OK | os.X_OK):
        yield _MEMORY_FOLDER
    yield None


def is_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def add_inputs(job: Dict[str, Any], images: Sequence[Input], scratch: Scratch) -> None:
    """Adds the images to a job: small ones inline, others as files."""
    if len(images) == 1:
        if images[0].is_small:
            job["inputBase64"] = b"".join(images[0].parts)
        else:
            # `$stem` is then the same as for a small image.
            job["input"] = scratch.write("stdin", images[0])
    elif images:
        paths: List[str] = [scratch.write(f"image-{index + 1}", image) for index, image in enumerate(images)]
        job["inputs"] = paths
