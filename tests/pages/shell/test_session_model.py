"""Two tabs, one vault and faults at random, against a model: nothing that was acknowledged on screen is ever lost.

A few random histories are tried every time, 30 with what takes long, and a thousand with ``TIMES=33``.
"""

import errno
import itertools
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch
from weakref import WeakKeyDictionary

import streamlit
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from leakage import system
from leakage.record import Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.merging.merge import merge
from leakage.workspace.vault import store
from leakage.workspace.vault.errors import OtherPassphrase, VaultError, WrongPassphrase
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.generations import header_of
from leakage.workspace.vault.passphrases import ATTEMPTS
from leakage.workspace.vault.saved_work import UNSAVED, create_with_work, open_work, read_work, work_of
from leakage.workspace.vault.unlocked import lock_all
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Release, Workspace
from pages.shell import history, locking, undo_stack, vault_session, vault_state
from tests.amount import TIMES

FEW = 4 * TIMES
CHEAP = Cost(1, 8, 1)
BEGINNING = Workspace(profile=(("Name", "Ann"), ("Phone", "1")), weights=(("Name", 2.0),))
EXAMPLE = PAPER_SCENARIOS[0]
WRITES = {"write", "replace", "link", "fsync", "unlink", "open"}
TABS = st.integers(0, 1)
KINDS = ["rename", "title", "add", "weight", "release", "remove"]
SIDE = sys.modules[system.replace.__module__]
SELDOM = st.integers(0, 3).map(lambda number: number == 3)


class Killed(BaseException):
    """The process ends here."""


class Disk:
    """The system's calls as the vault makes them; they fail when they are told to."""

    def __init__(self):
        self.full, self.kill_at, self.killed = False, None, False

    def __getattr__(self, name):
        call = getattr(os, name)
        return (lambda *args, **kwargs: self._do(name, call, args, kwargs)) if name in WRITES else call

    def _do(self, name, call, args, kwargs):
        if self.killed:
            raise Killed
        if self.kill_at is not None and not _reads(name, args):
            self.kill_at -= 1
            if self.kill_at < 0:
                self.killed = True
                raise Killed
        if (self.full is True and name in {"write", "link"}) or self._once_now(name, args):
            raise OSError(errno.ENOSPC, "No space left on device")
        return call(*args, **kwargs)

    def _once_now(self, name, args):
        """Whether the one call fails that was to fail: a number in ``full`` says how many go well before."""
        if self.full is True or self.full is False or _reads(name, args) or name == "unlink":
            return False
        self.full = self.full - 1 if self.full else False
        return self.full is False


def _reads(name, args):
    return name == "open" and not args[1] & os.O_CREAT


