"""Reading apart: as if it were read here, but in a process that is ended where it must be."""

import os
from pathlib import Path

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.progress import listening
from leakage.workspace.copies import saved_copy
from leakage.workspace.files import apart, secret
from leakage.workspace.files.findings import together
from leakage.workspace.files.recognise import read
from leakage.workspace.files.vaults import PasswordNeededError
from tests.workspace.every_part import every_part
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import FILE_PASSWORD, WRITERS, made_up_logins
from tests.workspace.files.data.made_up_files import HONEST

LOGINS = made_up_logins(12, seed=4)
COPY = every_part()
FILES = {
    "logins": WRITERS["Chrome"](LOGINS),
    "vault": exports.bitwarden(LOGINS),
    "saved copy": saved_copy(COPY).encode(),
    **{name: text.encode() for name, text in HONEST.items()},
}


@pytest.fixture
def alone():
    """No child is there before, and none is left."""
    apart._end_spare()
    yield
    apart._end_spare()


@pytest.mark.parametrize("name", FILES)
def test_what_is_read_apart_is_what_is_read_here(name):
    assert apart.call("read", FILES[name]) == read(FILES[name])


def test_passwords_of_files_that_were_read_by_several_are_compared(alone):
    first = apart.call("read", WRITERS["Chrome"](LOGINS))
    apart._end_spare()
    second = apart.call("read", exports.firefox(LOGINS))
    passwords = {(account.site, account.login): account.password for account in first.accounts}
    assert passwords == {(account.site, account.login): account.password for account in second.accounts}
    assert together([first, second]).accounts


def test_a_refusal_is_the_same_sentence_and_leads_to_nothing_else():
    locked = exports.bitwarden_protected(LOGINS[:2], iterations=10)
    with pytest.raises(PasswordNeededError) as caught:
        apart.call("read", locked)
    assert caught.value.__cause__ is None and caught.value.__context__ is None
    assert apart.call("read", locked, password=FILE_PASSWORD).accounts


def test_a_file_is_named_by_its_path_where_it_is_a_regular_one(tmp_path):
    path = tmp_path / "mail.mbox"
    path.write_bytes(b"From x Fri Jan 31 10:00:00 2020\nFrom: a@shop.example\nSubject: Your order\n\nx\n")
    assert [account.site for account in apart.call("read", path).accounts] == ["shop.example"]
    (tmp_path / "pipe").touch()
    os.unlink(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe")
    for other in (tmp_path / "pipe", Path("/dev/zero"), tmp_path, tmp_path / "none"):
        with pytest.raises(ValueError, match="file"):
            apart.call("read", other)


def test_rows_of_strangers_are_found_apart():
    eve, given = Adversary(Resolve(Shares("Email"))), (Record.of(("Email", "a@b.c")),)
    file = (b"mail,city\na@b.c,X\nother@b.c,Y\n", "people.csv", None)
    assert apart.call("headings", *file) == ["mail", "city"]
    found = apart.call("strangers", *file, [("mail", "Email"), ("city", "City")], [eve, eve], given)
    assert found.records == (Record.of(("Email", "a@b.c"), ("City", "X")),) and (found.read, found.all_read) == (
        2,
        True,
    )
    with pytest.raises(ValueError, match="table"):
        apart.call("strangers", *file, [("planted", "Email")], [eve], given)


def is_running(child):
    return child.poll() is None


def spied(monkeypatch):
    """The children that are started from now on."""
    started, start = [], apart._started
    monkeypatch.setattr(apart, "_started", lambda: started.append(start()) or started[-1])
    return started


def test_what_takes_too_long_is_ended_and_said(alone, monkeypatch):
    children = spied(monkeypatch)
    monkeypatch.setattr(apart, "SECONDS", 0)
    with pytest.raises(ValueError, match="longer"):
        apart.call("read", FILES["logins"])
    assert len(children) == 1 and not is_running(children[0])


def test_who_leaves_ends_the_reading(alone, monkeypatch):
    children = spied(monkeypatch)

    def leave(*_):
        raise KeyboardInterrupt

    with listening(leave), pytest.raises(KeyboardInterrupt):
        apart.call("read", FILES["logins"])
    assert len(children) == 1 and not is_running(children[0])


def test_a_child_that_was_killed_costs_one_file(alone, monkeypatch):
    children = spied(monkeypatch)
    apart.prepare()

    def kill(*_):
        children[0].kill()

    with listening(kill), pytest.raises(ValueError, match="cannot be read"):
        apart.call("read", FILES["logins"])
    assert apart.call("read", FILES["logins"]) == read(FILES["logins"])


def test_a_child_has_its_limits_no_terminal_and_no_page(alone):
    apart.call("read", FILES["logins"])
    [child] = apart._SPARE
    limits = Path(f"/proc/{child.pid}/limits").read_text()
    assert f"Max data size             {apart.MEMORY}" in limits and "Max file size             0" in limits
    assert "streamlit" not in Path(f"/proc/{child.pid}/maps").read_text()
    assert os.getsid(child.pid) == child.pid


def out_of_memory(_):
    raise MemoryError


def out_of_its_mind(content):
    raise KeyError(content)


@pytest.mark.parametrize(("name", "word"), [("out_of_memory", "memory"), ("out_of_its_mind", "cannot")])
def test_whatever_goes_wrong_ends_in_a_sentence_and_the_child_with_it(monkeypatch, name, word):
    monkeypatch.setitem(apart.FUNCTIONS, "read", (__name__, name))
    error, sentence, again = apart._answer("read", b"planted", (), {}, secret.KEY)
    assert (error, again) == (ValueError, False) and word in sentence and "planted" not in sentence
