"""What is pressed about a vault is done whole and once, though it is pressed twice and the page is closed at once."""

import threading
from collections import Counter
from dataclasses import replace

import pytest

from leakage.crowd import Crowd, population
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.vault import vaults
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Workspace
from pages.shell import locking, vault_session
from tests.pages.helpers import current, go, history, name_new, press, run, start, texts
from tests.pages.shell.test_quick_clicks import click_meanwhile, once, requests, send_meanwhile, states_of
from tests.pages.shell.test_unsaved_work import (  # noqa: F401 -- the folder with a vault is a fixture
    OTHER,
    OWN,
    PASSPHRASE,
    at_gate,
    directory,
    disk_full,
    edit,
    in_vault,
    tab,
    unlocked_now,
)


@pytest.fixture
def press_twice_and_close(monkeypatch):
    """The second press comes while the first is looked at, and then the page is closed."""

    def pressing(at, key):
        states = states_of(at, key)

        def meanwhile():
            send_meanwhile(states)
            # From another thread: the run does not end itself.
            closing = threading.Thread(target=requests().request_stop)
            closing.start()
            closing.join()

        with monkeypatch.context() as patch:
            patch.setattr(locking, "lock_if_due", once(locking.lock_if_due, meanwhile))
            at._run(states)
        # Where a run is broken off, the runner forgets which pages there are.
        run(at)

    return pressing


def fill(at, **typed):
    for key, value in typed.items():
        at.text_input(key=key.replace("_", "-")).set_value(value)


def test_a_vault_is_created_renamed_given_another_passphrase_and_removed_once(press_twice_and_close):
    unlocked_now().delete()
    at = go(start(OWN), "vault")
    fill(at, vault_name="Mine", vault_first=PASSPHRASE, vault_again=PASSPHRASE)
    press_twice_and_close(at, "vault-create-go")
    assert [vault.listing().name for vault in vaults()] == ["Mine"] and in_vault() == OWN

    go(at, "vault")
    next(field for field in at.text_input if field.label == "Name").set_value("Other")
    press_twice_and_close(at, "vault-rename-go")
    assert [vault.listing().name for vault in vaults()] == ["Other"]

    go(at, "vault")
    fill(at, vault_present=PASSPHRASE, vault_new=OTHER, vault_new_again=OTHER)
    press_twice_and_close(at, "vault-change")
    assert in_vault(OTHER) == OWN
    assert [said.value for said in at.success] == ["The passphrase is changed."] and not at.error
    assert at.text_input(key="vault-new").value == ""

    run(at.checkbox(key="vault-sure").check())
    press_twice_and_close(at, "vault-delete")
    assert vaults() == () and current(at) == OWN


def test_a_vault_is_unlocked(press_twice_and_close):
    at = start()
    fill(at, gate_passphrase=PASSPHRASE)
    press_twice_and_close(at, "gate-unlock")
    assert current(at) == OWN and history(at) == ["unlock the vault"]
    assert not at_gate(run(at)) and not at.error


def test_a_version_is_brought_back(press_twice_and_close):
    at = edit(tab(), 0, "Bea")
    go(at, "vault")
    press_twice_and_close(at, "vault-restore")
    assert in_vault() == OWN == current(at)
    assert history(at).count("restore an earlier version") == 1


def test_another_vault_picked_at_the_last_moment_is_the_one_unlocked(monkeypatch):
    """The press comes before the page could be drawn with what was picked."""
    create_with_work("Other", PASSPHRASE, Workspace(profile=(("Name", "Bea"),)))
    at = start()
    at.selectbox(key="gate-vault-2").set_value(1)
    picked = states_of(at)
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    first, second = (read_work(vault.unlock(PASSPHRASE)).workspace for vault in vaults())
    click_meanwhile(at, monkeypatch, picked, states_of(at, "gate-unlock"), at_call=(locking, "lock_if_due"))
    assert current(at).profile == second.profile != first.profile


def test_the_side_chosen_at_the_last_moment_is_merged(monkeypatch):
    at = tab()
    unlocked = unlocked_now()
    theirs = replace(OWN, profile=(("Name", "Theirs"), ("Phone", "1")))
    save_work(unlocked, theirs, read_work(unlocked).revision)
    edit(at, 0, "Mine")
    assert "Profile, Name: Mine here, Theirs in the other version." in texts(at)
    at.radio(key="conflict-0").set_value("theirs")
    chosen = states_of(at)
    click_meanwhile(at, monkeypatch, chosen, states_of(at, "conflict-merge"), at_call=(locking, "lock_if_due"))
    assert in_vault().profile == theirs.profile == current(at).profile


def test_what_is_picked_at_the_last_moment_is_in_the_release_which_is_added_once(monkeypatch):
    at = go(start(OWN), "releases")
    name_new(at, "releases-new-recipient", "Shop")
    run(at)
    name_new(at, "releases-new-recipient", "Shop")
    at.selectbox(key="releases-new-template").set_value(TEMPLATES[0].name)
    picked, adding = states_of(at), states_of(at, "releases-add")
    click_meanwhile(at, monkeypatch, picked, adding, adding, at_call=(locking, "lock_if_due"))
    [release] = current(at).releases
    assert release.name == release.recipient == "Shop" and len(release.record) >= 1


@pytest.mark.tabs("Does a crowd hide me?")
def test_a_crowd_is_added_once(monkeypatch):
    at = go(start(replace(OWN, background=())), "re_identification")
    run(at.select_slider(key="crowd-added").set_value(100))
    states = states_of(at, "crowd-add")
    click_meanwhile(at, monkeypatch, states, states)
    small = tuple(population(Crowd(100)).records)
    assert current(at).background == small and history(at).count("add a crowd") == 1
    # Pressed again when it has been drawn, and for more: who is there already is not added again.
    press(at, "crowd-add")
    assert current(at).background == small and history(at).count("add a crowd") == 1
    run(at.select_slider(key="crowd-added").set_value(1_000))
    press(at, "crowd-add")
    assert Counter(current(at).background) == Counter(small) | Counter(population(Crowd(1_000)).records)


def test_a_save_that_is_tried_again_is_not_broken_off_by_a_click(disk_full, monkeypatch):  # noqa: F811
    """Half of it would be on the disk and unknown here, and the next save would take it for another tab's."""
    at = tab()
    disk_full(True)
    edit(at, 0, "Bea")
    disk_full(False)
    states = states_of(at)
    click_meanwhile(at, monkeypatch, states, states, at_call=(vault_session, "save_work"))
    assert in_vault().profile[0][1] == "Bea" and len(unlocked_now().generations()) == 1
    assert not any("merged in" in caption.value for caption in at.sidebar.caption)
