"""The pytest plugin, run in test projects of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

TESTS = """
    import numpy, pytest

    IMAGE = numpy.random.default_rng(1).integers(0, 256, (40, 50, 4), numpy.uint8)

    def test_one(frameit_snapshot):
        frameit_snapshot(IMAGE)

    @pytest.mark.parametrize("size", ["a/b", "c d"])
    def test_two(frameit_snapshot, size):
        frameit_snapshot(IMAGE[:10])
        frameit_snapshot(IMAGE[:20], "big")
        frameit_snapshot(IMAGE[:30])

    class TestGroup:
        def test_three(self, frameit_snapshot):
            frameit_snapshot(IMAGE, name="wide & low")
"""
FILES = [
    "TestGroup.test_three-wide___low.png", "test_one.png", "test_two-a_b-2.png", "test_two-a_b-big.png",
    "test_two-a_b.png", "test_two-c_d-2.png", "test_two-c_d-big.png", "test_two-c_d.png"]


class Project:
    """A project with `test_it.py`."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path
        pytester.makeini("[pytest]\n")
        self.write(TESTS)

    def write(self, text: str) -> None:
        self.pytester.makepyfile(test_it=text)

    def change(self, old: str, new: str) -> None:
        path = self.path / "test_it.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def run(self, *arguments: str) -> pytest.RunResult:
        # Where the package is not installed, its entry point is missing.
        plugin = [] if _is_installed() else ["-p", "frameit.pytest_plugin"]
        return self.pytester.runpytest_subprocess("-p", "no:cacheprovider", *plugin, *arguments)

    def snapshots(self) -> List[str]:
        return sorted(path.name for path in (self.path / "snapshots/test_it").glob("*"))


def _is_installed() -> bool:
    from importlib.metadata import entry_points

    points: Any = entry_points()
    group = points.select(group="pytest11") if hasattr(points, "select") else points.get("pytest11", ())
    return any(point.value == "frameit.pytest_plugin" for point in group)


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    return Project(pytester)


@pytest.fixture
def accepted(project: Project) -> Project:
    project.run("--frameit-accept").assert_outcomes(passed=4)
    return project


def stamps(project: Project) -> Any:
    return {path: path.stat().st_mtime_ns for path in (project.path / "snapshots").rglob("*.png")}


def test_a_missing_snapshot_fails_and_is_not_created(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = project.run()
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines([
        "snapshot snapshots/test_it/test_one.png is missing",
        "*actual image: .frameit/actual/snapshots/test_it/test_one.png",
        "*to accept all images of this test: pytest --frameit-accept test_it.py::test_one"])
    assert not (project.path / "snapshots").exists()
    assert (project.path / ".frameit/actual/snapshots/test_it/test_one.png").is_file()
    assert (project.path / ".frameit/.gitignore").read_text() == "*\n"


def test_accepting_writes_missing_snapshots_and_lists_them(project: Project) -> None:
    result = project.run("--frameit-accept")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["accepted snapshots/test_it/test_two-a_b-big.png"])
    assert project.snapshots() == FILES
    project.run().assert_outcomes(passed=4)


def test_a_differing_snapshot_fails_with_the_line_of_frameit(accepted: Project) -> None:
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    result = accepted.run("-k", "test_two")
    result.assert_outcomes(failed=2, deselected=2)
    result.stdout.fnmatch_lines([
        "snapshot snapshots/test_it/test_two-a_b-big.png differs: 1000 of 1000 pixels (100.00%) in 50 x 20 at 0,0, *",
        "*to accept all images of this test: pytest --frameit-accept 'test_it.py::test_two[[]a/b]'"])


def test_accepting_rewrites_only_what_differs(accepted: Project) -> None:
    before = stamps(accepted)
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    accepted.run("--frameit-accept").assert_outcomes(passed=4)
    changed = {path.name for path, stamp in stamps(accepted).items() if before[path] != stamp}
    assert changed == {"test_two-a_b-big.png", "test_two-c_d-big.png"}


def test_a_snapshot_within_the_tolerance_is_not_rewritten(accepted: Project) -> None:
    before = stamps(accepted)
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 1")
    accepted.pytester.makeini("[pytest]\nframeit_threshold = 0.1\nframeit_max_diff = 1%\n")
    accepted.run("--frameit-accept").assert_outcomes(passed=4)
    assert stamps(accepted) == before


@pytest.mark.parametrize("lines", [
    "frameit_max_diff = 100%", "frameit_antialiasing = true\nframeit_max_diff = 1000",
    "frameit_ignore =\n  0,1,50,40\nframeit_max_diff = 50",
    "frameit_min =\n  psnr=1", "frameit_max =\n  mae=1"])
def test_the_configuration_sets_the_tolerance(accepted: Project, lines: str) -> None:
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    accepted.pytester.makeini(f"[pytest]\n{lines}\n")
    accepted.run().assert_outcomes(passed=4)


def test_a_tolerance_of_a_test_replaces_that_of_the_configuration(accepted: Project) -> None:
    accepted.pytester.makeini("[pytest]\nframeit_max_diff = 100%\n")
    accepted.change('frameit_snapshot(IMAGE[:20], "big")', 'frameit_snapshot(IMAGE[:20] ^ 255, "big", max_diff=3)')
    accepted.run().assert_outcomes(passed=2, failed=2)


