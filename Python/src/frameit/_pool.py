"""A pool of servers that threads share."""

from __future__ import annotations

import os
import threading
import weakref
from typing import Any, Callable, Dict, List, Optional, Sequence

from ._errors import ServerError
from ._server import Server, current_folder


class _Slot:
    """A place for one server, and the call that uses it."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.owner: Optional[object] = None
        self.server: Optional[Server] = None

    def discard(self) -> None:
        server, self.server = self.server, None
        if server is not None:
            server.kill()


class Pool:
    """Up to `size` servers. Each is started when all others are busy, and runs one job at a time.

    Measured on two cores with 300 jobs, of which every tenth takes 50 ms and the others 1 ms: two threads need 1.5 s
    with two servers of one thread each, and 2.2 s with one server of two threads. The one server answers in the order
    of the jobs, so answers of fast jobs wait behind those of slow ones. On the other hand, a job on idle cores takes
    half the time with several threads (12 megapixels: 128 ms instead of 227 ms). So the first server has a thread per
    core, which makes single jobs fast, and the others have one thread, unless there are fewer servers than cores.
    """

    def __init__(self, program: Callable[[], str], arguments: Sequence[str], size: int) -> None:
        self._program = program
        self._arguments = list(arguments)
        cores = count_cores()
        self._slots = [_Slot(cores if index == 0 else max(1, cores // size)) for index in range(size)]
        self._change = threading.Condition()
        self._is_closed = False
        self._finalizer = weakref.finalize(self, _close, self._slots)
        _pools.add(self)

    def run(self, job: bytes, can_repeat: Callable[[], bool]) -> Dict[str, Any]:
        """Runs a job on the first free server and returns its answer.

        If the server dies, the job runs once more, on a new server, if `can_repeat` then returns true.

        Raises:
            ServerError: the server died, or the program is missing.
            ValueError: the pool is closed.
        """
        # An interrupt may arrive between any two instructions. `_take` marks a slot by a single assignment, and
        # `_release` looks for the mark, so that no slot is lost.
        mark = object()
        try:
            slot = self._take(mark)
            try:
                return self._server(slot).ask(job)
            except ServerError as error:
                if error.code == 127 or not can_repeat():
                    raise
            slot.discard()
            return self._server(slot).ask(job)
        finally:
            self._release(mark)

    def _take(self, mark: object) -> _Slot:
        with self._change:
            while not self._is_closed:
                for slot in self._slots:
                    if slot.owner is None:
                        slot.owner = mark
                        return slot
                self._change.wait()
        raise ValueError("the client is closed")

    def _server(self, slot: _Slot) -> Server:
        """Returns the server of a slot. Replaces one that has exited or that runs in another folder."""
        folder = current_folder()
        server = slot.server
        if server is not None and (server.is_busy or server.has_exited() or server.folder != folder):
            slot.discard()
        if slot.server is None:
            has_jobs = any(word.split("=")[0] in ("--jobs", "-j") for word in self._arguments)
            jobs = [] if has_jobs else ["--jobs", str(slot.threads)]
            slot.server = Server(self._program(), [*jobs, *self._arguments], folder)
        return slot.server

    def _release(self, mark: object) -> None:
        for slot in self._slots:
            if slot.owner is mark:
                if slot.server is not None and (slot.server.is_busy or self._is_closed):
                    slot.discard()
                with self._change:
                    slot.owner = None
                    self._change.notify()

    def close(self) -> None:
        """Ends the idle servers. Running jobs are finished first, and their servers end after that."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
            idle = [slot for slot in self._slots if slot.owner is None]
            for slot in idle:
                slot.owner = self
        _close(idle)

    def reset_after_fork(self) -> None:
        """Forgets the servers of the parent process, which are abandoned. This process starts its own."""
        # A thread that does not exist in this process may hold the old lock.
        self._change = threading.Condition()
        for slot in self._slots:
            slot.server = None
            slot.owner = self if self._is_closed else None


def _close(slots: List[_Slot]) -> None:
    """Ends servers: idle ones by the end of their input, others by a signal."""
    servers = [slot.server for slot in slots if slot.server is not None]
    for slot in slots:
        slot.server = None
    for server in servers:
        if server.is_busy:
            server.kill()
        else:
            server.finish()
    for server in servers:
        server.wait()


def count_cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_pools: "weakref.WeakSet[Pool]" = weakref.WeakSet()


def _reset_all() -> None:
    for pool in list(_pools):
        pool.reset_after_fork()


os.register_at_fork(after_in_child=_reset_all)
