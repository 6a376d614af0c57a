"""How long it takes to read hostile and honest files, and to make a report.

``python -m tests.benchmarks.import_and_export``
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import random
from collections.abc import Callable
from dataclasses import replace

from leakage import Record
from leakage.workspace.report.render import report, report_figures
from leakage.workspace.workspace import Release, Workspace
from tests.benchmarks.person_2026 import person_of_2026
from tests.benchmarks.runner import once
from tests.workspace.files.files import CARD_3, HOSTILE
from tests.workspace.files.read import read

DAY = datetime.date(2026, 3, 1)


def seconds(work: Callable[[], object]) -> float:
    """How long something takes, that may refuse with a sentence."""

    def tried() -> None:
        with contextlib.suppress(ValueError):
            work()

    return once(tried).seconds


def person_with(releases: int) -> Workspace:
    """The realistic person of 2026 with more releases, each of a few of their facts."""
    draw, real = random.Random(0), person_of_2026().workspace
    more = tuple(
        Release(f"Release {n}", f"Recipient {n % 200}", Record.of(*draw.sample(real.profile, 4)))
        for n in range(releases - len(real.releases))
    )
    return replace(real, releases=real.releases + more)


def main() -> None:
    """Print the times."""
    times = {name: seconds(functools.partial(read, make())) for name, make in HOSTILE.items()}
    for name, taken in sorted(times.items(), key=lambda entry: -entry[1])[:8]:
        print(f"hostile: {name:<40} {taken:6.2f} s")
    table = "release,recipient,label,value,confidence\n" + "".join(
        f"R{n % 1000},S,Email,u{n}@example.org,0.5\n" for n in range(100_000)
    )
    print(f"a table of 100,000 rows {seconds(lambda: read(table.encode())):6.2f} s")
    print(f"5,000 cards, one of them taken {seconds(lambda: read((CARD_3 * 5_000).encode())):6.2f} s")
    for releases in (15, 1_000):
        work = person_with(releases)
        figures = once(lambda work=work: report_figures(work))
        page = once(lambda figures=figures: report(figures.result, DAY))
        kilobytes = len(page.result) / 1000
        print(f"{releases:,} releases: figures {figures.seconds:.2f} s, page {page.seconds:.3f} s, {kilobytes:.0f} kB")


if __name__ == "__main__":
    main()