def test_a_wrong_value_in_the_configuration_is_an_error(project: Project) -> None:
    project.pytester.makeini("[pytest]\nframeit_threshold = much\n")
    result = project.run()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*frameit_threshold: 'much' is not a number"])


def test_two_snapshots_with_the_same_file_are_an_error(project: Project) -> None:
    project.write("""
        import frameit, pytest

        IMAGE = frameit.apply("canvas 3,3")

        @pytest.mark.parametrize("size", ["a/b", "a:b"])
        def test_one(frameit_snapshot, size):
            frameit_snapshot(IMAGE)

        def test_two(frameit_snapshot):
            frameit_snapshot(IMAGE, "x")
            frameit_snapshot(IMAGE, "x")
    """)
    result = project.run("--frameit-accept")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines([
        "snapshot snapshots/test_it/test_one-a_b.png is already used by test_it.py::test_one[[]a/b]; *",
        "snapshot snapshots/test_it/test_two-x.png is already used by this test; *"])


def test_all_kinds_of_images_are_stored_as_upright_png(project: Project) -> None:
    project.write("""
        import io
        from pathlib import Path
        from PIL import Image

        def test_it(frameit_snapshot, tmp_path):
            image = Image.effect_mandelbrot((40, 30), (-2, -1, 1, 1), 50)
            exif = Image.Exif()
            exif[0x0112] = 6
            image.save(tmp_path / "a.jpg", exif=exif)
            frameit_snapshot(image, "pillow")
            frameit_snapshot(tmp_path / "a.jpg", "path")
            frameit_snapshot(str(tmp_path / "a.jpg"), "text")
            frameit_snapshot((tmp_path / "a.jpg").read_bytes(), "bytes")
    """)
    project.run("--frameit-accept").assert_outcomes(passed=1)
    project.run().assert_outcomes(passed=1)
    files = [(project.path / "snapshots/test_it" / name).read_bytes() for name in project.snapshots()]
    assert len(files) == 4 and all(file.startswith(b"\x89PNG") for file in files)
    assert files[0] == files[1] == files[3] and files[0][16:24] == b"\0\0\0\x1e\0\0\0\x28"


def test_a_broken_snapshot_fails_and_can_be_accepted(accepted: Project) -> None:
    (accepted.path / "snapshots/test_it/test_one.png").write_text("broken")
    result = accepted.run()
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["snapshot snapshots/test_it/test_one.png cannot be read: *unknown image format*"])
    accepted.run("--frameit-accept").assert_outcomes(passed=4)
    accepted.run().assert_outcomes(passed=4)


def test_a_broken_actual_image_is_an_error_of_the_test(accepted: Project) -> None:
    accepted.change("frameit_snapshot(IMAGE)", 'frameit_snapshot(b"broken")')
    for arguments in ([], ["--frameit-accept"]):
        result = accepted.run(*arguments)
        result.assert_outcomes(passed=3, failed=1)
        result.stdout.fnmatch_lines(["*frameit.InputError: the image: *"])
        assert "_snapshots.py" not in result.stdout.str()
    assert accepted.snapshots() == FILES


def test_actual_images_of_an_earlier_run_are_removed(accepted: Project) -> None:
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    accepted.run()
    actual = accepted.path / ".frameit/actual"
    assert list(actual.rglob("*.png"))
    accepted.change("IMAGE[:20] ^ 255", "IMAGE[:20]")
    accepted.run().assert_outcomes(passed=4)
    assert not actual.exists()


@pytest.mark.parametrize("workers", [[], ["-n", "3"]])
def test_a_report_shows_all_failures_and_its_command_accepts_them(accepted: Project, workers: List[str]) -> None:
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    (accepted.path / "snapshots/test_it/test_one.png").unlink()
    result = accepted.run("--frameit-report", "report", *workers)
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines([f"report: file://{accepted.path}/report/index.html"])
    page = (accepted.path / "report/index.html").read_text()
    for name in ("test_two-a_b-big.png", "test_two-c_d-big.png", "test_one.png"):
        assert name in page
    assert "test_three" not in page
    line = next(line for line in result.outlines if line.startswith("to accept what it shows: "))
    subprocess.run(shlex.split(line.partition(": ")[2]), check=True, stdout=subprocess.DEVNULL)
    accepted.run().assert_outcomes(passed=4)


def test_a_report_has_the_tolerance_of_each_test(accepted: Project) -> None:
    accepted.change(
        'frameit_snapshot(IMAGE[:20], "big")',
        'frameit_snapshot(IMAGE[:20] ^ 255, "big", ignore=[(0, 0, 50, 19)], threshold=0.01)')
    accepted.run("--frameit-report", "report").assert_outcomes(passed=2, failed=2)
    assert "50 pixels" in (accepted.path / "report/index.html").read_text() or "50 of 50" in (
        accepted.path / "report/index.html").read_text()


