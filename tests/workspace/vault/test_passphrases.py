"""Passphrases."""

import threading
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.progress import listening
from leakage.workspace.vault import unlocked as unlocked_module
from leakage.workspace.vault import vault as vault_module
from leakage.workspace.vault.errors import (
    Conflict,
    Damaged,
    Locked,
    OtherPassphrase,
    PassphraseChanged,
    TooSoon,
    WrongPassphrase,
)
from leakage.workspace.vault.file_header import LONGEST, passphrase_bytes
from leakage.workspace.vault.passphrases import GRADES, AttemptLimiter, strength
from leakage.workspace.vault.vault import bring_in
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
)

# Passphrases: which will do, how wrong ones are met, and changing them.


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """An attempt limiter of the test's own, whose time stands still."""
    clock = Clock()
    limiter = AttemptLimiter(clock)
    monkeypatch.setattr(vault_module, "ATTEMPTS", limiter)
    monkeypatch.setattr(unlocked_module, "ATTEMPTS", limiter)
    return clock


@pytest.mark.parametrize(
    ("passphrase", "sentence"),
    [
        ("", "a passphrase must not be empty"),
        ("seven 7", "a passphrase must have at least 8 characters"),
        ("e\u0301" * 7, "a passphrase must have at least 8 characters"),
        ("x" * 1001, "a passphrase must have at most 1,000 characters"),
        ("\ud800 and more", "the passphrase holds a character that no text has"),
    ],
)
def test_what_cannot_be_a_passphrase_is_refused_in_one_sentence(passphrase, sentence, tmp_path):
    with pytest.raises(ValueError) as caught:
        passphrase_bytes(passphrase)
    assert str(caught.value) == sentence
    with pytest.raises(ValueError, match=sentence):
        new(tmp_path / "vaults", passphrase=passphrase)
    assert not (tmp_path / "vaults").exists()


@pytest.mark.parametrize("passphrase", [" " * 8, "seven 7 ", "a b c d e", "\u200b" * 9, "\t" * 8, "\u3000" * 20])
def test_blanks_are_no_new_passphrase(passphrase, tmp_path):
    with pytest.raises(ValueError, match="at least 8 characters that are no blanks"):
        new(tmp_path / "vaults", passphrase=passphrase)
    assert not (tmp_path / "vaults").exists()
    mine = new(tmp_path / "mine")
    with pytest.raises(ValueError, match="at least 8 characters that are no blanks"):
        mine.change_passphrase(PASSPHRASE, passphrase)
    assert only(tmp_path / "mine").unlock(PASSPHRASE).read().content == b"first"


def test_a_vault_of_before_opens_with_the_blanks_it_has(tmp_path, monkeypatch):
    monkeypatch.setattr("leakage.workspace.vault.vault.check_new_passphrase", passphrase_bytes)
    new(tmp_path, passphrase=" " * 8)
    assert only(tmp_path).unlock(" " * 8).read().content == b"first"


def test_it_does_not_matter_how_an_accent_was_typed(tmp_path):
    new(tmp_path, passphrase="cafe\u0301 cre\u0300me")
    assert only(tmp_path).unlock("caf\xe9 cr\xe8me").read().content == b"first"


def test_letters_that_only_look_alike_are_different():
    assert passphrase_bytes("\ufb01ne passphrase") != passphrase_bytes("fine passphrase")
    assert passphrase_bytes("passphrase \u2460") != passphrase_bytes("passphrase 1")


@quick
@given(st.text(min_size=8, max_size=12), st.text(min_size=8, max_size=12))
def test_passphrases_that_look_different_are_different(passphrase, other):
    same = unicodedata.normalize("NFC", passphrase) == unicodedata.normalize("NFC", other)
    assert (passphrase_bytes(passphrase) == passphrase_bytes(other)) == same


def test_a_wrong_passphrase_changes_nothing(tmp_path, clock):
    new(tmp_path)
    before, modes = all_bytes(tmp_path), {path: path.stat() for path in tmp_path.iterdir()}
    with pytest.raises(WrongPassphrase, match="does not open the vault; nothing was changed"):
        only(tmp_path).unlock(OTHER)
    assert all_bytes(tmp_path) == before
    assert {path: path.stat().st_mtime_ns for path in modes} == {
        path: state.st_mtime_ns for path, state in modes.items()
    }


