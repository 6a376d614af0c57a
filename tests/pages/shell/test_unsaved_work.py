"""No edit is lost above the vault: what could not be saved, what two tabs changed, what was never closed."""

import errno
import time
from dataclasses import replace

import pytest

from leakage.workspace.vault import store
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.passphrases import ATTEMPTS
from leakage.workspace.vault.saved_work import UNSAVED, create_with_work, read_work
from leakage.workspace.vault.vault import vaults
from pages.shell import text as shell_text
from tests.pages.helpers import current, go, press, run, start, texts, type_into
from tests.starting import starting_workspace

CHEAP = Cost(1, 8, 1)
PASSPHRASE, OTHER = "seven grey herons", "eight red kites"
OWN = replace(starting_workspace(), profile=(("Name", "Ann"), ("Phone", "1")))


@pytest.fixture(autouse=True)
def directory(tmp_path, monkeypatch):
    """A folder with one vault, and a cheap key derivation."""
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr("leakage.workspace.vault.vault.Cost", lambda: CHEAP)
    monkeypatch.setattr("leakage.workspace.vault.unlocked.Cost", lambda: CHEAP)
    monkeypatch.setattr(ATTEMPTS, "_clock", lambda: 0.0)
    monkeypatch.setattr(UNSAVED, "_entries", [])
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


def unlocked_now(passphrase=PASSPHRASE):
    [vault] = vaults()
    return vault.unlock(passphrase)


def in_vault(passphrase=PASSPHRASE):
    return read_work(unlocked_now(passphrase)).workspace


def copies(passphrase=PASSPHRASE):
    unlocked = unlocked_now(passphrase)
    return [
        read_work(unlocked, generation).workspace for generation in unlocked.generations() if generation.kind == "copy"
    ]


def at_gate(at):
    return at.title[0].value == "Unlock your work"


def all_text(at):
    return " ".join(
        [
            *texts(at),
            *(m.value for m in at.main.markdown),
            *(c.value for c in at.main.caption),
            *(e.value for e in (*at.error, *at.warning)),
        ]
    )


def sleep(monkeypatch, monotonic, wall):
    """So many seconds pass on either clock."""
    rising, clock = time.monotonic() + monotonic, time.time() + wall
    monkeypatch.setattr("pages.shell.locking.time.monotonic", lambda: rising)
    monkeypatch.setattr("pages.shell.locking.time.time", lambda: clock)


def test_locking_by_itself_saves_first(disk_full, monkeypatch):
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    assert "is not saved" in all_text(at)
    disk_full(False)
    sleep(monkeypatch, 3600, 3600)
    assert at_gate(run(at))
    assert in_vault().profile[0][1] == "Bea"


def test_what_cannot_be_saved_is_sealed_when_the_vault_locks_and_offered_again(disk_full, monkeypatch):
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    sleep(monkeypatch, 3600, 3600)
    assert at_gate(run(at)) and in_vault() == OWN
    assert "Bea" not in repr(at.session_state._state.filtered_state)
    assert shell_text.SEALED_AT_GATE in all_text(at)
    disk_full(False)
    # A refresh is a new session, and finds it as well.
    at = unlock(start())
    assert current(at) == OWN and "could not be saved" in all_text(at)
    press(at, "sealed-keep")
    assert current(at).profile[0][1] == "Bea" == in_vault().profile[0][1]
    assert "could not be saved" not in all_text(at)


def test_locking_with_something_unsaved_asks(disk_full):
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    press(at, "lock")
    assert not at_gate(at) and current(at).profile[0][1] == "Bea"
    press(at, "lock-stay")
    assert not at_gate(at)
    press(press(at, "lock"), "lock-anyway")
    assert at_gate(at)
    disk_full(False)
    press(unlock(at), "sealed-forget")
    assert current(at) == OWN == in_vault() and "could not be saved" not in all_text(at)


def test_after_the_passphrase_changed_elsewhere_the_edit_is_kept_with_the_new_one():
    at = tab()
    unlocked_now().change_passphrase(PASSPHRASE, OTHER)
    edit(at, 0, "Bea")
    assert "tried again" not in all_text(at)
    at.text_input(key="again-passphrase").set_value(OTHER)
    press(at, "again-unlock")
    assert current(at).profile[0][1] == "Bea" == in_vault(OTHER).profile[0][1]
    edit(at, 1, "2")
    assert in_vault(OTHER).profile == (("Name", "Bea"), ("Phone", "2"))


def test_sealed_under_the_earlier_passphrase_it_opens_with_that_one(monkeypatch):
    at = tab()
    unlocked_now().change_passphrase(PASSPHRASE, OTHER)
    edit(at, 0, "Bea")
    with monkeypatch.context() as later:
        sleep(later, 3600, 3600)
        assert at_gate(run(at))
    unlock(at, OTHER)
    at.text_input(key="sealed-passphrase").set_value("not this one at all")
    press(at, "sealed-keep")
    assert current(at) == OWN and "does not open" in all_text(at)
    monkeypatch.setattr(ATTEMPTS, "_clock", lambda: 60.0)
    at.text_input(key="sealed-passphrase").set_value(PASSPHRASE)
    press(at, "sealed-keep")
    assert current(at).profile[0][1] == "Bea" == in_vault(OTHER).profile[0][1]


def test_edits_that_do_not_contradict_each_other_are_merged():
    one, other = tab(), tab()
    edit(one, 0, "Bea")
    edit(other, 1, "2")
    both = (("Name", "Bea"), ("Phone", "2"))
    assert current(other).profile == both == in_vault().profile
    assert "Two versions" not in all_text(other)
    edit(one, 0, "Cleo")
    assert current(one).profile == (("Name", "Cleo"), ("Phone", "2")) == in_vault().profile
    press(other, "undo")
    press(other, "undo")


