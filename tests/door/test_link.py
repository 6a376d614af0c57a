"""The link and the address."""

from __future__ import annotations

import html
import os
import stat
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from pages.door.connections import OpenPages
from pages.door.entrance import classroom
from pages.door.http import Address, served_at
from pages.door.link import CLASS, FIRST, FRESH, LEADER, LOGGED_OUT, NEXT, Keys, Link, RedirectFile
from pages.door.logout import Leaving, leaving, offer

# The link is printed where the program was started, and opened by a private file unless nobody wants a browser.


class AtOnce(threading.Thread):
    """A thread that runs where it is started, so that nothing has to be waited for."""

    start = threading.Thread.run


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    urls: list[str] = []
    monkeypatch.setattr("streamlit.cli_util.open_browser", urls.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(threading, "Thread", AtOnce)
    return urls


def test_it_is_printed_and_opened_through_a_private_file(
    capsys: pytest.CaptureFixture[str], opened: list[str], tmp_path: Path
) -> None:
    keys = Keys()
    link = Link(Address(), keys, open_browser=True)
    first = keys.token
    link.start(8765)
    url = f"http://127.0.0.1:8765/?token={first}"
    assert capsys.readouterr().out == f"\n  {FIRST}\n\n    {url}\n\n"
    [address] = opened
    assert urlsplit(address).scheme == "file"
    assert first not in address
    file = Path(unquote(urlsplit(address).path))
    assert url in html.unescape(file.read_text())
    assert keys.redeem(first)
    link.used()
    assert capsys.readouterr().out == f"\n  {NEXT}\n\n    http://127.0.0.1:8765/?token={keys.token}\n\n"
    assert len(opened) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_the_owner_can_read_the_file_and_enter_its_folder(opened: list[str], umask: int) -> None:
    before = os.umask(umask)
    try:
        file = RedirectFile("http://127.0.0.1:8765/?token=a&b")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    assert "token=a&amp;b" in file.path.read_text()
    file.remove()
    assert not file.path.parent.exists()
    file.remove()


def test_a_file_that_nobody_uses_goes_by_itself(opened: list[str]) -> None:
    file = RedirectFile("http://127.0.0.1:8765/", seconds=0.01)
    file._timer.join(timeout=60)
    assert not file.path.parent.exists()


def test_where_no_file_can_be_written_the_link_is_printed(
    capsys: pytest.CaptureFixture[str], opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    Link(Address(), Keys(), open_browser=True).start(8765)
    assert opened == []
    assert FIRST in capsys.readouterr().out


def test_no_browser_is_opened_where_nobody_sits(capsys: pytest.CaptureFixture[str], opened: list[str]) -> None:
    Link(Address(), Keys(), open_browser=False).start(8765)
    assert opened == []
    assert FIRST in capsys.readouterr().out


def test_a_class_gets_one_link(capsys: pytest.CaptureFixture[str]) -> None:
    keys = Keys(reusable=True)
    Link(Address(("192.168.1.5",), only_here=False), keys, open_browser=False).start(8765)
    address = "http://192.168.1.5:8765"
    leading = f"{address}/predict_together?lead={keys.lead}&token={keys.token}"
    printed = capsys.readouterr().out
    assert printed == f"\n  {CLASS}\n\n    {address}/?token={keys.token}\n\n  {LEADER}\n\n    {leading}\n\n"


def test_whoever_leaves_takes_all_cookies_and_links_along(capsys: pytest.CaptureFixture[str]) -> None:
    keys = Keys()
    link = Link(Address(), keys, open_browser=False)
    link.start(8765)
    cookie, token = keys.cookie, keys.token
    door = Leaving(keys, link, OpenPages(5))
    door.renew_link()
    assert keys.admits(cookie)
    assert not keys.redeem(token)
    assert FRESH in capsys.readouterr().out
    token = keys.token
    door.log_out()
    assert not keys.admits(cookie)
    assert not keys.redeem(token)
    printed = capsys.readouterr().out
    assert LOGGED_OUT in printed
    assert keys.token in printed


def test_a_class_cannot_be_left_by_one_for_all() -> None:
    keys = Keys(reusable=True)
    link = Link(Address(), keys, open_browser=False)
    offer(Leaving(keys, link, OpenPages(5)))
    assert leaving() is None


# The server listens on this machine alone, unless a teacher names an address and says that it is for a class.


@pytest.mark.parametrize("named", ["127.0.0.1", "localhost", " LocalHost "])
def test_one_person_is_served_on_this_machine(named: str) -> None:
    address = served_at(named, classroom=False)
    assert address.only_here
    assert address.hosts(8501) == ("127.0.0.1:8501", "localhost:8501")
    assert address.url(8501) == "http://127.0.0.1:8501"


@pytest.mark.parametrize("named", [None, "", "0.0.0.0", "::", "::1", "192.168.1.5", "example.org", "127.0.0.2"])
def test_one_person_is_served_nowhere_else(named: str | None) -> None:
    with pytest.raises(ValueError, match=r"listens at 127\.0\.0\.1 only.* -- --classroom"):
        served_at(named, classroom=False)


@pytest.mark.parametrize(
    ("named", "host"),
    [
        ("192.168.1.5", "192.168.1.5:8501"),
        ("Class.Local", "class.local:8501"),
        ("fd00::5", "[fd00::5]:8501"),
        ("127.0.0.1", "127.0.0.1:8501"),
    ],
)
def test_a_class_is_served_at_the_one_address_named(named: str, host: str) -> None:
    address = served_at(named, classroom=True)
    assert address.hosts(8501) == (host,)
    assert address.url(8501) == f"http://{host}"
    assert address.only_here == (named == "127.0.0.1")
    assert served_at(named, classroom=True, encrypted=True).url(8501) == f"https://{host}"


@pytest.mark.parametrize("named", [None, "", "0.0.0.0", "::", "*", "unix:///tmp/door"])
def test_a_class_must_name_one_address(named: str | None) -> None:
    with pytest.raises(ValueError, match="the one address at which it finds this machine"):
        served_at(named, classroom=True)


def test_pages_can_ask_whether_it_is_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py"])
    assert not classroom()
    monkeypatch.setattr(sys, "argv", ["app.py", "--classroom"])
    assert classroom()
    monkeypatch.setattr(sys, "argv", ["--classroom"])
    assert not classroom()
