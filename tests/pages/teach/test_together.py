"""A class predicts together: how votes are paired, what questions compute, and what each device shows."""

import random
import tomllib
from concurrent.futures import ThreadPoolExecutor

import pytest
import streamlit as st

from leakage.lessons.questions import MOST_BYTES, MOST_QUESTIONS, OWN_QUESTIONS, questions_of
from leakage.lessons.votes import MOST_STUDENTS, ClassVotes, Moment, Phase
from pages.app import door
from tests.pages.helpers import nodes, press, start

OWN = OWN_QUESTIONS.read_bytes()
QUESTIONS = questions_of(OWN)
VOTES = (Phase.FIRST, Phase.SECOND)


def opened():
    room = ClassVotes()
    room.open(QUESTIONS[:3])
    return room


# Votes, against an oracle that keeps every event and looks for the last that counts.


class Oracle:
    """Where the class is, and all that was ever sent, with where it was then."""

    def __init__(self):
        self.place, self.phase, self.shown, self.sent = 0, Phase.FIRST, set(), []

    def lead(self, way):
        if way == "back" and self.phase in (Phase.TALK, Phase.SECOND):
            self.phase = Phase(self.phase - 1)
        elif way != "back" and self.place in (1, 2, 3) and self.phase is not Phase.SHOWN:
            self.phase = Phase.SHOWN if way == "skip" else Phase(self.phase + 1)
            self.shown |= {self.place} if self.phase is Phase.SHOWN else set()
        else:
            self.place = max(0, min(4, self.place + (-1 if way == "back" else 1)))
            self.phase = Phase.SHOWN if self.place in self.shown else Phase.FIRST

    def pair(self, seat, place):
        found = {then: option for who, then, seen, option in self.sent if who == seat and then == seen}
        return tuple(found.get((place, vote)) for vote in VOTES)


@pytest.mark.parametrize("seed", range(60))
def test_random_classes_pair_each_seats_last_votes(seed):
    chance = random.Random(seed)
    room, oracle, names = opened(), Oracle(), {}
    stale = room.moment
    for _ in range(150):
        seat = f"seat {chance.randrange(6)}"
        act = chance.choice(["join", "vote", "vote", "vote", "late", "forward", "forward", "back", "skip"])
        if act in ("join", "vote", "late"):
            # A seat that joins late, reloads or votes twice keeps its name.
            assert names.setdefault(seat, room.join(seat)) == room.join(seat)
        if act in ("vote", "late"):
            seen, option = room.moment if act == "vote" else stale, chance.randrange(3)
            open_ = 1 <= oracle.place <= 3 and oracle.phase in VOTES and seen == room.moment
            assert room.vote(seat, seen, option) == open_
            oracle.sent.append((seat, (oracle.place, oracle.phase), (seen.place, seen.phase), option))
        elif act != "join" and (act != "back" or oracle.place > 0):
            stale = room.moment
            room.back(stale) if act == "back" else room.forward(stale, skip=act == "skip")
            room.forward(stale) if stale != room.moment else None  # Pressed twice, it goes on once.
            oracle.lead(act)
        assert (room.moment.place, room.moment.phase) == (oracle.place, oracle.phase)
    assert len(set(names.values())) == len(names)
    for place, question in enumerate(QUESTIONS[:3], 1):
        pairs = {names[seat]: oracle.pair(seat, place) for seat in names}
        pairs = {name: pair for name, pair in pairs.items() if pair != (None, None) and place in oracle.shown}
        assert room.pairs(place) == pairs
        changes = [(a == question.right, b == question.right) for a, b in pairs.values() if None not in (a, b)]
        assert room.moved(place) == (changes.count((False, True)), changes.count((True, False)))
        tallied = [sum(pair[vote] is not None for pair in pairs.values()) for vote in (0, 1)]
        assert [sum(tally) for tally in room.tally(place)] == tallied
        assert {row[0] for row in room.rows() if row[1] == place} == set(pairs)


def test_threads_lose_no_vote_and_share_no_name_and_a_full_class_says_so():
    room = opened()
    room.forward(room.moment)
    seats = [f"seat {number}" for number in range(MOST_STUDENTS)]
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda seat: room.vote(seat, room.moment, 1), seats))
    assert room.voted == room.joined == len({room.join(seat) for seat in seats}) == MOST_STUDENTS
    assert room.join("one more") == "" and not room.vote("one more", room.moment, 1)
    assert not room.vote(seats[0], room.moment, -1) and not room.vote(seats[0], room.moment, 9)
    before = room.moment
    room.open(QUESTIONS)
    room.forward(room.moment)
    assert not room.vote(seats[0], Moment(before.edition, 1), 1) and room.voted == 0, "sent to the class before"


# Questions.


def one(*when):
    said = ", ".join(f'{{says = "{n}", when = {each}}}' for n, each in enumerate(when))
    return f'[[question]]\ntitle = "t"\ntext = "x"\nask = "?"\nwhy = "y"\noptions = [{said}]\n'.encode()


def test_a_teachers_own_question_needs_no_expression():
    [question] = questions_of(one("false", "true"))
    assert (question.options, question.right) == (("0", "1"), 1)


@pytest.mark.parametrize("entry", tomllib.loads(OWN.decode())["question"], ids=lambda entry: entry["title"])
def test_a_question_whose_answer_is_an_f_measure_has_its_formula(entry):
    judged = " ".join([*entry.get("let", {}).values(), *(option["when"] for option in entry["options"])])
    assert ("2 × right ÷ (facts that are true + facts" in entry["text"]) == ("leakage(" in judged)


FILES = [b"#" * (MOST_BYTES + 1), b"\xff", b"title = 1", one("true", "false") * (MOST_QUESTIONS + 1), one("true")]
FILES += [one("true", "true"), one("false", "false"), one("true", '"leakage(1)"'), one("true", '"1 / 0 == 1"')]
# Nothing runs but what a question may say.
FILES += [one("true", f'"{run}"') for run in ("__import__('os')", "max.__self__", "(lambda: 1)()", "9 ** 9", "'a' * 9")]
FILES += [one("true", f'"{run}"') for run in ("[x for x in max]", "other", "max[0]", "1 +", "max(*max)", "f'{max}'")]


@pytest.mark.parametrize("content", FILES, ids=range(len(FILES)))
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(content):
    with pytest.raises(ValueError, match=r"\.$"):
        questions_of(content)


def seen_on(at):
    return " ".join(str(getattr(getattr(node, "proto", None), "body", "")) for node in nodes(at.main))


def test_whoever_is_alone_reads_how_to_start_it_and_goes_through_the_questions():
    st.cache_resource.clear()
    at = start(page="predict_together")
    assert door.SWITCH in at.code[0].value
    at = press(press(at, "together-open"), "presenter-forward")
    assert QUESTIONS[0].ask in seen_on(at)
