#!/usr/bin/env python3
"""Checks that long batches lose nothing, and that their memory does not grow.

    soak.py PROGRAM [IMAGES [ROUNDS]]

Every hundredth of IMAGES small images is damaged in some way. The journal, stdout and the summary must report
exactly that. Then the batch is interrupted at ROUNDS random points: each time, existing outputs must be correct,
and `--resume` must complete them without rewriting finished ones. At the end, the peak memory for all images is compared
with that for a tenth of them. Needs only Python.
"""

import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SCRIPT = "canvas inside 24,24; rotate 7deg"
# The bytes of memory that each further image may use: enough for its name and position, but not for its contents.
GROWTH = 600
# The bytes by which memory may vary for other reasons.
SLACK = 2 << 20


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def image(number):
    """Returns a gray PNG of 16 x 12 pixels. The first pixels encode its number."""
    rows = [bytes([0]) + bytes((x * 16 + y * 5) % 256 for x in range(16)) for y in range(12)]
    rows[0] = bytes([0]) + struct.pack(">QQ", number, number * 0x9E3779B97F4A7C15 % 2**64)
    header = struct.pack(">IIBBBBB", 16, 12, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def damage(number, data):
    """Returns an image damaged in one of five ways. The last way, None, means that the file is missing."""
    return [b"", b"no image at all\n", data[: len(data) // 2], data[:60] + bytes([data[60] ^ 1]) + data[61:], None][number % 5]


def draw(count):
    """Writes images to folders of a thousand images.

    - Returns: the names of all images, and those of the damaged ones.
    """
    names, bad = [], []
    for i in range(count):
        name = f"in/{i // 1000:03}/{i:06}.png"
        data = image(i)
        if i % 1000 == 0:
            os.makedirs(os.path.dirname(name))
        if i % 100 == 37:
            bad.append(name)
            data = damage(i // 100, data)
        names.append(name)
        if data is not None:
            with open(name, "wb") as file:
                file.write(data)
    return names, bad


def write_list(names):
    with open("list", "wb") as file:
        file.write(b"".join(name.encode() + b"\0" for name in names))


def contents(folder):
    """Returns the bytes and inode of every file below a folder, including hidden ones, by name."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            status = os.stat(path)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = (file.read(), (status.st_ino, status.st_mtime_ns))
    return found


def failed(journal):
    """Returns the failed inputs in a journal, as often as it lists them. Every line must be JSON."""
    with open(journal) as file:
        lines = [json.loads(line) for line in file]
    return [line["inputs"][0] for line in lines if line["status"] == "failed"]


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


class Batch:
    def __init__(self, program):
        self.command = [program, "apply", "-e", SCRIPT, "--files-from", "list", "-0", "--out-dir", "out", "--journal", "journal"]

    def start(self, *more):
        self.out, self.errors = open("stdout.txt", "w+"), open("stderr.txt", "w+")
        return subprocess.Popen([*self.command, *more], stdout=self.out, stderr=self.errors)

    def texts(self):
        for file in (self.out, self.errors):
            file.seek(0)
        return self.out.read(), self.errors.read()

    def reset(self):
        shutil.rmtree("out", ignore_errors=True)
        if os.path.exists("journal"):
            os.remove("journal")

    def check_whole(self, names, bad):
        """Runs the batch to its end, and checks that it reports each image.

        - Returns: the duration.
        """
        start = time.monotonic()
        code = self.start().wait()
        duration = time.monotonic() - start
        stdout, stderr = self.texts()
        good = [name for name in names if name not in bad]
        check(code == 7, f"exit {code}: {stderr[-500:]}")
        check(stdout == "".join(f"out/{name}\n" for name in good), "stdout does not list exactly the intact images in order")
        check(sorted(failed("journal")) == sorted(bad), "the journal does not list exactly the damaged images")
        summary = stderr.splitlines()[-1]
        counts = f"{len(bad)} of {len(names)} failed, {len(good)} of {len(names)} done, "
        check(summary.startswith("frameit: " + counts), summary)
        check(f"and {len(bad) - 20} more\n" in stderr or len(bad) <= 20, "the summary does not list the failed images again")
        check(sorted(contents("out")) == sorted(good), "the outputs are not exactly those of the intact images")
        return duration

    def interrupt(self, after, wanted, bad):
        """Interrupts a run and resumes it.

        - Returns: the number of outputs after the interruption, and both durations.
        """
        self.reset()
        start = time.monotonic()
        child = self.start()
        time.sleep(after)
        child.send_signal(signal.SIGINT)
        code = child.wait(timeout=60)
        ended = time.monotonic()
        _, stderr = self.texts()
        check(code == 7 or code == -signal.SIGINT, f"exit {code}: {stderr[-500:]}")
        before = contents("out") if os.path.isdir("out") else {}
        wrong = [name for name, (data, _) in before.items() if wanted.get(name) != data]
        check(not wrong, f"exist, but are wrong: {wrong[:3]}")
        if code < 0 and before:
            check(re.search(r"frameit: stopped: .*\d+ of \d+ done.*; --resume continues\n$", stderr), f"the last message is: {stderr[-300:]}")
        begun = time.monotonic()
        code = self.start("--resume").wait()
        duration = time.monotonic() - begun
        stdout, stderr = self.texts()
        check(code == 7, f"--resume: exit {code}: {stderr[-500:]}")
        after = contents("out")
        check({name: data for name, (data, _) in after.items()} == wanted, "--resume gives different outputs")
        again = [name for name, (_, mark) in before.items() if after[name][1] != mark]
        check(not again, f"rewritten: {again[:3]}")
        skipped = re.search(r", (\d+) done before", stderr)
        check(int(skipped[1] if skipped else 0) == len(before), "--resume does not skip exactly the finished outputs")
        check(set(failed("journal")) == set(bad), "the journal does not list exactly the damaged images")
        return len(before), ended - start, duration

    def peak(self, names):
        """Returns the peak memory of a run in KiB."""
        self.reset()
        write_list(names)
        child = self.start()
        most = 0
        while child.poll() is None:
            try:
                with open(f"/proc/{child.pid}/status") as file:
                    found = re.search(r"VmHWM:\s+(\d+)", file.read())
                most = max(most, int(found[1]) if found else 0)
            except OSError:
                break
            time.sleep(0.002)
        check(child.wait() == 7, self.texts()[1][-500:])
        return most


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    seed = int(os.environ.get("SEED", time.time()))
    random.seed(seed)
    place = tempfile.mkdtemp(prefix="frameit-soak-")
    os.chdir(place)
    names, bad = draw(count)
    write_list(names)
    batch = Batch(program)
    print(f"{count} images, {len(bad)} of them damaged, {rounds} interruptions, SEED={seed}", flush=True)

    duration = batch.check_whole(names, set(bad))
    wanted = {name: data for name, (data, _) in contents("out").items()}
    print(f"an uninterrupted run takes {duration:.2f} s, {count / duration:.0f} images per second", flush=True)
    times = []
    for number in range(rounds):
        left, first, second = batch.interrupt(random.uniform(0, duration), wanted, bad)
        times.append((first, second))
        print(f"  {number + 1}: interrupted after {first:.2f} s with {left} done; --resume takes {second:.2f} s", flush=True)
    print(f"{rounds} of {rounds} resumed runs gave the same outputs")

    few, many = batch.peak(names[: count // 10]), batch.peak(names)
    further = count - count // 10
    growth = (many - few) * 1024 / further
    print(f"memory: {few / 1024:.1f} MiB for {count // 10}, {many / 1024:.1f} MiB for {count}, {growth:.0f} bytes per further image")
    check((many - few) * 1024 <= GROWTH * further + SLACK, f"more than {GROWTH} bytes per further image")
    shutil.rmtree(place)


if __name__ == "__main__":
    main()
