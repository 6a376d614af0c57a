"""The session: its work with undo, and the vault that has every edit before anything is drawn of it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.runtime.caching.cache_resource_api import clear_session_cache
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from leakage import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace import limits
from leakage.workspace import vault as vaults
from leakage.workspace.copies import workspace_of_vault
from leakage.workspace.vault import Unlocked, VaultError
from leakage.workspace.workspace import Release, Workspace
from pages.app import page, session, widgets
from pages.app.logs import keep_values_out_of_logs
from tests.pages.helpers import bound, current, go, nodes, press, run, sound, start
from tests.workspace.files.files import texts_in

PASSPHRASE, OTHER = "seven grey herons wade", "eight white storks stand"
CANARY = "canary4711sings"
ANN = Workspace(profile=(("Name", CANARY),))
BOB = replace(ANN, profile=(("Name", "Bob"),))
EXAMPLE = replace(realistic_person().workspace, releases=(), profile=(("Name", "Robin"),))


@pytest.fixture(autouse=True)
def sessions(monkeypatch, tmp_path):
    """Vaults in a folder of their own with a cheap key; every AppTest a session of its own, as every tab is."""
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(vaults, "COST", {"iterations": 1, "lanes": 1, "memory": 128})
    begin = LocalScriptRunner.__init__

    def begin_as(runner, path, state, *rest, **named):
        begin(runner, path, state, *rest, **named)
        runner._session_id = tab_of(state)

    monkeypatch.setattr(LocalScriptRunner, "__init__", begin_as)
    yield
    session._lock_all(session._UNLOCKED.values())


def tab_of(state):
    return f"tab {id(state)}"


class Tab:
    """A session without a browser; what ``session`` can do is done in it."""

    def __init__(self, work=None):
        self.state, self.mine = {}, []
        if work is not None:
            self.edit(work, "begin")

    def __getattr__(self, name):
        def called(*args, **named):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(st, "session_state", self.state)
                patch.setattr(session, "_mine", lambda: self.mine)
                return getattr(widgets if name == "binding" else session, name)(*args, **named)

        return called


def vaulted(work=ANN):
    tab = Tab(work)
    tab.create("Mine", PASSPHRASE)
    return tab


def path():
    [vault] = vaults.vaults()
    return vault.path


def kept(passphrase=PASSPHRASE):
    """The work that the vault's file holds, read without the program's own state."""
    data = path().read_bytes()
    key = vaults.key_of(passphrase, vaults.header_of(data))
    return workspace_of_vault(vaults.decrypted(data, key).decode())


# The work and its history.


def test_undo_and_redo_lead_through_the_history():
    tab = Tab()
    tab.edit(ANN, "one")
    tab.edit(BOB, "two")
    assert (tab.current(), tab.before(), tab.moves()) == (BOB, ANN, ("two", ""))
    tab.move(-1)
    assert (tab.current(), tab.moves()) == (ANN, ("one", "two"))
    for _ in range(3):
        tab.move(1)
    assert tab.current() == BOB
    for _ in range(4):
        tab.move(-1)
    assert tab.current() == Workspace() and tab.moves()[0] == ""
    tab.edit(ANN, "another way")
    assert tab.moves()[1] == ""
    tab.edit(ANN, "nothing")
    assert tab.moves()[0] == "another way"


def test_an_example_is_opened_beside_ones_own_work_and_edits_of_it_are_its_own():
    tab = Tab(ANN)
    tab.open_work(EXAMPLE, "open", "realistic-person")
    assert tab.before() is None and tab.own() == ANN
    for number in range(session.LONGEST_HISTORY + 5):
        tab.edit(replace(EXAMPLE, title=str(number)), "edit")
    assert tab.own() == ANN and tab.example() == "realistic-person"
    assert len(tab.state["session"].steps) == session.LONGEST_HISTORY + 1
    tab.begin_own()
    assert tab.current() == ANN and tab.example() == ""


def test_an_edit_of_a_work_drawn_earlier_keeps_what_was_changed_since():
    tab = Tab(ANN)
    drawn = tab.current()
    tab.put(drawn, replace(drawn, title="Mine"), "title")
    tab.put(drawn, BOB, "name")
    assert tab.current() == replace(BOB, title="Mine")
    tab.put(drawn, drawn, "nothing")
    assert tab.current() == replace(BOB, title="Mine")


def test_more_than_may_be_entered_is_refused_in_a_sentence_and_changes_nothing(monkeypatch):
    monkeypatch.setitem(limits.MOST, "releases", 1)
    at = start(ANN, "profile")
    tab = Tab(ANN)
    tab.edit(replace(ANN, releases=tuple(Release(str(n), "Shop", Record()) for n in range(2))), "too many")
    assert tab.current() == ANN and tab.state["refused-edit"]
    at.session_state["refused-edit"] = tab.state["refused-edit"]
    assert len(run(at).main.error) == 1 and not run(at).main.error


def test_what_a_widget_showed_of_other_work_counts_as_no_edit():
    tab = Tab(ANN)
    first = tab.binding("name", "Ann", print)["key"]
    assert tab.binding("name", "Ann", print)["key"] == first
    tab.open_work(BOB, "open")
    # Sent by a browser that has not drawn the other work yet.
    tab.state[first] = "Ann"
    second = tab.binding("name", "Bob", print)["key"]
    assert second != first and tab.state[second] == "Bob"


# The vault.


def test_every_edit_is_in_the_vault_at_once_and_an_example_never():
    tab = vaulted()
    assert kept() == ANN
    tab.edit(BOB, "name")
    assert kept() == BOB
    tab.move(-1)
    assert kept() == ANN
    tab.open_work(EXAMPLE, "open", "realistic-person")
    tab.edit(replace(EXAMPLE, title="edited"), "edit")
    assert kept() == ANN


def test_a_process_that_ends_between_saving_and_drawing_has_saved(monkeypatch):
    child = os.fork()
    if child == 0:
        at = unlocked_page(ANN)
        monkeypatch.setattr(page, "open_page", lambda *_: os._exit(7))
        bound(at.number_input, "vault-minutes").set_value(33).run()
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert kept() == replace(ANN, lock_after=33)
    at = unlock(start())
    assert current(at) == replace(ANN, lock_after=33)


@pytest.mark.parametrize("way", [1, -1])
def test_a_session_that_nobody_touches_is_locked_also_where_the_clock_was_put_back(monkeypatch, way):
    now = [1_000_000.0]
    monkeypatch.setattr(session.time, "time", lambda: now[0])
    tab = vaulted(replace(ANN, lock_after=2))
    now[0] += 119.0 * way
    assert not tab.is_locked()  # which is a touch
    now[0] += 119.0 * way
    assert not tab.lock_if_due()
    now[0] += 1.0 * way
    tab.edit(BOB, "too late")
    assert tab.state == {} and kept() == replace(ANN, lock_after=2)


def fail(*_):
    raise VaultError("The disk is full. The vault is as it was.")


def test_what_is_not_saved_is_told_tried_again_and_not_locked_away(monkeypatch):
    tab = vaulted(replace(ANN, lock_after=1))
    with monkeypatch.context() as full:
        full.setattr(Unlocked, "save", fail)
        tab.edit(BOB, "name")
        assert tab.trouble() and tab.current() == BOB
        full.setattr(session.time, "time", lambda: 1e12)
        assert not tab.lock_if_due()
        tab.lock()
        assert tab.current() == BOB and tab.state["wants-to-lock"]
    tab.save()
    assert tab.trouble() == "" and kept() == BOB
    with monkeypatch.context() as full:
        full.setattr(Unlocked, "save", fail)
        tab.edit(ANN, "name")
        tab.lock(losing=True)
    assert tab.state == {} and kept() == BOB


def test_a_second_tab_takes_over_by_the_passphrase_and_the_first_finds_out():
    first, second = vaulted(), Tab()
    assert second.is_locked() and second.is_open_elsewhere(path())
    with pytest.raises(VaultError):
        second.unlock(path(), OTHER)
    first.edit(BOB, "name")
    second.unlock(path(), PASSPHRASE)
    assert second.current() == BOB and second.vault() is not None and not first.mine[0].is_open
    first.edit(ANN, "too late")
    assert first.state == {} and first.is_locked() and kept() == BOB
    second.edit(ANN, "name")
    assert kept() == ANN
    first.unlock(path(), PASSPHRASE)
    assert first.current() == ANN


def test_a_save_without_the_turn_is_refused_and_the_change_stays_in_memory():
    first, second = vaulted(), Tab()
    second.unlock(path(), PASSPHRASE)
    # A click that was under way as the other tab took over.
    first._follow(session.Step(BOB, "name"))
    assert first.trouble() and kept() == ANN
    assert not first.lock_if_due() and first.current() == BOB and first.vault() is None and not first.is_locked()


def test_a_vault_whose_work_cannot_be_read_is_refused_and_not_held():
    tab, other = vaulted(), Tab()
    tab.vault().save(b"{}")
    for _ in range(2):
        with pytest.raises(ValueError, match="workspace"):
            other.unlock(path(), PASSPHRASE)


# On the pages.


def unlocked_page(work=ANN):
    """The page of the vault that the work has just been put into."""
    at = start(work, "vault")
    for again in (OTHER, PASSPHRASE):
        assert vaults.vaults() == []
        at.text_input(key="vault-first").set_value(PASSPHRASE)
        at.text_input(key="vault-again").set_value(again)
        assert len(press(at, "vault-create-go").error) == (again == OTHER)
    return at


def unlock(at, passphrase=PASSPHRASE, button="unlock-go"):
    at.text_input(key="unlock-passphrase").set_value(passphrase)
    return press(at, button)


def end(at):
    """The browser leaves: its session's caches are cleared."""
    clear_session_cache(tab_of(at._session_state))


