"""One file: what goes in comes out, and nothing that was changed does."""

import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.vault import file_header, sealed
from leakage.workspace.vault import file_header as header_module
from leakage.workspace.vault.errors import Damaged, TooNew, VaultError, WrongPassphrase
from leakage.workspace.vault.file_header import (
    HEADER_LENGTH,
    MOMENTS,
    NUMBERS,
    Cost,
    Revision,
    clean_name,
    data_key_of,
    new_slot,
)
from leakage.workspace.vault.sealed import OpenedVault, open_sealed, padded, parse, seal, unpadded
from tests.strategies import quick
from tests.workspace.vault.helpers import CANARY, CHEAP, OTHER, PASSPHRASE, flipped, with_digest

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
    told = set()
    for place in range(len(data) - 32):
        for bit in range(8):
            with pytest.raises(VaultError) as caught:
                opened_file(with_digest(flipped(data, place, bit)))
            told.add(type(caught.value))
    # Who changes the salt, the costs or the check value on purpose makes another passphrase of the right one.
    assert told == {Damaged, TooNew, WrongPassphrase}


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
    ("given", "kept"),
    [("  My \n work  ", "My work"), ("a\u202eb\x00c\u200b", "abc"), ("é" * 40, "é" * 40), ("<b>x</b>", "<b>x</b>")],
)
def test_names_are_kept_without_what_cannot_be_seen(given, kept):
    assert clean_name(given) == kept


@pytest.mark.parametrize("given", ["", "   ", "\u202e", "x" * 41])
def test_names_that_are_empty_or_too_long_are_refused_without_repeating_them(given):
    with pytest.raises(ValueError, match="name") as caught:
        clean_name(given)
    assert not given.strip() or given not in str(caught.value)


def test_nothing_that_holds_content_shows_it():
    assert CANARY not in repr(OpenedVault(CANARY.encode(), REVISION, 0, CANARY))
