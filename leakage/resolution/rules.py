"""Match rules: when does the adversary take two records to be the same person?"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeAlias

from leakage import registry
from leakage.record import Pair, Record
from leakage.resolution.values import Condition, Normaliser, Similar

Conjunction: TypeAlias = tuple[Condition, ...]
"""Conditions that two records must all meet."""


@dataclass(frozen=True, slots=True)
class Key:
    """Why two records match.

    Arguments:
        rule: the rule that says so.
        shared: the (label, value) pairs it rests on; where values are alike but not equal, the pairs of both.
        left: where the sides differ, the pairs that the left one holds; empty where both hold all.
        right: the same for the right side.
    """

    rule: Match
    shared: tuple[Pair, ...]
    left: tuple[Pair, ...] = ()
    right: tuple[Pair, ...] = ()

    def __repr__(self) -> str:
        return f"Key({type(self.rule).__name__}, {', '.join(dict.fromkeys(label for label, _ in self.shared))})"


class Match(ABC):
    """M: a match rule, true where two records are taken to be the same person.

    A rule of your own is a frozen dataclass with ``labels``, ``conjunctions``, ``common_key`` and ``sentence``; a saved
    form beside it (``leakage.registry``) lets files hold it.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    >>> @dataclass(frozen=True)
    ... class SameArea(Match):
    ...     labels, conjunctions = ("Zip",), None
    ...     def common_key(self, left, right):
    ...         areas = [{code[:3] for code in record.values("Zip")} for record in (left, right)]
    ...         return None if areas[0].isdisjoint(areas[1]) else Key(self, ())
    ...     def sentence(self):
    ...         return "same area"
    >>> stanford, shop, elsewhere = (Record.of(("Zip", code)) for code in ("94305", "94301", "10001"))
    >>> SameArea().matches(stanford, shop), SameArea().matches(shop, elsewhere)
    (True, False)
    """

    @property
    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """The labels it reads, each once."""

    @property
    @abstractmethod
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        """Conjunctions of which two matching records meet one; None where nothing of the kind is known."""

    @abstractmethod
    def common_key(self, left: Record, right: Record) -> Key | None:
        """Why two records match; None where they do not."""

    @abstractmethod
    def sentence(self) -> str:
        """The rule as a person would say it, without a full stop."""

    @property
    def decided(self) -> bool:
        """Whether meeting one of the conjunctions is enough: then resolution is by tokens, and not by pairs."""
        return False

    @property
    def is_monotone(self) -> bool:
        """Whether a record goes on matching what it matches whatever is merged into it."""
        return self.decided

    @property
    def representative(self) -> bool:
        """Representativity with union merge: two matching records, merged, match all that either matched.

        Then E(R) is a unique fixpoint, and no order of merging matters.
        Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
        """
        return self.is_monotone

    @property
    def negatively_representative(self) -> bool:
        """Negative representativity with union merge: two matching records, merged, match no one they did not.

        Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
        """
        return False

    @property
    def parts(self) -> tuple[Match, ...]:
        """The rules that it is made of; none for a single rule."""
        return ()

    def with_parts(self, parts: Sequence[Match]) -> Match:
        """The rule made of others, as many as its parts."""
        return self

    @property
    def single_rules(self) -> tuple[Match, ...]:
        """The single rules that it is made of, in their order."""
        return tuple(single for part in self.parts for single in part.single_rules) or (self,)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        """The labels by which negative evidence keeps records apart."""
        return tuple(dict.fromkeys(label for part in self.parts for label in part.conflict_labels))

    def compared(self, record: Record) -> Record:
        """The record as it is compared: of normalised values, where the rule normalises."""
        return record

    def with_numbers(self, adjust: registry.Adjust) -> Match:
        """The rule with the numbers that a person enters adjusted."""
        return self.with_parts([part.with_numbers(adjust) for part in self.parts])

    def matches(self, left: Record, right: Record) -> bool:
        """``M(r, s)``: whether the two records are taken to be the same person."""
        return self.common_key(left, right) is not None


def distinct_labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels, where there is one at least, none empty and none twice.

    Raises:
        TypeError: for what is no text.
        ValueError: for no label, an empty one, or one named twice.
    """
    strange = next((label for label in labels if not isinstance(label, str)), None)
    if strange is not None:
        raise TypeError(f"a rule's labels must be texts, got {type(strange).__name__}")
    if not labels or not all(labels):
        raise ValueError("a rule needs at least one label, and none may be empty")
    if len(set(labels)) < len(labels):
        raise ValueError("a rule must not name a label twice")
    return labels


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a person lists them.

    >>> listed(["N", "C", "A"])
    'N, C and A'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _unpacked(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments as they are, or what one list among them holds alone."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def key_of(rule: Match, agreements: Sequence[tuple[str, str, str]]) -> Key:
    """A key of (label, left value, right value) rows."""
    left = tuple((label, value) for label, value, _ in agreements)
    right = tuple((label, value) for label, _, value in agreements)
    if left == right:
        return Key(rule, left)
    both = tuple(dict.fromkeys(pair for pairs in zip(left, right, strict=True) for pair in pairs))
    return Key(rule, both, left, right)


# By values in common.


@registry.by_arguments(lambda match: match.required)
@dataclass(frozen=True, init=False)
class Shares(Match):
    """Same person, if for every label named the two records have a value in common, or values alike.

    With union merge this has representativity: a merged record still holds every value its parts held.
    Source: Whang & Garcia-Molina 2012, Section 4.1 ("their names and credit card numbers are the same").

    Arguments:
        required: labels, one or more, each once; ``Similar(label, ...)`` where values alike will do.

    Raises:
        TypeError: for what is neither.
        ValueError: for no label, an empty one, or one named twice.

    >>> alice = Record.of(("N", "Alice"), ("P", "123"))
    >>> Shares("N").matches(alice, Record.of(("N", "Alice"), ("P", "987")))
    True
    >>> Shares("N", "P").matches(alice, Record.of(("N", "Alice"), ("P", "987")))
    False
    >>> Shares(Similar("N", 0.8), "P").matches(alice, Record.of(("N", "Alicia"), ("P", "123")))
    True
    """

    required: tuple[str | Similar, ...]

    def __init__(self, *required: str | Similar | Sequence[str | Similar]) -> None:
        conditions = _unpacked(required)
        distinct_labels(tuple(c.label if isinstance(c, Similar) else c for c in conditions))
        object.__setattr__(self, "required", conditions)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(c.label if isinstance(c, Similar) else c for c in self.required)

    @property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        return (tuple(Condition(c.label, (c,)) if isinstance(c, Similar) else Condition(c) for c in self.required),)

    @property
    def decided(self) -> bool:
        return True

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreements = []
        for condition in self.required:
            label = condition.label if isinstance(condition, Similar) else condition
            mine, others = left.values(label), right.values(label)
            found = next(((value, value) for value in mine if value in others), None)
            if found is None and isinstance(condition, Similar):
                found = next((pair for pair in itertools.product(mine, others) if condition.alike(*pair)), None)
            if found is None:
                return None
            agreements.append((label, *found))
        return key_of(self, agreements)

    def sentence(self) -> str:
        equal = [condition for condition in self.required if isinstance(condition, str)]
        similar = [condition.sentence() for condition in self.required if isinstance(condition, Similar)]
        parts = [f"same {listed(equal)}"] if equal else []
        return " and ".join((*parts, *([f"similar {listed(similar)}"] if similar else [])))


class _SavedShares(registry.SavedRule, tag="shares"):
    meant = Shares
    labels: tuple[str | Similar, ...]

    @classmethod
    def of(cls, value: Shares) -> Self:
        return cls(value.required)

    def value(self, depth: int) -> Shares:
        return Shares(*self.labels)


@registry.by_arguments(lambda match: match.required)
@dataclass(frozen=True, init=False)
class SameKeySet(Match):
    """``M_c``: same person, if the two records have exactly the same values for all labels of the key set.

    With union merge this has representativity and negative representativity: records that match agree on the key set,
    so merging them does not change it. A record that lacks a label of the key set matches nothing (the paper assumes
    there is none).
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    Arguments and errors: as ``Shares``.

    >>> r = Record.of(("A", "a"), ("B", "b"))
    >>> match = SameKeySet("A", "B")
    >>> match.matches(r, Record.of(("A", "a"), ("B", "b"), ("C", "c")))
    True
    >>> match.matches(r, Record.of(("A", "a"), ("A", "a'"), ("B", "b")))
    False
    """

    required: tuple[str, ...]

    def __init__(self, *labels: str | Sequence[str]) -> None:
        object.__setattr__(self, "required", distinct_labels(_unpacked(labels)))

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    @property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        return (tuple(map(Condition, self.required)),)

    @property
    def representative(self) -> bool:
        return True

    @property
    def negatively_representative(self) -> bool:
        return True

    def common_key(self, left: Record, right: Record) -> Key | None:
        values = [left.values(label) for label in self.labels]
        if not all(values) or values != [right.values(label) for label in self.labels]:
            return None
        return Key(self, tuple((label, v) for label, some in zip(self.labels, values, strict=True) for v in some))

    def sentence(self) -> str:
        return f"exactly the same {listed(self.labels)}"


class _SavedSameKeySet(registry.SavedRule, tag="same key set"):
    meant = SameKeySet
    labels: tuple[str, ...]

    def value(self, depth: int) -> SameKeySet:
        return SameKeySet(*self.labels)


@registry.by_fields
@dataclass(frozen=True)
class AtLeast(Match):
    """Same person, if the labels on which the two records have a value in common weigh the threshold together.

    A union only adds to the score, so with union merge this has representativity: it is ``AnyOf`` over the smallest
    sets of labels that weigh enough. Numbers count as the decimals they are written as: 0.7 and 0.1 reach 0.8, as they
    do not in binary fractions.

    Arguments:
        threshold: what must be reached, > 0.
        weights: label to the weight of agreeing on it, >= 0; only these labels count.

    Raises:
        ValueError: for no label, one named twice, or a number out of its range.

    >>> match = AtLeast(3.0, (("N", 2.0), ("Z", 1.5), ("P", 1.0)))
    >>> jones = Record.of(("N", "Jones"), ("Z", "94305"))
    >>> match.matches(jones, jones), match.matches(jones, Record.of(("N", "Jones"), ("P", "1")))
    (True, False)
    >>> [[condition.label for condition in conjunction] for conjunction in match.conjunctions]
    [['N', 'Z'], ['N', 'P']]
    """

    threshold: float
    weights: tuple[tuple[str, float], ...]

    def __post_init__(self) -> None:
        distinct_labels(self.labels)
        if not 0.0 < self.threshold < math.inf:
            raise ValueError(f"threshold must be a positive finite number, got {self.threshold}")
        if not all(0.0 <= weight < math.inf for _, weight in self.weights):
            raise ValueError("the weights of a score must be finite numbers >= 0")

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _ in self.weights)

    @cached_property
    def _decimals(self) -> dict[str, Fraction]:
        return {label: Fraction(repr(float(weight))) for label, weight in self.weights}

    def score(self, left: Record, right: Record) -> Fraction:
        """What the agreement of two records weighs."""
        return sum((self._decimals[label] for label in self._agreed(left, right)), Fraction(0))

    def _agreed(self, left: Record, right: Record) -> list[str]:
        return [label for label in self.labels if not set(left.values(label)).isdisjoint(right.values(label))]

    @cached_property
    def conjunctions(self) -> tuple[Conjunction, ...]:
        enough, found = Fraction(repr(float(self.threshold))), []
        for size in range(1, len(self.weights) + 1):
            for labels in itertools.combinations(self.labels, size):
                weights = [self._decimals[label] for label in labels]
                if sum(weights) - min(weights) < enough <= sum(weights):
                    found.append(tuple(map(Condition, labels)))
        return tuple(found)

    @property
    def decided(self) -> bool:
        return True

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreed = self._agreed(left, right)
        if sum(self._decimals[label] for label in agreed) < Fraction(repr(float(self.threshold))):
            return None
        return Key(self, tuple((label, min(set(left.values(label)) & set(right.values(label)))) for label in agreed))

    def sentence(self) -> str:
        return f"agreement on {listed(self.labels)} that weighs {self.threshold:g} or more"

    def with_numbers(self, adjust: registry.Adjust) -> AtLeast:
        weights = tuple((label, adjust("weight", weight, False)) for label, weight in self.weights)
        return AtLeast(adjust("threshold", self.threshold, True), weights)


