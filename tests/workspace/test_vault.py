"""Vaults: the old or the new content whatever happens, never neither, and never anybody else's."""

import errno
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from leakage.workspace import vault as vaults
from leakage.workspace.vault import VaultError

PASSPHRASE = "correct horse battery"
OTHER = "another passphrase"
CANARY = b"canary 4711"
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that is killed")

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path))
    monkeypatch.setattr(vaults, "COST", {"iterations": 1, "lanes": 1, "memory": 128})
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    return tmp_path / "vaults"


@pytest.fixture
def mine():
    vault = vaults.create("Mine", PASSPHRASE, b"first")
    yield vault
    vault.lock()


@pytest.fixture
def locked(mine):
    mine.save(b"second")
    mine.lock()
    return mine.path


def content_of(path, passphrase=PASSPHRASE):
    vault, content = vaults.unlock(path, passphrase)
    vault.lock()
    return content


def refused(act, *arguments):
    with pytest.raises(VaultError) as error:
        act(*arguments)
    return str(error.value)


def edited(path, **values):
    """Put other values into the header; None takes one away."""
    line, _, sealed = path.read_bytes().partition(b"\n")
    header = {key: value for key, value in {**json.loads(line), **values}.items() if value is not None}
    path.write_bytes(json.dumps(header).encode() + b"\n" + sealed)


def in_child(run):
    """Run something in a process of its own; its number."""
    child = os.fork()
    if child:
        return child
    try:
        run()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


# What is saved comes back.


def test_ten_versions_are_kept_and_not_eleven(mine, place):
    for number in range(15):
        mine.save(str(number).encode())
    assert [mine.read(version.path) for version in mine.versions()] == [str(n).encode() for n in range(13, 3, -1)]
    for number in range(15, 20):
        mine.save(str(number).encode())
    # The vault, its ten versions, one of the present content, and the lock.
    assert len(list(place.iterdir())) == 13


def test_only_the_owner_reads_the_files(mine, place):
    mine.lock()
    before = os.umask(0)
    try:
        vaults.create("Second", PASSPHRASE, b"").save(b"more")
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.iterdir()} == {0o600}
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def test_what_was_saved_is_read_and_its_length_is_known_to_an_eighth_and_limited(mine, monkeypatch):
    for length in (0, 2**16 - 8, 2**16 - 7, 300_000, 5_000_000):
        mine.save(content := os.urandom(length))
        assert mine.read() == content
        assert length < mine.path.stat().st_size <= max(2**17, length * 1.13) + 400
        assert len(mine.path.read_bytes().partition(b"\n")[2]) % 2**16 == 16
    monkeypatch.setattr(vaults, "MOST_BYTES", 6_000_000)
    refused(mine.save, b"x" * 6_000_000)
    assert len(mine.read()) == 5_000_000


def test_it_opens_without_the_program(locked):
    shown = README.read_text().partition("<!-- vault -->\n```python\n")[2].partition("```")[0]
    lines = shown.strip().replace("getpass.getpass()", "input()")
    run = [sys.executable, "-I", "-c", lines, str(locked)]
    done = subprocess.run(run, input=PASSPHRASE.encode(), capture_output=True, check=True)
    assert done.stdout == b"second" and len(lines.splitlines()) <= 15


# Name, passphrase, file.


def test_bad_names_and_passphrases_are_refused(mine):
    assert vaults.create("  Another \n name\u202e ", PASSPHRASE, b"").name == "Another name"
    for name in ("", "  ", "\u200b", "x" * 41):
        refused(vaults.create, name, PASSPHRASE, b"")
    for passphrase in ("", "short", " " * 20, "a b c d e f g"):
        refused(vaults.create, "Other", passphrase, b""), refused(mine.change_passphrase, passphrase)
    for name in ("x", "x" * 40):
        assert vaults.create(name, "a b c d e f g h", b"").name == name
    names = [vault.name for vault in vaults.vaults()]
    assert mine.accepts(PASSPHRASE) and names == ["Another name", "Mine", "x", "x" * 40]


def test_the_passphrase_is_changed_and_the_old_one_opens_nothing(mine, place):
    mine.save(b"second")
    mine.change_passphrase("caf\xe9 cr\xe8me")
    assert mine.accepts("cafe\u0301 cre\u0300me") and not mine.accepts("cafe creme") and mine.versions() == []
    mine.lock()
    assert content_of(mine.path, "caf\xe9 cr\xe8me") == b"second"
    for path in place.glob("*.v*"):
        refused(vaults.unlock, mine.path, PASSPHRASE, path)


def test_a_wrong_passphrase_opens_nothing_and_holds_nothing(locked):
    for wrong in ("", "correct horse batterz", "x" * 10_000):
        refused(vaults.unlock, locked, wrong)
        assert vaults.latest_good(locked, wrong) is None
    assert content_of(locked) == b"second"


