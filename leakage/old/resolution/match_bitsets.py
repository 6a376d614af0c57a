"""What a match rule reads of records, in bits, so that any composite of them can be compared at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from leakage.old.bits import bits, mask_of, union_of
from leakage.old.resolution.candidates import SimilarityIndex
from leakage.old.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.old.resolution.match import Key, Match
from leakage.old.resolution.rules.negative import Unless
from leakage.old.resolution.rules.normalised import Normalised
from leakage.old.resolution.rules.score import AtLeast
from leakage.old.resolution.rules.shared_values import AnyOf, SameKeySet, Shares
from leakage.old.resolution.rules.similar_values import Similar
from leakage.progress import cancellable
from leakage.record import Record

# The match weight of records told in bits, so that any composite of them is weighed without being made.


View: TypeAlias = tuple[int, ...]


def evidence_condition(
    match: FellegiSunter, columns: Sequence[int], record_of: Callable[[str, int], Record]
) -> Callable[[View, View], bool]:
    """The match as a function of two views; what two sets of values say of a label is weighed once.

    Arguments:
        match: M.
        columns: of every label it compares the entry of a view that holds its values.
        record_of: the record that knows of a label the values of a mask.

    >>> from leakage.old.resolution.linkage.comparison import Comparison
    >>> match = FellegiSunter(0.5, (Comparison.by_odds("N", 8, 2),))
    >>> matches = evidence_condition(match, [0], lambda label, mask: Record.of((label, str(mask))))
    >>> matches((1,), (1,)), matches((1,), (2,))
    (True, False)
    """
    weighed: dict[tuple[int, int, int], float] = {}

    def weight(number: int, left: int, right: int) -> float:
        key = (number, left, right)
        if key not in weighed:
            comparison = match.comparisons[number]
            evidence = comparison.evidence(record_of(comparison.label, left), record_of(comparison.label, right))
            weighed[key] = match.counted(evidence.weight) if evidence else 0.0
        return weighed[key]

    def condition(left: View, right: View) -> bool:
        weights = (weight(number, left[column], right[column]) for number, column in enumerate(columns))
        return match.reached(math.fsum((match.prior_weight, *weights)))

    return condition


# Views: what a match reads of records, in bits, so that it can be asked of any composite of them at once.


Condition: TypeAlias = Callable[[View, View], bool]


@dataclass(frozen=True, eq=False)
class Views:
    """The views of records, and the match as a function of two views.

    A composite that knows the values of the union has the bitwise or of its records' views, so whether two composites
    match is told from the masks alone, without making them.

    Arguments:
        of: the view of every record.
        meeting: which two entries of two views a match demands to meet, any of these pairs of entries.
        matches: ``M(r, s)`` of the views of two records or composites.
    """

    of: tuple[View, ...]
    meeting: tuple[tuple[int, int], ...]
    matches: Condition

    @cached_property
    def touching(self) -> tuple[int, ...]:
        """For every record the mask of those that it has anything in common with, itself among them if it has anything.

        Two composites match only where a record of one touches a record of the other.
        """
        touching = [0] * len(self.of)
        for left, right in self.meeting:
            holders: dict[int, int] = {}
            for number, view in enumerate(cancellable(self.of)):
                for value in bits(view[right]):
                    holders[value] = holders.get(value, 0) | 1 << number
            near: dict[int, int] = {}
            for number, view in enumerate(cancellable(self.of)):
                wanted = view[left]
                if wanted not in near:
                    near[wanted] = union_of(holders.get(value, 0) for value in bits(wanted))
                touching[number] |= near[wanted]
        return tuple(touching)

    def among(self, numbers: Iterable[int]) -> Views:
        """The views of some of the records."""
        return Views(tuple(self.of[number] for number in numbers), self.meeting, self.matches)


def views_of(match: Match, records: Sequence[Record]) -> Views:
    """The views of records that a match reads.

    Arguments:
        match: made of the rules of this package.
        records: all that will ever be asked about.

    Raises:
        TypeError: for a match of another kind.

    >>> from leakage.old.resolution.rules.shared_values import Shares
    >>> rows = [(("N", "n"), ("P", "p")), (("N", "n"),), (("P", "p"), ("N", "m"))]
    >>> views = views_of(Shares("N", "P"), [Record.of(*row) for row in rows])
    >>> first, second, third = views.of
    >>> from operator import or_
    >>> views.matches(first, second), views.matches(first, tuple(map(or_, second, third)))
    (False, True)
    """
    reading = _Reading()
    condition = _read(match, _Spelled(records, reading, match))
    views = tuple(map(tuple, zip(*reading.columns, strict=True))) or ((),) * len(records)
    return Views(views, tuple(dict.fromkeys(reading.meeting)), condition)


class _Reading:
    """The columns that are read, one entry a record; and which two of them a match demands to meet."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = []
        self.meeting: list[tuple[int, int]] = []

    def add(self, column: list[int]) -> int:
        self.columns.append(column)
        return len(self.columns) - 1