def seen_or_held(at):
    """What is on the screen, and what the session remembers."""
    held = texts_in(at.session_state._state.filtered_state)
    return " ".join([*held, *(str(getattr(node, "proto", "")) for node in nodes(at._tree))])


def keys(at):
    return {button.key for button in at.button}


def test_a_refresh_asks_for_the_passphrase_and_nothing_else(caplog, capsys):
    keep_values_out_of_logs()
    at = unlocked_page()
    assert kept() == ANN
    end(at)
    anew = start(page="profile")
    assert not anew.warning and keys(anew) == {"unlock-go", "in-memory", "example"} and not anew.get("page_link")
    assert CANARY not in seen_or_held(anew)
    assert len(anew.get("plotly_chart")) == 1, "what draws charts is loaded while the passphrase is typed"
    assert [len(unlock(anew, wrong).error) for wrong in ("", OTHER)] == [1, 1]
    assert current(unlock(anew)) == ANN and anew.title[0].value == "About me"
    assert not {CANARY, PASSPHRASE, OTHER} & set(texts_in(caplog.records)) and CANARY not in capsys.readouterr().err


def test_nothing_of_the_work_or_the_passphrase_is_left_after_locking():
    at = go(unlocked_page(), "profile")
    assert CANARY in seen_or_held(at)
    press(at, "lock")
    assert CANARY not in seen_or_held(at) and PASSPHRASE not in seen_or_held(at)
    assert PASSPHRASE not in seen_or_held(unlock(at))


