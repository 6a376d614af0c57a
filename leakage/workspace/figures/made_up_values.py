"""Made-up values: wrong, believable, nobody's in the workspace, and no reason for the adversary to join anything."""

from __future__ import annotations

from collections.abc import Callable

from leakage.decision.disinformation.baits import Values
from leakage.decision.disinformation.believable import believable_values
from leakage.record import Record
from leakage.resolution.match import Match
from leakage.workspace.workspace import Workspace


def made_up_values(workspace: Workspace, seed: int = 0) -> Values:
    """Values for any label, written as the person's own are, none of which occurs in the workspace under any label.

    Nor one that her rules would take for a value in use: alike, or equal once it is normalised.
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
    everything = frozenset().union(*in_use.values()) if in_use else frozenset()
    names = dict(workspace.names)
    example = dict(reversed(workspace.profile))  # the first value of each label
    rules = workspace.adversary.matches
    known: dict[tuple[str, int], tuple[str, ...]] = {}

    def values(label: str, count: int) -> tuple[str, ...]:
        if (label, count) not in known:
            refused = _refused(rules, label, in_use.get(label, frozenset()))
            known[label, count] = believable_values(
                names.get(label, label), everything, seed, count, like=example.get(label), refused=refused
            )
        return known[label, count]

    return values


def _refused(rules: tuple[Match, ...], label: str, in_use: frozenset[str]) -> Callable[[str], bool]:
    reading = [match for match in rules if label in match.labels]
    others = [Record.of((label, value)) for value in sorted(in_use)] if reading else []
    pairs = [{pair for other in others for pair in match.pairs(other)} for match in reading]
    compared = [{entry for other in others for entry in match.compared(other)} for match in reading]

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
    for record in (workspace.reference, *given, *workspace.background):
        for attribute in record:
            found.setdefault(attribute.label, set()).add(attribute.value)
    for label, value in workspace.adversary.tabled:
        found.setdefault(label, set()).add(value)
    return {label: frozenset(values) for label, values in found.items()}
