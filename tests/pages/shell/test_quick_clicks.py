"""Quick clicks and presses."""

import json
import threading
from dataclasses import replace
from functools import partial

import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, get_script_run_ctx, script_runner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.util import calc_hash

from leakage import Record
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.vault import vaults
from leakage.workspace.vocabulary import TEMPLATES
from leakage.workspace.workspace import Release, Workspace
from pages.shell import history as work
from pages.shell import locking, undo_stack
from pages.you.vault.text import CHANGED
from tests.pages.helpers import (
    ADDRESSES,
    bound,
    current,
    go,
    history,
    name_new,
    press,
    run,
    shown_table,
    sound,
    start,
    table,
    table_key,
    texts,
)
from tests.pages.shell.test_unsaved_work import (  # noqa: F401 -- the folder with a vault is a fixture  # noqa: F401 -- the folder with a vault is a fixture
    OTHER,
    OWN,
    PASSPHRASE,
    at_gate,
    directory,
    disk_full,
    edit,
    in_vault,
    sleep,
    tab,
    unlock,
    unlocked_now,
)
from tests.starting import starting_workspace

# Clicks that come quickly, and pages closed at once: every edit is taken whole, once, in order, and saved first.


RELEASES = tuple(Release(name, name, Record.of(("Name", "Ann"))) for name in ("Shop", "Forum", "Bank"))
WORK = replace(starting_workspace(), profile=OWN.profile, releases=RELEASES)


def requests():
    return get_script_run_ctx().script_requests


def states_of(at, *pressed, edits=None, **picked):
    """What the browser sends: all it shows, the buttons pressed, what was typed into tables, what was picked."""
    buttons = [at.button(key=key) for key in pressed]
    for button in buttons:
        # Not by ``click``: what is disabled may be pressed before it is drawn so.
        button._value = True
    states = at._tree.get_widget_states()
    for button in buttons:
        button._value = False
    for name, typed in (edits or {}).items():
        changes = json.dumps({"edited_rows": typed, "added_rows": [], "deleted_rows": []})
        states.widgets.add(id=shown_table(at, name).proto.id, string_value=changes)
    for key, value in picked.items():
        control = bound(at.segmented_control, key.replace("_", "-"))
        state = next(state for state in states.widgets if state.id == control.id)
        state.string_array_value.data[:] = [control.options[control.indices[0]]] if value is None else [value]
    return states


def click_meanwhile(at, monkeypatch, first, *later, at_call=(undo_stack, "hold")):
    """Send a click, and others while the first is being taken over."""
    with monkeypatch.context() as patch:
        patch.setattr(*at_call, once(getattr(*at_call), lambda: [send_meanwhile(states) for states in later]))
        return sound(at._run(first))


def send_meanwhile(states):
    """As the browser does while a run goes on."""
    context = get_script_run_ctx()
    requests().request_rerun(RerunData(widget_states=states, page_script_hash=context.page_script_hash))


def once(call, before):
    called = []

    def calling(*args, **options):
        if not called:
            called.append(True)
            before()
        return call(*args, **options)

    return calling


def streamlits_own(monkeypatch):
    monkeypatch.setattr(script_runner, "ScriptRequests", ScriptRequests)


@pytest.mark.parametrize("ours", [True, False])
def test_an_edit_is_taken_and_saved_though_the_page_is_closed_while_it_is(ours, monkeypatch):
    """Without ours it is lost: else this would be for nothing."""
    at = tab()
    if not ours:
        streamlits_own(monkeypatch)
    monkeypatch.setattr(work, "merge", once(work.merge, lambda: requests().request_stop()))
    at._run(states_of(at, edits={"profile": {0: {"value": "Bea"}}}))
    assert in_vault().profile[0][1] == ("Bea" if ours else "Ann")