class _SavedAtLeast(registry.SavedRule, tag="at least"):
    meant = AtLeast
    threshold: float
    weights: tuple[tuple[str, float], ...]


# Made of others.


@registry.by_arguments(lambda match: match.rules)
@dataclass(frozen=True, init=False)
class AnyOf(Match):
    """Same person, if any one of the rules says so.

    Where every rule goes on matching whatever is merged in, so does this, and has representativity with union merge.
    A key set beside another rule costs it: what that one merges in may add to the key set that the first matched by.
    Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).

    Arguments:
        rules: one rule or more.

    Raises:
        ValueError: for no rule.
        TypeError: for what is no rule.

    >>> match = AnyOf(Shares("N", "C"), Shares("N", "P"))
    >>> match.matches(Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"), ("P", "p"), ("C", "c")))
    True
    >>> match.sentence()
    'same N and C, or same N and P'
    """

    rules: tuple[Match, ...]

    def __init__(self, *rules: Match | Sequence[Match]) -> None:
        given = _unpacked(rules)
        if not given:
            raise ValueError("AnyOf needs at least one rule")
        for rule in given:
            if not isinstance(rule, Match):
                raise TypeError(f"AnyOf takes rules such as Shares, got {type(rule).__name__}")
        object.__setattr__(self, "rules", given)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(label for rule in self.rules for label in rule.labels))

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        each = [rule.conjunctions for rule in self.rules]
        known = [conjunctions for conjunctions in each if conjunctions is not None]
        return tuple(dict.fromkeys(itertools.chain(*known))) if len(known) == len(each) else None

    @property
    def decided(self) -> bool:
        return all(rule.decided for rule in self.rules)

    @property
    def is_monotone(self) -> bool:
        return all(rule.is_monotone for rule in self.rules)

    @property
    def representative(self) -> bool:
        return self.is_monotone or (len(self.rules) == 1 and self.rules[0].representative)

    @property
    def negatively_representative(self) -> bool:
        return len(self.rules) == 1 and self.rules[0].negatively_representative

    @property
    def parts(self) -> tuple[Match, ...]:
        return self.rules

    def with_parts(self, parts: Sequence[Match]) -> AnyOf:
        return AnyOf(*parts)

    def common_key(self, left: Record, right: Record) -> Key | None:
        return next((key for rule in self.rules if (key := rule.common_key(left, right))), None)

    def sentence(self) -> str:
        return ", or ".join(rule.sentence() for rule in self.rules)


