"""The link is printed where the program was started, and opened unless nobody wants a browser."""

from __future__ import annotations

import threading

import pytest

from pages.door.address import Address
from pages.door.keys import Keys
from pages.door.link import CLASS, FIRST, NEXT, Link


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    urls: list[str] = []
    monkeypatch.setattr("streamlit.cli_util.open_browser", urls.append)
    return urls


def wait_for_threads() -> None:
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon:
            thread.join(timeout=5)


def test_it_is_printed_and_opened_once(capsys: pytest.CaptureFixture[str], opened: list[str]) -> None:
    keys = Keys()
    link = Link(Address(), keys, open_browser=True)
    first = keys.token
    link.start(8765)
    wait_for_threads()
    assert opened == [f"http://127.0.0.1:8765/?token={first}"]
    assert capsys.readouterr().out == f"\n  {FIRST}\n\n    {opened[0]}\n\n"
    assert keys.redeem(first)
    link.renew()
    assert capsys.readouterr().out == f"\n  {NEXT}\n\n    http://127.0.0.1:8765/?token={keys.token}\n\n"
    assert len(opened) == 1


def test_no_browser_is_opened_where_nobody_sits(capsys: pytest.CaptureFixture[str], opened: list[str]) -> None:
    Link(Address(), Keys(), open_browser=False).start(8765)
    wait_for_threads()
    assert opened == []
    assert FIRST in capsys.readouterr().out


def test_a_class_gets_one_link(capsys: pytest.CaptureFixture[str]) -> None:
    keys = Keys(reusable=True)
    Link(Address(("192.168.1.5",), only_here=False), keys, open_browser=False).start(8765)
    assert capsys.readouterr().out == f"\n  {CLASS}\n\n    http://192.168.1.5:8765/?token={keys.token}\n\n"
