#!/usr/bin/env python3
"""Tests the program with unusual images of other projects, and compares it with djpeg and netpbm.

    check.py PROGRAM CORPORA [GOAL...]     runs R1 to R7, or only the named goals

The docstring of each goal's function describes the goal. djpeg and netpbm must be installed. Exits with 1 if a
goal is missed.
"""

import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

import bombs
import corpora
import rows
from program import MIB, Program

COPY = ["apply", "-e", "filter nearest", "--force"]
# This file has more warnings than any damage policy accepts, although djpeg accepts it.
TOO_MANY_WARNINGS = {"afl/docs/vuln_samples/firefox-chrome-leak.jpg"}
# The error in each of PngSuite's invalid files, in libpng's words. The format of files without PNG's signature is unknown.
UNKNOWN = "unknown image format"
SUITE_REASONS = {
    "xs1n0g01": UNKNOWN, "xs2n0g01": UNKNOWN, "xs4n0g01": UNKNOWN, "xs7n0g01": UNKNOWN, "xcrn0g04": UNKNOWN,
    "xlfn0g04": UNKNOWN,
    "xhdn0g08": "IHDR: CRC error", "xc1n0g08": "Invalid IHDR data", "xc9n2c08": "Invalid IHDR data",
    "xd0n2c08": "Invalid IHDR data", "xd3n2c08": "Invalid IHDR data", "xd9n2c08": "Invalid IHDR data",
    "xdtn0g01": "IEND: out of place", "xcsn0g01": "IDAT: CRC error",
}
# The script that turns an upright image back to each EXIF orientation.
BACK = {
    2: "scale -1,1", 3: "rotate 180deg", 4: "scale 1,-1", 5: "rotate 90deg; scale 1,-1", 6: "rotate -90deg",
    7: "rotate -90deg; scale 1,-1", 8: "rotate 90deg",
}
# netpbm 11 ignores the tRNS chunk of these files. R2 compares them with checksums of libpng and image-png.
NETPBM_OPAQUE = {"tbbn2c16", "tbgn2c16", "tbrn2c08"}


