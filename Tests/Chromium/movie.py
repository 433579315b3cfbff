#!/usr/bin/env python3
"""Makes the animated image of the studio for the README: screenshots of gestures, which frameit puts together.

    movie.py PROGRAM PHOTO OUTPUT

Needs chromium, chromium-driver and `make studio`.
"""

import math
import os
import shutil
import subprocess
import sys
import tempfile
import time

from studio import HOOK, Studio
from webdriver import Browser


def main(program, photo, output):
    program, photo, output = (os.path.abspath(path) for path in [program, photo, output])
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(photo, os.path.join(folder, "lake.jpg"))
        with open(os.path.join(folder, "frame.txt"), "w") as file:
            file.write("canvas 1200,900\nbackground #f4efe6\n"
                       "layer photo image at 80,80 size 1040,740 mode scaleAspectFill clip\n")
        screens = []
        with Browser(1200, 760) as browser, Studio(program, folder, "frame.txt", "lake.jpg") as studio:
            browser.before_pages(HOOK)
            browser.open(studio.address)
            browser.wait("return typeof state !== 'undefined' && state !== null && studioTest.last?.quality === 'full'")

            def shoot(times=1):
                for _ in range(times):
                    screens.append(f"{folder}/{len(screens):03}.png")
                    browser.screenshot(screens[-1])

            def at(x, y):
                return browser.run("const [x, y] = toPane(arguments[0]), box = $('well').getBoundingClientRect();"
                                   "return [x + box.left, y + box.top]", [x, y])

            def gesture(paths, steps):
                """Moves fingers along paths, functions of a share from 0 to 1 to a point of the canvas."""
                version = browser.run("return state.version")
                def touch(kind, share):
                    points = [dict(zip("xy", at(*path(share))), id=i) for i, path in enumerate(paths)]
                    browser.command("Input.dispatchTouchEvent", type=kind, touchPoints=[] if kind == "touchEnd" else points)
                touch("touchStart", 0)
                for step in range(1, steps + 1):
                    touch("touchMove", step / steps)
                    shoot()
                time.sleep(0.2)
                touch("touchEnd", 1)
                browser.wait("return state.version > arguments[0] && studioTest.last.quality === 'full'", version)
                shoot(6)

            # Words beside the picture.
            browser.run("choosePanel('script', true); setSize('side', 330)")
            time.sleep(1)
            shoot(4)
            def around(sign):
                def path(share):
                    ease = share * share * (3 - 2 * share)
                    angle, radius = math.radians(-14 * ease) + (0 if sign > 0 else math.pi), 160 * (1 + 0.25 * ease)
                    return 600 + radius * math.cos(angle), 450 + radius * math.sin(angle)
                return path
            gesture([around(1), around(-1)], 14)
            gesture([lambda share: (600 + 110 * share, 450 - 60 * share)], 8)
            shoot(4)

            def settle():
                time.sleep(0.5)
                browser.wait("return studioTest.last.quality === 'full'")
            browser.run("$('crop').click()")
            settle()
            shoot(3)
            for step in range(1, 5):
                browser.run("straighten(arguments[0])", 3 * step / 4)
                time.sleep(0.15)
                shoot()
            browser.run("$('crop-ratio').value = '16:9'; $('crop-ratio').onchange()")
            settle()
            shoot(6)
            browser.run("document.querySelector('#crop-bar .main').click()")
            settle()
            shoot(8)
        example = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Examples/screens.txt")
        subprocess.run([program, "apply", example, *screens, "--frames", "10fps", "-o", output, "--force", "--quality", "60"],
                       check=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
