"""Before and after a lie: what Eve has, what the lie sticks to, and what she has then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leakage.lessons.pictures import markup
from leakage.lessons.pictures.desk import DeskCard, labels_of
from leakage.lessons.worked import worst_pool
from leakage.measure.record_leakage import record_leakage
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.resolution import Resolution
from leakage.tabular.rows import redacted_repr
from leakage.workspace.figures.assessment import records_of
from leakage.workspace.workspace import Workspace

# The change: Eve's cards before, and after one record more.


@dataclass(frozen=True, slots=True)
class Change:
    """What one record more does.

    Arguments:
        told: that record.
        before: Eve's cards without it.
        after: her cards with it.
        parts: for every card after, the numbers of the cards before that went into it.
        holds_told: the number of the card after that has it.
        shared: the (label, value) pairs by which it was joined.
        reference: e.
        labels: what labels are called.
    """

    told: DeskCard
    before: tuple[DeskCard, ...]
    after: tuple[DeskCard, ...]
    parts: tuple[tuple[int, ...], ...]
    holds_told: int
    shared: frozenset[Pair]
    reference: Record
    labels: Mapping[str, str]

    __repr__ = redacted_repr

    @property
    def leakages(self) -> tuple[float, float]:
        """What Eve knows before, and after."""
        before, after = (max((card.leakage for card in cards), default=0.0) for cards in (self.before, self.after))
        return before, after


def change_of(
    records: Sequence[Record],
    names: Sequence[str],
    told: Record,
    told_name: str,
    adversary: Adversary,
    reference: Record,
    measure: Weights | None = None,
    labels: Mapping[str, str] | None = None,
) -> Change:
    """What one record more does to what an adversary has.

    ``L(R, e, E)`` and ``L(R + {r}, e, E)``, with all of E(R) and E(R + {r}).
    Source: Whang & Garcia-Molina 2012, Sections 4.1 and 4.2.

    Arguments:
        records: R.
        names: of the records, one each.
        told: r.
        told_name: what that is called.
        adversary: E.
        reference: e.
        measure: weights, or another measure.
        labels: what labels are called, where that is something else.

    >>> from leakage import Adversary, Resolve, Shares
    >>> card, lie = Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"), ("P", "2"))
    >>> change_of([card], ["Shop"], lie, "a lie", Adversary((Resolve(Shares("N")),)), card).leakages
    (1.0, 0.8)
    """
    before, after = adversary.resolve(records), adversary.resolve([*records, told])
    called = [*names, told_name]

    def cards(resolution: Resolution) -> tuple[DeskCard, ...]:
        return tuple(
            DeskCard(tuple(called[number] for number in members), record, record_leakage(record, reference, measure))
            for record, members in zip(resolution.composites, resolution.members, strict=True)
        )

    holds = int(after.composite_of[-1])
    return Change(
        DeskCard((told_name,), told, record_leakage(told, reference, measure)),
        cards(before),
        cards(after),
        tuple(tuple(_within(before, members)) for members in after.members),
        holds,
        frozenset(_matching(after, len(records))),
        reference,
        labels or {},
    )


def _within(before: Resolution, members: Sequence[int]) -> Iterable[int]:
    """The cards of before of which some record is among the members."""
    inside = set(members)
    return (number for number, others in enumerate(before.members) if not inside.isdisjoint(others))


def _matching(after: Resolution, told: int) -> Iterable[Pair]:
    """By which pairs a record is joined."""
    for join in after.evidence:
        if told in join.records:
            yield from join.key.shared


def change_by_plan(work: Workspace, plan: int = 0) -> Change:
    """What a plan of a step does with the pool that knows most."""
    leaked = worst_pool(work)
    records = records_of(work, leaked.pool)
    own = [work.releases[number].name for number in leaked.pool.releases]
    names = [*(f"Stranger {number + 1}" for number in range(len(records) - len(own))), *own]
    told = work.plans[plan]
    return change_of(
        records, names, told.record, told.name, work.pooling_adversary, work.reference, work.measure, labels_of(work)
    )


# The picture: before, the lie with what it sticks to, after.


BEFORE, TOLD, AFTER = range(3)


def lie(change: Change, title: str = "Before and after a lie") -> str:
    """The three states as HTML."""
    before, after = change.leakages
    kept = {parts[0]: number for number, parts in enumerate(change.parts) if _is_kept(change, number)}
    cards = [_before(change, number, kept) for number in range(len(change.before))]
    cards.append(_planned_card(change))
    cards += [_after(change, number) for number in range(len(change.after)) if not _is_kept(change, number)]
    return markup.stepped(
        "lie",
        title,
        "".join(cards),
        _sentences(change),
        [before, before, after],
        before=markup.truth(change.reference, dict(change.labels)),
    )


def _is_kept(change: Change, number: int) -> bool:
    """Whether a card after is one of before, untouched."""
    parts = change.parts[number]
    return (
        number != change.holds_told and len(parts) == 1 and change.before[parts[0]].names == change.after[number].names
    )


def _before(change: Change, number: int, kept: Mapping[int, int]) -> str:
    states = [BEFORE, TOLD, AFTER] if number in kept else [BEFORE, TOLD]
    marked = [BEFORE, TOLD] if number == _most(change.before) else []
    if number in kept and kept[number] == _most(change.after):
        marked.append(AFTER)
    touched = number in change.parts[change.holds_told]
    return _card(change, change.before[number], f"{number}", states, marked, lit=touched)


def _planned_card(change: Change) -> str:
    return _card(change, change.told, "told", [TOLD], [], lit=True)


def _after(change: Change, number: int) -> str:
    parts = [str(part) for part in change.parts[number]]
    if number == change.holds_told:
        parts.append("told")
    marked = [AFTER] if number == _most(change.after) else []
    data = f'data-parts="{" ".join(parts)}"'
    return _card(change, change.after[number], f"after-{number}", [AFTER], marked, more=data)


def _most(cards: Sequence[DeskCard]) -> int:
    return max(range(len(cards)), key=lambda number: cards[number].leakage)


def _card(
    change: Change,
    shown: DeskCard,
    key: str,
    states: Sequence[int],
    marked: Sequence[int],
    *,
    lit: bool = False,
    more: str = "",
) -> str:
    facts = [_fact(change, a, lit=lit) for a in shown.record if a.confidence > 0.0]
    data = f'{markup.in_states(states)} data-card="{key}" data-mark="{markup.numbers(marked)}" {more}'
    return markup.card(shown.name, facts, shown.leakage, data, marked=BEFORE in marked)


def _fact(change: Change, attribute: Attribute, *, lit: bool) -> str:
    label = change.labels.get(attribute.label, attribute.label)
    data = f'data-lit="{TOLD}"' if lit and attribute.pair in change.shared else ""
    return markup.fact(attribute, label, change.reference, data)


def _sentences(change: Change) -> list[str]:
    before, after = change.leakages
    touched = [change.before[number].name for number in change.parts[change.holds_told]]
    moved = 100.0 * (after - before)
    points = f"{abs(moved):.1f} points {'more' if moved > 0 else 'less'}" if abs(moved) >= 0.05 else "no change"
    most = change.after[_most(change.after)].name
    return [
        f"Before: Eve knows {markup.share(before)}.",
        f"The lie, “{change.told.name}”, is joined with {markup.listed(touched) or 'nothing'}.",
        f"After: Eve knows {markup.share(after)}, {points}. The most telling card is {most}.",
    ]
