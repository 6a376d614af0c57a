"""Between two reports of progress a resolution does a bounded amount of work: that long a click on Cancel may wait."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from leakage import Adversary, Database, Record, Resolve, dip
from leakage.progress import listening
from leakage.record import Pair
from leakage.resolution.match import Key, Rule
from leakage.resolution.operations import SingleLink
from leakage.resolution.rules.negative import Conflicts, Unless

MOST = 1_000
"""Keys read, or records, between two reports: some milliseconds of work."""


class Channel:
    """Counts what is done between two reports."""

    def __init__(self) -> None:
        self.now = self.most = self.done = 0

    def did(self) -> None:
        self.now, self.done = self.now + 1, self.done + 1
        self.most = max(self.most, self.now)

    def __call__(self, what: str, done: int, total: int) -> None:
        self.now = 0


@dataclass(frozen=True)
class Counted(Rule):
    """The same name; every look at a record is counted."""

    channel: Channel

    labels, keeps_keys, cross_record_keys = ("N",), True, None

    def keys(self, record: Record) -> Iterator[Key]:
        self.channel.did()
        return (Key(self, (("N", value),)) for value in record.values("N"))

    def pairs(self, record: Record) -> list[Pair]:
        return [("N", value) for value in record.values("N")]

    def sentence(self) -> str:
        return "same name"


class Watched(Record):
    """A record that counts who goes through it."""

    channel = Channel()

    def __iter__(self):
        self.channel.did()
        return super().__iter__()


def people(size):
    return [Record.of(("N", f"name {n % (size // 3)}"), ("P", f"{n}")) for n in range(size)]


STEPS = {
    "by keys": lambda rule, given: Adversary((Resolve(rule),)).resolve(given),
    "in order": lambda rule, given: Adversary((Resolve(Unless(rule, Conflicts("P"))),)).resolve(given),
    "chains": lambda rule, given: Adversary((SingleLink(rule),)).resolve(given),
    "a query": lambda rule, given: dip(given[0], given, Adversary((Resolve(rule),))),
    "evidence": lambda rule, given: list(Adversary((Resolve(rule),)).resolve(given).evidence),
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", [2_000, 6_000])
def test_the_work_between_two_reports_does_not_grow(step, size):
    channel = Channel()
    with listening(channel):
        STEPS[step](Counted(channel), people(size))
    assert channel.done >= size
    assert channel.most <= MOST


@pytest.mark.parametrize("size", [5_000, 20_000])
def test_records_are_read_into_columns_a_thousand_at_a_time(size):
    channel = Watched.channel = Channel()
    given = [Watched(record) for record in people(size)]
    with listening(channel):
        Database.from_records(given)
    assert channel.done >= size
    assert channel.most <= MOST
