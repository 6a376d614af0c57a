"""Match functions: when does the adversary take two records to be the same person?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from leakage.old.registry import Adjust
from leakage.old.resolution.rules.similar_values import Similar
from leakage.old.tabular.rows import redacted_repr
from leakage.record import Pair, Record

# Match functions: when does the adversary take two records to be the same person?


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

    __repr__ = redacted_repr

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


class Match(ABC):
    """M: a match function, true where two records are taken to be the same person.

    A match function tells through keys which records need comparing at all: a record *offers* keys and *wants*
    keys, and two records can only match where one wants a key that the other offers.
    Source: Whang & Garcia-Molina 2011, Section 2.2.

    A rule of your own is a frozen dataclass with ``keys``, ``labels`` and ``sentence``; records that offer a key in
    common match. If the keys are no (label, value) pairs of the record, ``pairs`` gives what they are made of. Say
    ``is_monotone`` only where a union offers every key that its parts offered: then composites are found through an
    index, in any order. If a key in common is not enough, ``keys_decide`` is false and ``common_key`` decides.
    ``MatchFunction`` needs none of this, and compares all with all. What a file holds of a rule, and its Python
    expression, stand beside its type: see ``leakage.old.registry``.

    >>> @dataclass(frozen=True)
    ... class SameArea(Match):
    ...     labels, is_monotone = ("Zip",), True
    ...     def pairs(self, record):
    ...         return [("Zip", code[:3]) for code in record.values("Zip")]
    ...     def keys(self, record):
    ...         return (Key(self, (pair,)) for pair in self.pairs(record))
    ...     def sentence(self):
    ...         return "same area"
    >>> stanford, shop, elsewhere = (Record.of(("Zip", code)) for code in ("94305", "94301", "10001"))
    >>> SameArea().matches(stanford, shop), SameArea().matches(shop, elsewhere)
    (True, False)
    """

    @abstractmethod
    def keys(self, record: Record) -> Iterator[Key]:
        """Every key the record offers."""

    def lookup_keys(self, record: Record, alike: Alike) -> Iterator[Key]:
        """Every key that another record may offer to match this one; its own keys, unless values may be alike."""
        return self.keys(record)

    def compared(self, record: Record) -> Iterator[tuple[Similar, str]]:
        """The values of the record that are compared with values alike."""
        return iter(())

    @property
    def keys_decide(self) -> bool:
        """Whether two records match wherever one wants a key that the other offers."""
        return True

    @property
    def keys_equal(self) -> bool:
        """Whether a record wants the keys it offers and no others."""
        return True

    @property
    def is_monotone(self) -> bool:
        """Whether a record goes on matching what it matches whatever is merged into it: more only matches more."""
        return False

    @property
    def representative(self) -> bool:
        """Representativity with union merge: two matching records, merged, match all that either matched.

        Then E(R) is a unique fixpoint and no order of merging matters.
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
    def relaxed(self) -> Match:
        """A match that keeps its keys and is true wherever this one is: what more records could bring about."""
        return self if self.is_monotone else Anyone()

    @property
    def cross_record_keys(self) -> Match | None:
        """The part of the match by which a composite may offer keys that none of its records offered, if any."""
        return self

    @property
    def conjunctions(self) -> tuple[tuple[str, ...], ...] | None:
        """The labels of every conjunction of equal values, one of which suffices; None where it is anything else.

        Such a match is resolved on arrays.
        """
        return None

    @property
    def parts(self) -> tuple[Match, ...]:
        """The matches that it is made of; none for a single rule."""
        return ()

    def with_parts(self, parts: Sequence[Match]) -> Match:
        """The match made of others, as many as its parts."""
        return self

    def with_rules(self, change: Callable[[Match], Match]) -> Match:
        """The match with something else in the place of each of its single rules."""
        return self.with_parts([part.with_rules(change) for part in self.parts]) if self.parts else change(self)

    def with_numbers(self, adjust: Adjust) -> Match:
        """The match with the numbers that a person enters adjusted: those of its parts, where it has none itself."""
        return self.with_parts([part.with_numbers(adjust) for part in self.parts])

    @property
    def single_rules(self) -> tuple[Match, ...]:
        """The single rules that the match is made of, in their order."""
        return tuple(single for part in self.parts for single in part.single_rules) or (self,)

    @property
    def conflict_labels(self) -> tuple[str, ...]:
        """The labels by which negative evidence keeps records apart."""
        return tuple(dict.fromkeys(label for part in self.parts for label in part.conflict_labels))

    def depends_on(self, label: str) -> bool:
        """Whether a value of the label that no other record is taken to have may change who matches whom.

        Under a rule that keeps its keys and knows equal values only it is never a reason to match, or not to.
        """
        return label in self.labels and not (self.is_monotone and self.keys_decide and self.keys_equal)

    def pairs(self, record: Record) -> Collection[Pair]:
        """What the record holds, as this match's keys tell it."""
        return record.known.confidences.keys()

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


