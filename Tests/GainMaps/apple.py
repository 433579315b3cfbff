"""Makes photos with gain maps in Apple's form, as JPEG and as HEIC, and compares the HDR image of the outputs with Apple's
formula in float64: `apple.py PROGRAM PLUGINS PHOTO...`. No file of a real phone is among them.

For each photo, there is its headroom in stops; the largest difference between the gain of a sample of an output that is not
turned and that of the formula, in stops; and as in oracle.py, the root of the mean square of the ratio of the HDR images, in dB.
Needs `heif-enc` and `heif-convert` (libheif-examples).
"""

import argparse
import io
import os
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

import photos
from comparing import TO_SRGB, difference, explained, pq_light, resampled
from made_images import segment, with_second_image

SIZE = (480, 320)
TYPE = b"urn:com:apple:photo:2020:aux:hdrgainmap"


def exif(boost: tuple[int, int] | None, gain: tuple[int, int] | None) -> bytes:
    """Returns EXIF with Apple's maker note, whose numbers 33 and 48 are these fractions."""
    fractions = [(tag, value) for tag, value in ((33, boost), (48, gain)) if value]
    directory, data = struct.pack(">H", len(fractions) + 1) + struct.pack(">HHIi", 1, 9, 1, 14), b""
    start = 14 + 2 + 12 * (len(fractions) + 1) + 4
    for tag, value in fractions:
        directory += struct.pack(">HHII", tag, 10, 1, start + len(data))
        data += struct.pack(">ii", *value)
    note = b"Apple iOS\0\0\1MM" + directory + bytes(4) + data
    first = struct.pack(">H", 1) + struct.pack(">HHII", 0x8769, 4, 1, 26) + bytes(4)
    details = struct.pack(">H", 1) + struct.pack(">HHII", 0x927C, 7, len(note), 44) + bytes(4)
    return b"MM\0*" + struct.pack(">I", 8) + first + details + note


def xmp(headroom: float | None) -> bytes:
    """Returns the XMP of a map, of the newer version if it has the headroom."""
    version = 65536 if headroom is None else 131072
    more = "" if headroom is None else f' HDRGainMap:HDRGainMapHeadroom="{headroom}"'
    return (
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        "<rdf:Description xmlns:apdi='http://ns.apple.com/pixeldatainfo/1.0/' "
        f"xmlns:HDRGainMap='http://ns.apple.com/HDRGainMap/1.0/' apdi:AuxiliaryImageType='{TYPE.decode()}' "
        f'HDRGainMap:HDRGainMapVersion="{version}"{more}/></rdf:RDF></x:xmpmeta>'
    ).encode()


def jpeg(base: Image.Image, map: Image.Image, about: bytes, packet: bytes) -> bytes:
    def encoded(image: Image.Image, *segments: bytes) -> bytes:
        file = io.BytesIO()
        image.save(file, "JPEG", quality=95, subsampling=0)
        return file.getvalue()[:2] + b"".join(segments) + file.getvalue()[2:]

    own = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)
    return with_second_image(encoded(base, segment(0xE1, b"Exif\0\0" + about)), encoded(map, own))


# HEIC (ISO/IEC 14496-12 and 23008-12)


def box(kind: bytes, *parts: bytes) -> bytes:
    return struct.pack(">I4s", 8 + sum(map(len, parts)), kind) + b"".join(parts)


