"""Attribute and Record: facts that an adversary holds about a person. No repr shows a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from numbers import Real
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, final

Pair: TypeAlias = tuple[str, str]
"""A (label, value) pair: an attribute without its confidence."""


class _Attribute(NamedTuple):
    label: str
    value: str
    confidence: float = 1.0


class Attribute(_Attribute):
    """One piece of information: ``a = <a.l, a.v, a.c>`` with ``0 <= a.c <= 1``, a tuple of these three.

    Source: Whang & Garcia-Molina 2012, Sections 2 and 2.3.

    Arguments:
        value: the information itself, not empty. Only equality matters, so a pseudonym will do.
        confidence: the probability, to its holder, that the value is right, in [0, 1].

    >>> Attribute("Name", "Alice", 0.5)
    <Attribute Name, confidence 0.5>
    """

    __slots__ = ()

    def __new__(cls, label: str, value: str, confidence: float = 1.0) -> Attribute:
        """An attribute whose parts have been checked."""
        for name, text in (("label", label), ("value", value)):
            if not text:
                raise ValueError(f"{name} must not be empty")
            if not isinstance(text, str):
                raise TypeError(f"a {name} must be a text, got {type(text).__name__} under {label!s:.40}")
        if not isinstance(confidence, int | float):
            raise TypeError(f"confidence must be a number, got {type(confidence).__name__}")
        if not 0.0 <= confidence <= 1.0:  # NaN fails too.
            raise ValueError(f"confidence must be in [0, 1], got {confidence}")
        return tuple.__new__(cls, (label, value, confidence))

    def __repr__(self) -> str:
        return f"<Attribute {self.label}, confidence {self.confidence:g}>"

    @property
    def pair(self) -> Pair:
        """The attribute without its confidence."""
        return (self.label, self.value)


_LABEL, _VALUE, _CONFIDENCE = map(itemgetter, range(3))


@dataclass(frozen=True, init=False, repr=False)
class Record:
    """A set of attributes in which no two share (label, value): immutable, sorted, hashable.

    ``r = {<l1, v1, c1>, <l2, v2, c2>, ...}``; a label may occur with several values.
    Source: Whang & Garcia-Molina 2012, Section 2.

    >>> record = Record.of(("N", "Alice"), ("A", "20", 0.5), ("A", "30", 0.4))
    >>> len(record), record.values("A"), record.confidence_of(("A", "30"))
    (3, ('20', '30'), 0.4)
    """

    attributes: tuple[Attribute, ...]

    def __init__(self, attributes: Iterable[Attribute] = ()) -> None:
        ordered = tuple(sorted(attributes))
        try:
            pairs = {(a.label, a.value) for a in ordered}
        except AttributeError:
            raise TypeError("a Record takes Attributes; Record.of makes one of tuples or a dictionary") from None
        if len(pairs) < len(ordered):
            raise ValueError("two attributes of a record must not share both label and value")
        object.__setattr__(self, "attributes", ordered)

    @staticmethod
    def of(*attributes: Pair | tuple[str, str, float] | Mapping[str, str | Sequence[str]]) -> Record:
        """A record from tuples (label, value) or (label, value, confidence), or from a dictionary.

        >>> Record.of({"N": "Alice", "E": ["a@b", "c@d"]}).values("E")
        ('a@b', 'c@d')
        """
        given: list[Any] = [*attributes]
        if len(given) == 1 and isinstance(given[0], Mapping):
            listed = ((label, some if isinstance(some, tuple | list) else [some]) for label, some in given[0].items())
            given = [(label, value) for label, some in listed for value in some]
        for one in given:
            if not isinstance(one, tuple | list) or len(one) not in (2, 3):
                facts = "(label, value) or (label, value, confidence), or a dictionary from labels to texts"
                raise TypeError(f"Record.of takes {facts}; got {type(one).__name__}")
        return Record(Attribute(*one) for one in given)

    @cached_property
    def confidences(self) -> dict[Pair, float]:
        """The confidence of every attribute by its (label, value) pair."""
        return {(a.label, a.value): a.confidence for a in self.attributes}

    @cached_property
    def known(self) -> Record:
        """This record without attributes of confidence 0, which count as absent (2012, Section 2.3).

        >>> len(Record.of(("N", "Alice"), ("P", "123", 0.0)).known)
        1
        """
        return self if all(map(_CONFIDENCE, self.attributes)) else Record(filter(_CONFIDENCE, self.attributes))

    @cached_property
    def by_label(self) -> dict[str, tuple[str, ...]]:
        """The known values of each label, sorted."""
        return {label: tuple(map(_VALUE, some)) for label, some in groupby(self.known.attributes, _LABEL)}

    @property
    def labels(self) -> tuple[str, ...]:
        """The known labels, sorted."""
        return tuple(self.by_label)

    def values(self, label: str) -> tuple[str, ...]:
        """The known values of a label, sorted; may be empty."""
        return self.by_label.get(label, ())

    def confidence_of(self, pair: Pair) -> float:
        """``p(a, r)`` (2012, Section 2.3): the confidence of a pair, 0 if the record lacks it."""
        return self.confidences.get(pair, 0.0)

    def known_under(self, labels: tuple[str, ...]) -> Record:
        """The known attributes of some labels; cached, as a record is compared with many."""
        kept: dict[tuple[str, ...], Record] = self.__dict__.setdefault("_kept", {})
        if labels not in kept:
            kept[labels] = Record(a for a in self.known if a.label in labels)
        return kept[labels]

    def with_attributes(self, attributes: Iterable[Attribute]) -> Record:
        """A record like this one, such as of the same owner, with other attributes."""
        return Record(attributes)

    def without(self, *pairs: Pair) -> Record:
        """This record without some attributes, as far as it has them."""
        if self.confidences.keys().isdisjoint(pairs):
            return self
        return self.with_attributes(a for a in self.attributes if a.pair not in pairs)

    def with_attribute(self, attribute: Attribute) -> Record:
        """This record with one attribute added, or replaced if it has the pair."""
        return self.with_attributes((*self.without(attribute.pair).attributes, attribute))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.attributes)

    def __getstate__(self) -> dict[str, object]:
        # Hashes of texts differ between processes; caches are made anew.
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.attributes)

    def __len__(self) -> int:
        return len(self.attributes)

    def __contains__(self, pair: object) -> bool:
        """Whether the record knows the pair; at confidence 0 it does not."""
        return self.confidences.get(pair, 0.0) > 0.0  # type: ignore[call-overload, no-any-return]

    def __getitem__(self, index: int) -> Attribute:
        return self.attributes[index]

    def __repr__(self) -> str:
        return f"<Record of {', '.join(dict.fromkeys(a.label for a in self.attributes)) or 'nothing'}>"


def gathered(attributes: Iterable[Attribute]) -> Record:
    """A record of attributes with possibly repeated pairs; the greater confidence stays."""
    surest: dict[Pair, Attribute] = {}
    for attribute in attributes:
        best = surest.setdefault((attribute.label, attribute.value), attribute)
        if attribute.confidence > best.confidence:
            surest[attribute.label, attribute.value] = attribute
    return Record(surest.values())


@final
class Untyped(str):
    """The value of a fact that a person has but did not type: equal only to itself, not to any text.

    It counts in W_e like any value, and two records that hold it for a label share it. It sorts before all texts and is
    similar to none.

    >>> UNTYPED == Untyped(), UNTYPED == str(UNTYPED), sorted(["a", UNTYPED])[0] is UNTYPED
    (True, False, True)
    """

    __slots__ = ()

    def __new__(cls) -> Untyped:
        return super().__new__(cls, " not typed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Untyped)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, Untyped)

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return "not typed"

    def __repr__(self) -> str:
        return "UNTYPED"

    def __reduce__(self) -> tuple[type[Untyped], tuple[()]]:
        return Untyped, ()


UNTYPED: Final = Untyped()


def is_typed(pair: Pair) -> bool:
    """Whether a (label, value) pair has a value that was typed.

    >>> is_typed(("Card", UNTYPED)), is_typed(("Card", "not typed"))
    (False, True)
    """
    return not isinstance(pair[1], Untyped)


def redacted_repr(self: Any) -> str:
    """The repr of a dataclass with its numbers and the sizes of its collections, without texts or anything else."""
    values = ((field.name, getattr(self, field.name)) for field in dataclasses.fields(self) if field.repr)
    counted = ((name, len(v) if isinstance(v, Sized) and not isinstance(v, str | bytes) else v) for name, v in values)
    parts = (f"{name}={value:.6g}" for name, value in counted if isinstance(value, Real))
    return f"{type(self).__name__}({', '.join(parts)})"
