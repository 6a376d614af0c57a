"""Generations, restoring, and conflicts: whatever happens, both versions are there."""

import copy
import multiprocessing
import pickle
import threading

import pytest

from leakage.workspace.vault.errors import Conflict, Damaged, Locked, Missing, TooNew, VaultError, WrongPassphrase
from leakage.workspace.vault.file_header import HEADER_LENGTH
from leakage.workspace.vault.sealed import parse
from leakage.workspace.vault.vault import Vault, bring_in, create, vaults
from tests.amount import cases
from tests.workspace.vault.helpers import (
    CANARY,
    CHEAP,
    OTHER,
    PASSPHRASE,
    all_bytes,
    contents,
    current_path,
    flipped,
    new,
    only,
    saved,
    with_digest,
)


def texts(first, last):
    return [str(number).encode() for number in range(first, last, 1 if last > first else -1)]


def test_the_last_ten_are_kept_the_latest_first(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, *texts(1, 15))
    assert mine.read().content == b"14"
    assert contents(mine) == texts(13, 3)
    assert len(list(tmp_path.iterdir())) == 12
    assert [one.saved for one in mine.generations()] == sorted(
        (generation.saved for generation in mine.generations()), reverse=True
    )


def test_revisions_know_their_parents_and_rise(tmp_path):
    mine = new(tmp_path)
    first = mine.read().revision
    second = mine.save(b"second", first)
    third = mine.save(b"third", second)
    assert (second.parent, third.parent) == (first.identity, second.identity)
    assert first.number < second.number < third.number
    assert mine.read().revision == third
    assert len({first.identity, second.identity, third.identity}) == 3


def test_restoring_is_a_new_save_and_loses_nothing(tmp_path):
    mine = new(tmp_path, b"0")
    revision = saved(mine, *texts(1, 11))
    oldest = mine.generations()[-1]
    assert mine.read(oldest).content == b"0"
    restored = mine.restore(oldest, revision)
    assert restored.parent == revision.identity
    assert mine.read().content == b"0"
    assert contents(mine) == texts(10, 0)


def test_restoring_from_a_stale_session_is_a_conflict_as_well(tmp_path):
    mine = new(tmp_path, b"0")
    revision = saved(mine, b"1")
    mine.save(b"2", revision)
    with pytest.raises(Conflict):
        mine.restore(mine.generations()[-1], revision)
    assert mine.read().content == b"2" and contents(mine, "copy") == [b"0"]


def test_a_stale_session_gets_a_conflict_and_both_versions_are_kept(tmp_path):
    first = new(tmp_path, b"0")
    there = only(tmp_path).unlock(PASSPHRASE)
    base = there.read().revision
    assert first.read().revision == base
    ahead = first.save(b"here", base)
    with pytest.raises(Conflict) as caught:
        there.save(b"there", base)
    assert first.read().content == b"here" and first.read().revision == ahead
    [copy] = [generation for generation in there.generations() if generation.kind == "copy"]
    assert there.read(copy).content == b"there" and str(copy.file) == caught.value.copy
    assert there.read(copy).revision.parent == ahead.parent == base.identity, "two revisions from one parent"
    restored = there.restore(copy, ahead)
    assert first.read().content == b"there" and first.read().revision == restored
    assert contents(first) == [b"here", b"0"] and contents(first, "copy") == [b"there"]


def test_copies_do_not_push_generations_out_nor_the_other_way_about(tmp_path):
    mine = new(tmp_path, b"0")
    stale = mine.read().revision
    revision = saved(mine, b"1")
    for number in range(12):
        with pytest.raises(Conflict):
            mine.save(f"stale {number}".encode(), stale)
    for text in texts(2, 16):
        revision = mine.save(text, revision)
    assert contents(mine, "copy") == [f"stale {number}".encode() for number in range(11, 1, -1)]
    assert contents(mine) == texts(14, 4)


def test_saving_from_what_was_never_read_is_a_conflict(tmp_path):
    mine, other = new(tmp_path / "one"), new(tmp_path / "other")
    with pytest.raises(Conflict):
        mine.save(b"second", other.read().revision)
    assert mine.read().content == b"first"


