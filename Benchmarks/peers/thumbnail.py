"""A small picture of a large JPEG, turned: `thumbnail.py IN OUT SIDE DEGREES`, by Pillow, which reads
JPEGs at a part of their size where it may. With "import" instead of a file, only the import."""

import math
import sys

from PIL import Image

source, *rest = sys.argv[1:]
if source != "import":
    output, side, degrees = rest[0], int(rest[1]), math.radians(float(rest[2]))
    picture = Image.open(source)
    picture.draft("RGB", (side, side))
    picture.thumbnail((side, side), Image.BICUBIC)
    # From output to source about the middle, corners at whole numbers.
    cos, sin = math.cos(degrees), math.sin(degrees)
    half = side / 2
    inverse = (
        cos, sin, picture.width / 2 - half * (cos + sin), -sin, cos, picture.height / 2 - half * (cos - sin),
    )  # fmt: skip
    turned = picture.transform(
        (side, side), Image.AFFINE, inverse, resample=Image.BICUBIC, fillcolor=(255, 255, 255)
    )
    turned.save(output, quality=90, subsampling=0)