def test_a_change_that_is_not_saved_is_told_on_the_page_and_locking_asks(monkeypatch):
    at = unlocked_page()
    monkeypatch.setattr(Unlocked, "save", fail)
    bound(at.number_input, "vault-minutes").set_value(33).run()
    assert any("not saved" in text.value for text in sound(at).markdown)
    assert "lock-anyway" in keys(press(at, "lock")) and current(at).lock_after == 33
    assert "unlock-go" in keys(press(at, "lock-anyway")) and kept() == ANN


def test_a_damaged_vault_offers_the_earlier_version():
    at = unlocked_page()
    bound(at.number_input, "vault-minutes").set_value(33).run()
    end(at)
    data = bytearray(path().read_bytes())
    data[-1] ^= 1
    path().write_bytes(data)
    at = start()
    assert "unlock-earlier" not in keys(unlock(at, OTHER))
    unlock(at)
    unlock(at, button="unlock-earlier")
    assert current(at) == replace(ANN, lock_after=33)
    bound(go(at, "vault").number_input, "vault-minutes").set_value(44).run()
    assert kept() == replace(ANN, lock_after=44)


def test_versions_and_passphrases_change_and_a_vault_is_deleted():
    at = unlocked_page()
    bound(at.number_input, "vault-minutes").set_value(33).run()
    at.selectbox[0].select_index(0)
    assert current(press(at, "vault-restore")) == ANN == kept()
    assert current(press(at, "undo")).lock_after == 33
    for present, changed in ((OTHER, False), (PASSPHRASE, True)):
        at.text_input(key="vault-new").set_value(OTHER)
        at.text_input(key="vault-new-again").set_value(OTHER)
        at.text_input(key="vault-present").set_value(present)
        press(at, "vault-change")
        assert len(at.error) == (not changed) and len(at.success) == changed
        assert at.text_input(key="vault-new-again").value == ("" if changed else OTHER)
    assert kept(OTHER).lock_after == 33
    at.checkbox(key="vault-sure").check().run()
    press(at, "vault-delete")
    assert vaults.vaults() == [] and current(at).lock_after == 33 and "vault-create-go" in keys(at)


def test_an_example_can_be_looked_at_before_and_beside_a_vault():
    end(unlocked_page())
    at = press(start(), "example")
    assert replace(current(at), plan=()) == realistic_person().workspace and kept() == ANN
    press(at, "undo")
    assert current(at) == Workspace() and "unlock-go" not in keys(at)
    press(go(at, "vault"), "vault-gate")
    assert current(unlock(at)) == ANN
