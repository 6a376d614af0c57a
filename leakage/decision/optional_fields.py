"""Optional fields: which of the fields of a planned release to give, and which to leave blank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator
from leakage.decision.planned_release import TIED, PlannedRelease, leakages_after
from leakage.record import Attribute, Pair, Record
from leakage.resolution.operations import SourcedRecord, owner_of

MOST_TRIED = 12
"""Optional fields of which all choices are tried."""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """The optional fields that are given, those left blank, and what the adversary knows afterwards."""

    given: tuple[Attribute, ...]
    blank: tuple[Attribute, ...]
    leakage: float


@dataclass(frozen=True, slots=True)
class FieldChoices:
    """The choices worth making, from giving all on: each gives less than the one before, and leaks less."""

    choices: tuple[FieldChoice, ...]
    looked: int
    all_tried: bool

    @property
    def best(self) -> FieldChoice:
        """The choice of least leakage, the most giving of several."""
        return self.choices[-1]


def optional_fields(
    evaluator: Evaluator, planned: PlannedRelease | Record, optional: Iterable[Pair] | None = None
) -> FieldChoices:
    """Which optional fields of a planned release to give: the least leakage for each number of them.

    ``min over S of n fields of L(R + {required + S}, e, E)``, L being that of the pool that knows most. All choices of
    up to 12 fields are tried; of more, fields are left blank one at a time from giving all on, and given one at a time
    from giving none on, each time the one after which least is known, and the best choice found counts.
    Source: Whang & Garcia-Molina 2012, Section 4.1; 2011, Section 3.1 (which data to give).

    >>> from leakage import Adversary, Resolve, Shares
    >>> e = Record.of(("N", "Alice"), ("P", "123"), ("A", "20"))
    >>> known = Evaluator([Record.of(("N", "Alice"), ("P", "123"))], (), e, Adversary(Resolve(Shares("P"))))
    >>> found = optional_fields(known, e)
    >>> [([field.label for field in one.given], round(one.leakage, 9)) for one in found.choices]
    [(['A', 'N', 'P'], 1.0), (['A', 'N'], 0.8)]
    """
    plan = PlannedRelease(planned) if isinstance(planned, Record) else planned
    pairs = {a.pair for a in plan.record} if optional is None else set(optional)
    fields = [a for a in plan.record if a.pair in pairs]
    if len(fields) < len(pairs):
        raise ValueError("an optional field must be one of the release")
    every, known = (1 << len(fields)) - 1, dict[int, float]()

    def look(masks: Sequence[int]) -> None:
        fresh = [mask for mask in masks if mask not in known]
        some = [_less(plan.record, {a.pair for a in _chosen(fields, every ^ mask)}) for mask in fresh]
        known.update(zip(fresh, leakages_after(evaluator, plan, some).tolist(), strict=True))

    bits = [1 << place for place in range(len(fields))]
    if len(fields) <= MOST_TRIED:
        look(range(every + 1))
    else:
        for start in (every, 0):
            look([start])
            mask, left = start, list(bits)
            while left:
                choices = {mask ^ bit: bit for bit in left}
                look(list(choices))
                mask = min(choices, key=known.__getitem__)
                left.remove(choices[mask])
    worth_making: list[FieldChoice] = []
    # Of as many fields the least leakage; of equal ones the first fields.
    for mask in sorted(known, key=lambda mask: (-mask.bit_count(), round(known[mask], 12), mask)):
        if not worth_making or known[mask] < worth_making[-1].leakage - TIED:
            worth_making.append(FieldChoice(_chosen(fields, mask), _chosen(fields, every ^ mask), known[mask]))
    return FieldChoices(tuple(worth_making), len(known), len(known) == every + 1)


def _chosen(fields: Sequence[Attribute], mask: int) -> tuple[Attribute, ...]:
    return tuple(field for place, field in enumerate(fields) if mask >> place & 1)


def _less(record: Record, blank: set[Pair]) -> Record:
    kept, owner = [a for a in record if a.pair not in blank], owner_of(record)
    return Record(kept) if owner is None else SourcedRecord(kept, owner)
