#!/usr/bin/env python3
"""Compares lossless transforms with jpegtran's: the decoded pixels must be equal, for every kind of JPEG.

    Benchmarks/Quality/lossless.py PROGRAM [IMAGE...]

Without IMAGE, it uses the JPEGs of Debian's packages in /usr/share/backgrounds, and generated ones in every chroma
subsampling, size and coding that cjpeg and jpegtran write. Needs only libjpeg-turbo-progs. Exits with 1 if an
image differs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

# The script of each transform, and jpegtran's arguments for it.
FORMS = {
    "none": ("", []),
    "mirrored": ("canvas fit; scale -1,1", ["-flip", "horizontal"]),
    "180": ("canvas fit; rotate 180deg", ["-rotate", "180"]),
    "flipped": ("canvas fit; scale 1,-1", ["-flip", "vertical"]),
    "transposed": ("canvas fit; rotate 90deg; scale 1,-1", ["-transpose"]),
    "90": ("canvas fit; rotate 90deg", ["-rotate", "90"]),
    "transversed": ("canvas fit; rotate 90deg; scale -1,1", ["-transverse"]),
    "270": ("canvas fit; rotate -90deg", ["-rotate", "270"]),
}
SAMPLINGS = ["1x1", "2x1", "1x2", "2x2", "4x1", "1x4", "4x2"]
CODINGS = {
    "baseline": [],
    "optimized": ["-optimize"],
    "progressive": ["-progressive"],
    "arithmetic": ["-arithmetic"],
    "arithmetic progressive": ["-arithmetic", "-progressive"],
    "restart rows": ["-restart", "1"],
    "restart blocks": ["-restart", "5B"],
}
SIZES = [(64, 96), (50, 41), (48, 33), (17, 64), (8, 8), (1, 1), (3, 100)]


def drawn(folder: Path) -> list[Path]:
    """Writes an image with many frequencies in every size, chroma subsampling and coding, in color and in gray."""
    files = []
    for width, height in SIZES:
        for channels, magic, samplings in ((3, "P6", SAMPLINGS), (1, "P5", ["gray"])):
            pixels = bytes(
                (x * x * (3 + c) // 7 + y * (11 - 2 * c) + (x * y >> 2)) & 0xFF
                for y in range(height)
                for x in range(width)
                for c in range(channels)
            )
            pnm = f"{magic} {width} {height} 255\n".encode() + pixels
            for sampling in samplings:
                sample_options = [] if channels == 1 else ["-sample", sampling]
                jpeg = subprocess.run(
                    ["cjpeg", "-quality", "85", *sample_options], input=pnm, check=True, capture_output=True
                ).stdout
                for coding, options in CODINGS.items():
                    path = folder / f"{width}x{height} {sampling} {coding}.jpg"
                    run = ["jpegtran", *options, "-outfile", str(path)]
                    subprocess.run(run, input=jpeg, check=True, capture_output=True)
                    files.append(path)
    return files


def pixels(path: Path) -> bytes:
    return subprocess.run(["djpeg", "-pnm", str(path)], check=True, capture_output=True).stdout


def coding(path: Path) -> tuple[int, bool]:
    """Returns the marker of the frame header, which identifies the coding, and whether a restart interval is defined."""
    data = path.read_bytes()
    position = 2
    markers = []
    while (marker := data[position + 1]) != 0xDA:
        markers.append(marker)
        position += 2 + int.from_bytes(data[position + 2 : position + 4])
    (frame,) = (marker for marker in markers if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC))
    return frame, 0xDD in markers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the built program")
    parser.add_argument("images", nargs="*", type=Path, help="JPEGs")
    arguments = parser.parse_args()
    counts = {"dct": 0, "tag": 0, "dct+trim": 0}
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = arguments.images or drawn(folder) + sorted(Path("/usr/share/backgrounds").rglob("*.jpg"))
        for file in files:
            for form, (script, jpegtran_options) in FORMS.items():
                ours, theirs = folder / "ours.jpg", folder / "theirs.jpg"
                argv = [
                    arguments.program, "apply", "-e", script, str(file), "-o", str(ours), "--force",
                    "--lossless", "require", "--json",
                ]  # fmt: skip
                run = subprocess.run(argv, check=True, capture_output=True, text=True)
                kind = json.loads(run.stdout)["lossless"]
                counts[kind] += 1
                peer = subprocess.run(
                    ["jpegtran", *jpegtran_options, "-perfect", "-outfile", str(theirs), str(file)], capture_output=True
                )
                # Both programs must agree on which transforms are perfect. The others keep their pixels in place.
                if kind == "tag":
                    same = peer.returncode != 0 and pixels(ours) == pixels(file)
                else:
                    same = peer.returncode == 0 and pixels(ours) == pixels(theirs)
                same = same and coding(ours) == coding(file)
                if not same:
                    bad += 1
                    print(f"{file.name}, {form}: {kind}, jpegtran {peer.returncode}: the results differ")
    made = ", ".join(f"{count} by {kind}" for kind, count in counts.items() if count)
    print(f"{len(files)} images, {made}: {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
