"""Match functions: when does the adversary take two records to be the same person?"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from leakage.record import Pair, Record


@dataclass(frozen=True, slots=True)
class Key:
    """What a record offers to a rule: two records match by the rule exactly where they offer the same key.

    Arguments:
        rule: the rule that reads the key.
        shared: the (label, value) pairs the key consists of.
    """

    rule: Rule
    shared: tuple[Pair, ...]


class Match(ABC):
    """M: a match function, true where two records are taken to be the same person.

    Source: Whang & Garcia-Molina 2011, Section 2.2.
    """

    @abstractmethod
    def keys(self, record: Record) -> Iterator[Key]:
        """Every key the record offers; two records match exactly where they have one in common."""

    @property
    def keeps_keys(self) -> bool:
        """Whether a record goes on offering its keys whatever is merged into it: more can only match more."""
        return False

    @property
    def representative(self) -> bool:
        """Representativity with union merge: two matching records, merged, match all that either matched.

        Then E(R) is a unique fixpoint and no order of merging matters.
        Source: Whang & Garcia-Molina 2011, Section 2.2 (Properties).
        """
        return self.keeps_keys

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
    """Same person, if for every label named the two records have a value in common.

    With union merge this has representativity: a merged record still offers every key its parts offered.
    Source: Whang & Garcia-Molina 2012, Section 4.1 ("their names and credit card numbers are the same").

    Arguments:
        labels: one label or more, each once.

    Raises:
        ValueError: for no label, an empty one, or one named twice.

    >>> alice = Record.of(("N", "Alice"), ("P", "123"))
    >>> Shares("N").matches(alice, Record.of(("N", "Alice"), ("P", "987")))
    True
    >>> Shares("N", "P").matches(alice, Record.of(("N", "Alice"), ("P", "987")))
    False
    """

    required: tuple[str, ...]

    def __init__(self, *labels: str) -> None:
        object.__setattr__(self, "required", _distinct(labels))

    def keys(self, record: Record) -> Iterator[Key]:
        choices = [[(label, value) for value in record.values(label)] for label in self.required]
        return (Key(self, shared) for shared in itertools.product(*choices))

    @property
    def keeps_keys(self) -> bool:
        return True

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    def sentence(self) -> str:
        return f"same {_listed(self.required)}"


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
        object.__setattr__(self, "required", _distinct(labels))

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
    def labels(self) -> tuple[str, ...]:
        return self.required

    def sentence(self) -> str:
        return f"exactly the same {_listed(self.required)}"


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

    @property
    def keeps_keys(self) -> bool:
        return all(rule.keeps_keys for rule in self.rules)

    @property
    def representative(self) -> bool:
        # A key set does not survive a merge that another rule brought about.
        return self.keeps_keys or (len(self.rules) == 1 and self.rules[0].representative)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(label for rule in self.rules for label in rule.labels))

    def sentence(self) -> str:
        return ", or ".join(rule.sentence() for rule in self.rules)


def _distinct(labels: tuple[str, ...]) -> tuple[str, ...]:
    if not labels or not all(labels):
        raise ValueError("a rule needs at least one label, and none may be empty")
    if len(set(labels)) < len(labels):
        raise ValueError("a rule must not name a label twice")
    return labels


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
