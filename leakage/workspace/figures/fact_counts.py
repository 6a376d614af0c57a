"""How many of a person's facts an adversary has: counts, before any figure."""

from __future__ import annotations

from dataclasses import dataclass, field

from leakage.record import Pair, Record
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.vocabulary import count
from leakage.workspace.workspace import Workspace

NEAR = 0.5
"""How near a value must come to a fact, where the measure counts nearness, to be that fact."""


@dataclass(frozen=True, slots=True)
class FactCounts:
    """What an adversary has of a person, by label: several values of a label are one fact.

    Arguments:
        labels: of the profile, each once.
        right: of facts of which she has a value for certain.
        likely: of those that she may have: only presumed, or in doubt.
        wrong: of what she has only wrong values of, whether the person has such a fact or not.
        value_counts: of the labels with several values how many of them she has, and how many there are.
    """

    labels: tuple[str, ...] = field(repr=False)
    right: tuple[str, ...] = field(repr=False)
    likely: tuple[str, ...] = field(repr=False)
    wrong: tuple[str, ...] = field(repr=False)
    value_counts: tuple[tuple[str, int, int], ...] = field(repr=False, default=())

    @property
    def headline(self) -> str:
        """How many she has, in words.

        >>> FactCounts(("Name", "Phone"), ("Name",), (), ()).headline
        'Eve has 1 of your 2 facts'
        """
        return f"Eve has {len(self.right):,} of your {count(len(self.labels), 'fact')}"

    @property
    def more(self) -> str:
        """What she has wrong, and what she may have; empty where that is nothing.

        >>> FactCounts(("Name", "Phone", "City"), ("Name",), ("Phone",), ("City",)).more
        '1 more she has wrong, 1 she may have.'
        >>> FactCounts(("Name", "Phone"), ("Name",), ("Phone",), ()).more
        '1 more she may have.'
        """
        wrong, likely = len(self.wrong), len(self.likely)
        if wrong and likely:
            return f"{wrong:,} more she has wrong, {likely:,} she may have."
        if wrong:
            return f"{wrong:,} more she has wrong."
        return f"{likely:,} more she may have." if likely else ""

    @property
    def several(self) -> tuple[str, ...]:
        """Of facts with several values how many she has, in words.

        >>> FactCounts(("Email",), ("Email",), (), (), (("Email", 12, 60),)).several
        ('Email: 12 of 60',)
        """
        return tuple(f"{label}: {some:,} of {all_of_them:,}" for label, some, all_of_them in self.value_counts)


def fact_counts(workspace: Workspace, leaked: PoolLeakage | None) -> FactCounts:
    """What the pool that knows most has of the person's facts, in the composite behind the leakage.

    A fact is right where one of its values was given or confirmed, or one as near as ``NEAR``; only likely where all
    that she has of it is presumed or in doubt; and wrong where she has no such value, but another.

    Arguments:
        workspace: the profile, and by what it is measured.
        leaked: the pool that knows most; None where nothing was released.

    >>> from leakage.workspace.figures.assessment import assess, worst
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "1", 0.5), ("C", "wrong"))),)
    >>> work = Workspace((("N", "Alice"), ("P", "1"), ("C", "Ulm"), ("Z", "9")), releases=given)
    >>> counts = fact_counts(work, worst(assess(work)))
    >>> counts.right, counts.likely, counts.wrong
    (('N',), ('P',), ('C',))
    """
    labels = tuple(dict.fromkeys(label for label, _ in workspace.profile))
    if leaked is None:
        return FactCounts(labels, (), (), ())
    measure, person = workspace.measure, workspace.reference

    def near(pair: Pair) -> float:
        return measure.closest(pair, person)[1]

    counted, given = leaked.result.composite, _given(leaked)
    sure = {pair[0] for pair, confidence in given.confidences.items() if confidence == 1.0 and _right(near(pair))}
    maybe = {attribute.label for attribute in counted.known if _right(near(attribute.pair))} - sure
    wrong = (attribute.label for attribute in counted.known if not _right(near(attribute.pair)))
    return FactCounts(
        labels,
        tuple(label for label in labels if label in sure),
        tuple(label for label in labels if label in maybe),
        tuple(dict.fromkeys(label for label in wrong if label not in sure | maybe)),
        _several(workspace.profile, counted),
    )


def _right(similarity: float) -> bool:
    return similarity >= NEAR


def _given(leaked: PoolLeakage) -> Record:
    """The composite without what is presumed: many presumptions of one fact come as near to 1 as can be written."""
    result = leaked.result
    if not result.members:
        return Record()
    whole: Record = result.resolution.composites[int(result.resolution.composite_of[result.members[0]])]
    return whole


def _several(profile: tuple[Pair, ...], composite: Record) -> tuple[tuple[str, int, int], ...]:
    values: dict[str, list[str]] = {}
    for label, value in profile:
        values.setdefault(label, []).append(value)
    counts = {label: sum((label, value) in composite for value in some) for label, some in values.items()}
    return tuple((label, counts[label], len(some)) for label, some in values.items() if len(some) > 1 and counts[label])