@dataclass(frozen=True)
class Anyone(Rule):
    """True of any two records: the bound on a match of which nothing is known.

    >>> Anyone().matches(Record.of(("N", "Alice")), Record.of(("N", "Bob")))
    True
    """

    def keys(self, record: Record) -> Iterator[Key]:
        yield Key(self, ())

    @property
    def is_monotone(self) -> bool:
        return True

    @property
    def cross_record_keys(self) -> Match | None:
        return None

    @property
    def labels(self) -> tuple[str, ...]:
        return ()

    def sentence(self) -> str:
        return "anybody"


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


def unpacked(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments as they are, or what one list among them holds alone.

    >>> unpacked(("N", "P")), unpacked((["N", "P"],))
    (('N', 'P'), ('N', 'P'))
    """
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a person lists them.

    >>> listed(["N", "C", "A"])
    'N, C and A'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


# MatchFunction: a match function of one's own, as a plain function of two records.


@dataclass(frozen=True, init=False)
class MatchFunction(Rule):
    """``M(r, s)`` as a function of one's own: same person, if it says so of what both know under some labels.

    Nothing is known of such a function, so every record is compared with every other, composites are compared anew,
    and the outcome is the one that R-Swoosh comes to in the order of the records. A rule that can tell its keys is
    faster: see ``Match``.
    Source: Whang & Garcia-Molina 2011, Section 2.2 ("a match function"); 2012, Section 2.4 and its reference [4].

    Arguments:
        function: of two records, true where they are taken to be the same person; symmetric, and always the same for
            the same records. It is handed what they know under the labels, and nothing else.
        labels: which it reads, one or more, each once.

    Raises:
        ValueError: for no label, an empty one, or one named twice.

    >>> from leakage import Adversary, Resolve
    >>> def same_initial(left, right):
    ...     return {name[0] for name in left.values("N")} == {name[0] for name in right.values("N")}
    >>> eve = Adversary((Resolve(MatchFunction(same_initial, "N")),))
    >>> eve.resolve([Record.of(("N", name)) for name in ("Alice", "Bob", "A.")]).composite_of.tolist()
    [0, 1, 0]
    """

    function: Callable[[Record, Record], bool]
    required: tuple[str, ...]

    def __init__(self, function: Callable[[Record, Record], bool], *labels: str) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "required", distinct_labels(labels))

    def keys(self, record: Record) -> Iterator[Key]:
        """One key that every record offers, for any two may match."""
        yield Key(self, ())

    def common_key(self, left: Record, right: Record) -> Key | None:
        mine, others = left.known_under(self.required), right.known_under(self.required)
        return self._reason(mine, others) if self.function(mine, others) else None

    @property
    def keys_decide(self) -> bool:
        return False

    @property
    def labels(self) -> tuple[str, ...]:
        return self.required

    def sentence(self) -> str:
        return f"a function of {listed(self.required)} says so"

    def _reason(self, left: Record, right: Record) -> Key:
        """The values in common; where there are none, all that either side knows."""
        mine, others = _pairs(left), _pairs(right)
        common = tuple(pair for pair in mine if pair in right)
        if common or not (mine and others):
            return Key(self, common)
        return Key(self, (*mine, *others), mine, others)


def _pairs(record: Record) -> tuple[Pair, ...]:
    return tuple(a.pair for a in record)
