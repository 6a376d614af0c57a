"""Logging out locks the vault and ends what lets browsers in; what would be lost is said before."""

import errno
from collections.abc import Iterator
from weakref import WeakKeyDictionary

import pytest

from leakage.workspace.presets import starting_workspace
from leakage.workspace.vault import store
from leakage.workspace.vault.errors import Locked
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import UNSAVED, create_with_work, read_work
from leakage.workspace.vault.vault import vaults
from pages.door import logout
from pages.door.connections import OpenPages
from pages.door.http import Address
from pages.door.link import FRESH, LOGGED_OUT, Keys, Link
from pages.door.logout import Leaving
from pages.shell import text, vault_state
from tests.pages.helpers import current, go, press, run, start, type_into

PASSPHRASE = "seven grey herons"
OWN = starting_workspace()


@pytest.fixture
def door(tmp_path, monkeypatch) -> Iterator[Leaving]:
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(vault_state, "_HELD", WeakKeyDictionary())
    keys = Keys()
    monkeypatch.setattr(logout, "_doors", [Leaving(keys, Link(Address(), keys, open_browser=False), OpenPages(5))])
    return logout.leaving()


def offered(at):
    return "log-out" in {button.key for button in at.button}


def test_without_a_door_nothing_is_offered(tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(logout, "_doors", [])
    assert not offered(go(start(OWN), "vault"))


def test_work_in_memory_is_not_lost_unasked(door, capsys):
    cookie = door.keys.cookie
    at = go(start(OWN), "vault")
    assert at.button(key="log-out").disabled
    run(at.checkbox(key="log-out-sure").check())
    press(at, "log-out")
    assert not door.keys.admits(cookie)
    assert current(at) != OWN
    assert LOGGED_OUT in capsys.readouterr().out


def test_it_locks_the_vault_and_is_offered_at_the_gate(door, capsys):
    create_with_work("Mine", PASSPHRASE, OWN, cost=Cost(1, 8, 1))
    at = start()
    assert offered(at)
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert current(at) == OWN
    other = start()
    other.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(other, "gate-unlock")
    [vault] = vaults()
    third = vault.unlock(PASSPHRASE)
    go(at, "vault")
    press(at, "log-out")
    assert at.title[0].value == "Unlock your work"
    # Not in this tab alone, and whatever holds the key.
    assert repr(other.session_state[vault_state._SESSION].unlocked) == "<Unlocked: locked>"
    with pytest.raises(Locked):
        third.read()
    assert LOGGED_OUT in capsys.readouterr().out


@pytest.fixture
def disk_full(monkeypatch):
    """A switch: while it is on, nothing can be written."""
    full, write = [False], store.write_durably

    def write_if_there_is_room(target, data):
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(target, data)

    monkeypatch.setattr(store, "write_durably", write_if_there_is_room)
    monkeypatch.setattr(UNSAVED, "_held", [])
    return lambda switch: full.__setitem__(0, switch)


def test_what_other_tabs_could_not_save_is_offered_again_after_logging_out(door, disk_full):
    create_with_work("Mine", PASSPHRASE, OWN, cost=Cost(1, 8, 1))
    tabs = [unlocked_tab(), unlocked_tab()]
    disk_full(True)
    for at, value in zip(tabs, ("Ann", "Bea"), strict=True):
        type_into(go(at, "profile"), "profile", rows=[{"label": "Name", "value": value}])
    press(go(tabs[0], "vault"), "log-out")
    assert not door.keys.admits("") and tabs[0].title[0].value == "Unlock your work"
    assert len(UNSAVED.all()) == 2
    disk_full(False)
    at = unlocked_tab()
    press(press(at, "sealed-keep"), "sealed-keep")
    names = {("Name", "Ann"), ("Name", "Bea")}
    assert names <= set(current(at).profile)
    assert names <= set(read_work(vaults()[0].unlock(PASSPHRASE)).workspace.profile)
    assert not UNSAVED.all()


def test_work_in_memory_of_another_tab_is_not_lost_unasked(door, disk_full):
    at = go(start(), "vault")
    # It begins only after this page was drawn.
    other = go(press(start(), "begin-own"), "profile")
    type_into(other, "profile", rows=[{"label": "Name", "value": "Ann"}])
    cookie = door.keys.cookie
    press(at, "log-out")
    assert door.keys.admits(cookie)
    assert text.IN_MEMORY_ELSEWHERE in [error.value for error in at.error] + [c.value for c in at.main.caption]
    assert at.button(key="log-out").disabled
    run(at.checkbox(key="log-out-sure").check())
    press(at, "log-out")
    assert not door.keys.admits(cookie)


def unlocked_tab():
    at = start()
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    return press(at, "gate-unlock")


def test_a_fresh_link_leaves_who_is_in(door, capsys):
    cookie, token = door.keys.cookie, door.keys.token
    press(go(start(), "vault"), "fresh-link")
    assert door.keys.admits(cookie)
    assert door.keys.token != token
    told = capsys.readouterr().out
    assert FRESH in told
    assert door.keys.token in told
