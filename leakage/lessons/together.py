"""A class predicts together: where it is, what was voted, whether the answer is out, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from itertools import pairwise

from leakage.lessons.lesson import Choice, Lesson, LessonStep, Number, outcome_of

# Peer instruction: a vote, its distribution without the truth, talk, a second vote, then both and the truth.


MOST_SEATS = 500
"""Guesses of one step that are kept: more than a lecture hall seats, and few enough to hold in memory."""

TALK_SECONDS = 120
"""How long neighbours talk between the two votes."""


class Phase(IntEnum):
    """How far a class is with one question."""

    FIRST = 0
    TALK = 1
    SECOND = 2
    SHOWN = 3

    @property
    def round(self) -> int | None:
        """The vote that is open, from 0; None where none is."""
        return {Phase.FIRST: 0, Phase.SECOND: 1}.get(self)


Votes = Mapping[str, float]
"""What each member voted."""


@dataclass(frozen=True)
class Together:
    """A class at one step of a lesson; a value, which whoever leads and whoever guesses replaces.

    Arguments:
        lesson: the key of the lesson; empty while none is open.
        talks: whether neighbours talk between two votes, unless whoever leads goes on.
        step: its place, from 0.
        phases: by step, how far the class is with it.
        since: when the talk began, in seconds of the clock that was read then.
        votes: by step and round; a member votes once a round, and may change that until the round is over.

    >>> class_ = Together().opened("knowing").guessed("Ann", 40.0).guessed("Bob", 60.0).guessed("Ann", 50.0)
    >>> class_.guesses_of_step
    (50.0, 60.0)
    >>> class_.shown().guessed("Cem", 0.0).guesses_of_step
    (50.0, 60.0)
    >>> again = class_.talked().voting_again().guessed("Bob", 55.0)
    >>> again.rounds_of_step
    ((50.0, 60.0), (55.0,))
    """

    lesson: str = ""
    talks: bool = False
    step: int = 0
    phases: Mapping[int, Phase] = field(default_factory=dict)
    since: float = 0.0
    votes: Mapping[tuple[int, int], Votes] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        """How far the class is with this step."""
        return self.phases.get(self.step, Phase.FIRST)

    @property
    def is_revealed(self) -> bool:
        """Whether the answer of this step is out."""
        return self.phase is Phase.SHOWN

    @property
    def guesses_of_step(self) -> tuple[float, ...]:
        """What was voted in the last round of this step, in the order in which the members first voted."""
        return self.rounds_of_step[-1]

    @property
    def rounds_of_step(self) -> tuple[tuple[float, ...], ...]:
        """What was voted at this step, a round each: the second one where it was opened."""
        return self.rounds_at(self.step)

    def rounds_at(self, step: int) -> tuple[tuple[float, ...], ...]:
        """What was voted at a step, a round each."""
        first, second = ((step, round_) for round_ in (0, 1))
        opened = second in self.votes or self.phases.get(step) is Phase.SECOND
        return tuple(tuple(self.votes.get(at, {}).values()) for at in ((first, second) if opened else (first,)))

    @property
    def has_votes(self) -> bool:
        """Whether anything would be dropped with the lesson."""
        return any(self.votes.values())

    def opened(self, lesson: str, talks: bool = False) -> Together:
        """At the beginning of a lesson, with no guess yet; without a key no lesson is open."""
        return Together(lesson, talks)

    def guess_of(self, member: str, round_: int | None = None) -> float | None:
        """What a member voted at this step, in a round or last; None where it has not."""
        rounds = (1, 0) if round_ is None else (round_,)
        given = (self.votes.get((self.step, each), {}).get(member) for each in rounds)
        return next((guess for guess in given if guess is not None), None)

    def guessed(self, member: str, guess: float, step: int | None = None, round_: int | None = None) -> Together:
        """With the vote of a member; as it is where the class has moved on, no vote is open, or there is no room.

        Arguments:
            member: who votes.
            guess: for what.
            step, round_: that the member saw; those of the class by default.
        """
        open_round = self.phase.round
        late = (step is not None and step != self.step) or (round_ is not None and round_ != open_round)
        if not self.lesson or open_round is None or late:
            return self
        votes = self.votes.get((self.step, open_round), {})
        if member not in votes and len(votes) >= MOST_SEATS:
            return self
        return replace(self, votes={**self.votes, (self.step, open_round): {**votes, member: float(guess)}})

    def shown(self) -> Together:
        """With the answer of this step out."""
        return self._in(Phase.SHOWN)

    def talked(self, now: float = 0.0) -> Together:
        """With the first vote of this step over and its distribution shown, while neighbours talk."""
        return replace(self._in(Phase.TALK), since=now) if self.phase is Phase.FIRST else self

    def voting_again(self) -> Together:
        """With the second vote of this step open."""
        return self._in(Phase.SECOND) if self.phase is Phase.TALK else self

    def _in(self, phase: Phase) -> Together:
        return replace(self, phases={**self.phases, self.step: phase})

    def turned(self, by: int, lesson: Lesson) -> Together:
        """Some steps on or back, within the lesson."""
        return replace(self, step=min(max(self.step + by, 0), len(lesson.steps) - 1))

    def next_of(self, lesson: Lesson, now: float = 0.0) -> Together:
        """What comes next: of a question what is left of its votes and its answer; then the next step."""
        if lesson.steps[self.step].question is None or self.phase is Phase.SHOWN:
            return self.turned(1, lesson)
        if self.phase is Phase.TALK:
            return self.voting_again()
        # There is nothing to talk about where nobody voted.
        talk = self.phase is Phase.FIRST and self.talks and bool(self.guesses_of_step)
        return self.talked(now) if talk else self.shown()

    def seconds_left(self, now: float) -> int:
        """Of the talk."""
        return max(0, round(self.since + TALK_SECONDS - now))


# How votes are spread: over the options of a choice, over equal parts of a slider.


PARTS = 10


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a distribution.

    Arguments:
        label: an option, or from where to where a part of the slider goes.
        counts: votes in it, a round each.
        holds_truth: whether the true answer is in it.
    """

    label: str
    counts: tuple[int, ...]
    holds_truth: bool


