"""The server listens on this machine alone, unless a teacher names an address and says that it is for a class."""

from __future__ import annotations

import sys

import pytest

from pages.door.entrance import classroom
from pages.door.http import served_at


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