class _SavedAnyOf(registry.SavedRule, tag="any of"):
    meant = AnyOf
    rules: tuple[registry.AnyRule, ...]

    @classmethod
    def of(cls, value: AnyOf) -> Self:
        return cls(registry.saved_forms(value.rules))

    def value(self, depth: int) -> AnyOf:
        return AnyOf(*(registry.value_of(rule, depth + 1) for rule in self.rules))


@registry.by_arguments(lambda conflicts: conflicts.labels)
@dataclass(frozen=True, init=False)
class Conflicts:
    """Two records contradict each other: for one of the labels both know a value, and none in common.

    Source: Whang & Garcia-Molina 2011, Section 1 ("the lack of conflicting information").

    Arguments and errors: labels as ``Shares``.

    >>> Conflicts("P").between(Record.of(("P", "555")), Record.of(("P", "666")))
    True
    >>> Conflicts("P").between(Record.of(("P", "555")), Record.of(("N", "Alice")))
    False
    """

    labels: tuple[str, ...]

    def __init__(self, *labels: str) -> None:
        object.__setattr__(self, "labels", distinct_labels(labels))

    def between(self, left: Record, right: Record) -> bool:
        """Whether the two records contradict each other."""
        known = ((left.values(label), right.values(label)) for label in self.labels)
        return any(mine and others and set(mine).isdisjoint(others) for mine, others in known)

    def sentence(self) -> str:
        """The condition as a person would say it."""
        return f"both know {listed(self.labels, 'or')} and differ"


