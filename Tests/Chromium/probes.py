#!/usr/bin/env python3
"""Compares colors of frameit's pictures with those of Chromium's pages of HTML and CSS, over a photo and without one.

    probes.py PROGRAM [--out DIR] [--table]

Each probe is a cell of a canvas: statements of a script, elements of a page that look the same, and points of the cell.
At each point, the largest difference of a channel may be NEAR of 255. The page and the script are made from the same
list. The photo is drawn pixel by pixel, so that only blending is compared.

Of each line of text, the ink is compared: the sum of the differences from the background. Chromium adds contrast to text of
HTML, so it draws the outlines of the glyphs, as `frameit export` writes them.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import numpy

import check

NEAR = 2
# Chromium's blur is three box filters.
NEAR_BLUR = 3
INK = 0.01
CELL, COLUMNS = 100, 12
MIDDLE = [(50, 50), (44, 57)]
EDGES = [(50, 8), (50, 91), (8, 50), (91, 50), (86, 92)]
MODES = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity"]


def box(style, inside="", place="20px;top:20px;width:60px;height:60px"):
    return f'<div style="left:{place};{style}">{inside}</div>'


def drawing(inside, style=""):
    return f'<svg width="100" height="100" style="left:0;top:0;{style}">{inside}</svg>'


def filled(color):
    return (f"fill {color}", f"rect 20,20 60,60 fill {color}", box(f"background:{color}"), MIDDLE)


def shadow(offset, blur, color):
    x, y = offset
    return (
        f"shadow {x},{y} {blur} {color}", f"rect 20,20 60,60 fill white shadow {x},{y} {blur} {color}",
        box(f"background:white;box-shadow:{x}px {y}px {blur}px {color}"), EDGES)


def stroke(width, color):
    return (
        f"stroke {width} {color}", f"path \"M10 50H90M50.5 10V40\" fill none stroke {color} {width}",
        drawing(f'<path d="M10 50H90M50.5 10V40" fill="none" stroke="{color}" stroke-width="{width}"/>'),
        [(30, 49), (30, 50), (50, 20), (30, 51)])


def gradient(first, second, angle="to right", end="80,20"):
    return (
        f"gradient {first} {second}", f"rect 20,20 60,60 fill linear 20,20 to {end} {first} {second}",
        box(f"background:linear-gradient({angle},{first},{second})"), [(25, 50), (50, 50), (75, 50), (40, 70)])


def radial(first, second):
    return (
        f"radial gradient {first} {second}", f"rect 20,20 60,60 fill radial 50,50 30 {first} {second}",
        box(f"background:radial-gradient(30px at center,{first},{second})"), [(50, 50), (62, 50), (50, 74), (75, 75)])


def faded(opacity):
    return (
        f"group of opacity {opacity}",
        f"group opacity {opacity} {{\n layer CELLa rect 20,20 40,40 fill #e02020\n layer CELLb rect 40,40 40,40 fill #2040e0c0\n}}",
        box(
            f"opacity:{opacity}", box("background:#e02020", place="0;top:0;width:40px;height:40px")
            + box("background:#2040e0c0", place="20px;top:20px;width:40px;height:40px")),
        [(30, 30), (50, 50), (70, 70)])


def blended(mode, color):
    return (
        f"{mode} {color}", f"rect 20,20 60,60 fill {color} blend {mode}",
        box(f"background:{color};mix-blend-mode:{mode}"), MIDDLE + [(25, 75)])


def masked(channel, first, second):
    return (
        f"mask of {channel} {first} {second}",
        f"rect 20,20 60,60 fill #e05020 mask linear 20,20 to 80,20 {first} {second.replace('transparent', 'none')} "
        + (channel if channel == "luminance" else ""),
        box(f"background:#e05020;mask-image:linear-gradient(to right,{first},{second});mask-mode:{channel}"),
        [(25, 50), (50, 50), (75, 50)])


def sticker(opacity, style=""):
    return (
        f"image of opacity {opacity} {style}", f"image $2 at 0,0 part 100,90 100,100 opacity {opacity} {style}",
        f'<div style="left:0;top:0;width:100px;height:100px;opacity:{opacity};background:url(sticker.png) -100px -90px;'
        + (f"mix-blend-mode:{style.split()[1]}" if style else "") + '"></div>', MIDDLE + [(10, 10), (90, 30)])


def blurred(radius):
    return (
        f"blur of a shape {radius}", f"rect 20,20 60,60 fill #d02060 blur {radius}",
        box(f"background:#d02060;filter:blur({radius}px)"), [(50, 50), (20, 50), (30, 50), (80, 80)])


PROBES = [
    *[filled(c) for c in ["#0009", "#000000cc", "#0003", "#fff8", "#ffffff40", "#f008", "#00ff0080", "#3060c0a0", "#80808080"]],
    *[shadow(*s) for s in [
        ((0, 12), 32, "#0f172a40"), ((0, 4), 12, "#0006"), ((0, 2), 4, "#000c"), ((6, 6), 0, "#0008"), ((0, 0), 20, "#ffff00c0"),
        ((0, 8), 24, "#00000059"), ((-5, 5), 10, "#ff000080")]],
    *[stroke(w, c) for w, c in [(1, "#111"), (2, "#fff"), (3, "#0006"), (0.5, "#111"), (1, "#ffffff80")]],
    gradient("#000000cc", "#00000000"), gradient("#ff0000", "#0000ff"), gradient("#ff000080", "#00ff00"),
    gradient("#ffffff", "#ffffff00"), gradient("#102030", "#f0e0d0"),
    radial("#ffffffcc", "#ffffff00"), radial("#ff8000", "#0040ff80"), radial("#000", "#0000"),
    *[faded(o) for o in [0.25, 0.5, 0.8]],
    *[blended(m, "#c06030") for m in MODES], *[blended(m, "#40a0e0a0") for m in MODES],
    masked("alpha", "black", "transparent"), masked("alpha", "#00000080", "#000000"),
    masked("luminance", "black", "white"), masked("luminance", "#ff0000", "#00ff00"),
    *[sticker(o) for o in [1, 0.5, 0.2]], sticker(0.7, "blend multiply"), sticker(1, "blend screen"),
    *[blurred(r) for r in [2, 5]],
]
LINES = [(size, colors) for size in [12, 14, 16, 20, 24, 32, 40, 48] for colors in [("black", "white"), ("white", "black")]]


def lines_script(photo):
    height = sum(2 * size for size, _ in LINES)
    statements = [f"canvas 500,{height}"] + (["layer photo image at 460,0 size 40,40"] if photo else [])
    y = 0
    for i, (size, (ink, paper)) in enumerate(LINES):
        statements.append(f"layer p{i} rect 0,{y} 440,{2 * size} fill {paper}")
        statements.append(f'layer t{i} text "Hamburgefonstiv" at 10,{y + size // 3} font-size {size} fill {ink}')
        y += 2 * size
    return "\n".join(statements)


def script(photo):
    rows = (len(PROBES) + COLUMNS - 1) // COLUMNS
    lines = [f"canvas {COLUMNS * CELL},{rows * CELL}", "background #f6f1e4"]
    if photo:
        lines.append("layer photo image $1 at 0,0")
    for i, (_, statement, _, _) in enumerate(PROBES):
        x, y = i % COLUMNS * CELL, i // COLUMNS * CELL
        # The coordinates of a probe are those of its cell, and CELL begins the names of its layers.
        kind = "group" if statement.startswith("group") else "layer"
        lines += [f"{kind} CELL {statement.removeprefix('group ')}".replace("CELL", f"c{i}"), f"translate {x},{y}"]
    return "\n".join(lines)


def page(photo):
    rows = (len(PROBES) + COLUMNS - 1) // COLUMNS
    under = '<img src="photo.png" style="left:0;top:0">' if photo else ""
    # Each element is moved to its cell itself: an element around it would isolate blend modes.
    cells = []
    for i, (_, _, element, _) in enumerate(PROBES):
        move = f"translate:{i % COLUMNS * CELL}px {i // COLUMNS * CELL}px;"
        cells.append(element.replace('style="', f'style="{move}', 1))
    return (
        "<!doctype html><style>*{position:absolute;margin:0}body{background:#f6f1e4;"
        f"width:{COLUMNS * CELL}px;height:{rows * CELL}px}}</style><body>{under}{''.join(cells)}")


def shot(program, folder, page, width, height):
    path = os.path.join(folder, "page")
    check.run(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb",
        "--allow-file-access-from-files", f"--user-data-dir={folder}/profile", f"--window-size={width},{height}",
        f"--screenshot={path}.png", "file://" + page)
    check.run(program, "apply", "-e", "", path + ".png", "-o", path + ".pam", "--force")
    return check.over_white(path + ".pam")[:height, :width]


def ours(program, folder, text, inputs, name="ours"):
    path = os.path.join(folder, name)
    open(path + ".txt", "w").write(text)
    check.run(program, "apply", path + ".txt", *inputs, "-o", path + ".pam", "--force")
    return check.over_white(path + ".pam")


def ink(pixels, number):
    y = sum(2 * size for size, _ in LINES[:number])
    size, (_, paper) = LINES[number]
    part = pixels[y:y + 2 * size, :440]
    return numpy.abs(part - (255 if paper == "white" else 0)).sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--out")
    parser.add_argument("--table", action="store_true", help="print every probe")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = os.path.abspath(options.out or tempfile.mkdtemp())
    os.makedirs(folder, exist_ok=True)
    rows = (len(PROBES) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * CELL, rows * CELL
    samples = os.path.join(check.ROOT, "SampleImages")
    path = lambda name: os.path.join(folder, name)
    check.run(program, "apply", "-e", f"canvas cover {width},{height}", f"{samples}/landscape.jpg", "-o", path("photo.png"), "--force")
    check.run(program, "apply", "-e", "", f"{samples}/sticker.png", "-o", path("sticker.png"), "--force")
    failed = 0
    for photo in [True, False]:
        open(path("page.html"), "w").write(page(photo))
        theirs = shot(program, folder, path("page.html"), width, height)
        found = ours(program, folder, script(photo), [path("photo.png"), path("sticker.png")])
        worst = 0
        for i, (name, _, _, points) in enumerate(PROBES):
            x, y = i % COLUMNS * CELL, i // COLUMNS * CELL
            differences = [numpy.abs(found[y + dy, x + dx] - theirs[y + dy, x + dx]).max() for dx, dy in points]
            worst = max(worst, max(differences))
            is_wrong = max(differences) > (NEAR_BLUR if name.startswith("blur") else NEAR)
            if options.table or is_wrong:
                at = points[int(numpy.argmax(differences))]
                pixel = lambda p: ",".join(str(int(round(v))) for v in p[y + at[1], x + at[0]])
                print(f"{'photo' if photo else 'plain'}  {name:36} {max(differences):4.0f}  {pixel(found):12} {pixel(theirs)}")
            failed += is_wrong
        print(f"{len(PROBES)} probes {'over a photo' if photo else 'without a photo'}: the largest difference is {worst:.0f}")
        text = lines_script(photo)
        inputs = [path("photo.png")] if photo else []
        found = ours(program, folder, text, inputs, "lines")
        check.run(program, "export", path("lines.txt"), *inputs, "-o", path("lines.svg"), "--force")
        # Chromium has few levels of coverage, so its drawing is larger, and averaged.
        theirs = check.chromium(program, lambda extension: path("lines" + extension), check.FINER)
        shares = [ink(found, i) / ink(theirs, i) for i in range(len(LINES))]
        print(f"{len(LINES)} lines of text: ink from {min(shares):.1%} to {max(shares):.1%} of Chromium's")
        failed += sum(abs(share - 1) > INK for share in shares)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
