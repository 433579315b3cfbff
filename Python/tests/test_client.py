"""Clients with the real program: threads, processes, large answers and settings."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List

import numpy
import pytest

import frameit

pytestmark = pytest.mark.usefixtures("leaves_nothing")


def servers() -> List[int]:
    """Returns the processes of servers that this process has started."""
    listing = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "pid=,args="], stdout=subprocess.PIPE, text=True)
    return [int(line.split()[0]) for line in listing.stdout.splitlines() if " serve --stdin" in line]


def test_many_threads_get_their_own_answers() -> None:
    def size(width: int) -> bool:
        return frameit.apply(f"canvas {width},7", returns="numpy").shape[:2] == (7, width)

    with ThreadPoolExecutor(24) as threads:
        assert all(threads.map(size, range(1, 400)))


def test_large_answers_of_many_threads_do_not_block() -> None:
    images = [numpy.random.default_rng(seed).integers(0, 256, (700, 900, 4), numpy.uint8) for seed in range(4)]
    with frameit.Client(3) as client, ThreadPoolExecutor(12) as threads:
        results = list(threads.map(lambda index: client.apply("rotate 180deg", images[index % 4]), range(48)))
    assert all((result == images[index % 4][::-1, ::-1]).all() for index, result in enumerate(results))


def test_large_answers_inline_do_not_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frameit._inputs._MAX_INLINE", 1 << 40)
    image = numpy.random.default_rng(1).integers(0, 256, (1000, 1000, 3), numpy.uint8)
    with frameit.Client(2) as client, ThreadPoolExecutor(6) as threads:
        for result in threads.map(lambda _: client.apply("rotate 180deg", image), range(12)):
            assert (result == image[::-1, ::-1]).all()


def test_a_killed_server_is_not_noticed() -> None:
    image = numpy.zeros((200, 200, 3), numpy.uint8)
    with frameit.Client(2) as client, ThreadPoolExecutor(4) as threads:
        jobs = [threads.submit(client.apply, "rotate 3deg", image) for _ in range(300)]
        for _ in range(5):
            time.sleep(0.02)
            for process in servers():
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        failed = [error for error in (job.exception() for job in jobs) if error is not None]
    # Two kills may hit the same job.
    assert [error for error in failed if not isinstance(error, frameit.ServerError)] == [] and len(failed) <= 4


def test_a_client_ends_its_servers() -> None:
    with frameit.Client(2) as client:
        client.apply("canvas 3,3")
        inside = set(servers())
    assert inside - set(servers())
    with pytest.raises(ValueError, match="closed"):
        client.apply("canvas 3,3")
    client = frameit.Client(1)
    client.apply("canvas 3,3")
    inside = set(servers())
    del client
    gc.collect()
    assert inside - set(servers())


def test_nothing_starts_before_the_first_job() -> None:
    before = servers()
    with frameit.Client(4):
        assert servers() == before


def test_a_client_needs_a_process() -> None:
    with pytest.raises(ValueError):
        frameit.Client(0)


def test_options_apply_to_all_jobs(jpeg: bytes) -> None:
    with frameit.Client(options=["--max-pixels", "100"]) as client:
        with pytest.raises(frameit.LimitError):
            client.apply("", jpeg)
    with frameit.Client(options=["--jobs", "1"]) as client:
        assert client.apply("", jpeg, returns="bytes") == frameit.apply("", jpeg, returns="bytes")
    with frameit.Client(options=["--nothing"]) as client:
        with pytest.raises(frameit.UsageError, match="nothing"):
            client.apply("", jpeg)


def test_a_client_with_a_journal_skips_finished_jobs(tmp_path: Path) -> None:
    with frameit.Client(options=["--resume", "--journal", str(tmp_path / "journal")]) as client:
        statuses = [client.apply("canvas 3,3", output=tmp_path / "a.png").status for _ in range(2)]
    assert statuses == ["done", "skipped"]


def test_functions_and_clients_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(frameit.apply)) == frameit.apply
    with frameit.Client(3, isolate=True, options=["--max-pixels", "100"]) as client:
        with pickle.loads(pickle.dumps(client)) as copy:
            with pytest.raises(frameit.LimitError):
                copy.apply("canvas 20,20")


def test_servers_end_with_python(tmp_path: Path) -> None:
    code = "import frameit, os, sys\nfrom frameit._client import default_client as c\nfrom frameit import apply\n" \
        "apply('canvas 3,3')\nprint(c._pools[False]._slots[0].server._process.pid)\n"
    for ending in ("", "sys.stdout.flush(); os.kill(os.getpid(), 9)"):
        run = subprocess.run([sys.executable, "-c", code + ending], stdout=subprocess.PIPE, text=True)
        for _ in range(50):
            if not Path(f"/proc/{run.stdout.strip()}").exists():
                break
            time.sleep(0.1)
        else:
            pytest.fail("the server still runs")


def test_a_read_only_home_is_no_obstacle(tmp_path: Path, jpeg: bytes) -> None:
    home = tmp_path / "home"
    home.mkdir(0o500)
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": "/proc/nothing", "XDG_DATA_HOME": "/proc/nothing"}
    (tmp_path / "a.jpg").write_bytes(jpeg)
    code = "import frameit; frameit.apply('rotate 3deg', 'a.jpg', output='b.png'); print(len(frameit.apply('', 'a.jpg')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, stdout=subprocess.PIPE)
    assert run.returncode == 0 and run.stdout.strip() == str(len(jpeg)).encode()
    assert not list(home.iterdir())


def test_importing_frameit_starts_and_imports_little() -> None:
    code = "import sys, frameit; print([name for name in ('numpy', 'PIL', 'concurrent.futures', 'pytest') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True).stdout.strip() == "[]"
