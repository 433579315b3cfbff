"""`frameit.compare` and `frameit.explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

import frameit

pytestmark = pytest.mark.usefixtures("leaves_nothing")


def gray(size: int = 20) -> Any:
    return numpy.full((size, size), 100, numpy.uint8)


def changed(size: int = 20, amount: int = 100) -> Any:
    image = gray(size)
    image[5:7, 3:8] += numpy.uint8(amount)
    return image


@pytest.mark.parametrize("size", [20, 400])
def test_differing_images_are_false_and_say_what_differs(size: int) -> None:
    result = frameit.compare(gray(size), changed(size))
    assert not result and result.verdict == "differs" and result.is_compared
    assert (result.pixels, result.differing, result.box, result.region_count) == (size * size, 10, (3, 5, 5, 2), 1)
    assert result.share == 10 / size ** 2 and result.max_difference == pytest.approx(100 / 255)
    assert result.regions[0].box == (3, 5, 5, 2) and result.regions[0].count == 10
    assert result.changes[0].name == result.record["changes"][0]["name"]
    assert result.expected_size == (size, size) and result.record["expected"] == "-"


def test_all_kinds_of_images_can_be_compared(tmp_path: Path) -> None:
    Image.fromarray(gray()).save(tmp_path / "gray.png")
    kinds = [gray(), Image.fromarray(gray()), tmp_path / "gray.png", (tmp_path / "gray.png").read_bytes()]
    assert all(frameit.compare(one, other) for one in kinds for other in kinds)
    assert frameit.compare(kinds[2], kinds[3]).identical
    assert frameit.compare(kinds[2], kinds[3]).record["expected"] == str(tmp_path / "gray.png")


def test_a_tolerance_makes_a_difference_within() -> None:
    result = frameit.compare(gray(), changed(), max_diff=10)
    assert result and result.verdict == "within" and result.differing == 10
    assert not frameit.compare(gray(), changed(), max_diff=9)
    assert frameit.compare(gray(), changed(), max_diff="2.5%")
    assert not frameit.compare(gray(), changed(), max_diff=10, hard_threshold=0.3)
    assert frameit.compare(gray(), changed(amount=2), threshold=0.1).verdict == "same"


def test_areas_and_masks_are_ignored() -> None:
    assert frameit.compare(gray(), changed(), ignore=[(3, 5, 5, 1), "3,6,5,1"]).ignored == 10
    mask = numpy.where(changed() == 100, 255, 0).astype(numpy.uint8)
    assert frameit.compare(gray(), changed(), mask=mask).ignored == 10


def test_metrics_are_computed_and_limited() -> None:
    result = frameit.compare(gray(), changed(), metric=["psnr", "ssim"])
    assert set(result.metrics) == {"psnr", "ssim"}
    assert frameit.compare(gray(), gray(), metric="psnr").metrics == {"psnr": float("inf")}
    assert frameit.compare(gray(), changed(), min={"psnr": 10}, max={"mae": 0.5})
    assert not frameit.compare(gray(), changed(), min={"psnr": 60})


def test_images_of_different_sizes_differ_unless_they_are_aligned() -> None:
    result = frameit.compare(gray(), gray(21))
    assert not result and not result.is_compared and result.actual_size == (21, 21) and result.share == 1
    assert frameit.compare(gray(), gray(21), pad=True)
    assert not frameit.compare(changed(), changed(21), align="both")
    moved = numpy.roll(changed(), 2, 1)
    assert frameit.compare(changed(), moved, fuzz_align=3).shift == (2, 0)


def test_other_options_are_passed_on() -> None:
    assert frameit.compare(gray(), gray(), antialiasing=True, threshold=0.1, background="#ff0000", align="off")
    assert frameit.compare(gray(), gray(), isolate=True, max_time=10)


def test_what_cannot_be_compared_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(frameit.InputError, match="nothing.png"):
        frameit.compare(gray(), tmp_path / "nothing.png")
    with pytest.raises(frameit.UsageError):
        frameit.compare(gray(), gray(), mask=gray(3))
    with pytest.raises(TypeError, match="no option 'treshold'"):
        frameit.compare(gray(), gray(), treshold=0.1)  # type: ignore[call-arg]


def test_explain_returns_the_plan(photo: Path, jpeg: bytes, tmp_path: Path) -> None:
    plan = frameit.explain("canvas 50,40; rotate 3deg", photo)
    assert (plan["width"], plan["height"], plan["format"]) == (50, 40, "jpeg")
    assert plan["items"][0]["rotation"] == pytest.approx(3)
    same = frameit.explain("canvas 50,40; rotate 3deg", jpeg)
    assert same["items"] == plan["items"]
    assert "frameit-" not in str(same)
    (tmp_path / "s.txt").write_text("param w = 3\ncanvas $w,2\n")
    assert frameit.explain(tmp_path / "s.txt", define={"w": 5}, format="png")["width"] == 5
    assert frameit.explain("canvas 9,9; layer a image; layer b image", images=[jpeg, gray()])["width"] == 9


def test_errors_of_explain_are_those_of_apply() -> None:
    with pytest.raises(frameit.ScriptError, match="^script:2:1: unknown statement 'foo'") as script:
        frameit.explain("canvas 3,3\nfoo")
    assert script.value.place == frameit.Place("script", 2, 1) and script.value.code == 3
    with pytest.raises(frameit.InputError, match="^-: unknown image format"):
        frameit.explain("", b"nothing")
    with pytest.raises(frameit.UsageError, match="^Unknown option"):
        frameit.explain("canvas 3,3", options=["--nothing"])


def test_a_moved_object_has_a_shift() -> None:
    expected = numpy.full((60, 60), 255, numpy.uint8)
    expected[10:20, 10:25] = numpy.arange(15, dtype=numpy.uint8) * 10
    change = frameit.compare(expected, numpy.roll(expected, (3, 20), (0, 1))).changes[0]
    assert (change.name, change.shift) == ("moved", (20, 3))
    assert (change.expected, change.actual) == ((10, 10, 15, 10), (30, 13, 15, 10))