def test_the_copy_of_a_conflict_follows_every_later_edit():
    one, other = tab(), tab()
    edit(one, 0, "First")
    edit(other, 0, "Second")
    assert "Profile, Name: Second here, First in the other version." in texts(other)
    edit(other, 0, "Third")
    edit(other, 1, "4")
    # A refresh now loses nothing: what is on the disk is the newest.
    assert [work.profile for work in copies()] == [(("Name", "Third"), ("Phone", "4"))]
    press(other, "conflict-take")
    assert current(other).profile[0][1] == "First" == in_vault().profile[0][1]
    assert [work.profile for work in copies()] == [(("Name", "Third"), ("Phone", "4"))]


def test_the_other_version_is_not_taken_before_mine_is_on_the_disk(disk_full):
    one, other = tab(), tab()
    edit(one, 0, "First")
    disk_full(True)
    edit(other, 0, "Second")
    press(other, "conflict-take")
    assert current(other).profile[0][1] == "Second" and "No space left" in all_text(other)
    disk_full(False)
    press(other, "conflict-take")
    assert current(other).profile[0][1] == "First" and [work.profile[0][1] for work in copies()] == ["Second"]


def test_what_contradicts_is_chosen_one_by_one():
    one, other = tab(), tab()
    edit(edit(one, 0, "First"), 1, "11")
    edit(edit(other, 0, "Second"), 1, "22")
    assert len([text for text in texts(other) if "in the other version" in text]) == 2
    run(other.radio(key="conflict-0").set_value("theirs"))
    press(other, "conflict-merge")
    assert current(other).profile == (("Name", "First"), ("Phone", "22")) == in_vault().profile
    assert "Two versions" not in all_text(other)


def test_an_example_does_not_hide_what_is_unsaved(disk_full):
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    press(go(at, "start"), "open-realistic")
    press(at, "lock")
    assert not at_gate(at)
    disk_full(False)
    press(at, "back-to-mine")
    assert current(at).profile[0][1] == "Bea" == in_vault().profile[0][1]


def test_undo_back_to_what_is_saved_ends_the_warning(disk_full):
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    press(at, "undo")
    assert "is not saved" not in all_text(at)
    press(at, "lock")
    assert at_gate(at)


@pytest.mark.parametrize(("monotonic", "wall"), [(0, 3600), (3600, -3600)])
def test_a_closed_lid_counts(monotonic, wall, monkeypatch):
    """Asleep the one clock may stand; the other may be put back."""
    at = tab()
    sleep(monkeypatch, monotonic, wall)
    assert at_gate(run(at))


def test_work_of_a_vault_that_was_removed_is_not_lost_by_locking(monkeypatch):
    at = tab()
    unlocked_now().delete()
    edit(at, 0, "Bea")
    sleep(monkeypatch, 3600, 3600)
    run(at)
    press(at, "sealed-put-back")
    assert vaults() and at_gate(at)
    assert current(unlock(at)).profile[0][1] == "Bea"


def test_an_edit_is_on_the_disk_before_the_page_runs_again(monkeypatch):
    """Whoever closes the tab at once ends the run: then it is saved already, and nothing was drawn of it."""
    at = tab()
    saved = []
    monkeypatch.setattr(
        "pages.shell.frame._figure", lambda drawn, _: saved.append((drawn.profile[0][1], in_vault().profile[0][1]))
    )
    type_into(at, "profile", {0: {"value": "Bea"}})
    assert saved == [("Bea", "Bea")]


def in_memory():
    """A tab with work in memory only, beside the vault."""
    at = go(press(start(), "gate-memory"), "profile")
    return type_into(at, "profile", rows=[{"label": "Name", "value": "Mem"}, {"label": "City", "value": "Ulm"}])


def test_unlocking_a_vault_loses_nothing_that_was_in_memory():
    at = go(in_memory(), "vault")
    mine = current(at)
    press(at, "vault-gate")
    assert at_gate(at) and shell_text.BRINGING in all_text(at)
    press(at, "gate-back")
    assert not at_gate(at) and current(at) == mine
    unlock(press(go(at, "vault"), "vault-gate"))
    assert current(at) == OWN == in_vault() and shell_text.FROM_MEMORY in all_text(at)
    press(at, "sealed-keep")
    assert set(current(at).profile) == {*OWN.profile, *mine.profile} == set(in_vault().profile)
    assert shell_text.FROM_MEMORY not in all_text(at)
    press(at, "undo")
    assert current(at) == mine


def test_what_was_in_memory_waits_through_a_refresh_and_a_changed_passphrase_until_it_is_given_up():
    at = unlock(press(go(in_memory(), "vault"), "vault-gate"))
    at = unlock(start())
    assert shell_text.FROM_MEMORY in all_text(at)
    go(at, "vault")
    at.text_input(key="vault-present").set_value(PASSPHRASE)
    at.text_input(key="vault-new").set_value(OTHER)
    at.text_input(key="vault-new-again").set_value(OTHER)
    press(at, "vault-change")
    assert shell_text.FROM_MEMORY in all_text(go(at, "profile"))
    press(at, "sealed-forget")
    assert shell_text.FROM_MEMORY not in all_text(at) and in_vault(OTHER) == OWN


def test_nothing_is_offered_where_the_vault_has_it_all_already():
    at = press(press(start(), "gate-memory"), "begin-own")
    unlock(press(go(at, "vault"), "vault-gate"))
    assert current(at) == OWN and not UNSAVED.all()
