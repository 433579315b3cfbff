"""Names in jobs and answers."""

from __future__ import annotations

import json
import os
import random

import pytest

from frameit._json import decode_answer, decode_path, encode_path

# Parts of names: valid characters, bytes that are not UTF-8, and the characters that stand for such bytes.
_PARTS = [b"a", b"\n", b'"', b"\\", "é".encode(), "\U0001f4f7".encode(), "\U0010ff7f".encode(), "\U0010ff80".encode(),
          "\U0010ffff".encode(), b"\xf4\x8f\xbe", b"\xed\xb2\x80", *(bytes([byte]) for byte in range(0x80, 0x100))]


def test_different_names_remain_different_and_come_back() -> None:
    choose = random.Random(1)
    names = {b"/" + b"".join(choose.choices(_PARTS, k=choose.randrange(1, 9))) for _ in range(5000)}
    encoded = {name: encode_path(os.fsdecode(name)) for name in names}
    assert len(set(encoded.values())) == len(names)
    for name, text in encoded.items():
        assert os.fsencode(decode_path(text)) == name
        line = json.dumps({"output": text}, ensure_ascii=False).encode()
        assert decode_answer(line) == {"output": os.fsdecode(name)}


@pytest.mark.parametrize("name, text", [
    (b"/a\x80", "/a\U0010ff80"), ("/\U0010ff80".encode(), "/\U0010fff4\U0010ff8f\U0010ffbe\U0010ff80"),
    ("/\U0010ff7f".encode(), "/\U0010ff7f"), (b"/\xf4\x8f\xbe", "/\U0010fff4\U0010ff8f\U0010ffbe")])
def test_names_are_escaped_byte_by_byte(name: bytes, text: str) -> None:
    assert encode_path(os.fsdecode(name)) == text
    assert encode_path(name) == text
