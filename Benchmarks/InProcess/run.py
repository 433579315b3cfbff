#!/usr/bin/env python3
"""Compares the library, in one process, with libvips, OpenCV and Pillow in one process each: `run.py [--only W1] [--rounds N]`.

In each round, every program does the work once, one after the other. A ratio is the median over all rounds of frameit's
time divided by libvips's in the same round, or by OpenCV's in perspective, which libvips has no operation for. Starting is not
measured. Build the program first:

    FRAMEIT_TOOLS=1 swift build -c release --product edit-benchmark
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import images
from harness.affine import Affine

ROOT = HERE.parents[1]
LIGHTS = {"light srgb": "light srgb; ", "defaults": ""}


@dataclass
class Work:
    name: str
    script: str
    images: list[Path]
    peer: dict
    # Goals of the ratios, by light.
    goals: dict = field(default_factory=dict)
    # The box that the outputs fit in, if JPEGs may be decoded at a fraction of their size for it.
    box: int = 0

    @property
    def libraries(self) -> list[str]:
        """The libraries that can do the work; times are divided by that of the first one."""
        return ["cv2", "PIL"] if self.peer["kind"] == "corners" else ["pyvips", "cv2", "PIL"]


def size_of(path: Path) -> tuple[int, int]:
    text = subprocess.run([ROOT / ".build/release/frameit", "info", "--json", path], check=True, capture_output=True, text=True)
    record = json.loads(text.stdout)
    return record["width"], record["height"]


def works() -> list[Work]:
    wood, elephants, altai = images.WOOD, images.ELEPHANTS, images.ALTAI
    square = (1080, 1080)
    scale = 1.2 * max(square[0] / size_of(wood)[0], square[1] / size_of(wood)[1])
    whole = size_of(elephants)
    half = tuple(side // 2 for side in size_of(altai))
    background = "background white; filter cubic"

    def affine(source: tuple[int, int], target: tuple[int, int], scale: float, degrees: float, format: str = "jpg") -> dict:
        m = Affine.centered(source, target, scale, degrees)
        numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty]
        return {"kind": "affine", "matrix": numbers, "size": list(target), "format": format}

    def thumbnail(side: int) -> dict:
        return {"kind": "thumbnail", "size": [side, side], "format": "jpg", "linear": False}

    def corners(name: str, *places: tuple[int, int]) -> Work:
        """Places a photo of 4032x3024 by four corners on a canvas of that size."""
        words = " ".join(f"{x},{y}" for x, y in places)
        return Work(
            f"{name} in perspective",
            f"canvas 4032,3024; {background}; layer photo image at 0,0 size 4032,3024 corners {words}", [images.phone()],
            {"kind": "corners", "corners": places, "size": [4032, 3024], "format": "jpg"}, {"light srgb": 0.6, "defaults": 0.6},
        )  # fmt: skip

    return [
        Work(
            "W1: 5 MP JPEG, 1080x1080, 12 degrees, x1.2",
            f"canvas 1080,1080; {background}; layer photo image mode scaleAspectFill; rotate 12deg; scale 1.2", [wood],
            affine(size_of(wood), square, scale, 12), {"light srgb": 0.6, "defaults": 0.7},
        ),
        Work(
            "W3: 18 MP JPEG, 7 degrees, same size", f"canvas {whole[0]},{whole[1]}; {background}; rotate 7deg", [elephants],
            affine(whole, whole, 1, 7), {"light srgb": 0.7, "defaults": 0.75},
        ),
        Work(
            "W4: 15 MP PNG, half size, 12 degrees",
            f"canvas {half[0]},{half[1]}; {background}; layer photo image; rotate 12deg; scale 0.5", [altai],
            affine(size_of(altai), half, 0.5, 12, "png"), {"light srgb": 0.4, "defaults": 0.4},
        ),
        Work("W2: 18 MP JPEG to 512", "canvas inside 512,512", [elephants], thumbnail(512), {"light srgb": 0.9, "defaults": 1.0}, 512),
        Work("512: 5 MP JPEG to 512", "canvas inside 512,512", [wood], thumbnail(512), {"light srgb": 0.8, "defaults": 1.0}, 512),
        Work("W5: 60 JPEGs to 512", "canvas inside 512,512", images.batch(), thumbnail(512), {"light srgb": 0.6, "defaults": 0.9}, 512),
        corners("W10: 12 MP JPEG, smaller,", (300, 200), (3800, 500), (3900, 2700), (200, 2900)),
        corners("W11: 12 MP JPEG, larger,", (-300, -200), (4400, -500), (4600, 3900), (-500, 3300)),
    ]  # fmt: skip


class Peer:
    """A process that does the work once for each line."""

    def __init__(self, name: str, command: list) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self) -> float:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self) -> int:
        """Ends the process, and returns its largest memory in MiB."""
        peak = 0
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        for line in status.splitlines():
            if line.startswith("VmHWM"):
                peak = int(line.split()[1]) // 1024
        self.process.stdin.close()
        self.process.wait()
        return peak


class CommandLine:
    """Edits all images with one run of the program, which syncs every output. Starting is measured, too."""

    def __init__(self, light: str, script: str, work: Work, folder: Path) -> None:
        self.name = f"frameit apply, {light}"
        self.folder = folder
        self.peak = 0
        self.command = [
            ROOT / ".build/release/frameit", "apply", "-e", script, "--quality", "90", "--chroma", "444", "--out-dir", folder,
            "-q", *work.images,
        ]  # fmt: skip

    def run(self) -> float:
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        start = time.perf_counter()
        process = subprocess.Popen(self.command)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise SystemExit(f"{self.name} failed")
        self.peak = max(self.peak, usage.ru_maxrss // 1024)
        return (time.perf_counter() - start) * 1000

    def end(self) -> int:
        return self.peak


def measure(work: Work, rounds: int, folder: Path, durable: bool) -> dict:
    folders = {}

    def place(name: str) -> Path:
        path = folder / name.replace(" ", "-")
        path.mkdir(exist_ok=True)
        folders[name] = path
        return path

    peer = {**work.peer, "durable": durable, "threads": 1 if len(work.images) > 1 else 2}
    peers = [
        Peer(
            f"frameit, {light}",
            [
                ROOT / ".build/release/edit-benchmark", "--script", start + work.script, "--folder", place(f"frameit, {light}"),
                "--format", peer["format"], *(["--durable"] if durable else []), *work.images,
            ],
        )
        for light, start in LIGHTS.items()
    ] + [
        Peer(library, [sys.executable, HERE / "peers.py", library, json.dumps(peer), place(library), *work.images])
        for library in work.libraries
    ]  # fmt: skip
    # What no edit can do without; at a fraction of the size only for `light srgb`.
    parts = {"decode alone": ["decode"], "encode alone": ["encode"]}
    if work.box:
        parts["decode a fraction"] = ["decode", "--box", work.box]
    peers += [
        Peer(
            name,
            [
                ROOT / ".build/release/edit-benchmark", "--script", LIGHTS["light srgb"] + work.script, "--folder", folder,
                "--format", peer["format"], "--part", *part, *work.images,
            ],
        )
        for name, part in parts.items()
    ]  # fmt: skip
    if durable and len(work.images) > 1:
        peers += [CommandLine(light, start + work.script, work, place(f"frameit apply, {light}")) for light, start in LIGHTS.items()]
    for one in peers:
        one.run()
    times = {one.name: [] for one in peers}
    for _ in range(rounds):
        for one in peers:
            times[one.name].append(one.run())
    peaks = {one.name: one.end() for one in peers}
    sizes = {}
    for name, path in folders.items():
        sizes[name] = sum(file.stat().st_size for file in path.iterdir()) // 1024
    return {"times": times, "peaks": peaks, "sizes": sizes}


def report(work: Work, found: dict) -> None:
    print(f"\n{work.name}")
    first = work.libraries[0]
    print(f"{'':24}{'ms':>9}{f'to {first}':>12}{'goal':>7}{'MiB':>7}{'KiB':>8}")
    for name, times in found["times"].items():
        ratio = statistics.median(a / b for a, b in zip(times, found["times"][first]))
        goal = work.goals.get(name.removeprefix("frameit, "), "")
        print(
            f"{name:24}{statistics.median(times):9.1f}{ratio:12.2f}{goal!s:>7}{found['peaks'][name]:7}"
            f"{found['sizes'].get(name, ''):>8}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("--only", default="", help="names of works, separated by commas")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--durable", action="store_true", help="every program waits until its output is on the disk")
    arguments = parser.parse_args()
    missing = images.missing()
    if missing:
        raise SystemExit(f"Benchmarks/install-peers installs {missing[0]}")
    wanted = [name for name in arguments.only.split(",") if name]
    for work in works():
        if not wanted or work.name.split(":")[0] in wanted:
            with tempfile.TemporaryDirectory() as name:
                report(work, measure(work, arguments.rounds, Path(name), arguments.durable))


if __name__ == "__main__":
    main()