def test_what_is_no_vault_is_not_imported(locked, place, monkeypatch):
    good, before = locked.read_bytes(), sorted(place.iterdir())
    monkeypatch.setattr(vaults, "MOST_BYTES", len(good))
    for bad in (b"", b"\n", b"{}\n", b"LKVAULT\n\0\1", good[1:], good + b"x", b"[" * 4000 + b"\n", b"9" * 4000 + b"\n"):
        refused(vaults.imported, bad)
    assert sorted(place.iterdir()) == before
    assert content_of(vaults.imported(good)) == b"second"


def test_a_locked_vault_has_no_key_and_a_deleted_one_no_file(mine):
    mine.lock()
    assert not mine.is_open and not mine.accepts(PASSPHRASE)
    for act in (mine.read, mine.delete, lambda: mine.save(b""), lambda: mine.change_passphrase(OTHER)):
        refused(act)
    assert PASSPHRASE not in str(vars(mine)) and mine._key == b""
    mine.lock()
    vault, content = vaults.unlock(mine.path, PASSPHRASE)
    assert content == b"first"
    vault.delete()
    assert list(mine.path.parent.iterdir()) == [] and not vault.is_open


# Damage.


def test_one_changed_byte_is_refused_and_nothing_is_lost(locked):
    good = locked.read_bytes()
    copied = locked.with_name("copied by hand.vault")
    copied.write_bytes(good)
    assert content_of(vaults.imported(good)) == content_of(copied) == b"second", "beside the other"
    assert len(vaults.vaults()) == 3
    header = good.index(b"\n") + 1
    rng = random.Random(51)
    for place in [*range(header), *(rng.randrange(header, len(good)) for _ in range(50)), len(good) - 1]:
        changed = bytearray(good)
        changed[place] ^= 1 << rng.randrange(8)
        locked.write_bytes(changed)
        refused(vaults.unlock, locked, PASSPHRASE)
    for harm in (lambda: locked.write_bytes(b"{"), locked.unlink):
        harm()
        *others, last = [(vault.path, vault.saved) for vault in vaults.vaults()]
        assert last == (locked, None) and all(saved for _, saved in others)
    version = vaults.latest_good(locked, PASSPHRASE)
    vault, content = vaults.unlock(locked, PASSPHRASE, version)
    assert content == b"second" and [vault.read(earlier.path) for earlier in vault.versions()] == [b"first"]
    vault.save(b"third")
    vault.lock()
    assert content_of(locked) == b"third"


def test_the_latest_good_version_is_found_behind_damaged_ones(mine):
    for number in range(5):
        mine.save(str(number).encode())
    latest, *earlier = sorted(mine.path.parent.glob("*.version"), reverse=True)
    mine.lock()
    mine.path.write_bytes(b"")
    latest.write_bytes(latest.read_bytes()[:-1])
    edited(earlier[0], salt="00" * 16)
    good = vaults.latest_good(mine.path, PASSPHRASE)
    assert good == earlier[1]
    vault, content = vaults.unlock(mine.path, PASSPHRASE, good)
    assert content == b"2"
    vault.save(b"next")
    assert [vault.read(version.path) for version in vault.versions()[2:]] == [b"2", b"1", b"0", b"first"]
    assert vault.read(vaults.latest_good(mine.path, PASSPHRASE)) == b"next"
    vault.lock()


HOSTILE = [
    {"memory": 2**18 + 1}, {"memory": 127}, {"memory": "128"}, {"memory": 10**400}, {"memory": None}, {"lanes": 17},
    {"lanes": 0}, {"iterations": 17}, {"iterations": 0}, {"iterations": True}, {"salt": "zz" * 16},
    {"salt": "00" * 10**3}, {"nonce": ""}, {"nonce": None}, {"saved": float("inf")}, {"saved": -1}, {"saved": "now"},
    {"saved": 253402300800}, {"name": "x" * 41}, {"name": "a\nb"}, {"name": "\ud800"}, {"name": None},
    {"format": "leakage vault 2"}, {"more": "x" * 5000},
]  # fmt: skip


@pytest.mark.parametrize("values", HOSTILE, ids=[str(values)[:30] for values in HOSTILE])
def test_a_hostile_header_is_refused_before_it_is_used(locked, values, monkeypatch):
    edited(locked, **values)
    monkeypatch.setattr(vaults, "key_of", None)
    refused(vaults.unlock, locked, PASSPHRASE)
    refused(lambda: vaults.imported(locked.read_bytes()))
    assert [vault.saved for vault in vaults.vaults()] == [None]


# Crashes and refusals of the disk.


@forks
def test_a_hundred_kills_while_saving(mine):
    rng, seen = random.Random(51), Counter()
    mine.save(b"0")
    mine.lock()
    for _ in range(100):
        told, tell = os.pipe()

        def keep_saving(tell=tell):
            vault, content = vaults.unlock(mine.path, PASSPHRASE)
            os.write(tell, b"%9d" % int(content))
            for number in range(int(content) + 1, 10**6):
                vault.save(b"%d" % number)
                os.write(tell, b"%9d" % number)

        child = in_child(keep_saving)
        os.close(tell)
        confirmed = os.read(told, 9)
        time.sleep(rng.uniform(0.0, 0.01))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        confirmed = int((confirmed + os.read(told, 10**5))[-9:])
        os.close(told)
        seen[int(content_of(mine.path)) - confirmed] += 1
    assert seen.keys() <= {0, 1} and seen.total() == 100
    assert confirmed > 100


