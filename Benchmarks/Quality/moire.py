"""Measures how well fine detail survives a rotated reduction, compared with other programs: `moire.py PROGRAM`.

A zone plate, whose rings become finer than the smaller image can show, is reduced to a third and rotated by 15
degrees. Every result is compared with area integration in float64: the mean of the source over the square of each
output pixel. Two more numbers need no reference: the contrast of rings where detail is finer than the output can
show (moire: 0 is best), and the contrast kept where detail is half as fine (1 is best). A sheet of all results is
written to Benchmarks/.work.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

import peers
import images
import program
from oracle import from_light, to_light
from sheet import contact_sheet

SIDE, OUTPUT, REDUCTION, DEGREES = 1200, 300, 3, 15
FILTERS = ["nearest", "linear", "cubic", "mitchell", "lanczos3"]
# The number of samples along each side of an output pixel.
SAMPLES = 32
SHEET = Path(__file__).resolve().parent.parent / ".work" / "moire.png"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare rotated reductions by frameit and other programs.")
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()
    binary = str(arguments.program.resolve())
    source = images.stored(images.zone_plate(SIDE, SIDE), np.uint8)
    matrix = centered()
    cells = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "zone-plate.png"
        program.write(file, source)

        def ours(light: str) -> dict[str, np.ndarray]:
            size = (OUTPUT, OUTPUT)
            return {
                f"frameit {f}": gray(
                    program.apply(
                        binary, program.script(matrix, size, f, light), file, Path(folder) / "result.png"
                    )
                )
                for f in FILTERS
            }

        others = peers.all_results(file, matrix, OUTPUT, REDUCTION)
        for light, mine, theirs in (
            ("srgb", ours("srgb"), others),
            ("linear", ours("linear"), peers.linear_results(file, matrix, OUTPUT) | others),
        ):
            reference = area(source[..., 0], matrix, light)
            print(f"\nlight {light}")
            results = {"area integration": reference} | mine | theirs
            cells += table(results, reference, light)
    contact_sheet(cells, SHEET)
    print(f"\nSheet of all results: {SHEET}")
    return 0


def centered() -> np.ndarray:
    """Returns the 2 x 3 matrix from source to output, which maps center to center."""
    angle = np.radians(DEGREES)
    linear = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) / REDUCTION
    return np.column_stack([linear, np.full(2, OUTPUT / 2) - linear @ np.full(2, SIDE / 2)])


def gray(image: np.ndarray) -> np.ndarray:
    return image[..., 0].astype(float)


def area(source: np.ndarray, matrix: np.ndarray, light: str) -> np.ndarray:
    """Returns the mean of the source over each output pixel's square, 0 to 255, encoded."""
    inverse = np.linalg.inv(matrix[:, :2])
    values = to_light(source / 255, light)
    total = np.zeros((OUTPUT, OUTPUT))
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
    columns, rows = np.meshgrid(np.arange(OUTPUT), np.arange(OUTPUT))
    for dy in steps:
        for dx in steps:
            x, y = columns + dx - matrix[0, 2], rows + dy - matrix[1, 2]
            i = np.floor(inverse[0, 0] * x + inverse[0, 1] * y).astype(int)
            j = np.floor(inverse[1, 0] * x + inverse[1, 1] * y).astype(int)
            total += values[j, i]
    return from_light(total / SAMPLES**2, light) * 255


def table(results: dict[str, np.ndarray], reference: np.ndarray, light: str) -> list[tuple]:
    """Prints one line per result, sorted by the distance from the reference, and returns the cells of the sheet."""
    x, y = np.meshgrid(np.arange(OUTPUT) + 0.5 - OUTPUT / 2, np.arange(OUTPUT) + 0.5 - OUTPUT / 2)
    radius = np.hypot(x, y)
    # The zone plate's rings at the output's pixels, as if it could show them all.
    rings = np.cos(np.pi * (radius * REDUCTION) ** 2 / SIDE)
    # The frequency in cycles per output pixel. Pixels can show at most 0.5, and 0.71 along the diagonal.
    frequency = radius * REDUCTION**2 / SIDE
    fine = (frequency > 0.75) & (radius < OUTPUT / 2)
    middle = (frequency > 0.2) & (frequency < 0.3)
    full = np.dot(rings[middle], rings[middle])
    lines = []
    for name, result in results.items():
        error = result - reference
        rmse = float(np.sqrt((error**2).mean()))
        moire = float(result[fine].std())
        shown = to_light(result[middle] / 255, light) * 2 - 1
        mean = shown.mean()
        contrast = float(np.dot(shown - mean, rings[middle] - rings[middle].mean()) / full)
        if light == "linear":
            # After the transfer function is undone, the rings vary by less than -1 to 1 about their mean.
            whole = to_light(0.5 + 0.5 * rings[middle], light) * 2 - 1
            contrast *= full / np.dot(whole - whole.mean(), rings[middle])
        lines.append((rmse, name, np.abs(error).max(), moire, contrast, result))
    lines.sort(key=lambda line: line[0])
    print(f"{'':44}{'RMSE':>7}{'PSNR':>7}{'max':>6}{'moire':>8}{'contrast':>10}")
    for rmse, name, worst, moire, contrast, _ in lines:
        psnr = f"{20 * np.log10(255 / rmse):.1f}" if rmse else "inf"
        print(f"{name:44}{rmse:7.2f}{psnr:>7}{worst:6.0f}{moire:8.2f}{contrast:10.2f}")
    return [(name, f"light {light}, RMSE {rmse:.2f}", result) for rmse, name, *_, result in lines]


if __name__ == "__main__":
    sys.exit(main())