@registry.by_fields
@dataclass(frozen=True)
class Unless(Match):
    """Same person, if the rule says so and the two records do not contradict each other.

    This costs representativity: what is merged in may contradict what would have matched. E(R) and dipping then
    depend on the order of the records.
    Source: Whang & Garcia-Molina 2011, Section 1 (disinformation by a wrong phone number) and Section 2.2.

    Arguments:
        match: when two records are taken to be the same person.
        conflicts: what keeps them apart all the same.

    Raises:
        TypeError: for what is no rule, or no ``Conflicts``.

    >>> match = Unless(Shares("N"), Conflicts("P"))
    >>> alice = Record.of(("N", "Alice"), ("P", "555"))
    >>> match.matches(alice, Record.of(("N", "Alice"))), match.matches(alice, Record.of(("N", "Alice"), ("P", "666")))
    (True, False)
    >>> match.sentence()
    'same N, unless both know P and differ'
    """

    match: Match
    conflicts: Conflicts

    def __post_init__(self) -> None:
        if not isinstance(self.match, Match) or not isinstance(self.conflicts, Conflicts):
            given = f"{type(self.match).__name__} and {type(self.conflicts).__name__}"
            raise TypeError(f"Unless takes a rule and what contradicts it, such as Conflicts('P'), got {given}")

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.match.labels, *self.conflicts.labels)))

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        return self.match.conjunctions

    @property
    def parts(self) -> tuple[Match, ...]:
        return (self.match,)

    def with_parts(self, parts: Sequence[Match]) -> Unless:
        return Unless(parts[0], self.conflicts)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.conflicts.labels, *self.match.conflict_labels)))

    def compared(self, record: Record) -> Record:
        return self.match.compared(record)

    def common_key(self, left: Record, right: Record) -> Key | None:
        return None if self.conflicts.between(left, right) else self.match.common_key(left, right)

    def sentence(self) -> str:
        return f"{self.match.sentence()}, unless {self.conflicts.sentence()}"