def interrupted(monkeypatch, number, end):
    """Call ``end`` at this step of all that touch the disk; the names of the steps that were reached."""
    steps = []

    def watched(name, step):
        def run(*arguments, **options):
            steps.append(name)
            if len(steps) == number:
                end()
            return step(*arguments, **options)

        return run

    def opened(*arguments, **options):
        file = open(*arguments, **options)  # noqa: SIM115 - it is closed by whoever writes
        file.write = watched("write", file.write)
        return file

    monkeypatch.setattr(vaults, "open", opened, raising=False)
    for name in ("open", "replace", "fsync", "unlink"):
        monkeypatch.setattr(os, name, watched(name, getattr(os, name)))
    return steps


ACTS = {
    "save": lambda vault: vault.save(b"new"),
    "passphrase": lambda vault: vault.change_passphrase(OTHER),
}


def state(path):
    """What a vault holds and is called, and which passphrase opens it."""
    for passphrase in (PASSPHRASE, OTHER):
        with suppress(VaultError):
            vault, content = vaults.unlock(path, passphrase)
            vault.lock()
            return content, vault.name, passphrase
    return None


def failing(code):
    raise OSError(code, "refused")


full_disk, read_only = partial(failing, errno.ENOSPC), partial(failing, errno.EROFS)


@forks
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("end", [lambda: os._exit(9), full_disk, read_only], ids=["crash", "full disk", "read-only"])
def test_whatever_happens_at_any_step_leaves_the_old_or_the_new(tmp_path, monkeypatch, act, end):
    states = []
    for number in range(1, 15):
        monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / str(number)))
        vault = vaults.create("Mine", PASSPHRASE, b"first")
        vault.save(b"old")
        vault.lock()

        def run(number=number, path=vault.path):
            vault, _ = vaults.unlock(path, PASSPHRASE)
            interrupted(monkeypatch, number, end)
            ACTS[act](vault)

        os.waitpid(in_child(run), 0)
        states.append(state(vault.path))
    old, new = states[0], states[-1]
    assert old == (b"old", "Mine", PASSPHRASE) != new and None not in states
    assert states == [old] * states.count(old) + [new] * states.count(new) and states.count(old) >= 6


def test_a_full_disk_holds_no_half_of_what_was_not_saved(mine, place, monkeypatch):
    before = sorted(place.iterdir())
    for number in range(1, 9):
        with monkeypatch.context() as patch:
            interrupted(patch, number, full_disk)
            refused(mine.save, b"new")
        assert sorted(place.iterdir()) == before and mine.read() == b"first"


def test_each_file_reaches_the_disk_before_it_is_put_in_place(mine, monkeypatch):
    steps = interrupted(monkeypatch, 0, None)
    mine.save(b"new")
    # A version, the vault's file, and the folder.
    assert steps == [*["open", "write", "fsync", "replace"] * 2, "open", "fsync"]


# One writer.


@forks
def test_a_second_process_waits_for_the_end_of_the_first(locked):
    told, tell = os.pipe()

    def hold():
        vault, _ = vaults.unlock(locked, PASSPHRASE)
        os.write(tell, b"!")
        time.sleep(30)
        vault.lock()

    child = in_child(hold)
    os.read(told, 1)
    try:
        with pytest.raises(VaultError, match="open in another"):
            vaults.unlock(locked, PASSPHRASE)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert content_of(locked) == b"second"


def test_one_thread_unlocks_and_another_locks(locked):
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        vault, _ = one.submit(vaults.unlock, locked, PASSPHRASE).result()
        assert "open in another" in refused(vaults.unlock, locked, PASSPHRASE)
        other.submit(vault.lock).result()
    assert content_of(locked) == b"second"


def test_threads_save_one_after_another(mine):
    contents = [b"%d" % number for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(mine.save, contents))
    kept = [mine.read(version.path) for version in mine.versions()]
    assert sorted([*kept, mine.read()]) == sorted([b"first", *contents])


# Nothing of a person's is shown.


def test_no_representation_and_no_error_shows_anything(mine):
    mine.save(CANARY)
    shown = [repr(mine), repr(vaults.vaults()), repr(mine.versions())]
    mine.path.write_bytes(mine.path.read_bytes()[:-1])
    shown += map(
        refused,
        [mine.read, lambda: vaults.create("canary" * 9, PASSPHRASE, b""), lambda: mine.change_passphrase("canary")],
    )
    everything = "".join(shown)
    assert not any(secret in everything for secret in ("canary", PASSPHRASE, "Mine", str(mine.path.parent)))
