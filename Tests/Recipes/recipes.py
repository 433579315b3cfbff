"""Support for the tests of recipes: a folder of images, killed processes, and the expected outputs."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = "canvas inside 400,400\nrotate 7deg\n"


class Bench:
    """A temporary folder with a script, different images in `in`, and the outputs of a single `apply` in `plain`."""

    def __init__(self, program, count):
        self.program = os.path.abspath(program)
        self.count = count
        place = tempfile.mkdtemp(prefix="frameit-recipes-")
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        os.chdir(place)
        os.environ["XDG_STATE_HOME"] = os.path.abspath("state")
        os.environ["FRAMEIT"] = self.program
        with open("frame.txt", "w") as file:
            file.write(SCRIPT)
        self._draw()
        subprocess.run(
            [self.program, "apply", "frame.txt", "-r", "in", "--base", "in", "--out-dir", "plain"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wanted = {name: data for name, (data, _) in contents("plain").items()}
        check(len(self.wanted) == count, f"{len(self.wanted)} of {count} images from a single `apply`")

    def _draw(self):
        """Draws parts of sample images with `serve`."""
        samples = [os.path.join(ROOT, "SampleImages", f"{name}.jpg") for name in ["landscape", "portrait-1", "portrait-2"]]
        jobs = []
        for i in range(self.count):
            folder = f"in/day {i % 3}"
            os.makedirs(folder, exist_ok=True)
            jobs.append(json.dumps({
                "script": f"canvas 900,700; move {i % 40 - 20},{i // 40 - 6}; opacity {1 - i % 7 / 10}",
                "input": samples[i % 3], "output": f"{folder}/ä'{i:04}.{'png' if i % 5 == 0 else 'jpg'}"}))
        drawn = subprocess.run(
            [self.program, "serve", "--stdin"], input="\n".join(jobs), text=True, capture_output=True)
        check(drawn.returncode == 0, drawn.stdout[-500:] + drawn.stderr)

    def run_and_kill(self, command, victims, out, kills):
        """Runs a recipe, and kills one of its processes when each share of the outputs in `kills` exists.

        - Parameter victims: for each kill, a function of a process number and arguments. The first process for which it
          returns true is killed.
        - Returns: the stdout of the recipe, its exit code, and the files in `out` at each kill.
        """
        with open("stdout.txt", "w+") as stdout:
            child = subprocess.Popen(command, stdout=stdout, stderr=open("stderr.txt", "w"))
            before = []
            for share, is_victim in zip(kills, victims):
                while child.poll() is None and len(contents(out)) < share * self.count:
                    time.sleep(0.005)
                victim = None
                while child.poll() is None and victim is None:
                    victim = next((pid for pid, line in descendants(child.pid) if is_victim(pid, line)), None)
                check(victim is not None, f"the recipe ended before a process was killed: {open('stderr.txt').read()[-3000:]}")
                os.kill(victim, signal.SIGKILL)
                before.append(contents(out))
                print(f"  killed {victim} with {len(before[-1])} of {self.count} outputs done")
            code = child.wait()
            stdout.seek(0)
            return stdout.read(), code, before

    def check_results(self, out, before):
        """Checks that no output is missing, wrong, partial or additional, and that none was written twice."""
        after = contents(out)
        missing = self.wanted.keys() - after.keys()
        check(not missing, f"{len(missing)} outputs are missing, such as {sorted(missing)[:3]}")
        more = after.keys() - self.wanted.keys()
        check(not more, f"unexpected outputs: {sorted(more)[:3]}")
        wrong = [name for name, (data, _) in after.items() if data != self.wanted[name]]
        check(not wrong, f"{len(wrong)} outputs differ from those of a single `apply`, such as {wrong[:3]}")
        for at_kill in before:
            half = [name for name, (data, _) in at_kill.items() if data != self.wanted.get(name)]
            check(not half, f"incomplete when a process was killed: {half[:3]}")
            again = [name for name, (_, mark) in at_kill.items() if after[name][1] != mark]
            check(not again, f"{len(again)} outputs were rewritten, such as {again[:3]}")


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


def descendants(pid):
    """Returns the numbers and arguments of all descendants of a process."""
    children, lines = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                lines[int(entry)] = file.read().decode(errors="replace").split("\0")[:-1]
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry))
    # A zombie process has no arguments.
    found, todo = [], [pid]
    while todo:
        for child in children.get(todo.pop(), []):
            if lines[child]:
                found.append((child, lines[child]))
            todo.append(child)
    return found


def is_frameit(command):
    """Returns a function that accepts the program itself, running a command, but not a shell that starts it."""
    return lambda _, line: len(line) > 1 and os.path.basename(line[0]) == "frameit" and line[1] == command


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")
