"""Finding the program, and running it by `python -m frameit`."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import frameit
from frameit import _program


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Hides all installed programs, and returns a folder on PATH."""
    monkeypatch.delenv("FRAMEIT_PROGRAM", raising=False)
    monkeypatch.setattr(_program, "_script_folders", lambda: iter([str(tmp_path / "scripts")]))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    return tmp_path


def make_program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_argument_the_variable_the_installation_and_path_are_searched_in_this_order(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path = make_program(elsewhere / "path/frameit")
    assert frameit.find_program() == on_path
    installed = make_program(elsewhere / "scripts/frameit")
    assert frameit.find_program() == installed
    variable = make_program(elsewhere / "variable")
    monkeypatch.setenv("FRAMEIT_PROGRAM", variable)
    assert frameit.find_program() == variable
    argument = make_program(elsewhere / "argument")
    assert frameit.find_program(argument) == argument


def test_the_folders_of_all_kinds_of_installations_are_searched() -> None:
    folders = list(_program._script_folders())
    package = Path(frameit.__file__).parent
    assert sysconfig.get_path("scripts") in folders
    assert any(folder.startswith(os.path.expanduser("~/.local")) for folder in folders)
    assert str(package.parent / "bin") in folders


def test_a_missing_program_is_an_error_that_says_what_to_do(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = frameit.Client()
    with pytest.raises(frameit.ServerError, match="was not found") as caught:
        client.apply("canvas 3,3")
    assert caught.value.code == 127 and "FRAMEIT_PROGRAM" in caught.value.hints[0]
    monkeypatch.setenv("FRAMEIT_PROGRAM", "/nothing/frameit")
    with pytest.raises(frameit.ServerError, match="/nothing/frameit: no such program.*FRAMEIT_PROGRAM"):
        frameit.explain("canvas 3,3")


def test_a_file_that_is_not_a_program_is_an_error(elsewhere: Path) -> None:
    program = make_program(elsewhere / "text")
    Path(program).write_text("no program")
    with pytest.raises(frameit.ServerError, match="text: "):
        frameit.Client(program=program).apply("canvas 3,3")


def test_python_m_frameit_is_the_program() -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, "-m", "frameit", *words], stdout=subprocess.PIPE, text=True)

    assert run("--version").stdout.startswith("frameit ")
    assert run("compare", "--quiet", "/nothing", "/nothing").returncode == 4


def test_python_m_frameit_reports_a_missing_program(tmp_path: Path) -> None:
    environment = {**os.environ, "FRAMEIT_PROGRAM": "/nothing/frameit"}
    run = subprocess.run([sys.executable, "-m", "frameit"], env=environment, stderr=subprocess.PIPE, text=True)
    assert run.returncode == 1 and run.stderr.startswith("frameit: error: /nothing/frameit: no such program")


def test_the_version_is_that_of_the_program() -> None:
    pytest.importorskip("importlib.metadata")
    try:
        version = frameit.__version__
    except Exception as error:  # The package is not installed.
        pytest.skip(str(error))
    run = subprocess.run([frameit.find_program(), "--version"], stdout=subprocess.PIPE, text=True)
    assert run.stdout.split()[1] == version
