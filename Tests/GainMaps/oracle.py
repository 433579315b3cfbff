"""Compares gain maps with their definition in float64, and the HDR image that they give with the transformed HDR image:
`oracle.py PROGRAM PHOTO...`.

The map of an output is the map of its input, resampled by the matrix of the picture at the map's own scale. At least 99% of
its samples must be within 1 of 255 of that. "HDR" compares the HDR image that is rebuilt from the output with the one of a
picture and a map that are resampled in float64 and not rounded: the root of the mean square of their ratio, in dB of light. It
must be within 0.5 dB. "model" compares the latter with the HDR image of the input, resampled in linear light. It depends on the
photo alone: picture and map are resampled one by one, and a product of means is not the mean of the products. The last rows
compare the HDR image that `--gain-map apply` writes with the one that is rebuilt.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import photos
from comparing import TO_SRGB, difference, explained, pq_light, resampled

SIZE = (480, 320)
SCRIPTS = (
    [f"rotate {angle}deg" for angle in (7, 12, 90)]
    + [f"scale {scale}" for scale in (0.3, 0.5, 0.77, 1.3, 2)]
    + ["crop 40,24 320,240", "crop 37,51 301,199", "scale 0.6; crop 40,24 200,150"]
    + ["canvas cover 240,240", "canvas inscribed; rotate 7deg", "canvas 100%,100%; straighten 7deg"]
)


def check(program: str, photo: Path, name: str, script: str, folder: Path) -> bool:
    whole = f"{script}; filter cubic; background black"
    target = folder / "out.jpg"
    subprocess.run([program, "apply", "-e", whole, str(photo), "-o", str(target), "--force"], check=True, stdout=subprocess.DEVNULL)
    before, after = photos.read(photo), photos.read(target)
    matrix, size = explained(program, whole, photo)
    (h, w), (oh, ow) = before.map.shape[:2], after.map.shape[:2]
    (bh, bw) = before.base.shape[:2]
    into = np.diag([bw / w, bh / h])
    out = np.diag([ow / size[0], oh / size[1]])
    own = np.column_stack([out @ matrix[:, :2] @ into, out @ matrix[:, 2]])
    p, q = before.parameters, after.parameters
    neutral = (np.clip((0 - q.minimum) / (q.maximum - q.minimum), 0, 1) ** q.gamma) * 255
    wanted = np.clip(resampled(before.map.astype(float), own, (ow, oh), neutral), 0, 255)
    error = np.abs(after.map - np.round(wanted))
    within = float((error <= 1).mean())
    hdr = resampled(photos.rebuilt(before.base, before.map, p), matrix, size, np.zeros(3))
    light = np.clip(resampled(photos.to_light(before.base), matrix, size, np.zeros(3)), 0, 1)
    ideal = photos.brightened(light, wanted, q)
    decibels = difference(photos.rebuilt(after.base, after.map, q), ideal)
    print(f"{name:12} {script:45} {ow:4} x {oh:<4} {within:8.2%} {int(error.max()):4} {decibels:8.3f} {difference(ideal, hdr):9.3f}")
    return within >= 0.99 and decibels <= 0.5


def check_applied(program: str, photo: Path, name: str, folder: Path) -> float:
    target = folder / "hdr.png"
    argv = [program, "apply", "-e", "", str(photo), "--gain-map", "apply", "--headroom", "6", "-o", str(target), "--force"]
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
    before = photos.read(photo)
    samples = photos.pyvips.Image.new_from_file(str(target)).numpy()[:, :, :3] / 65535
    light = pq_light(samples) @ TO_SRGB.T
    wanted = photos.rebuilt(before.base, before.map, before.parameters) @ photos.to_srgb(before.base_file).T
    decibels = difference(light, wanted)
    print(f"{name:12} {'--gain-map apply':45} {'':11} {'':8} {'':4} {decibels:8.3f}")
    return decibels


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--only", default="", help="check only scripts that contain this text")
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    print(f"{'photo':12} {'script':45} {'map':>11} {'within':>8} {'most':>4} {'HDR, dB':>8} {'model, dB':>9}")
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for index, photo in enumerate(arguments.photos):
            kinds = {"vips 1/4": lambda to: photos.by_vips(photo, SIZE, to), "vips 1/2": lambda to: photos.by_vips(photo, SIZE, to, 2), "pyultrahdr": lambda to: photos.by_pyultrahdr(photo, SIZE, to), "3 channels": lambda to: photos.by_hand(photo, SIZE, to)}
            for kind, make in kinds.items():
                made = folder / f"{index}-{kind.replace('/', '')}.jpg"
                make(made)
                for script in SCRIPTS:
                    if arguments.only in script:
                        failed += not check(program, made, kind, script, folder)
                failed += check_applied(program, made, kind, folder) > 0.5
    print(f"{failed} of the checks failed" if failed else "all within the bounds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
