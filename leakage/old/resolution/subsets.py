"""Resolution of every subset of some records, record numbers being bits of a mask."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from sys import getsizeof
from typing import Generic, NamedTuple, TypeVar

from leakage.old.bits import bits, mask_of, union_of
from leakage.old.resolution.match_bitsets import Condition, View, Views, views_of
from leakage.old.resolution.merge import latest_wins_merge
from leakage.old.resolution.operations import Operation, Resolve, SingleLink
from leakage.progress import cancellable, check_cancelled
from leakage.record import Record

# Memory: results kept within a bound of bytes, and worked out again beyond it.


Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST_BYTES = 1 << 25
"""What one memory may hold, as its keeper estimates it."""


class Memory(Generic[Key, Value]):
    """Results by key; when they take more bytes than they may, all are forgotten.

    Arguments:
        most: bytes; by default ``MOST_BYTES``.

    >>> memory = Memory(100)
    >>> memory.put("a", 1, 60), memory.get("a")
    (None, 1)
    >>> memory.put("b", 2, 60), memory.get("a"), memory.get("b")
    (None, None, 2)
    """

    def __init__(self, most: int | None = None) -> None:
        self._most, self._bytes = MOST_BYTES if most is None else most, 0
        self._results: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The result, or None where it is not held."""
        return self._results.get(key)

    def put(self, key: Key, value: Value, size: int) -> None:
        """Keep a result of about so many bytes."""
        if self._bytes + size > self._most:
            self._results.clear()
            self._bytes = 0
        self._results[key] = value
        self._bytes += size


# Ordered subsets: E(S) of many subsets where the order of the records counts, a step at a time.


MOST_STEPS = 1 << 16
"""Steps that are remembered."""

FAR = 8
"""Records beyond which not every state on the way is kept, but every 32nd."""


class _Settled:
    """What a match reads of the composites that have settled, in their order; and what became of records that came."""

    __slots__ = ("steps", "views")

    def __init__(self, views: tuple[View, ...]) -> None:
        self.views = views
        self.steps: dict[View, _Arrival] = {}


class _Arrival(NamedTuple):
    """The places of the composites that a record joins, one after the other; and what has settled then."""

    places: tuple[int, ...]
    then: _Settled


class _State(NamedTuple):
    """What is read of the composites, and the masks of their records."""

    settled: _Settled
    masks: tuple[int, ...]


class OrderedSubsets:
    """R-Swoosh of subsets, each a mask of records in their order.

    What a record joins depends only on what the match reads of it and of the composites that have settled. Of many
    records there are few such views: so a step that was taken once is looked up, whatever records are behind it.
    Source: Whang & Garcia-Molina 2012, Section 2.4 and its reference [4] (Swoosh).

    Arguments:
        views: of every record.
        matches: the condition on two views.
        always: how many of the first records are in every subset.

    >>> subsets = OrderedSubsets([(1,), (2,), (1,)], lambda left, right: left == right, 0)
    >>> subsets.composites(0b111), subsets.composites(0b011)
    ((2, 5), (1, 2))
    """

    def __init__(self, views: Sequence[View], matches: Condition, always: int) -> None:
        self._views, self._matches = views, matches
        self._by_views: dict[tuple[View, ...], _Settled] = {}
        self._steps = 0
        self._memory: Memory[int, _State] = Memory()
        self._first = (1 << always) - 1
        self._start = _State(self._settled(()), ())
        self._start = self._state(self._first, lambda records: None)

    def composites(self, subset: int) -> tuple[int, ...]:
        """The masks of the composites of a subset, those always there among them."""
        return self._state(subset & ~self._first, self._memory.get).masks

    def _state(self, rest: int, state_of: Callable[[int], _State | None]) -> _State:
        """The composites of the start and the rest of a subset."""
        waiting, left, state = [], rest, None
        while left and (state := state_of(left)) is None:
            check_cancelled()
            high = left.bit_length() - 1
            waiting.append(high)
            left ^= 1 << high
        state = state or self._start
        for to_go, number in zip(reversed(range(len(waiting))), cancellable(reversed(waiting)), strict=True):
            state = self._with(state, number)
            left |= 1 << number
            if to_go < FAR or number % 32 == 0:
                self._memory.put(left, state, 200 + sum(map(getsizeof, (left, *state.masks))))
        return state

    def _with(self, state: _State, number: int) -> _State:
        view = self._views[number]
        step = state.settled.steps.get(view) or self._taken(state.settled, view)
        if not step.places:
            return _State(step.then, (*state.masks, 1 << number))
        masks, records = list(state.masks), 1 << number
        for place in step.places:
            records |= masks.pop(place)
        masks.append(records)
        return _State(step.then, tuple(masks))

    def _taken(self, settled: _Settled, arriving: View) -> _Arrival:
        others, view, places = list(settled.views), arriving, []
        while (place := self._joining(others, view)) is not None:
            places.append(place)
            view = tuple(map(operator.or_, others.pop(place), view))
        if self._steps >= MOST_STEPS:
            self._forget()
        self._steps += 1
        settled.steps[arriving] = _Arrival(tuple(places), self._settled((*others, view)))
        return settled.steps[arriving]

    def _joining(self, others: Sequence[View], view: View) -> int | None:
        return next((place for place, other in enumerate(others) if self._matches(view, other)), None)

    def _settled(self, views: tuple[View, ...]) -> _Settled:
        if views not in self._by_views:
            self._by_views[views] = _Settled(views)
        return self._by_views[views]

    def _forget(self) -> None:
        """Forget all steps, and the states that lead to them."""
        self._by_views, self._steps, self._memory = {}, 0, Memory()
        self._start = _State(self._settled(self._start.settled.views), self._start.masks)


