"""kill -9 at random moments, and at every single call to the system: the old state or the new, never neither."""

import gc
import os
import random
import shutil
import signal
import time
from contextlib import suppress

import pytest

from leakage.workspace.vault.errors import Conflict, WrongPassphrase
from leakage.workspace.vault.vault import vaults
from tests.amount import TIMES
from tests.workspace.vault.helpers import (
    CANARY,
    CHEAP,
    OTHER,
    PASSPHRASE,
    all_bytes,
    contents,
    in_child,
    new,
    only,
    outcome,
    saved,
)

SAVES = 100 * TIMES
KILLS = 12 * TIMES
CALLS = ("open", "write", "fsync", "close", "link", "replace", "unlink", "chmod", "fchmod", "mkdir")


def text_of(number, draw):
    """What the nth save holds: its number, and so much that the length of the file changes now and then."""
    return f"{number} {CANARY} ".encode() + CANARY.encode() * draw.choice([0, 100, 7_000, 15_000])


def number_of(content):
    return int(content.split()[0])


def keep_saving(folder, pipe, seed):
    """Save until killed; say before each save that it begins, and after it that it is done."""
    draw, mine = random.Random(seed), only(folder).unlock(PASSPHRASE)
    content = mine.read()
    number, revision = number_of(content.content), content.revision
    while True:
        number += 1
        os.write(pipe, f"begun {number}\n".encode())
        revision = mine.save(text_of(number, draw), revision)
        os.write(pipe, f"done {number}\n".encode())


def nothing_is_readable(folder):
    """No file has the canary in it at this moment, those half written among them; the names of all."""
    files = all_bytes(folder)
    assert not [name for name, data in files.items() if CANARY.encode() in data]
    return list(files)


def killed_while_saving(folder, draw):
    """Start saving, look at the files meanwhile, kill; the number last done, and the number last begun."""
    reading, writing = os.pipe()
    child = in_child(lambda: keep_saving(folder, writing, draw.random()))
    os.close(writing)
    # Counted in saves and not in seconds alone, so that a busy machine takes no more turns than an idle one.
    heard, wanted = b"", draw.randint(0, 18)
    while heard.count(b"done") < wanted and (block := os.read(reading, 1000)):
        heard += block
        nothing_is_readable(folder)
    end = time.monotonic() + draw.uniform(0.0, 0.006)
    while time.monotonic() < end:
        nothing_is_readable(folder)
    os.kill(child, signal.SIGKILL)
    assert outcome(child) == -signal.SIGKILL
    while more := os.read(reading, 65536):
        heard += more
    os.close(reading)
    lines = [line.split() for line in heard.decode().splitlines()]
    return [max((int(n) for word, n in lines if word == which), default=None) for which in ("done", "begun")]


def test_saves_killed_at_random_moments_leave_the_old_or_the_new_state(tmp_path):
    draw = random.Random(4711)
    number, saves, kills, left_over = 0, 0, 0, 0
    new(tmp_path, text_of(0, draw))
    while saves < SAVES or kills < KILLS:
        done, begun = killed_while_saving(tmp_path, draw)
        done = number if done is None else done
        left_over += any(name.endswith(".temporary") for name in nothing_is_readable(tmp_path))
        mine = only(tmp_path).unlock(PASSPHRASE)
        now = number_of(mine.read().content)
        assert now in {done, begun}
        earlier = [number_of(content) for content in contents(mine)]
        assert earlier == list(range(now - 1, max(-1, now - 11), -1)), "and every generation is there"
        assert not list(tmp_path.glob("*.temporary"))
        saves, kills, number = saves + now - number, kills + 1, now
    assert left_over, "some of them were killed in the midst of writing"


class Die:
    """Every call to the system is noted; at the nth this process is killed, or in the midst of it if it writes."""

    def __init__(self, at=0, halfway=False):
        self.at, self.halfway, self.made = at, halfway, []

    def arm(self):
        for name in CALLS:
            setattr(os, name, self.wrapped(name, getattr(os, name)))

    def wrapped(self, name, call):
        def noted(*arguments, **rest):
            self.made.append(name)
            if len(self.made) == self.at:
                if name == "write" and self.halfway:
                    call(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **rest)

        return noted


def ended(run, folder, die):
    """How it ended to do something in a process of its own, and the calls it made where it was not killed."""
    reading, writing = os.pipe()

    def child():
        # What other tests have left behind is not cleared away between the calls that are counted.
        gc.disable()
        mine = run(folder)
        die.arm()
        mine()
        os.write(writing, " ".join(die.made).encode())

    number = in_child(child)
    os.close(writing)
    with os.fdopen(reading) as stream:
        return outcome(number), stream.read().split()


def killed_at_every_call(run, prepare, check):
    """Do something to its end, and then over and over, killed at its first call, its second, ...; how many it makes."""
    whole = prepare("whole")
    how, calls = ended(run, whole, Die())
    assert how == 0
    check(whole, True)
    for at, name in enumerate(calls, 1):
        for halfway in (False, True) if name == "write" else (False,):
            folder = prepare(f"{at}{halfway}")
            assert ended(run, folder, Die(at, halfway))[0] == -signal.SIGKILL
            check(folder, False)
    return len(calls)


def copies_of(folder):
    """What hands out copies of a folder, so that it need be filled but once."""
    return lambda name: shutil.copytree(folder, folder.with_name(name))


