#!/usr/bin/env python3
"""Runs Examples/spark on two executors, kills a server and an executor, and checks the results.

    spark.py PROGRAM [IMAGES]

Needs pyspark.
"""

import json
import os
import shutil
import sys

from pyspark.sql import SparkSession

from recipes import Bench, ROOT, check, is_frameit

RECIPE = os.path.join(ROOT, "Examples", "spark", "frame.py")


def is_executor(_, line):
    return "java" in line[0] and any("CoarseGrainedExecutorBackend" in word for word in line)


def has_answered(pid, line):
    """Returns whether a server has answered at least one job."""
    if not is_frameit("serve")(pid, line):
        return False
    try:
        with open(f"/proc/{pid}/io") as file:
            return int(file.read().split("wchar: ")[1].split()[0]) > 1 << 17
    except OSError:
        return False


def run(bench, out, kills, shares, *options):
    """Runs the recipe, and kills processes as `Bench.run_and_kill` does.

    - Returns: the number of jobs for each status, and the files at each kill.
    """
    stdout, code, before = bench.run_and_kill(
        [sys.executable, RECIPE, "frame.txt", "in", out, "--program", bench.program, "--partitions", "6", "--package", os.path.abspath("frameit.zip"),
         "--master", "local-cluster[2,1,1024]", *options],
        kills, out, shares)
    check(code == 0, f"exit {code}: {stdout[-500:]} {open('stderr.txt').read()[-3000:]}")
    counts = json.loads(stdout.splitlines()[-1])
    check(sum(counts.values()) == bench.count and not counts.get("failed"), f"answers: {counts}")
    print(f"  answers: {counts}")
    return counts, before


def unpack(table, out):
    """Writes the images of a table to files. No image may occur twice."""
    spark = SparkSession.builder.master("local[1]").getOrCreate()
    for row in spark.read.parquet(table).toLocalIterator():
        path = os.path.join(out, os.path.relpath(row["path"], "in"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(row["content"])
    spark.stop()


def main():
    bench = Bench(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_WORKER_DIR"] = os.path.abspath("spark-work")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["SPARK_CONF_DIR"] = os.path.abspath("spark-conf")
    os.mkdir("spark-conf")
    # Executors get the package from Spark, as on other machines.
    shutil.make_archive("frameit", "zip", os.path.join(ROOT, "Python", "src"), "frameit")
    print("files to files; a server is killed, then an executor")
    counts, before = run(bench, "files", [is_frameit("serve"), is_executor], [0.2, 0.5])
    bench.check_results("files", before)
    check(counts.get("skipped", 0) > 0, "no output was finished before a kill")
    print("images through Spark; a server is killed, then an executor")
    run(bench, "table", [has_answered, is_executor], [0, 0], "--bytes")
    unpack("table", "bytes")
    bench.check_results("bytes", [])


main()
