"""Jobs and answers of `frameit serve` as JSON, and the names of files in them.

A name is bytes, and JSON holds Unicode. So a byte that is not part of valid UTF-8 is written as one of 128 private-use
characters. A name that really contains such a character is escaped byte by byte, so that different names remain
different strings. Scripts may contain names, so all texts of a job are escaped in the same way.
"""

from __future__ import annotations

import base64
import json
import math
import os
import re
from typing import Any, Dict, Mapping, cast

# The character for byte 0x00. Only those for 0x80 to 0xFF are in use.
_FIRST_CHARACTER = 0x10FF00
_ESCAPED = "\U0010ff80-\U0010ffff"
# In UTF-8, such characters begin with these bytes.
_ESCAPED_START = b"\xf4\x8f"
# How Python represents bytes that are not UTF-8.
_SURROGATES = "\udc80-\udcff"


def encode_path(path: "str | bytes | os.PathLike[str]") -> str:
    """Returns a path as jobs contain it: absolute, and with escaped bytes.

    Raises:
        ValueError: no file can have this name.
    """
    name = os.path.abspath(path)
    if b"\0" in os.fsencode(name):
        raise ValueError(f"a path contains a zero byte: {path!r}")
    return encode_name(name)


def encode_name(name: "str | bytes") -> str:
    """Returns a name, or a text with names, with escaped bytes."""
    # The encoding of the system may be another one than UTF-8, so the bytes count.
    return _escape(os.fsencode(name).decode("utf-8", "surrogateescape"))


def decode_path(text: str) -> str:
    """Returns a path as Python represents it. This is the inverse of `encode_path`."""
    return os.fsdecode(re.sub(f"[{_ESCAPED}]", _surrogate, text).encode("utf-8", "surrogateescape"))


def encode_text(text: str) -> str:
    """Returns a text, such as a script, as jobs contain it.

    Raises:
        ValueError: the text is not valid Unicode.
    """
    found = re.search("[\ud800-\udfff]", text)
    if found:
        raise ValueError(f"a text contains half of a character: {found[0]!r} at index {found.start()}")
    return _escape(text)


def _escape(text: str) -> str:
    return re.sub(f"[{_SURROGATES}{_ESCAPED}]", _escaped, text)


def _escaped(found: "re.Match[str]") -> str:
    return "".join(chr(_FIRST_CHARACTER + byte) for byte in found[0].encode("utf-8", "surrogateescape"))


def _surrogate(found: "re.Match[str]") -> str:
    return chr(ord(found[0]) - _FIRST_CHARACTER + 0xDC00)


def check_number(name: str, value: object) -> None:
    """Checks an argument that may be a number, and cannot be negative. The name is that of the job's key.

    Raises:
        ValueError: the argument is negative, or true or false.
    """
    if isinstance(value, bool) or (isinstance(value, (int, float)) and value < 0):
        argument = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
        raise ValueError(f"'{argument}' cannot be {value!r}")


def encode_value(value: object) -> Any:
    """Returns an argument as jobs contain it.

    Raises:
        TypeError: a part of the argument has a type that JSON does not have.
        ValueError: a part of the argument is a number or a text that JSON or frameit cannot hold.
    """
    try:
        return _encoded(value)
    except RecursionError:
        raise ValueError("an argument contains itself, or is nested too deeply") from None


def _encoded(value: object) -> object:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return encode_text(value)
    if isinstance(value, (int, float)):
        _check_finite(value)
        return value
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in cast("list[object]", value)]
    if isinstance(value, Mapping):
        fields = cast("Mapping[object, object]", value)
        return {_key(key): _encoded(item) for key, item in fields.items()}
    raise TypeError(f"{type(value).__name__} cannot be passed to a script")


def _key(key: object) -> str:
    if isinstance(key, str):
        return encode_text(key)
    raise TypeError(f"the key of a record is a str, not {type(key).__name__}")


def _check_finite(value: float) -> None:
    try:
        is_finite = math.isfinite(value)
    except OverflowError:
        raise ValueError("an integer exceeds the range of 64-bit floating point") from None
    if not is_finite:
        raise ValueError(f"a number is not finite: {value}")


def encode_job(job: Mapping[str, Any]) -> bytes:
    """Returns a job without its id as JSON. Bytes in the job become base64."""
    return json.dumps(job, allow_nan=False, default=_encode_bytes).encode()


def _encode_bytes(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def decode_answer(line: bytes) -> Dict[str, Any]:
    """Returns what frameit answers, with names as Python represents them.

    Raises:
        ValueError: the line is not a JSON object.
    """
    # Answers with images are large and have no such names.
    text = re.sub(f"[{_ESCAPED}]+", _name_part, line.decode()) if _ESCAPED_START in line else line
    answer = json.loads(text)
    if not isinstance(answer, dict):
        raise ValueError("the line is not an object")
    return cast(Dict[str, Any], answer)


def _name_part(found: "re.Match[str]") -> str:
    return os.fsdecode(bytes(ord(character) - _FIRST_CHARACTER for character in found[0]))