def full_box(kind: bytes, version: int, flags: int, *parts: bytes) -> bytes:
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def boxes(data: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        found.append((kind, data[at + 8 : at + size]))
        at += size
    return found


def coded(image: Image.Image, folder: Path, *options: str) -> tuple[list[bytes], bytes]:
    """Returns the properties and the data of an image, which must not need a grid."""
    image.save(folder / "coded.png")
    target = folder / "coded.heic"
    subprocess.run(["heif-enc", *options, folder / "coded.png", "-o", target], check=True, capture_output=True)
    top = dict(boxes(target.read_bytes()))
    meta = dict(boxes(top[b"meta"][4:]))
    properties = [box(*each) for each in boxes(dict(boxes(meta[b"iprp"]))[b"ipco"]) if each[0] in (b"hvcC", b"ispe", b"colr")]
    if sum(each[4:8] == b"ispe" for each in properties) != 1:
        raise AssertionError("the image is a grid")
    return properties, top[b"mdat"]


def heic(base: Image.Image, map: Image.Image, about: bytes, packet: bytes | None, folder: Path, *, turn: int = 0) -> bytes:
    """Returns a HEIC with an image, its hidden gain map, EXIF and, unless it is None, the XMP of the map.

    `turn` counts quarter turns to the left, which apply to both images.
    """
    first, first_data = coded(base, folder, "-q", "95")
    second, second_data = coded(map, folder, "-L")
    auxiliary = full_box(b"auxC", 0, 0, TYPE + b"\0")
    both = [box(b"irot", bytes([turn]))] if turn else []
    first, second = first + both, second + [auxiliary] + both
    items = [(b"hvc1", b"", 0, first_data), (b"hvc1", b"", 1, second_data), (b"Exif", b"", 1, struct.pack(">I", 0) + about)]
    links = [(b"auxl", 2, 1), (b"cdsc", 3, 1)]
    if packet is not None:
        items.append((b"mime", b"application/rdf+xml\0", 1, packet))
        links.append((b"cdsc", 4, 2))

    def meta(start: int) -> bytes:
        infos = [
            full_box(b"infe", 2, hidden, struct.pack(">HH4s", number, 0, kind), b"\0", more)
            for number, (kind, more, hidden, _) in enumerate(items, 1)
        ]
        uses = b""
        for item, (properties, before) in ((1, (first, 0)), (2, (second, len(first)))):
            uses += struct.pack(">HB", item, len(properties))
            uses += bytes(before + i | (0x80 if each[4:8] in (b"hvcC", b"irot") else 0) for i, each in enumerate(properties, 1))
        places, at = b"", start
        for number, (_, _, _, data) in enumerate(items, 1):
            places += struct.pack(">HHHII", number, 0, 1, at, len(data))
            at += len(data)
        return full_box(
            b"meta", 0, 0, full_box(b"hdlr", 0, 0, bytes(4), b"pict", bytes(13)), full_box(b"pitm", 0, 0, struct.pack(">H", 1)),
            full_box(b"iinf", 0, 0, struct.pack(">H", len(items)), *infos),
            full_box(b"iref", 0, 0, *(box(kind, struct.pack(">HHH", of, 1, to)) for kind, of, to in links)),
            box(b"iprp", box(b"ipco", *first, *second), full_box(b"ipma", 0, 0, struct.pack(">I", 2), uses)),
            full_box(b"iloc", 0, 0, b"\x44\0", struct.pack(">H", len(items)), places))

    kind = box(b"ftyp", b"heic", bytes(4), b"mif1heic")
    return kind + meta(len(kind) + len(meta(0)) + 8) + box(b"mdat", *(data for *_, data in items))


# The check


@dataclass
class Case:
    name: str
    file: Path
    base: np.ndarray
    map: np.ndarray
    headroom: float


def headroom(boost: float, gain: float) -> float:
    """Returns the headroom by the numbers of the maker note."""
    if boost < 1:
        stops = -20 * gain + 1.8 if gain <= 0.01 else -0.101 * gain + 1.601
    else:
        stops = -70 * gain + 3 if gain <= 0.01 else -0.303 * gain + 2.303
    return 2 ** max(stops, 0)


def gains(map: np.ndarray, headroom: float) -> np.ndarray:
    """Returns the factors of a map's codes."""
    v = map / 255
    return 1 + (headroom - 1) * np.where(v < 0.081, v / 4.5, ((v + 0.099) / 1.099) ** (1 / 0.45))


def hdr(case: Case) -> np.ndarray:
    height, width = case.base.shape[:2]
    return photos.to_light(case.base) * gains(photos.stretched(case.map.astype(float), (width, height)), case.headroom)


def pixels(path: Path, mode: str) -> np.ndarray:
    image = np.asarray(Image.open(path).convert(mode))
    return image.reshape(*image.shape[:2], -1)


def made(photo: Path, folder: Path, program: str) -> list[Case]:
    """Returns photos of both formats, with headrooms in each place."""
    base = Image.open(photo).convert("RGB").resize(SIZE, Image.LANCZOS)
    # A smooth map: the program averages stops when it reduces a map, and the reference averages light.
    smooth = base.resize((SIZE[0] // 8, SIZE[1] // 8), Image.BOX).resize((SIZE[0] // 2, SIZE[1] // 2), Image.BICUBIC)
    light = photos.to_light(np.asarray(smooth).astype(float)).max(axis=2)
    map = Image.fromarray(np.round(255 * np.clip(light * 1.2 - 0.1, 0, 1) ** 0.5).astype(np.uint8))
    cases = []
    for name, numbers, stated in (
        ("note 1", ((11, 10), (1, 200)), None), ("note 2", ((3, 2), (1, 2)), None), ("note 3", ((1, 2), (1, 400)), None),
        ("note 4", ((9, 10), (2, 1)), None), ("XMP", None, 3.7),
    ):
        about = exif(*numbers) if numbers else exif(None, None)
        whole = stated or headroom(*(a / b for a, b in numbers))
        target = folder / f"{name}.jpg"
        target.write_bytes(jpeg(base, map, about, xmp(stated)))
        first, second = photos.split(target.read_bytes())
        cases.append(Case(f"JPEG, {name}", target, pixels(io.BytesIO(first), "RGB"), pixels(io.BytesIO(second), "L"), whole))
        packet = xmp(stated) if stated or name != "note 1" else None
        for turn in (0, 1) if name == "note 1" else (0,):
            target = folder / f"{name}-{turn}.heic"
            target.write_bytes(heic(base, map, about, packet, folder, turn=turn))
            subprocess.run(["heif-convert", "--with-aux", target, folder / "read.png"], check=True, capture_output=True)
            read = pixels(next(folder.glob("read*hdrgainmap*.png")), "L")
            # The base as the program reads it: libheif's own conversion repeats chroma samples.
            run(program, "", target, folder / "base.png", "--gain-map", "drop")
            cases.append(Case(f"HEIC, {name}, {turn}", target, pixels(folder / "base.png", "RGB"), read, whole))
    return cases


def run(program: str, script: str, photo: Path, target: Path, *options: str) -> None:
    argv = [program, "apply", "-e", script, str(photo), "-o", str(target), "--force", "--quiet", *options]
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)


def check(program: str, case: Case, folder: Path) -> bool:
    target = folder / "out.jpg"
    options = ("--lossless", "never", "--quality", "100")
    run(program, "", case.file, target, *options)
    after = photos.read(target)
    p = after.parameters
    got = p.minimum + (p.maximum - p.minimum) * (after.map / 255) ** (1 / p.gamma)
    stops = float(np.abs(got - np.log2(gains(case.map, case.headroom))).max())
    results = [difference(photos.rebuilt(after.base, after.map, p), hdr(case))]
    for script in ("rotate 12deg", "rotate 90deg", "scale 0.5; rotate -7deg"):
        # The edges of the photo are mixtures of light.
        whole = f"{script}; filter cubic; light blend linear; background black"
        run(program, whole, case.file, target, *options)
        after = photos.read(target)
        matrix, size = explained(program, whole, case.file)
        wanted = resampled(hdr(case), matrix, size, np.zeros(3))
        results.append(difference(photos.rebuilt(after.base, after.map, after.parameters), wanted))
    run(program, "", case.file, folder / "hdr.png", "--gain-map", "apply", "--headroom", "6")
    samples = photos.pyvips.Image.new_from_file(str(folder / "hdr.png")).numpy()[:, :, :3] / 65535
    results.append(difference(pq_light(samples) @ TO_SRGB.T, hdr(case)))
    print(f"{case.name:20} {np.log2(case.headroom):6.3f} {stops:8.4f}  " + " ".join(f"{each:8.3f}" for each in results))
    # In codes of the output's map: half of one by rounding, and the rest by JPEG at quality 100, at its worst pixel.
    return stops <= 3 * np.log2(case.headroom) / 255 and max(results) <= 0.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("plugins", type=Path)
    parser.add_argument("photos", type=Path, nargs="+")
    arguments = parser.parse_args()
    os.environ["FRAMEIT_PLUGIN_PATH"] = str(arguments.plugins.resolve())
    program = str(arguments.program.resolve())
    print(f"{'photo':20} {'stops':>6} {'most':>8}   {'identity':>8} {'12deg':>8} {'90deg':>8} {'smaller':>8} {'applied':>8}")
    failed = 0
    for photo in arguments.photos:
        with tempfile.TemporaryDirectory() as name:
            for case in made(photo, Path(name), program):
                failed += not check(program, case, Path(name))
    print(f"{failed} of the photos failed" if failed else "all within the bounds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
