"""The exceptions of the package, one for each exit code of frameit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Type


@dataclass(frozen=True)
class Place:
    """A place in a script. Lines and columns count from 1."""

    file: str
    """The name of the script or of an included file; `script` if the script was passed as text."""
    line: int
    column: int


class Error(Exception):
    """A failure that frameit reported. `str(error)` is frameit's message, with its hints.

    Exit codes without a class of their own, such as 70 for a bug in frameit, raise this class.
    """

    messages: Tuple[str, ...]
    """What is wrong, one sentence each."""
    code: int
    """The exit code that the command has for this failure."""
    place: Optional[Place]
    """Where the error is in the script, or None if it is not in a script."""
    hints: Tuple[str, ...]
    """How to fix the problem."""

    def __init__(
        self, messages: Sequence[str], code: int, place: Optional[Place] = None, hints: Sequence[str] = ()
    ) -> None:
        # All arguments go to `args`, so that the error can be pickled.
        super().__init__(tuple(messages), code, place, tuple(hints))
        self.messages = tuple(messages)
        self.code = code
        self.place = place
        self.hints = tuple(hints)

    def __str__(self) -> str:
        return "\n".join([*self.messages, *(f"hint: {hint}" for hint in self.hints)])


class ExpectationError(Error):
    """An `expect` statement of the script failed (exit code 1)."""


class UsageError(Error):
    """An argument is invalid, or arguments contradict each other (exit code 2)."""


class ScriptError(Error):
    """The script has an error, or its file cannot be read (exit code 3)."""


class InputError(Error):
    """An image is missing, damaged or unsupported (exit code 4)."""


class LimitError(Error):
    """A limit was exceeded, such as `max_time` (exit code 5)."""


class OutputError(Error):
    """The output could not be written, for example because the file exists (exit code 6)."""


class ServerError(Error):
    """The program is missing, ended during a job, or answered with something else than an answer.

    `code` is the exit code of the program, the negative number of the signal that ended it, or 127 if it is missing.
    """


class NoticeWarning(UserWarning):
    """A warning of frameit about a result that is returned in memory, such as lost transparency."""


_CLASSES: Dict[int, Type[Error]] = {
    1: ExpectationError,
    2: UsageError,
    3: ScriptError,
    4: InputError,
    5: LimitError,
    6: OutputError,
}


def make_error(
    messages: Sequence[str], code: int, place: Optional[Place] = None, hints: Sequence[str] = ()
) -> Error:
    """Returns the error for an exit code."""
    return _CLASSES.get(code, Error)(messages, code, place, hints)


def answer_error(answer: Mapping[str, Any]) -> Error:
    """Returns the error that a failed answer of the server describes."""
    where = answer.get("place")
    place = Place(where["file"], where["line"], where["column"]) if where else None
    messages = answer.get("errors") or [f"the job failed with code {answer['code']}"]
    return make_error(
        [_python_words(text) for text in messages], answer["code"], place,
        [_python_words(text) for text in answer.get("hints", ())])


# What the keys of a job and the options of the command are called in Python.
_IMAGES = {"input": "the image", "expected": "the expected image", "actual": "the actual image"}
_HINTS = {
    "use --force to replace it, or -o to write another file": "pass force=True to replace it, or name another output",
    "create it with mkdir -p, or use --out-dir, which creates folders": "create it first",
    "name another format with --format": "pass the format, or name an output with another extension",
    "raise it with --max-time, or omit --max-time": "raise max_time, or omit it",
    "'frameit apply --on-damage salvage' keeps the readable part":
        'frameit.Client(options=["--on-damage", "salvage"]) keeps the readable part',
    "write the images after the script": "pass them as images=[...]",
}


def _python_words(text: str) -> str:
    """Returns a message or a hint that names arguments of Python."""
    text = re.sub(r"^(input|expected|actual)Base64:", lambda found: _IMAGES[found[1]] + ":", text)
    text = re.sub(
        r"^'([a-z]+[A-Z][A-Za-z]*)'", lambda found: re.sub("[A-Z]", lambda c: "_" + c[0].lower(), found[0]), text)
    for hint, other in _HINTS.items():
        text = text.replace(hint, other)
    return re.sub(r"(--max-[a-z]+) (\d+)", r'frameit.Client(options=["\1", "\2"])', text)
