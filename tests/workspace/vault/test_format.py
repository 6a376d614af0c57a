"""The vault's file."""

import ast
import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.vault import file_header, open_alone, passphrases, sealed
from leakage.workspace.vault import file_header as header_module
from leakage.workspace.vault import vault as vault_module
from leakage.workspace.vault.errors import Busy, Damaged, OtherPassphrase, TooNew, VaultError, WrongPassphrase
from leakage.workspace.vault.file_header import (
    HEADER_LENGTH,
    MOMENTS,
    NUMBERS,
    VERSION,
    WRAPPING_LENGTH,
    Cost,
    Revision,
    clean_name,
    data_key_of,
    new_slot,
)
from leakage.workspace.vault.sealed import (
    MIGRATIONS,
    Migration,
    OpenedVault,
    open_sealed,
    padded,
    parse,
    seal,
    unpadded,
    version_of,
)
from leakage.workspace.vault.vault import bring_in, create, vaults
from leakage.workspace.workspace import Workspace
from tests.strategies import quick
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
from tests.workspace.vault.old_format import OLD, old_file
from tests.workspace.vault.old_format import VAULT as MIGRATION_VAULT

# One file: what goes in comes out, and nothing that was changed does.


VAULT = bytes(range(16))
SLOT, KEY = new_slot(PASSPHRASE, VAULT, CHEAP)
REVISION = Revision(3, b"i" * 16, b"p" * 16)

revisions = st.builds(
    Revision,
    st.integers(1, NUMBERS - 1),
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=16, max_size=16),
)
names = st.text(min_size=1, max_size=40).filter(lambda text: "".join(text.split()).isprintable() and text.strip())
opened = st.builds(OpenedVault, st.binary(max_size=3000), revisions, st.integers(0, MOMENTS - 1), names.map(clean_name))


def sealed_file(content=b"content", revision=REVISION):
    return seal(VAULT, OpenedVault(content, revision, 1_700_000_000_000, "Mine"), SLOT, KEY)


def opened_file(data, passphrase=PASSPHRASE):
    """The whole way from a file and a passphrase to what is in it."""
    parsed = parse(data)
    return open_sealed(data, parsed, data_key_of(parsed.slot, parsed.vault, passphrase))


@quick
@given(opened)
def test_what_is_sealed_is_opened(what):
    assert opened_file(seal(VAULT, what, SLOT, KEY)) == what


@quick
@given(st.binary(max_size=200_000))
def test_padding_is_undone_and_tells_the_order_of_magnitude_only(content):
    filled = padded(content)
    assert unpadded(filled) == content
    assert len(filled) >= 65536 and len(filled) & (len(filled) - 1) == 0
    assert len(filled) == 65536 or len(filled) < 2 * (len(content) + 8)


def test_files_of_different_small_work_have_the_same_length():
    assert len({len(sealed_file(bytes(size))) for size in (0, 1, 5_000, 65_528)}) == 1


def test_content_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(sealed, "LARGEST", 1 << 17)
    assert len(padded(bytes((1 << 17) - 8))) == 1 << 17
    with pytest.raises(ValueError, match="at most"):
        padded(bytes((1 << 17) - 7))


def test_a_content_that_says_it_is_longer_than_it_is_is_damage():
    filled = padded(b"content")
    assert unpadded((len(filled) - 8).to_bytes(8) + filled[8:]) == filled[8:]
    with pytest.raises(Damaged, match="shorter than it says"):
        unpadded((len(filled) - 7).to_bytes(8) + filled[8:])


def test_salt_nonce_and_key_are_fresh_at_each_save():
    headers = [parse(sealed_file()) for _ in range(50)]
    assert len({one.salt for one in headers}) == len({header.nonce for header in headers}) == 50
    assert len({file_header.content_key(KEY, header.salt) for header in headers}) == 50
    assert len({sealed_file()[HEADER_LENGTH:] for _ in range(50)}) == 50


def test_two_slots_of_one_passphrase_have_nothing_in_common():
    first, other = new_slot(PASSPHRASE, VAULT, CHEAP), new_slot(PASSPHRASE, VAULT, CHEAP)
    assert first[1] != other[1]
    assert first[0].salt != other[0].salt and first[0].check != other[0].check and first[0].wrapped != other[0].wrapped


