"""Wrong attributes: what can be said wrongly of a person, the heaviest labels first."""

from __future__ import annotations

from collections.abc import Collection
from itertools import cycle, islice

from leakage.measure.measuring import as_measure
from leakage.record import Attribute
from leakage.workspace.figures.made_up_values import made_up_values
from leakage.workspace.workspace import Workspace


def believable_attributes(
    workspace: Workspace, count: int, seed: int = 0, labels: Collection[str] | None = None
) -> tuple[Attribute, ...]:
    """Wrong but believable attributes, of the heaviest labels first.

    The profile's labels by falling weight, over and over: a heavy label dilutes more. No value is used that
    occurs in the workspace, so none can make a match by chance. Labels that the rules read
    are left out where a further value may break a match (``SameKeySet`` and whatever is not ``Shares``).
    Source: Whang & Garcia-Molina 2012, Section 4.2 (Add).

    Arguments:
        workspace: its profile, weights and values in use.
        count: how many, >= 0; fewer where there is no label to use, or rules take all values for one in use.
        seed: chooses the values.
        labels: which of the profile's labels may be used; None for all.

    Raises:
        ValueError: if count is negative.

    >>> work = Workspace((("Name", "Alice"), ("Card", "main card")), (("Card", 3.0),))
    >>> [attribute.label for attribute in believable_attributes(work, 3)]
    ['Card', 'Name', 'Card']
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    order = list(islice(cycle(_labels_to_use(workspace, labels)), count))
    values = made_up_values(workspace, seed)
    supply = {label: iter(values(label, order.count(label))) for label in dict.fromkeys(order)}
    found = ((label, next(supply[label], None)) for label in order)
    return tuple(Attribute(label, value) for label, value in found if value is not None)


def _labels_to_use(workspace: Workspace, wanted: Collection[str] | None) -> list[str]:
    rules = workspace.adversary.matches
    read = {label for match in rules if not match.keeps_keys for label in match.labels}
    known = dict.fromkeys(label for label, _ in workspace.profile)
    measure = as_measure(workspace.measure)
    labels = [label for label in known if label not in read and (wanted is None or label in wanted)]
    return sorted(labels, key=lambda label: -measure.weight_of(label))
