"""The job of one call of `apply`, and its result."""

from __future__ import annotations

import base64
import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Union

from ._arrays import array_image
from ._errors import NoticeWarning, OutputError, answer_error
from ._inputs import Input, Scratch, add_inputs, is_full, read_input, scratch_parents
from ._json import check_number, decode_path, encode_job, encode_path, encode_text, encode_value
from ._pillow import pillow_image
from ._pixels import decode_pam
from ._pool import Pool
from ._results import Result

if TYPE_CHECKING:
    from PIL import Image

    from ._types import ImageInput, OutputArray, PathInput, Returns, ScriptInput

_NUMBERS = ("quality", "maxBytes", "depth", "dpi", "loop", "seed", "index", "maxTime")


class Edit:
    """The arguments of one call of `apply`."""

    def __init__(
        self, script: ScriptInput, image: Optional[ImageInput], images: Optional[Sequence[ImageInput]],
        output: Optional[PathInput], returns: Optional[Returns], encoding: Mapping[str, object],
        settings: Mapping[str, object], force: bool,
    ) -> None:
        if image is not None and images is not None:
            raise ValueError("give either 'image' or 'images'")
        if output is not None and returns is not None:
            raise ValueError("give either 'output' or 'returns'")
        if returns not in (None, "bytes", "pillow", "numpy"):
            raise ValueError(f"'returns' is \"bytes\", \"pillow\" or \"numpy\", not {returns!r}")
        given = [image] if image is not None else images or []
        self._inputs = [read_input(item) for item in given]
        self._output = None if output is None else encode_path(output)
        self._kind: Returns = returns or (self._inputs[0].kind if self._inputs else "bytes")
        self._job: Dict[str, Any] = script_keys(script)
        named = {key: value for key, value in encoding.items() if value is not None}
        if named and self._kind != "bytes" and output is None:
            raise TypeError(f"'{next(iter(named))}' needs an encoded result: give 'output' or returns=\"bytes\"")
        for key, value in {**named, **settings}.items():
            if key in _NUMBERS:
                check_number(key, value)
            if value is not None:
                self._job[key] = encode_value(value)
        self._force = force

    def run(self, pool: Pool, has_journal: bool) -> Union[Result, bytes, Image.Image, OutputArray]:
        if self._output is not None:
            return self._write(pool, self._output, has_journal)
        parents = list(scratch_parents())
        for parent in parents:
            with Scratch(parent) as scratch:
                try:
                    return self._make(pool, scratch)
                except (OSError, OutputError) as error:
                    # A full folder in memory is no reason to fail: containers often have only 64 MB there.
                    is_last = parent is parents[-1]
                    if is_last or not (is_full(error) if isinstance(error, OSError) else scratch.is_used):
                        raise
        raise AssertionError("unreachable")

    def _write(self, pool: Pool, output: str, has_journal: bool) -> Result:
        """Runs the job with an output file of the caller."""
        job = {**self._job, "output": output}
        if self._force:
            job["force"] = True
        path = decode_path(output)

        def can_repeat() -> bool:
            # The dead server left either the whole output or nothing. A finished job is repeated only if the result
            # is the same again: if the output may be replaced and is not an input.
            if has_journal or not os.path.lexists(path):
                return True
            files = [decode_path(item.path) for item in self._inputs if item.path is not None]
            return self._force and not any(_is_same_file(path, file) for file in files)

        for parent in scratch_parents():
            with Scratch(parent) as scratch:
                try:
                    add_inputs(job, self._inputs, scratch)
                except OSError as error:
                    if parent is None or not is_full(error):
                        raise
                    continue
                answer = ask(pool, job, scratch, can_repeat)
                return Result.from_answer(answer, path)
        raise AssertionError("unreachable")

    def _make(self, pool: Pool, scratch: Scratch) -> Union[bytes, Image.Image, OutputArray]:
        """Runs the job with an output in memory."""
        job = dict(self._job)
        format = self._format()
        if format is not None:
            job["format"] = format
        add_inputs(job, self._inputs, scratch)
        path: Optional[str] = None
        if format is None or all(item.is_small for item in self._inputs):
            job["outputBase64"] = True
        else:
            path = scratch.path("output")
            job["output"] = encode_path(path)
            job["force"] = True  # The job may run twice.
        answer = ask(pool, job, scratch, lambda: True)
        for notice in answer.get("notices", ()):
            # An array has no profile, so a conversion to sRGB is part of making one.
            if not (self._kind == "numpy" and "stores no color profile" in notice):
                warnings.warn(notice, NoticeWarning, stacklevel=4)
        file = _read(path) if path is not None else base64.b64decode(answer["outputBase64"])
        if self._kind == "bytes":
            return bytes(file)
        if answer["format"] != "pam":
            return pillow_image(file)
        pixels = decode_pam(bytearray(file) if isinstance(file, bytes) else file)
        return array_image(pixels) if self._kind == "numpy" else pillow_image(pixels)

    def _format(self) -> Optional[str]:
        """Returns the format of the result. None is the format of the first image, which only frameit knows."""
        if self._kind == "numpy":
            return "pam"
        if self._kind == "pillow":
            # PAM stores no profile, and frameit would convert the colors to sRGB.
            return "png" if any(item.may_have_profile for item in self._inputs) else "pam"
        if "format" in self._job:
            return str(self._job["format"])
        first: Optional[Input] = self._inputs[0] if self._inputs else None
        return "png" if first is None or first.kind != "bytes" else first.format()


def script_keys(script: ScriptInput) -> Dict[str, Any]:
    """Returns the keys of a job for a script.

    Raises:
        TypeError: the script is neither text nor a path.
        ValueError: the text is the name of a file, or is not valid Unicode.
    """
    if isinstance(script, str):
        # No statement looks like this.
        if script.endswith((".txt", ".frameit")) and not any(character.isspace() for character in script):
            raise ValueError(f"a str is the text of a script; pass a file as pathlib.Path({script!r})")
        return {"script": encode_text(script)}
    if isinstance(script, Path):  # pyright: ignore[reportUnnecessaryIsInstance]
        return {"scriptFile": encode_path(script)}
    raise TypeError(f"a script is text or a pathlib.Path, not {type(script).__name__}")


def ask(pool: Pool, job: Dict[str, Any], scratch: Scratch, can_repeat: Callable[[], bool]) -> Dict[str, Any]:
    """Runs a job, and raises the error of a job that failed.

    Messages that name temporary files call them `-`, as frameit calls an image without a name.
    """
    answer = pool.run(encode_job(job), can_repeat)
    for key in ("errors", "notices"):
        if key in answer:
            answer[key] = [scratch.clean(text) for text in answer[key]]
    if answer.get("status") == "failed":
        raise answer_error(answer)
    return answer


def _is_same_file(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def _read(path: str) -> bytearray:
    with open(path, "rb") as file:
        data = bytearray(os.fstat(file.fileno()).st_size)
        file.readinto(data)
        return data
