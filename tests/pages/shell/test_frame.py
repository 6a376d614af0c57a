"""What every page stands in: words, the way out, the last resort."""

import errno
import logging
from collections.abc import Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

import pytest
from streamlit.testing.v1 import AppTest

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
from pages.shell import frame, vault_state
from pages.shell import text as door_panel_text
from pages.shell import undo_stack as work_history
from pages.shell.words import amount, change, count, listed, percent
from tests.pages.helpers import current, go, press, run, sound, start, type_into
from tests.starting import starting_workspace

# Figures in words.


@pytest.mark.parametrize(
    ("leakage", "words"),
    [(0.0, "0.0\u00a0%"), (1.0, "100.0\u00a0%"), (2 / 3, "66.7\u00a0%"), (0.0625, "6.2\u00a0%"), (1e-9, "0.0\u00a0%")],
)
def test_a_percentage_has_one_place(leakage, words):
    assert percent(leakage) == words


@pytest.mark.parametrize(
    ("increment", "words"),
    [
        (1.0, "+100.0 points"),
        (-1.0, "−100.0 points"),
        (1e-12, "no change"),
        (-1e-12, "no change"),
        (0.125, "+12.5 points"),
    ],
)
def test_a_change_has_its_sign(increment, words):
    assert change(increment) == words


@pytest.mark.parametrize("increment", [1e-5, -1e-5, 0.0004, -0.0004])
def test_a_change_too_small_to_show_has_no_sign(increment):
    assert not change(increment).startswith(("+0.0", "−0.0"))


def test_the_words_for_amounts_rise():
    order = ["nothing", "very little", "some", "much", "most", "nearly all", "all"]
    places = [order.index(amount(n / 10_000)) for n in range(10_001)]
    assert places == sorted(places) and set(places) == set(range(len(order)))


def test_nothing_and_all_are_said_only_where_the_percentage_says_so_too():
    for n in range(10_001):
        leakage = n / 10_000
        assert (amount(leakage) == "nothing") <= (percent(leakage) == "0.0\u00a0%")
        assert (amount(leakage) == "all") <= (percent(leakage) in ("100.0\u00a0%", "99.9\u00a0%"))
    assert amount(0.0) == "nothing" and amount(1.0) == "all"


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 facts"), (1, "1 fact"), (2, "2 facts"), (1_234_567, "1,234,567 facts")]
)
def test_a_number_takes_its_plural(number, words):
    assert count(number, "fact") == words


@pytest.mark.parametrize(
    ("words", "most", "sentence"),
    [
        ([], 4, ""),
        (["a"], 4, "a"),
        (["a", "b", "c"], 4, "a, b and c"),
        (["a", "b", "c", "d"], 4, "a, b, c and d"),
        (["a", "b", "c", "d", "e"], 4, "a, b, c, d and 1 more"),
        (("a", "b"), 1, "a and 1 more"),
    ],
)
def test_words_in_a_row(words, most, sentence):
    assert listed(words, most=most) == sentence


# Logging out locks the vault and ends what lets browsers in; what would be lost is said before.


PASSPHRASE = "seven grey herons"
OWN = starting_workspace()


@pytest.fixture
def door(tmp_path, monkeypatch) -> Iterator[Leaving]:
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(vault_state, "_STATES", WeakKeyDictionary())
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
    monkeypatch.setattr(UNSAVED, "_entries", [])
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
    assert door_panel_text.IN_MEMORY_ELSEWHERE in [error.value for error in at.error] + [
        c.value for c in at.main.caption
    ]
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
    printed = capsys.readouterr().out
    assert FRESH in printed
    assert door.keys.token in printed


# A page that fails says so in one sentence, keeps the work, and offers undo and a copy.


CANARY = "canary-4711"
FIRST = replace(starting_workspace(), profile=(("Name", "Ann"),))
SECOND = replace(FIRST, profile=(("Name", CANARY),))


def failing_page():
    from pages.shell import frame  # noqa: PLC0415 -- a script of its own

    for _ in range(2):
        assert frame.show_last_resort(ValueError("canary-4711"))


def opened(*workspaces):
    at = AppTest.from_function(failing_page, default_timeout=60)
    steps = tuple(work_history.UndoStep(workspace, "an edit") for workspace in workspaces)
    at.session_state[work_history._HISTORY] = work_history.History(steps, len(steps) - 1)
    return sound(at.run())


def buttons(at, kind):
    return [element for element in at.get(kind) if "last-resort" in (element.key or element.proto.id)]


def test_one_sentence_with_the_kind_and_no_value():
    at = opened(FIRST, SECOND)
    assert [error.value.startswith("This page failed (ValueError). Your work is still here") for error in at.error] == [
        True,
        True,
    ]
    assert CANARY not in " ".join(error.value for error in at.error)


def test_undo_takes_the_last_step_back_and_the_copy_can_be_had():
    at = opened(FIRST, SECOND)
    assert len(buttons(at, "download_button")) == 2
    [undo, _] = buttons(at, "button")
    assert current(at) == SECOND
    undo.click().run()
    assert current(sound(at)) == FIRST


def test_before_anything_was_entered_there_is_nothing_to_offer():
    at = sound(AppTest.from_function(failing_page, default_timeout=60).run())
    assert len(at.error) == 2
    assert buttons(at, "button") == []


def test_where_even_the_ways_out_fail_the_sentence_stands(monkeypatch, caplog):
    def fail():
        raise RuntimeError(CANARY)

    monkeypatch.setattr(frame.undo_stack, "begun", fail)
    with caplog.at_level(logging.ERROR):
        at = opened(FIRST)
    assert len(at.error) == 2
    assert "could not be drawn" in caplog.text
