"""Makes a rotated thumbnail of a large JPEG with Pillow: `thumbnail.py IN OUT SIDE DEGREES`.

Pillow decodes JPEGs at a reduced size if it can. With "import" instead of a file, it only imports Pillow.
"""

import math
import sys

from PIL import Image

source, *rest = sys.argv[1:]
if source != "import":
    output, side, degrees = rest[0], int(rest[1]), math.radians(float(rest[2]))
    image = Image.open(source)
    image.draft("RGB", (side, side))
    image.thumbnail((side, side), Image.BICUBIC)
    # From output to source about the center; corners are at whole numbers.
    cos, sin = math.cos(degrees), math.sin(degrees)
    half = side / 2
    inverse = (
        cos, sin, image.width / 2 - half * (cos + sin), -sin, cos, image.height / 2 - half * (cos - sin),
    )  # fmt: skip
    turned = image.transform(
        (side, side), Image.AFFINE, inverse, resample=Image.BICUBIC, fillcolor=(255, 255, 255)
    )
    turned.save(output, quality=90, subsampling=0)
