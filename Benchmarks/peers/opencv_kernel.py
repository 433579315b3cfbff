"""Runs OpenCV's warpAffine with one thread on an image like kernel-benchmark's: `opencv_kernel.py MODE RUNS` prints
the median of the runs, after a warm-up, in MP/s as JSON.
"""

import json
import sys
import time

import cv2
import numpy

WIDTH, HEIGHT = 4096, 3072
MODES = {"cubic": cv2.INTER_CUBIC, "linear": cv2.INTER_LINEAR}

mode, runs = sys.argv[1], int(sys.argv[2])
cv2.setNumThreads(1)
random = numpy.random.default_rng(1)
image = random.integers(0, 256, (HEIGHT, WIDTH, 4), dtype=numpy.uint8)
matrix = cv2.getRotationMatrix2D((WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5), -7, 1)
result = numpy.empty_like(image)


def once() -> float:
    start = time.perf_counter()
    cv2.warpAffine(image, matrix, (WIDTH, HEIGHT), dst=result, flags=MODES[mode])
    return time.perf_counter() - start


once()
seconds = sorted(once() for _ in range(runs))[runs // 2]
print(json.dumps({"case": f"opencv {mode}", "megapixelsPerSecond": WIDTH * HEIGHT / seconds / 1e6}))
