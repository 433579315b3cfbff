"""What happens at the end of a test run: the report, and unused snapshots."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Iterable, List, Mapping, Sequence, Set, Tuple

from . import find_program
from ._json import encode_name
from ._snapshots import Finding, snapshot_stem, write_file

# Settings of `frameit compare` in files. The other options apply only on the command line.
_SETTINGS = (
    "threshold", "antialiasing", "max-diff", "hard-threshold", "ignore", "mask", "background", "fuzz-align", "align",
    "min", "max")


def make_report(failed: Sequence[Finding], actual_root: Path, root: Path, report: Path) -> Tuple[List[str], str]:
    """Writes a report of the failed snapshots into a folder.

    The actual images have the same paths below `actual_root` as the snapshots have below `root`, so frameit compares
    these two folders. That makes `--accept` write to the snapshots themselves.

    Returns:
        The command that accepts what the report shows, and an error message, which is empty if there is a report.
    """
    # The folder of all failed snapshots, so that frameit does not search the whole project.
    expected = Path(os.path.commonpath([os.path.dirname(finding.path) for finding in failed]))
    while not expected.is_dir():
        expected = expected.parent
    actual = actual_root / os.path.relpath(expected, root)
    names = {os.path.relpath(finding.path, expected): finding for finding in failed}
    settings = actual_root.parent / "settings.txt"
    write_file(settings, encode_name("".join(_section(*item) for item in names.items())).encode())
    command = [find_program(), "compare", os.fspath(expected), os.fspath(actual)]
    options = [word for name in names for word in ("--include", _pattern(name))]
    process = subprocess.run(
        [*command, "--quiet", "--settings", os.fspath(settings), *options, "--report", os.fspath(report)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    accept = [*command, "--accept", "--report", os.fspath(report)]
    return accept, "" if process.returncode in (0, 1, 7) else process.stderr.decode(errors="replace").strip()


def _section(name: str, finding: Finding) -> str:
    options = [(key, value) for key, value in finding.options if key in _SETTINGS]
    if not any(key == "align" for key, _ in options):
        options.append(("align", "off"))
    lines = [f"{key} {value.replace('=', ' ', 1) if key in ('min', 'max') else value}" for key, value in options]
    return "\n".join([f"[{_pattern(name)}]", *lines, ""])


def _pattern(name: str) -> str:
    """Returns a pattern that matches one path."""
    return re.sub(r"([*?\[])", r"[\1]", name)


def unused_snapshots(
    modules: Iterable[Path], used: Set[str], unfinished: Mapping[Path, Set[str]]
) -> List[Path]:
    """Returns the snapshots that no test used.

    Args:
        modules: the test files that were collected.
        used: the paths of the snapshots that were used.
        unfinished: by test file, the ids of the tests that did not pass, such as skipped ones. Theirs are not unused.
    """
    collected = set(modules)
    unused: List[Path] = []
    for folder in sorted({module.parent for module in collected}):
        for path in sorted((folder / "snapshots").glob("*/*.png")):
            module = folder / (path.parent.name + ".py")
            if os.fspath(path) in used or (module not in collected and module.exists()):
                continue
            stems = [snapshot_stem(test) for test in unfinished.get(module, ())]
            if not any(path.stem == stem or path.stem.startswith(stem + "-") for stem in stems):
                unused.append(path)
    return unused
