#!/usr/bin/env python3
"""Runs Examples/parallel, kills one of its processes, and checks the results: parallel.py PROGRAM [IMAGES]"""

import json
import os
import shutil
import subprocess
import sys

from recipes import Bench, ROOT, check, contents, is_frameit

RECIPES = os.path.join(ROOT, "Examples", "parallel")


def run(recipe, *arguments):
    return subprocess.run(
        [os.path.join(RECIPES, recipe), *arguments], capture_output=True, text=True, errors="surrogateescape")


def answers(output):
    return [json.loads(line) for line in output.splitlines()]


def run_again(bench, recipe):
    """Runs the recipe again: with all outputs done, with one more image, and with a file that is not an image."""
    out = recipe
    before = contents(out)
    again = run(recipe, "frame.txt", "in/", out + "/", "-j2")
    check(again.returncode == 0, f"run again: {again.returncode} {again.stderr}")
    check(contents(out) == before, "a finished output was rewritten")
    shutil.copy(os.path.join(ROOT, "SampleImages", "portrait-1.jpg"), "in/more.JPG")
    more = run(recipe, "frame.txt", "in", out, "-j2")
    after = contents(out)
    check(more.returncode == 0 and after.keys() - before.keys() == {"more.JPG"}, f"one more: {more.stderr}")
    check(all(after[name] == before[name] for name in before), "the other outputs changed")
    os.remove("in/more.JPG")
    with open("in/broken.jpg", "w") as file:
        file.write("no image")
    failed = run(recipe, "frame.txt", "in", out, "-j2")
    check(failed.returncode == 1, f"exit code with an invalid image: {failed.returncode}")
    messages = failed.stderr if recipe == "each" else failed.stdout
    check(sum("unknown image format" in line for line in messages.splitlines()) == 1, f"the invalid image was not tried exactly once: {messages[-500:]}")
    check(contents(out) == after, "the outputs changed")
    os.remove("in/broken.jpg")
    print("  run again, with one more image, and with a file that is not an image")


def check_usage(recipe):
    for arguments in [], ["frame.txt"], ["frame.txt", "in"]:
        used = run(recipe, *arguments)
        check(used.returncode == 2 and used.stderr.startswith("usage: "), f"{arguments}: {used.stderr}")
    missing = run(recipe, "frame.txt", "nowhere", "none")
    check(missing.returncode == 4 and "nowhere: no such folder" in missing.stderr, missing.stderr)
    check(not os.path.exists("none"), "an output folder was created")


def check_names(bench):
    """Edits files whose names differ only in a byte and the character that stands for it in jobs."""
    os.mkdir("names")
    for width, name in enumerate([b"\x80", "\U0010ff80".encode(), b"\xe9\n", "\u00e9".encode()], 1):
        with open(b"names/" + name + b".ppm", "wb") as file:
            file.write(b"P6 %d 1 255\n" % width + bytes(3 * width))
    subprocess.run(
        [bench.program, "apply", "frame.txt", "-r", "names", "--base", "names", "--out-dir", "named"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for recipe in "each", "pipe":
        edited = run(recipe, "frame.txt", "names", f"named-{recipe}", "-j2")
        check(edited.returncode == 0, f"names: {edited.returncode} {edited.stdout} {edited.stderr}")
        wanted, found = ({name: data for name, (data, _) in contents(folder).items()} for folder in ("named", f"named-{recipe}"))
        check(len(wanted) == 4 and found == wanted, f"names that are not UTF-8: {found}")
    print("names that are not UTF-8")


def main():
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    # None of these files is an input.
    os.makedirs("in/.cache")
    for name in ["in/notes.txt", "in/.hidden.jpg", "in/.cache/a.jpg"]:
        with open(name, "w") as file:
            file.write("notes")

    print("each: one process per image")
    check_usage("each")
    _, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "each"), "frame.txt", "in", "each", "-j2"], [is_frameit("apply")] * 2, "each", [0.2, 0.6])
    check(code == 0, f"exit {code}: {open('stderr.txt').read()}")
    bench.check_results("each", before)
    run_again(bench, "each")

    print("pipe: servers")
    check_usage("pipe")
    # The kills are in the middle of a group of twenty images, so that the killed process has outputs that are skipped
    # afterwards.
    stdout, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "pipe"), "frame.txt", "in", "pipe", "-j2"], [is_frameit("serve")] * 2, "pipe", [0.25, 0.65])
    check(code == 0, f"exit {code}: {stdout[-500:]} {open('stderr.txt').read()}")
    bench.check_results("pipe", before)
    replies = answers(stdout)
    check(sorted(a["id"] for a in replies) == sorted("in/" + name for name in bench.wanted), "there is not exactly one answer per image")
    skipped = sum(a["status"] == "skipped" for a in replies)
    check(all(a["code"] == 0 for a in replies) and skipped > 0, f"a job failed, or none was skipped: {skipped}")
    print(f"  {len(replies)} answers, {skipped} of them for outputs that a killed server had finished")
    run_again(bench, "pipe")

    # Both recipes share the journal.
    other = answers(run("pipe", "frame.txt", "in", "each").stdout)
    check(len(other) == bench.count and all(a["status"] == "skipped" for a in other), f"{other[:1]}")
    check_names(bench)


main()