# Subset resolution: which composites any subset of some records ends in, record numbers being bits of a mask.


class Composite(NamedTuple):
    """The mask of a composite's kinds of records, what the match reads of them, and all kinds any of them touches."""

    kinds: int
    view: View
    touching: int


State = tuple[Composite, ...]
"""The composites of a subset, in the order in which they settled."""


@dataclass(frozen=True, eq=False)
class SubsetResolution:
    """E(S) for subsets S of some records, each subset a mask.

    R-Swoosh takes records in their order, and holds each against what has settled before it. So the composites of S are
    those of S less its last record, that record being held against them; they are remembered, within a bound of bytes.
    With representativity the order does not count, and in single-link clustering a record joins whatever holds a record
    that it matches: both are the same loop.
    Source: Whang & Garcia-Molina 2012, Section 2.4 and its reference [4] (Swoosh).

    Where the order does not count, records of which the match reads the same, and that match one another, are one kind:
    those of a kind that are in S end up together, and what becomes of the others depends only on whether any is.

    Arguments:
        always: the kinds of the first records, which are in every subset, as they settle among themselves.
        alone: every kind as a composite of its own.
        matches: the condition on two views.
        latest_wins: whether what a later record knows of a label takes the place of what earlier ones knew.
        records: for every kind the mask of its records; None where each record is a kind of its own.
    """

    always: State
    alone: tuple[Composite, ...]
    matches: Condition
    latest_wins: bool
    records: tuple[int, ...] | None
    _ordered: OrderedSubsets | None
    _memory: Memory[int, State]
    _unions: Memory[int, int]

    @staticmethod
    def of(operation: Operation | None, records: Sequence[Record], always: int) -> SubsetResolution:
        """The resolution of subsets of records, the first ``always`` of them being in each.

        Arguments:
            operation: ``Resolve`` or ``SingleLink``; None where nothing is merged.
            records: in the order the adversary gets them.
            always: how many of the first records are in every subset.

        Raises:
            TypeError: for another operation, or a match that ``views_of`` does not know.

        >>> from leakage.old.resolution.rules.shared_values import Shares
        >>> records = [Record.of(("N", name)) for name in ("Alice", "Bob", "Alice")]
        >>> resolution = SubsetResolution.of(Resolve(Shares("N")), records, 0)
        >>> resolution.composites(0b111), resolution.composites(0b011)
        ((5, 2), (1, 2))
        """
        views, kinds, ordered = _views(operation, records), None, None
        if operation is not None and operation.unique:
            kinds = _kinds(views)
            views = views.among(next(bits(kind)) for kind in kinds)
        elif isinstance(operation, Resolve) and operation.merge is not latest_wins_merge:
            ordered = OrderedSubsets(views.of, views.matches, always)
            views = views.among(())
            always = 0
        touching = _linked(views) if type(operation) is SingleLink else views.touching
        seen, matches = (views.of, views.matches)
        if type(operation) is SingleLink:
            seen, matches = ((),) * len(views.of), lambda left, right: True
        alone = tuple(Composite(1 << number, view, touching[number]) for number, view in enumerate(cancellable(seen)))
        latest = isinstance(operation, Resolve) and operation.merge is latest_wins_merge
        without_always = SubsetResolution((), alone, matches, latest, kinds, ordered, Memory(), Memory())
        always_kinds = without_always.kinds((1 << always) - 1)
        return SubsetResolution(
            without_always.state(always_kinds), alone, matches, latest, kinds, ordered, Memory(), Memory()
        )

    def composites(self, subset: int) -> tuple[int, ...]:
        """The masks of the composites of a subset, those always there among them."""
        if self._ordered is not None:
            return self._ordered.composites(subset)
        state = self.state(self.kinds(subset))
        return tuple(self.records_of(composite.kinds) & subset for composite in state)

    def grown(self, records: int) -> int:
        """The mask of the composite that some records end in which are one record, held against those always there."""
        parts = [self.alone[number] for number in bits(self.kinds(records))]
        joined = self._with(self.always, reduce(self._joined, parts))[-1].kinds
        always = union_of(self.records_of(composite.kinds) for composite in self.always)
        return self.records_of(joined) & (records | always)

    def kinds(self, subset: int) -> int:
        """The mask of the kinds that a subset has a record of."""
        if self.records is None:
            return subset
        # Read as a binary number: this is done for every subset, and bits put together one by one take three times it.
        return int("".join(["1" if records & subset else "0" for records in reversed(self.records)]) or "0", 2)

    def state(self, kinds: int) -> State:
        """The composites of a subset, by the kinds in it."""
        always = union_of(composite.kinds for composite in self.always)
        waiting, rest = [], kinds & ~always
        state = self._remembered(rest)
        while state is None:
            check_cancelled()
            high = rest.bit_length() - 1
            waiting.append(high)
            rest ^= 1 << high
            state = self._remembered(rest)
        for number in cancellable(reversed(waiting)):
            rest |= 1 << number
            state = self._with(state, self.alone[number])
            self._memory.put(rest, state, _size(state))
        return state

    def records_of(self, kinds: int) -> int:
        """The mask of all records of some kinds."""
        if self.records is None:
            return kinds
        records = self._unions.get(kinds)
        if records is None:
            records = union_of(self.records[kind] for kind in bits(kinds))
            self._unions.put(kinds, records, 100 + getsizeof(kinds) + getsizeof(records))
        return records

    def _remembered(self, rest: int) -> State | None:
        return self._memory.get(rest) if rest else self.always

    def _with(self, settled: State, arriving: Composite) -> State:
        others = list(settled)
        while True:
            place = next(
                (
                    place
                    for place, other in enumerate(others)
                    if other.kinds & arriving.touching and self.matches(arriving.view, other.view)
                ),
                None,
            )
            if place is None:
                return (*others, arriving)
            arriving = self._joined(others.pop(place), arriving)

    def _joined(self, left: Composite, right: Composite) -> Composite:
        kinds = left.kinds | right.kinds
        if self.latest_wins:
            # What two composites know may be interleaved: all their records count in their order.
            views = (self.alone[number].view for number in bits(kinds))
            *_, view = accumulate(
                views, lambda earlier, later: tuple(b or a for a, b in zip(earlier, later, strict=True))
            )
        else:
            view = tuple(map(operator.or_, left.view, right.view))
        return Composite(kinds, view, left.touching | right.touching)


