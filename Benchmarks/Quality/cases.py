"""The matrices of the check: rotations, skews, enlargements and reductions, each with a canvas that contains the
result.
"""

from dataclasses import dataclass

import numpy as np

# A fractional offset, so that no sampling position coincides with a pixel boundary by chance.
OFFSET = np.array([0.3819660113, 0.2360679775])


@dataclass
class Case:
    name: str
    linear: np.ndarray
    # The width and height of the source. A strong reduction needs a large source.
    size: tuple[int, int] = (150, 110)

    def placed(self) -> tuple[np.ndarray, tuple[int, int]]:
        """Returns the 2 x 3 matrix, and a canvas that contains the result with a margin."""
        width, height = self.size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ self.linear.T
        low, high = corners.min(axis=0), corners.max(axis=0)
        move = 1 - np.floor(low) + OFFSET
        canvas = np.ceil(high + move + 1).astype(int)
        return np.column_stack([self.linear, move]), (int(canvas[0]), int(canvas[1]))


def rotation(degrees: float) -> np.ndarray:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def scale(x: float, y: float | None = None) -> np.ndarray:
    return np.diag([x, x if y is None else y])


def skew(x: float, y: float) -> np.ndarray:
    return np.array([[1, np.tan(np.radians(x))], [np.tan(np.radians(y)), 1]])


LARGE = (900, 700)

CASES = [
    Case("moved by part of a pixel", np.eye(2)),
    Case("turned 7", rotation(7)),
    Case("turned 45", rotation(45)),
    Case("turned 137.3 and mirrored", rotation(137.3) @ scale(-1, 1)),
    Case("skewed 20, -10", skew(20, -10)),
    Case("x1.5", scale(1.5)),
    Case("x3.7 turned 33", rotation(33) @ scale(3.7)),
    Case("x3 by x0.4 turned 25", rotation(25) @ scale(3, 0.4)),
    Case("x0.9", scale(0.9)),
    Case("x1/2", scale(0.5)),
    Case("x1/2 skewed 30, 0", skew(30, 0) @ scale(0.5)),
    Case("x1/3 turned 15", rotation(15) @ scale(1 / 3), (400, 300)),
    Case("x1/7 turned 40", rotation(40) @ scale(1 / 7), LARGE),
    Case("x1/20 by x1/3 turned 60", rotation(60) @ scale(1 / 20, 1 / 3), LARGE),
    Case("x1/50", scale(1 / 50), LARGE),
    Case("x1/50 turned 10", rotation(10) @ scale(1 / 50), LARGE),
]
