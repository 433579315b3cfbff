"""A pytest plugin with the fixture `frameit_snapshot`, which compares images with stored ones."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Set

import pytest

from . import _report
from ._errors import Error
from ._snapshots import (
    Finding, Mismatch, RunFolder, check, png_file, safe_name, snapshot_folder, snapshot_stem, tolerance_options,
    upright, write_file)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import ImageInput, Tolerance

# The tolerance that applies unless a test says otherwise.
_NUMBERS = ("threshold", "hard_threshold", "fuzz_align")
_FLAGS = ("antialiasing", "pad")
_TEXTS = ("max_diff", "background", "align")
_LISTS = ("ignore", "min", "max")


class Snapshot:
    """The value of the fixture `frameit_snapshot`."""

    def __init__(self, run: Run, test: str, test_file: Path) -> None:
        self._run = run
        self._test = test
        self._folder = snapshot_folder(test_file)
        self._names: Set[str] = set()
        self._unnamed = 0

    def __call__(self, image: ImageInput, name: Optional[str] = None, **tolerance: Unpack[Tolerance]) -> None:
        """Compares an image with the stored PNG `snapshots/MODULE/TEST[-NAME].png` beside the test file.

        Args:
            image: bytes or the path of an image file, a Pillow image, or a NumPy array, as for `frameit.apply`.
            name: the name of the snapshot. Without it, the second image of a test is named `2`, the third `3`.
            tolerance: what may differ, as for `frameit.compare`; it replaces the options of the configuration.

        Raises:
            pytest.fail.Exception: the stored image is missing or differs, or another test has the same file.
            frameit.Error: the image cannot be read.
        """
        __tracebackhide__ = True
        try:
            self._check(image, name, tolerance)
        except Error as error:
            # The frames inside this package say nothing about the test.
            raise error.with_traceback(None) from None

    def _check(self, image: ImageInput, name: Optional[str], tolerance: Mapping[str, Any]) -> None:
        __tracebackhide__ = True
        if name is None:
            self._unnamed += 1
            name = "" if self._unnamed == 1 else str(self._unnamed)
        elif not name:
            raise ValueError("the name of a snapshot is empty")
        stem = snapshot_stem(self._test)
        path = self._folder / f"{safe_name(f'{stem}-{name}') if name else stem}.png"
        owner = self._run.folder.claim(path, self._test)
        if owner != self._test or path.name in self._names:
            other = owner if owner != self._test else "this test"
            pytest.fail(f"snapshot {self._run.shown(path)} is already used by {other}; give it another name", False)
        self._names.add(path.name)
        self._compare(path, upright(image), {**self._run.tolerance, **tolerance})

    def _compare(self, path: Path, image: ImageInput, tolerance: Mapping[str, Any]) -> None:
        __tracebackhide__ = True
        try:
            check(path, image, tolerance)
        except Mismatch as mismatch:
            problem = str(mismatch)
        else:
            self._run.folder.add(Finding("passed", self._test, os.fspath(path)))
            return
        if self._run.accepts:
            write_file(path, png_file(image))
            self._run.folder.add(Finding("accepted", self._test, os.fspath(path)))
            return
        actual = self._run.actual_path(path)
        write_file(actual, png_file(image))
        self._run.folder.add(
            Finding("failed", self._test, os.fspath(path), os.fspath(actual), tolerance_options(tolerance)))
        pytest.fail(
            f"snapshot {self._run.shown(path)} {problem}\n"
            f"  actual image: {self._run.shown(actual)}\n"
            f"  to accept all images of this test: pytest --frameit-accept {shlex.quote(self._test)}", False)


class Run:
    """A test run in one process: the only one, the controller of pytest-xdist, or one of its workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.root = config.rootpath
        self.accepts = bool(config.getoption("frameit_accept"))
        self.tolerance = _configured_tolerance(config)
        worker: Optional[Dict[str, Any]] = getattr(config, "workerinput", None)
        self.is_worker = worker is not None
        self.folder = RunFolder(Path(worker["frameit_run"] if worker else tempfile.mkdtemp(prefix="frameit-run-")))
        self._states: Dict[str, bool] = {}
        if not self.is_worker:
            shutil.rmtree(self._own / "actual", ignore_errors=True)

    @property
    def _own(self) -> Path:
        return self.root / ".frameit"

    def shown(self, path: Path) -> str:
        """Returns a path for messages: relative to the current folder if it is below it."""
        try:
            return os.fspath(path.relative_to(Path.cwd()))
        except (ValueError, OSError):
            return os.fspath(path)

    def actual_path(self, path: Path) -> Path:
        """Returns the path of the actual image of a failed test, in a folder that git ignores."""
        ignore = self._own / ".gitignore"
        if not ignore.exists():
            write_file(ignore, b"*\n")
        return self._own / "actual" / os.path.relpath(path, self.root).replace(f"..{os.sep}", "")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Gives the run's folder to a worker of pytest-xdist."""
        node.workerinput["frameit_run"] = os.fspath(self.folder.path)

    def pytest_deselected(self) -> None:
        self.folder.write("deselected", True)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        # The controller of pytest-xdist collects nothing.
        if session.items:
            self.folder.write("collection", {
                "files": sorted({os.fspath(item.path) for item in session.items}),
                "tests": len({item.nodeid for item in session.items})})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        passed = report.passed and not hasattr(report, "wasxfail")
        self._states[report.nodeid] = self._states.get(report.nodeid, True) and passed

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        findings = self.folder.findings()
        accepted = [finding for finding in findings if finding.outcome == "accepted"]
        failed = [finding for finding in findings if finding.outcome == "failed"]
        lines: List[str] = [f"accepted {self.shown(Path(finding.path))}" for finding in accepted]
        report = self.config.getoption("frameit_report")
        if report and failed:
            lines += self._report_lines(failed, Path(report).absolute())
        lines += self._unused_lines({finding.path for finding in findings}, exitstatus)
        if lines:
            terminalreporter.section("image snapshots")
            for line in lines:
                terminalreporter.write_line(line)

    def _report_lines(self, failed: List[Finding], report: Path) -> List[str]:
        # A test that was run again may have passed in the end.
        remaining = list({finding.path: finding for finding in failed}.values())
        accept, error = _report.make_report(remaining, self._own / "actual", self.root, report)
        if error:
            return [f"no report: {error}"]
        return [f"report: {(report / 'index.html').as_uri()}", f"to accept what it shows: {shlex.join(accept)}"]

    def _unused_lines(self, used: Set[str], exitstatus: int) -> List[str]:
        prunes = self.config.getoption("frameit_prune")
        reason = self._incompleteness(exitstatus)
        if reason:
            return [f"unused snapshots were not deleted: {reason}"] if prunes else []
        modules = {Path(file) for collection in self.folder.read("collection") for file in collection["files"]}
        unfinished: Dict[Path, Set[str]] = {}
        for test, passed in self._states.items():
            if not passed:
                unfinished.setdefault(self.root / test.partition("::")[0], set()).add(test)
        unused = _report.unused_snapshots(modules, used, unfinished)
        if prunes:
            for path in unused:
                path.unlink()
                if not any(path.parent.iterdir()):
                    path.parent.rmdir()
        word = "deleted unused" if prunes else "unused"
        lines = [f"{word} {self.shown(path)}" for path in unused]
        return lines if prunes or not unused else [*lines, "delete unused snapshots with pytest --frameit-prune"]

    def _incompleteness(self, exitstatus: int) -> str:
        """Returns why the run does not show which snapshots are unused, or an empty string."""
        if exitstatus != 0:
            return "the run did not pass"
        if any("::" in argument or not os.path.isdir(argument) for argument in self.config.args):
            return "only some test files were run"
        counts = {collection["tests"] for collection in self.folder.read("collection")}
        if any(self.folder.read("deselected")) or counts != {len(self._states)}:
            return "only some tests were run"
        return ""

    def pytest_unconfigure(self) -> None:
        if not self.is_worker:
            shutil.rmtree(self.folder.path, ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("frameit", "image snapshots")
    group.addoption(
        "--frameit-accept", action="store_true", help="Store the images of missing and differing snapshots.")
    group.addoption("--frameit-report", metavar="DIR", help="Write a report of differing snapshots to this folder.")
    group.addoption(
        "--frameit-prune", action="store_true", help="Delete unused snapshots after a complete run that passed.")
    for name in _NUMBERS + _TEXTS:
        parser.addini(f"frameit_{name}", f"Default of '{name}' for frameit_snapshot.")
    for name in _FLAGS:
        parser.addini(f"frameit_{name}", f"Default of '{name}' for frameit_snapshot.", type="bool", default=False)
    for name in _LISTS:
        parser.addini(f"frameit_{name}", f"Default of '{name}' for frameit_snapshot.", type="linelist", default=[])


def _configured_tolerance(config: pytest.Config) -> Dict[str, Any]:
    """Returns the tolerance in the configuration.

    Raises:
        pytest.UsageError: a value is not a number.
    """
    tolerance: Dict[str, Any] = {name: config.getini(f"frameit_{name}") or None for name in _FLAGS + _TEXTS}
    for name in _NUMBERS:
        text = config.getini(f"frameit_{name}")
        tolerance[name] = _number(name, text) if text else None
    tolerance["ignore"] = config.getini("frameit_ignore")
    for name in ("min", "max"):
        limits: Dict[str, float] = {}
        for line in config.getini(f"frameit_{name}"):
            metric, _, value = str(line).partition("=")
            limits[metric.strip()] = _number(name, value)
        tolerance[name] = limits or None
    return {name: value for name, value in tolerance.items() if value}


def _number(name: str, text: str) -> float:
    try:
        number = int(text) if name == "fuzz_align" else float(text)
        if math.isfinite(number):
            return number
    except ValueError:
        pass
    raise pytest.UsageError(f"frameit_{name}: '{text}' is not a number")


_RUN: "pytest.StashKey[Run]" = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    run = Run(config)
    config.stash[_RUN] = run
    config.pluginmanager.register(run, "frameit-run")


@pytest.fixture
def frameit_snapshot(request: pytest.FixtureRequest) -> Iterator[Snapshot]:
    """Compares images with stored ones: `frameit_snapshot(image, name=None, **tolerance)`."""
    node: Any = request.node
    yield Snapshot(request.config.stash[_RUN], node.nodeid, node.path)
