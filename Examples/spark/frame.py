#!/usr/bin/env python3
"""Edits the images of a folder on Apache Spark, with `frameit serve` behind RDD.pipe.

    frame.py SCRIPT IN OUT [--bytes] [--partitions N] [--master URL] [--program FRAMEIT]

Prints the number of jobs for each status, and the errors of failed ones. Exits with 1 if any failed.
"""

import argparse
import base64
import collections
import json
import os
import shlex
import sys

from pyspark.sql import SparkSession


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("script")
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--bytes", action="store_true", help="images go through Spark, and results into a table")
    parser.add_argument("--partitions", type=int, default=8)
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--program", default="frameit")
    return parser.parse_args()


def server(program, *options):
    """Returns the command of a server. Failed images do not fail its task."""
    words = shlex.join([program, "serve", "--stdin", "--jobs", "1", *options])
    return shlex.join(["sh", "-c", f"{words}; code=$?; test $code = 7 || exit $code"])


def from_file_to_file(spark, options, script):
    """Runs servers that read and write files themselves. Returns the number of jobs for each status, and the errors."""
    source, target = os.path.abspath(options.source), os.path.abspath(options.target)
    jobs = []
    for place, _, names in os.walk(source):
        below = os.path.normpath(os.path.join(target, os.path.relpath(place, source)))
        os.makedirs(below, exist_ok=True)
        for name in sorted(names):
            path = os.path.join(place, name)
            jobs.append(json.dumps({"id": path, "script": script, "input": path, "output": os.path.join(below, name)}))
    command = server(options.program, "--resume", "--journal", target + ".journal")
    answers = spark.sparkContext.parallelize(jobs, options.partitions).pipe(command, checkCode=True)
    answers = [json.loads(answer) for answer in answers.collect()]
    os.remove(target + ".journal")
    counts = collections.Counter(answer["status"] for answer in answers)
    return counts, [error for answer in answers for error in answer.get("errors", [])]


def through_spark(spark, options, script):
    """Transfers images in jobs and answers, which become a table: path, status, errors, content."""
    source = os.path.abspath(options.source)

    def job(file):
        path = file[0].removeprefix("file:")
        image = base64.b64encode(file[1]).decode()
        return json.dumps({"id": path, "script": script, "inputBase64": image, "outputBase64": True})

    def row(line):
        answer = json.loads(line)
        image = answer.get("outputBase64")
        content = bytearray(base64.b64decode(image)) if image else None
        return answer["id"], answer["status"], answer.get("errors", []), content

    files = spark.sparkContext.binaryFiles("file://" + source, options.partitions).repartition(options.partitions)
    rows = files.map(job).pipe(server(options.program), checkCode=True).map(row)
    schema = "path string, status string, errors array<string>, content binary"
    # The output of a task counts when all of it exists: Spark's own way to do nothing twice.
    spark.createDataFrame(rows, schema).write.parquet(options.target)
    table = spark.read.parquet(options.target)
    counts = {row["status"]: row["count"] for row in table.groupBy("status").count().collect()}
    return counts, [error for row in table.where("status = 'failed'").select("errors").collect() for error in row[0]]


def main():
    options = arguments()
    with open(options.script, encoding="utf-8") as file:
        script = file.read()
    # Includes subfolders.
    recursive = "spark.hadoop.mapreduce.input.fileinputformat.input.dir.recursive"
    builder = SparkSession.builder.appName("frameit").master(options.master).config(recursive, "true")
    spark = builder.getOrCreate()
    counts, errors = (through_spark if options.bytes else from_file_to_file)(spark, options, script)
    spark.stop()
    for error in errors:
        print(error, file=sys.stderr)
    print(json.dumps(counts))
    sys.exit(1 if counts.get("failed") else 0)


main()
