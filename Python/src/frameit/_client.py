"""The client: `apply` and `compare` on a pool of servers."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Tuple, Type, Union, overload

from ._compare import compare
from ._edit import Edit
from ._pool import Pool, count_cores
from ._program import find_program
from ._results import Comparison, Result

if TYPE_CHECKING:
    from PIL import Image
    from typing_extensions import Unpack

    from ._types import (
        ApplyOptions, Array, Chroma, FileInput, ImageInput, OutputArray, PathInput, Returns, ScriptInput,
        ScriptOptions, Tolerance)


class Client:
    """A pool of `frameit serve --stdin` processes, which start when they are needed.

    A client may be used by any number of threads. It is a context manager that closes itself at the end. After
    `os.fork`, the child process starts its own servers. The program ends all servers of a client at exit.

    Scripts that include files resolve their names in the current folder of the moment of the call.
    """

    def __init__(
        self, processes: Optional[int] = None, *, isolate: bool = False, program: Optional[PathInput] = None,
        options: Sequence[str] = (),
    ) -> None:
        """Makes a client. Nothing is started yet.

        Args:
            processes: the largest number of servers; by default, one per core. Each server may use as much memory as
                `--max-memory` allows (1 GB by default).
            isolate: whether all codecs run in sandboxes, which is recommended for untrusted images.
            program: the frameit program; by default, the installed one.
            options: options of `frameit serve` for all jobs, such as `["--keep", "none", "--max-pixels", "50M"]`.

        Raises:
            ValueError: `processes` is less than 1.
        """
        if processes is not None and processes < 1:
            raise ValueError("a client needs at least one process")
        self._isolate = isolate
        self._arguments = (processes, isolate, program, tuple(options))
        size = processes or count_cores()
        options = list(options)
        # A journal makes all jobs repeatable, because finished ones are skipped.
        self._has_journal = any(word.split("=")[0] in ("--resume", "--journal") for word in options)
        self._pools = {
            isolated: Pool(lambda: find_program(program), options + ["--isolate"] * isolated, size)
            for isolated in (False, True)
        }

    @overload
    def apply(
        self, script: ScriptInput, image: Optional[ImageInput] = None, *,
        images: Optional[Sequence[ImageInput]] = None, output: PathInput, **options: Unpack[ApplyOptions],
    ) -> Result: ...

    @overload
    def apply(
        self, script: ScriptInput, image: Optional[ImageInput] = None, *,
        images: Optional[Sequence[ImageInput]] = None, returns: Literal["bytes"], **options: Unpack[ApplyOptions],
    ) -> bytes: ...

    @overload
    def apply(
        self, script: ScriptInput, image: Optional[ImageInput] = None, *,
        images: Optional[Sequence[ImageInput]] = None, returns: Literal["pillow"], **options: Unpack[ScriptOptions],
    ) -> Image.Image: ...

    @overload
    def apply(
        self, script: ScriptInput, image: Optional[ImageInput] = None, *,
        images: Optional[Sequence[ImageInput]] = None, returns: Literal["numpy"], **options: Unpack[ScriptOptions],
    ) -> OutputArray: ...

    @overload
    def apply(
        self, script: ScriptInput, image: Optional[FileInput] = None, **options: Unpack[ApplyOptions],
    ) -> bytes: ...

    @overload
    def apply(
        self, script: ScriptInput, *, images: Sequence[FileInput], **options: Unpack[ApplyOptions],
    ) -> bytes: ...

    @overload
    def apply(self, script: ScriptInput, image: Image.Image, **options: Unpack[ScriptOptions]) -> Image.Image: ...

    @overload
    def apply(
        self, script: ScriptInput, *, images: Sequence[Image.Image], **options: Unpack[ScriptOptions],
    ) -> Image.Image: ...

    @overload
    def apply(self, script: ScriptInput, image: Array, **options: Unpack[ScriptOptions]) -> OutputArray: ...

    @overload
    def apply(
        self, script: ScriptInput, *, images: Sequence[Array], **options: Unpack[ScriptOptions],
    ) -> OutputArray: ...

    def apply(
        self, script: ScriptInput, image: Optional[ImageInput] = None, *,
        images: Optional[Sequence[ImageInput]] = None, output: Optional[PathInput] = None,
        returns: Optional[Returns] = None, format: Optional[str] = None,
        quality: Optional[Union[int, Literal["keep"]]] = None, max_bytes: Optional[Union[int, str]] = None,
        chroma: Optional[Chroma] = None, progressive: Optional[bool] = None,
        depth: Optional[Literal[8, 16]] = None, dpi: Optional[float] = None,
        loop: Optional[Union[int, Literal["forever"]]] = None, define: Optional[Mapping[str, object]] = None,
        seed: int = 0, index: int = 0, max_time: Optional[float] = None, force: bool = False,
        isolate: Optional[bool] = None,
    ) -> Union[Result, bytes, Image.Image, OutputArray]:
        """Runs a script on an image, on several images, or on none.

        An image is the path of a file (`str` or `os.PathLike`), the bytes of a file, a Pillow image, or a NumPy array
        of `uint8` or `uint16` with the shape H x W (gray), or H x W x 1 (gray), 2 (gray and alpha), 3 (RGB) or
        4 (RGBA). Alpha is not premultiplied. Arrays are sRGB.

        The EXIF orientation of files and Pillow images is applied, so results are upright. A Pillow image keeps its
        ICC profile. A Pillow image has no other metadata afterwards; files keep theirs.

        Args:
            script: the text of the script, or a `pathlib.Path` of a script file.
            image: the image.
            images: several images, instead of `image`.
            output: the file to write. It appears whole or not at all. Its extension selects the format.
            returns: the kind of the result without `output`. By default, a Pillow image results in a Pillow image, an
                array in an array, and anything else in the bytes of a file. With several images, the first one counts.
            format: the format of the output, such as `"webp"`. By default, bytes have the format of the first image;
                those of a Pillow image, of an array or of a script without images are PNG.
            quality: 1 to 100 for lossy formats, or `"keep"`.
            max_bytes: the largest size of the file in bytes, or a string such as `"200K"`.
            chroma: the resolution of color in JPEG files.
            progressive: whether JPEG files are progressive.
            depth: the bits per channel; by default, those of the images.
            dpi: the resolution that the file states, in dots per inch.
            loop: how often an animation plays; 0 and `"forever"` repeat it forever.
            define: the parameters of the script. Lists and dictionaries are lists and records.
            seed: the seed of the script's random numbers.
            index: the value of `$index` in the script.
            max_time: a limit in seconds, 0.001 or more.
            force: whether `output` may be replaced.
            isolate: whether the codecs run in sandboxes; by default, as the client was made.

        Returns:
            A `Result` with `output`, and otherwise the image: `bytes`; a Pillow image; or a writable array of `uint8`
            or `uint16` with the shape H x W for gray, or H x W x 2, 3 or 4. Warnings of frameit are in
            `Result.notices`, or are issued as `NoticeWarning`.

        Raises:
            Error: frameit failed. The subclass tells why: `UsageError`, `ScriptError`, `InputError`, `LimitError`,
                `OutputError`, `ExpectationError` or `ServerError`.
            TypeError: an image or an argument has a wrong type, or encoding options are given for a result that is
                not encoded.
            ValueError: an array has a wrong shape, arguments exclude each other, a number is not finite or is negative,
                a text is not valid Unicode, the text of a script is the name of a file, or the client is closed.
        """
        encoding = {
            "format": format, "quality": quality, "maxBytes": max_bytes, "chroma": chroma,
            "progressive": progressive, "depth": depth, "dpi": dpi, "loop": loop}
        settings = {"define": define, "seed": seed, "index": index, "maxTime": max_time}
        edit = Edit(script, image, images, output, returns, encoding, settings, force)
        return edit.run(self._pools[self._isolate if isolate is None else isolate], self._has_journal)

    def compare(
        self, expected: ImageInput, actual: ImageInput, *, max_time: Optional[float] = None,
        isolate: Optional[bool] = None, **tolerance: Unpack[Tolerance],
    ) -> Comparison:
        """Compares two images.

        Without a tolerance, every sample counts. Images are compared by their stored pixels: orientation and profile
        are ignored, gray counts as equal red, green and blue, and missing alpha counts as opaque.

        Args:
            expected: an image of any kind that `apply` accepts.
            actual: the other image, of the same or another kind.
            max_time: a limit in seconds, 0.001 or more.
            isolate: whether the codecs run in sandboxes; by default, as the client was made.
            tolerance: what may differ:
                `threshold` (color distance, 0 to 1), `antialiasing` (whether to ignore it), `max_diff` (a number of
                pixels, or a string such as `"0.1%"`), `hard_threshold` (fraction of the range of a sample),
                `ignore` (rectangles `(x, y, width, height)`), `mask` (an image whose black pixels are ignored),
                `background` (a color), `pad` (whether sizes may differ), `fuzz_align` (pixels, 1 to 32), `align`
                (`"rows"`, `"columns"`, `"both"` or `"off"`), `metric` (names of metrics to compute), and `min` and
                `max` (limits of metrics, such as `{"ssim": 0.95}`).

        Returns:
            The result, which is true if the images are the same or within the tolerance.

        Raises:
            Error: there is no result, for example because an image cannot be read (`InputError`).
            TypeError: an image or an argument has a wrong type.
            ValueError: an array has a wrong shape, a number is not finite or is negative, or the client is closed.
        """
        pool = self._pools[self._isolate if isolate is None else isolate]
        return compare(pool, expected, actual, tolerance, max_time)

    def close(self) -> None:
        """Ends the servers. Jobs of other threads are finished first. Further calls raise `ValueError`."""
        for pool in self._pools.values():
            pool.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> Union[str, Tuple[Any, ...]]:
        """Makes a client with the same settings in another process. The functions of the module use that of theirs."""
        if self is default_client:
            return "default_client"
        return _remake, self._arguments


def _remake(processes: Optional[int], isolate: bool, program: Optional[PathInput], options: Sequence[str]) -> Client:
    return Client(processes, isolate=isolate, program=program, options=options)


default_client = Client()
"""The client of `frameit.apply` and `frameit.compare`."""
