"""The job of one call of `compare`, and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from ._edit import ask
from ._inputs import Input, Scratch, is_full, read_input, scratch_parents
from ._json import check_number, encode_value
from ._results import Comparison

if TYPE_CHECKING:
    from ._pool import Pool
    from ._types import ImageInput

# The keys of a tolerance and those of a job.
_KEYS = {
    "threshold": "threshold", "antialiasing": "antialiasing", "max_diff": "maxDiff",
    "hard_threshold": "hardThreshold", "ignore": "ignore", "mask": "mask", "background": "background", "pad": "pad",
    "fuzz_align": "fuzzAlign", "align": "align", "metric": "metric", "min": "min", "max": "max",
}
_NUMBERS = ("threshold", "max_diff", "hard_threshold", "fuzz_align")


def compare(
    pool: Pool, expected: ImageInput, actual: ImageInput, tolerance: Mapping[str, Any], max_time: Optional[float]
) -> Comparison:
    """Compares two images. See `Client.compare`."""
    check_number("max_time", max_time)
    keys = tolerance_keys(tolerance)
    settings = {name: encode_value(value) for name, value in keys.items() if name != "mask"}
    limits = {} if max_time is None else {"maxTime": encode_value(max_time)}
    images = {"expected": read_input(expected), "actual": read_input(actual)}
    if "mask" in keys:
        images["mask"] = read_input(keys["mask"])
    for parent in scratch_parents():
        with Scratch(parent) as scratch:
            job: Dict[str, Any] = {**limits, "compare": dict(settings)}
            try:
                for name, image in images.items():
                    _add(job["compare"], name, image, scratch)
            except OSError as error:
                if parent is None or not is_full(error):
                    raise
                continue
            return Comparison.from_record(_record(ask(pool, job, scratch, lambda: True), images))
    raise AssertionError("unreachable")


def tolerance_keys(tolerance: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns the keys of a job for a tolerance.

    Raises:
        TypeError: the tolerance has an unknown key.
        ValueError: a number is negative, or true or false.
    """
    keys: Dict[str, Any] = {}
    for name, value in tolerance.items():
        if name not in _KEYS:
            raise TypeError(f"compare has no option '{name}'; the options are {', '.join(_KEYS)}")
        if name in _NUMBERS:
            check_number(name, value)
        if value is None or value is False:
            continue
        if name == "ignore":
            value = [area if isinstance(area, str) else ",".join(map(str, area)) for area in value]
        elif name == "metric" and isinstance(value, str):
            value = [value]
        elif name in ("min", "max"):
            value = dict(value)
            if any(isinstance(limit, bool) for limit in value.values()):
                raise ValueError(f"a limit in '{name}' is true or false, and not a number")
        keys[_KEYS[name]] = value
    return keys


def _add(job: Dict[str, Any], name: str, image: Input, scratch: Scratch) -> None:
    """Adds an image: small ones inline, others as files. A mask is always a file."""
    if image.is_small and name != "mask":
        job[name + "Base64"] = b"".join(image.parts)
    else:
        job[name] = scratch.write(name, image)


def _record(answer: Dict[str, Any], images: Mapping[str, Input]) -> Dict[str, Any]:
    """Returns the record in an answer, in which images in memory have the name `-`."""
    record = {key: value for key, value in answer.items() if key not in ("id", "line", "code")}
    names: List[str] = ["expected", "actual"]
    for name in names:
        if images[name].path is None:
            record[name] = "-"
    return record
