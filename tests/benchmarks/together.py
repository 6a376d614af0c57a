"""A class predicts together: seconds from an answer to the teacher's screen, memory, and who is sent whose work.

Run with ``.venv/bin/python -m tests.benchmarks.together``. The program runs as it does for a class. Forty students,
each a WebSocket with cookies of its own that asks and looks for news as the front end does, enter work of their own and
answer two questions of a lesson: one within half a minute, as a class does that thinks, one all at the same moment. No
browser draws: what is timed ends where a page has been sent.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import statistics
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from streamlit.proto.Common_pb2 import DoubleArray
from streamlit.proto.WidgetStates_pb2 import WidgetState

from leakage.lessons import outcome_of
from leakage.lessons.catalogue import LESSONS
from tests.benchmarks.visitors import Visitor, visitor
from tests.browser.processes import memory_of, processor_seconds_of
from tests.door.client import come_in_by
from tests.door.server import LONGEST_WAIT, Server

ADDRESS = "127.0.0.2"
CLASS = 40
THINKING = 30.0
"""Seconds within which a class has answered that thinks before."""

READING = 10.0
"""Seconds from when all have the question to the first answer."""

PAGE = "predict_together"
LEADING = re.compile(r"https?://\S+\?lead=\S+")
OWN = re.compile(rb"work of student \d+!")
LESSON = LESSONS[0]
"""Its second and third steps ask for a number."""

FORWARD = "lesson-forward"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=CLASS)
    given = parser.parse_args()
    with Server(f"--server.address={ADDRESS}", "--", "--classroom") as server, ExitStack() as stack:
        link = server.link()
        sessions = [
            stack.enter_context(visitor(server, come_in_by(server, each, ADDRESS), ADDRESS, looks_for=OWN))
            for each in (leading(server), *(link for _ in range(given.students)))
        ]
        teacher, students = sessions[0], sessions[1:]
        for number, student in enumerate(students):
            enter_own_work(student, number)
            student.open(PAGE)
        teacher.open(PAGE)
        press(teacher, f"lead-open-{LESSON.key}", until=LESSON.steps[0].title)
        press(teacher, FORWARD, until=LESSON.steps[1].title)
        chance = random.Random(1)
        ask_and_tell("Within half a minute", teacher, students, 1, [chance.uniform(0, THINKING) for _ in students])
        press(teacher, FORWARD, until=LESSON.steps[2].title)
        ask_and_tell("All at once", teacher, students, 2, [0.0 for _ in students])
        for student in students:
            student.open("profile")
        alone = sum(student.found == {f"work of student {number}!".encode()} for number, student in enumerate(students))
        print(
            f"{alone} of {len(students)} were sent their own work and nobody else's, the teacher "
            f"{len(teacher.found)} students'; {sum(session.failed for session in sessions)} pages failed; "
            f"at most {memory_of(server.process.pid, 'VmHWM'):.0f} MB, "
            f"processor {processor_seconds_of(server.process.pid):.0f} s in all"
        )


def leading(server: Server) -> str:
    """The leader's link; waits until it is printed."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        links = LEADING.findall(server.printed)
        if links:
            return str(links[0])
        time.sleep(0.05)
    raise RuntimeError("no link for whoever leads was printed")


def enter_own_work(student: Visitor, number: int) -> None:
    """A fact that nobody else has."""
    student.open("profile")
    [table] = [key for key in student.widgets if key.startswith("table.profile")]
    edits = {"edited_rows": {"0": {"value": f"work of student {number}!"}}, "added_rows": [], "deleted_rows": []}
    student.begin_change(WidgetState(id=student.widgets[table], string_value=json.dumps(edits)))
    student.wait()


@dataclass
class Pupil:
    """A student who answers one question, and when what happened to that."""

    student: Visitor
    place: int
    guess: float
    ready: bool = False
    due: float = math.inf
    sent: float = 0.0
    revealed_at: float = 0.0
    own: bool = False

    def answer(self) -> None:
        """Wait for the question, answer it when it is time, and wait until the answer is out."""
        slider = f"guess-together-{LESSON.key}-{self.place}-0"
        self.student.watch(lambda: {slider, "together-send"} <= self.student.widgets.keys())
        moved = DoubleArray(data=[self.guess])
        self.student.begin_change(WidgetState(id=self.student.widgets[slider], double_array_value=moved))
        self.ready = True
        self.student.watch(lambda: time.monotonic() > self.due - READING)
        self.student.stay(self.due - time.monotonic())
        self.sent = time.monotonic()
        self.student.begin_press("together-send")
        self.student.watch(lambda: any(text.startswith(truth_at(self.place)) for text in self.student.texts))
        self.revealed_at = time.monotonic()
        self.student.wait()
        self.own = outcome_of(LESSON.steps[self.place], self.guess).sentence in self.student.texts


def press(teacher: Visitor, key: str, until: str) -> None:
    """Press a button, and follow the page until it says something."""
    teacher.begin_press(key)
    teacher.watch(lambda: until in teacher.texts)


def ask_and_tell(how: str, teacher: Visitor, students: list[Visitor], place: int, moments: Sequence[float]) -> None:
    """Have the class answer the question it is at, show the answer, and print the seconds that both took."""
    pupils = [Pupil(student, place, float(number + 1)) for number, student in enumerate(students)]
    threads = [threading.Thread(target=pupil.answer) for pupil in pupils]
    for thread in threads:
        thread.start()
    teacher.watch(lambda: all(pupil.ready for pupil in pupils))
    for pupil, moment in zip(pupils, moments, strict=True):
        pupil.due = time.monotonic() + READING + moment
    seen: list[float] = []

    def all_are_counted() -> bool:
        counted = max(counts(teacher), default=0)
        seen.extend(time.monotonic() for _ in range(counted - len(seen)))
        return counted == len(students)

    teacher.watch(all_are_counted)
    shown = time.monotonic()
    press(teacher, FORWARD, until=f"It is: {truth_at(place)}")
    for thread in threads:
        thread.join()
    # The n-th answer that was sent is on the screen when that counts n.
    waited = [moment - sent for moment, sent in zip(seen, sorted(pupil.sent for pupil in pupils), strict=True)]
    delay = max(pupil.revealed_at for pupil in pupils) - shown
    print(
        f"{how}: {len(students)} answers, on the teacher's screen after {statistics.median(waited):.2f} s in the "
        f"middle and {max(waited):.2f} s at most; the truth on all students' {delay:.2f} s after it was asked for, "
        f"with their own guess on {sum(pupil.own for pupil in pupils)}",
        flush=True,
    )


def truth_at(place: int) -> str:
    """The answer to a question of the lesson, in words."""
    question, subject = LESSON.steps[place].question, LESSON.steps[place].subject
    assert question is not None and subject is not None, "only a question is asked"
    return question.truth_in_words(subject)


def counts(teacher: Visitor) -> list[int]:
    """How many answers the teacher's screen told since it was last asked for anything."""
    return [int(count[1]) for text in teacher.texts if (count := re.fullmatch(r"(\d+) of \d+", text))]


if __name__ == "__main__":
    main()
