"""Match rules: when does the adversary take two records to be the same person?"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeAlias

from leakage import registry
from leakage.arguments import check_range
from leakage.record import Pair, Record
from leakage.resolution.values import Condition, Normaliser, Similar

Conjunction: TypeAlias = tuple[Condition, ...]
"""Conditions that two records must all meet."""

Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """Why two records match: the rule and the pairs behind it; for similar values, those of each side."""

    rule: Match
    shared: tuple[Pair, ...]
    left: tuple[Pair, ...] = ()
    right: tuple[Pair, ...] = ()

    def __repr__(self) -> str:
        return f"Key({type(self.rule).__name__}, {', '.join(dict.fromkeys(label for label, _ in self.shared))})"


class Match(ABC):
    """M: a match rule, true where two records are taken to be the same person.

    A rule of your own is a frozen dataclass with ``labels``, ``conjunctions``, ``common_key`` and ``sentence``;
    ``registry.saved`` above it lets files hold it.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    >>> @dataclass(frozen=True)
    ... class SameArea(Match):
    ...     labels, conjunctions = ("Zip",), None
    ...     def common_key(self, left, right):
    ...         areas = [{code[:3] for code in record.values("Zip")} for record in (left, right)]
    ...         return None if areas[0].isdisjoint(areas[1]) else Key(self, ())
    ...     def sentence(self):
    ...         return "same area"
    >>> SameArea().matches(Record.of(("Zip", "94305")), Record.of(("Zip", "94301")))
    True
    """

    @property
    def labels(self) -> Labels:
        """The labels that the rule and its parts read, each once."""
        return tuple(dict.fromkeys(label for part in self.parts for label in part.labels))

    @property
    @abstractmethod
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        """Any two records that match meet at least one of these; None if the rule has no such conjunctions."""

    @abstractmethod
    def common_key(self, left: Record, right: Record) -> Key | None:
        """Why two records match; None where they do not."""

    @abstractmethod
    def sentence(self) -> str:
        """The rule as a person would say it, without a full stop."""

    @property
    def decided(self) -> bool:
        """Whether meeting one conjunction is enough to match, so that resolution can be by tokens."""
        return bool(self.parts) and all(part.decided for part in self.parts)

    @property
    def monotone(self) -> bool:
        """Whether a record keeps matching others whatever is merged into it."""
        return self.decided or (bool(self.parts) and all(part.monotone for part in self.parts))

    @property
    def representative(self) -> bool:
        """Representativity with union merge, which makes E(R) unique: merged, two matches match all that either did."""
        return self.monotone or (len(self.parts) == 1 and self.parts[0].representative)

    @property
    def negatively_representative(self) -> bool:
        """Negative representativity with union merge: merged, two matches match nothing that neither did."""
        return len(self.parts) == 1 and self.parts[0].negatively_representative

    @property
    def parts(self) -> tuple[Match, ...]:
        """The rules it consists of; none for a single rule."""
        return ()

    def with_parts(self, parts: Sequence[Match]) -> Match:
        """The same rule with other parts, as many."""
        return self

    @property
    def single_rules(self) -> tuple[Match, ...]:
        """The single rules it consists of, in order."""
        return tuple(single for part in self.parts for single in part.single_rules) or (self,)

    @property
    def conflict_labels(self) -> Labels:
        """The labels by which negative evidence keeps records apart."""
        return tuple(dict.fromkeys(label for part in self.parts for label in part.conflict_labels))

    def compared(self, record: Record) -> Record:
        """The record as compared, with normalised values if the rule normalises."""
        return self.parts[0].compared(record) if len(self.parts) == 1 else record

    def matches(self, left: Record, right: Record) -> bool:
        """``M(r, s)``: whether the two records are taken to be the same person."""
        return self.common_key(left, right) is not None


def distinct_labels(labels: Labels) -> Labels:
    """The labels, checked: at least one, texts, not empty, none twice."""
    if strange := [label for label in labels if not isinstance(label, str)]:
        raise TypeError(f"a rule's labels must be texts, got {type(strange[0]).__name__}")
    if not labels or not all(labels) or len(set(labels)) < len(labels):
        raise ValueError("a rule needs at least one label, none of them empty, and none twice")
    return labels


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in prose: N, C and A."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def minimal_sets(weights: Sequence[Any], enough: Any) -> Iterator[tuple[int, ...]]:
    """The minimal sets of weights that reach the threshold, by their places."""
    for size in range(1, len(weights) + 1):
        for chosen in itertools.combinations(range(len(weights)), size):
            some = [weights[n] for n in chosen]
            if sum(some) - min(some) < enough <= sum(some):
                yield chosen


def _unpacked(given: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def key_of(rule: Match, agreements: Sequence[tuple[str, str, str]]) -> Key:
    """A key of (label, left value, right value) rows."""
    left = tuple((label, value) for label, value, _ in agreements)
    right = tuple((label, value) for label, _, value in agreements)
    if left == right:
        return Key(rule, left)
    both = tuple(dict.fromkeys(pair for pairs in zip(left, right, strict=True) for pair in pairs))
    return Key(rule, both, left, right)


@registry.saved("rule", "shares", labels=tuple[str | Similar, ...], parts=lambda match: (match.required,))
@registry.by_arguments(lambda match: match.required)
@dataclass(frozen=True, init=False)
class Shares(Match):
    """Same person, if the two records share a value, or have similar ones, for every label named.

    Source: Whang & Garcia-Molina 2012, Section 4.1 ("their names and credit card numbers are the same").

    >>> alice = Record.of(("N", "Alice"), ("P", "123"))
    >>> Shares(Similar("N", 0.8), "P").matches(alice, Record.of(("N", "Alicia"), ("P", "123")))
    True
    """

    required: tuple[str | Similar, ...]
    decided = True

    def __init__(self, *required: str | Similar | Sequence[str | Similar]) -> None:
        conditions = _unpacked(required)
        distinct_labels(tuple(c.label if isinstance(c, Similar) else c for c in conditions))
        object.__setattr__(self, "required", conditions)

    @property
    def labels(self) -> Labels:
        return tuple(condition.label for condition in self.conjunctions[0])

    @cached_property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        return (tuple(Condition(c.label, (c,)) if isinstance(c, Similar) else Condition(c) for c in self.required),)

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreements = []
        for condition in self.conjunctions[0]:
            mine, others = left.values(condition.label), right.values(condition.label)
            found = next(((value, value) for value in mine if value in others), None)
            if found is None and condition.similars:
                alike = condition.similars[0].alike
                found = next((pair for pair in itertools.product(mine, others) if alike(*pair)), None)
            if found is None:
                return None
            agreements.append((condition.label, *found))
        return key_of(self, agreements)

    def sentence(self) -> str:
        equal = [condition for condition in self.required if isinstance(condition, str)]
        similar = [condition.sentence() for condition in self.required if isinstance(condition, Similar)]
        return " and ".join(f"{how} {listed(some)}" for how, some in (("same", equal), ("similar", similar)) if some)


@registry.saved("rule", "same key set", labels=Labels)
@registry.by_arguments(lambda match: match.labels)
@dataclass(frozen=True, init=False)
class SameKeySet(Match):
    """``M_c``: same person, if the two records have exactly the same values for all labels of the key set.

    Representative, also negatively: merging records that match does not change their key set. A record that lacks one
    of the labels matches none.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    >>> r, s = Record.of(("A", "a"), ("B", "b")), Record.of(("A", "a"), ("A", "a'"), ("B", "b"))
    >>> SameKeySet("A", "B").matches(r, r), SameKeySet("A", "B").matches(r, s)
    (True, False)
    """

    labels: Labels = ()
    representative = negatively_representative = True

    def __init__(self, *labels: str | Sequence[str]) -> None:
        object.__setattr__(self, "labels", distinct_labels(_unpacked(labels)))

    @property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        return (tuple(map(Condition, self.labels)),)

    def common_key(self, left: Record, right: Record) -> Key | None:
        values = [(label, left.values(label)) for label in self.labels]
        if not all(some and some == right.values(label) for label, some in values):
            return None
        return Key(self, tuple((label, value) for label, some in values for value in some))

    def sentence(self) -> str:
        return f"exactly the same {listed(self.labels)}"


@registry.saved("rule", "at least", threshold=float, weights=tuple[tuple[str, float], ...])
@dataclass(frozen=True, init=False)
class AtLeast(Match):
    """Same person, if the weights of the labels with a shared value reach the threshold: 0.7 and 0.1 reach 0.8.

    >>> match = AtLeast(3.0, {"N": 2.0, "Z": 1.5, "P": 1.0})
    >>> jones = Record.of(("N", "Jones"), ("Z", "94305"))
    >>> match.matches(jones, jones), match.matches(jones, Record.of(("N", "Jones"), ("P", "1")))
    (True, False)
    """

    threshold: float
    weights: tuple[tuple[str, float], ...]
    decided = True

    def __init__(self, threshold: float, weights: Mapping[str, float] | Iterable[tuple[str, float]]) -> None:
        given = weights.items() if isinstance(weights, Mapping) else weights
        object.__setattr__(self, "threshold", float(threshold))
        object.__setattr__(self, "weights", tuple(given))
        distinct_labels(self.labels)
        check_range("threshold", self.threshold, "(0, inf)")
        if not all(0.0 <= weight < math.inf for _, weight in self.weights):
            raise ValueError("the weights of a score must be finite numbers >= 0")

    @property
    def labels(self) -> Labels:
        return tuple(label for label, _ in self.weights)

    @cached_property
    def _decimals(self) -> dict[str, Fraction]:
        return {label: _decimal(weight) for label, weight in self.weights}

    @cached_property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        sets = minimal_sets([*self._decimals.values()], _decimal(self.threshold))
        return tuple(tuple(Condition(self.labels[n]) for n in chosen) for chosen in sets)

    def common_key(self, left: Record, right: Record) -> Key | None:
        common = {label: set(left.values(label)).intersection(right.values(label)) for label in self.labels}
        if sum(self._decimals[label] for label, some in common.items() if some) < _decimal(self.threshold):
            return None
        return Key(self, tuple((label, min(some)) for label, some in common.items() if some))

    def sentence(self) -> str:
        return f"agreement on {listed(self.labels)} that weighs {self.threshold:g} or more"


def _decimal(number: float) -> Fraction:
    return Fraction(repr(float(number)))


@registry.saved("rule", "any of", rules="tuple[registry.form_of('rule'), ...]")
@registry.by_arguments(lambda match: match.rules)
@dataclass(frozen=True, init=False)
class AnyOf(Match):
    """Same person, if any one of the rules says so.

    A key set beside another rule costs representativity: what the other merges in may change the key set.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    >>> AnyOf(Shares("N", "C"), Shares("N", "P")).sentence()
    'same N and C, or same N and P'
    """

    rules: tuple[Match, ...]

    def __init__(self, *rules: Match | Sequence[Match]) -> None:
        given = _unpacked(rules)
        if not given:
            raise ValueError("AnyOf needs at least one rule")
        if strange := [rule for rule in given if not isinstance(rule, Match)]:
            raise TypeError(f"AnyOf takes rules such as Shares, got {type(strange[0]).__name__}")
        object.__setattr__(self, "rules", given)

    @property
    def parts(self) -> tuple[Match, ...]:
        return self.rules

    def with_parts(self, parts: Sequence[Match]) -> AnyOf:
        return AnyOf(*parts)

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        known = [conjunctions for rule in self.rules if (conjunctions := rule.conjunctions) is not None]
        return tuple(dict.fromkeys(itertools.chain(*known))) if len(known) == len(self.rules) else None

    def common_key(self, left: Record, right: Record) -> Key | None:
        return next((key for rule in self.rules if (key := rule.common_key(left, right))), None)

    def sentence(self) -> str:
        return ", or ".join(rule.sentence() for rule in self.rules)


@registry.by_arguments(lambda conflicts: conflicts.labels)
@dataclass(frozen=True, init=False)
class Conflicts:
    """Two records contradict each other if, for one of the labels, both have values but none in common.

    Source: Whang & Garcia-Molina 2011, Section 1 ("the lack of conflicting information").

    >>> Conflicts("P").between(Record.of(("P", "555")), Record.of(("P", "666")))
    True
    """

    labels: Labels

    def __init__(self, *labels: str) -> None:
        object.__setattr__(self, "labels", distinct_labels(labels))

    def between(self, left: Record, right: Record) -> bool:
        """Whether the two records contradict each other."""
        known = ((left.values(label), right.values(label)) for label in self.labels)
        return any(mine and others and set(mine).isdisjoint(others) for mine, others in known)

    def sentence(self) -> str:
        """The condition in words."""
        return f"both know {listed(self.labels, 'or')} and differ"


@dataclass(frozen=True)
class _Wrapper(Match):
    match: Match

    def __post_init__(self) -> None:
        if not isinstance(self.match, Match):
            raise TypeError(f"{type(self).__name__} takes a rule such as Shares, got {type(self.match).__name__}")

    @property
    def parts(self) -> tuple[Match, ...]:
        return (self.match,)

    def with_parts(self, parts: Sequence[Match]) -> Self:
        return replace(self, match=parts[0])

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        return self.match.conjunctions


@registry.saved(
    "rule",
    "unless",
    match="registry.form_of('rule')",
    conflicts=Labels,
    parts=lambda unless: (unless.match, unless.conflicts.labels),
    make=lambda match, labels: Unless(match, Conflicts(*labels)),
)
@dataclass(frozen=True)
class Unless(_Wrapper):
    """Same person, if the rule says so and the two records do not contradict each other.

    This costs representativity: what is merged in may contradict what would have matched.
    Source: Whang & Garcia-Molina 2011, Section 1 (disinformation by a wrong phone number) and Section 2.2.

    >>> alice, other = Record.of(("N", "Alice"), ("P", "555")), Record.of(("N", "Alice"), ("P", "666"))
    >>> Unless(Shares("N"), Conflicts("P")).matches(alice, other)
    False
    """

    conflicts: Conflicts
    decided = monotone = representative = negatively_representative = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.conflicts, Conflicts):
            given = type(self.conflicts).__name__
            raise TypeError(f"what contradicts a rule must be Conflicts, as in Conflicts('P'), got {given}")

    @property
    def labels(self) -> Labels:
        return tuple(dict.fromkeys((*super().labels, *self.conflicts.labels)))

    @property
    def conflict_labels(self) -> Labels:
        return tuple(dict.fromkeys((*self.conflicts.labels, *super().conflict_labels)))

    def common_key(self, left: Record, right: Record) -> Key | None:
        return None if self.conflicts.between(left, right) else self.match.common_key(left, right)

    def sentence(self) -> str:
        return f"{self.match.sentence()}, unless {self.conflicts.sentence()}"


@registry.saved(
    "rule",
    "normalised",
    match="registry.form_of('rule')",
    case=bool,
    spaces=bool,
    phones=(Labels, ()),
    region=(str, ""),
    emails=(Labels, ()),
    nicknames=(Labels, ()),
    parts=lambda match: (match.match, *astuple(match.normaliser)),
    make=lambda match, *overlooked: Normalised(match, Normaliser(*overlooked)),
)
@dataclass(frozen=True)
class Normalised(_Wrapper):
    """A rule that compares normalised values; composites keep the values as they were.

    >>> Normalised(Shares("N"), Normaliser()).matches(Record.of(("N", "Alice ")), Record.of(("N", "ALICE")))
    True
    """

    normaliser: Normaliser

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        def normalised(condition: Condition) -> Condition:
            return replace(condition, normalisers=(self.normaliser, *condition.normalisers))

        return (inner := super().conjunctions) and tuple(tuple(map(normalised, conjunction)) for conjunction in inner)

    def compared(self, record: Record) -> Record:
        return super().compared(self.normaliser.record(record))

    def common_key(self, left: Record, right: Record) -> Key | None:
        key = self.match.common_key(self.normaliser.record(left), self.normaliser.record(right))
        return key and replace(key, rule=Normalised(key.rule, self.normaliser))

    def sentence(self) -> str:
        return f"{self.match.sentence()} ({self.normaliser.sentence()})"


@dataclass(frozen=True, init=False)
class MatchFunction(Match):
    """``M(r, s)`` as a Python function of what two records know for some labels.

    Source: Whang & Garcia-Molina 2011, Section 2.2 ("a match function"); 2012, Section 2.4 and its reference [4].

    Arguments:
        function: symmetric and deterministic; gets the two records reduced to the labels.

    >>> def same_initial(left, right):
    ...     return {name[0] for name in left.values("N")} == {name[0] for name in right.values("N")}
    >>> MatchFunction(same_initial, "N").matches(Record.of(("N", "Alice")), Record.of(("N", "A.")))
    True
    """

    function: Callable[[Record, Record], bool]
    labels: Labels = ()
    conjunctions = None

    def __init__(self, function: Callable[[Record, Record], bool], *labels: str) -> None:
        if not callable(function):
            raise TypeError(f"MatchFunction takes a function of two records, got {type(function).__name__}")
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "labels", distinct_labels(labels))

    def common_key(self, left: Record, right: Record) -> Key | None:
        mine, others = (record.known_under(self.labels) for record in (left, right))
        if not self.function(mine, others):
            return None
        pairs, its_pairs = (tuple(a.pair for a in record) for record in (mine, others))
        common = tuple(pair for pair in pairs if pair in others)
        # With nothing in common, the reason is all that either side knows.
        return Key(self, common) if common else Key(self, (*pairs, *its_pairs), pairs, its_pairs)

    def sentence(self) -> str:
        return f"a function of {listed(self.labels)} says so"
