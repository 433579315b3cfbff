#!/usr/bin/env python3
"""Runs batches on disks without unnamed files, and ends them at random points, by a signal or by closing stdout.

    olddisk.py PROGRAM [ROUNDS [IMAGES]]

olddisk.c simulates such a disk and needs a C compiler. After each end, every output must be the old one or the
whole new one, and no other file may exist, because temporary files have names here. Then `--resume` must make all
outputs.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from soak import check, contents, draw

HERE = os.path.dirname(os.path.abspath(__file__))
OLD, NEW = "canvas inside 24,24; rotate 5deg", "canvas inside 24,24; rotate 7deg"
# The environment for each kind of disk.
DISKS = {"as it is": {}, "without links": {"LD_PRELOAD": "olddisk.so"}, "with links alone": {"LD_PRELOAD": "olddisk.so", "OLD_DISK_LINKS": "1"}}


def words(program, script, *more):
    return [program, "apply", "-e", script, "-r", "in", "--out-dir", "out", "--journal", "journal", *more]


def whole(program, script, settings, *more):
    """Runs to the end, and returns the files by name."""
    done = subprocess.run(words(program, script, *more), env=settings, capture_output=True, text=True)
    check(done.returncode == 0, f"exit {done.returncode}: {done.stderr[-500:]}")
    return {name: data for name, (data, _) in contents("out").items()}


def end(program, settings, how, after, more):
    """Ends a run after a while, by a signal, or for None by closing its stdout."""
    child = subprocess.Popen(
        words(program, NEW, *more), env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(after)
    if how is None:
        child.stdout.close()
    else:
        child.send_signal(how)
        child.stdout.read()
    code = child.wait(timeout=60)
    check(code in (0, -signal.SIGPIPE if how is None else -how), f"{how}: exit {code}")
    return code != 0


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    seed = int(os.environ.get("SEED", time.time()))
    random.seed(seed)
    place = tempfile.mkdtemp(prefix="frameit-olddisk-")
    os.chdir(place)
    subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-o", "olddisk.so", os.path.join(HERE, "olddisk.c"), "-ldl"], check=True)
    _, bad = draw(count)
    for name in bad:
        if os.path.exists(name):
            os.remove(name)
    print(f"{count} images, {rounds} ends on each kind of disk, SEED={seed}")
    for disk, variables in DISKS.items():
        variables = {name: value.replace("olddisk.so", f"{place}/olddisk.so") for name, value in variables.items()}
        settings = {**os.environ, **variables}
        shutil.rmtree("out", ignore_errors=True)
        old = whole(program, OLD, settings)
        start = time.monotonic()
        new = whole(program, NEW, settings, "--force")
        duration = time.monotonic() - start
        ended = 0
        for number in range(rounds):
            # Alternates between replacing old outputs and making new ones.
            replaces = number % 2 == 0
            shutil.rmtree("out")
            if replaces:
                whole(program, OLD, dict(os.environ))
            how = [signal.SIGINT, None, signal.SIGTERM][number % 3]
            ended += end(program, settings, how, random.uniform(0, duration), ["--force"] if replaces else [])
            for name, (data, _) in (contents("out") if os.path.isdir("out") else {}).items():
                check(data in (old.get(name) if replaces else None, new.get(name)), f"{how}: {name} is left, and is not right")
            check(whole(program, NEW, settings, "--resume") == new, "--resume does not make the same")
        print(f"a disk {disk}: a whole run takes {duration:.2f} s, {ended} of {rounds} runs were ended, nothing wrong is left")
        check(ended, "none was ended before its end")
    shutil.rmtree(place)


main()
