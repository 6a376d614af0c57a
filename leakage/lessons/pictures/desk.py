"""Cards on Eve's desk: what is joined by which values, and how much every card tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from leakage.decision.leakage import NOBODY
from leakage.decision.presumed import PresumedOf, with_presumed
from leakage.lessons.grid import short_name
from leakage.lessons.pictures import markup
from leakage.lessons.worked import worst_pool
from leakage.measure.leakage import record_leakage
from leakage.measure.weights import Weights
from leakage.record import Attribute, Pair, Record
from leakage.reprs import redacted_repr
from leakage.resolution.adversary import Adversary, Resolution
from leakage.resolution.operations import Merge, Operation, Resolve, ResolvePerSource, SingleLink, merged, union_merge
from leakage.workspace.figures.assessment import records_of
from leakage.workspace.workspace import Workspace

# The desk: cards, and the joins that make new cards of them, with the leakage of each.


MOST_NAMES = 5
"""Names of records in that of a card."""


@dataclass(frozen=True, slots=True)
class DeskCard:
    """A record that lies on Eve's desk.

    Arguments:
        names: of the records that it is made of.
        record: what it says.
        leakage: L(r, e).
    """

    names: tuple[str, ...]
    record: Record
    leakage: float

    __repr__ = redacted_repr

    @property
    def name(self) -> str:
        """The names in one; of many the first, and how many more there are.

        >>> DeskCard(("Club", "Shop"), Record(), 0.0).name, DeskCard(tuple("ABCDEF"), Record(), 0.0).name
        ('Club + Shop', 'A + 5 more')
        """
        rest = len(self.names) - 1
        return f"{self.names[0]} + {rest} more" if rest >= MOST_NAMES else " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class DeskJoin:
    """Two cards that become one.

    Arguments:
        left, right: numbers of the cards; those that joins made follow the ones that lay there at first.
        shared: the (label, value) pairs by which they match; of values that are only alike those of both.
        card: what they become.
    """

    left: int
    right: int
    shared: tuple[Pair, ...]
    card: DeskCard

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class Desk:
    """Cards, and what is joined one after the other.

    Arguments:
        cards: as they lie there at first.
        joins: in their order.
        reference: e, what is true.
        labels: what labels are called.
        watched: the card that counts; of several, where it is None, the one that tells most.
    """

    cards: tuple[DeskCard, ...]
    joins: tuple[DeskJoin, ...]
    reference: Record
    labels: Mapping[str, str]
    watched: int | None = None

    __repr__ = redacted_repr

    @property
    def all_cards(self) -> tuple[DeskCard, ...]:
        """The cards of the beginning, then those that joins make."""
        return (*self.cards, *(join.card for join in self.joins))

    def lying(self, joins: int) -> tuple[int, ...]:
        """The numbers of the cards that lie there after so many joins: each in the place of its first part."""
        lying = list(range(len(self.cards)))
        for number, join in enumerate(self.joins[:joins], len(self.cards)):
            lying[lying.index(join.left)] = number
            lying.remove(join.right)
        return tuple(lying)

    def most_telling(self, joins: int) -> int:
        """The card that counts after so many joins."""
        lying = self.lying(joins)
        if self.watched is not None:
            return lying[self.watched]
        return max(lying, key=lambda number: self.all_cards[number].leakage)

    def leakage(self, joins: int) -> float:
        """What Eve knows after so many joins."""
        return self.all_cards[self.most_telling(joins)].leakage


Measured = Callable[[Record], float]


def desk_of(
    records: Sequence[Record],
    names: Sequence[str],
    adversary: Adversary,
    reference: Record,
    measure: Weights | None = None,
    labels: Mapping[str, str] | None = None,
    resolution: Resolution | None = None,
) -> Desk | None:
    """What an adversary joins, one after the other, with the leakage of every card.

    ``L(mu(S), e)`` for each S that is joined on the way to E(R); the cards left at the end are E(R).
    Source: Whang & Garcia-Molina 2012, Section 2.4.

    Arguments:
        records: R.
        names: of the records, one each.
        adversary: E.
        reference: e.
        measure: weights, or another measure.
        labels: what labels are called, where that is something else.
        resolution: E(R), where it is at hand.

    Returns:
        None where what she does cannot be told join by join: her analyses follow one another.

    >>> from leakage import Adversary, Resolve, Shares
    >>> records = [Record.of(("N", "Alice"), ("P", "1")), Record.of(("N", "Alice"))]
    >>> desk = desk_of(records, ("Club", "Shop"), Adversary(Resolve(Shares("N"))), records[0])
    >>> desk.joins[0].shared, [round(desk.leakage(joins), 3) for joins in (0, 1)]
    ((('N', 'Alice'),), [1.0, 1.0])
    """
    resolved = adversary.resolve(records) if resolution is None else resolution
    prepared = adversary.prepared(records)
    merge = next(filter(None, map(_merge_of, adversary.operations)), union_merge)

    def measured(record: Record) -> float:
        return record_leakage(record, reference, measure)

    cards = tuple(DeskCard((name,), record, measured(record)) for name, record in zip(names, prepared, strict=True))
    joins = tuple(_joins(cards, prepared, resolved, merge, measured))
    desk = Desk(cards, joins, reference, labels or {})
    left = {desk.all_cards[number].record.attributes for number in desk.lying(len(joins))}
    return desk if left == {composite.attributes for composite in resolved.composites} else None


def _merge_of(operation: Operation) -> Merge | None:
    while isinstance(operation, ResolvePerSource):
        operation = operation.operation
    return operation.merge if isinstance(operation, Resolve | SingleLink) else None


def _joins(
    cards: Sequence[DeskCard], records: Sequence[Record], resolved: Resolution, merge: Merge, measured: Measured
) -> Iterator[DeskJoin]:
    groups: dict[int, tuple[int, ...]] = {number: (number,) for number in range(len(cards))}
    card_of = {number: number for number in groups}
    for made, evidence in enumerate(resolved.evidence, len(cards)):
        left, right = sorted((card_of[evidence.left[0]], card_of[evidence.right[0]]), key=lambda card: groups[card])
        members = tuple(sorted((*groups.pop(left), *groups.pop(right))))
        groups[made] = members
        card_of |= dict.fromkeys(members, made)
        record = merged(merge, records, members)
        names = tuple(cards[number].name for number in members)
        yield DeskJoin(left, right, evidence.key.shared, DeskCard(names, record, measured(record)))


def desk_of_finds(
    query: Record,
    records: Sequence[Record],
    names: Sequence[str],
    found: Sequence[tuple[int, tuple[Pair, ...], Record]],
    reference: Record,
    measure: Weights | None,
    labels: Mapping[str, str],
    query_name: str,
    presumed: PresumedOf = NOBODY,
) -> Desk:
    """What adheres to a query, one record after the other; the card that counts is that of the query.

    Arguments:
        query: q.
        records, names, reference, measure, labels: as for ``desk_of``.
        found: the number of a record, the pairs by which it adheres, and what the query then is.
        query_name: what the query is called.
        presumed: by the number of a record what its holder probably has besides.
    """

    def card(called: tuple[str, ...], record: Record, members: Iterable[int] = ()) -> DeskCard:
        held = with_presumed(record, (presumed[n] for n in members if n in presumed))
        return DeskCard(called, held, record_leakage(held, reference, measure))

    cards = [card((query_name,), query)]
    cards += [card((name,), record, [n]) for n, (name, record) in enumerate(zip(names, records, strict=True))]
    joins, adhered, at = list[DeskJoin](), list[int](), 0
    together: tuple[str, ...] = (query_name,)
    for made, (number, shared, composite) in enumerate(found, len(cards)):
        together = (*together, names[number])
        adhered.append(number)
        joins.append(DeskJoin(at, number + 1, shared, card(together, composite, adhered)))
        at = made
    return Desk(tuple(cards), tuple(joins), reference, labels, watched=0)


# The desk of a step of a lesson.


def desk_of_pool(work: Workspace) -> Desk | None:
    """What the pool that knows most has joined."""
    leaked = worst_pool(work)
    numbers = [leaked.release_of(record) for record in range(len(leaked.result.resolution.composite_of))]
    names = [
        f"Stranger {place + 1}" if number is None else work.releases[number].name
        for place, number in enumerate(numbers)
    ]
    records = records_of(work, leaked.pool)
    return desk_of(
        records,
        names,
        work.pooling_adversary,
        work.reference,
        work.measure,
        labels_of(work),
        leaked.result.resolution,
    )


def labels_of(work: Workspace) -> dict[str, str]:
    """What a lesson calls its labels."""
    return {label: short_name(work, label) for label in work.labels}


# The picture: every join in two states, first the values that match, then the card that comes of it.


MOST_FACTS = 10
"""Facts on a card; of more the ones by which it is joined are shown."""


def joining(
    desk: Desk, title: str = "Cards on Eve's desk", most_facts: int = MOST_FACTS, with_truth: bool = True
) -> str:
    """Cards on a desk, which are joined by the values they share, as HTML.

    Arguments:
        desk: with at least one join.
        title: what it shows.
        most_facts: on one card.
        with_truth: whether what is true stands above.
    """
    joins = len(desk.joins)
    cards = "".join(_card(desk, number, most_facts) for number in _in_order(desk))
    return markup.stepped(
        "joining",
        title,
        cards,
        [_sentence(desk, state) for state in range(2 * joins + 1)],
        [desk.leakage(state // 2) for state in range(2 * joins + 1)],
        before=markup.truth(desk.reference, dict(desk.labels)) if with_truth else "",
    )


def _in_order(desk: Desk) -> list[int]:
    """All cards, so that a joined one lies in the place of its first part."""
    order = list(range(len(desk.cards)))
    for number, join in enumerate(desk.joins, len(desk.cards)):
        order.insert(order.index(join.left), number)
    return order


def _states(desk: Desk, number: int) -> list[int]:
    """In which states a card lies there."""
    lying = [joins for joins in range(len(desk.joins) + 1) if number in desk.lying(joins)]
    last = 2 * len(desk.joins)
    return [state for joins in lying for state in (2 * joins, 2 * joins + 1) if state <= last]


def _card(desk: Desk, number: int, most: int) -> str:
    shown, states = desk.all_cards[number], _states(desk, number)
    lit = {pair: _lit(desk, number, pair) for pair in shown.record.confidences}
    attributes = sorted((a for a in shown.record if a.confidence > 0.0), key=lambda a: not lit[a.pair])[:most]
    facts = [_fact(desk, a, lit[a.pair]) for a in shown.record if a in attributes]
    rest = sum(1 for a in shown.record if a.confidence > 0.0) - len(attributes)
    facts += [f"<li>and {rest} more</li>"] if rest > 0 else []
    most_telling = [state for state in states if desk.most_telling(state // 2) == number]
    parts = _parts(desk, number)
    data = [
        markup.in_states(states),
        f'data-card="{number}" data-mark="{markup.numbers(most_telling)}"',
        f'data-parts="{markup.numbers(parts)}"' if parts else "",
    ]
    return markup.card(shown.name, facts, shown.leakage, " ".join(data), marked=0 in most_telling)


def _parts(desk: Desk, number: int) -> Iterable[int]:
    place = number - len(desk.cards)
    return (desk.joins[place].left, desk.joins[place].right) if place >= 0 else ()


def _lit(desk: Desk, number: int, pair: Pair) -> list[int]:
    """The states in which a value of a card is why it matches."""
    return [
        2 * place + 1
        for place, join in enumerate(desk.joins)
        if number in (join.left, join.right) and pair in join.shared
    ]


def _fact(desk: Desk, attribute: Attribute, lit: Sequence[int]) -> str:
    data = f'data-lit="{markup.numbers(lit)}"' if lit else ""
    return markup.fact(attribute, desk.labels.get(attribute.label, attribute.label), desk.reference, data)


def _sentence(desk: Desk, state: int) -> str:
    joins, matching = divmod(state, 2)
    if matching:
        join = desk.joins[joins]
        left, right = (desk.all_cards[number].name for number in (join.left, join.right))
        shared = markup.listed([f"{desk.labels.get(label, label)} {value}" for label, value in join.shared])
        if desk.watched is not None:
            return f"{right} matches: the same {shared}." if shared else f"{right} matches."
        return f"{left} and {right} share {shared}." if shared else f"{left} and {right} match."
    known = markup.share(desk.leakage(joins))
    if desk.watched is not None:
        return f"{'She starts with' if not joins else 'She now has'} {known}."
    most = desk.all_cards[desk.most_telling(joins)].name
    left_over = len(desk.lying(joins))
    cards = f"{left_over} cards lie there" if left_over > 1 else "One card is left"
    return f"{cards}. The most telling is {most}: {known}."
