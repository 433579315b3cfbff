#!/usr/bin/env python3
"""Edits the images of a folder on Apache Spark, with a frameit client in each partition.

    frame.py SCRIPT IN OUT [--bytes] [--partitions N] [--master URL] [--package ZIP] [--program FRAMEIT]

Prints the number of jobs for each status, and the errors of failed ones. Exits with 1 if any failed.
"""

import argparse
import collections
import json
import os
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
    parser.add_argument("--package", help="a zip of the Python package, for executors on which it is not installed")
    parser.add_argument("--program", help="the frameit program, by default that of the Python package")
    return parser.parse_args()


def editor(edit, program, *options):
    """Returns a function that edits the images of a partition with one server.

    - Parameter edit: a function of a client and an image. It returns a status and a result.
    - Returns: for each image, its path, the status, the errors, and the result.
    """

    def edit_partition(images):
        import frameit

        with frameit.Client(1, program=program, options=["--jobs", "1", *options]) as client:
            for image in images:
                try:
                    status, result = edit(client, image)
                    yield image[0], status, [], result
                except frameit.ServerError:
                    raise  # Spark repeats the task.
                except frameit.Error as error:
                    yield image[0], "failed", list(error.messages), None

    return edit_partition


def from_file_to_file(spark, options, script):
    """Runs servers that read and write files themselves. Returns the number of jobs for each status, and the errors."""
    source, target = os.path.abspath(options.source), os.path.abspath(options.target)
    files = []
    for place, _, names in os.walk(source):
        below = os.path.normpath(os.path.join(target, os.path.relpath(place, source)))
        os.makedirs(below, exist_ok=True)
        files += [(os.path.join(place, name), os.path.join(below, name)) for name in sorted(names)]

    def edit(client, file):
        return client.apply(script, file[0], output=file[1]).status, None

    edit_partition = editor(edit, options.program, "--resume", "--journal", target + ".journal")
    answers = spark.sparkContext.parallelize(files, options.partitions).mapPartitions(edit_partition).collect()
    # There is no journal if no server could start.
    if os.path.exists(target + ".journal"):
        os.remove(target + ".journal")
    return collections.Counter(answer[1] for answer in answers), [error for answer in answers for error in answer[2]]


def through_spark(spark, options, script):
    """Transfers images through Spark into a table: path, status, errors, content."""

    def edit(client, file):
        return "done", bytearray(client.apply(script, bytes(file[1])))

    source = "file://" + os.path.abspath(options.source)
    files = spark.sparkContext.binaryFiles(source, options.partitions).repartition(options.partitions)
    files = files.map(lambda file: (file[0].removeprefix("file:"), file[1]))
    rows = files.mapPartitions(editor(edit, options.program))
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
    if options.package:
        spark.sparkContext.addPyFile(options.package)
    counts, errors = (through_spark if options.bytes else from_file_to_file)(spark, options, script)
    spark.stop()
    for error in errors:
        print(error, file=sys.stderr)
    print(json.dumps(counts))
    sys.exit(1 if counts.get("failed") else 0)


main()
