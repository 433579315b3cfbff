"""Runs the frameit program: `python -m frameit apply frame.txt photo.jpg`."""

import os
import sys

from ._errors import ServerError
from ._program import find_program


def main() -> None:
    """Replaces this process with the program, so that signals and the exit code are those of the program."""
    try:
        program = find_program()
    except ServerError as error:
        sys.exit(f"frameit: error: {error}")
    sys.stdout.flush()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