class _SavedUnless(registry.SavedRule, tag="unless"):
    meant = Unless
    match: registry.AnyRule
    conflicts: tuple[str, ...]

    @classmethod
    def of(cls, value: Unless) -> Self:
        return cls(registry.saved_form(value.match), value.conflicts.labels)

    def value(self, depth: int) -> Unless:
        return Unless(registry.value_of(self.match, depth + 1), Conflicts(*self.conflicts))


@registry.by_fields
@dataclass(frozen=True)
class Normalised(Match):
    """A rule that compares normalised values; composites keep the values as they were.

    Every record is normalised by itself, and the normalised union is the union of the normalised: whatever
    properties the rule has with union merge, it keeps.

    Arguments:
        match: when two records are taken to be the same person, said of normalised values.
        normaliser: what is overlooked.

    >>> match = Normalised(Shares("N"), Normaliser())
    >>> match.matches(Record.of(("N", "Alice ")), Record.of(("N", "ALICE")))
    True
    """

    match: Match
    normaliser: Normaliser

    @property
    def labels(self) -> tuple[str, ...]:
        return self.match.labels

    @property
    def conjunctions(self) -> tuple[Conjunction, ...] | None:
        inner = self.match.conjunctions
        return inner and tuple(
            tuple(replace(c, normalisers=(self.normaliser, *c.normalisers)) for c in conjunction)
            for conjunction in inner
        )

    @property
    def decided(self) -> bool:
        return self.match.decided

    @property
    def is_monotone(self) -> bool:
        return self.match.is_monotone

    @property
    def representative(self) -> bool:
        return self.match.representative

    @property
    def negatively_representative(self) -> bool:
        return self.match.negatively_representative

    @property
    def parts(self) -> tuple[Match, ...]:
        return (self.match,)

    def with_parts(self, parts: Sequence[Match]) -> Normalised:
        return Normalised(parts[0], self.normaliser)

    def compared(self, record: Record) -> Record:
        return self.match.compared(self.normaliser.record(record))

    def common_key(self, left: Record, right: Record) -> Key | None:
        key = self.match.common_key(self.normaliser.record(left), self.normaliser.record(right))
        return key and replace(key, rule=Normalised(key.rule, self.normaliser))

    def sentence(self) -> str:
        return f"{self.match.sentence()} ({self.normaliser.sentence()})"


