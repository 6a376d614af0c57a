"""How long a vault takes: to unlock, and from an edit to the disk.

Run with ``.venv/bin/python -m tests.benchmarks.vault``; with ``--folder DIR`` on the disk of that folder.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from leakage.record import Attribute, Record
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.vault.file_header import Cost, content_key, new_slot
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.sealed import OpenedVault, now, seal
from leakage.workspace.vault.unlocked import Unlocked
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Release, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.runner import once

RUNS = 25
UNLOCKS = 9
PASSPHRASE = "correct horse battery staple"


def work_of(count: int) -> Workspace:
    """The realistic person of 2026 with so many releases, drawn from the profile with a fixed seed."""
    person, draw = person_of_2026().workspace, random.Random(1)
    releases = tuple(
        Release(
            f"Release {number}",
            f"Recipient {number % 60}",
            Record(Attribute(*pair) for pair in draw.sample(person.profile[:18], draw.randint(3, 9))),
        )
        for number in range(count)
    )
    return replace(person, releases=releases)


def show(what: str, run: Callable[[], Any], runs: int = RUNS) -> None:
    """Print the median and the worst of so many runs, and the processor's time, which other work hardly changes."""
    measured = [once(run) for _ in range(runs)]
    taken, worked = [one.seconds * 1e3 for one in measured], [one.processor * 1e3 for one in measured]
    print(
        f"{what:>44}: median {statistics.median(taken):7.1f} ms, worst {max(taken):7.1f} ms, "
        f"processor {statistics.median(worked):7.1f} ms"
    )


class Editing:
    """A session that edits: each edit is saved at once."""

    def __init__(self, unlocked: Unlocked) -> None:
        self.unlocked, self.found, self.count = unlocked, read_work(unlocked), 0
        self.work, self.revision = self.found.workspace, self.found.revision

    def edit(self) -> None:
        """Another date of a release, and saved; when it returns it is on the disk."""
        self.count += 1
        place = self.count % len(self.work.releases)
        changed = replace(self.work.releases[place], date=f"2026-01-{self.count % 28 + 1:02}")
        releases = (*self.work.releases[:place], changed, *self.work.releases[place + 1 :])
        edited = replace(self.work, releases=releases)
        self.revision = save_work(self.unlocked, edited, self.revision, earlier=self.work)
        self.work = edited

    def save_anew(self) -> None:
        """Saved without a word of what was known, as when a file was opened: all of it is read again first."""
        self.revision = save_work(self.unlocked, self.work, self.revision)


def saving(folder: Path, count: int) -> None:
    """A workspace of so many releases, at the real cost of Argon2id."""
    work = work_of(count)
    text = workspace_to_json(work)
    content = text.encode()
    unlocked = create_with_work("Mine", PASSPHRASE, work, folder=folder)
    editing = Editing(unlocked)
    for _ in range(12):
        editing.edit()  # So that there are ten generations, and one is dropped each time.
    size = len(vaults(folder)[0].file())
    print(f"{count:,} releases: {len(content):,} bytes of JSON, {size:,} in the file, ten generations beside it")
    show("an edit to the disk", editing.edit)
    show("of it: to JSON", lambda: workspace_to_json(work))
    slot, key = new_slot(PASSPHRASE, bytes(16), Cost())
    opened = OpenedVault(content, editing.revision, now(), "Mine")
    show("of it: key of this save", lambda: content_key(key, os.urandom(32)))
    show("of it: key, padding, cipher and digest", lambda: seal(bytes(16), opened, slot, key))

    def stored() -> None:
        editing.revision = unlocked.save(content, editing.revision)

    show("of it: all but JSON, through to the disk", stored)
    show("work that is new as a whole to the disk", editing.save_anew)
    show("of it: read again, to be sure that it can be", lambda: workspace_from_json(text))
    show("unlocking, key derivation and all", lambda: vaults(folder)[0].unlock(PASSPHRASE), UNLOCKS)
    show("of it: Argon2id", lambda: new_slot(PASSPHRASE, bytes(16), Cost()), UNLOCKS)
    show("the workspace out of the unlocked vault", lambda: read_work(unlocked))
    unlocked.delete()


def main() -> None:
    """Everything in turn."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, help="where to make the vaults; a temporary folder by default")
    chosen = options.parse_args()
    cost = Cost()
    print(f"Argon2id: {cost.memory // 1024} MiB, {cost.iterations} iterations, {cost.lanes} lanes")
    for count in (15, 1_000, 10_000):
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            saving(Path(folder) / "vaults", count)


if __name__ == "__main__":
    main()
