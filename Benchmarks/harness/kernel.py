"""W7: the kernel alone, in process, one thread: our kernel-benchmark beside OpenCV, in rounds."""

import json
import os
import subprocess
from pathlib import Path

from .measure import Row
from .programs import HERE, PYTHON, Programs
from .workload import Goal, Workload

LIKE = "frameit, cubic, light srgb"
LINEAR = "frameit, cubic, linear light"
OPENCV = "OpenCV warpAffine cubic"
# Names of kernel-benchmark's cases: see Kernels/Cases.swift.
CASES = {LIKE: "turn cubic srgb 8", LINEAR: "turn cubic linear 8"}


def measure(benchmark: Path, programs: Programs, rounds: int) -> tuple[Workload, list[Row]]:
    goals = [Goal(LIKE, "rate", 4, OPENCV), Goal(LINEAR, "rate", 2, OPENCV)]
    workload = Workload("W7", "kernel alone: RGBA, 12.6 MP, 7 degrees, cubic, one thread", goals=goals)
    if not os.access(benchmark, os.X_OK):
        workload.not_yet = "kernel-benchmark is not built: `make benchmarks` builds it"
        return workload, []
    ours = {name: Row(name, ours=True) for name in CASES}
    peers = {name: Row(f"OpenCV warpAffine {name}", ours=False) for name in ("cubic", "linear")}
    for _ in range(rounds):
        for name, case in CASES.items():
            ours[name].rates += _rates([benchmark, "--json", "--runs", "1", "--case", case])
        if "cv2" in programs:
            for name, row in peers.items():
                row.rates += _rates([PYTHON, HERE / "peers" / "opencv_kernel.py", name])
    return workload, [*ours.values(), *(row for row in peers.values() if row.rates)]


def _rates(argv: list) -> list[float]:
    run = subprocess.run(argv, capture_output=True, text=True, check=True)
    return [json.loads(line)["megapixelsPerSecond"] for line in run.stdout.splitlines()]