@pytest.mark.parametrize("ours", [True, False])
def test_an_edit_is_taken_and_saved_though_the_page_is_closed_before_it_was_read(ours, monkeypatch):
    at = tab()
    if not ours:
        streamlits_own(monkeypatch)
    begin = ScriptRunner._install_event_loop

    def begin_and_close(runner):
        begin(runner)
        if monkeypatch is not None and runner._requests._state is not None and not runner._execing:
            closing.append(runner)
            if len(closing) == 2:  # the loop is installed once for the thread and once for the run
                runner._requests.request_stop()

    closing = []
    monkeypatch.setattr(ScriptRunner, "_install_event_loop", begin_and_close)
    at._run(states_of(at, edits={"profile": {0: {"value": "Bea"}}}))
    assert in_vault().profile[0][1] == ("Bea" if ours else "Ann")


def test_two_presses_of_undo_are_two(monkeypatch):
    at = start(WORK, "adversary")
    run(bound(at.segmented_control, "pooling-kind").set_value("alone"))
    run(bound(at.segmented_control, "pooling-kind").set_value("coalitions"))
    assert current(at).pooling.kind == "coalitions" and len(history(at)) == 3
    undo = states_of(at, "undo")
    click_meanwhile(at, monkeypatch, undo, undo)
    assert current(at) == WORK


def test_a_choice_and_undo_at_once_come_in_their_order(monkeypatch):
    at = start(WORK, "adversary")
    run(bound(at.segmented_control, "pooling-kind").set_value("alone"))
    control = bound(at.segmented_control, "pooling-kind")
    undo = states_of(at, "undo")
    control.set_value("coalitions")
    chosen = states_of(at)
    click_meanwhile(at, monkeypatch, undo, chosen)
    assert current(at).pooling.kind == "coalitions" and history(at) == ["begin the test", "choose the pooling"]
    assert bound(at.segmented_control, "pooling-kind").value == "coalitions"


def test_a_toggle_clicked_twice_is_where_it_was(monkeypatch):
    at = start(WORK, "adversary")
    toggle = bound(at.toggle, "pooling-resolve-first")
    before = states_of(at)
    toggle.set_value(True)
    click_meanwhile(at, monkeypatch, states_of(at), before)
    assert current(at) == WORK and not bound(at.toggle, "pooling-resolve-first").value


def test_two_edits_of_what_was_drawn_once_are_both_kept(monkeypatch):
    """The page could not be drawn between them, so the second was made on the workspace before the first."""
    at = start(WORK, "weights")
    before = states_of(at)
    typed = states_of(at, edits={"weights": {0: {"weight": 7.0}}})
    bound(at.segmented_control, "statistics").set_value("background")
    picked = states_of(at, edits={"weights": {0: {"weight": 7.0}, 1: {"weight": 9.0}}})
    assert before != typed
    click_meanwhile(at, monkeypatch, typed, picked)
    assert current(at).statistics == "background"
    assert [current(at).weight_map[label] for label in ("Name", "Phone")] == [7.0, 9.0]


def test_an_edit_stays_though_the_page_is_left_before_it_was_drawn(monkeypatch):
    """A table that is opened again shows what was typed last, and what it shows is taken over."""
    at = start(WORK, "profile")
    typed = states_of(at, edits={"profile": {0: {"value": "Bea"}}})
    elsewhere = calc_hash(ADDRESSES["weights"])

    def leave():
        requests().request_rerun(RerunData(widget_states=WidgetStates(), page_script_hash=elsewhere))

    with monkeypatch.context() as patch:
        patch.setattr(undo_stack, "hold", once(undo_stack.hold, leave))
        sound(at._run(typed))
    assert [title.value for title in at.title] == ["Weights"]
    for _ in range(2):
        go(at, "profile")
        assert current(at).profile[0] == (WORK.profile[0][0], "Bea")
        assert table(at, "profile").base["value"].tolist()[0] == "Bea"
        go(at, "weights")


def test_what_was_undone_does_not_come_back_with_the_next_cell(monkeypatch):
    at = start(WORK, "weights")
    typed = states_of(at, edits={"weights": {0: {"weight": 7.0}}})
    undone = states_of(at, "undo", edits={"weights": {0: {"weight": 7.0}}})
    more = states_of(at, edits={"weights": {0: {"weight": 7.0}, 1: {"weight": 9.0}}})
    first = WORK.weight_map.get("Name", 1.0)
    # Disabled buttons press nothing, and there must be something to undo.
    at._run(typed)
    press(at, "undo")
    at = start(WORK, "weights")
    run(bound(at.segmented_control, "statistics").set_value("background"))
    click_meanwhile(at, monkeypatch, typed, undone, more)
    assert current(at).weight_map.get("Name", first) == first and current(at).weight_map["Phone"] == 9.0


