"""Runs the examples of the README."""

from __future__ import annotations

import doctest
import warnings
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme_are_right(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(photo.parent)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # An example leaves a file open.
        failures, count = doctest.testfile(
            str(README), module_relative=False, encoding="utf-8",
            optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert failures == 0 and count > 10
