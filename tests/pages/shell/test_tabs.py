"""Several tabs of one vault: newer work is shown without an edit, and locking in one locks all and loses nothing."""

import errno
import threading
import time
from dataclasses import replace
from weakref import WeakKeyDictionary

import pytest

from leakage.workspace.vault import store
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.passphrases import ATTEMPTS
from leakage.workspace.vault.saved_work import UNSAVED, create_with_work, read_work
from leakage.workspace.vault.vault import vaults
from pages.shell import history as history_module
from pages.shell import locking, vault_state
from tests.pages.helpers import current, go, press, run, start, texts, type_into
from tests.starting import starting_workspace

CHEAP = Cost(1, 8, 1)
PASSPHRASE, OTHER = "seven grey herons", "nine white swans"
OWN = replace(starting_workspace(), profile=(("Name", "Ann"), ("Phone", "1")))


@pytest.fixture(autouse=True)
def directory(tmp_path, monkeypatch):
    """A folder with one vault, and a cheap key derivation."""
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr("leakage.workspace.vault.vault.Cost", lambda: CHEAP)
    monkeypatch.setattr("leakage.workspace.vault.unlocked.Cost", lambda: CHEAP)
    monkeypatch.setattr(ATTEMPTS, "_clock", lambda: 0.0)
    monkeypatch.setattr(UNSAVED, "_entries", [])
    monkeypatch.setattr(vault_state, "_STATES", WeakKeyDictionary())
    create_with_work("Mine", PASSPHRASE, OWN)
    return tmp_path / "vaults"


@pytest.fixture
def disk_full(monkeypatch):
    """A switch: while it is on, nothing can be written."""
    full, write = [False], store.write_durably

    def write_if_there_is_room(target, data):
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(target, data)

    monkeypatch.setattr(store, "write_durably", write_if_there_is_room)
    return lambda switch: full.__setitem__(0, switch)


def unlock(at, passphrase=PASSPHRASE):
    at.text_input(key="gate-passphrase").set_value(passphrase)
    return press(at, "gate-unlock")


def tab():
    return go(unlock(start()), "profile")


def edit(at, row, value):
    """In the table as it stands on the screen, though another tab may have saved meanwhile."""
    at = at if at.title[0].value == "About me" else go(at, "profile")
    return type_into(at, "profile", {row: {"value": value}})


def in_vault(name="Mine", passphrase=PASSPHRASE):
    [vault] = [vault for vault in vaults() if vault.listing().name == name]
    return read_work(vault.unlock(passphrase)).workspace


def at_gate(at):
    return at.title[0].value == "Unlock your work"


def unlocked(at):
    return at.session_state[vault_state._SESSION].unlocked


def page_text(at):
    places = (at.main.markdown, at.main.caption, at.error, at.warning, at.sidebar.caption)
    return " ".join([*texts(at), *(each.value for place in places for each in place)])


# A second tab shows what the first one saved.


def test_a_tab_without_unsaved_edits_shows_what_another_saved_at_its_next_run():
    one, other = tab(), tab()
    edit(one, 0, "Bea")
    assert current(other) == OWN
    run(other)
    assert current(other).profile[0] == ("Name", "Bea") and in_vault() == current(one)
    assert "Another tab's changes were merged in." in page_text(other)
    edit(other, 1, "2")
    assert in_vault().profile == (("Name", "Bea"), ("Phone", "2")) == current(other).profile
    assert "Two versions" not in page_text(other)


def test_undo_takes_out_what_was_shown_of_another_tab():
    one, other = tab(), tab()
    edit(one, 0, "Bea")
    press(run(other), "undo")
    assert current(other) == OWN == in_vault()
    assert current(run(one)) == OWN


def test_a_tab_with_unsaved_edits_merges_as_before(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 1, "2")
    disk_full(False)
    edit(one, 0, "Bea")
    run(other)
    assert current(other).profile == (("Name", "Bea"), ("Phone", "2")) == in_vault().profile


def test_a_file_of_an_earlier_revision_put_in_its_place_is_not_taken_for_newer(directory):
    [path] = directory.glob("*.vault")
    before = path.read_bytes()
    one = tab()
    edit(one, 0, "Bea")
    path.write_bytes(before)
    run(one)
    assert current(one).profile[0][1] == "Bea"


def test_a_vault_that_cannot_be_read_just_now_changes_nothing(directory):
    one, other = tab(), tab()
    edit(one, 0, "Bea")
    [path] = directory.glob("*.vault")
    whole = path.read_bytes()
    for odd in (whole[:100], b"", whole[:-40] + bytes(40)):
        path.write_bytes(odd)
        assert current(run(other)) == OWN
    path.write_bytes(whole)
    assert current(run(other)).profile[0][1] == "Bea"