class _SavedNormalised(registry.SavedRule, tag="normalised"):
    meant = Normalised
    match: registry.AnyRule
    case: bool
    spaces: bool
    phones: tuple[str, ...] = ()
    region: str = ""
    emails: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Normalised) -> Self:
        parts = value.normaliser
        overlooked = (parts.case, parts.spaces, parts.phones, parts.region, parts.emails, parts.nicknames)
        return cls(registry.saved_form(value.match), *overlooked)

    def value(self, depth: int) -> Normalised:
        parts = Normaliser(self.case, self.spaces, self.phones, self.region, self.emails, self.nicknames)
        return Normalised(registry.value_of(self.match, depth + 1), parts)


@dataclass(frozen=True, init=False)
class MatchFunction(Match):
    """``M(r, s)`` as a function of one's own: same person, if it says so of what both know under some labels.

    Nothing is known of such a function, so every record is compared with every other, composites are compared anew,
    and the outcome is the one that R-Swoosh comes to in the order of the records.
    Source: Whang & Garcia-Molina 2011, Section 2.2 ("a match function"); 2012, Section 2.4 and its reference [4].

    Arguments:
        function: of two records, true where they are taken to be the same person; symmetric, and always the same for
            the same records. It is handed what they know under the labels, and nothing else.
        labels: which it reads, one or more, each once.

    Raises:
        ValueError: for no label, an empty one, or one named twice.

    >>> from leakage.resolution.adversary import Adversary
    >>> from leakage.resolution.operations import Resolve
    >>> def same_initial(left, right):
    ...     return {name[0] for name in left.values("N")} == {name[0] for name in right.values("N")}
    >>> eve = Adversary(Resolve(MatchFunction(same_initial, "N")))
    >>> eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "A.")]).composite_of.tolist()
    [0, 1, 0]
    """

    function: Callable[[Record, Record], bool]
    required: tuple[str, ...]

    def __init__(self, function: Callable[[Record, Record], bool], *labels: str) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "required", distinct_labels(labels))

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    @property
    def conjunctions(self) -> None:
        return None

    def common_key(self, left: Record, right: Record) -> Key | None:
        mine, others = (record.known_under(self.labels) for record in (left, right))
        if not self.function(mine, others):
            return None
        pairs, its_pairs = (tuple(a.pair for a in record) for record in (mine, others))
        common = tuple(pair for pair in pairs if pair in others)
        # Where they have nothing in common, the reason is all that either side knows.
        return (
            Key(self, common)
            if common or not (pairs and its_pairs)
            else Key(self, (*pairs, *its_pairs), pairs, its_pairs)
        )

    def sentence(self) -> str:
        return f"a function of {listed(self.labels)} says so"
