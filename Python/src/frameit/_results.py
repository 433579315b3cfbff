"""Results of edits and comparisons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, List, Literal, Mapping, Optional, Tuple, cast

Size = Tuple[int, int]
Box = Tuple[int, int, int, int]
_Record = Mapping[str, Any]


@dataclass(frozen=True)
class Result:
    """A file that frameit wrote."""

    path: str
    status: Literal["done", "skipped"]
    """`skipped` if a client with the option `--resume` found the file finished."""
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    format: str
    """The format, such as `jpeg`."""
    notices: Tuple[str, ...]
    """Warnings, such as lost transparency."""
    messages: Tuple[str, ...]
    """What `say` statements, menus and dialogs of the script reported."""
    record: _Record = field(repr=False)
    """The answer of frameit: the keys of `frameit apply --json`."""

    @classmethod
    def from_answer(cls, answer: _Record, path: str) -> Result:
        return cls(
            path, answer["status"], answer["width"], answer["height"], answer["format"],
            tuple(answer.get("notices", ())), tuple(answer.get("messages", ())), answer)


@dataclass(frozen=True)
class Region:
    """Differing pixels that are connected by a side or a corner."""

    box: Box
    """X, y, width and height in the expected image."""
    count: int
    """The number of differing pixels."""
    name: Optional[str]
    """The name of the change that the region is part of, such as `moved`."""


@dataclass(frozen=True)
class Change:
    """Differing pixels that are close to each other, with a name."""

    name: str
    """`added`, `removed`, `moved`, `resized`, `recolored`, `text edge` or `content`."""
    count: int
    """The number of differing pixels."""
    expected: Optional[Box]
    """X, y, width and height in the expected image; None for added rows and columns."""
    actual: Optional[Box]
    """X, y, width and height in the actual image; None for removed rows and columns."""
    shift: Optional[Tuple[int, int]]
    """How far an object moved, in x and y."""


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison. It is true if the images are the same or within the tolerance.

    If the sizes differ and nothing was compared, the numbers are 0, and `share` and `max_difference` are 1.
    """

    verdict: Literal["same", "within", "differs"]
    """`within` if pixels differ and the tolerance allows it."""
    is_compared: bool
    """Whether pixels were compared. If not, the sizes differ, and only they have a meaning."""
    identical: bool
    """Whether the files have the same bytes."""
    expected_size: Size
    """Stored width and height in pixels."""
    actual_size: Size
    """Stored width and height in pixels."""
    pixels: int
    """Pixels in the common area. `pixels - ignored` were compared."""
    differing: int
    """Differing pixels."""
    share: float
    """The fraction of the compared pixels that differ, 0 to 1."""
    max_difference: float
    """The largest difference of two samples, as a fraction of their range, 0 to 1."""
    antialiased: int
    """Pixels that differ and that `antialiasing` ignores."""
    ignored: int
    """Pixels that `ignore` and `mask` ignore."""
    hard: int
    """How many of the differing pixels exceed `hard_threshold`."""
    unseen: int
    """How many of the differing pixels are fully transparent in both images."""
    box: Optional[Box]
    """X, y, width and height of the bounding box of all differing pixels; None if nothing differs."""
    region_count: int
    regions: Tuple[Region, ...] = field(repr=False)
    """The largest regions first, at most 100."""
    changes: Tuple[Change, ...]
    """The largest changes first, at most 100."""
    shift: Optional[Tuple[int, int]]
    """How far `fuzz_align` found the actual image displaced, in x and y."""
    metrics: Mapping[str, float]
    """Values of metrics by name; infinity where frameit has null."""
    notices: Tuple[str, ...]
    """What was not compared or had no effect."""
    record: _Record = field(repr=False)
    """The whole record, as `frameit compare --json` prints it."""

    def __bool__(self) -> bool:
        return self.verdict != "differs"

    @classmethod
    def from_record(cls, record: _Record) -> Comparison:
        compared = record["status"] != "sizes"
        within = bool(record.get("within"))
        regions = [Region(_box(r["box"]), r["count"], r.get("name")) for r in record.get("regions", ())]
        changes = [_change(change) for change in record.get("changes", ())]
        metrics = {name: float("inf") if value is None else value for name, value in record.get("metrics", {}).items()}
        return cls(
            verdict="within" if within else "same" if record["status"] == "same" else "differs",
            is_compared=compared,
            identical=record["identical"],
            expected_size=_pair(record["expectedSize"]),
            actual_size=_pair(record["actualSize"]),
            pixels=record.get("pixels", 0),
            differing=record.get("differing", 0),
            share=float(record.get("share", 0 if compared else 1)),
            max_difference=float(record.get("maxDifference", 0 if compared else 1)),
            antialiased=record.get("antialiased", 0),
            ignored=record.get("ignored", 0),
            hard=record.get("hard", 0),
            unseen=record.get("unseen", 0),
            box=_box(record["box"]) if "box" in record else None,
            region_count=record.get("regionCount", 0),
            regions=tuple(regions),
            changes=tuple(changes),
            shift=_pair(record["shift"]) if "shift" in record else None,
            metrics=metrics,
            notices=tuple(record.get("notices", ())),
            record=record)


def _change(change: _Record) -> Change:
    expected, actual, shift = (change.get(key) for key in ("expected", "actual", "shift"))
    return Change(
        change["name"], change["count"], _box(expected) if expected else None, _box(actual) if actual else None,
        _pair(shift) if shift else None)


def _pair(values: List[int]) -> Size:
    return cast(Size, tuple(values))


def _box(values: List[int]) -> Box:
    return cast(Box, tuple(values))