def _views(operation: Operation | None, records: Sequence[Record]) -> Views:
    if operation is None:
        return Views(((),) * len(records), (), lambda left, right: False)
    if type(operation) is Resolve or type(operation) is SingleLink:
        return views_of(operation.match, records)
    raise TypeError("an operation of this kind has no subset resolution")


def _kinds(views: Views) -> tuple[int, ...]:
    """The masks of records that read the same and match one another, in the order of their first records."""
    kinds: dict[tuple[View, int], int] = {}
    for number, view in enumerate(cancellable(views.of)):
        # What does not even match its like stands alone.
        kind = (view, -1 if views.matches(view, view) else number)
        kinds[kind] = kinds.get(kind, 0) | 1 << number
    return tuple(kinds.values())


def _linked(views: Views) -> tuple[int, ...]:
    """For every record the mask of those that match it."""
    return tuple(
        mask_of(other for other in bits(touching) if views.matches(views.of[number], views.of[other]))
        for number, touching in enumerate(cancellable(views.touching))
    )


def _size(state: State) -> int:
    """About how many bytes a state adds to one with a record less: a row of pointers, and the last composite."""
    last = state[-1]
    return 200 + 8 * len(state) + getsizeof(last.kinds) + getsizeof(last.touching) + sum(map(getsizeof, last.view))
