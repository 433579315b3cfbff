"""`frameit.apply`: kinds of images, results and errors."""

from __future__ import annotations

import io
import math
import os
import pickle
from pathlib import Path
from typing import Any, Callable, List

import numpy
import pytest
from PIL import Image, ImageCms, ImageOps

import frameit

DTYPES = [numpy.uint8, numpy.uint16]
pytestmark = pytest.mark.usefixtures("leaves_nothing")


def noise(shape: tuple, dtype: Any = numpy.uint8) -> Any:
    return numpy.random.default_rng(1).integers(0, numpy.iinfo(dtype).max, shape, dtype, endpoint=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("channels", [(), (2,), (3,), (4,)])
@pytest.mark.parametrize("size", [(30, 20), (400, 300)])
def test_arrays_pass_through_frameit_without_loss(size: tuple, channels: tuple, dtype: Any) -> None:
    image = noise(size + channels, dtype)
    result = frameit.apply("rotate 180deg", image)
    assert result.dtype == dtype and result.flags.writeable
    numpy.testing.assert_array_equal(result, image[::-1, ::-1])


def test_one_channel_is_gray() -> None:
    assert frameit.apply("", noise((5, 6, 1))).shape == (5, 6)


def test_arrays_may_have_any_strides_and_byte_order() -> None:
    image = noise((40, 60, 3), numpy.uint16)
    numpy.testing.assert_array_equal(frameit.apply("", image[::2, ::-3]), image[::2, ::-3])
    numpy.testing.assert_array_equal(frameit.apply("", image.astype(">u2")), image)


@pytest.mark.parametrize("array, error", [
    (numpy.zeros((5, 6)), TypeError), (numpy.zeros((5, 6), numpy.int16), TypeError),
    (numpy.zeros((5, 6), bool), TypeError), (numpy.zeros((5, 6, 5), numpy.uint8), ValueError),
    (numpy.zeros(5, numpy.uint8), ValueError), (numpy.zeros((0, 6), numpy.uint8), ValueError)])
def test_other_arrays_are_errors(array: Any, error: Any) -> None:
    with pytest.raises(error):
        frameit.apply("", array)


def test_files_and_bytes_result_in_bytes_of_the_same_format(photo: Path, jpeg: bytes) -> None:
    script = "canvas inside 50,50"
    result = frameit.apply(script, photo)
    assert result == frameit.apply(script, str(photo)) == frameit.apply(script, jpeg)
    assert result == frameit.apply(script, bytearray(jpeg)) == frameit.apply(script, memoryview(jpeg))
    assert Image.open(io.BytesIO(result)).format == "JPEG"


@pytest.mark.parametrize("format", ["PNG", "PPM"])
def test_the_format_of_bytes_is_detected_from_content(tmp_path: Path, format: str) -> None:
    path = tmp_path / "misnamed.jpg"
    Image.fromarray(noise((200, 300, 3))).save(path, format)
    for image in (path, path.read_bytes()):
        assert Image.open(io.BytesIO(frameit.apply("", image))).format == format


def test_a_script_without_images_results_in_png() -> None:
    assert frameit.apply("canvas 3,2").startswith(b"\x89PNG")


def test_returns_selects_the_kind_of_the_result(photo: Path) -> None:
    array = frameit.apply("", photo, returns="numpy")
    assert array.shape == (120, 160, 3)
    image = frameit.apply("", array, returns="pillow")
    assert image.mode == "RGB" and image.size == (160, 120)
    assert frameit.apply("", image, returns="bytes").startswith(b"\x89PNG")
    assert frameit.apply("", image, returns="bytes", format="jpeg", quality=50).startswith(b"\xff\xd8")


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
def test_pillow_images_keep_their_pixels(mode: str) -> None:
    image = Image.fromarray(noise((30, 40, 4))).convert(mode)
    result = frameit.apply("", image)
    assert result.mode == mode and result.tobytes() == image.tobytes()


@pytest.mark.parametrize("mode, same", [("1", "L"), ("P", "RGB"), ("RGBX", "RGB"), ("RGBa", "RGBA")])
def test_pillow_images_of_related_modes_are_converted(mode: str, same: str) -> None:
    image = Image.fromarray(noise((30, 40, 4))).convert("RGBA" if mode == "RGBa" else "RGB").convert(mode)
    assert frameit.apply("", image).tobytes() == image.convert(same).tobytes()


def test_16_bits_of_gray_survive_in_pillow() -> None:
    samples = noise((30, 40), numpy.uint16)
    image = Image.frombytes("I;16", (40, 30), samples.astype("<u2").tobytes())
    result = frameit.apply("", image)
    assert result.mode == "I;16" and result.tobytes() == image.tobytes()
    numpy.testing.assert_array_equal(frameit.apply("", image, returns="numpy"), samples)


def test_16_bits_of_color_become_8_in_pillow() -> None:
    image = noise((30, 40, 3), numpy.uint16)
    result = frameit.apply("", image, returns="pillow")
    assert result.mode == "RGB"
    numpy.testing.assert_array_equal(numpy.asarray(result), image >> 8)


def test_cmyk_in_pillow_is_an_error() -> None:
    with pytest.raises(TypeError, match="CMYK"):
        frameit.apply("", Image.new("CMYK", (3, 3)))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
def test_a_pillow_image_keeps_its_profile_and_pixels(mode: str) -> None:
    image = Image.fromarray(noise((30, 40, 4))).convert(mode)
    image.info["icc_profile"] = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    result = frameit.apply("rotate 180deg", image)
    assert result.info["icc_profile"] == image.info["icc_profile"]
    assert result.convert(mode).tobytes() == image.rotate(180).tobytes()


def test_an_array_of_an_image_with_a_profile_is_srgb_without_a_warning() -> None:
    image = Image.fromarray(noise((30, 40, 3)))
    image.info["icc_profile"] = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    result = frameit.apply("", image, returns="numpy")
    assert abs(result.astype(int) - numpy.asarray(image)).max() <= 1


def test_the_orientation_of_files_and_pillow_images_is_applied(tmp_path: Path) -> None:
    image = Image.fromarray(noise((30, 40, 3)))
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(tmp_path / "turned.png", exif=exif)
    opened = Image.open(tmp_path / "turned.png")
    upright = ImageOps.exif_transpose(opened)
    assert frameit.apply("", opened).tobytes() == upright.tobytes()
    assert frameit.apply("", tmp_path / "turned.png", returns="pillow").tobytes() == upright.tobytes()


@pytest.mark.parametrize("size", [8, 300])
def test_several_images_may_be_of_several_kinds(size: int, photo: Path, jpeg: bytes) -> None:
    script = "canvas 90,30\n" + "\n".join(f"layer l{i} image at {30 * i},0 size 30,30" for i in range(3))
    images = [noise((size, size, 3)), Image.new("RGB", (size, size)), photo]
    assert frameit.apply(script, images=images).shape[:2] == (30, 90)
    assert frameit.apply(script, images=[jpeg, jpeg, jpeg]).startswith(b"\xff\xd8")


def test_an_output_is_a_file_with_a_result(tmp_path: Path, photo: Path) -> None:
    path = tmp_path / "small.png"
    result = frameit.apply("canvas inside 40,40; say \"hi\"", photo, output=path)
    assert (result.path, result.status, result.width, result.height) == (str(path), "done", 40, 30)
    assert (result.format, result.notices, result.messages) == ("png", (), ("hi",))
    assert result.record["method"] == "compose"
    with Image.open(path) as image:
        assert image.size == (40, 30)
    with pytest.raises(frameit.OutputError, match="already exists") as caught:
        frameit.apply("", photo, output=path)
    assert caught.value.hints
    assert frameit.apply("", photo, output=path, force=True).width == 160


def test_relative_names_follow_the_current_folder(
    tmp_path: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    for folder, side in ((tmp_path, 10), (tmp_path / "other", 20)):
        (folder / "size.txt").write_text(f"canvas {side},{side}\n")
        monkeypatch.chdir(folder)
        result = frameit.apply('include "size.txt"', output="out.png")
        assert (result.path, result.width) == (str(folder / "out.png"), side)


def test_a_path_is_the_script_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_text("param w = 3\ncanvas $w,2\n")
    assert frameit.apply(tmp_path / "s.txt", returns="numpy", define={"w": 7}).shape[:2] == (2, 7)
    (tmp_path / "s.txt").write_text("canvas 3,\n")
    with pytest.raises(frameit.ScriptError) as caught:
        frameit.apply(tmp_path / "s.txt")
    assert caught.value.place is not None and caught.value.place.file == str(tmp_path / "s.txt")


# What a client may confuse: bytes that are not UTF-8, the characters that stand for them, and what JSON escapes.
NAMES = [
    b"caf\xe9", b"\x80", "\U0010ff80".encode(), "\U0010ff80".encode() + b"\x80", "\U0010ff7f\U0010ffff".encode(), b"\xf4\x8f\xbe",
    b"\xed\xb2\x80", b"\xff\xfe\xc0\xaf", "e\u0301 \U0001f4f7".encode(), b"a\nb\t\"\\\x1b\x7f", b"\\x80", b"-n", b" "]


def test_file_names_may_have_any_bytes(tmp_path: Path) -> None:
    os.mkdir(folder := os.fsencode(tmp_path) + b"/\xe9\xf4\x8f\xbf\xbf")
    names = [os.fsdecode(folder + b"/" + name) for name in NAMES]
    for width, name in enumerate(names, 1):
        Image.new("L", (width, 1), 255).save(name + ".pgm", "PPM")
        Path(name + ".txt").write_text(f"canvas {width},2")
    for width, name in enumerate(names, 1):
        image, output = name + ".pgm", name + ".png"
        assert frameit.apply("", image, returns="numpy").shape == (1, width)
        assert frameit.apply(Path(name + ".txt"), returns="numpy").shape[:2] == (2, width)
        assert frameit.explain("", image)["layers"][0]["image"] == image
        result = frameit.apply('say "$stem"', image, output=output)
        assert (result.path, result.record["output"], result.record["inputs"]) == (output, output, [image])
        assert result.messages == (os.path.basename(name),)
        assert result.width == width and os.path.exists(os.fsencode(output))
        assert frameit.compare(image, output, mask=image).record["actual"] == output
        with pytest.raises(frameit.OutputError, match="already exists"):
            frameit.apply("", image, output=output)


def test_scripts_may_name_files_with_any_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for gray, name in enumerate([b"\x80", "\U0010ff80".encode()], 1):
        Image.new("L", (1, 1), gray).save(os.fsdecode(name), "PPM")
    script = 'param n = ""; canvas 1,1; layer a image "\U0010ff80"; say "\U0010ff80 $n"'
    assert frameit.apply(script, returns="numpy").ravel()[0] == 2
    assert frameit.apply(script, define={"n": "\U0010ffff"}, output="out.png").messages == ("\U0010ff80 \U0010ffff",)
    assert frameit.explain(script, define={"n": "\U0010ffff"})["layers"][0]["image"] == "\U0010ff80"


def test_warnings_of_frameit_are_python_warnings(photo: Path) -> None:
    with pytest.warns(frameit.NoticeWarning, match="quality") as caught:
        frameit.apply("", photo, format="png", quality=50)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("error, code, arguments", [
    (frameit.ExpectationError, 1, {"script": "let x = 1; expect $x 2"}),
    (frameit.UsageError, 2, {"define": {"nothing": 1}}),
    (frameit.UsageError, 2, {"format": "nothing"}),
    (frameit.ScriptError, 3, {"script": "nothing"}),
    (frameit.InputError, 4, {"image": b"nothing"}),
    (frameit.InputError, 4, {"image": bytes(100000)}),
    (frameit.InputError, 4, {"image": "/nothing.jpg"}),
    (frameit.LimitError, 5, {"max_time": 0.001, "script": "canvas 8000,8000; rotate 3deg"}),
    (frameit.OutputError, 6, {"output": "/nothing/out.png"})])
def test_each_exit_code_has_an_error(error: Any, code: int, arguments: Any, jpeg: bytes) -> None:
    arguments = {"script": "", "image": jpeg, **arguments}
    with pytest.raises(error) as caught:
        frameit.apply(arguments.pop("script"), arguments.pop("image"), **arguments)
    assert caught.value.code == code
    assert str(caught.value).splitlines() == [*caught.value.messages, *(f"hint: {hint}" for hint in caught.value.hints)]
    assert "memory" not in str(caught.value)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is error and str(copy) == str(caught.value) and copy.place == caught.value.place


@pytest.mark.parametrize("arguments, text", [
    ({"image": b"nothing"}, "the image: unknown image format"),
    ({"max_bytes": "12Z"}, "'max_bytes' is not a number"),
    ({"script": "layer a image; layer b image"}, "pass them as images="),
    ({"image": b"\x89PNG\r\n\x1a\nxx"}, 'hint: frameit.Client(options=["--on-damage", "salvage"]) keeps the readable part'),
    ({"output": "/nothing/out.png"}, "hint: create it first"),
    ({"output": "/etc/passwd.xyz"}, "hint: pass the format, or name an output with another extension"),
    ({"script": "canvas 60000,60000"}, '(raise it with frameit.Client(options=["--max-pixels", "3600000000"]))'),
    ({"max_time": 0.001, "script": "canvas 8000,8000; rotate 3deg"}, "hint: raise max_time, or omit it")])
def test_messages_name_arguments_of_python(arguments: Any, text: str, jpeg: bytes) -> None:
    arguments = {"script": "", "image": jpeg, **arguments}
    with pytest.raises(frameit.Error) as caught:
        frameit.apply(arguments.pop("script"), arguments.pop("image"), **arguments)
    assert text in str(caught.value)


def test_an_existing_output_hints_at_force(jpeg: bytes, tmp_path: Path) -> None:
    (tmp_path / "out.jpg").write_bytes(jpeg)
    with pytest.raises(frameit.OutputError, match="hint: pass force=True"):
        frameit.apply("", jpeg, output=tmp_path / "out.jpg")


def test_the_name_of_a_script_is_no_script(jpeg: bytes) -> None:
    with pytest.raises(ValueError, match=r"pass a file as pathlib.Path\('frame.txt'\)"):
        frameit.apply("frame.txt", jpeg)


def test_an_error_in_a_script_has_a_place() -> None:
    with pytest.raises(frameit.ScriptError, match="script:2:1: unknown statement 'foo'") as caught:
        frameit.apply("canvas 3,3\nfoo")
    assert caught.value.place == frameit.Place("script", 2, 1)


@pytest.mark.parametrize("arguments, error", [
    ({"image": 5}, TypeError), ({"script": b""}, TypeError), ({"image": b"", "images": []}, ValueError),
    ({"returns": "jpeg"}, ValueError), ({"output": "a.png", "returns": "bytes"}, ValueError),
    ({"returns": "numpy", "quality": 3}, TypeError), ({"returns": "pillow", "format": "png"}, TypeError)])
def test_arguments_that_make_no_sense_are_errors(arguments: Any, error: Any) -> None:
    with pytest.raises(error):
        frameit.apply(arguments.pop("script", "canvas 3,3"), **arguments)


loop: List[Any] = []
loop.append(loop)


@pytest.mark.parametrize("arguments", [
    *({"define": {"a": value}} for value in (
        math.nan, math.inf, -math.inf, 10**400, -10**400, 10**5000, [1, [math.nan]], {"b": [{"c": math.inf}]}, "\udc80", ["\ud800"],
        {"\udfff": 1}, numpy.float64("nan"), loop)),
    {"define": {"\udc80": 1}}, {"script": "say \"\udc80\""}, {"script": "\ud83d\ude00"}, {"format": "\udc80"},
    *({name: value} for name in ("max_time", "quality", "max_bytes", "dpi", "loop", "seed", "index")
      for value in (math.nan, math.inf, -1, True, False, 10**400)),
    {"image": "a\0b"}, {"image": "\ud800"}, {"output": "a\0b"}, {"script": Path("a\0b")}])
def test_arguments_that_jobs_cannot_hold_are_errors_and_do_not_reach_the_server(
    fake: Callable[..., frameit.Client], tmp_path: Path, arguments: Any
) -> None:
    client = fake()
    client.apply("first")
    with pytest.raises(ValueError):
        client.apply(arguments.pop("script", "bad"), **arguments)
    client.apply("second")
    jobs = [line.split() for line in (tmp_path / "log").read_text().splitlines()]
    assert [job for _, job in jobs] == ["first", "second"] and jobs[0][0] == jobs[1][0]


@pytest.mark.parametrize("arguments", [
    *({name: value} for name in ("max_time", "threshold", "max_diff", "hard_threshold", "fuzz_align")
      for value in (math.nan, math.inf, -1, True, False)),
    {"min": {"ssim": math.nan}}, {"max": {"psnr": True}}, {"background": "\udc80"}, {"metric": ["\udc80"]}])
def test_tolerances_that_jobs_cannot_hold_are_errors(arguments: Any) -> None:
    with pytest.raises(ValueError):
        frameit.compare(b"", b"", **arguments)


def test_a_job_that_the_server_cannot_read_is_an_error_and_the_server_stays() -> None:
    with frameit.Client(1, options=["--max-line", "1000"]) as client:
        client.apply("canvas 3,3")
        server = client._pools[False]._slots[0].server
        with pytest.raises(frameit.Error, match="1000 bytes") as caught:
            client.apply("canvas 3,3 # " + "x" * 1000)
        assert not isinstance(caught.value, frameit.ServerError)
        client.apply("canvas 3,3")
        assert client._pools[False]._slots[0].server is server


def test_isolated_codecs_have_the_same_pixels(photo: Path) -> None:
    assert frameit.apply("rotate 3deg", photo, isolate=True) == frameit.apply("rotate 3deg", photo)


def test_a_full_folder_in_memory_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "missing").mkdir()
    parents = [str(tmp_path / "missing"), None]
    monkeypatch.setattr("frameit._edit.scratch_parents", lambda: iter(parents))
    image = noise((300, 300, 3))
    opener = open

    def full(path: Any, *rest: Any) -> Any:
        if str(path).startswith(str(tmp_path / "missing")):
            raise OSError(28, "No space left on device")
        return opener(path, *rest)

    monkeypatch.setattr("frameit._inputs.open", full, raising=False)
    numpy.testing.assert_array_equal(frameit.apply("", image), image)
    assert frameit.apply("", image, output=tmp_path / "out.png").width == 300