def test_an_emptied_weight_shows_the_usual_one_however_quickly_the_next_is_typed(monkeypatch):
    at = start(replace(WORK, weights=(("Name", 7.0), ("Phone", 3.0))), "weights")
    emptied = states_of(at, edits={"weights": {0: {"weight": None}}})
    more = states_of(at, edits={"weights": {0: {"weight": None}, 1: {"weight": 9.0}}})
    click_meanwhile(at, monkeypatch, emptied, more)
    shown = shown_table(at, "weights").value["weight"].tolist()
    assert shown == [current(at).weight_map["Name"], 9.0] and shown[0] not in (7.0, None)


def test_what_the_callback_takes_is_what_is_drawn(monkeypatch):
    """Of every kind of cell: the callback works out by itself what the table will return."""
    taken = []
    from pages.shell import editable_table  # noqa: PLC0415

    with_edits = editable_table.with_edits
    monkeypatch.setattr(
        editable_table, "with_edits", lambda base, edits: taken.append(with_edits(base, edits)) or taken[-1]
    )
    cases = [
        ("profile", "profile", {0: {"value": "Bea"}, 1: {"label": None}}),
        ("weights", "weights", {0: {"weight": 3}, 1: {"weight": None}}),
        ("releases", "releases-ticks", {0: {"r0": False}, 1: {"r1": True}}),
        ("releases", "releases", {0: {"name": "Store", "date": "2026-01-31"}}),
        ("adversary", "rules", {0: {"labels": ["Phone"], "exact": True}}),
    ]
    for page, name, edits in cases:
        at = start(WORK, page)
        key = table_key(at, name)
        drawn = {}
        with monkeypatch.context() as patch:
            patch.setattr(st, "data_editor", partial(_draw, st.data_editor, drawn))
            sound(at._run(states_of(at, edits={name: edits})))
        assert table_key(at, name) != key or drawn[key].equals(taken[-1])
        assert len(history(at)) == 2


def _draw(editor, drawn, *args, **options):
    drawn[options["key"]] = editor(*args, **options)
    return drawn[options["key"]]


@pytest.mark.parametrize(("monotonic", "wall"), [(0, 3600), (3600, -3600)])
@pytest.mark.parametrize("pressed", ["edit", "undo", "example"])
def test_a_click_after_the_machine_slept_is_nobodys(pressed, monotonic, wall, monkeypatch):
    at = tab()
    sound(at._run(states_of(at, edits={"profile": {1: {"value": "2"}}})))
    before = in_vault()
    if pressed == "example":
        go(at, "start")
    clicks = {
        "edit": lambda: states_of(at, edits={"profile": {0: {"value": "Eve"}, 1: {"value": "2"}}}),
        "undo": lambda: states_of(at, "undo"),
        "example": lambda: states_of(at, "open-realistic"),
    }
    click = clicks[pressed]()
    sleep(monkeypatch, monotonic, wall)
    at._run(click)
    assert at_gate(at) and in_vault() == before != OWN
    assert "Eve" not in repr(at.session_state._state.filtered_state)


def test_several_clicks_after_the_machine_slept_bring_nothing_back(monkeypatch):
    """The first locks, and what it was drawn from must not come back with the second."""
    at = tab()
    click = states_of(at, edits={"profile": {0: {"value": "Eve"}}})
    sleep(monkeypatch, 3600, 3600)
    from pages.shell import locking  # noqa: PLC0415

    monkeypatch.setattr(locking, "lock_if_due", once(locking.lock_if_due, lambda: send_meanwhile(click)))
    at._run(click)
    assert at_gate(at) and in_vault() == OWN
    assert "Ann" not in repr(at.session_state._state.filtered_state)


# What is pressed about a vault is done whole and once, though it is pressed twice and the page is closed at once.


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
    assert [note.value for note in at.success] == [CHANGED] and not at.error
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
