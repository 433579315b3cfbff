"""Plans of edits."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, cast

from ._edit import script_keys
from ._errors import Place, ServerError, make_error
from ._inputs import Scratch, is_full, read_input, scratch_parents
from ._json import check_number, decode_answer, decode_path, encode_value
from ._program import find_program

if TYPE_CHECKING:
    from ._inputs import Input
    from ._types import ImageInput, PathInput, ScriptInput


def explain(
    script: ScriptInput, image: Optional[ImageInput] = None, *, images: Optional[Sequence[ImageInput]] = None,
    define: Optional[Mapping[str, object]] = None, seed: int = 0, format: Optional[str] = None,
    options: Sequence[str] = (), program: Optional[PathInput] = None,
) -> Dict[str, Any]:
    """Returns what an edit would do, without drawing it.

    Args:
        script: the text of the script, or a `pathlib.Path` of a script file.
        image: an image of any kind that `apply` accepts.
        images: several images, instead of `image`.
        define: the parameters of the script.
        seed: the seed of the script's random numbers.
        format: the format of the output.
        options: further options of `frameit explain`, such as `["--quality", "80"]`.
        program: the frameit program; by default, the installed one.

    Returns:
        The object that `frameit explain --json` prints: `width`, `height`, `format`, `method` (`copy` or `compose`),
        `items` (what is drawn, with `matrix`, `box` in pixels, `rotation` in degrees, and `resampling`), `layers`,
        `sources`, `memory` (bytes) and others.

    Raises:
        Error: frameit failed: `UsageError`, `ScriptError`, `InputError`, `LimitError` or `ServerError`.
        TypeError: an image or the script has a wrong type.
        ValueError: an array has a wrong shape, both `image` and `images` are given, a number is not finite or is
            negative, or a text is not valid Unicode.
    """
    if image is not None and images is not None:
        raise ValueError("give either 'image' or 'images'")
    check_number("seed", seed)
    inputs = [read_input(item) for item in ([image] if image is not None else images or [])]
    arguments = [find_program(program), "explain", "--json", "--seed", str(seed), *options]
    if format is not None:
        arguments += ["--format", format]
    for name, value in (define or {}).items():
        encoded = encode_value({name: value})[name]
        # The program itself escapes characters of its arguments.
        arguments += ["-D", f"{name}={value if isinstance(value, str) else json.dumps(encoded)}"]
    for parent in scratch_parents():
        with Scratch(parent) as scratch:
            try:
                paths = _paths(inputs, scratch)
            except OSError as error:
                if parent is None or not is_full(error):
                    raise
                continue
            return _run(arguments, script, paths, scratch)
    raise AssertionError("unreachable")


def _paths(inputs: Sequence[Input], scratch: Scratch) -> List[str]:
    names = ["stdin"] if len(inputs) == 1 else [f"image-{index + 1}" for index in range(len(inputs))]
    return [decode_path(scratch.write(name, item)) for name, item in zip(names, inputs)]


def _clean(value: Any, scratch: Scratch) -> Any:
    """Returns a plan that calls images in memory `-`."""
    if isinstance(value, str):
        return scratch.clean(value)
    if isinstance(value, list):
        items: List[Any] = value
        return [_clean(item, scratch) for item in items]
    if isinstance(value, dict):
        fields: Dict[str, Any] = value
        return {key: _clean(item, scratch) for key, item in fields.items()}
    return value


def _run(arguments: List[str], script: ScriptInput, paths: List[str], scratch: Scratch) -> Dict[str, Any]:
    keys = script_keys(script)
    # A text goes through stdin, because arguments are limited to 128 KiB.
    name = decode_path(keys["scriptFile"]) if "scriptFile" in keys else "-"
    try:
        process = subprocess.run(
            [*arguments, "--", name, *paths], input=str(keys.get("script", "")).encode(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
    except OSError as error:
        raise ServerError([f"{arguments[0]}: {error.strerror}"], 127) from error
    if process.returncode == 0:
        return cast(Dict[str, Any], _clean(decode_answer(process.stdout), scratch))
    text = scratch.clean(process.stderr.decode(errors="surrogateescape"))
    if process.returncode < 0:
        raise ServerError([text.strip() or f"frameit was ended by signal {-process.returncode}"], process.returncode)
    messages: List[str] = []
    place: Optional[Place] = None
    for line in text.splitlines():
        found = re.match(r"(?:(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): |.*?)error: (?P<text>.*)", line)
        if found and found["file"]:
            file = "script" if found["file"] in ("-", "stdin", "<stdin>") else found["file"]
            place = place or Place(file, int(found["line"]), int(found["column"]))
            messages.append(f"{file}:{found['line']}:{found['column']}: {found['text']}")
        elif found:
            messages.append(found["text"])
    hints = [line[len("hint: "):] for line in text.splitlines() if line.startswith("hint: ")]
    if not messages:
        messages.append(re.sub("^frameit: ", "", text.strip()))
    raise make_error(messages, process.returncode, place, hints)
