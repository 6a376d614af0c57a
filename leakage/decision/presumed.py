"""Facts that a holder is only presumed to have: they join nothing, and count once records are joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from leakage import registry
from leakage.record import Attribute, Pair, Record


@registry.by_fields
@dataclass(frozen=True, slots=True)
class Presumed:
    """What a holder of a record is presumed to have besides.

    Arguments:
        holder: who holds it: a presumption is the holder's, and counts once however many records it is said beside.
        facts: (label, value) pairs with the probability in (0, 1] that the holder has them.
    """

    holder: str = field(repr=False)
    facts: tuple[tuple[Pair, float], ...] = field(repr=False)

    def __post_init__(self) -> None:
        for _, probability in self.facts:
            if not 0.0 < probability <= 1.0:
                raise ValueError(f"the probability of a presumption must be in (0, 1], got {probability}")


def with_presumed(composite: Record, presumed: Iterable[Presumed]) -> Record:
    """A composite with what the holders of its records are presumed to have.

    ``p_f = 1 - (1 - c_f) prod_h (1 - p_hf)`` with the composite's confidence c_f, and of each holder h the greatest
    p_hf: what several holders are presumed to have is independent.

    >>> both = [Presumed(shop, ((("Phone", "1"), 0.5),)) for shop in ("Shop", "Bank", "Bank")]
    >>> with_presumed(Record(), both).confidence_of(("Phone", "1"))
    0.75
    """
    by_holder: dict[str, dict[Pair, float]] = {}
    for one in presumed:
        facts = by_holder.setdefault(one.holder, {})
        for pair, probability in one.facts:
            facts[pair] = max(probability, facts.get(pair, 0.0))
    if not by_holder:
        return composite
    chances = dict(composite.confidences)
    for facts in by_holder.values():
        for pair, probability in facts.items():
            known = chances.get(pair, 0.0)
            # As written in the formula, 1 - (1 - p) would not give back a small p.
            chances[pair] = 1.0 - (1.0 - known) * (1.0 - probability) if known else probability
    return Record(Attribute(*pair, chance) for pair, chance in chances.items())


PresumedOf = Mapping[int, Presumed]
"""By the number of a record what its holder is presumed to have besides."""
