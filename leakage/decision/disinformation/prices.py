"""Prices: what a disinformation record costs the person, by whom it is given to and by what it states."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from leakage.record import Record
from leakage.short_repr import short_repr

FINEST = 1_000
"""Prices that are whole thousandths have a step in common; finer ones are taken to have none."""


@dataclass(frozen=True)
class Prices:
    """``C(r)``: the price of a record to its recipient, and of every attribute to its label.

    ``C(r) = price(recipient) + sum of price(a.l) over the attributes a of r``; the unit is the person's own. "Adding a
    new social network profile would require the cost for registering information. As another example, longer records
    could require more cost and effort to construct."
    Source: Whang & Garcia-Molina 2012, Section 4.2; 2011, Section 3.2.

    Arguments:
        record: of a record, whatever is in it, >= 0.
        attribute: of an attribute, >= 0.
        records: (recipient, price >= 0) where it is another one.
        attributes: (label, price >= 0) where it is another one.

    Raises:
        ValueError: for a price that is negative or not finite, or where a record and an attribute may both be free.

    >>> prices = Prices(3.0, 1.0, records=(("Social network", 5.0),), attributes=(("Photo", 2.0),))
    >>> profile = Record.of(("Name", "Alice"), ("Photo", "portrait 12"))
    >>> prices.cost("Social network", profile), prices.cost("Shop", profile)
    (8.0, 6.0)
    """

    record: float = 3.0
    attribute: float = 1.0
    records: tuple[tuple[str, float], ...] = ()
    attributes: tuple[tuple[str, float], ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        of_records = [self.record, *(price for _, price in self.records)]
        of_attributes = [self.attribute, *(price for _, price in self.attributes)]
        for price in (*of_records, *of_attributes):
            if not 0.0 <= price < math.inf:
                raise ValueError(f"a price must not be negative, and finite, got {price:g}")
        if min(of_records) + min(of_attributes) <= 0.0:
            raise ValueError("a record and an attribute must not both be free: one of the prices must be more than 0")

    def of_record(self, recipient: str) -> float:
        """The price of a record before anything is in it."""
        return self._records.get(recipient, self.record)

    def of_attribute(self, label: str) -> float:
        """The price of stating something under a label."""
        return self._attributes.get(label, self.attribute)

    def of_attributes(self, labels: Iterable[str]) -> float:
        """The price of stating something under each of some labels."""
        return math.fsum(self.of_attribute(label) for label in labels)

    def cost(self, recipient: str, record: Record) -> float:
        """``C(r)``."""
        return self.of_record(recipient) + self.of_attributes(a.label for a in record)

    @cached_property
    def _records(self) -> dict[str, float]:
        return dict(self.records)

    @cached_property
    def _attributes(self) -> dict[str, float]:
        return dict(self.attributes)


def check_budget(budget: float) -> None:
    """Refuse a budget that buys nothing.

    Raises:
        ValueError: if it is not a positive finite number.
    """
    if not 0.0 < budget < math.inf:
        raise ValueError("the budget must be more than 0")


def common_step(prices: Iterable[float]) -> float:
    """The greatest number that all prices are multiples of; 0 where there is none that is a whole thousandth.

    >>> common_step([3.0, 1.5, 0.0]), common_step([1.0, 1.0 / 3.0])
    (1.5, 0.0)
    """
    wanted = [price * FINEST for price in prices]
    whole = [round(price) for price in wanted]
    if any(abs(price - near) > 1e-9 * FINEST for price, near in zip(wanted, whole, strict=True)):
        return 0.0
    return math.gcd(*whole) / FINEST
