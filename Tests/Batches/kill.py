#!/usr/bin/env python3
"""Kills a batch at random points repeatedly, and checks the outputs.

    kill.py PROGRAM [ROUNDS [IMAGES]]

After each kill, every existing output must be whole and correct, and no other file may exist. Then `--resume` must
make all outputs correct without rewriting finished ones. Needs only Python.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = "canvas inside 160,160; rotate ($index*3)deg"


def run(program, *arguments, **options):
    return subprocess.run([program, *arguments], capture_output=True, **options)


def draw_inputs(program, folder, count):
    """Draws different parts of a sample image."""
    sample = os.path.join(ROOT, "SampleImages", "landscape.jpg")
    os.makedirs(folder)
    for i in range(count):
        name = os.path.join(folder, f"{i:04}.{'png' if i % 5 == 0 else 'jpg'}")
        crop = f"canvas 300,220; move {i % 40 - 20},{i // 40 - 6}; opacity {1 - i % 7 / 10}"
        made = run(program, "apply", "-e", crop, sample, "-o", name)
        if made.returncode:
            sys.exit(made.stderr.decode())


def contents(folder):
    """Returns the bytes and modification time of every file below a folder, including hidden ones, by name."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = (file.read(), os.stat(path).st_mtime_ns)
    return found


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    images = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    seed = int(os.environ.get("SEED", time.time()))
    random.seed(seed)
    print(f"{images} images, {rounds} kills, SEED={seed}")
    place = tempfile.mkdtemp(prefix="frameit-kill-")
    os.chdir(place)
    os.environ["XDG_STATE_HOME"] = os.path.join(place, "state")
    draw_inputs(program, "in", images)
    arguments = ["apply", "-e", SCRIPT, "--recursive", "in", "--out-dir", "out"]
    start = time.monotonic()
    whole = run(program, *arguments)
    duration = time.monotonic() - start
    wanted = {name: data for name, (data, _) in contents("out").items()}
    if whole.returncode or len(wanted) != images:
        sys.exit(f"the uninterrupted batch failed: {whole.stderr.decode()}")
    counts, wrong, rewritten = [], 0, 0
    for number in range(rounds):
        shutil.rmtree("out")
        child = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, duration))
        child.send_signal(signal.SIGKILL)
        child.wait()
        before = contents("out") if os.path.isdir("out") else {}
        counts.append(len(before))
        for name, (data, _) in before.items():
            if wanted.get(name) != data:
                wrong += 1
                print(f"round {number}: {name} exists, but is wrong")
        resumed = run(program, *arguments, "--resume")
        after = contents("out")
        if resumed.returncode:
            wrong += 1
            print(f"round {number}: exit {resumed.returncode}: {resumed.stderr.decode()[-500:]}")
        if {name: data for name, (data, _) in after.items()} != wanted:
            wrong += 1
            print(f"round {number}: after --resume, the outputs differ from those of an uninterrupted run")
        rewritten += sum(after.get(name, (None, None))[1] != time for name, (_, time) in before.items())
    shutil.rmtree(place)
    print(f"an uninterrupted run takes {duration:.2f} s; outputs after a kill: {min(counts)} to {max(counts)}, {sum(counts) // rounds} on average")
    print(f"{wrong} errors, {rewritten} outputs rewritten")
    sys.exit(1 if wrong or rewritten else 0)


main()
