#!/usr/bin/env python3
"""Runs Examples/parallel, kills a process of it, and looks at the results: parallel.py PROGRAM [PICTURES]"""

import json
import os
import sys

from recipes import Bench, ROOT, check, is_frameit

RECIPES = os.path.join(ROOT, "Examples", "parallel")


def main():
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    print("each: a process for each picture")
    _, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "each"), "frame.txt", "in", "each", "-j2"], [is_frameit("apply")] * 2, "each", [0.2, 0.6])
    check(code == 0, f"exit {code}: {open('complaints').read()}")
    bench.check_results("each", before)

    print("pipe: workers")
    said, code, before = bench.run_and_kill(
        [os.path.join(RECIPES, "pipe"), "frame.txt", "in", "pipe", "-j2"], [is_frameit("serve")] * 2, "pipe", [0.2, 0.6])
    check(code == 0, f"exit {code}: {said[-500:]} {open('complaints').read()}")
    bench.check_results("pipe", before)
    answers = [json.loads(line) for line in said.splitlines()]
    check(sorted(a["id"] for a in answers) == sorted("in/" + name for name in bench.wanted), "one answer for each picture")
    skipped = sum(a["status"] == "skipped" for a in answers)
    check(all(a["code"] == 0 for a in answers) and skipped > 0, f"{skipped} were passed over")
    print(f"  {len(answers)} answers, {skipped} of them for what a killed worker had done")


main()
