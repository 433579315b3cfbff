#!/usr/bin/env python3
"""Runs batches on file systems without unnamed files (O_TMPFILE), and ends them at random points, by a signal or by
closing stdout.

    olddisk.py PROGRAM [ROUNDS [IMAGES]]

olddisk.c simulates such a file system and needs a C compiler. When a run has ended, every output must be the old one or
the complete new one. No other file may exist, although temporary files have names on such file systems. Then `--resume`
must complete the outputs.
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
# The environment variables for each kind of file system.
DISKS = {"unchanged": {}, "without links": {"LD_PRELOAD": "olddisk.so"}, "with links only": {"LD_PRELOAD": "olddisk.so", "OLD_DISK_LINKS": "1"}}


def command(program, script, *more):
    return [program, "apply", "-e", script, "-r", "in", "--out-dir", "out", "--journal", "journal", *more]


def run(program, script, settings, *more):
    """Runs a batch to its end. Returns the bytes of the outputs by name."""
    done = subprocess.run(command(program, script, *more), env=settings, capture_output=True, text=True)
    check(done.returncode == 0, f"exit {done.returncode}: {done.stderr[-500:]}")
    return {name: data for name, (data, _) in contents("out").items()}


def end(program, settings, how, after, more):
    """Ends a run after a number of seconds: by a signal, or, if `how` is None, by closing its stdout.

    - Returns: whether it had not finished yet.
    """
    child = subprocess.Popen(
        command(program, NEW, *more), env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
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
    print(f"{count} images, {rounds} ended runs on each kind of file system, SEED={seed}")
    for disk, variables in DISKS.items():
        variables = {name: value.replace("olddisk.so", f"{place}/olddisk.so") for name, value in variables.items()}
        settings = {**os.environ, **variables}
        shutil.rmtree("out", ignore_errors=True)
        old = run(program, OLD, settings)
        start = time.monotonic()
        new = run(program, NEW, settings, "--force")
        duration = time.monotonic() - start
        ended = 0
        for number in range(rounds):
            # The rounds alternate between replacing old outputs and making new ones.
            replaces = number % 2 == 0
            shutil.rmtree("out")
            if replaces:
                run(program, OLD, dict(os.environ))
            how = [signal.SIGINT, None, signal.SIGTERM][number % 3]
            ended += end(program, settings, how, random.uniform(0, duration), ["--force"] if replaces else [])
            for name, (data, _) in (contents("out") if os.path.isdir("out") else {}).items():
                check(data in (old.get(name) if replaces else None, new.get(name)), f"{how}: {name} exists, but is wrong")
            check(run(program, NEW, settings, "--resume") == new, "--resume gives different outputs")
        print(f"file system {disk}: an uninterrupted run takes {duration:.2f} s, {ended} of {rounds} runs were ended, all outputs are correct")
        check(ended, "every run finished before it could be ended")
    shutil.rmtree(place)


main()