def test_a_conflict_tells_nothing_of_a_persons(tmp_path):
    mine = new(tmp_path, CANARY.encode(), name=CANARY)
    base = mine.read().revision
    mine.save(CANARY.encode() * 2, base)
    with pytest.raises(Conflict) as caught:
        mine.save(CANARY.encode() * 3, base)
    assert CANARY not in str(caught.value) + repr(caught.value) + repr(vars(caught.value))
    assert caught.value.__context__ is None


def race(folder, text, start, ended):
    mine = only(folder).unlock(PASSPHRASE)
    base = mine.read().revision
    start.wait()
    try:
        mine.save(text, base)
        ended.put("saved")
    except Conflict:
        ended.put("conflict")


@pytest.mark.parametrize("kind", cases(["processes", "threads"], usual=1))
def test_of_several_that_save_at_once_one_is_first_and_all_are_kept(tmp_path, kind):
    new(tmp_path, b"base")
    context = multiprocessing.get_context("fork")
    worker, barrier = (
        (context.Process, context.Barrier) if kind == "processes" else (threading.Thread, threading.Barrier)
    )
    for turn in range(10):
        start, ended = barrier(3), context.SimpleQueue()
        everyone = [f"{turn} {number}".encode() for number in range(3)]
        workers = [worker(target=race, args=(tmp_path, text, start, ended)) for text in everyone]
        for running in workers:
            running.start()
        for running in workers:
            running.join()
        assert sorted(ended.get() for _ in workers) == ["conflict", "conflict", "saved"]
        mine = only(tmp_path).unlock(PASSPHRASE)
        assert sorted([mine.read().content, *contents(mine, "copy")[:2]]) == everyone
        assert len(contents(mine)) == min(10, turn + 1)


def damage_current(folder, place=5000):
    path = current_path(folder)
    path.write_bytes(flipped(path.read_bytes(), place))
    return path


def test_a_damaged_vault_offers_its_latest_good_version(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, b"1", b"2", b"3")
    latest = mine.generations()[0]
    path = tmp_path / f"{mine.identity}.{latest.file}"
    path.write_bytes(path.read_bytes()[:-1])
    damage_current(tmp_path)
    vault = only(tmp_path)
    assert (vault.listing().name, vault.listing().condition, vault.listing().saved) == ("Mine", "damaged", None)
    with pytest.raises(Damaged, match="an earlier version may still open"):
        vault.unlock(PASSPHRASE)
    assert [generation.condition for generation in vault.generations()] == ["damaged", "good", "good"]
    offered = vault.latest_good()
    opened = vault.unlock(PASSPHRASE, offered)
    assert opened.read(offered).content == b"1"
    opened.restore(offered, opened.read(offered).revision)
    assert vault.unlock(PASSPHRASE).read().content == b"1"
    assert vault.listing().condition == "good"


def test_the_damaged_file_is_put_aside_and_the_new_one_comes_after_it(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, *texts(1, 12))
    path = damage_current(tmp_path)
    damaged = path.read_bytes()
    offered = only(tmp_path).latest_good()
    revision = mine.restore(offered, mine.read(offered).revision)
    aside, *rest = mine.generations()
    assert aside.condition == "damaged" and len(rest) == 10, "it takes no good one's place"
    assert (tmp_path / f"{mine.identity}.{aside.file}").read_bytes() == damaged
    assert revision.number > aside.file.number > rest[0].file.number


@pytest.mark.parametrize("mend", [bytes, with_digest])
@pytest.mark.parametrize("place", [0, 9, 155, 170, HEADER_LENGTH - 1, HEADER_LENGTH + 9])
def test_an_open_session_saves_over_a_damaged_file_whether_by_accident_or_on_purpose(tmp_path, place, mend):
    mine = new(tmp_path, b"0")
    revision = saved(mine, b"1")
    path = current_path(tmp_path)
    path.write_bytes(mend(flipped(path.read_bytes(), place, 1)))
    with pytest.raises(VaultError) as caught:
        mine.read()
    if isinstance(caught.value, TooNew):
        with pytest.raises(TooNew):  # A later program's work is not written over.
            mine.save(b"2", revision)
        return
    mine.save(b"2", revision)
    assert mine.read().content == b"2"
    assert only(tmp_path).unlock(PASSPHRASE).read().content == b"2"