# Lock it now.


@pytest.mark.parametrize(("page", "button"), [("vault", "vault-lock"), ("profile", "lock")])
def test_locking_locks_every_tab_of_the_vault(page, button):
    one, other, third = tab(), tab(), tab()
    edit(other, 0, "Bea")
    handles = [unlocked(at) for at in (one, other, third)]
    press(go(one, page), button)
    assert all(handle.locked for handle in handles)
    assert at_gate(one) and at_gate(run(other)) and at_gate(go(third, "leakage"))
    for at in (one, other, third):
        assert "Bea" not in repr(at.session_state._state.filtered_state)
        assert current(unlock(at)).profile[0][1] == "Bea"


def test_a_click_in_a_tab_that_was_locked_elsewhere_does_nothing_else():
    one, other = tab(), tab()
    press(one, "lock")
    type_into(other, "profile", {0: {"value": "Bea"}})
    assert at_gate(other) and in_vault() == OWN


def test_a_tab_left_alone_locks_itself_alone(monkeypatch):
    one, other = tab(), tab()
    hour = [time.monotonic() + 3600.0, time.time() + 3600.0]
    with monkeypatch.context() as later:
        later.setattr("pages.shell.locking._clocks", lambda: tuple(hour))
        other.session_state[locking._TOUCHED] = tuple(hour)
        assert at_gate(run(one)) and not at_gate(run(other))


def test_what_another_tab_could_not_save_is_saved_before_locking(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 0, "Bea")
    disk_full(False)
    press(one, "lock")
    assert at_gate(one) and in_vault().profile[0][1] == "Bea" and not UNSAVED.all()
    assert at_gate(run(other))


def test_what_another_tab_could_not_save_is_merged_with_what_this_one_saves(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 0, "Bea")
    edit(one, 1, "2")
    disk_full(False)
    press(one, "lock")
    assert at_gate(one) and in_vault().profile == (("Name", "Bea"), ("Phone", "2"))


def test_what_contradicts_in_another_tab_is_a_copy_beside_the_vault(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 0, "Bea")
    disk_full(False)
    edit(one, 0, "Cleo")
    press(one, "lock")
    [vault] = vaults()
    handle = vault.unlock(PASSPHRASE)
    copies = [read_work(handle, each).workspace for each in handle.generations() if each.kind == "copy"]
    assert in_vault().profile[0][1] == "Cleo" and [copy.profile[0][1] for copy in copies] == ["Bea"]


def test_where_another_tab_has_something_that_cannot_be_saved_locking_asks(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 0, "Bea")
    press(one, "lock")
    assert not at_gate(one) and "Lock with unsaved changes?" in page_text(one)
    press(one, "lock-stay")
    assert not at_gate(run(other)) and current(other).profile[0][1] == "Bea"
    press(press(one, "lock"), "lock-anyway")
    assert at_gate(one) and at_gate(run(other)) and in_vault() == OWN
    assert len(UNSAVED.all()) == 1
    disk_full(False)
    at = unlock(start())
    press(at, "sealed-keep")
    assert in_vault().profile[0][1] == "Bea" and not UNSAVED.all()


def test_the_question_is_over_when_the_other_tab_has_saved(disk_full):
    one, other = tab(), tab()
    disk_full(True)
    edit(other, 0, "Bea")
    press(one, "lock")
    disk_full(False)
    run(other)
    assert "Lock though" not in page_text(run(one)) and not at_gate(one)


@pytest.mark.parametrize(("module", "step"), [(history_module, "merge"), (store, "write_durably")])
def test_an_edit_that_is_being_made_is_waited_for(monkeypatch, module, step):
    """It is slow in the other tab: locking waits until it is on the disk, and no edit meets a locked vault."""
    one, other = tab(), tab()
    begun, go_on = threading.Event(), threading.Event()
    do = getattr(module, step)

    def slowly(*given):
        begun.set()
        assert go_on.wait(30)
        return do(*given)

    monkeypatch.setattr(module, step, slowly)
    editing = threading.Thread(target=edit, args=(other, 0, "Bea"))
    pressing = threading.Thread(target=press, args=(one, "lock"))
    editing.start()
    assert begun.wait(30)
    pressing.start()
    pressing.join(1.0)
    assert not unlocked(other).locked
    go_on.set()
    editing.join(30)
    pressing.join(30)
    assert at_gate(one) and at_gate(run(other))
    assert in_vault().profile[0][1] == "Bea" and not UNSAVED.all()


def test_two_tabs_that_lock_at_once_both_come_to_the_gate():
    opened = [tab(), tab()]
    both = [threading.Thread(target=press, args=(at, "lock")) for at in opened]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
    assert [at_gate(run(at)) for at in opened] == [True, True] and in_vault() == OWN
