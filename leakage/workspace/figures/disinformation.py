"""What wrong but believable facts take back: their values, their terms, their curves."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from leakage.old.decision.disinformation.believable import TakenValues, believable_values
from leakage.old.decision.disinformation.candidates import KINDS, Kind, Prices, Values
from leakage.old.decision.disinformation.plan import RECORDS
from leakage.progress import report
from leakage.record import Pair, Record, is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.rules import Match
from leakage.resolution.values import Similar
from leakage.workspace.places.obligations import decoy_obstacles
from leakage.workspace.workspace import Workspace

# Made-up values: wrong, believable, nobody's in the workspace, and no reason for the adversary to join anything.


TOLD_EVERY = 1_000
"""Values or records between two reports of progress."""


def made_up_values(workspace: Workspace, seed: int = 0) -> Values:
    """Values for any label, written as the person's own are, none of which occurs in the workspace under any label.

    Nor one that her rules would take for a value in use: alike, or equal once it is normalised; of labels that they
    read neither what somebody in a file has.
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add: "incorrect but believable").

    Arguments:
        workspace: the profile, and all values in use: released, in the background, and in her tables. What is only
            planned is not: else a plan with such values among the alternatives would change them.
        seed: chooses the values.

    >>> work = Workspace((("Phone", "+49 30 1234567"),))
    >>> [value.startswith("+49 ") for value in made_up_values(work)("Phone", 2)]
    [True, True]
    """
    in_use = _values_in_use(workspace)
    everything = TakenValues(itertools.chain.from_iterable(in_use.values()))
    names = dict(workspace.names)
    example = dict(pair for pair in reversed(workspace.profile) if is_typed(pair))  # the first value of each label
    known: dict[tuple[str, int], tuple[str, ...]] = {}

    @cache
    def refused_of(label: str) -> Callable[[str], bool]:
        return _refused(workspace, label, in_use.get(label, frozenset()))

    def values(label: str, count: int) -> tuple[str, ...]:
        if (label, count) not in known:
            known[label, count] = believable_values(
                names.get(label, label),
                everything,
                count,
                seed=seed,
                like=example.get(label),
                refused=refused_of(label),
            )
        return known[label, count]

    return values


def _refused(workspace: Workspace, label: str, in_use: frozenset[str]) -> Callable[[str], bool]:
    reading = [match for match in workspace.adversary.matches if label in match.labels]
    pairs: list[set[Pair]] = [set() for _ in reading]
    compared: list[set[tuple[Similar, str]]] = [set() for _ in reading]
    for number, value in enumerate(sorted(in_use) if reading else ()):
        if number % TOLD_EVERY == 0:
            report("Reading values in use", number, len(in_use))
        other = Record.of((label, value))
        for match, known, alike in zip(reading, pairs, compared, strict=True):
            known.update(match.pairs(other))
            alike.update(match.compared(other))

    def refused(value: str) -> bool:
        record = Record.of((label, value))
        for match, known, alike in zip(reading, pairs, compared, strict=True):
            if any(pair in known for pair in match.pairs(record)):
                return True
            for similar, mine in match.compared(record):
                if any(similar == other and similar.alike(mine, its) for other, its in alike):
                    return True
        return False

    return refused


def _values_in_use(workspace: Workspace) -> dict[str, frozenset[str]]:
    """All values of the workspace, label by label."""
    found: dict[str, set[str]] = {}
    given = (release.record for release in workspace.releases)
    for number, record in enumerate((workspace.reference, *given, *workspace.background)):
        if number % TOLD_EVERY == 0:
            report("Reading values in use", number, len(workspace.releases) + len(workspace.background))
        for attribute in record:
            if is_typed(attribute.pair):
                found.setdefault(attribute.label, set()).add(attribute.value)
    for label, value in workspace.adversary.introduced_pairs:
        found.setdefault(label, set()).add(value)
    return {label: frozenset(values) for label, values in found.items()}


# Terms of disinformation: what the person is prepared to do, at what prices, and to whom it can be done.


@dataclass(frozen=True, slots=True)
class Terms:
    """What the person is prepared to do.

    Arguments:
        prices: C(r).
        recipients: whom a record may be given to.
        labels: under which something wrong may be said.
        budget: C_max > 0.
        kinds: what records may be for.
        expected: the name of a planned release that will follow on the disinformation; empty for none.
        records: of a plan that hang together, at most; >= 1.
        per_label: how many values of a label a record may state; >= 1.
        seed: chooses the values.
    """

    prices: Prices
    recipients: tuple[str, ...]
    labels: tuple[str, ...]
    budget: float
    kinds: tuple[Kind, ...] = KINDS
    expected: str = ""
    records: int = RECORDS
    per_label: int = 1
    seed: int = 0


def usual_recipients(workspace: Workspace) -> tuple[str, ...]:
    """The recipients to whom something wrong can be said without an offence, as far as can be told.

    Not authorities, banks, doctors and the like: see ``leakage.workspace.places.obligations``.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> usual_recipients(Workspace(releases=given))
    ('Book Shop',)
    """
    unsuitable = decoy_obstacles(workspace)
    return tuple(name for name in workspace.recipient_names if name not in unsuitable)


def resolving_match(adversary: Adversary) -> Match | None:
    """The match of the adversary's last resolution; None for one who resolves nothing.

    >>> resolving_match(Adversary()) is None
    True
    """
    return adversary.resolutions[-1].match if adversary.resolutions else None