@pytest.mark.parametrize("name", ["test_caf\udce9.py", "test_\U0010ff80.py"])
def test_the_names_of_test_files_may_have_any_bytes(accepted: Project, name: str) -> None:
    accepted.change("IMAGE)", "IMAGE, ignore=[(0, 0, 50, 39)])")
    (accepted.path / "test_it.py").rename(accepted.path / name)
    # The plugin for tests of plugins reads only UTF-8.
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *([] if _is_installed() else ["-p", "frameit.pytest_plugin"])]
    for options in ["--frameit-accept"], []:
        assert subprocess.run([*run, *options], cwd=accepted.path, stdout=subprocess.DEVNULL).returncode == 0
    text = (accepted.path / name).read_text()
    (accepted.path / name).write_text(text.replace("IMAGE, ignore", "IMAGE ^ 255, ignore"))
    subprocess.run([*run, "--frameit-report", "report"], cwd=accepted.path, stdout=subprocess.DEVNULL)
    # The report has the tolerance of the test.
    assert "50 of 50" in (accepted.path / "report/index.html").read_text()


def test_a_folder_that_holds_something_else_is_no_report(accepted: Project) -> None:
    (accepted.path / "report").mkdir()
    (accepted.path / "report/mine.txt").write_text("mine")
    accepted.change("IMAGE[:20]", "IMAGE[:20] ^ 255")
    result = accepted.run("--frameit-report", "report")
    result.stdout.fnmatch_lines(["no report: *"])
    assert os.listdir(accepted.path / "report") == ["mine.txt"]


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_unused_snapshots_are_listed_and_pruned(accepted: Project, workers: List[str]) -> None:
    folder = accepted.path / "snapshots"
    (folder / "test_gone").mkdir()
    for name in ("test_it/test_old.png", "test_gone/test_gone.png"):
        (folder / name).write_bytes((folder / "test_it/test_one.png").read_bytes())
    result = accepted.run(*workers)
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["unused snapshots/test_gone/test_gone.png", "unused snapshots/test_it/test_old.png"])
    result = accepted.run("--frameit-prune", *workers)
    result.stdout.fnmatch_lines(["deleted unused snapshots/test_it/test_old.png"])
    assert accepted.snapshots() == FILES and not (folder / "test_gone").exists()


@pytest.mark.parametrize("arguments, workers", [
    (["-k", "test_one"], []), (["test_it.py::test_one"], []), (["test_it.py"], []), (["-k", "test_one"], ["-n", "2"])])
def test_an_incomplete_run_prunes_nothing(accepted: Project, arguments: List[str], workers: List[str]) -> None:
    result = accepted.run("--frameit-prune", *arguments, *workers)
    result.stdout.fnmatch_lines(["unused snapshots were not deleted: only some test*"])
    assert accepted.snapshots() == FILES


def test_a_failed_run_prunes_nothing(accepted: Project) -> None:
    accepted.change("frameit_snapshot(IMAGE)", "assert 0")
    result = accepted.run("--frameit-prune")
    result.stdout.fnmatch_lines(["unused snapshots were not deleted: the run did not pass"])
    assert accepted.snapshots() == FILES


def test_snapshots_of_skipped_tests_and_of_other_test_files_are_not_unused(accepted: Project) -> None:
    accepted.change("frameit_snapshot(IMAGE[:10])", "pytest.skip('not here')")
    accepted.pytester.makepyfile(test_other="def test_nothing(): pass")
    (accepted.path / "tests").mkdir()
    result = accepted.run("--frameit-prune")
    result.assert_outcomes(passed=3, skipped=2)
    assert accepted.snapshots() == FILES


def test_workers_share_one_run(project: Project) -> None:
    result = project.run("-n", "3", "--frameit-accept")
    result.assert_outcomes(passed=4)
    assert len([line for line in result.outlines if line.startswith("accepted ")]) == len(FILES)
    assert project.snapshots() == FILES
    project.run("-n", "3").assert_outcomes(passed=4)


def test_workers_never_share_a_file(project: Project) -> None:
    project.write("""
        import frameit, pytest

        @pytest.mark.parametrize("size", ["a/b", "a:b", "a;b", "a|b"])
        def test_one(frameit_snapshot, size):
            frameit_snapshot(frameit.apply("canvas 3,3"))
    """)
    project.run("-n", "4", "--frameit-accept").assert_outcomes(passed=1, failed=3)


def test_long_names_are_shortened(project: Project) -> None:
    project.write("""
        import frameit, pytest

        @pytest.mark.parametrize("text", ["x" * 300, "x" * 301])
        def test_one(frameit_snapshot, text):
            frameit_snapshot(frameit.apply("canvas 3,3"), "y" * 300)
    """)
    project.run("--frameit-accept").assert_outcomes(passed=2)
    assert len(project.snapshots()) == 2 and all(len(name) < 255 for name in project.snapshots())


def test_nothing_is_left_in_the_temporary_folder(accepted: Project, tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    os.environ["TMPDIR"] = str(tmp_path / "t")
    try:
        accepted.run("-n", "2")
    finally:
        del os.environ["TMPDIR"]
    assert not [name for name in os.listdir(tmp_path / "t") if name.startswith("frameit")]
