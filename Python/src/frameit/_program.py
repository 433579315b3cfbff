"""Finds the frameit program."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from typing import Iterator, Optional

from ._errors import ServerError

VARIABLE = "FRAMEIT_PROGRAM"


def find_program(program: Optional["str | os.PathLike[str]"] = None) -> str:
    """Returns the path of the frameit program.

    The first of these that exists is used: `program`, the environment variable `FRAMEIT_PROGRAM`, the program that was
    installed with this package, and a program on `PATH`.

    Raises:
        ServerError: no program was found, or the one named by `program` or `FRAMEIT_PROGRAM` does not exist.
    """
    named = os.fspath(program) if program is not None else os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            source = "the argument 'program'" if program is not None else VARIABLE
            raise ServerError([f"{named}: no such program (named by {source})"], 127)
        return os.path.abspath(found)
    for folder in _script_folders():
        path = os.path.join(folder, "frameit")
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    found = shutil.which("frameit")
    if found is None:
        message = "the program frameit was not found: it is neither installed with this package nor on PATH"
        raise ServerError([message], 127, hints=[f"set {VARIABLE} to the path of the program"])
    return os.path.abspath(found)


def _script_folders() -> Iterator[str]:
    """Returns the folders in which an installer puts the program."""
    yield sysconfig.get_path("scripts")
    if sys.version_info >= (3, 10):
        yield sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))
    else:
        yield sysconfig.get_path("scripts", scheme="posix_user")
    package = os.path.dirname(os.path.abspath(__file__))
    above = os.path.dirname(package)
    # `pip install --target DIR` makes DIR/frameit and DIR/bin/frameit.
    yield os.path.join(above, "bin")
    # `pip install --prefix DIR` makes DIR/lib/python3.x/site-packages/frameit and DIR/bin/frameit.
    yield os.path.normpath(os.path.join(above, "..", "..", "..", "bin"))
