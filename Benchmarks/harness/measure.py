"""Runs a workload's commands: once for memory, size and pixels, then in rounds for time.

hyperfine runs every command once per round, so the runs of a round are close in time and other work on the machine
affects all of them alike. Ratios are medians over the rounds.
"""

import json
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .programs import PYTHON, HERE
from .workload import Command, Workload

# A larger mean difference (of 255) means a different image, not just a different filter.
SAME_IMAGE = 3.0


@dataclass
class Row:
    """The measurements of one command, in seconds and bytes. A list has one value per round."""

    name: str
    ours: bool
    walls: list[float] = field(default_factory=list)
    cpus: list[float] = field(default_factory=list)
    peak: int | None = None
    bytes: int | None = None
    # True if the start-up time was subtracted.
    less_startup: bool = False
    looks: str | None = None
    failure: str | None = None
    # Millions of pixels per second; only for W7.
    rates: list[float] = field(default_factory=list)


class MeasuringError(Exception):
    pass


def require_tools() -> None:
    for tool, package in (("hyperfine", "hyperfine"), ("/usr/bin/time", "time")):
        if not shutil.which(tool):
            raise MeasuringError(f"{tool} is missing: run Benchmarks/install-peers, or install {package}")


def measure(workload: Workload, rounds: int) -> list[Row]:
    rows = [Row(command.name, command.ours) for command in workload.commands]
    for row, command in zip(rows, workload.commands):
        _first_run(row, command)
    valid = [(r, c) for r, c in zip(rows, workload.commands) if r.failure is None]
    _compare_looks(valid)
    _time(valid, rounds)
    return rows


def _first_run(row: Row, command: Command) -> None:
    """Warms up, and measures memory and size. The memory is that of the largest single process."""
    with tempfile.NamedTemporaryFile("r") as report:
        # GNU time is a small process. A direct child of this interpreter would start with the interpreter's memory.
        argv = ["/usr/bin/time", "--quiet", "-f", "%M", "-o", report.name, *command.argv]
        run = subprocess.run(argv, capture_output=True, text=True)
        text = report.read().split()
    if run.returncode not in command.exits:
        row.failure = f"exit {run.returncode}: {run.stderr.strip()[:200]}"
        return
    row.peak = int(text[-1]) * 1024
    if command.output is not None:
        row.bytes = command.output.stat().st_size


def _compare_looks(valid: list[tuple[Row, Command]]) -> None:
    """Records the difference of each image from ours, to detect wrong commands."""
    alike = [(row, command) for row, command in valid if command.output is not None and command.same_image]
    if len(alike) < 2 or not alike[0][1].ours or not PYTHON.exists():
        return
    files = [str(command.output) for _, command in alike]
    run = subprocess.run([PYTHON, HERE / "peers" / "difference.py", *files], capture_output=True, text=True)
    for (row, _), line in zip(alike[1:], run.stdout.splitlines()):
        result = json.loads(line)
        if "size" in result:
            row.looks = f"WRONG: size {result['size']}"
        else:
            wrong = result["mean"] > SAME_IMAGE or result["shift"] != [0, 0]
            row.looks = f"{'WRONG: ' if wrong else ''}{result['mean']:.2f}"
            if result["shift"] != [0, 0]:
                row.looks += f" moved {result['shift']}"


def _time(valid: list[tuple[Row, Command]], rounds: int) -> None:
    # The time to subtract is measured directly after the run.
    argvs = [argv for _, command in valid for argv in (command.argv, command.startup) if argv]
    for _ in range(rounds):
        results = iter(_hyperfine(argvs))
        for row, command in valid:
            wall, cpu, status = next(results)
            if status not in command.exits:
                row.failure = f"exit {status} while timed"
            if command.startup:
                start_wall, start_cpu, _ = next(results)
                wall, cpu = wall - start_wall, cpu - start_cpu
                row.less_startup = True
            row.walls.append(wall)
            row.cpus.append(cpu)


def _hyperfine(argvs: list[list[str]]) -> list[tuple[float, float, int]]:
    """Returns wall seconds, CPU seconds and exit code of each command, run once."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        call = [
            "hyperfine",
            "-N",
            "--runs",
            "1",
            "--ignore-failure",
            "--style",
            "none",
            "--export-json",
            report,
        ]
        run = subprocess.run(call + [shlex.join(a) for a in argvs], capture_output=True, text=True)
        if run.returncode != 0:
            raise MeasuringError(f"hyperfine failed: {run.stderr.strip()}")
        results = json.loads(report.read_text())["results"]
    return [(r["times"][0], r["user"] + r["system"], r["exit_codes"][0]) for r in results]
