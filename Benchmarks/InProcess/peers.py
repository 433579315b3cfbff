"""Edits images again and again in one process with a library: `peers.py LIBRARY WORK FOLDER IMAGE...`.

The libraries are pyvips, cv2 and PIL. Each line of stdin is answered with the milliseconds of one run over all images.
Starting and importing are not measured. libvips has two threads and no cache, OpenCV has two threads.
"""

import json
import os
import sys
import time
from pathlib import Path

LIBRARY, WORK, FOLDER, *IMAGES = sys.argv[1:]
work = json.loads(WORK)
WHITE = (255, 255, 255)
durable = work.get("durable", False)

if LIBRARY == "pyvips":
    os.environ["VIPS_CONCURRENCY"] = str(work.get("threads", 2))
    import pyvips

    pyvips.cache_set_max(0)
elif LIBRARY == "cv2":
    import cv2
    import numpy

    cv2.setNumThreads(work.get("threads", 2))
else:
    import numpy
    from PIL import Image


def target(image: str) -> str:
    return f"{FOLDER}/{Path(image).stem}.{work['format']}"


def sync(path: str) -> None:
    if durable:
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def by_vips(image: str) -> None:
    jpeg = {"Q": 90, "subsample_mode": "off", "optimize_coding": True} if work["format"] == "jpg" else {"compression": 6}
    if work["kind"] == "thumbnail":
        result = pyvips.Image.thumbnail(image, *work["size"][:1], height=work["size"][1], size="down", linear=work["linear"])
    else:
        a, b, c, d, tx, ty = work["matrix"]
        source = pyvips.Image.new_from_file(image, access="random")
        result = source.affine(
            [a, c, b, d], interpolate=pyvips.Interpolate.new("bicubic"), oarea=[0, 0, *work["size"]],
            idx=0.5, idy=0.5, odx=tx - 0.5, ody=ty - 0.5, background=WHITE,
        )  # fmt: skip
    result.write_to_file(target(image), **jpeg)


def by_opencv(image: str) -> None:
    source = cv2.imread(image)
    if work["kind"] == "thumbnail":
        scale = min(1, work["size"][0] / source.shape[1], work["size"][1] / source.shape[0])
        size = tuple(max(1, round(side * scale)) for side in (source.shape[1], source.shape[0]))
        result = cv2.resize(source, size, interpolation=cv2.INTER_AREA)
    elif work["kind"] == "corners":
        height, width = source.shape[:2]
        # Its pixel centers are at whole numbers.
        quads = [numpy.float32(quad) - 0.5 for quad in ([(0, 0), (width, 0), (width, height), (0, height)], work["corners"])]
        result = cv2.warpPerspective(
            source, cv2.getPerspectiveTransform(*quads), tuple(work["size"]), flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_CONSTANT, borderValue=WHITE,
        )  # fmt: skip
    else:
        a, b, c, d, tx, ty = work["matrix"]
        x, y = 0.5 * (a + c) + tx - 0.5, 0.5 * (b + d) + ty - 0.5
        result = cv2.warpAffine(
            source, numpy.array([[a, c, x], [b, d, y]]), tuple(work["size"]), flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_CONSTANT, borderValue=WHITE,
        )  # fmt: skip
    jpeg = [
        cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_OPTIMIZE, 1,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
    ]  # fmt: skip
    cv2.imwrite(target(image), result, jpeg if work["format"] == "jpg" else [cv2.IMWRITE_PNG_COMPRESSION, 6])


def by_pillow(image: str) -> None:
    source = Image.open(image)
    if work["kind"] == "thumbnail":
        result = source
        result.thumbnail(tuple(work["size"]), Image.LANCZOS)
    elif work["kind"] == "corners":
        result = source.transform(
            tuple(work["size"]), Image.PERSPECTIVE, to_source(source.size), resample=Image.BICUBIC, fillcolor=WHITE
        )
    else:
        a, b, c, d, tx, ty = work["matrix"]
        det = a * d - b * c
        inverse = (d / det, -c / det, (c * ty - d * tx) / det, -b / det, a / det, (b * tx - a * ty) / det)
        result = source.transform(tuple(work["size"]), Image.AFFINE, inverse, resample=Image.BICUBIC, fillcolor=WHITE)
    jpeg = {"quality": 90, "subsampling": 0, "optimize": True}
    result.save(target(image), **(jpeg if work["format"] == "jpg" else {"compress_level": 6}))


def to_source(size: tuple[int, int]) -> tuple[float, ...]:
    """Returns the eight numbers of the map from the output to an image with this size."""
    width, height = size
    rows, wanted = [], []
    for (x, y), (u, v) in zip(work["corners"], [(0, 0), (width, 0), (width, height), (0, height)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return tuple(numpy.linalg.solve(rows, wanted))


edit = {"pyvips": by_vips, "cv2": by_opencv, "PIL": by_pillow}[LIBRARY]


def one(image: str) -> None:
    edit(image)
    sync(target(image))


def run(pool) -> None:
    if pool:
        pool.map(one, IMAGES, chunksize=1)
    else:
        for image in IMAGES:
            one(image)


def main() -> None:
    pool = None
    if len(IMAGES) > 1:
        from multiprocessing import Pool

        pool = Pool(2)
    for _ in sys.stdin:
        start = time.perf_counter()
        run(pool)
        print((time.perf_counter() - start) * 1000, flush=True)


main()