def test_every_condition_is_marked(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, b"1", b"2", b"3", b"4")
    files = [tmp_path / f"{mine.identity}.{generation.file}" for generation in mine.generations()]
    data = [path.read_bytes() for path in files]
    files[0].write_bytes(with_digest(data[0][:8] + b"\0\7" + data[0][10:]))
    files[1].write_bytes(with_digest(flipped(data[1], 5000)))
    files[2].write_bytes(b"")
    assert [generation.condition for generation in mine.generations()] == [
        "newer program",
        "damaged",
        "damaged",
        "good",
    ]
    assert [generation.condition for generation in only(tmp_path).generations()] == [
        "newer program",
        "good",
        "damaged",
        "good",
    ]
    with pytest.raises(TooNew):
        mine.read(mine.generations()[0])
    with pytest.raises(Damaged):
        mine.read(mine.generations()[1])


def test_a_current_file_that_went_missing_is_written_again(tmp_path):
    mine = new(tmp_path, b"0")
    revision = saved(mine, b"1")
    current_path(tmp_path).unlink()
    vault = only(tmp_path)
    assert vault.listing().condition == "damaged"
    with pytest.raises(Missing):
        vault.unlock(PASSPHRASE)
    offered = vault.latest_good()
    assert vault.unlock(PASSPHRASE, offered).read(offered).content == b"0"
    mine.save(b"2", revision)
    assert vault.unlock(PASSPHRASE).read().content == b"2"


def test_a_version_that_is_gone_is_missing(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, b"1")
    [removed] = mine.generations()
    (tmp_path / f"{mine.identity}.{removed.file}").unlink()
    with pytest.raises(Missing):
        mine.read(removed)


def test_renaming_keeps_the_revision_and_the_content(tmp_path):
    mine = new(tmp_path, b"0")
    before = mine.read()
    other = only(tmp_path).unlock(PASSPHRASE)
    mine.rename("  Another  name ")
    assert only(tmp_path).listing().name == "Another name"
    after = mine.read()
    assert (after.content, after.revision, after.saved) == (before.content, before.revision, before.saved)
    other.save(b"1", before.revision)
    assert only(tmp_path).listing().name == "Another name", "a session that knew the old name does not bring it back"
    with pytest.raises(ValueError, match="needs a name"):
        mine.rename(" ")


def test_an_unlocked_vault_shows_nothing_and_goes_nowhere(tmp_path):
    mine = new(tmp_path, CANARY.encode(), name=CANARY)
    key = mine._key
    for shown in (repr(mine), str(mine), f"{mine}", repr(key), repr(only(tmp_path)), repr(mine.read())):
        assert CANARY not in shown and repr(key.data) not in shown and str(tmp_path) not in shown
    assert CANARY not in repr(only(tmp_path).listing()) + repr(mine.generations())
    for attempt in (copy.copy, copy.deepcopy, *(lambda entry, p=p: pickle.dumps(entry, p) for p in range(6))):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            attempt(mine)
    assert not hasattr(mine, "__dict__")


def test_a_locked_vault_can_neither_be_read_nor_saved(tmp_path):
    mine = new(tmp_path)
    revision = saved(mine, b"second")
    [version] = mine.generations()
    mine.lock()
    before = all_bytes(tmp_path)
    for attempt in (
        mine.read,
        lambda: mine.read(version),
        lambda: mine.save(b"third", revision),
        lambda: mine.restore(version, revision),
        lambda: mine.keep_copy(b"third", revision),
        lambda: mine.seal_file(b"third", revision),
        lambda: mine.open_file(current_path(tmp_path).read_bytes()),
        mine.generations,
        lambda: mine.rename("New"),
        lambda: mine.change_passphrase(PASSPHRASE, OTHER, CHEAP),
        mine.delete,
    ):
        with pytest.raises(Locked, match="the vault is locked"):
            attempt()
    assert all_bytes(tmp_path) == before
    assert repr(mine) == "<Unlocked: locked>"


