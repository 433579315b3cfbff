"""Measures images in perspective: `perspective.py PROGRAM [--mockups N]`.

First, random mockups are compared with the definition in float64: each output pixel has the footprint that the derivative of the map
has at its center. OpenCV's results are compared with it, too. Then a checkerboard recedes until its squares are much smaller than a
pixel. Every result is compared with area integration: the mean of the source over the square of each output pixel. The standard
deviation of the difference where squares are smaller than a pixel is the moiré. A sheet of all results is written to
Benchmarks/.work.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

import images
import program
from oracle import KERNELS, from_light, to_light
from peers import MAGICK
from sheet import contact_sheet

SHEET = Path(__file__).resolve().parent.parent / ".work" / "perspective.png"
# The pixels of each mockup that are compared.
PIXELS = 100
SIDE, CELL = 1024, 4
WIDTH, HEIGHT = 480, 240
FLOOR = [(165, 10), (315, 10), (560, 240), (-80, 240)]
# The number of samples along each side of an output pixel.
SAMPLES = 24


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare images in perspective with a definition and other programs.")
    parser.add_argument("program", type=Path)
    parser.add_argument("--mockups", type=int, default=200)
    arguments = parser.parse_args()
    binary = str(arguments.program.resolve())
    with tempfile.TemporaryDirectory() as folder:
        is_right = mockups(binary, Path(folder), arguments.mockups)
        moire(binary, Path(folder))
    return 0 if is_right else 1


def homography(width: float, height: float, corners: list) -> np.ndarray:
    """Returns the 3 x 3 matrix from a rectangle to four corners, clockwise from the top left one."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip([(0, 0), (width, 0), (width, height), (0, height)], corners):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(wanted, float)), 1).reshape(3, 3)


def at_centers(matrix: np.ndarray) -> np.ndarray:
    """Returns the matrix for programs whose pixel centers are at whole numbers."""
    move = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    return np.linalg.inv(move) @ matrix @ move


# Mockups


