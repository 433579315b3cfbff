"""Runs the program, and measures its time and memory."""

import json
import os
import resource
import subprocess
import tempfile
import time
from dataclasses import dataclass

MIB = 1 << 20


@dataclass
class Run:
    status: int  # the exit code; negative: the signal that ended it
    seconds: float
    memory: int  # the peak of the resident bytes
    out: bytes
    err: str

    @property
    def signal(self):
        return -self.status if self.status < 0 else None


class Program:
    """The program under test. Limits on time and memory end it."""

    seconds = 10
    address_space = 4 << 30  # R1 allows a quarter of it to be resident; see `Run.memory`

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def run(self, *arguments, seconds=None):
        # stdout and stderr are files, because a pipe has limited space. wait4 reports the resources of this child only.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            child = subprocess.Popen(
                [self.path, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=self._limit)
            deadline = start + (seconds or self.seconds) + 2
            while True:
                pid, status, used = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > deadline:
                    child.kill()
                time.sleep(0.0005)
            child.returncode = os.waitstatus_to_exitcode(status)
            took = time.monotonic() - start
            out.seek(0)
            err.seek(0)
            return Run(child.returncode, took, used.ru_maxrss * 1024, out.read(), err.read().decode(errors="replace"))

    def _limit(self):
        resource.setrlimit(resource.RLIMIT_AS, (self.address_space, self.address_space))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def records(self, *arguments, seconds=600):
        """Returns one JSON object per result."""
        run = self.run(*arguments, "--json", seconds=seconds)
        return [json.loads(line) for line in run.out.decode().splitlines()], run

    def hash(self, path):
        """Returns the hash of the stored pixels with their size, depth and alpha; None if they cannot be read."""
        run = self.run("hash", path)
        return run.out.split()[0].decode() if run.status == 0 else None
