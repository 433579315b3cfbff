"""Checks the program's pixels against the definition, evaluated in float64: `check.py PROGRAM`.

A channel of 8-bit output may differ by 1 in 1% of an image's samples (2% in linear light), and 16-bit output by 2
of 65535. 16-bit color differences are weighted by alpha: where alpha is near 0, dividing by it leaves few digits in
32 bits. Prints the worst case of each filter, light and depth, and the largest alpha at which an unweighted
difference exceeds the bound. Exits with 1 if a bound is exceeded.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

import images
import program
from cases import CASES, Case
from oracle import Oracle, premultiplied

FILTERS = ["nearest", "linear", "cubic", "mitchell", "lanczos3"]
LIGHTS = ["srgb", "linear"]
DEPTHS = [np.uint8, np.uint16]
LARGEST = {np.uint8: 1, np.uint16: 2}
# The backgrounds. Opaque images on white use a different code path in the program.
BACKGROUNDS = {
    "zone plate": ["none"],
    "text": ["none"],
    "noise": ["none", "white"],
    "transparent": ["none", "white"],
}
SHARE = {("srgb", np.uint8): 0.01, ("linear", np.uint8): 0.02}


@dataclass
class Finding:
    """The result for one image."""

    filter: str
    light: str
    bits: int
    name: str
    # In units of 1/255 or 1/65535.
    worst: float
    # The share of the samples of covered pixels that differ.
    share: float
    is_within: bool
    # For 16 bits: the largest alpha, 0 to 1, below which a stored color exceeds the bound.
    faint: float


def check(binary: str, case: Case, filter: str) -> list[Finding]:
    """Checks one matrix and filter with all images, in both lights and depths."""
    matrix, canvas = case.placed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        combinations, working = [], []
        for kind, draw in images.ALL.items():
            image = draw(*case.size)
            for dtype in DEPTHS:
                codes = images.stored(image, dtype)
                source = folder / f"{kind}-{np.iinfo(dtype).bits}.png"
                program.write(source, codes)
                for light in LIGHTS:
                    combinations.append((kind, dtype, light, source))
                    working.append(premultiplied(codes, light))
        text = program.script(matrix, canvas, filter, LIGHTS[0])
        planned = program.planned_matrix(binary, text, source)
        if not np.allclose(planned, matrix, rtol=0, atol=1e-9):
            raise SystemExit(f"{case.name}: the plan's matrix is {planned}, not {matrix}")
        oracle = Oracle(matrix, filter, case.size, canvas)
        exact = oracle.resample(np.concatenate(working, axis=2))
        findings = []
        for i, (kind, dtype, light, source) in enumerate(combinations):
            for background in BACKGROUNDS[kind]:
                text = program.script(matrix, canvas, filter, light, background)
                got = program.apply(binary, text, source, folder / "result.png").reshape(-1, 4)
                wanted = oracle.codes(exact[:, 4 * i : 4 * i + 4], light, dtype, background)
                where = f"{case.name}, {kind}{'' if background == 'none' else ' on ' + background}"
                findings.append(_finding(oracle, got, wanted, background, (filter, light, dtype), where))
    return findings


def _finding(
    oracle: Oracle, got: np.ndarray, wanted: np.ndarray, background: str, how: tuple, name: str
) -> Finding:
    filter, light, dtype = how
    is_outside = np.ones(len(got), bool)
    is_outside[oracle.shown] = False
    empty = 0 if background == "none" else np.iinfo(dtype).max
    if (got[is_outside] != empty).any():
        raise SystemExit(f"{name}: pixels outside the image were drawn")
    is_reliable = ~oracle.is_doubtful[oracle.shown]
    wanted = wanted[is_reliable]
    error = np.abs(got[oracle.shown][is_reliable].astype(np.int64) - wanted)
    faint = 0.0
    # On white every alpha is 1, so it is not counted.
    counted = error if background == "none" else error[:, :3]
    share = float((counted > 0).mean()) if counted.size else 0.0
    if dtype is np.uint16:
        broken = error.max(axis=1) > LARGEST[dtype]
        faint = float(wanted[broken, 3].max(initial=0)) / 65535
        error = error * np.concatenate(
            [np.repeat(wanted[:, 3:], 3, axis=1) / 65535, np.ones((len(wanted), 1))], 1
        )
    worst = float(error.max(initial=0))
    is_within = worst <= LARGEST[dtype] and share <= SHARE.get((light, dtype), 1)
    return Finding(filter, light, np.iinfo(dtype).bits, name, worst, share, is_within, faint)


def report(findings: list[Finding]) -> None:
    print(
        f"{'filter':10}{'light':8}{'bits':>4}  {'worst error':>11}  {'max share':>9}  {'mean share':>10}  case"
    )
    key = lambda f: (FILTERS.index(f.filter), f.light, f.bits)
    for _, group in groupby(sorted(findings, key=key), key):
        members = list(group)
        worst = max(members, key=lambda f: (not f.is_within, f.worst, f.share))
        share = max(f.share for f in members)
        mean = sum(f.share for f in members) / len(members)
        print(
            f"{worst.filter:10}{worst.light:8}{worst.bits:4}  {worst.worst:11.3g}  {share:9.3%}  {mean:10.3%}  "
            f"{worst.name}{'' if worst.is_within else '  EXCEEDED'}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the program's pixels against the definition.")
    parser.add_argument("program", type=Path)
    parser.add_argument("--filter", choices=FILTERS, action="append", help="check only this filter")
    parser.add_argument("--case", default="", help="check only the cases whose names contain this text")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    binary = str(arguments.program.resolve())
    wanted = [case for case in CASES if arguments.case in case.name]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        work = [pool.submit(check, binary, c, f) for c in wanted for f in arguments.filter or FILTERS]
        findings = [finding for job in work for finding in job.result()]
    report(findings)
    broken = [finding for finding in findings if not finding.is_within]
    for finding in broken:
        print(
            f"exceeded: {finding.filter}, light {finding.light}, {finding.bits} bits, {finding.name}: "
            f"largest error {finding.worst:.3g}, {finding.share:.2%} of the samples differ"
        )
    faint = max(finding.faint for finding in findings)
    print(f"Unweighted 16-bit color differences exceed the bound up to an alpha of {faint:.1%}")
    print(f"{len(findings)} images, {len(broken)} exceed the bounds")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
