"""Optional fields: which of the fields of a planned release to give, and which to leave blank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leakage.decision.evaluator import Evaluator, Mask, bits
from leakage.decision.optimise import minimise
from leakage.decision.planned_release import PlannedRelease, leakages_after
from leakage.frames import Floats
from leakage.record import Attribute, Pair, Record
from leakage.resolution.operations import SourcedRecord, owner_of


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
    up to 14 fields are tried; of more they are the best found (``leakage.decision.optimise``).
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
    # The last comes first: of equal choices the one that gives the first fields is found before the others.
    fields = [a for a in reversed(plan.record.attributes) if a.pair in pairs]
    if len(fields) < len(pairs):
        raise ValueError("an optional field must be one of the release")

    def figures(blanks: Sequence[Mask]) -> Floats:
        return leakages_after(evaluator, plan, [_less(plan.record, {fields[n].pair for n in bits(b)}) for b in blanks])

    found, choices = minimise(figures, [1.0] * len(fields), limit=500), []
    for choice in found.choices:
        blank = {*bits(choice.actions)}
        given, left = ([a for n, a in enumerate(fields) if (n in blank) is out] for out in (False, True))
        choices.append(FieldChoice(tuple(given[::-1]), tuple(left[::-1]), choice.figure))
    return FieldChoices(tuple(choices), found.every_set_tried)


def _less(record: Record, blank: set[Pair]) -> Record:
    kept, owner = [a for a in record if a.pair not in blank], owner_of(record)
    return Record(kept) if owner is None else SourcedRecord(kept, owner)
