#!/usr/bin/env python3
"""Measures how far each kind of work exceeds `--max-time`. The goal is at most 100 ms.

    Tests/Limits/cancel.py PROGRAM

Without a limit, every command below runs for seconds. Each command runs with a limit of 0.4 s. It must end with exit
code 5, or with 7 for several inputs, and leave no output. It may take as long as the limit plus 100 ms, and the time to
start and to read its script. A case whose command ends before the limit counts as missed, because it proves nothing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = 0.4
LATE = 0.1


def make(program, folder, name, script):
    subprocess.run(
        [program, "apply", "-e", script, "-o", name, "--max-memory", "4G"], cwd=folder, check=True,
        stdout=subprocess.DEVNULL)


def prepare(program, folder):
    make(program, folder, "noise.png",
         "canvas 9000,7000; layer a ellipse 0,0 9000,7000 fill linear 0,0 to 9000,7000 red blue green; "
         "repeat 400 as i { layer l$i line ($i*20),0 (9000-$i*20),7000 stroke white 3 }")
    make(program, folder, "other.png", "canvas 9000,7000; layer a rect 3,0 9000,7000 fill orange")
    make(program, folder, "small.png", "canvas 2600,2600; layer a ellipse 9,0 2600,2600 fill orange")
    make(program, folder, "moved.png", "canvas 2600,2600; layer a ellipse 0,0 2600,2600 fill orange")
    make(program, folder, "noise.jpg",
         "canvas 12000,9000; layer a ellipse 0,0 12000,9000 fill linear 0,0 to 9000,7000 red blue green; "
         "repeat 400 as i { layer l$i line ($i*20),0 (9000-$i*20),7000 stroke white 3 }")
    if shutil.which("jpegtran"):
        subprocess.run(
            ["jpegtran", "-progressive", "-outfile", "progressive.jpg", "noise.jpg"], cwd=folder, check=True)


def cases(folder):
    apply = lambda script, *more: ["apply", "-e", script, *more, "-o", "out.png"]
    yield "a loop", apply("canvas 9,9; repeat 999 { repeat 999 as i { let x = hypot($i,$i) } }; repeat 99 { }")
    yield "layers to plan", apply("canvas 9,9; repeat 99999 as i { layer l$i rect 0,0 9,9 }; repeat 99999 { rotate 1deg }")
    yield "layers to draw", apply("canvas 900,900; repeat 30000 as i { layer l$i rect 0,0 900,900 fill #f001 blend screen }")
    yield "texts", apply("canvas 320,240; repeat 50000 as i { layer w$i text \"some ninety letters of text\" at 1,1 }")
    yield "touches", apply("canvas 9,9; layer a rect 0,0 9,9; recognize pan; pan 10,20 over 100000s")
    yield "a large PNG", apply("rotate 7deg", "noise.png")
    yield "a large JPEG", apply("canvas 400,400; rotate 7deg", "noise.jpg")
    if os.path.exists(os.path.join(folder, "progressive.jpg")):
        yield "a progressive JPEG", apply("canvas 400,400; rotate 7deg", "progressive.jpg")
        yield "a lossless turn", ["apply", "-e", "canvas fit; rotate 90deg", "progressive.jpg", "-o", "out.jpg"]
    yield "frames", apply(
        "canvas 900,900; layer a rect 0,0 900,900 blend screen; animate a rotate to 99deg over 20s", "--frames", "60")
    yield "a comparison", ["compare", "noise.png", "other.png"]
    yield "an alignment", ["compare", "small.png", "moved.png", "--fuzz-align", "32"]
    yield "a hash", ["hash", "noise.png", "noise.jpg", "noise.png"]


def main():
    program = os.path.abspath(sys.argv[1])
    late = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(program, folder)
        for name, arguments in cases(folder):
            start = time.monotonic()
            run = subprocess.run(
                [program, *arguments, "--max-time", str(LIMIT)], cwd=folder, capture_output=True, text=True)
            took = time.monotonic() - start
            left = [f for f in ("out.png", "out.jpg") if os.path.exists(os.path.join(folder, f))]
            # A hash has three results, each with its own time limit.
            over = took - LIMIT * (3 if arguments[0] == "hash" else 1)
            good = run.returncode in (5, 7) and not left and over < LATE + 0.05
            late += not good
            message = run.stderr.strip().splitlines()[0][:70] if run.stderr.strip() else "no message"
            print(f"{'ok  ' if good else 'MISS'} {name:20} {over * 1000:6.0f} ms late  exit {run.returncode}  {message}")
            for file in left:
                os.remove(os.path.join(folder, file))
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
