"""Measures the difference of images from the first one: `difference.py FIRST OTHER...` prints a JSON object for each.

`mean` is the mean absolute difference, 0 to 255. `shift` is the whole-pixel shift with the least difference:
anything but 0,0 indicates a wrong offset.
"""

import json
import sys

import numpy
from PIL import Image

Image.MAX_IMAGE_PIXELS = None
MARGIN = 2


def read(path: str) -> numpy.ndarray:
    return numpy.asarray(Image.open(path).convert("RGB")).astype(numpy.int16)


def difference(first: numpy.ndarray, other: numpy.ndarray, dx: int = 0, dy: int = 0) -> float:
    height, width = first.shape[:2]
    moved = other[MARGIN + dy : height - MARGIN + dy, MARGIN + dx : width - MARGIN + dx]
    return float(numpy.abs(first[MARGIN:-MARGIN, MARGIN:-MARGIN] - moved).mean())


first = read(sys.argv[1])
for path in sys.argv[2:]:
    other = read(path)
    if other.shape != first.shape:
        print(json.dumps({"size": other.shape[1::-1]}))
        continue
    moves = {(dx, dy): difference(first, other, dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    # For flat images all shifts are equal, and the smallest one wins.
    best = min(moves, key=lambda move: (moves[move], abs(move[0]) + abs(move[1])))
    print(json.dumps({"mean": moves[0, 0], "shift": best}))
