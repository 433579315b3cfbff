"""Edits images with scripts, and compares images, by the frameit program.

    import frameit

    frameit.apply("canvas inside 800,800; rotate 3deg", "photo.jpg", output="small.jpg")
    comparison = frameit.compare("expected.png", "actual.png", threshold=0.1)

`apply` and `compare` use a client that starts when it is first used and ends at exit. Make a `Client` to choose the
number of processes or the options of the program.

In pytest, the fixture `frameit_snapshot` compares images with stored ones:

    def test_badge(frameit_snapshot):
        frameit_snapshot(draw_badge("passing"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._client import Client, default_client
from ._errors import (
    Error, ExpectationError, InputError, LimitError, NoticeWarning, OutputError, Place, ScriptError, ServerError,
    UsageError)
from ._explain import explain
from ._program import find_program
from ._results import Change, Comparison, Region, Result

__all__ = [
    "Change", "Client", "Comparison", "Error", "ExpectationError", "InputError", "LimitError", "NoticeWarning",
    "OutputError", "Place", "Region", "Result", "ScriptError", "ServerError", "UsageError", "__version__", "apply",
    "compare", "explain", "find_program",
]

for _class in (Change, Client, Comparison, Error, ExpectationError, InputError, LimitError, NoticeWarning, OutputError,
               Place, Region, Result, ScriptError, ServerError, UsageError):
    _class.__module__ = __name__  # Tracebacks show `frameit.InputError`, without the private module.

apply = default_client.apply
compare = default_client.compare

if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> str:
    # Reading the version takes longer than importing the rest of the package, so it is done when it is needed.
    if name == "__version__":
        from importlib.metadata import version

        return version("frameit")
    raise AttributeError(f"module 'frameit' has no attribute '{name}'")