def test_neither_the_content_nor_the_data_key_nor_its_parts_are_in_the_file():
    data = sealed_file(CANARY.encode() * 100)
    assert CANARY.encode() not in data
    assert KEY not in data and KEY[:8] not in data


def small_file(monkeypatch):
    """A file of a few hundred bytes, so that every place can be tried."""
    monkeypatch.setattr(sealed, "SMALLEST", 64)
    # Or flipped bits of the costs, which are refused beyond these bounds, would be computed up to them.
    monkeypatch.setattr(header_module, "MAX_MEMORY", 64)
    monkeypatch.setattr(header_module, "MAX_WORK", 64 * 8)
    data = sealed_file()
    assert len(data) < 700
    assert opened_file(data).content == b"content"
    return data


def test_every_flipped_bit_is_refused_without_a_key(monkeypatch):
    data = small_file(monkeypatch)
    monkeypatch.setattr(file_header, "_derived", None)
    for place in range(len(data)):
        for bit in range(8):
            with pytest.raises(Damaged):
                opened_file(flipped(data, place, bit))


def test_every_flipped_bit_is_refused_though_the_digest_was_mended(monkeypatch):
    data = small_file(monkeypatch)
    kinds = set()
    for place in range(len(data) - 32):
        for bit in range(8):
            with pytest.raises(VaultError) as caught:
                opened_file(with_digest(flipped(data, place, bit)))
            kinds.add(type(caught.value))
    # Who changes the salt, the costs or the check value on purpose makes another passphrase of the right one.
    assert kinds == {Damaged, TooNew, WrongPassphrase}


def test_a_flipped_byte_anywhere_in_a_file_of_ordinary_size_is_refused():
    data = sealed_file(os.urandom(60_000))
    for place in (*range(0, len(data), 97), len(data) - 1):
        with pytest.raises(Damaged):
            parse(flipped(data, place, place % 8))


def test_a_flipped_byte_of_the_content_is_refused_by_the_cipher_alone():
    data = sealed_file(os.urandom(60_000))
    parsed = parse(data)
    for place in range(HEADER_LENGTH, len(data) - 32, 997):
        with pytest.raises(Damaged, match="were changed"):
            open_sealed(flipped(data, place, place % 8), parsed, KEY)


@pytest.mark.parametrize("length", [0, 1, 8, 9, 10, 41, 42, 100, HEADER_LENGTH - 1, HEADER_LENGTH, -33, -32, -16, -1])
def test_a_file_cut_short_is_refused(length):
    data = sealed_file()[:length]
    for damaged in (data, with_digest(data) if len(data) >= 42 else data):
        with pytest.raises(Damaged):
            opened_file(damaged)


def test_a_file_with_something_behind_it_is_refused():
    data = sealed_file()
    for longer in (data + b"\0", with_digest(data + b"\0"), with_digest(data + bytes(32))):
        with pytest.raises(Damaged):
            opened_file(longer)
    with pytest.raises(Damaged, match="has not the length it says"):
        parse(with_digest(data + b"\0"))


def test_a_header_from_another_save_of_the_same_vault_is_refused():
    first, other = sealed_file(), sealed_file()
    with pytest.raises(Damaged):
        opened_file(with_digest(first[:HEADER_LENGTH] + other[HEADER_LENGTH:]))


def test_a_data_key_wrapped_for_another_vault_is_refused():
    data = seal(b"another vault's ", OpenedVault(b"", REVISION, 0, "Mine"), SLOT, KEY)
    with pytest.raises(Damaged, match="header was changed"):
        opened_file(data)


@pytest.mark.parametrize("version", [2, 7, 65535])
def test_a_file_of_a_later_format_is_named_as_such(version):
    data = sealed_file()
    with pytest.raises(TooNew, match=f"its format is {version}, and this one reads up to 1"):
        parse(with_digest(data[:8] + version.to_bytes(2) + data[10:]))


def test_a_version_changed_by_accident_is_damage_and_no_later_format():
    data = sealed_file()
    with pytest.raises(Damaged):
        parse(data[:8] + b"\0\7" + data[10:])


