from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.lib.mutable_tab_container import TabContainer
from streamlit.testing.v1 import AppTest, local_script_runner

from pages.app import figures
from tests.pages.helpers import sound, start


class _Test:
    tabs: frozenset[str] | None = None
    shares_figures = True


def pytest_runtest_setup(item: pytest.Item) -> None:
    marker = item.get_closest_marker("tabs")
    _Test.tabs = None if marker is None else frozenset(marker.args)
    # Whoever changes what computes would find what was computed before, and leave what nobody else should find.
    _Test.shares_figures = "monkeypatch" not in getattr(item, "fixturenames", ())


@pytest.fixture(scope="session", autouse=True)
def one_server_and_one_visitor() -> Iterator[None]:
    """As in a server, components are looked for, scripts compiled and figures computed once; the tabs named are open.

    The end of a run is waited for, which else is looked for a thousand times a second.
    """
    draw, require_deltas = st.tabs, local_script_runner.require_widgets_deltas
    wanted, shared = figures.figure._wanted, dict[Hashable, Any]()

    def wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
        assert runner._script_thread is not None
        runner._script_thread.join(timeout)
        require_deltas(runner, timeout=0.1)

    def sharing(one: figures.figure[Any, Any], *given: Any) -> Any:
        if _Test.shares_figures:
            st.session_state["figures"] = shared
        return wanted(one, *given)

    def tabs(labels: Sequence[str], **settings: Any) -> Sequence[TabContainer]:
        drawn = draw(labels, **settings)
        # Where a test names none of a page, the first one is open.
        if _Test.tabs is None or _Test.tabs.intersection(labels):
            for label, tab in zip(labels, drawn, strict=True):
                tab.open = _Test.tabs is None or label in _Test.tabs
        return drawn

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        patch.setattr(local_script_runner, "ScriptCache", cache(local_script_runner.ScriptCache))
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        patch.setattr(figures.figure, "_wanted", sharing)
        patch.setattr(st, "tabs", tabs)
        yield


@pytest.fixture(scope="module")
def session() -> AppTest:
    """One session that opens one workspace after another, as somebody who looks through the examples does."""
    return sound(start())
