"""What places ask for: how many forms of a kind ask for a fact, as a presumption about one place.

Source of the figures: Cui, Trimananda & Markopoulou, "Understanding Privacy Norms through Web Forms", PoPETs 2025 (1);
292,655 forms of 11,500 sites. ``asked.toml`` has them. The crawler did not log in, so forms at checkout are few.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leakage.workspace.places.kinds import KINDS, KindName
from leakage.workspace.places.site_list import read_toml

GUESS = 0.5
"""How probable it is that a place of a kind has what such places usually ask for, where nothing was measured."""

ORDERED_WITH = ("Card",)
"""What is given with an order, and not with an account."""

REGISTRATION, PAYMENT = "registration forms", "payment forms"
"""Which forms every account has filled in, and which one fills in who buys."""

_FORMS: Mapping[str, str] = {
    REGISTRATION: "registration forms",
    PAYMENT: "payment forms",
    "finance": "financial sites' forms",
    "gaming": "gaming sites' forms",
    "health": "health sites' forms",
    "shopping": "shops' forms",
    "travel": "travel sites' forms",
}


@dataclass(frozen=True, slots=True)
class PresumedFact:
    """A fact that a place of some kind may have asked for.

    Arguments:
        label: of the fact, one of the program's.
        probability: that the place has it, in [0, 1].
        evidence: why, in one sentence.
        measured: whether forms were counted; else it is a guess.
    """

    label: str
    probability: float
    evidence: str
    measured: bool


@functools.cache
def asked_for() -> Mapping[str, Mapping[str, float]]:
    """Per cent of forms that ask for a fact, by kind of form or site and by label; what is missing was not measured."""
    return read_toml("asked.toml")


def presumed_facts(kind: KindName | None = None, bought: bool = False) -> tuple[PresumedFact, ...]:
    """What a place of a kind has probably asked for, what was measured first.

    Of a fact the greatest counts of: the figure of the kind, that of registration forms, and where something was bought
    that of payment forms. What the kind usually asks for and forms were never counted for is a guess of ``GUESS``; a
    card is given with an order, so it is presumed only where something was bought. Of a vague kind, and of
    none, only what registration forms ask for is presumed; of a data broker nothing, for it asks nobody.
    ValueError for a kind that is none.

    >>> [(fact.label, fact.probability) for fact in presumed_facts("Online shop")][:4]
    [('Email', 0.923), ('Name', 0.705), ('Phone', 0.443), ('Address', 0.173)]
    >>> presumed_facts("Online shop", bought=True)[3].evidence, presumed_facts("Doctor")[-1].evidence
    ('54 % of payment forms ask for it.', 'A guess: such places usually ask for it.')
    """
    if kind is not None and kind not in KINDS:
        raise ValueError("this is no kind of place")
    if kind == "Data broker":  # Nobody ever filled in a form there.
        return ()
    return tuple(sorted(_presumed(kind, bought), key=lambda fact: not fact.measured))


def _presumed(kind: KindName | None, bought: bool) -> Iterator[PresumedFact]:
    row = KINDS[kind].row if kind else ""
    rows = [*([row] if row else []), REGISTRATION, *([PAYMENT] if bought else [])]
    usual = [label for label in _usual(kind) if bought or label not in ORDERED_WITH]
    labels = dict.fromkeys((*asked_for()[REGISTRATION], *usual))
    for label in labels:
        figures = {name: round(asked_for()[name][label] / 100, 3) for name in rows if label in asked_for()[name]}
        greatest = max(figures, key=figures.__getitem__, default="")
        if not figures:
            yield PresumedFact(label, GUESS, "A guess: such places usually ask for it.", measured=False)
        else:
            share = figures[greatest]
            yield PresumedFact(label, share, f"{100 * share:.0f} % of {_FORMS[greatest]} ask for it.", measured=True)


def _usual(kind: KindName | None) -> tuple[str, ...]:
    """What places of a kind usually ask for; nothing for a kind that says too little."""
    traits = KINDS[kind] if kind else None
    return () if traits is None or traits.vague else tuple(KINDS[traits.like].asks if traits.like else traits.asks)
