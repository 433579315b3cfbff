"""Children of `os.fork` and of multiprocessing, in each state that threads of the parent may be in at the fork."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, ContextManager, Iterator

import numpy
import pytest

import frameit

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
Fake = Callable[..., frameit.Client]


def succeeds(work: Callable[[], object]) -> bool:
    """Returns whether a function returns something true in a child of this process within 20 seconds."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 1
        finally:
            os._exit(code)
    # A child that hangs in a hook of the fork cannot end itself.
    limit = threading.Timer(20, os.kill, (child, signal.SIGKILL))
    limit.start()
    status = os.waitpid(child, 0)[1]
    limit.cancel()
    return status == 0


def in_thread(start: Callable[[threading.Event, threading.Event], object]) -> Any:
    """Returns a context in which a thread runs a function, from its first event until the end of the context sets the second."""

    @contextmanager
    def context() -> Iterator[None]:
        begun, done = threading.Event(), threading.Event()
        thread = threading.Thread(target=start, args=(begun, done))
        thread.start()
        assert begun.wait(10)
        yield
        done.set()
        thread.join()

    return context()


def idle(client: frameit.Client) -> ContextManager[None]:
    return in_thread(lambda begun, done: begun.set())


def waiting_for_an_answer(client: frameit.Client) -> ContextManager[None]:
    def start(begun: threading.Event, done: threading.Event) -> None:
        threading.Timer(0.2, begun.set).start()
        assert client.apply("sleep 1") == b"\0\0\0"

    return in_thread(start)


def waiting_for_a_server(client: frameit.Client) -> ContextManager[None]:
    def start(begun: threading.Event, done: threading.Event) -> None:
        threads = [threading.Thread(target=client.apply, args=("sleep 0.5",)) for _ in range(4)]
        for thread in threads:
            thread.start()
        threading.Timer(0.2, begun.set).start()
        for thread in threads:
            thread.join()

    return in_thread(start)


def holding_locks(client: frameit.Client) -> ContextManager[None]:
    def start(begun: threading.Event, done: threading.Event) -> None:
        server = client._pools[False]._slots[0].server
        with client._pools[False]._change, server._process._waitpid_lock:
            begun.set()
            done.wait()

    return in_thread(start)


def ending_a_server(client: frameit.Client) -> ContextManager[None]:
    def start(begun: threading.Event, done: threading.Event) -> None:
        slot = client._pools[False]._slots[0]
        server, slot.server = slot.server, None
        begun.set()
        done.wait()
        server.finish()
        before = time.monotonic()
        server.wait()
        # The child has not kept the pipe that tells the server to end.
        assert time.monotonic() - before < 2

    return in_thread(start)


@pytest.mark.parametrize("state", [idle, waiting_for_an_answer, waiting_for_a_server, holding_locks, ending_a_server])
def test_a_child_and_its_child_work_in_every_state_of_a_thread(
    fake: Fake, state: Callable[[frameit.Client], ContextManager[None]]
) -> None:
    client = fake(2)
    client.apply("fine")
    with state(client):
        assert succeeds(lambda: client.apply("fine") and succeeds(lambda: client.apply("fine")) and client.apply("fine"))
    assert client.apply("fine") == b"\0\0\0"


def test_a_child_leaves_the_servers_of_its_parent_running(fake: Fake, tmp_path: Path) -> None:
    client = fake(1)
    client.apply("parent")

    def child() -> bool:
        client.apply("child")
        client.close()
        return True

    assert succeeds(child)
    client.apply("parent")
    first, other, last = [line.split()[0] for line in (tmp_path / "log").read_text().splitlines()]
    assert first == last != other


def test_a_fork_waits_until_a_server_has_started(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    client = fake(1)
    popen = subprocess.Popen
    is_starting = threading.Event()

    def slow(*arguments: Any, **options: Any) -> Any:
        process = popen(*arguments, **options)
        is_starting.set()
        time.sleep(0.3)
        return process

    monkeypatch.setattr("frameit._server.subprocess.Popen", slow)
    before = set(os.listdir("/proc/self/fd"))
    starter = threading.Thread(target=client.apply, args=("fine",))
    starter.start()
    is_starting.wait()
    assert succeeds(lambda: set(os.listdir("/proc/self/fd")) <= before)
    starter.join()


def test_a_fork_in_a_signal_handler_leaves_both_processes_working(fake: Fake) -> None:
    client = fake(1)
    client.apply("fine")
    test = os.getpid()
    children = []
    before = signal.signal(signal.SIGALRM, lambda *_: children.append(os.fork()))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        result = client.apply("sleep 0.6")
    finally:
        if os.getpid() != test:
            os._exit(0 if result == b"\0\0\0" else 1)
    signal.signal(signal.SIGALRM, before)
    assert os.waitpid(children[0], 0)[1] == 0 and result == b"\0\0\0"


def test_a_child_that_ends_normally_runs_its_exit_handlers_and_ends_its_servers(tmp_path: Path) -> None:
    code = """
import atexit, os, sys, threading, time, frameit, numpy
atexit.register(lambda: print("ended", "parent" if os.getpid() == parent else "child", flush=True))
parent = os.getpid()
frameit.apply("canvas 3,3")
slow = threading.Thread(target=lambda: frameit.apply("canvas 3000,3000; blur 60", numpy.zeros((40, 50, 3), numpy.uint8)))
slow.start()
time.sleep(0.1)
child = os.fork()
if child == 0:
    frameit.apply("canvas 3,3")
    print(frameit._client.default_client._pools[False]._slots[0].server._process.pid)
    sys.exit(7)
assert os.waitpid(child, 0)[1] == 7 << 8
slow.join()
frameit.apply("canvas 3,3")
"""
    run = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code], stdout=subprocess.PIPE, text=True, timeout=60)
    server, *endings = run.stdout.splitlines()
    assert (run.returncode, endings) == (0, ["ended child", "ended parent"])
    assert not os.path.exists(f"/proc/{server}")


def make(width: int) -> int:
    return frameit.apply(f"canvas {width},3", returns="numpy").shape[1]


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_of_multiprocessing_work_while_a_thread_waits(method: str) -> None:
    frameit.apply("canvas 3,3")
    image = numpy.zeros((40, 50, 3), numpy.uint8)
    slow = threading.Thread(target=frameit.apply, args=("canvas 2000,2000; blur 60", image))
    slow.start()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(make, range(1, 9)).get(60) == list(range(1, 9))
    slow.join()
