"""One `frameit serve --stdin` process that runs one job at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from typing import Any, Dict, List, Sequence

from ._errors import Error, ServerError, UsageError
from ._json import decode_answer

# How long a server that closed its output, or whose input was closed, may take to end, in seconds.
DEATH_TIMEOUT = 5.0
_PIPE_SIZE = 64 << 10

# A fork waits while a thread starts a server. Otherwise, the child would keep pipes that it does not know of.
_starting = threading.RLock()
_servers: "weakref.WeakSet[Server]" = weakref.WeakSet()


class Server:
    """A server process.

    Only one job is written before its answer is read. So neither side can wait for the other one to read, no answer
    waits behind that of a slower job, and if the server dies, it is known which job it had.

    The pipes are files without buffers: a buffer has a lock, and after `os.fork` the lock may belong to a thread that the
    child does not have.
    """

    def __init__(self, program: str, arguments: Sequence[str], folder: str) -> None:
        """Starts a server in a folder, which relative names in scripts refer to.

        Raises:
            ServerError: the program cannot be started.
        """
        self.folder = folder
        self.is_busy = False
        self._count = 0
        with _starting:
            self._start([program, "serve", "--stdin", *arguments])
            _servers.add(self)

    def _start(self, command: Sequence[str]) -> None:
        self._stderr = tempfile.TemporaryFile(buffering=0) if sys.platform != "linux" else os.fdopen(
            os.memfd_create("frameit-stderr"), "r+b", buffering=0)
        try:
            self._process = subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr,
                cwd=self.folder or None,
                # Ctrl-C must not end the server: Python decides what an interrupt means.
                start_new_session=True)
        except OSError as error:
            self._stderr.close()
            raise ServerError([f"{command[0]}: {error.strerror}"], 127) from error
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin
        self._output = self._process.stdout

    def has_exited(self) -> bool:
        return self._process.poll() is not None

    def ask(self, job: bytes) -> Dict[str, Any]:
        """Runs a job and returns its answer.

        If this function raises, including `KeyboardInterrupt`, `is_busy` stays true, and the server must be discarded.

        Raises:
            ServerError: the server ended or broke the protocol.
            UsageError: the server refused its command line.
        """
        self.is_busy = True
        self._count += 1
        rest = memoryview(b'{"id": %d, ' % self._count + job[1:] + b"\n")
        try:
            while rest:
                rest = rest[self._input.write(rest) or 0:]
            line = self._read_line()
        except (OSError, ValueError):  # A closed file is a `ValueError`.
            line = b""
        if not line.endswith(b"\n"):
            raise self._death()
        try:
            answer = decode_answer(line)
        except ValueError:
            answer = {}
        # The answer to a job that frameit cannot parse has the number of the line, and no id.
        number = answer.get("id") if "id" in answer else answer.get("line")
        if "code" not in answer or number != self._count:
            raise ServerError([f"the answer of frameit is not that of the job: {line[:200].decode(errors='replace')}"], 70)
        self.is_busy = False
        return answer

    def _read_line(self) -> bytes:
        """Returns what the server writes until the end of a line. That is all that it writes for a job."""
        parts: List[bytes] = []
        while True:
            part = os.read(self._output.fileno(), _PIPE_SIZE)
            parts.append(part)
            if not part or part.endswith(b"\n"):
                return b"".join(parts)

    def _death(self) -> Error:
        """Waits until the server, which closed its output, has ended, and describes how."""
        if self._stderr.closed:
            return ServerError(["the process was forked during a job"], 70)
        try:
            code = self._process.wait(DEATH_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            return ServerError(["frameit closed its output during a job"], 70)
        self._stderr.seek(max(0, self._stderr.seek(0, os.SEEK_END) - 4096))
        text = self._stderr.read().decode(errors="replace").strip()
        if code == 2:
            return UsageError([text or "the options of the server are invalid"], 2)
        ending = f"was ended by {_signal_name(-code)}" if code < 0 else f"exited with code {code}"
        return ServerError([f"frameit {ending} during a job" + (f": {text}" if text else "")], code)

    def finish(self) -> None:
        """Closes the server's input, so that it ends by itself."""
        self._input.close()

    def wait(self) -> None:
        """Waits for the end of a server that was finished, and kills it if it takes too long."""
        try:
            self._process.wait(DEATH_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()
        self._stderr.close()

    def kill(self) -> None:
        """Kills the server. Unfinished outputs leave nothing behind."""
        self._process.kill()
        self.finish()
        self.wait()

    def abandon(self) -> None:
        """Closes this process's ends of the pipes of a server that belongs to the parent process."""
        for file in (self._input, self._output, self._stderr):
            try:
                file.close()
            except OSError:
                pass
        # The child of a fork cannot wait for its parent's child.
        self._process.returncode = 0


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def current_folder() -> str:
    """Returns the current folder, or an empty string if it was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _before_fork() -> None:
    _starting.acquire()


def _after_fork_in_parent() -> None:
    _starting.release()


def _after_fork_in_child() -> None:
    global _starting
    _starting = threading.RLock()
    for server in list(_servers):
        server.abandon()
    _servers.clear()


os.register_at_fork(
    before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