def distribution(step: LessonStep, rounds: Iterable[tuple[float, ...]]) -> tuple[Bar, ...]:
    """How the votes of each round are spread.

    Arguments:
        step: one that asks something.
        rounds: the votes of each.

    Raises:
        ValueError: for a step that asks nothing.
    """
    votes = tuple(rounds)
    match step.question:
        case Choice() as question:
            right = question.truth(step.subject)
            return tuple(
                Bar(option, tuple(sum(int(guess) == place for guess in each) for each in votes), place == right)
                for place, option in enumerate(question.options)
            )
        case Number() as question:
            parts = _parts(question)
            truth = question.truth(step.subject)
            return tuple(
                Bar(label, tuple(sum(_place(guess, parts) == place for guess in each) for each in votes), holds)
                for place, label, holds in (
                    (place, _label(question, part), _place(truth, parts) == place) for place, part in enumerate(parts)
                )
            )
    raise ValueError("this step of the lesson asks nothing")


def _parts(question: Number) -> list[tuple[float, float]]:
    """The slider in equal parts; where it has few places, one each."""
    places = round((question.high - question.low) / question.step) + 1
    if places <= PARTS + 1:
        values = [question.low + place * question.step for place in range(places)]
        return [(value, value) for value in values]
    width = (question.high - question.low) / PARTS
    edges = [question.low + place * width for place in range(PARTS + 1)]
    return list(pairwise(edges))


def _place(guess: float, parts: list[tuple[float, float]]) -> int:
    """The part that a guess lies in; of single values the nearest, of parts the last that begins no later."""
    if parts[0][0] == parts[0][1]:
        return min(range(len(parts)), key=lambda place: abs(parts[place][0] - guess))
    return max((place for place, (low, _) in enumerate(parts) if low <= guess + 1e-9), default=0)


def _label(question: Number, part: tuple[float, float]) -> str:
    low, high = part
    return question.in_words(low) if low == high else f"{low:g} – {question.in_words(high)}"


def right_of(step: LessonStep, guesses: tuple[float, ...]) -> int:
    """How many votes are right."""
    return sum(outcome_of(step, guess).right for guess in guesses)
