"""Rules by values in common: some labels, a whole key set, or any one of several rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from leakage.old import registry
from leakage.old.resolution.match import Alike, Key, Match, Rule, distinct_labels, listed, unpacked
from leakage.old.resolution.rules.similar_values import Similar
from leakage.record import Pair, Record


@registry.by_arguments(lambda match: match.required)
@dataclass(frozen=True, init=False)
class Shares(Rule):
    """Same person, if for every label named the two records have a value in common, or values alike.

    With union merge this has representativity: a merged record still offers every key its parts offered.
    Source: Whang & Garcia-Molina 2012, Section 4.1 ("their names and credit card numbers are the same").

    Arguments:
        required: labels, one or more, each once; ``Similar(label, ...)`` where values alike will do.

    Raises:
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
        conditions = unpacked(required)
        distinct_labels(tuple(_label(condition) for condition in conditions))
        object.__setattr__(self, "required", conditions)

    def keys(self, record: Record) -> Iterator[Key]:
        choices = [[(label, value) for value in record.values(label)] for label in self.labels]
        return (Key(self, shared) for shared in itertools.product(*choices))

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        choices = [_wanted_pairs(condition, record, alike) for condition in self.required]
        return (Key(self, shared) for shared in itertools.product(*choices))

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        similar = (condition for condition in self.required if isinstance(condition, Similar))
        return ((condition, value) for condition in similar for value in record.values(condition.label))

    def common_key(self, left: Record, right: Record) -> Key | None:
        agreements = []
        for condition in self.required:
            values = _common_values(condition, left, right)
            if values is None:
                return None
            agreements.append((_label(condition), *values))
        of_left = tuple((label, value) for label, value, _ in agreements)
        of_right = tuple((label, value) for label, _, value in agreements)
        if of_left == of_right:
            return Key(self, of_left)
        both = tuple(dict.fromkeys(pair for pairs in zip(of_left, of_right, strict=True) for pair in pairs))
        return Key(self, both, of_left, of_right)

    @property
    def keys_equal(self) -> bool:
        return not any(isinstance(condition, Similar) for condition in self.required)

    @property
    def is_monotone(self) -> bool:
        return True

    @property
    def cross_record_keys(self) -> Match | None:
        return self if len(self.required) > 1 else None

    @property
    def conjunctions(self) -> tuple[tuple[str, ...], ...] | None:
        # What comes from this rule may ask for more.
        return (self.labels,) if self.keys_equal and type(self) is Shares else None

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(_label(condition) for condition in self.required)

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
class SameKeySet(Rule):
    """``M_c``: same person, if the two records have exactly the same values for all labels of the key set.

    With union merge this has representativity and negative representativity. A record that lacks a label of
    the key set matches nothing (the paper assumes there is none).
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
        object.__setattr__(self, "required", distinct_labels(unpacked(labels)))

    def keys(self, record: Record) -> Iterator[Key]:
        if all(record.values(label) for label in self.required):
            yield Key(
                self,
                tuple((label, value) for label in self.required for value in record.values(label)),
            )

    @property
    def representative(self) -> bool:
        # Records that match agree on the key set, so merging them does not change it.
        return True

    @property
    def negatively_representative(self) -> bool:
        return True

    @property
    def relaxed(self) -> Match:
        return Shares(*self.required)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    def sentence(self) -> str:
        return f"exactly the same {listed(self.required)}"


class _SavedSameKeySet(registry.SavedRule, tag="same key set"):
    meant = SameKeySet
    labels: tuple[str, ...]

    def value(self, depth: int) -> SameKeySet:
        return SameKeySet(*self.labels)


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
        rules = unpacked(rules)
        if not rules:
            raise ValueError("AnyOf needs at least one rule")
        for rule in rules:
            if not isinstance(rule, Match):
                raise TypeError(f"AnyOf takes rules such as Shares, got {type(rule).__name__}")
        object.__setattr__(self, "rules", rules)

    def keys(self, record: Record) -> Iterator[Key]:
        return itertools.chain.from_iterable(rule.keys(record) for rule in self.rules)

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        return itertools.chain.from_iterable(rule.lookup_keys(record, alike) for rule in self.rules)

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return itertools.chain.from_iterable(rule.compared(record) for rule in self.rules)

    def common_key(self, left: Record, right: Record) -> Key | None:
        common_keys = (rule.common_key(left, right) for rule in self.rules)
        return next((key for key in common_keys if key is not None), None)

    @property
    def keys_decide(self) -> bool:
        return all(rule.keys_decide for rule in self.rules)

    @property
    def keys_equal(self) -> bool:
        return all(rule.keys_equal for rule in self.rules)

    @property
    def is_monotone(self) -> bool:
        return all(rule.is_monotone for rule in self.rules)

    @property
    def representative(self) -> bool:
        # A key set does not survive a merge that another rule brought about.
        return self.is_monotone or (len(self.rules) == 1 and self.rules[0].representative)

    @property
    def negatively_representative(self) -> bool:
        return len(self.rules) == 1 and self.rules[0].negatively_representative

    @property
    def cross_record_keys(self) -> Match | None:
        cross_record_keys = [part for part in (rule.cross_record_keys for rule in self.rules) if part is not None]
        return AnyOf(*cross_record_keys) if cross_record_keys else None

    @property
    def relaxed(self) -> Match:
        return AnyOf(*(rule.relaxed for rule in self.rules))

    @property
    def conjunctions(self) -> tuple[tuple[str, ...], ...] | None:
        each = [rule.conjunctions for rule in self.rules]
        equal = [conjunctions for conjunctions in each if conjunctions is not None]
        return tuple(dict.fromkeys(itertools.chain(*equal))) if len(equal) == len(each) else None

    @property
    def parts(self) -> tuple[Match, ...]:
        return self.rules

    def with_parts(self, parts: Sequence[Match]) -> AnyOf:
        return AnyOf(*parts)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(label for rule in self.rules for label in rule.labels))

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


def _label(condition: str | Similar) -> str:
    return condition if isinstance(condition, str) else condition.label


def _wanted_pairs(condition: str | Similar, record: Record, alike: Alike) -> list[Pair]:
    if isinstance(condition, str):
        return [(condition, value) for value in record.values(condition)]
    label = condition.label
    values = dict.fromkeys(other for value in record.values(label) for other in alike(condition, value))
    return [(label, value) for value in values]


def _common_values(condition: str | Similar, left: Record, right: Record) -> tuple[str, str] | None:
    """The first values, one of either record, that are equal, or else alike."""
    label = _label(condition)
    others = right.values(label)
    equal = next((value for value in left.values(label) if value in others), None)
    if equal is not None:
        return equal, equal
    if isinstance(condition, str):
        return None
    pairs = itertools.product(left.values(label), others)
    return next((pair for pair in pairs if condition.alike(*pair)), None)
