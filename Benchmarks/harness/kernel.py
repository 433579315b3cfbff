"""W7: measures the kernel alone, in one process with one thread, in rounds that alternate with OpenCV's."""

import json
import os
import subprocess
from itertools import zip_longest
from pathlib import Path

from .measure import Row
from .programs import HERE, PYTHON, Programs
from .workload import Workload
from .workloads import KERNEL, KERNEL_LINEAR, OPENCV, Workloads

# The names of kernel-benchmark's cases; see Kernels/Case.swift.
CASES = {KERNEL: "turn cubic srgb rgba8", KERNEL_LINEAR: "turn cubic linear rgba8"}
# OpenCV's modes; see peers/opencv_kernel.py.
MODES = {OPENCV: "cubic", "OpenCV warpAffine linear": "linear"}
# Each process reports the median of these runs.
RUNS = 3


def measure(benchmark: Path, programs: Programs, rounds: int) -> tuple[Workload, list[Row]]:
    workload = Workloads.w7()
    if not os.access(benchmark, os.X_OK):
        workload.not_yet = "kernel-benchmark is not built: `make benchmarks` builds it"
        return workload, []
    runs = str(RUNS)
    ours = {name: [benchmark, "--json", "--runs", runs, "--case", case] for name, case in CASES.items()}
    peer = [PYTHON, HERE / "peers" / "opencv_kernel.py"]
    peers = {name: [*peer, mode, runs] for name, mode in MODES.items()} if "cv2" in programs else {}
    rows = [Row(name, ours=name in ours) for name in [*ours, *peers]]
    calls = {**ours, **peers}
    # The programs alternate, so that a temporary slowdown of the machine affects both.
    order = [row for pair in zip_longest(rows[: len(ours)], rows[len(ours) :]) for row in pair if row]
    for _ in range(rounds):
        for row in order:
            row.rates += _rates(calls[row.name])
    return workload, rows


def _rates(argv: list) -> list[float]:
    run = subprocess.run(argv, capture_output=True, text=True, check=True)
    return [json.loads(line)["megapixelsPerSecond"] for line in run.stdout.splitlines()]
