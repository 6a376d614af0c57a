from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.lib.mutable_tab_container import TabContainer
from streamlit.testing.v1 import AppTest

from pages.door.clicks import take_clicks_whole
from tests.pages.helpers import sound, start


@pytest.fixture(scope="session", autouse=True)
def clicks_are_whole() -> None:
    """As behind the door."""
    take_clicks_whole()


@pytest.fixture(scope="session", autouse=True)
def packages_are_looked_at_once() -> Iterator[None]:
    """As in a server, where one start looks for the components of installed packages; here each session would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session", autouse=True)
def every_tab_open() -> Iterator[pytest.MonkeyPatch]:
    """Somebody who looks at every tab at once: what is in them is looked at here, and what is hidden elsewhere."""
    patch = pytest.MonkeyPatch()
    patch.setattr(TabContainer, "open", property(lambda tab: True, lambda tab, value: None))
    yield patch
    patch.undo()


@pytest.fixture
def one_tab_open(every_tab_open: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a browser: one tab is open, the first until another one is picked."""
    every_tab_open.undo()
    yield
    every_tab_open.setattr(TabContainer, "open", property(lambda tab: True, lambda tab, value: None))


@pytest.fixture(scope="module")
def session() -> AppTest:
    """One session that opens one workspace after another, as somebody who looks through the examples does."""
    return sound(start())
