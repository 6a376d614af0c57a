"""Facts that are not said in so many words: one that a person has and did not type, and one that is only presumed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, final

from leakage.record import Attribute, Pair, Record

JOINER = "\N{WORD JOINER}"
"""Is not seen, and keeps the texts of this module apart from all others where only characters are compared."""

LAST = "\U0010ffff"
"""The last code point, which is no character and in no text that may be entered: presumptions begin with it.

They are compared and hashed as texts are, for a record may hold thousands of them, and stand behind all other texts.
"""


# What a person has and did not type.


@final
class Untyped(str):
    """The value of a fact that a person has and did not type: equal to itself alone, and to no text.

    It counts in W_e as any value does, and two records that hold it under one label share it. It sorts before all
    texts, reads "not typed", and says nothing of the value: it is near no other.

    >>> UNTYPED == Untyped(), UNTYPED == str(UNTYPED), sorted(["a", UNTYPED])[0] is UNTYPED
    (True, False, True)
    >>> Record.of(("Card", UNTYPED)).values("Card")
    (UNTYPED,)
    """

    __slots__ = ()

    def __new__(cls) -> Untyped:
        return super().__new__(cls, f"{JOINER}not typed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Untyped)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, Untyped)

    def __hash__(self) -> int:
        return hash((Untyped, str(self)))

    def __lt__(self, other: str) -> bool:
        return not isinstance(other, Untyped)

    def __le__(self, other: str) -> bool:
        return True

    def __gt__(self, other: str) -> bool:
        return False

    def __ge__(self, other: str) -> bool:
        return isinstance(other, Untyped)

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


# What somebody probably holds: it joins nothing, and is counted once records are joined.


@final
class PresumedLabel(str):
    """The label of a presumption: that a fact under another label is held. No match rule reads it.

    Arguments:
        label: of the fact.

    >>> PresumedLabel("Phone") == "Phone", PresumedLabel("Phone") > "Phone", PresumedLabel("Phone").label
    (False, True, 'Phone')
    """

    label: str

    def __new__(cls, label: str) -> PresumedLabel:
        made = super().__new__(cls, f"{LAST}{label}")
        made.label = label
        return made

    def __reduce__(self) -> tuple[type[PresumedLabel], tuple[str]]:
        return PresumedLabel, (self.label,)


@final
class PresumedValue(str):
    """The value of a presumption, with who is presumed to hold it: two holders are two chances.

    Arguments:
        value: of the fact.
        source: the name of the release.
    """

    value: str
    source: str

    def __new__(cls, value: str, source: str) -> PresumedValue:
        made = super().__new__(cls, f"{LAST}{value}{LAST}{source}")
        made.value, made.source = value, source
        return made

    def __reduce__(self) -> tuple[type[PresumedValue], tuple[str, str]]:
        return PresumedValue, (self.value, self.source)


def presumption(pair: Pair, source: str, probability: float) -> Attribute:
    """The attribute by which a record says that its holder probably has a fact besides.

    Arguments:
        pair: the fact's label and value.
        source: whose presumption it is; those of different sources are independent.
        probability: in [0, 1].

    Raises:
        ValueError: for a probability out of range, or an empty label.

    >>> record = Record((Attribute("Email", "a@b.c"), presumption(("Phone", "1"), "Shop", 0.17)))
    >>> record.values("Phone"), [(a.label, a.value, a.confidence) for a in with_presumed_facts(record)]
    ((), [('Email', 'a@b.c', 1.0), ('Phone', '1', 0.17)])
    """
    if not pair[0]:
        raise ValueError("label must not be empty")
    return Attribute(PresumedLabel(pair[0]), PresumedValue(pair[1], source), probability)


def fact_of(pair: Pair) -> Pair:
    """The fact that a pair is about: its own, or the one presumed.

    >>> fact_of(presumption(("Phone", "1"), "Shop", 0.17).pair), fact_of(("Phone", "1"))
    (('Phone', '1'), ('Phone', '1'))
    """
    label, value = pair
    if isinstance(label, PresumedLabel) and isinstance(value, PresumedValue):
        return label.label, value.value
    return pair


def presumes(record: Record) -> bool:
    """Whether a record says of anything that it is probably held besides; such attributes are its last."""
    return bool(record.attributes) and isinstance(record.attributes[-1].label, PresumedLabel)


def given_facts(record: Record) -> Record:
    """A record without what is only presumed of its holder.

    >>> len(given_facts(Record((Attribute("Email", "a@b.c"), presumption(("Phone", "1"), "Shop", 0.17)))))
    1
    """
    return Record(a for a in record if not isinstance(a.label, PresumedLabel)) if presumes(record) else record


def either(confidences: Iterable[float]) -> float:
    """``1 - prod_i (1 - p_i)``: the probability that at least one of independent sources is right.

    >>> either([0.5, 0.5]), either([0.1])
    (0.75, 0.1)
    """
    first, *others = confidences
    if not others:
        return first  # As written in the formula, 1 - (1 - p) would not give back a small p.
    absent = 1.0 - first
    for confidence in others:
        absent *= 1.0 - confidence
    return 1.0 - absent


def with_presumed_facts(record: Record) -> Record:
    """A record in which what is presumed stands among what was given: with the probability that any source holds it.

    ``p_f = 1 - (1 - c_f) prod_i (1 - p_i)`` with the confidence c_f of what was given, and a presumption i of each
    source. Taken of a composite: presumptions join no records, so they are counted after those are joined.

    >>> both = [presumption(("Phone", "1"), shop, 0.5) for shop in ("Shop", "Bank")]
    >>> with_presumed_facts(Record(both)).confidence_of(("Phone", "1"))
    0.75
    """
    if not presumes(record):
        return record
    by_fact: dict[Pair, list[float]] = defaultdict(list)
    for attribute in record:
        by_fact[fact_of(attribute.pair)].append(attribute.confidence)
    return Record(Attribute(*pair, either(confidences)) for pair, confidences in by_fact.items())


def presumed_record(
    record: Record, presumed: Iterable[tuple[str, float]], facts: Mapping[str, str], source: str
) -> Record:
    """A record with what its holder is presumed to have: facts under labels of which it says nothing itself.

    Arguments:
        record: what was given.
        presumed: labels with the probability that a fact of the label is held; 0 says that it is not.
        facts: the value that a label's fact has; of a label without one nothing is presumed.
        source: the name of the release.

    >>> given = Record.of(("Email", "a@b.c"))
    >>> record = presumed_record(given, [("Email", 0.9), ("Phone", 0.2), ("City", 0.1)], {"Phone": "1"}, "Shop")
    >>> [(a.label, a.confidence) for a in with_presumed_facts(record)]
    [('Email', 1.0), ('Phone', 0.2)]
    """
    likely = [
        presumption((label, facts[label]), source, probability)
        for label, probability in presumed
        if probability > 0.0 and label in facts and not record.values(label)
    ]
    return Record((*record, *likely)) if likely else record