@pytest.fixture
def prepared(tmp_path):
    folder = tmp_path / "template"
    saved(new(folder, b"0"), b"1", b"2")
    return copies_of(folder)


def test_saving_killed_at_every_call(prepared):
    def run(folder):
        mine = only(folder).unlock(PASSPHRASE)
        revision = mine.read().revision
        return lambda: mine.save(b"3", revision)

    def check(folder, done):
        states = {b"2": [b"1", b"0"], b"3": [b"2", b"1", b"0"]}
        listed = len(only(folder).generations())
        mine = only(folder).unlock(PASSPHRASE)
        now = mine.read()
        assert now.content == b"3" if done else now.content in states
        assert contents(mine) == states[now.content] and listed == len(states[now.content])
        mine.save(b"4", now.revision)
        assert mine.read().content == b"4" and contents(mine) == [now.content, *states[now.content]]

    assert killed_at_every_call(run, prepared, check) >= 10


def test_saving_with_ten_generations_killed_at_every_call(tmp_path):
    folder = tmp_path / "template"
    saved(new(folder, b"0"), *(str(n).encode() for n in range(1, 12)))

    def run(folder):
        mine = only(folder).unlock(PASSPHRASE)
        revision = mine.read().revision
        return lambda: mine.save(b"12", revision)

    def check(folder, done):
        mine = only(folder).unlock(PASSPHRASE)
        now = int(mine.read().content)
        assert now == 12 if done else now in (11, 12)
        assert [int(content) for content in contents(mine)] == list(range(now - 1, now - 11, -1))

    assert killed_at_every_call(run, copies_of(folder), check) >= 11


def test_a_conflict_killed_at_every_call(prepared):
    def run(folder):
        mine = only(folder).unlock(PASSPHRASE)
        stale = mine.read(mine.generations()[0]).revision

        def conflict():
            with suppress(Conflict):
                mine.save(b"stale", stale)

        return conflict

    def check(folder, done):
        mine = only(folder).unlock(PASSPHRASE)
        assert mine.read().content == b"2" and contents(mine) == [b"1", b"0"]
        assert contents(mine, "copy") == [b"stale"] if done else contents(mine, "copy") in ([], [b"stale"])

    assert killed_at_every_call(run, prepared, check) >= 8


def opening(folder):
    """Which of the two passphrases opens the vault."""
    [vault] = vaults(folder)
    try:
        return PASSPHRASE, vault.unlock(PASSPHRASE)
    except WrongPassphrase:
        return OTHER, vault.unlock(OTHER)


def test_a_session_that_goes_on_after_a_broken_off_change_of_passphrase_keeps_its_generations(tmp_path):
    mine = new(tmp_path, b"0")
    revision = saved(mine, *(str(n).encode() for n in range(1, 11)))

    def change():
        Die(90).arm()
        only(tmp_path).unlock(PASSPHRASE).change_passphrase(PASSPHRASE, OTHER, CHEAP)

    assert outcome(in_child(change)) == -signal.SIGKILL
    assert len(list(tmp_path.glob("*.generation"))) > 14
    mine.save(b"11", revision)
    assert contents(mine) == [str(n).encode() for n in range(10, 0, -1)]
    assert contents(only(tmp_path).unlock(PASSPHRASE)) == [str(n).encode() for n in range(10, 0, -1)]
    assert len(list(tmp_path.iterdir())) == 12


def test_changing_the_passphrase_killed_at_every_call(prepared, monkeypatch):
    monkeypatch.setattr("leakage.workspace.vault.passphrases.LONGEST_WAIT", 0.0)
    seen = set()

    def run(folder):
        mine = only(folder).unlock(PASSPHRASE)
        return lambda: mine.change_passphrase(PASSPHRASE, OTHER, CHEAP)

    def check(folder, done):
        which, mine = opening(folder)
        seen.add(which)
        assert which == OTHER or not done
        assert mine.read().content == b"2" and contents(mine) == [b"1", b"0"]
        assert {generation.condition for generation in mine.generations()} == {"good"}, (
            "nothing is left in the other key"
        )
        assert len(list(folder.iterdir())) == 4
        mine.save(b"3", mine.read().revision)
        assert contents(mine) == [b"2", b"1", b"0"]

    assert killed_at_every_call(run, prepared, check) >= 20
    assert seen == {PASSPHRASE, OTHER}


def test_making_a_vault_killed_at_every_call(tmp_path):
    def prepare(name):
        return tmp_path / name

    def check(folder, done):
        listed = vaults(folder)
        assert len(listed) == 1 if done else len(listed) <= 1
        for vault in listed:
            assert vault.unlock(PASSPHRASE).read().content == b"first"
        if folder.exists():
            assert len(list(folder.iterdir())) == 2 * len(listed), "what was broken off is gone"

    assert killed_at_every_call(lambda folder: lambda: new(folder), prepare, check) >= 8


def test_deleting_a_vault_killed_at_every_call(prepared):
    def run(folder):
        return only(folder).unlock(PASSPHRASE).delete

    def check(folder, done):
        listed = vaults(folder)
        assert not (done and listed)
        for vault in listed:
            assert vault.unlock(PASSPHRASE).read().content == b"2"
        assert listed or not list(folder.iterdir())

    assert killed_at_every_call(run, prepared, check) >= 6
