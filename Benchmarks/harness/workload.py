"""A workload: commands that do the same work, and goals for ours."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Command:
    """A command that does the work."""

    name: str
    argv: list[str]
    output: Path | None = None
    ours: bool = False
    # A command that only starts and imports the library. Its time is subtracted, and the row is marked.
    startup: list[str] | None = None
    # False if the result is meant to look different, so it is not compared with ours.
    same_image: bool = True
    exits: tuple[int, ...] = (0,)


@dataclass
class Goal:
    """`measure` of our row `ours`, divided by that of `peer`, is at most `limit`.

    A rate is at least `limit`. Without a peer, the measure itself is bounded.
    """

    ours: str
    measure: str
    limit: float
    # The name of a row, or "best" for the best peer.
    peer: str | None = None


@dataclass
class Workload:
    key: str
    title: str
    commands: list[Command] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    # The reason this version of the program cannot run the workload, or None.
    not_yet: str | None = None
