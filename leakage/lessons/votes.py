"""Two votes of a class on each question, kept in pairs under pseudonyms."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum

from leakage.lessons.questions import Question

MOST_STUDENTS = 200
COLUMNS = ("Student", "Question", "Asked", "First answer", "Second answer", "First right", "Second right")


class Phase(IntEnum):
    """How far a class is with one question."""

    FIRST = 0
    TALK = 1
    SECOND = 2
    SHOWN = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a class is: ``place`` -1 prepares, 0 joins, 1 to n are the questions, n + 1 is the end."""

    edition: int = 0
    place: int = -1
    phase: Phase = Phase.FIRST


class ClassVotes:
    """The votes of one class, in memory; any thread may call it. Seats are cookies, and are shown to nobody."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self.moment, self.since = Moment(), 0.0
        self.open()

    def open(self, questions: tuple[Question, ...] = ()) -> None:
        """Begin anew; all votes and pseudonyms are dropped. With questions, students can join."""
        with self._lock:
            self.questions = questions
            self.moment = Moment(self.moment.edition + 1, 0 if questions else -1)
            self._names: dict[str, str] = {}
            self._votes: dict[tuple[int, Phase], dict[str, int]] = {}
            self._shown: set[int] = set()

    @property
    def question(self) -> Question | None:
        """The question that the class is at."""
        place = self.moment.place
        return self.questions[place - 1] if 1 <= place <= len(self.questions) else None

    @property
    def joined(self) -> int:
        """How many students have joined."""
        return len(self._names)

    def join(self, seat: str) -> str:
        """The pseudonym of a seat, the same whenever it is asked; empty where the class is full."""
        with self._lock:
            if seat not in self._names and len(self._names) < MOST_STUDENTS:
                free = sorted({f"Student {n}" for n in range(100, 1000)} - set(self._names.values()))
                self._names[seat] = secrets.choice(free)
            return self._names.get(seat, "")

    def vote(self, seat: str, moment: Moment, option: int) -> bool:
        """Whether a vote counts: where the class has not moved on from what the student saw. The last one counts."""
        with self._lock:
            question, name = self.question, self.join(seat)
            open_ = moment == self.moment and moment.phase in (Phase.FIRST, Phase.SECOND)
            if not (open_ and question and name and 0 <= option < len(question.options)):
                return False
            self._votes.setdefault((moment.place, moment.phase), {})[name] = option
            return True

    def answers(self, seat: str) -> tuple[int | None, int | None]:
        """What a seat voted at this question, first and second."""
        return self._pair(self.moment.place, self._names.get(seat, ""))

    def _pair(self, place: int, name: str) -> tuple[int | None, int | None]:
        first, second = (self._votes.get((place, phase), {}).get(name) for phase in (Phase.FIRST, Phase.SECOND))
        return first, second

    @property
    def voted(self) -> int:
        """How many have voted in the vote that is open."""
        return len(self._votes.get((self.moment.place, self.moment.phase), {}))

    # Where the class goes.

    def forward(self, seen: Moment, *, skip: bool = False) -> None:
        """Go on from the moment that the leader saw; with ``skip`` straight to the answer."""
        with self._lock:
            if seen != self.moment or seen.place > len(self.questions):
                return
            if self.question is None or seen.phase is Phase.SHOWN:
                self._to(seen.place + 1)
            else:
                self._at(seen.place, Phase.SHOWN if skip else Phase(seen.phase + 1))

    def back(self, seen: Moment) -> None:
        """Go back: to a vote closed too early, or to the question before. What was shown stays shown."""
        with self._lock:
            if seen == self.moment and seen.phase in (Phase.TALK, Phase.SECOND):
                self._at(seen.place, Phase(seen.phase - 1))
            elif seen == self.moment and seen.place > 0:
                self._to(seen.place - 1)

    def _to(self, place: int) -> None:
        self._at(place, Phase.SHOWN if place in self._shown else Phase.FIRST)

    def _at(self, place: int, phase: Phase) -> None:
        if phase is Phase.SHOWN:
            self._shown.add(place)
        self.moment, self.since = Moment(self.moment.edition, place, phase), time.monotonic()

    # Results: those of a question only once its answer is shown.

    def tally(self, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many chose each option, first and second."""
        pairs = self.pairs(place).values()
        size = range(len(self.questions[place - 1].options))
        first, second = (Counter(pair[vote] for pair in pairs) for vote in (0, 1))
        return tuple(first[n] for n in size), tuple(second[n] for n in size)

    def pairs(self, place: int) -> dict[str, tuple[int | None, int | None]]:
        """By pseudonym the first and the second answer, of all who gave one."""
        with self._lock:
            names = sorted(set(self._names.values())) if place in self._shown else []
            found = {name: self._pair(place, name) for name in names}
        return {name: pair for name, pair in found.items() if pair != (None, None)}

    def moved(self, place: int) -> tuple[int, int]:
        """How many went from wrong to right, and from right to wrong."""
        right = self.questions[place - 1].right
        changes = [(a == right, b == right) for a, b in self.pairs(place).values() if None not in (a, b)]
        return changes.count((False, True)), changes.count((True, False))

    def rows(self) -> list[tuple[str | float, ...]]:
        """A row for each student and question, under ``COLUMNS``."""
        rows = list[tuple[str | float, ...]]()
        for place, question in enumerate(self.questions, 1):
            for name, pair in self.pairs(place).items():
                words = ["" if vote is None else question.options[vote] for vote in pair]
                right = ["" if vote is None else "yes" if vote == question.right else "no" for vote in pair]
                rows.append((name, float(place), question.ask, *words, *right))
        return rows
