"""Images and programs for the tests."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Callable, Iterator

import pytest

import frameit

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def jpeg() -> bytes:
    """A JPEG file of 160 x 120 pixels."""
    scene = "canvas 160,120; background #204060; layer mark rect 20,30 60,40 fill #f0c020"
    return frameit.apply(scene, returns="bytes", format="jpeg")


@pytest.fixture
def photo(tmp_path: Path, jpeg: bytes) -> Path:
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg)
    return path


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Callable[..., frameit.Client]]:
    """Makes clients of a program that behaves as the text of each script says. See `fake_server.py`."""
    program = tmp_path / "fake"
    script = Path(__file__).with_name("fake_server.py")
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{script}' '{tmp_path}' \"$@\"\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    clients = []

    def make(processes: int = 1) -> frameit.Client:
        clients.append(frameit.Client(processes, program=program))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Checks that a test leaves no temporary files."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr("frameit._inputs._MEMORY_FOLDER", str(folder))
    yield
    assert list(folder.iterdir()) == []
