"""The coverage of output pixels by an image: exact areas of clipped polygons."""

import numpy as np


def covered(matrix: np.ndarray, source: tuple[int, int], output: tuple[int, int]) -> np.ndarray:
    """Returns the share of each output pixel, rows by columns, that the source's rectangle covers."""
    width, height = source
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ matrix[:, :2].T + matrix[:, 2]
    if np.linalg.det(matrix[:, :2]) < 0:
        corners = corners[::-1]
    columns, rows = np.meshgrid(np.arange(output[0]) + 0.5, np.arange(output[1]) + 0.5)
    inside = np.ones(columns.shape, bool)
    outside = np.zeros(columns.shape, bool)
    for p, q in zip(corners, np.roll(corners, -1, axis=0)):
        edge = q - p
        # Twice the area of the triangle of the edge and the pixel center. For a corner of the pixel, it differs by at
        # most `extent`.
        distance = edge[0] * (rows - p[1]) - edge[1] * (columns - p[0])
        extent = (abs(edge[0]) + abs(edge[1])) / 2
        inside &= distance >= extent
        outside |= distance <= -extent
    share = inside.astype(float)
    for y, x in zip(*np.nonzero(~inside & ~outside)):
        share[y, x] = _area(_clipped(corners, x, y))
    return share


def _clipped(corners: np.ndarray, x: int, y: int) -> np.ndarray:
    """Clips the polygon to one pixel: Sutherland and Hodgman, "Reentrant polygon clipping", 1974."""
    polygon = [tuple(c) for c in corners]
    for axis, bound, sign in ((0, x, 1), (0, x + 1, -1), (1, y, 1), (1, y + 1, -1)):
        kept = []
        for p, q in zip(polygon, polygon[1:] + polygon[:1]):
            dp, dq = sign * (p[axis] - bound), sign * (q[axis] - bound)
            if dp >= 0:
                kept.append(p)
            if (dp > 0 and dq < 0) or (dp < 0 and dq > 0):
                t = dp / (dp - dq)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        polygon = kept
    return np.array(polygon).reshape(-1, 2)


def _area(polygon: np.ndarray) -> float:
    if len(polygon) < 3:
        return 0
    # Coordinates are relative to one corner, so that no digits are lost far from the origin.
    x, y = (polygon - polygon[0]).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
