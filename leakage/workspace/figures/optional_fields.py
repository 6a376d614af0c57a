"""Choosing: which of a planned release's optional fields to give."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from leakage.decision.optional_fields import FieldChoice, FieldTradeOff, field_trade_off
from leakage.record import Attribute, Pair, Record
from leakage.workspace.figures.assessment import PoolLeakage
from leakage.workspace.figures.planned_releases import arrival
from leakage.workspace.workspace import Release, Workspace


def parted(plan: Release) -> tuple[Record, tuple[Attribute, ...]]:
    """The fields a planned release must give, and those it may leave blank.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")), required=(("N", "Alice"),))
    >>> must, may = parted(plan)
    >>> [field.label for field in must], [field.label for field in may]
    (['N'], ['P'])
    """
    must = Record(field for field in plan.record if field.pair in plan.required)
    return must, tuple(field for field in plan.record if field.pair not in plan.required)


def with_required(workspace: Workspace, plan: Release, pairs: Collection[Pair]) -> Workspace:
    """The workspace with other fields that a planned release must give.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")))
    >>> with_required(Workspace(plans=(plan,)), plan, [("P", "123")]).plans[0].required
    (('P', '123'),)
    """
    marked = replace(plan, required=tuple(sorted(pairs)))
    return replace(workspace, plans=tuple(marked if other == plan else other for other in workspace.plans))


def choose_fields(workspace: Workspace, plan: Release, assessed: Sequence[PoolLeakage] | None = None) -> FieldTradeOff:
    """Which optional fields of a planned release to give, for every number of them, by the whole leakage.

    ``min over S of max over pools of L(R_pool + {must + S}, e, E)``; see ``leakage.decision.optional_fields``.
    Source: Whang & Garcia-Molina 2012, Section 4.1.

    Arguments:
        workspace: what is out, who pools it, and which fields are required.
        plan: one of its plans.
        assessed: what ``assess(workspace)`` gave, where it is at hand.

    Raises:
        ValueError: for more than 20 optional fields.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")), required=(("N", "Alice"),))
    >>> work = Workspace((("N", "Alice"), ("P", "123")), plans=(plan,))
    >>> [(len(choice.given), round(choice.leakage, 9)) for choice in choose_fields(work, plan).plans]
    [(1, 1.0), (0, 0.666666667)]
    """
    must, may = parted(plan)
    place = arrival(workspace, plan.recipient, assessed)
    return field_trade_off(place.baselines, must, may, rest=place.rest)


def with_choice(workspace: Workspace, plan: Release, choice: FieldChoice) -> Workspace:
    """The workspace with a planned release that leaves blank what a choice leaves blank.

    >>> plan = Release("Order", "Shop", Record.of(("N", "Alice"), ("P", "123")))
    >>> blank = FieldChoice(1.0, 0.5, 0.5, (), tuple(plan.record)[1:], 0.0)
    >>> len(with_choice(Workspace(plans=(plan,)), plan, blank).plans[0].record)
    1
    """
    blank = {field.pair for field in choice.blank}
    shorter = replace(plan, record=Record(field for field in plan.record if field.pair not in blank))
    return replace(workspace, plans=tuple(shorter if other is plan else other for other in workspace.plans))
