"""Match functions: when does the adversary take two records to be the same person?"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leakage.record import Pair, Record
from leakage.resolution.similar import Similar


@dataclass(frozen=True, slots=True)
class Key:
    """What a record offers to a rule, or why two records match.

    Arguments:
        rule: the rule that reads the key.
        shared: the (label, value) pairs the key consists of; where two records match by values that are alike
            but not equal, the pairs of both.
        left: where the sides differ, the pairs that the left one holds; empty where both hold all.
        right: the same for the right side.
    """

    rule: Match
    shared: tuple[Pair, ...]
    left: tuple[Pair, ...] = ()
    right: tuple[Pair, ...] = ()

    @property
    def of_left(self) -> Key:
        """The part of the key that the left side holds."""
        return Key(self.rule, self.left) if self.left else self

    @property
    def of_right(self) -> Key:
        """The part of the key that the right side holds."""
        return Key(self.rule, self.right) if self.right else self


Alike: TypeAlias = Callable[[Similar, str], Iterable[str]]
"""The values known for a similarity's label that are alike to a value, itself among them."""


def only_itself(similar: Similar, value: str) -> Iterable[str]:
    """The ``Alike`` of an adversary who compares nothing but equal values."""
    return (value,)


class Match(ABC):
    """M: a match function, true where two records are taken to be the same person.

    A match function tells through keys which records need comparing at all: a record *offers* keys and *wants*
    keys, and two records can only match where one wants a key that the other offers.
    Source: Whang & Garcia-Molina 2011, Section 2.2.
    """

    @abstractmethod
    def keys(self, record: Record) -> Iterator[Key]:
        """Every key the record offers."""

    def wanted(self, record: Record, alike: Alike) -> Iterator[Key]:
        """Every key that another record may offer to match this one; its own keys, unless values may be alike."""
        return self.keys(record)

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        """The values of the record that are compared with values alike."""
        return iter(())

    @property
    def keys_suffice(self) -> bool:
        """Whether two records match wherever one wants a key that the other offers."""
        return True

    @property
    def keys_equal(self) -> bool:
        """Whether a record wants the keys it offers and no others."""
        return True

    @property
    def keeps_keys(self) -> bool:
        """Whether a record goes on matching what it matches whatever is merged into it: more only matches more."""
        return False

    @property
    def representative(self) -> bool:
        """Representativity with union merge: two matching records, merged, match all that either matched.

        Then E(R) is a unique fixpoint and no order of merging matters.
        Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
        """
        return self.keeps_keys

    @property
    def negatively_representative(self) -> bool:
        """Negative representativity with union merge: two matching records, merged, match no one they did not.

        Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
        """
        return False

    @property
    def relaxed(self) -> Match:
        """A match that keeps its keys and is true wherever this one is: what more records could bring about."""
        if self.keeps_keys:
            return self
        raise NotImplementedError

    @property
    def crossing(self) -> Match | None:
        """The part of the match by which a composite may offer keys that none of its records offered, if any."""
        return self

    def pairs(self, record: Record) -> Collection[Pair]:
        """What the record holds, as this match's keys tell it."""
        return record.confidences.keys()

    @property
    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """The labels the rules read, each once, in their order."""

    @abstractmethod
    def sentence(self) -> str:
        """The rule as a person would say it, without a full stop."""

    def matches(self, left: Record, right: Record) -> bool:
        """``M(r, s)``: whether the two records are taken to be the same person."""
        return self.common_key(left, right) is not None

    def common_key(self, left: Record, right: Record) -> Key | None:
        """The first key both records offer: why they match; None where they do not."""
        offered = set(self.keys(right))
        return next((key for key in self.keys(left) if key in offered), None)