def test_without_the_passphrase_there_is_nothing_but_the_encrypted_file(tmp_path):
    mine = new(tmp_path, CANARY.encode())
    saved(mine, CANARY.encode() * 2)
    vault = only(tmp_path)
    asks = {"check", "unlock", "with_passphrase_of"}
    public = [getattr(vault, name) for name in dir(Vault) if not name.startswith("_") and name not in asks]
    public_values = [member() if callable(member) else member for member in public]
    assert CANARY not in repr(public_values) and vault.file() == current_path(tmp_path).read_bytes()


def test_many_vaults_do_not_touch_one_another(tmp_path):
    made = [new(tmp_path, f"content {n}".encode(), f"Vault {n}", f"passphrase {n}") for n in range(8)]
    for number, mine in enumerate(made):
        saved(mine, f"more {number}".encode())
    listed = vaults(tmp_path)
    assert [vault.listing().name for vault in listed] == [f"Vault {n}" for n in range(8)]
    for number, vault in enumerate(listed):
        assert vault.identity == made[number].identity
        opened = vault.unlock(f"passphrase {number}")
        assert opened.read().content == f"more {number}".encode()
        assert contents(opened) == [f"content {number}".encode()]
    with pytest.raises(WrongPassphrase):
        listed[0].unlock("passphrase 1")
    made[3].delete()
    assert len(vaults(tmp_path)) == 7


def test_no_file_name_holds_the_name_of_the_vault(tmp_path):
    mine = new(tmp_path, name="Alice")
    saved(mine, b"second")
    assert not [path for path in tmp_path.iterdir() if "alice" in path.name.lower()]


def test_two_vaults_of_one_name_are_not_made(tmp_path):
    new(tmp_path, name="Mine")
    with pytest.raises(ValueError, match="another vault has this name already"):
        create(" mine", PASSPHRASE, b"", folder=tmp_path, cost=CHEAP)
    assert len(vaults(tmp_path)) == 1


def test_no_folder_no_vaults(tmp_path):
    assert vaults(tmp_path / "none") == ()
    assert not (tmp_path / "none").exists()


def test_a_vault_taken_elsewhere_opens_there(tmp_path):
    saved(new(tmp_path / "here"), b"second")
    vault = bring_in(only(tmp_path / "here").file(), tmp_path / "there")
    assert vault == only(tmp_path / "there")
    opened = vault.unlock(PASSPHRASE)
    assert opened.read() == only(tmp_path / "here").unlock(PASSPHRASE).read()


def test_a_vault_brought_in_where_it_is_already_becomes_a_copy(tmp_path):
    mine = new(tmp_path, b"0")
    saved(mine, b"1")
    early = only(tmp_path).file()
    stale = mine.read().revision
    saved(mine, *texts(2, 14))
    for _ in range(10):
        with pytest.raises(Conflict):
            mine.save(b"stale", stale)
    vault = bring_in(early, tmp_path)
    assert vault.unlock(PASSPHRASE).read().content == b"13"
    assert contents(mine, "copy") == [b"1"] + [b"stale"] * 9, "the one brought in is the latest"
    assert contents(mine) == texts(12, 2)


@pytest.mark.parametrize("change", [lambda data: flipped(data, 700), lambda data: data[:-1], lambda _: b""])
def test_a_damaged_file_is_not_brought_in(tmp_path, change):
    new(tmp_path / "here")
    with pytest.raises(Damaged):
        bring_in(change(only(tmp_path / "here").file()), tmp_path / "there")
    assert vaults(tmp_path / "there") == ()


def test_the_files_tell_what_the_listing_says_and_no_more(tmp_path):
    mine = new(tmp_path, b"0", name="Mine")
    revision = saved(mine, b"1")
    header = parse(only(tmp_path).file())
    assert (header.name, header.revision, header.vault.hex()) == ("Mine", revision, mine.identity)
    assert header.saved == only(tmp_path).listing().saved
