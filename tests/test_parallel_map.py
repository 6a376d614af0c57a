"""Two things at a time against one after the other."""

import threading
import time

import pytest

from leakage import progress as module
from leakage.progress import parallel_map


@pytest.fixture(params=[1, 2], autouse=True)
def workers(request, monkeypatch):
    monkeypatch.setattr(module, "WORKERS", request.param)
    return request.param


def test_results_come_in_the_order_of_the_things(workers):
    threads, begun = set(), []

    def work(seconds):
        threads.add(threading.get_ident())
        time.sleep(seconds)
        return seconds

    things = [0.05, 0.0, 0.02, 0.0]
    assert parallel_map(work, things, module.LARGE, begun.append) == things
    assert begun == [0, 1, 2, 3]
    assert (threads == {threading.get_ident()}) is (workers == 1)


def test_small_things_are_done_here(workers):
    own = threading.get_ident()
    assert parallel_map(lambda _: threading.get_ident(), [1, 2], module.LARGE - 1) == [own, own]


def test_who_stops_it_has_nothing_more_begun(workers):
    done = []

    def work(number):
        time.sleep(0.02)
        done.append(number)

    def stop(number):
        if number == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parallel_map(work, range(50), module.LARGE, stop)
    finished = len(done)
    assert finished < 10
    time.sleep(0.1)
    assert len(done) == finished


def test_what_fails_fails_here(workers):
    def work(number):
        raise ValueError(f"no {number}")

    with pytest.raises(ValueError, match=r"^no 1$"):
        parallel_map(work, [1, 2], module.LARGE)
