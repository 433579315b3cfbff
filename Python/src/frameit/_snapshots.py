"""Snapshots of one test run: their files, and what the run found about them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Mapping, Optional, Tuple

from . import apply, compare, find_program
from ._compare import tolerance_keys
from ._errors import InputError
from ._inputs import read_input

if TYPE_CHECKING:
    from ._types import ImageInput

_MAX_NAME = 180
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The keys of a tolerance that have another name as an option of the command.
_OPTION_NAMES = {"maxDiff": "max-diff", "hardThreshold": "hard-threshold", "fuzzAlign": "fuzz-align"}


@dataclass(frozen=True)
class Finding:
    """What the run found about one snapshot."""

    outcome: Literal["passed", "failed", "accepted"]
    test: str
    """The id of the test."""
    path: str
    """The stored image."""
    actual: Optional[str] = None
    """The image of a failed test."""
    options: List[Tuple[str, str]] = field(default_factory=lambda: [])
    """The tolerance, as names and values of options of `frameit compare`."""


class RunFolder:
    """A folder through which the processes of one test run exchange findings. Every file in it has one writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._count = 0

    def write(self, kind: str, value: Any) -> None:
        self._count += 1
        path = self.path / f"{kind}-{os.getpid()}-{self._count}.json"
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(value), "utf-8")
        partial.rename(path)

    def read(self, kind: str) -> Iterator[Any]:
        for path in sorted(self.path.glob(f"{kind}-*.json")):
            yield json.loads(path.read_text("utf-8"))

    def findings(self) -> List[Finding]:
        found = [
            Finding(
                value["outcome"], value["test"], value["path"], value["actual"],
                [(name, text) for name, text in value["options"]])
            for value in self.read("finding")]
        return sorted(found, key=lambda finding: (finding.path, finding.test))

    def add(self, finding: Finding) -> None:
        self.write("finding", asdict(finding))

    def claim(self, path: Path, owner: str) -> str:
        """Returns the owner of a snapshot: the first test of the run that used it."""
        claim = self.path / ("claim-" + hashlib.sha256(os.fsencode(path)).hexdigest())
        partial = self.path / f"{claim.name}-{os.getpid()}"
        partial.write_bytes(os.fsencode(owner))
        try:
            # A link appears together with its content, so another process never reads an empty claim.
            os.link(partial, claim)
        except FileExistsError:
            pass
        partial.unlink()
        return os.fsdecode(claim.read_bytes())


class Mismatch(Exception):
    """A snapshot is missing or differs. The text says what differs and where."""


def snapshot_stem(test: str) -> str:
    """Returns the part of file names that belongs to a test, from the test's id."""
    name = test.partition("::")[2].replace("::", ".")
    if name.endswith("]"):
        name = name[:-1].replace("[", "-", 1)
    return safe_name(name)


def safe_name(text: str) -> str:
    """Returns a text with only letters, digits, `.`, `_` and `-`. Long texts end with a hash."""
    name = re.sub(r"[^\w.-]", "_", text)
    if len(name.encode()) > _MAX_NAME:
        name = name.encode()[:_MAX_NAME].decode(errors="ignore") + "-" + hashlib.sha256(os.fsencode(text)).hexdigest()[:8]
    return name


def snapshot_folder(test_file: Path) -> Path:
    """Returns the folder with the snapshots of a test file."""
    return test_file.parent / "snapshots" / test_file.stem


def check(path: Path, image: ImageInput, tolerance: Mapping[str, Any]) -> None:
    """Compares an image with a stored one.

    Raises:
        Mismatch: the stored image is missing, is not an image, or differs by more than the tolerance.
    """
    if not path.is_file():
        raise Mismatch("is missing")
    try:
        if compare(path, image, **tolerance):
            return
    except InputError as error:
        # An error of the actual image is not about the snapshot.
        png_file(image)
        raise Mismatch(f"cannot be read: {error}") from None
    with tempfile.TemporaryDirectory(prefix="frameit-") as folder:
        actual = os.path.join(folder, "actual.png")
        write_file(Path(actual), png_file(image))
        words = [f"--{name}={value}" if value else f"--{name}" for name, value in tolerance_options(tolerance)]
        process = subprocess.run(
            [find_program(), "compare", *words, "--", os.fspath(path), actual], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
    raise Mismatch(process.stdout.decode(errors="replace").strip() or "differs")


def upright(image: ImageInput) -> ImageInput:
    """Returns an image for a comparison, which ignores orientation: files other than PNG are applied to pixels."""
    item = read_input(image)
    return image if item.kind != "bytes" or item.format() == "png" else png_file(image)


def png_file(image: ImageInput) -> bytes:
    """Returns an image as a PNG file. A PNG file stays as it is."""
    item = read_input(image)
    if item.kind == "bytes" and item.format() == "png":
        return b"".join(item.parts) if item.path is None else Path(os.fspath(image)).read_bytes()  # type: ignore
    return apply("", image, returns="bytes", format="png")


def write_file(path: Path, content: bytes) -> None:
    """Writes a file, which appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, partial = tempfile.mkstemp(prefix=".frameit-", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(partial, 0o666 & ~mask)
        os.replace(partial, path)
    except BaseException:
        os.unlink(partial)
        raise


def tolerance_options(tolerance: Mapping[str, Any]) -> List[Tuple[str, str]]:
    """Returns the names and values of the options of `frameit compare` for a tolerance. A flag has an empty value."""
    options: List[Tuple[str, str]] = []
    keys: Dict[str, Any] = tolerance_keys(tolerance)
    for key, value in keys.items():
        name = _OPTION_NAMES.get(key, key)
        if key in ("min", "max"):
            options += [(name, f"{metric}={limit}") for metric, limit in value.items()]
        elif isinstance(value, list):
            options += [(name, str(item)) for item in value]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
        elif key == "mask":
            options.append((name, os.path.abspath(value)))
        else:
            options.append((name, "" if value is True else str(value)))
    return options
