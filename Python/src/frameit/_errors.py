"""The exceptions of the package, one for each exit code of frameit."""

from __future__ import annotations

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
    """A failure that frameit reported. `str(error)` is frameit's message.

    Exit codes without a class of their own, such as 70 for a bug in frameit, raise this class.
    """

    messages: Tuple[str, ...]
    """What is wrong, one sentence each."""
    code: int
    """The exit code that the command has for this failure."""
    place: Optional[Place]
    """Where the error is in the script, or None if it is not in a script."""
    hints: Tuple[str, ...]
    """How to fix the problem. Hints name the options of the command."""

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
        return "\n".join(self.messages)


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
    return make_error(messages, answer["code"], place, answer.get("hints", ()))