class Rule(Match):
    """A match function that is one rule, not an alternative of several."""


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

    def __init__(self, *required: str | Similar) -> None:
        distinct_labels(tuple(_label(condition) for condition in required))
        object.__setattr__(self, "required", required)

    def keys(self, record: Record) -> Iterator[Key]:
        choices = [[(label, value) for value in record.values(label)] for label in self.labels]
        return (Key(self, shared) for shared in itertools.product(*choices))

    def wanted(self, record: Record, alike: Alike) -> Iterator[Key]:
        choices = [_wanted_pairs(condition, record, alike) for condition in self.required]
        return (Key(self, shared) for shared in itertools.product(*choices))

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        similar = (condition for condition in self.required if isinstance(condition, Similar))
        return ((condition, value) for condition in similar for value in record.values(condition.label))

    def common_key(self, left: Record, right: Record) -> Key | None:
        found = []
        for condition in self.required:
            values = _common_values(condition, left, right)
            if values is None:
                return None
            found.append((_label(condition), *values))
        of_left = tuple((label, value) for label, value, _ in found)
        of_right = tuple((label, value) for label, _, value in found)
        if of_left == of_right:
            return Key(self, of_left)
        both = tuple(dict.fromkeys(pair for pairs in zip(of_left, of_right, strict=True) for pair in pairs))
        return Key(self, both, of_left, of_right)

    @property
    def keys_equal(self) -> bool:
        return not any(isinstance(condition, Similar) for condition in self.required)

    @property
    def keeps_keys(self) -> bool:
        return True

    @property
    def crossing(self) -> Match | None:
        return self if len(self.required) > 1 else None

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(_label(condition) for condition in self.required)

    def sentence(self) -> str:
        equal = [condition for condition in self.required if isinstance(condition, str)]
        similar = [condition.sentence() for condition in self.required if isinstance(condition, Similar)]
        parts = [f"same {listed(equal)}"] if equal else []
        return " and ".join((*parts, *([f"similar {listed(similar)}"] if similar else [])))


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

    def __init__(self, *labels: str) -> None:
        object.__setattr__(self, "required", distinct_labels(labels))

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


@dataclass(frozen=True, init=False)
class AnyOf(Match):
    """Same person, if any one of the rules says so.

    Arguments:
        rules: one rule or more.

    Raises:
        ValueError: for no rule.

    >>> match = AnyOf(Shares("N", "C"), Shares("N", "P"))
    >>> match.matches(Record.of(("N", "n"), ("P", "p")), Record.of(("N", "n"), ("P", "p"), ("C", "c")))
    True
    >>> match.sentence()
    'same N and C, or same N and P'
    """

    rules: tuple[Match, ...]

    def __init__(self, *rules: Match) -> None:
        if not rules:
            raise ValueError("AnyOf needs at least one rule")
        object.__setattr__(self, "rules", tuple(rules))

    def keys(self, record: Record) -> Iterator[Key]:
        return itertools.chain.from_iterable(rule.keys(record) for rule in self.rules)

    def wanted(self, record: Record, alike: Alike) -> Iterator[Key]:
        return itertools.chain.from_iterable(rule.wanted(record, alike) for rule in self.rules)

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        return itertools.chain.from_iterable(rule.compared(record) for rule in self.rules)

    def common_key(self, left: Record, right: Record) -> Key | None:
        found = (rule.common_key(left, right) for rule in self.rules)
        return next((key for key in found if key is not None), None)

    @property
    def keys_suffice(self) -> bool:
        return all(rule.keys_suffice for rule in self.rules)

    @property
    def keys_equal(self) -> bool:
        return all(rule.keys_equal for rule in self.rules)

    @property
    def keeps_keys(self) -> bool:
        return all(rule.keeps_keys for rule in self.rules)

    @property
    def representative(self) -> bool:
        # A key set does not survive a merge that another rule brought about.
        return self.keeps_keys or (len(self.rules) == 1 and self.rules[0].representative)

    @property
    def negatively_representative(self) -> bool:
        return len(self.rules) == 1 and self.rules[0].negatively_representative

    @property
    def crossing(self) -> Match | None:
        crossing = [part for part in (rule.crossing for rule in self.rules) if part is not None]
        return AnyOf(*crossing) if crossing else None

    @property
    def relaxed(self) -> Match:
        return AnyOf(*(rule.relaxed for rule in self.rules))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(label for rule in self.rules for label in rule.labels))

    def sentence(self) -> str:
        return ", or ".join(rule.sentence() for rule in self.rules)


def distinct_labels(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels, where there is one at least, none empty and none twice.

    Raises:
        ValueError: otherwise.
    """
    if not labels or not all(labels):
        raise ValueError("a rule needs at least one label, and none may be empty")
    if len(set(labels)) < len(labels):
        raise ValueError("a rule must not name a label twice")
    return labels


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


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a person lists them.

    >>> listed(["N", "C", "A"])
    'N, C and A'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