def costing(lanes, memory, iterations):
    """A file whose header asks for this, digest and all in order."""
    data = sealed_file()
    return with_digest(data[:26] + struct.pack(">BII", lanes, memory, iterations) + data[35:])


def test_the_costs_lie_where_these_tests_put_them():
    assert costing(1, 8, 1)[:35] == sealed_file()[:35]


@pytest.mark.parametrize(
    "cost",
    [
        (4, 100 << 20, 3),
        (4, (1 << 20) + 1, 1),
        (4, 2**32 - 1, 1),
        (4, 1 << 17, 2**32 - 1),
        (255, 1 << 17, 3),
        (0, 1 << 17, 3),
        (4, 31, 3),
        (4, 0, 3),
        (4, 1 << 17, 0),
        (1, 8, 1 << 20),
    ],
)
def test_costs_out_of_bounds_are_refused_before_any_key_is_derived(cost, monkeypatch):
    def never(*_):
        raise AssertionError("a key was derived")

    monkeypatch.setattr(file_header, "_derived", never)
    with pytest.raises(Damaged, match="its header holds numbers"):
        opened_file(costing(*cost))
    with pytest.raises(ValueError, match=r"must be in \["):
        Cost(*cost)


def test_the_dearest_cost_allowed_is_4_gib_once_over():
    assert Cost(4, 1 << 20, 4).iterations == 4
    with pytest.raises(ValueError, match="iterations"):
        Cost(4, 1 << 20, 5)


def test_an_invalid_name_in_the_header_is_damage():
    data = sealed_file()
    place = data.index(b"Mine")
    for name in (b"\xff\xff\xff\xff", b"\0\0\0\0"):
        with pytest.raises(Damaged):
            parse(with_digest(data[:place] + name + data[place + 4 :]))


def test_a_wrong_passphrase_is_told_from_damage():
    with pytest.raises(WrongPassphrase):
        opened_file(sealed_file(), OTHER)


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [("  My \n work  ", "My work"), ("a\u202eb\x00c\u200b", "abc"), ("é" * 40, "é" * 40), ("<b>x</b>", "<b>x</b>")],
)
def test_names_are_kept_without_what_cannot_be_seen(given, cleaned):
    assert clean_name(given) == cleaned


@pytest.mark.parametrize("given", ["", "   ", "\u202e", "x" * 41])
def test_names_that_are_empty_or_too_long_are_refused_without_repeating_them(given):
    with pytest.raises(ValueError, match="name") as caught:
        clean_name(given)
    assert not given.strip() or given not in str(caught.value)


def test_nothing_that_holds_content_shows_it():
    assert CANARY not in repr(OpenedVault(CANARY.encode(), REVISION, 0, CANARY))


# The script that opens a vault without the program.


SCRIPT = Path(open_alone.__file__)


def run(tmp_path, *arguments, passphrase=PASSPHRASE):
    """The script alone in a folder, in a Python that finds nothing beside it, and no terminal to ask on."""
    alone = tmp_path / "alone" / "open_alone.py"
    alone.parent.mkdir(exist_ok=True)
    alone.write_bytes(SCRIPT.read_bytes())
    return subprocess.run(
        [sys.executable, "-I", str(alone), *arguments],
        input=f"{passphrase}\n".encode(),
        capture_output=True,
        cwd=alone.parent,
        start_new_session=True,
        check=False,
    )


def test_nothing_of_this_project_can_be_imported_where_it_runs(tmp_path):
    probe = subprocess.run(
        [sys.executable, "-I", "-c", "import leakage"], cwd=tmp_path, capture_output=True, check=False
    )
    assert b"No module named 'leakage'" in probe.stderr


def test_it_imports_the_standard_library_and_cryptography_alone():
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) == {"cryptography"}


def test_it_prints_the_json_of_a_vault(tmp_path):
    work = Workspace(profile=(("Name", "Zoë 🙂"),), title="Mine")
    text = workspace_to_json(work)
    create("Mine", PASSPHRASE, text.encode(), folder=tmp_path / "vaults")  # At its real cost.
    done = run(tmp_path, str(current_path(tmp_path / "vaults")))
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == text + "\n"
    assert json.loads(done.stdout)["title"] == "Mine"