class Goal:
    """The counts and failures of a goal."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.done, self.missed, self.notes = 0, [], []

    def check(self, holds, *what):
        self.done += 1
        if not holds:
            self.missed.append(" ".join(str(part) for part in what))

    def least(self, count, least, what):
        self.check(count >= least, f"{count} {what}, fewer than {least}")

    def report(self):
        print(f"{self.name}  {self.title}: {self.done} checks, {len(self.missed)} missed", *self.notes, sep="; ")
        for text in self.missed[:20]:
            print(f"    {text}")
        sys.stdout.flush()


class Checker:
    def __init__(self, program, found, work):
        self.program, self.found, self.work = program, found, work
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 2)

    def place(self, name):
        return os.path.join(self.work, name)

    def decode(self, path, name, *options):
        """Copies an image to a PAM. Returns the bytes of the PAM or None, and the result of the run."""
        target = self.place(name)
        if os.path.exists(target):
            os.remove(target)
        # Takes the first frame of an animation, because a PAM contains one image.
        run = self.program.run(*COPY, "--format", "pam", "--frame", "0", "-o", target, *options, "--", path)
        data = None
        if os.path.exists(target):
            with open(target, "rb") as file:
                data = file.read()
            os.remove(target)
        return data, run

    def plain(self, path, name):
        """Removes the color information of a PNG, so that its samples are not converted for a PAM."""
        with open(path, "rb") as file:
            data = file.read()
        if not data.startswith(b"\x89PNG\r\n\x1a\n"):
            return path
        kept, at = bytearray(data[:8]), 8
        while at + 12 <= len(data):
            end = at + 12 + int.from_bytes(data[at : at + 4], "big")
            if data[at + 4 : at + 8] not in (b"gAMA", b"cHRM", b"iCCP", b"sRGB", b"cICP"):
                kept += data[at:end]
            at = end
        target = self.place(name + ".png")
        with open(target, "wb") as file:
            file.write(kept)
        return target

    # MARK: Goals

    def R1(self, goal):
        """Nothing crashes or hangs: no signal, only the documented exit codes, 10 s, 1 GiB."""
        files = self.found.files()
        goal.least(len(files), corpora.LEAST_FILES, "files")
        slowest, largest = 0.0, 0

        def runs(indexed):
            index, path = indexed
            return path, [
                self.program.run("info", "--json", "--", path),
                self.decode(path, f"r1-{index}")[1],
                self.decode(path, f"r1-{index}", "--on-damage", "salvage")[1],
            ]

        for path, results in self.pool.map(runs, enumerate(files)):
            for run in results:
                slowest, largest = max(slowest, run.seconds), max(largest, run.memory)
                goal.check(run.status in (0, 4, 5), path, "ended with status", run.status, run.err[:200])
                goal.check(run.seconds < 10 and run.memory < 1 << 30, path, f"{run.seconds:.1f} s", run.memory)
        goal.notes.append(f"slowest {slowest:.2f} s, largest {largest // MIB} MiB")

    def R2(self, goal):
        """The rows of PNGs have the checksums of libpng and of image-png's own table."""
        whole = [row for row in self.found.png if row["rc"] == "0"]
        goal.least(len(self.found.png), corpora.LEAST_PNG, "PNGs")
        palettes = turned = 0

        def compare(indexed):
            index, row = indexed
            plain = self.plain(self.found.path(row["file"]), f"r2-{index}")
            data, run = self.decode(plain, f"r2-{index}")
            if data is None:
                return row, None, run
            return row, rows.crc(data, int(row["bitdepth"]), int(row["colortype"])), run

        for row, crc, run in self.pool.map(compare, enumerate(whole)):
            if row["colortype"] == "3" and crc is not None:
                palettes += 1  # the indices no longer exist; the published checksums and R5 check the colors
                continue
            if crc != int(row["crc32_identity"]):
                crc, was_turned = self.crc_as_stored(row, self.plain(self.found.path(row["file"]), "turned"))
                turned += was_turned
            goal.check(crc == int(row["crc32_identity"]), row["file"], crc, row["crc32_identity"], run.err[:100])
        published = self.found.published()
        goal.least(len(published), corpora.LEAST_PUBLISHED, "published checksums")
        for path, crc in published:
            data, run = self.decode(self.plain(path, "r2"), "r2")
            holds = data is not None and (rows.crc_with_alpha(data) == crc or self.is_turned(path))
            goal.check(holds, path, run.err[:100])
        goal.notes.append(
            f"{palettes} palettes whose colors alone are checked, {turned} turned by EXIF, {len(published)} published checksums")

    def is_turned(self, path):
        records, _ = self.program.records("info", path)
        return bool(records) and records[0]["orientation"] != 1

    def crc_as_stored(self, row, path):
        """Returns the checksum of an image that was made upright and turned back, and whether the image has an EXIF
        orientation.
        """
        records, _ = self.program.records("info", path)
        back = BACK.get(records[0]["orientation"]) if records else None
        if not back:
            return None, False
        target = self.place("turned.pam")
        run = self.program.run(
            "apply", "-e", f"canvas fit; {back}", "--force", "--format", "pam", "--frame", "0", "-o", target,
            "--", path)
        if run.status != 0:
            return None, True
        with open(target, "rb") as file:
            return rows.crc(file.read(), int(row["bitdepth"]), int(row["colortype"])), True

    @staticmethod
    def netpbm(path, target, alpha):
        with open(target, "wb") as out:
            command = ["pngtopam", *(["-alphapam"] if alpha else []), path]
            subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)

    def R3(self, goal):
        """JPEGs without warnings equal the output of `djpeg -pnm`, byte for byte."""
        clean = [row["file"] for row in self.found.jpeg if row["rc"] == "0"]
        goal.least(len(self.found.jpeg), corpora.LEAST_JPEG, "JPEGs")
        for name in clean:
            path, theirs = self.found.path(name), self.place("r3.pnm")
            records, _ = self.program.records("info", path)
            if records and records[0]["pixels"].startswith("cmyk"):
                goal.notes.append(f"{name} is CMYK and is converted by its profile, so it is skipped")
                continue
            with open(theirs, "wb") as out:
                result = subprocess.run(["djpeg", "-pnm", path], stdout=out, stderr=subprocess.DEVNULL, check=False)
            if result.returncode != 0:
                goal.notes.append(f"djpeg cannot write {name}")
                continue
            goal.check(self.program.hash(path) == self.program.hash(theirs), name)

    def R4(self, goal):
        """Errors and limits of djpeg and libpng are errors here; damaged images fail, or are salvaged."""
        verdicts = [(row["file"], row["rc"], "jpeg") for row in self.found.jpeg]
        verdicts += [(row["file"], row["rc"], "png") for row in self.found.png]

        def runs(indexed):
            index, (name, rc, kind) = indexed
            path = self.found.path(name)
            strict = self.decode(path, f"r4-{index}")
            salvaged = self.decode(path, f"r4-{index}", "--on-damage", "salvage")
            return name, rc, kind, strict, salvaged

        images = 0
        for name, rc, kind, (data, run), (kept, other) in self.pool.map(runs, enumerate(verdicts)):
            if rc == "0":
                goal.check(run.status == 0 and data, name, "is intact, but ended with status", run.status, run.err[:200])
                continue
            goal.check(run.status in (4, 5) and data is None, name, "is damaged, but ended with status", run.status)
            if rc == "3":
                goal.check(run.status == 5, name, "exceeds a limit, but ended with status", run.status)
            if kind == "jpeg" and rc == "2" and name not in TOO_MANY_WARNINGS:
                goal.check(kept is not None and other.status == 0, name, "cannot be salvaged", other.err[:200])
            goal.check((kept is None) == (other.status != 0), name, "salvage ended with status", other.status)
            images += kept is not None
        goal.notes.append(f"{images} damaged files gave an image when salvaged")

    def R5(self, goal):
        """PngSuite: 14 files are rejected for the right reason, and all others equal the output of netpbm's pngtopam."""
        suite = self.found.suite()
        goal.least(len(suite), corpora.LEAST_SUITE, "files of PngSuite")
        bad = 0
        for path in suite:
            name = os.path.splitext(os.path.basename(path))[0]
            if name.startswith("x"):
                data, run = self.decode(path, "r5")
                reason = SUITE_REASONS.get(name)
                goal.check(run.status == 4 and data is None and reason and reason in run.err, name, run.err[:200])
                bad += 1
                continue
            records, run = self.program.records("info", path)
            alpha = bool(records) and "alpha" in records[0]["pixels"]
            theirs = self.place("r5.pam")
            self.netpbm(path, theirs, alpha)
            data, run = self.decode(self.plain(path, "r5-plain"), "r5-ours")
            with open(theirs, "rb") as file:
                same = data is not None and rows.same(data, rows.any(file.read()), name in NETPBM_OPAQUE)
            goal.check(same, name, run.err[:200])
        goal.check(bad == len(SUITE_REASONS), bad, "invalid files")

    def R6(self, goal):
        """No truncated file is accepted: exit code 4, and the old output stays."""
        small = sorted((p for p in self.found.suite() if not os.path.basename(p).startswith("x")), key=os.path.getsize)
        jpegs = [self.found.path(row["file"]) for row in self.found.jpeg if row["rc"] == "0"]
        jpegs.sort(key=os.path.getsize)
        photos = [self.found.path("photos/012mp-bus.jpg")] + jpegs[-2:]
        photos += sorted(p for p in self.found.files() if "/photos/" in p and p.endswith(".png"))[:2]
        for path in small[:4] + jpegs[:3]:
            self.prefixes(goal, path, range(os.path.getsize(path)))
        for path in photos:
            size = os.path.getsize(path)
            self.prefixes(goal, path, [size * percent // 100 for percent in range(100)])

    def prefixes(self, goal, path, lengths):
        with open(path, "rb") as file:
            whole = file.read()
        extension = os.path.splitext(path)[1]

        def runs(length):
            folder = self.place(f"r6-{length}")
            os.mkdir(folder)
            part, output = os.path.join(folder, "in" + extension), os.path.join(folder, "out" + extension)
            with open(part, "wb") as file:
                file.write(whole[:length])
            with open(output, "wb") as file:
                file.write(b"old")
            # The first script decodes the file, and the second one moves the MCUs of a JPEG.
            results = [
                self.program.run("apply", "-e", script, "--force", "-o", output, "--", part)
                for script in ("rotate 3deg", "canvas fit; rotate 90deg")]
            with open(output, "rb") as file:
                kept = file.read() == b"old" and len(os.listdir(folder)) == 2
            shutil.rmtree(folder)
            return length, results, kept

        for length, results, kept in self.pool.map(runs, lengths):
            goal.check(kept, path, length, "changed the existing output")
            for run in results:
                goal.check(run.status == 4, path, length, "ended with status", run.status, run.err[:100])

    def R7(self, goal):
        """Headers that exceed a limit are rejected within 50 ms and 48 MiB, and a bomb of markers within 100 ms."""
        slowest, largest = 0.0, 0
        for name, data, bound in bombs.all():
            path = self.place(name)
            with open(path, "wb") as file:
                file.write(data)
            for command in (["info", "--", path], [*COPY, "-o", self.place("r7.png"), "--", path]):
                # The best of three, because other work may run on this machine.
                runs = [self.program.run(*command) for _ in range(3)]
                seconds, memory = min(run.seconds for run in runs), max(run.memory for run in runs)
                slowest, largest = max(slowest, seconds), max(largest, memory)
                expected = (0, 5) if command[0] == "info" and name.startswith("memory-") else (5,)
                first = runs[0]
                goal.check(first.status in expected, name, command[0], "ended with status", first.status, first.err[:200])
                goal.check(seconds < bound, name, command[0], f"took {seconds * 1000:.0f} ms")
                goal.check(memory < 48 * MIB, name, command[0], f"used {memory // MIB} MiB")
        goal.notes.append(f"slowest {slowest * 1000:.0f} ms, largest {largest // MIB} MiB")


GOALS = {
    "R1": "no crash, no hang", "R2": "exact PNG pixels", "R3": "exact JPEG pixels", "R4": "agreement on damage",
    "R5": "PngSuite", "R6": "truncation", "R7": "bombs",
}


def main():
    program, folder, *wanted = sys.argv[1:]
    if not os.path.exists(os.path.join(folder, "expected-png.tsv")):
        print(f"corpora: skipped: {folder} does not exist")
        return 0
    for tool in ("djpeg", "pngtopam"):
        if not shutil.which(tool):
            print(f"corpora: {tool} is missing: install Debian's packages libjpeg-turbo-progs and netpbm")
            return 2
    return 1 if any([run_in_child(check, name, program, folder) for name in wanted or GOALS]) else 0


def check(name, program, folder):
    """Checks a goal. Returns whether it is missed."""
    goal = Goal(name, GOALS[name])
    # In memory if possible, because thousands of files are written.
    place = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="frameit-corpora-", dir=place) as work:
        getattr(Checker(Program(program), corpora.Corpora(folder), work), name)(goal)
    goal.report()
    return bool(goal.missed)


def run_in_child(body, *arguments):
    """Calls a function in a child process. The memory of a process that it starts includes its own until the process
    executes another program, so this process must stay small.
    """
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = 1 if body(*arguments) else 0
        finally:
            sys.stdout.flush()
            os._exit(status)
    return os.waitpid(child, 0)[1] != 0


if __name__ == "__main__":
    sys.exit(main())
