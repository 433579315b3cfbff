#!/usr/bin/env python3
"""Runs Examples/parallel, kills one of its processes, and checks the results: parallel.py PROGRAM [IMAGES]"""

import json
import os
import shutil
import subprocess
import sys

from recipes import Bench, ROOT, check, contents, is_frameit

RECIPES = os.path.join(ROOT, "Examples", "parallel")


def run(recipe, *words):
    return subprocess.run([os.path.join(RECIPES, recipe), *words], capture_output=True, text=True)


def answers(said):
    return [json.loads(line) for line in said.splitlines()]


def call_again(bench, recipe):
    """Runs again with all outputs done, with one more image, and with a file that is not an image."""
    out = recipe
    before = contents(out)
    again = run(recipe, "frame.txt", "in/", out + "/", "-j2")
    check(again.returncode == 0, f"called again: {again.returncode} {again.stderr}")
    check(contents(out) == before, "nothing was written again")
    shutil.copy(os.path.join(ROOT, "SampleImages", "portrait-1.jpg"), "in/more.JPG")
    more = run(recipe, "frame.txt", "in", out, "-j2")
    after = contents(out)
    check(more.returncode == 0 and after.keys() - before.keys() == {"more.JPG"}, f"one more: {more.stderr}")
    check(all(after[name] == before[name] for name in before), "the others are as they were")
    os.remove("in/more.JPG")
    with open("in/broken.jpg", "w") as file:
        file.write("no image")
    failed = run(recipe, "frame.txt", "in", out, "-j2")
    check(failed.returncode == 1, f"one fails: {failed.returncode}")
    told = failed.stderr if recipe == "each" else failed.stdout
    check(sum("unknown image format" in line for line in told.splitlines()) == 1, f"it is tried once: {told[-500:]}")
    check(contents(out) == after, "and nothing else is done")
    os.remove("in/broken.jpg")
    print("  called again, with one image more, and with one that is none")


def wrong_use(recipe):
    for words in [], ["frame.txt"], ["frame.txt", "in"]:
        used = run(recipe, *words)
        check(used.returncode == 2 and used.stderr.startswith("usage: "), f"{words}: {used.stderr}")
    missing = run(recipe, "frame.txt", "nowhere", "none")
    check(missing.returncode == 4 and "nowhere: no such folder" in missing.stderr, missing.stderr)
    check(not os.path.exists("none"), "nothing is made")


def main():
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    # None of these files is an input.
    os.makedirs("in/.cache")
    for name in ["in/notes.txt", "in/.hidden.jpg", "in/.cache/a.jpg"]:
        with open(name, "w") as file:
            file.write("notes")

    print("each: a process for each image")
    wrong_use("each")
    _, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "each"), "frame.txt", "in", "each", "-j2"], [is_frameit("apply")] * 2, "each", [0.2, 0.6])
    check(code == 0, f"exit {code}: {open('complaints').read()}")
    bench.check_results("each", before)
    call_again(bench, "each")

    print("pipe: servers")
    wrong_use("pipe")
    # In the middle of a group of twenty, so that the killed process has outputs that are skipped afterwards.
    said, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "pipe"), "frame.txt", "in", "pipe", "-j2"], [is_frameit("serve")] * 2, "pipe", [0.25, 0.65])
    check(code == 0, f"exit {code}: {said[-500:]} {open('complaints').read()}")
    bench.check_results("pipe", before)
    told = answers(said)
    check(sorted(a["id"] for a in told) == sorted("in/" + name for name in bench.wanted), "one answer for each image")
    skipped = sum(a["status"] == "skipped" for a in told)
    check(all(a["code"] == 0 for a in told) and skipped > 0, f"{skipped} were passed over")
    print(f"  {len(told)} answers, {skipped} of them for what a killed server had done")
    call_again(bench, "pipe")

    # Both recipes share the journal.
    other = answers(run("pipe", "frame.txt", "in", "each").stdout)
    check(len(other) == bench.count and all(a["status"] == "skipped" for a in other), f"{other[:1]}")


main()
