"""Ordered subsets: E(S) of many subsets where the order of the records counts, a step at a time."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from sys import getsizeof
from typing import NamedTuple

from leakage.progress import look, looking
from leakage.resolution.memory import Memory
from leakage.resolution.views import Condition, View

MOST_STEPS = 1 << 16
"""Steps that are remembered."""

FAR = 8
"""Records beyond which not every state on the way is kept, but every 32nd."""


class _Settled:
    """What a match reads of the composites that have settled, in their order; and what became of records that came."""

    __slots__ = ("steps", "views")

    def __init__(self, views: tuple[View, ...]) -> None:
        self.views = views
        self.steps: dict[View, _Step] = {}


class _Step(NamedTuple):
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
        self._known: dict[tuple[View, ...], _Settled] = {}
        self._steps = 0
        self._memory: Memory[int, _State] = Memory()
        self._first = (1 << always) - 1
        self._start = _State(self._settled(()), ())
        self._start = self._state(self._first, lambda records: None)

    def composites(self, subset: int) -> tuple[int, ...]:
        """The masks of the composites of a subset, those always there among them."""
        return self._state(subset & ~self._first, self._memory.get).masks

    def _state(self, rest: int, known: Callable[[int], _State | None]) -> _State:
        """The composites of the start and the rest of a subset."""
        waiting, left, state = [], rest, None
        while left and (state := known(left)) is None:
            look()
            high = left.bit_length() - 1
            waiting.append(high)
            left ^= 1 << high
        state = state or self._start
        for to_go, number in zip(reversed(range(len(waiting))), looking(reversed(waiting)), strict=True):
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

    def _taken(self, settled: _Settled, arriving: View) -> _Step:
        others, view, places = list(settled.views), arriving, []
        while (place := self._joining(others, view)) is not None:
            places.append(place)
            view = tuple(map(operator.or_, others.pop(place), view))
        if self._steps >= MOST_STEPS:
            self._forget()
        self._steps += 1
        settled.steps[arriving] = _Step(tuple(places), self._settled((*others, view)))
        return settled.steps[arriving]

    def _joining(self, others: Sequence[View], view: View) -> int | None:
        return next((place for place, other in enumerate(others) if self._matches(view, other)), None)

    def _settled(self, views: tuple[View, ...]) -> _Settled:
        if views not in self._known:
            self._known[views] = _Settled(views)
        return self._known[views]

    def _forget(self) -> None:
        """Forget all steps, and the states that lead to them."""
        self._known, self._steps, self._memory = {}, 0, Memory()
        self._start = _State(self._settled(self._start.settled.views), self._start.masks)
