"""Servers that die or break the protocol, with a program that does so."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Iterator, List, Tuple

import pytest

import frameit

Fake = Callable[..., frameit.Client]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Makes SIGINT an interrupt, even if it is ignored, as in jobs in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def log(tmp_path: Path) -> List[Tuple[str, str]]:
    lines = (tmp_path / "log").read_text().splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def test_a_job_whose_server_dies_runs_again_on_a_new_server(fake: Fake, tmp_path: Path) -> None:
    assert fake().apply("die-once") == b"\0\0\0"
    (first, _), (second, _) = log(tmp_path)
    assert first != second


def test_a_job_that_kills_two_servers_fails_with_the_signal_and_the_message(fake: Fake, tmp_path: Path) -> None:
    with pytest.raises(frameit.ServerError, match="ended by SIGKILL during a job: the server stumbled") as caught:
        fake().apply("die")
    assert caught.value.code == -9
    assert len(log(tmp_path)) == 2


def test_a_failure_of_one_job_does_not_reach_the_others(fake: Fake) -> None:
    client = fake(3)
    with ThreadPoolExecutor(8) as threads:
        bad = [threads.submit(client.apply, "die") for _ in range(5)]
        good = [threads.submit(client.apply, "sleep 0.01") for _ in range(30)]
    assert all(isinstance(job.exception(), frameit.ServerError) for job in bad)
    assert [job.result() for job in good] == [b"\0\0\0"] * 30


@pytest.mark.parametrize("script", ["garbage", "wrong-id", "half"])
def test_an_answer_that_is_none_is_an_error_and_the_client_still_works(fake: Fake, script: str) -> None:
    client = fake()
    with pytest.raises(frameit.ServerError):
        client.apply(script)
    assert client.apply("fine") == b"\0\0\0"


def test_a_server_that_closes_its_output_and_hangs_is_killed(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("frameit._server.DEATH_TIMEOUT", 0.2)
    with pytest.raises(frameit.ServerError, match="closed its output"):
        fake().apply("hang-up")


def test_a_server_that_died_while_it_was_idle_is_replaced(fake: Fake, tmp_path: Path) -> None:
    client = fake()
    client.apply("answer-and-die")
    time.sleep(0.3)
    assert client.apply("fine") == b"\0\0\0"
    assert len(log(tmp_path)) == 2


def test_a_job_is_not_repeated_if_its_output_may_have_been_written(fake: Fake, tmp_path: Path) -> None:
    with pytest.raises(frameit.ServerError):
        fake().apply("write-and-die", output=tmp_path / "out.png")
    assert len(log(tmp_path)) == 1


def test_a_job_with_an_output_in_memory_is_repeated_even_if_it_was_written(fake: Fake) -> None:
    large_png = b"\x89PNG\r\n\x1a\n" + bytes(100_000)
    assert fake().apply("write-and-die-once", large_png) == b"whole"


def test_a_job_with_an_output_is_repeated_if_there_is_none(fake: Fake, tmp_path: Path) -> None:
    fake().apply("die-once", output=tmp_path / "out.png")
    assert len(log(tmp_path)) == 2


def test_a_job_that_replaces_its_output_is_repeated_unless_the_output_is_an_input(fake: Fake, tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    path.write_text("old")
    fake().apply("die-once", output=path, force=True)
    (tmp_path / "died").unlink()
    with pytest.raises(frameit.ServerError):
        fake().apply("die-once", path, output=path, force=True)


def test_fast_jobs_do_not_wait_for_a_slow_one(fake: Fake) -> None:
    client = fake(2)
    client.apply("fine")
    slow = threading.Thread(target=client.apply, args=("sleep 2",))
    slow.start()
    time.sleep(0.1)
    start = time.monotonic()
    for _ in range(20):
        client.apply("fine")
    assert time.monotonic() - start < 1.5
    slow.join()


def test_more_servers_start_only_when_all_others_are_busy(fake: Fake, tmp_path: Path) -> None:
    client = fake(4)
    for _ in range(10):
        client.apply("fine")
    assert len({process for process, _ in log(tmp_path)}) == 1
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(client.apply, ["sleep 0.2"] * 8))
    assert len({process for process, _ in log(tmp_path)}) == 4


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("processes", [1, 2])
def test_an_interrupt_cancels_its_job_and_leaves_the_pool_intact(fake: Fake, processes: int) -> None:
    client = fake(processes)
    for _ in range(5):
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            client.apply("sleep 5")
        timer.join()
        assert client.apply("fine") == b"\0\0\0"


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_of_a_thread_that_waits_for_a_server_loses_no_server(fake: Fake) -> None:
    client = fake(1)
    other = threading.Thread(target=client.apply, args=("sleep 1",))
    other.start()
    time.sleep(0.2)
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        client.apply("fine")
    other.join()
    assert client.apply("fine") == b"\0\0\0"


def test_closing_lets_running_jobs_finish(fake: Fake) -> None:
    client = fake(1)
    with ThreadPoolExecutor(1) as threads:
        job = threads.submit(client.apply, "sleep 0.5")
        time.sleep(0.2)
        client.close()
        assert job.result() == b"\0\0\0"
    with pytest.raises(ValueError, match="closed"):
        client.apply("fine")


def test_closing_wakes_threads_that_wait_for_a_server(fake: Fake) -> None:
    client = fake(1)
    with ThreadPoolExecutor(2) as threads:
        running = threads.submit(client.apply, "sleep 0.5")
        time.sleep(0.1)
        waiting = threads.submit(client.apply, "fine")
        time.sleep(0.1)
        client.close()
        assert isinstance(waiting.exception(), ValueError)
        assert running.result() == b"\0\0\0"