def test_the_time_to_the_next_attempt_doubles_up_to_a_minute(tmp_path, clock):
    new(tmp_path)
    vault, waits = only(tmp_path), []
    for _ in range(9):
        with pytest.raises(WrongPassphrase):
            vault.unlock(OTHER)
        with pytest.raises(TooSoon) as caught:
            vault.unlock(PASSPHRASE)
        waits.append(caught.value.seconds)
        clock.now += caught.value.seconds
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_attempt_too_soon_is_not_made_and_does_not_count(tmp_path, clock, monkeypatch):
    new(tmp_path)
    vault = only(tmp_path)
    with pytest.raises(WrongPassphrase):
        vault.unlock(OTHER)
    with monkeypatch.context() as patched:
        patched.setattr(vault_module, "data_key_of", None)
        for _ in range(3):
            with pytest.raises(TooSoon, match="the next can be tried in 1 s"):
                vault.unlock(PASSPHRASE)
    clock.now += 1.0
    assert vault.unlock(PASSPHRASE).read().content == b"first"


def test_the_right_passphrase_ends_the_waiting(tmp_path, clock):
    new(tmp_path)
    vault = only(tmp_path)
    for _ in range(2):
        with pytest.raises(WrongPassphrase):
            vault.unlock(OTHER)
        clock.now += 60.0
    vault.unlock(PASSPHRASE)
    with pytest.raises(WrongPassphrase):
        vault.unlock(OTHER)
    with pytest.raises(TooSoon) as caught:
        vault.unlock(OTHER)
    assert caught.value.seconds == 1.0


def test_a_vault_does_not_wait_for_another_one(tmp_path, clock):
    new(tmp_path / "one")
    new(tmp_path / "other")
    with pytest.raises(WrongPassphrase):
        only(tmp_path / "one").unlock(OTHER)
    assert only(tmp_path / "other").unlock(PASSPHRASE).read().content == b"first"


def test_several_windows_try_no_faster_than_one(clock):
    limiter, inside, most = AttemptLimiter(clock), [], []

    def attempt():
        try:
            with limiter.attempt("vault"):
                inside.append(1)
                most.append(len(inside))
                threading.Event().wait(0.01)
                inside.pop()
                raise WrongPassphrase
        except (WrongPassphrase, TooSoon):
            pass

    threads = [threading.Thread(target=attempt) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1], "one was tried; the others came too soon"


def test_a_changed_passphrase_opens_everything_and_the_old_one_nothing(tmp_path, clock):
    mine = new(tmp_path)
    saved(mine, b"second", b"third")
    before = all_bytes(tmp_path)
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert changed.read().content == b"third"
    assert contents(changed) == [b"second", b"first"]
    unlocked = only(tmp_path).unlock(OTHER)
    assert unlocked.read().content == b"third" and contents(unlocked) == [b"second", b"first"]
    for generation in only(tmp_path).generations():
        with pytest.raises(WrongPassphrase):
            only(tmp_path).unlock(PASSPHRASE, generation)
        clock.now += 60.0
    with pytest.raises(WrongPassphrase):
        only(tmp_path).unlock(PASSPHRASE)
    after = all_bytes(tmp_path)
    assert not {data for data in before.values() if data} & set(after.values()), "no file stayed as it was"


def test_a_changed_passphrase_brings_a_new_data_key(tmp_path):
    mine = new(tmp_path)
    old = mine._key.data
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert changed._key.data != old and changed._key.slot.salt != only(tmp_path).unlock(OTHER)._key.data


def test_changing_the_passphrase_keeps_revisions_times_and_kinds(tmp_path):
    mine = new(tmp_path)
    first = mine.read().revision
    mine.save(b"second", first)
    with pytest.raises(Conflict):
        mine.save(b"stale", first)

    def contents_of(handle):
        versions = [
            (generation.file.number, generation.file.revision, generation.kind, generation.saved, generation.name)
            for generation in handle.generations()
        ]
        return versions, handle.read()

    before = contents_of(mine)
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert contents_of(changed) == before
    assert contents(changed, "copy") == [b"stale"]


def test_the_old_handle_is_locked_when_the_passphrase_is_changed(tmp_path):
    mine = new(tmp_path)
    mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    with pytest.raises(Locked):
        mine.read()