class Tabs(RuleBasedStateMachine):
    """Whatever happens to the tabs, the model knows what their screens said."""

    def __init__(self):
        super().__init__()
        ram = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(dir=ram if ram.is_dir() else None))
        self.disk, self.seconds, self.numbers = Disk(), 0.0, itertools.count()
        cheap = {f"leakage.workspace.vault.{module}.Cost": lambda: CHEAP for module in ("vault", "unlocked")}
        self.patches = [
            patch.dict(os.environ, {"LEAKAGE_DATA": str(self.folder)}),
            *(patch(name, new) for name, new in cheap.items()),
            patch.object(store, "os", self.disk),
            patch.object(SIDE, "os", self.disk),
            patch.object(store, "MOST_VERSIONS", 10_000),
            patch.object(UNSAVED, "_entries", []),
            patch.object(vault_state, "_STATES", WeakKeyDictionary()),
            patch.object(ATTEMPTS, "_clock", lambda: 1e9 * next(self.numbers)),
            patch.object(locking, "_clocks", lambda: (self.seconds, self.seconds)),
        ]
        for each in self.patches:
            each.start()
        self.tabs = [{}, {}]
        self.passphrases = ["passphrase number 0"]
        self.acknowledged = {BEGINNING}
        self.promised, self.beside = [], {}
        self.versions = {}

    @initialize()
    def create(self):
        create_with_work("Mine", self.passphrases[0], BEGINNING)
        for number in (0, 1):
            self.unlock_in(number)

    def teardown(self):
        try:
            self.end_well()
        finally:
            for each in reversed(self.patches):
                each.stop()
            shutil.rmtree(self.folder, ignore_errors=True)

    # What a person does.

    @contextmanager
    def in_tab(self, number):
        """Inside, the session is the tab's; afterwards its page runs, and the model reads the screen."""
        with patch.object(streamlit, "session_state", self.tabs[number]):
            try:
                with suppress(ValueError):
                    locking.lock_if_due()
                    yield
                self.check_screen(number)
            except Killed:
                work = undo_stack.own()
                self.restart(number, work)

    def check_screen(self, number):
        """What a run of the page does before anything else, and what the sidebar then says."""
        locking.lock_if_due()
        opened = vault_session.current()
        if opened is None:
            self.left(number)
            return
        locking.touch()
        vault_session.save()
        vault_session.catch_up()
        opened = vault_session.current()
        state = vault_session.state(opened)
        event(f"the screen says: {state}")
        if state == "kept":
            self.left(number)
            self.acknowledged.add(undo_stack.own())
        elif state == "two versions":
            # The copy follows the tab's edits; when the conflict is over it stays.
            self.beside[number] = undo_stack.own()

    def left(self, number):
        """A tab's conflict is over, or the tab is: its copy is replaced no more."""
        if number in self.beside:
            self.acknowledged.add(self.beside.pop(number))

    def opened(self, number):
        """The vault of a tab; None where it has none, or another tab has locked it."""
        with patch.object(streamlit, "session_state", self.tabs[number]):
            opened = vault_session.current()
            return None if opened is None or opened.unlocked.locked else opened

    def restart(self, killed=None, work=None):
        """Everything that was in memory is gone; a copy may have followed the last edit before its screen said so."""
        self.disk.kill_at, self.disk.killed, self.disk.full = None, False, False
        if killed in self.beside and work in self.on_disk():
            self.beside[killed] = work
        self.tabs, self.promised = [{}, {}], []
        self.left(0)
        self.left(1)
        UNSAVED.drop(*UNSAVED.all())

    def unlock_in(self, number):
        for passphrase in reversed(self.passphrases):
            with self.in_tab(number), suppress(WrongPassphrase):
                vault_session.unlock(vaults()[0], passphrase)
                return

    @rule(number=TABS)
    def unlock(self, number):
        if self.opened(number) is None:
            self.unlock_in(number)

    @rule(number=TABS, kind=st.sampled_from(KINDS))
    def edit(self, number, kind):
        self.unlock(number)
        if self.opened(number) is not None:
            with self.in_tab(number):
                now = undo_stack.edit_history().current
                history.put(now, self.edited(now, kind), kind)

    @rule(number=TABS, kind=st.sampled_from(KINDS), other=st.sampled_from(KINDS))
    def edit_twice_what_was_drawn_once(self, number, kind, other):
        """The second click comes before the page could be drawn anew."""
        self.unlock(number)
        if self.opened(number) is not None:
            with self.in_tab(number):
                drawn = undo_stack.edit_history().current
                history.put(drawn, self.edited(drawn, kind), kind)
                history.put(drawn, self.edited(drawn, other), other)

    @rule(kind=st.sampled_from(KINDS), other=st.sampled_from(KINDS))
    def edit_in_both(self, kind, other):
        self.unlock(0)
        self.unlock(1)
        self.edit(0, kind)
        self.edit(1, other)

    def edited(self, work, kind):
        value = str(next(self.numbers))
        if kind == "add":
            return replace(work, profile=(*work.profile, ("Note", value)))
        if kind == "rename":
            others = [pair for pair in work.profile if pair[0] != "Name"]
            return replace(work, profile=(("Name", value), *others))
        if kind == "release":
            return replace(work, releases=(*work.releases, Release(value, "Shop", Record.of(("Name", value)))))
        if kind == "remove":
            return replace(work, profile=work.profile[:-1], releases=work.releases[1:])
        if kind == "weight":
            return replace(work, weights=(("Name", float(value) + 1.0),))
        return replace(work, title=value)

    @rule(number=TABS, count=st.sampled_from([-1, 1]))
    def undo_or_redo(self, number, count):
        if self.opened(number) is not None:
            with self.in_tab(number):
                history.move(count)

    @rule(number=TABS, leave=st.booleans())
    def example(self, number, leave):
        if self.opened(number) is not None:
            with self.in_tab(number):
                if leave:
                    vault_session.leave_example()
                else:
                    history.open_workspace(EXAMPLE.workspace, "open an example", EXAMPLE.key)

    @rule(number=TABS, anyway=st.booleans())
    def lock(self, number, anyway):
        with self.in_tab(number):
            opened = vault_session.current()
            with self.closing():
                locking.lock()
                if locking.must_answer():
                    (locking.lock_anyway if anyway else locking.stay)()
            assert opened is None or locking.must_answer() or not anyway or self.opened(1 - number) is None

    @contextmanager
    def closing(self):
        """Whatever either tab could not save is on the disk afterwards, or offered again, where the tab was closed."""
        unsaved = [self.unsaved(each) for each in (0, 1)]
        yield
        there, sealed = self.on_disk(), [self.sealed_work(each)[0] for each in UNSAVED.all()]
        for number, (base, work) in enumerate(unsaved):
            if work is not None and self.opened(number) is None:
                event("locked with something unsaved")
                if work in sealed:
                    self.promised.append(work)
                else:
                    assert any(merge(base, work, version).workspace == version for version in there)

    @rule(so=SELDOM)
    def nobody_is_there(self, so):
        if not so:
            return
        self.seconds += 3600.0 * 24
        for number in (0, 1):
            with self.in_tab(number):
                self.seal(locking.lock_if_due)

    @rule(number=TABS, so=SELDOM)
    def log_out(self, number, so):
        """From one tab, and every page is closed: what any of them could not save waits for the passphrase."""
        if not so:
            return
        with self.in_tab(number), self.closing():
            locking.lock_anyway()
            vault_state.keep_sealed()
            lock_all()
        self.tabs = [{}, {}]
        self.left(0)
        self.left(1)

    def unsaved(self, number):
        """What a tab could not save, behind the saved work that it was made from."""
        with patch.object(streamlit, "session_state", self.tabs[number]):
            opened = vault_session.current()
            if opened is None or opened.unlocked.locked or vault_session.state(opened) != "not saved":
                return None, None
            return opened.workspace, undo_stack.own()

    @rule(kind=st.sampled_from(KINDS), other=st.sampled_from(KINDS), number=TABS)
    def edit_both_on_a_full_disk_and_log_out(self, kind, other, number):
        self.disk.full = True
        self.edit_in_both(kind, other)
        self.log_out(number, True)

    @rule(number=TABS, kind=st.sampled_from(KINDS), so=SELDOM)
    def work_in_memory_and_then_unlock(self, number, kind, so):
        if not so or self.opened(number) is not None:
            return
        with self.in_tab(number):
            vault_session.work_in_memory()
            history.put(Workspace(), self.edited(Workspace(profile=BEGINNING.profile), "add"), "begin")
            now = undo_stack.edit_history().current
            history.put(now, self.edited(now, kind), kind)
            vault_session.ask_for_vault()
        with patch.object(streamlit, "session_state", self.tabs[number]):
            brought = undo_stack.own()
        self.unlock_in(number)
        if self.opened(number) is not None:
            event("brought work from memory")
            if not self.says_all(number, brought):
                self.promised.append(brought)

    def says_all(self, number, brought):
        """Whether the vault holds all that the brought work says, so that nothing is there to be added."""
        with patch.object(streamlit, "session_state", self.tabs[number]):
            own = undo_stack.own()
        parts = ("profile", "weights", "releases")
        return not brought.title and all(set(getattr(brought, part)) <= set(getattr(own, part)) for part in parts)

    def seal(self, lock):
        """Locking promises that what could not be saved is offered again."""
        opened, work, before = vault_session.current(), undo_stack.own(), len(UNSAVED.all())
        lock()
        if opened is not None and len(UNSAVED.all()) > before:
            event("sealed")
            self.promised.append(work)

    @rule(number=TABS, so=SELDOM)
    def refresh_or_close(self, number, so):
        if so:
            self.tabs[number] = {}
            self.left(number)

    @rule(number=TABS, at=st.integers(0, 12), so=SELDOM)
    def kill_while_saving(self, number, at, so):
        if so:
            self.disk.kill_at = at
            self.edit(number, "add")
            self.restart()

    @rule(full=st.sampled_from([True, True, False, 0, 1, 2, 3, 5, 8]))
    def change_disk(self, full):
        self.disk.full = full

    @rule(number=TABS, kind=st.sampled_from(KINDS), so=SELDOM)
    def edit_on_a_full_disk_and_leave(self, number, kind, so):
        """What the first fault of the issue was."""
        self.disk.full = True
        self.edit(number, kind)
        self.nobody_is_there(so)

    @rule(number=TABS)
    def change_passphrase(self, number):
        if self.opened(number) is not None:
            new = f"passphrase number {len(self.passphrases)}"
            present = self.passphrases[-1]
            self.passphrases.append(new)
            with self.in_tab(number):
                vault_session.change_passphrase(present, new)
            # Whether it failed before or after it held can be told only by trying.
            self.passphrases = [word for word in self.passphrases if word != self.valid()] + [self.valid()]

    @rule(number=TABS, kind=st.sampled_from(KINDS), way=st.sampled_from(["unlock", "leave", "nothing"]))
    def edit_after_the_passphrase_changed_elsewhere(self, number, kind, way):
        self.unlock(0)
        self.unlock(1)
        self.change_passphrase(1 - number)
        self.edit(number, kind)
        if way == "unlock":
            self.unlock_again(number)
        elif way == "leave":
            self.nobody_is_there(True)

    @rule(number=TABS)
    def unlock_again(self, number):
        opened = self.opened(number)
        if opened is not None and opened.locked_out:
            with self.in_tab(number):
                vault_session.unlock_again(self.valid())
                event("unlocked again")

    @rule(number=TABS, way=st.sampled_from(["mine", "theirs", "merge"]), choices=st.lists(st.booleans(), max_size=9))
    def decide(self, number, way, choices):
        opened = self.opened(number)
        if opened is not None and opened.two_versions is not None:
            event(f"two versions: {way}")
            with self.in_tab(number):
                if way == "mine":
                    locking.take_mine()
                elif way == "theirs":
                    locking.take_theirs()
                else:
                    sides = itertools.chain(choices, itertools.repeat(True))
                    places = [contradiction.place for contradiction in opened.two_versions.contradictions]
                    chosen = {place: "mine" if mine else "theirs" for place, mine in zip(places, sides, strict=False)}
                    locking.merge_as_chosen(chosen)

    @rule(number=TABS, which=st.integers(0, 4))
    def restore(self, number, which):
        opened = self.opened(number)
        if opened is not None:
            with self.in_tab(number):
                good = [g for g in opened.unlocked.generations() if g.condition == "good"]
                if which < len(good):
                    vault_session.restore(good[which])

    @precondition(lambda self: UNSAVED.all())
    @rule(number=TABS, keep=st.sampled_from([True, True, False]))
    def keep_or_give_up(self, number, keep):
        self.unlock(number)
        with self.in_tab(number):
            sealed = locking.sealed_work()
            if sealed is not None:
                work, passphrase = self.sealed_work(sealed)
                if keep:
                    locking.keep(sealed, passphrase)
                else:
                    locking.forget(sealed)
                event("kept what was sealed" if keep else "gave up what was sealed")
                self.promised.remove(work)

    # What the model asks.

    def valid(self):
        """The passphrase that opens the vault now."""
        vault = vaults()[0]
        for passphrase in reversed(self.passphrases):
            with suppress(WrongPassphrase):
                vault.with_passphrase_of(vault.file(), passphrase)
                return passphrase
        raise AssertionError("no passphrase opens the vault")

    def sealed_work(self, sealed):
        """What is sealed in memory, and the passphrase that opens it; an honest look, which changes nothing."""
        vault = vaults()[0]
        for passphrase in self.passphrases:
            with suppress(WrongPassphrase, OtherPassphrase):
                return open_work(vault.with_passphrase_of(sealed.mine, passphrase), sealed)[0], passphrase
        raise AssertionError("no passphrase opens what is sealed")

    def on_disk(self):
        """Every version that the passphrase opens; files never change, so each is read once."""
        with patch.object(store, "os", os), patch.object(SIDE, "os", os):
            vault = vaults()[0]
            unlocked = vault.with_passphrase_of(vault.file(), self.valid())
            there = [read_work(unlocked).workspace]
            for name in vault.store.versions():
                with suppress(VaultError):
                    # Named by its key as well: after a change of passphrase only what the new one opens counts.
                    header = header_of(vault.store, vault.store.version(name))
                    place = name, header.slot.salt == header_of(vault.store, vault.file()).slot.salt
                    if place not in self.versions:
                        self.versions[place] = work_of(unlocked.open_file(vault.store.version(name))).workspace
                    there.append(self.versions[place])
        return set(there)

    @invariant()
    def nothing_acknowledged_is_lost(self):
        if self.folder.exists() and (self.folder / "vaults").exists():
            lost = {*self.acknowledged, *self.beside.values()} - self.on_disk()
            assert not lost, [(work.profile, work.weights, work.title) for work in lost]

    @invariant()
    def what_was_sealed_is_there(self):
        works = [self.sealed_work(sealed)[0] for sealed in UNSAVED.all()]
        assert all(work in works for work in self.promised)

    def end_well(self):
        """Once the faults are over, everything gets to the disk."""
        if not (self.folder / "vaults").exists():
            return
        self.disk.full, self.disk.kill_at = False, None
        for number in (0, 1):
            opened = self.opened(number)
            if opened is not None:
                with self.in_tab(number):
                    if history.example():
                        vault_session.leave_example()
                self.unlock_again(number)
                with patch.object(streamlit, "session_state", self.tabs[number]):
                    assert vault_session.state(vault_session.current()) != "not saved"
        self.nothing_acknowledged_is_lost()
        self.tabs[0] = {}
        self.left(0)
        self.unlock_in(0)
        for sealed in UNSAVED.all():
            passphrase = self.sealed_work(sealed)[1]
            with self.in_tab(0):
                locking.keep(sealed, passphrase)
            self.decide(0, "mine", [])
            assert sealed not in UNSAVED.all()
        self.nothing_acknowledged_is_lost()


Tabs.TestCase.settings = settings(max_examples=FEW, stateful_step_count=30, deadline=None)
TestTabs = Tabs.TestCase