class _Spelled:
    """Records as they are compared, their values numbered label by label."""

    def __init__(self, records: Sequence[Record], reading: _Reading, match: Match) -> None:
        self.records, self.reading = records, reading
        self._match = match
        self._alike: SimilarityIndex | None = None
        self._codes: dict[str, dict[str, int]] = {}
        self._columns: dict[str | Similar, int] = {}

    def normalised(self, match: Normalised) -> _Spelled:
        records = [match.normaliser.record(record) for record in cancellable(self.records)]
        return _Spelled(records, self.reading, match.match)

    def codes(self, label: str) -> dict[str, int]:
        """The values of a label, numbered."""
        if label not in self._codes:
            values = dict.fromkeys(value for record in cancellable(self.records) for value in record.values(label))
            self._codes[label] = {value: code for code, value in enumerate(values)}
        return self._codes[label]

    def values(self, label: str) -> int:
        """The column of what the records know of a label."""
        if label not in self._columns:
            codes = self.codes(label)
            masks = [mask_of(codes[value] for value in record.values(label)) for record in cancellable(self.records)]
            self._columns[label] = self.reading.add(masks)
        return self._columns[label]

    def alike(self, similar: Similar) -> int:
        """The column of all values alike to what the records know."""
        if similar not in self._columns:
            codes = self.codes(similar.label)
            if self._alike is None:
                self._alike = SimilarityIndex(self._match, self.records)
            near = {
                value: mask_of(codes[other] for other in self._alike(similar, value) if other in codes)
                for value in cancellable(codes)
            }
            masks = [
                union_of(near[value] for value in record.values(similar.label)) for record in cancellable(self.records)
            ]
            self._columns[similar] = self.reading.add(masks)
        return self._columns[similar]

    def keys(self, match: Match) -> int:
        """The column of the keys that the records offer."""
        codes: dict[Key, int] = {}
        masks = [
            mask_of(codes.setdefault(key, len(codes)) for key in match.keys(record))
            for record in cancellable(self.records)
        ]
        return self.reading.add(masks)

    def one_for_all(self) -> int:
        """A column in which all records meet."""
        return self.reading.add([1] * len(self.records))

    def meet(self, left: int, right: int) -> tuple[int, int]:
        self.reading.meeting.append((left, right))
        return left, right


def _read(match: Match, spelled: _Spelled) -> Condition:
    """The match as a condition on views; what it demands to meet is noted."""
    if type(match) is Normalised:
        return _read(match.match, spelled.normalised(match))
    if type(match) is Unless:
        return _unless(_read(match.match, spelled), [spelled.values(label) for label in match.conflicts.labels])
    if type(match) is AnyOf:
        return _any_of([_read(rule, spelled) for rule in match.rules])
    return _read_rule(match, spelled)


def _read_rule(match: Match, spelled: _Spelled) -> Condition:
    if type(match) is Shares:
        return _shares([_met(condition, spelled) for condition in match.required])
    if type(match) is SameKeySet:
        return _same([spelled.meet(*(spelled.values(label),) * 2)[0] for label in match.required])
    if type(match) is AtLeast:
        return _at_least(match, spelled)
    if type(match) is FellegiSunter:
        return _by_evidence(match, spelled)
    if match.keys_decide and match.keys_equal and match.is_monotone and match.cross_record_keys is None:
        # A composite offers the keys of its records and no others, whatever they are.
        return _shares([spelled.meet(*(spelled.keys(match),) * 2)])
    raise TypeError("a match of this kind cannot be told in bits")


def _met(condition: str | Similar, spelled: _Spelled) -> tuple[int, int]:
    if isinstance(condition, str):
        return spelled.meet(*(spelled.values(condition),) * 2)
    return spelled.meet(spelled.alike(condition), spelled.values(condition.label))


def _unless(inner: Condition, columns: Sequence[int]) -> Condition:
    def condition(left: View, right: View) -> bool:
        return inner(left, right) and not any(left[c] and right[c] and not left[c] & right[c] for c in columns)

    return condition


def _any_of(conditions: Sequence[Condition]) -> Condition:
    return lambda left, right: any(condition(left, right) for condition in conditions)


def _shares(columns: Sequence[tuple[int, int]]) -> Condition:
    return lambda left, right: all(left[mine] & right[theirs] for mine, theirs in columns)


def _same(columns: Sequence[int]) -> Condition:
    return lambda left, right: all(left[column] and left[column] == right[column] for column in columns)


def _at_least(match: AtLeast, spelled: _Spelled) -> Condition:
    columns = [spelled.meet(*(spelled.values(label),) * 2)[0] for label in match.labels]
    memo: dict[tuple[bool, ...], bool] = {}

    def condition(left: View, right: View) -> bool:
        agreeing = tuple(left[column] & right[column] != 0 for column in columns)
        if agreeing not in memo:
            # What the agreements weigh together is left to the rule.
            agreed = Record.of(*((label, "1") for label, on in zip(match.labels, agreeing, strict=True) if on))
            memo[agreeing] = match.matches(agreed, agreed)
        return memo[agreeing]

    return condition


def _by_evidence(match: FellegiSunter, spelled: _Spelled) -> Condition:
    columns = [spelled.meet(*(spelled.values(label),) * 2)[0] for label in match.labels]
    for comparison, column in zip(match.comparisons, columns, strict=True):
        for similar in comparison.sought:
            spelled.meet(spelled.alike(similar), column)
    if not match.needs_agreement:
        spelled.meet(*(spelled.one_for_all(),) * 2)
    values = {label: list(spelled.codes(label)) for label in match.labels}

    def record_of(label: str, mask: int) -> Record:
        return Record.of(*((label, values[label][code]) for code in bits(mask)))

    return evidence_condition(match, columns, record_of)