def test_it_opens_generations_and_passphrases_with_accents(tmp_path):
    saved(new(tmp_path / "vaults", passphrase="caf\xe9 cr\xe8me"), b"second")
    [generation] = (tmp_path / "vaults").glob("*.generation")
    done = run(tmp_path, str(generation), passphrase="cafe\u0301 cre\u0300me")
    assert done.stdout == b"first\n"


def test_it_says_what_is_wrong(tmp_path):
    new(tmp_path / "vaults")
    path = current_path(tmp_path / "vaults")
    wrong = run(tmp_path, str(path), passphrase=OTHER)
    assert wrong.returncode == 1 and wrong.stdout == b"" and wrong.stderr.endswith(b"the passphrase is wrong\n")
    path.write_bytes(flipped(path.read_bytes(), 1000))
    damaged = run(tmp_path, str(path))
    assert damaged.returncode == 1 and damaged.stdout == b"" and b"the file is damaged" in damaged.stderr
    assert run(tmp_path).stderr == b"use: python open_alone.py FILE\n"
    assert b"No such file" in run(tmp_path, "none").stderr


def test_its_header_is_the_programs():
    assert (open_alone.HEADER.size, open_alone.BOUND.size) == (HEADER_LENGTH, WRAPPING_LENGTH)


@pytest.mark.parametrize("place", [0, 9, 12, 40, 60, 90, 100, 150, 200, 300, 400, 5000])
def test_whatever_was_changed_is_refused(tmp_path, place):
    new(tmp_path)
    data = current_path(tmp_path).read_bytes()
    assert open_alone.opened(data, PASSPHRASE) == b"first"
    for damaged in (flipped(data, place), with_digest(flipped(data, place)), data[:place]):
        with pytest.raises(ValueError, match=r"^the (file|passphrase) is "):
            open_alone.opened(damaged, PASSPHRASE)


def test_huge_costs_are_refused(tmp_path, monkeypatch):
    new(tmp_path)
    data = current_path(tmp_path).read_bytes()
    monkeypatch.setattr(open_alone, "Argon2id", None)
    for memory, iterations in ((100 << 20, 1), (1 << 20, 5), (8, 1 << 31)):
        costs = memory.to_bytes(4) + iterations.to_bytes(4)
        with pytest.raises(ValueError, match="numbers that no vault has"):
            open_alone.opened(with_digest(data[:27] + costs + data[35:]), PASSPHRASE)


# A vault of an earlier format is listed, opened, and saved in the present one, with its versions.


@pytest.fixture
def old_format(monkeypatch):
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


def test_it_is_listed_as_it_is(folder, old_format):
    before = all_bytes(folder)
    vault = only(folder)
    assert (vault.listing().name, vault.listing().condition, vault.listing().saved) == ("Old", "good", 3000)
    assert [(generation.kind, generation.condition, generation.saved) for generation in vault.generations()] == [
        ("copy", "good", 4000),
        ("generation", "good", 2000),
        ("generation", "good", 1000),
    ]
    assert all_bytes(folder) == before


def test_unlocking_saves_all_of_it_in_the_present_format(folder, old_format):
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


def test_a_wrong_passphrase_changes_nothing(folder, old_format):
    before = all_bytes(folder)
    with pytest.raises(WrongPassphrase):
        only(folder).unlock(OTHER)
    assert all_bytes(folder) == before


def test_a_damaged_one_offers_its_versions(folder, old_format):
    path = folder / f"{MIGRATION_VAULT}.vault"
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


def test_versions_that_another_passphrase_opens_or_that_are_damaged_stay_as_they_are(tmp_path, old_format):
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


def test_somebody_who_was_first_is_not_overwritten(folder, old_format, monkeypatch):
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


def test_an_old_file_is_brought_in(folder, old_format, tmp_path_factory):
    there = tmp_path_factory.mktemp("there")
    vault = bring_in(only(folder).file(), there)
    assert vault.unlock(PASSPHRASE).read().content == b"2"
    assert versions_of(there) == {VERSION}
