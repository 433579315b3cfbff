#!/usr/bin/env python3
"""Draws the pairs of PixelmatchTests.swift and prints its table, with the counts of pixelmatch 0.4.0 of PyPI:

    pip install pixelmatch==0.4.0
    python3 pixelmatch-counts.py

The last two numbers of a pair are the counts of odiff 4 at 0.1, with antialiased pixels and without, by its rules
as written here; PyPI does not have it.

The drawing is the same, number for number, as in DrawnImage.swift.
"""

from pixelmatch import pixelmatch

THRESHOLDS = [0, 0.05, 0.1, 0.3, 1]

PAIRS = [
    # left, right, width, height, pixels of the right one that are changed after drawing
    ("plain", 1, "plain", 1, 8, 8, 0),
    ("plain", 1, "plain", 2, 8, 8, 0),
    ("plain", 1, "plain", 1, 8, 8, 1),
    ("plain", 3, "plain", 3, 16, 9, 12),
    ("plain", 0, "plain", 40, 1, 1, 0),
    ("plain", 5, "plain", 5, 1, 1, 1),
    ("noise", 1, "noise", 1, 12, 12, 0),
    ("noise", 1, "noise", 2, 12, 12, 0),
    ("noise", 3, "noise", 3, 17, 13, 20),
    ("noise", 4, "noise", 5, 1, 19, 0),
    ("noise", 4, "noise", 5, 19, 1, 0),
    ("noise", 6, "noise", 7, 2, 2, 0),
    ("noise", 8, "noise", 9, 2, 21, 0),
    ("noise", 8, "noise", 9, 3, 3, 0),
    ("ramp", 3, "ramp", 4, 24, 18, 0),
    ("ramp", 5, "ramp", 5, 24, 18, 7),
    ("ramp", 1, "ramp", 2, 31, 7, 0),
    ("ramp", 11, "ramp", 12, 7, 31, 0),
    ("bars", 0, "bars", 1, 30, 20, 0),
    ("bars", 0, "bars", 2, 30, 20, 0),
    ("bars", 1, "bars", 1, 30, 20, 9),
    ("line", 3, "line", 4, 32, 24, 0),
    ("line", 5, "line", 6, 32, 24, 0),
    ("line", 2, "line", 2, 32, 24, 10),
    ("line", 7, "bars", 0, 32, 24, 0),
    ("line", 1, "line", 9, 40, 40, 0),
    ("disc", 40, "disc", 41, 32, 32, 0),
    ("disc", 40, "disc", 43, 33, 31, 0),
    ("disc", 60, "disc", 61, 40, 40, 30),
    ("disc", 20, "ramp", 2, 21, 21, 0),
    ("veil", 1, "veil", 2, 14, 14, 0),
    ("veil", 3, "veil", 3, 14, 14, 25),
    ("veil", 4, "noise", 4, 9, 22, 0),
    ("ghost", 40, "ghost", 41, 32, 32, 0),
    ("ghost", 40, "disc", 40, 32, 32, 0),
    ("ghost", 50, "ghost", 52, 27, 35, 15),
    ("ghost", 30, "veil", 5, 20, 20, 0),
    ("bars", 0, "bars", 0, 2, 40, 5),
    ("line", 4, "line", 5, 3, 30, 0),
    ("disc", 12, "disc", 14, 9, 9, 2),
]


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def byte(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) & 255


def covered(inside):
    """Returns the number of a pixel's 16 sample points that are inside."""
    return sum(inside(i, j) for i in range(4) for j in range(4))


def pixel(kind, p, x, y, width, height, random):
    if kind == "plain":
        return [p * 50 % 256, p * 70 % 256, p * 90 % 256, 255]
    if kind == "noise":
        return [random.byte(), random.byte(), random.byte(), 255]
    if kind == "veil":
        return [random.byte(), random.byte(), random.byte(), random.byte()]
    if kind == "ramp":
        return [x * p % 256, y * p % 256, (x + y) * p % 256, 255]
    if kind == "bars":
        ink = (x + p) // 2 % 3 == 0 and y % 5 != 0
        return [20, 20, 30, 255] if ink else [250, 250, 250, 255]
    if kind == "line":
        n = covered(lambda i, j: 8 * (4 * y + j) > p * (4 * x + i) + 20)
        return [255 - n * 15, 255 - n * 12, 255 - n * 9, 255]
    n = covered(
        lambda i, j: (4 * x + i - 2 * width) ** 2 + (4 * y + j - 2 * height) ** 2 < p * p
    )
    if kind == "disc":
        return [240 - n * 14, 240 - n * 10, 240, 255]
    return [200, 40, 10, n * 255 // 16]  # ghost


def draw(kind, p, width, height, changed):
    random = SplitMix64(p)
    data = []
    for y in range(height):
        for x in range(width):
            data += pixel(kind, p, x, y, width, height, random)
    random = SplitMix64(changed)
    for _ in range(changed):
        at = (random.byte() * 256 + random.byte()) % (width * height) * 4
        for channel in range(3):
            data[at + channel] = random.byte()
    return data


def odiff(one, other, width, height, excuses):
    def raw(data, x, y):
        at = (y * width + x) * 4
        return tuple(data[at : at + 4])

    def yiq(pixel):
        r, g, b = (255 + (c - 255) * pixel[3] / 255 for c in pixel[:3])
        return (
            r * 0.29889531 + g * 0.58662247 + b * 0.11448223,
            r * 0.59597799 - g * 0.27417610 - b * 0.32180189,
            r * 0.21147017 - g * 0.52261711 + b * 0.31114694,
        )

    def around(x, y):
        for j in range(max(y - 1, 0), min(y + 1, height - 1) + 1):
            for i in range(max(x - 1, 0), min(x + 1, width - 1) + 1):
                if (i, j) != (x, y):
                    yield i, j

    def at_edge(x, y):
        return int(x in (0, width - 1) or y in (0, height - 1))

    def plain(data, place):
        like = sum(raw(data, *n) == raw(data, *place) for n in around(*place))
        return like + at_edge(*place) >= 3

    def softened(data, beside, x, y):
        mine = raw(data, x, y)
        like = at_edge(x, y)
        by = {}
        for n in around(x, y):
            if raw(data, *n) == mine:
                like += 1
            else:
                by[n] = yiq(mine)[0] - yiq(raw(data, *n))[0]
        if like >= 3 or not by or min(by.values()) >= 0 or max(by.values()) <= 0:
            return False
        ends = [min(by, key=by.get), max(by, key=by.get)]  # the first of equal ones
        return any(plain(data, n) for n in ends) and any(plain(beside, n) for n in ends)

    count = 0
    for y in range(height):
        for x in range(width):
            a, b = raw(one, x, y), raw(other, x, y)
            dy, di, dq = (l - r for l, r in zip(yiq(a), yiq(b)))
            if a == b or 0.5053 * dy * dy + 0.299 * di * di + 0.1957 * dq * dq <= 35215 * 0.1 * 0.1:
                continue
            if excuses and (softened(one, other, x, y) or softened(other, one, x, y)):
                continue
            count += 1
    return count


for left, p, right, q, width, height, changed in PAIRS:
    one = draw(left, p, width, height, 0)
    other = draw(right, q, width, height, changed)
    all_, strict = (
        [pixelmatch(one, other, width, height, threshold=t, includeAA=aa) for t in THRESHOLDS]
        for aa in (True, False)
    )
    odiffs = ", ".join(str(odiff(one, other, width, height, excuses)) for excuses in (False, True))
    print(f"    Pair(.{left}, {p}, .{right}, {q}, {width}, {height}, {changed}, {all_}, {strict}, {odiffs}),")