def mockups(binary: str, folder: Path, count: int) -> bool:
    """Compares random mockups, and returns whether they are within the tolerance."""
    rng = np.random.default_rng(63)
    source = images.stored(images.noise(320, 240), np.uint8) if hasattr(images, "noise") else noise(rng)
    file = folder / "noise.png"
    program.write(file, source)
    if not count:
        return True
    print(f"{count} random mockups, {PIXELS} pixels of each")
    is_right = True
    for light, share in (("srgb", 0.01), ("linear", 0.02)):
        for filter in KERNELS:
            worst, different, samples, theirs = 0, 0, 0, []
            for number in range(count if filter == "cubic" else count // 8):
                corners = random_corners(rng)
                text = (
                    f"canvas 400,300; light {light}; filter {filter}; layer p image corners "
                    + " ".join(f"{x!r},{y!r}" for x, y in corners)
                )
                mine = program.apply(binary, text, file, folder / "result.png")[..., :3].astype(int)
                matrix = homography(320, 240, corners)
                places = inner_pixels(rng, corners)
                exact = evaluate(source[..., :3] / 255, matrix, places, filter, light) * 255
                found = mine[places[:, 1], places[:, 0]]
                apart = np.abs(found - np.floor(exact + 0.5))
                worst, different = max(worst, int(apart.max())), different + int((apart > 0).sum())
                samples += apart.size
                if filter == "cubic":
                    warped = cv2.warpPerspective(
                        np.ascontiguousarray(source[..., :3]), at_centers(matrix), (400, 300), flags=cv2.INTER_CUBIC
                    )
                    theirs.append(np.abs(warped[places[:, 1], places[:, 0]].astype(int) - exact).mean())
            other = f", OpenCV's cubic differs by {np.mean(theirs):.2f} on average" if theirs else ""
            print(f"  {filter:9} light {light:7} at most {worst}, {100 * different / samples:.3f}% differ{other}")
            is_right &= worst <= 1 and different <= share * samples
    return is_right


def noise(rng: np.random.Generator) -> np.ndarray:
    colors = rng.integers(0, 256, (240, 320, 3), np.uint8)
    return np.concatenate([colors, np.full((240, 320, 1), 255, np.uint8)], axis=2)


def random_corners(rng: np.random.Generator) -> list:
    """Returns the corners of a convex quadrilateral, most of it on the canvas."""
    while True:
        scale = rng.uniform(0.3, 1.9)
        middle = np.array([200, 150])
        frame = np.array([(-160, -120), (160, -120), (160, 120), (-160, 120)]) * scale
        corners = middle + frame + rng.uniform(-60, 60, (4, 2)) * scale
        sides = np.roll(corners, -1, axis=0) - corners
        following = np.roll(sides, -1, axis=0)
        turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
        if (turns > 1000 * scale).all():
            return [(round(float(x), 3), round(float(y), 3)) for x, y in corners]


def inner_pixels(rng: np.random.Generator, corners: list) -> np.ndarray:
    """Returns random pixels that are entirely inside."""
    places = np.stack([rng.integers(0, 400, 20 * PIXELS), rng.integers(0, 300, 20 * PIXELS)], axis=1)
    center = places + 0.5
    inside = np.ones(len(places), bool)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        distance = ((bx - ax) * (center[:, 1] - ay) - (by - ay) * (center[:, 0] - ax)) / np.hypot(bx - ax, by - ay)
        inside &= distance > 1
    return places[inside][:PIXELS]


def evaluate(
    source: np.ndarray, matrix: np.ndarray, places: np.ndarray, filter: str, light: str
) -> np.ndarray:
    """Returns encoded colors, 0 to 1, of output pixels in float64."""
    support, kernel = KERNELS[filter]
    values = to_light(source, light)
    back = np.linalg.inv(matrix)
    colors = []
    for column, row in places:
        across, down, weight = back @ (column + 0.5, row + 0.5, 1)
        x, y = across / weight, down / weight
        jacobian = (back[:2, :2] - np.outer([x, y], back[2, :2])) / weight
        u, s, _ = np.linalg.svd(jacobian)
        wide = u @ np.diag(np.maximum(s, 1)) @ u.T
        inverse = np.linalg.inv(wide)
        reach = support * np.abs(wide).sum(axis=1)
        columns = np.arange(int(np.floor(x - reach[0])) - 1, int(np.ceil(x + reach[0])) + 2)
        rows = np.arange(int(np.floor(y - reach[1])) - 1, int(np.ceil(y + reach[1])) + 2)
        dx, dy = (columns + 0.5 - x)[None, :], (rows + 0.5 - y)[:, None]
        taps = kernel(inverse[0, 0] * dx + inverse[0, 1] * dy) * kernel(inverse[1, 0] * dx + inverse[1, 1] * dy)
        part = values[np.clip(rows, 0, len(values) - 1)][:, np.clip(columns, 0, values.shape[1] - 1)]
        colors.append((taps[..., None] * part).sum(axis=(0, 1)) / taps.sum())
    return from_light(np.clip(colors, 0, 1), light)


# A receding checkerboard


def moire(binary: str, folder: Path) -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    board = np.where((x // CELL + y // CELL) % 2, 255, 0).astype(np.uint8)
    source = np.dstack([board] * 3 + [np.full_like(board, 255)])
    file = folder / "board.png"
    program.write(file, source)
    matrix = homography(SIDE, SIDE, FLOOR)
    cells = []
    for light in ("srgb", "linear"):
        reference, size = area(board, matrix, light)
        results = {f"frameit {f}": floor(binary, file, folder, f, light) for f in KERNELS} | others(file, folder, matrix, light)
        fine, shown = (size > 1) & (size < 40), size < 40
        print(f"\nA receding checkerboard, light {light}\n{'':44}{'RMSE':>7}{'moire':>8}")
        lines = []
        for name, result in ({"area integration": reference} | results).items():
            error = result - reference
            lines.append((float(error[fine].std()), float(np.sqrt((error[shown] ** 2).mean())), name, result))
        for deviation, rmse, name, result in sorted(lines, key=lambda line: line[0]):
            print(f"{name:44}{rmse:7.2f}{deviation:8.2f}")
            cells.append((f"{name}, {light}", f"moire {deviation:.1f}", result))
    contact_sheet(cells, SHEET)
    print(f"\nSheet of all results: {SHEET}")


def floor(binary: str, file: Path, folder: Path, filter: str, light: str) -> np.ndarray:
    corners = " ".join(f"{x},{y}" for x, y in FLOOR)
    text = f"canvas {WIDTH},{HEIGHT}; background black; light {light}; filter {filter}; layer p image corners {corners}"
    return program.apply(binary, text, file, folder / "floor.png")[..., 0].astype(float)


def area(board: np.ndarray, matrix: np.ndarray, light: str) -> tuple[np.ndarray, np.ndarray]:
    """Returns the mean of the board over each output pixel's square, encoded, and how many squares of the board are in a pixel along the
    longer direction; infinite outside of the board."""
    back = np.linalg.inv(matrix)
    values = to_light(board / 255, light)
    total, inside = np.zeros((HEIGHT, WIDTH)), np.ones((HEIGHT, WIDTH), bool)
    columns, rows = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
    for dy in steps:
        for dx in steps:
            weight = back[2, 0] * (columns + dx) + back[2, 1] * (rows + dy) + back[2, 2]
            with np.errstate(divide="ignore", invalid="ignore"):
                x = (back[0, 0] * (columns + dx) + back[0, 1] * (rows + dy) + back[0, 2]) / weight
                y = (back[1, 0] * (columns + dx) + back[1, 1] * (rows + dy) + back[1, 2]) / weight
            hit = (weight > 0) & (x >= 0) & (y >= 0) & (x < SIDE) & (y < SIDE)
            inside &= hit
            i, j = np.where(hit, x, 0).astype(int), np.where(hit, y, 0).astype(int)
            total += np.where(hit, values[j, i], 0)
    size = np.full((HEIGHT, WIDTH), np.inf)
    for row, column in np.argwhere(inside):
        across, down, weight = back @ (column + 0.5, row + 0.5, 1)
        jacobian = (back[:2, :2] - np.outer([across / weight, down / weight], back[2, :2])) / weight
        size[row, column] = np.linalg.svd(jacobian)[1][0] / CELL
    return from_light(total / SAMPLES**2, light) * 255, size


def others(file: Path, folder: Path, matrix: np.ndarray, light: str) -> dict[str, np.ndarray]:
    """Returns the results of other programs, which compute encoded samples unless they have an option for linear light."""
    results = {}
    image = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    for flag in ("INTER_LINEAR", "INTER_CUBIC", "INTER_LANCZOS4", "INTER_AREA"):
        results[f"OpenCV warpPerspective {flag}"] = cv2.warpPerspective(
            image, at_centers(matrix), (WIDTH, HEIGHT), flags=getattr(cv2, flag)
        ).astype(float)
    if MAGICK:
        points = zip([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], FLOOR)
        numbers = " ".join(f"{x},{y} {u},{v}" for (x, y), (u, v) in points)
        for kind in (None, "Lanczos"):
            result = folder / "magick.png"
            argv = [
                MAGICK, str(file), *(["-colorspace", "RGB"] if light == "linear" else []), "-virtual-pixel", "black",
                *(["-filter", kind] if kind else []), "-define", f"distort:viewport={WIDTH}x{HEIGHT}+0+0",
                "-distort", "Perspective", numbers, "+repage", "-colorspace", "sRGB", "-depth", "8", str(result),
            ]  # fmt: skip
            subprocess.run(argv, check=True, capture_output=True)
            results[f"ImageMagick -distort {kind or '(Robidoux)'}"] = program.read(result)[..., 0].astype(float)
    try:
        import OpenImageIO as oiio
    except ImportError:
        return results
    source = oiio.ImageBuf(str(file))
    if light == "linear":
        source = oiio.ImageBufAlgo.colorconvert(source, "sRGB", "linear")
    for kind in ("cubic", "lanczos3"):
        warped = oiio.ImageBufAlgo.warp(
            source, tuple(matrix.T.ravel()), kind, 0.0, False, "black", oiio.ROI(0, WIDTH, 0, HEIGHT, 0, 1, 0, 1)
        )
        pixels = warped.get_pixels(oiio.FLOAT)
        if pixels is not None:
            results[f"OpenImageIO warp {kind}"] = from_light(np.clip(pixels[..., 0], 0, 1), light) * 255
    return results


if __name__ == "__main__":
    sys.exit(main())
