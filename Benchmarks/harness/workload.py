"""What a workload is: commands that do the same work, and goals for ours."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Command:
    """One way to do the work."""

    name: str
    argv: list[str]
    output: Path | None = None
    ours: bool = False
    # A command that only starts up and imports; its time is taken off, and the row says so.
    startup: list[str] | None = None
    # False where the result is meant to look different, so that it is not compared with ours.
    same_image: bool = True
    exits: tuple[int, ...] = (0,)


@dataclass
class Goal:
    """`measure` of our row `ours`, divided by that of `peer`, is at most `limit`.

    For a rate it is at least `limit`. Without a peer the measure itself is bounded.
    """

    ours: str
    measure: str
    limit: float
    # A row's name, or "best": whichever peer is best.
    peer: str | None = None


@dataclass
class Workload:
    key: str
    title: str
    commands: list[Command] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    # Why it cannot be run with this version of the program.
    not_yet: str | None = None
