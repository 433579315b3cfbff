#!/usr/bin/env python3
"""Runs the same edit repeatedly, in separate processes: the outputs must be equal.

    same.py PROGRAM [TIMES]

No other test finds results that depend on memory addresses: once, one PNG in 4000 was compressed differently. Needs only
Python.
"""

import collections
import hashlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

SIDE = 80
ARGUMENTS = ["apply", "-e", "rotate 10deg", "in.png", "-o", "-", "--format", "png"]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def noise():
    draws = random.Random(1)
    rows = b"".join(b"\0" + draws.randbytes(3 * SIDE) for _ in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def main():
    program = sys.argv[1] if sys.argv[1].startswith("/") else f"{sys.path[0]}/../../{sys.argv[1]}"
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/in.png", "wb") as file:
            file.write(noise())
        results = collections.Counter()
        for _ in range(times):
            run = subprocess.run([program, *ARGUMENTS], cwd=folder, stdout=subprocess.PIPE, check=True)
            results[hashlib.sha256(run.stdout).hexdigest()] += 1
    for digest, count in results.most_common():
        print(f"{count:6} of {times}: {digest}")
    sys.exit(len(results) != 1)


if __name__ == "__main__":
    main()
