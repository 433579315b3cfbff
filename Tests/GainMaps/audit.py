"""Edits photos with gain maps in every way that the program has, and looks for the maps in the outputs with gainmap-audit,
libvips, libultrahdr by way of libvips, and exiftool: `audit.py PROGRAM PHOTO...`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import pyvips

import photos

SCRIPTS = {
    "turned": "rotate 12deg",
    "quarter": "rotate 90deg",
    "mirrored": "scale -1,1",
    "small": "scale 0.3",
    "large": "scale 1.5",
    "crop": "crop 33,17 200,150",
    "cover": "canvas cover 200,200",
    "straight": "canvas inscribed; straighten 3deg",
    "colors": "exposure 0.5; saturation 1.2",
    "blurred": "blur 6 in rect 60,40 120,80",
    "pixelated": "pixelate 12 in rect 20,20 80,60",
    "redacted": "layer photo image; layer bar rect 20,20 100,30; fill black",
    "text": 'layer photo image; layer words text "Hello" at 30,40; fill white',
    "border": "canvas 360,260; border 8 white; corner-radius 20; background gray",
    "faded": "opacity 0.5; background white",
    "identity": "",
    "filters": "light srgb; filter lanczos3; rotate 3deg",
}


def made(photo: list[Path], count: int, folder: Path) -> list[Path]:
    """Returns photos of several sizes, with maps of several kinds."""
    sizes = [(480, 320), (481, 323), (320, 480), (512, 384), (403, 302)]
    found = []
    for index, (source, size) in enumerate(zip(cycle(photo), cycle(sizes))):
        if index == count:
            return found
        target = folder / f"photo-{index:03}.jpg"
        if index % 5 == 4:
            photos.by_pyultrahdr(source, size, target)
        else:
            photos.by_vips(source, size, target, scale=[1, 2, 4, 8][index % 4])
        found.append(target)
    return found


def run(*argv: object, **more: object) -> subprocess.CompletedProcess:
    done = subprocess.run([str(a) for a in argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, argv))}: {done.stderr.decode()}")
    return done


def edit(program: Path, inputs: list[Path], out: Path) -> list[Path]:
    """Returns the outputs of all edits."""
    results = []
    for name, script in SCRIPTS.items():
        folder = out / name
        run(program, "apply", "-e", script, *inputs, "--out-dir", folder)
        results += sorted(folder.glob("*.jpg"))
    others = out / "others"
    others.mkdir()
    first, second = inputs[:2]
    sheet = (
        "canvas 900,340; background white; "
        + "".join(f"layer p{n} image at {160 + 290 * n},170; scale 0.5; " for n in range(3))
    )
    run(program, "apply", "-e", sheet, *inputs[:3], "-o", others / "sheet.jpg")
    run(program, "apply", "-e", "rotate 5deg", first, "-o", others / "none.jpg", "--keep", "none")
    run(program, "apply", "-e", "rotate 90deg", first, "-o", others / "turned-none.jpg", "--keep", "none")
    run(program, "apply", "-e", "", first, "-o", others / "copy-none.jpg", "--keep", "none")
    run(program, "apply", "-e", "", first, "-o", others / "progressive.jpg", "--progressive")
    run(program, "apply", "-e", "rotate 5deg", first, "-o", others / "bytes.jpg", "--max-bytes", "60K")
    run(program, "apply", "-e", "rotate 5deg", first, "-o", others / "keep.jpg", "--quality", "keep")
    run(program, "apply", "-e", "rotate 5deg", first, "-o", others / "isolated.jpg", "--isolate")
    run(program, "apply", "-e", "rotate 90deg", second, "-o", others / "lossless.jpg", "--lossless", "require")
    run(program, "apply", "-e", "rotate 5deg", first, "-o", others / "sizes.jpg", "--sizes", "200,100")
    with open(first, "rb") as stdin, open(others / "stdout.jpg", "wb") as stdout:
        argv = [str(program), "apply", "-e", "rotate 5deg", "-", "-o", "-"]
        subprocess.run(argv, check=True, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
    (others / "in-place.jpg").write_bytes(first.read_bytes())
    run(program, "apply", "-e", "rotate 5deg", "--in-place", others / "in-place.jpg")
    return results + sorted(others.glob("*.jpg"))


def problem(path: Path) -> str | None:
    """Returns what is wrong with an output, as three readers see it."""
    first, second = photos.split(path.read_bytes())
    image = pyvips.Image.new_from_file(str(path))
    if image.get("vips-loader") != "uhdrload":
        return "libvips sees no gain map"
    hdr = image.uhdr2scRGB()
    if not hdr.max() > 1.0:
        return "the HDR image has no highlights"
    map = pyvips.Image.new_from_buffer(second, "")
    # The sides are rounded to whole pixels of the map.
    is_alike = abs(map.width * image.height - map.height * image.width) <= image.width + image.height
    if not is_alike or map.width > image.width or map.height > image.height:
        return f"the map has {map.width} x {map.height} pixels, and the image {image.width} x {image.height}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=30, help="the number of photos that are edited")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    audit = Path(sys.executable).parent / "gmaudit"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        inputs = made(arguments.photos, arguments.count, folder / "in")
        outputs = edit(program, inputs, folder / "out")
        listed = json.loads(run(audit, "scan", "-r", folder / "out", "--json").stdout)["files"]
        lost = [file["path"] for file in listed if file["state"] not in ("ultrahdr", "iso-jpeg")]
        with ThreadPoolExecutor(2) as pool:
            problems = [(p, why) for p, why in zip(outputs, pool.map(problem, outputs)) if why]
        tags = json.loads(run("exiftool", "-json", "-r", "-MPImageCount", "-NumberOfImages", folder / "out").stdout)
        warned = [tag for tag in tags if tag.get("NumberOfImages") != 2]
        print(f"{len(outputs)} outputs: {len(lost)} lost by gainmap-audit, {len(problems)} wrong for libvips, {len(warned)} wrong for exiftool")
        for path, why in problems[:10]:
            print(path.relative_to(folder), why)
        for path in lost[:10]:
            print(path, "lost")
        for tag in warned[:10]:
            print(tag)
        return 1 if lost or problems or warned or len(listed) != len(outputs) else 0


if __name__ == "__main__":
    sys.exit(main())
