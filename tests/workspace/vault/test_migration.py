"""A vault of an earlier format is listed, opened, and saved in the present one, with its versions."""

import pytest

from leakage.workspace.vault import passphrases
from leakage.workspace.vault import vault as vault_module
from leakage.workspace.vault.errors import Busy, Damaged, OtherPassphrase, WrongPassphrase
from leakage.workspace.vault.file_header import VERSION
from leakage.workspace.vault.sealed import MIGRATIONS, Migration, version_of
from leakage.workspace.vault.vault import bring_in, vaults
from tests.workspace.vault.helpers import CHEAP, OTHER, PASSPHRASE, all_bytes, contents, flipped, only
from tests.workspace.vault.old_format import OLD, VAULT, old_file


@pytest.fixture
def known(monkeypatch):
    """A program that knows the old format."""
    monkeypatch.setitem(MIGRATIONS, 0, OLD)
    monkeypatch.setattr(vault_module, "Cost", lambda: CHEAP)
    monkeypatch.setattr(passphrases, "LONGEST_WAIT", 0.0)


@pytest.fixture
def folder(tmp_path):
    for number, content in enumerate([b"0", b"1", b"2"], 1):
        old_file(tmp_path, number, content, current=number == 3)
    old_file(tmp_path, 4, b"stale", current=False, kind="copy")
    return tmp_path


def versions_of(folder):
    return {version_of(data) for name, data in all_bytes(folder).items() if not name.endswith("lock")}


def test_no_format_was_left_yet_and_none_is_later_than_the_present():
    assert all(version < VERSION for version in MIGRATIONS)


def test_a_format_that_nobody_knows_is_refused_and_left_alone(folder):
    before = all_bytes(folder)
    [vault] = vaults(folder)
    assert vault.listing().condition == "damaged"
    with pytest.raises(Damaged, match="its format is 0, which was never used"):
        vault.unlock(PASSPHRASE)
    assert all_bytes(folder) == before


def test_it_is_listed_as_it_is(folder, known):
    before = all_bytes(folder)
    vault = only(folder)
    assert (vault.listing().name, vault.listing().condition, vault.listing().saved) == ("Old", "good", 3000)
    assert [(generation.kind, generation.condition, generation.saved) for generation in vault.generations()] == [
        ("copy", "good", 4000),
        ("generation", "good", 2000),
        ("generation", "good", 1000),
    ]
    assert all_bytes(folder) == before


def test_unlocking_saves_all_of_it_in_the_present_format(folder, known):
    before = only(folder).generations()
    mine = only(folder).unlock(PASSPHRASE)
    assert versions_of(folder) == {VERSION}
    for handle in (mine, only(folder).unlock(PASSPHRASE)):
        content = handle.read()
        assert (content.content, content.saved, content.name, content.revision.number) == (b"2", 3000, "Old", 3)
        assert contents(handle) == [b"1", b"0"] and contents(handle, "copy") == [b"stale"]
    assert [generation.file.revision for generation in mine.generations()] == [
        generation.file.revision for generation in before
    ]
    mine.save(b"3", mine.read().revision)
    assert contents(mine) == [b"2", b"1", b"0"]
    assert len(all_bytes(folder)) == 6


def test_a_wrong_passphrase_changes_nothing(folder, known):
    before = all_bytes(folder)
    with pytest.raises(WrongPassphrase):
        only(folder).unlock(OTHER)
    assert all_bytes(folder) == before


def test_a_damaged_one_offers_its_versions(folder, known):
    path = folder / f"{VAULT}.vault"
    damaged = flipped(path.read_bytes(), 40)
    path.write_bytes(damaged)
    vault = only(folder)
    with pytest.raises(Damaged):
        vault.unlock(PASSPHRASE)
    offered = vault.generations()[1]
    mine = vault.unlock(PASSPHRASE, offered)
    assert mine.read().content == b"1"
    assert damaged in all_bytes(folder).values(), "what is damaged is kept beside"
    assert sorted(contents_that_open(mine)) == [b"0", b"1", b"stale"]


def contents_that_open(mine):
    return {
        mine.read().content,
        *(mine.read(generation).content for generation in mine.generations() if generation.condition == "good"),
    }


def test_versions_that_another_passphrase_opens_or_that_are_damaged_stay_as_they_are(tmp_path, known):
    old_file(tmp_path, 1, b"0", current=False, passphrase=OTHER)
    broken = old_file(tmp_path, 2, b"1", current=False)
    broken.write_bytes(flipped(broken.read_bytes(), 40))
    old_file(tmp_path, 3, b"2", current=True)
    mine = only(tmp_path).unlock(PASSPHRASE)
    assert mine.read().content == b"2"
    assert [generation.condition for generation in mine.generations()] == ["damaged", "earlier program"]
    before = all_bytes(tmp_path)
    with pytest.raises(OtherPassphrase):
        only(tmp_path).unlock(OTHER, mine.generations()[1])
    assert all_bytes(tmp_path) == before


def test_somebody_who_was_first_is_not_overwritten(folder, known, monkeypatch):
    """Another window brings the vault over and saves, just while this one derives its key."""
    vault = only(folder)
    other_window = folder.parent / "the same"
    other_window.symlink_to(folder)

    def opening(data, passphrase):
        monkeypatch.setitem(MIGRATIONS, 0, OLD)
        there = only(other_window).unlock(PASSPHRASE)
        there.save(b"there", there.read().revision)
        return OLD.open(data, passphrase)

    monkeypatch.setitem(MIGRATIONS, 0, Migration(OLD.summary, opening))
    with pytest.raises(Busy):
        vault.unlock(PASSPHRASE)
    mine = only(folder).unlock(PASSPHRASE)
    assert mine.read().content == b"there" and contents(mine)[0] == b"2"


def test_an_old_file_is_brought_in(folder, known, tmp_path_factory):
    there = tmp_path_factory.mktemp("there")
    vault = bring_in(only(folder).file(), there)
    assert vault.unlock(PASSPHRASE).read().content == b"2"
    assert versions_of(there) == {VERSION}
