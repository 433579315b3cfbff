"""Applies one matrix to one image with a Python library: `affine.py cv2|PIL|pyvips IN OUT W H a b c d tx ty`.

The matrix maps from source to output, pixel centers are at +0.5, and the background is white. With
"import" instead of a file, it only imports the library, to measure the time that is subtracted.
"""

import sys

LIBRARY, SOURCE, *REST = sys.argv[1:]
WHITE = (255, 255, 255)


def opencv() -> None:
    import cv2
    import numpy

    if SOURCE == "import":
        return
    # In OpenCV, pixel centers are at whole numbers.
    x, y = 0.5 * (a + c) + tx - 0.5, 0.5 * (b + d) + ty - 0.5
    matrix = numpy.array([[a, c, x], [b, d, y]])
    image = cv2.imread(SOURCE)
    result = cv2.warpAffine(
        image, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=WHITE
    )
    jpeg = [
        cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
    ]  # fmt: skip
    cv2.imwrite(output, result, jpeg if output.endswith(".jpg") else [])


def pillow() -> None:
    from PIL import Image

    if SOURCE == "import":
        return
    det = a * d - b * c
    inverse = (d / det, -c / det, (c * ty - d * tx) / det, -b / det, a / det, (b * tx - a * ty) / det)
    image = Image.open(SOURCE)
    result = image.transform(size, Image.AFFINE, inverse, resample=Image.BICUBIC, fillcolor=WHITE)
    jpeg = {"quality": 90, "subsampling": 0}
    result.save(output, **(jpeg if output.endswith(".jpg") else {}))


def libvips() -> None:
    import pyvips

    if SOURCE == "import":
        return
    image = pyvips.Image.new_from_file(SOURCE)
    result = image.affine(
        [a, c, b, d], interpolate=pyvips.Interpolate.new("bicubic"), oarea=[0, 0, *size],
        idx=0.5, idy=0.5, odx=tx - 0.5, ody=ty - 0.5, background=WHITE,
    )  # fmt: skip
    jpeg = {"Q": 90, "subsample_mode": "off"}
    result.write_to_file(output, **(jpeg if output.endswith(".jpg") else {}))


if REST:
    output = REST[0]
    size = (int(REST[1]), int(REST[2]))
    a, b, c, d, tx, ty = map(float, REST[3:])
{"cv2": opencv, "PIL": pillow, "pyvips": libvips}[LIBRARY]()