def test_another_session_must_unlock_again_and_loses_nothing(tmp_path):
    session = new(tmp_path)
    there = only(tmp_path).unlock(PASSPHRASE)
    revision = there.read().revision
    session = session.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    before = all_bytes(tmp_path)
    with pytest.raises(PassphraseChanged):
        there.read()
    with pytest.raises(PassphraseChanged):
        there.save(b"there", revision)
    assert all_bytes(tmp_path) == before, "nothing is written under the old passphrase"
    there = only(tmp_path).unlock(OTHER)
    there.save(b"there", revision)
    assert session.read().content == b"there"


def test_the_present_passphrase_is_asked_for(tmp_path, clock):
    mine = new(tmp_path)
    before = all_bytes(tmp_path)
    with pytest.raises(WrongPassphrase):
        mine.change_passphrase(OTHER, OTHER, CHEAP)
    with pytest.raises(TooSoon):
        mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    clock.now += 1.0
    with pytest.raises(ValueError, match="at least 8"):
        mine.change_passphrase(PASSPHRASE, "short", CHEAP)
    assert all_bytes(tmp_path) == before
    assert mine.read().content == b"first"


def test_a_damaged_version_does_not_outlive_its_passphrase(tmp_path):
    mine = new(tmp_path)
    saved(mine, b"second", b"third")
    [damaged, _] = mine.generations()
    path = tmp_path / f"{mine.identity}.{damaged.file}"
    path.write_bytes(flipped(path.read_bytes(), 5000))
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert contents(changed) == [b"first"]
    assert not path.exists()


def test_a_version_under_a_third_passphrase_is_kept(tmp_path):
    mine = new(tmp_path / "here")
    elsewhere = tmp_path / "there"
    elsewhere.mkdir()
    for path in (tmp_path / "here").iterdir():
        (elsewhere / path.name).write_bytes(path.read_bytes())
    there = only(elsewhere).unlock(PASSPHRASE).change_passphrase(PASSPHRASE, "a third passphrase", CHEAP)
    saved(there, b"there")
    vault = bring_in(current_path(elsewhere).read_bytes(), tmp_path / "here")
    changed = mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    [copy] = changed.generations()
    assert (copy.kind, copy.condition) == ("copy", "other passphrase")
    with pytest.raises(OtherPassphrase):
        changed.read(copy)
    assert vault.unlock("a third passphrase", copy).read(copy).content == b"there"


def test_a_damaged_current_file_is_not_sealed_anew(tmp_path):
    mine = new(tmp_path)
    path = current_path(tmp_path)
    path.write_bytes(flipped(path.read_bytes(), 5000))
    with pytest.raises(Damaged):
        mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)


def test_changing_the_passphrase_tells_how_far_it_is_and_can_be_broken_off(tmp_path):
    mine = new(tmp_path)
    saved(mine, b"second", b"third", b"fourth")
    heard = []

    def listener(what, done, total):
        heard.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    before = all_bytes(tmp_path)
    with listening(listener), pytest.raises(KeyboardInterrupt):
        mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)
    assert heard == [(0, 3), (1, 3), (2, 3)]
    assert all_bytes(tmp_path) == before
    assert only(tmp_path).unlock(PASSPHRASE).read().content == b"fourth"


def test_no_passphrase_is_in_what_is_raised(tmp_path, clock):
    new(tmp_path, name="Mine")
    with pytest.raises(WrongPassphrase) as caught:
        only(tmp_path).unlock(CANARY)
    assert CANARY not in str(caught.value) and str(tmp_path) not in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__context__ is None


# How hard a passphrase is to guess, in words.


@pytest.mark.parametrize("passphrase", [" " * 8, "12345678", "password", "qwertyuiop", "aaaaaaaaaaaa"])
def test_what_everybody_tries_first_is_very_weak(passphrase):
    assert strength(passphrase).grade == "very weak"
    assert strength(passphrase).advice


def test_more_words_take_more_guesses():
    words = ["seven grey", "seven grey herons", "seven grey herons wade"]
    guesses = [strength(text).guesses for text in words]
    assert guesses == sorted(guesses) and strength(words[-1]).grade == "strong"


@quick
@given(st.text(min_size=1, max_size=LONGEST))
def test_every_passphrase_has_a_strength_that_repeats_nothing_of_it(passphrase):
    estimate = strength(passphrase)
    assert estimate.grade in GRADES and estimate.guesses >= 0.0
    assert len(passphrase) < 8 or passphrase not in estimate.advice
