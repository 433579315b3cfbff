#!/usr/bin/env python3
"""Runs the commands of Examples/shards, kills one shard, and checks the results: shards.py PROGRAM [IMAGES]"""

import os
import subprocess
import sys
import textwrap

from recipes import Bench, ROOT, check

RECIPES = os.path.join(ROOT, "Examples", "shards")
PARTS = 4


def slurm(part):
    arguments = ["sh", os.path.join(RECIPES, "slurm.sh"), "frame.txt", "in", "slurm"]
    return arguments, {"SLURM_ARRAY_TASK_ID": str(part), "SLURM_ARRAY_TASK_COUNT": str(PARTS), "SLURM_CPUS_PER_TASK": "1"}


def kubernetes(part):
    with open(os.path.join(RECIPES, "kubernetes.yaml")) as file:
        script = file.read().split("- |\n", 1)[1].split("workingDir", 1)[0]
    return ["sh", "-euc", textwrap.dedent(script)], {"JOB_COMPLETION_INDEX": str(part - 1), "PARTS": str(PARTS)}


def run(command, out, bench):
    print(f"{command.__name__}: {PARTS} parts")
    children = {}
    for part in range(1, PARTS + 1):
        arguments, variables = command(part)
        children[part] = subprocess.Popen(
            arguments, env={**os.environ, **variables}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # The shells are replaced by the program, so a kill ends the program. A shard that ends before the kill tests nothing.
    from recipes import contents
    while len(contents(out)) < bench.count // 4:
        check(any(child.poll() is None for child in children.values()), "all parts ended without outputs")
    children[2].kill()
    before = contents(out)
    check(children[2].wait() == -9, "the part ended before it was killed")
    print(f"  killed part 2 with {len(before)} of {bench.count} outputs done")
    for part in [1, 3, 4]:
        check(children[part].wait() == 0, f"part {part} ended with {children[part].returncode}")
    check(len(contents(out)) < bench.count, "the killed part had finished all its outputs")
    arguments, variables = command(2)
    again = subprocess.run(arguments, env={**os.environ, **variables}, capture_output=True, text=True)
    check(again.returncode == 0, again.stderr)
    bench.check_results(out, [before])


def main():
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    # The pods find the program by its name.
    os.environ["PATH"] = os.path.dirname(bench.program) + ":" + os.environ["PATH"]
    run(slurm, "slurm", bench)
    os.rename("in", "photos")
    run(kubernetes, "framed", bench)


main()
