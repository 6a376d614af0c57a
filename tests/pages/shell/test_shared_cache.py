"""What sessions share: figures of worked examples, computed once; of personal work nothing, be it equal."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from leakage.scenarios.realistic import realistic_person
from pages.shell import knowledge, shared_cache
from pages.shell.lazy_figures import Cached
from tests.pages.helpers import current, go, press, put, start

EXAMPLE = realistic_person().workspace
PERSONAL = replace(EXAMPLE, weights=(("Name", 7.0),))


@pytest.fixture
def computed(monkeypatch):
    """The workspaces whose figure was computed, in order."""
    heard = []
    figure = knowledge.assessment._figure

    def counted(workspace):
        heard.append(workspace)
        return figure(workspace)

    counted.__module__, counted.__name__ = "counted", "assessment"
    monkeypatch.setattr(knowledge, "assessment", Cached(counted, public=True))
    monkeypatch.setattr(shared_cache, "_FIGURES", {})
    monkeypatch.setattr(shared_cache, "_PUBLIC", {})
    return heard


def sessions(workspace=None):
    """Two sessions that look at their work on the same page; with no workspace, at the example."""
    both = []
    for _ in range(2):
        at = start()
        if workspace is None:
            press(at, "open-realistic")
        else:
            put(at, workspace)
        both.append(go(at, "releases"))
    return both


def test_an_example_is_computed_once_for_all(computed):
    for at in sessions():
        assert current(at) == EXAMPLE
    assert [workspace for workspace in computed if workspace == EXAMPLE] == [EXAMPLE]


def test_equal_personal_work_is_computed_by_each_and_shared_with_nobody(computed):
    shared_cache.publish(EXAMPLE)
    sessions(PERSONAL)
    assert [workspace for workspace in computed if workspace == PERSONAL] == [PERSONAL, PERSONAL]
    assert shared_cache._FIGURES == {}


def test_an_edited_example_is_personal():
    shared_cache.publish(EXAMPLE)
    assert shared_cache.is_public(EXAMPLE) and shared_cache.is_public(replace(EXAMPLE))
    assert not shared_cache.is_public(PERSONAL)


def test_where_two_ask_at_once_one_computes_and_both_have_it(monkeypatch):
    monkeypatch.setattr(shared_cache, "_FIGURES", {})
    begun, go_on, results = threading.Event(), threading.Event(), []

    def slow():
        begun.set()
        assert go_on.wait(60)
        return object()

    threads = [threading.Thread(target=lambda: results.append(shared_cache.computed_once("key", slow)))]
    threads[0].start()
    assert begun.wait(60)
    threads.append(threading.Thread(target=lambda: results.append(shared_cache.computed_once("key", object))))
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(60)
    assert len(results) == 2 and results[0] is results[1]


def test_where_the_first_leaves_the_next_computes(monkeypatch):
    monkeypatch.setattr(shared_cache, "_FIGURES", {})

    def leave():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shared_cache.computed_once("key", leave)
    assert shared_cache.computed_once("key", lambda: "worked out") == "worked out"


def test_no_more_than_so_many_are_kept(monkeypatch):
    monkeypatch.setattr(shared_cache, "_FIGURES", {})
    monkeypatch.setattr(shared_cache, "MOST_KEPT", 3)
    for key in range(10):
        shared_cache.computed_once(key, lambda key=key: key)
    assert sorted(shared_cache._FIGURES) == [7, 8, 9]
