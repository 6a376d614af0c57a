"""How long it takes to read what people have: files of every kind, made up and seeded.

``python -m tests.benchmarks.importing``
"""

from __future__ import annotations

import json
from collections.abc import Callable

from leakage.workspace.figures.assessment import assess_pool, highlights, pool_together
from leakage.workspace.files.additions import added
from leakage.workspace.files.breaches.reading import read_breaches
from leakage.workspace.files.breaches.whole_list import matched
from leakage.workspace.files.importing import imported, opened_archive, recognise, unlocked
from leakage.workspace.workspace import Workspace
from tests.benchmarks.runner import once
from tests.starting import starting_workspace
from tests.workspace.files import exports
from tests.workspace.files.exports import FILE_PASSWORD, WRITERS, made_up_logins
from tests.workspace.files.files import BREACH

LOGINS = 300
BREACHES = 1_000


def show(what: str, work: Callable[[], object]) -> None:
    """Do something, and print how long it took."""
    print(f"{what:<62} {once(work).seconds:7.3f} s")


def work_of(*contents: bytes) -> Workspace:
    """What an empty work becomes by an import."""
    return added(starting_workspace(), imported([recognise(content) for content in contents], starting_workspace())[0])


def main() -> None:
    """Print the times."""
    logins = made_up_logins(LOGINS)
    # The public suffix list is read once.
    show("the first login of all", lambda: work_of(exports.bitwarden(logins[:1])))
    for program, write in WRITERS.items():
        content = write(logins)
        show(f"{LOGINS} logins: {program}", lambda content=content: work_of(content))  # type: ignore[misc]
    archive = exports.onepassword(logins)
    show(f"{LOGINS} logins: 1PUX", lambda: work_of(opened_archive(archive).members[0].content))
    for kdf, iterations, memory, name in ((0, 600_000, 16, "PBKDF2, 600,000"), (1, 3, 64, "Argon2id, 64 MiB x 3")):
        locked = recognise(exports.bitwarden_protected(logins, kdf, iterations, memory, 4))
        show(f"unlocking Bitwarden's protected export ({name})", lambda locked=locked: unlocked(locked, FILE_PASSWORD))  # type: ignore[misc]
    everything = [write(logins) for write in WRITERS.values()]
    show(f"{LOGINS} logins in all {len(everything)} kinds at once", lambda: work_of(*everything))
    large = exports.bitwarden(made_up_logins(5_000))
    show("5,000 logins: Bitwarden JSON", lambda: work_of(large))
    work = work_of(exports.bitwarden(logins))
    show("the same file again, with nothing new", lambda: imported([recognise(exports.bitwarden(logins))], work))
    entries = [{**BREACH, "Title": f"B{n}", "Domain": f"b{n}.example"} for n in range(BREACHES)]
    for entry, login in zip(entries, logins[:50], strict=False):
        entry["Domain"] = login.site
    listed = json.dumps(entries)
    show(f"{BREACHES:,} breaches against {LOGINS} accounts", lambda: matched(read_breaches(listed).breaches, work))
    show("highlights", lambda: highlights(work))
    show("the first figure: all pooled", lambda: assess_pool(work, pool_together(work)))


if __name__ == "__main__":
    main()
