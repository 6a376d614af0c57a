"""A workspace in a vault."""

import os
from dataclasses import fields, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leakage.record import Record
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.vault.errors import Conflict, VaultError
from leakage.workspace.vault.saved_work import amend_work, create_with_work, news, read_newer, read_work, save_work
from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.workspace import Release, Workspace
from tests.workspace.files.test_workspace_json import workspaces
from tests.workspace.vault.helpers import CANARY, CHEAP, PASSPHRASE, all_bytes, new, only

WORK = realistic_person().workspace
EXAMPLES = int(os.environ.get("EXAMPLES", "20"))


def made(folder, work=WORK):
    return create_with_work("Mine", PASSPHRASE, work, folder=folder, cost=CHEAP)


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(workspaces)
def test_what_is_saved_is_read(tmp_path_factory, work):
    mine = made(tmp_path_factory.mktemp("vaults"))
    revision = save_work(mine, work, read_work(mine).revision)
    reading = read_work(mine)
    assert (reading.workspace, reading.revision) == (work, revision)


@settings(max_examples=EXAMPLES)
@given(workspaces, workspaces, st.data())
def test_what_is_new_and_what_was_known_are_the_whole(work, other, data):
    mixed = {
        part.name: data.draw(st.sampled_from([getattr(work, part.name), getattr(other, part.name)]))
        for part in fields(Workspace)
        if part.name not in ("relations", "similarities")
    }
    changed = replace(work, **mixed)
    new = news(changed, work)
    for part in fields(Workspace):
        mine, its, old = (getattr(held, part.name) for held in (changed, new, work))
        if isinstance(mine, tuple):
            assert [entry for entry in mine if any(entry is known for known in (*its, *old))] == list(mine)
            assert not [entry for entry in its if any(entry is known for known in old)]
        else:
            assert mine in (its, old)
    assert news(changed, changed) == Workspace()
    assert workspace_from_json(workspace_to_json(new)) == new


def test_an_edit_is_saved_whole_though_only_what_is_new_was_looked_at(tmp_path):
    mine = made(tmp_path)
    reading = read_work(mine)
    more = Release("More", "Somebody", Record.of(("Name", "x")))
    edited = replace(reading.workspace, releases=(more, *reading.workspace.releases[1:]), title="edited")
    save_work(mine, edited, reading.revision, known=reading.workspace)
    assert read_work(mine).workspace == edited


def test_it_survives_the_session(tmp_path):
    mine = made(tmp_path)
    edited = replace(WORK, title="edited")
    revision = save_work(mine, edited, read_work(mine).revision)
    reading = read_work(only(tmp_path).unlock(PASSPHRASE))
    assert (reading.workspace, reading.revision) == (edited, revision)


def test_an_earlier_version_is_read_and_restored(tmp_path):
    mine = made(tmp_path)
    revision = save_work(mine, Workspace(), read_work(mine).revision)
    [earlier] = mine.generations()
    assert read_work(mine, earlier).workspace == WORK
    mine.restore(earlier, revision)
    assert read_work(mine).workspace == WORK


def test_a_conflict_keeps_both(tmp_path):
    mine = made(tmp_path)
    base = read_work(mine).revision
    save_work(mine, replace(WORK, title="here"), base)
    with pytest.raises(Conflict):
        save_work(mine, replace(WORK, title="there"), base)
    [kept] = [generation for generation in mine.generations() if generation.kind == "copy"]
    assert read_work(mine).workspace.title == "here"
    assert read_work(mine, kept).workspace.title == "there"


@pytest.mark.parametrize(
    "unreadable",
    [
        Workspace(title=f"{CANARY} \ud800"),
        Workspace(weights=((CANARY, -1.0),)),
        Workspace(weights=((CANARY, float("nan")),)),
        Workspace(releases=(Release(CANARY, f"\udfff {CANARY}", Record()),)),
    ],
)
def test_what_could_not_be_read_again_is_not_saved(tmp_path, unreadable):
    mine = made(tmp_path)
    before = all_bytes(tmp_path)
    with pytest.raises(ValueError) as caught:
        save_work(mine, unreadable, read_work(mine).revision)
    assert CANARY not in str(caught.value)
    with pytest.raises(ValueError):
        save_work(mine, unreadable, read_work(mine).revision, known=WORK)
    with pytest.raises(ValueError):
        edited = replace(WORK, title=unreadable.title, weights=(*WORK.weights, *unreadable.weights))
        edited = replace(edited, releases=(*WORK.releases, *unreadable.releases))
        save_work(mine, edited, read_work(mine).revision, known=WORK)
    assert all_bytes(tmp_path) == before
    with pytest.raises(ValueError):
        made(tmp_path / "other", unreadable)
    assert not (tmp_path / "other").exists()


def test_nothing_of_the_work_is_in_the_files(tmp_path):
    work = replace(WORK, profile=(("Name", CANARY), (CANARY, "x")), title=CANARY)
    mine = made(tmp_path, work)
    save_work(mine, replace(work, names=(("N", CANARY),)), read_work(mine).revision)
    assert not [name for name, data in all_bytes(tmp_path).items() if CANARY.encode() in data]
    assert CANARY not in repr(read_work(mine))


def test_what_is_no_workspace_is_refused_in_one_sentence(tmp_path):
    mine = new(tmp_path, b'{"format": "something else"}')
    with pytest.raises(ValueError, match="this is not a saved workspace"):
        read_work(mine)


def test_only_what_was_saved_later_is_newer(tmp_path):
    mine, other = made(tmp_path), only(tmp_path).unlock(PASSPHRASE)
    first, file = read_work(mine), only(tmp_path).file()
    assert read_newer(mine, first.revision) is None
    second = save_work(other, replace(WORK, title="second"), first.revision)
    newer = read_newer(mine, first.revision)
    assert newer is not None and (newer.workspace.title, newer.revision) == ("second", second)
    assert read_newer(other, second) is None
    # No edit, and all the same something new.
    amend_work(other, WORK, second)
    assert read_newer(mine, second) == read_work(mine)
    # An older file in its place is none, and of one that is cut short nothing can be said.
    [path] = tmp_path.glob("*.vault")
    path.write_bytes(file)
    assert read_newer(mine, second) is None
    path.write_bytes(file[:90])
    with pytest.raises(VaultError):
        read_newer(mine, second)


def test_one_vault_is_locked_wherever_it_is_unlocked_and_no_other(tmp_path):
    mine, again = made(tmp_path / "one"), only(tmp_path / "one").unlock(PASSPHRASE)
    other = made(tmp_path / "other")
    lock_all(mine.identity)
    assert (mine.locked, again.locked, other.locked) == (True, True, False)
    lock_all()
    assert other.locked
