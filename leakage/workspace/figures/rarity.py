"""How rare the person's values are: read from a table of other people, and what it makes of the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.measure.rarity import NO_COUNTS, ValueCounts, information_of_labels, weights_by_self_information
from leakage.measure.weights import as_measure
from leakage.record import Attribute, Record
from leakage.workspace.csv_files import read_records_csv
from leakage.workspace.files.own_tables import label_of
from leakage.workspace.limits import InputProblem
from leakage.workspace.workspace import Workspace

MOST_VALUES = 100_000
"""Different values that are kept with the work; more would swell every copy of it."""


@dataclass(frozen=True, slots=True)
class CountsReading:
    """What a table counts, of how many people, and what could not be used."""

    counts: ValueCounts
    people: int
    problems: tuple[InputProblem, ...]


@dataclass(frozen=True, slots=True)
class Rarity:
    """What the rarity of a label's value does to its weight.

    Arguments:
        label: of the profile.
        bits: the self-information of the person's value, the mean of several; None where nobody was counted.
        before, after: the weight as the person gave it, and the one that counts.
    """

    label: str
    bits: float | None
    before: float
    after: float


def read_value_counts(content: bytes, labels: Sequence[str]) -> CountsReading:
    """How often each value occurs in a CSV file: one line a person, the columns are labels.

    Arguments:
        content: as for ``read_records_csv``.
        labels: those in use; other columns are left out, so that no more of other people is kept than is needed.
    """
    reading = read_records_csv(content)
    named = {
        heading: label_of(heading, labels) or heading
        for heading in {a.label for record in reading.records for a in record}
    }
    wanted = {heading: label for heading, label in named.items() if label in labels}
    pairs = [{(wanted[a.label], a.value) for a in record if a.label in wanted} for record in reading.records]
    people = [Record(Attribute(*pair) for pair in of_one) for of_one in pairs]
    counts = ValueCounts.of(people)
    values = sum(len(table) for _, table in counts.counts)
    if values > MOST_VALUES:
        sentence = f"the file has {values:,} different values of your labels; at most {MOST_VALUES:,} are kept"
        return CountsReading(NO_COUNTS, 0, (InputProblem("file", sentence),))
    if not counts.labels and not reading.problems:
        return CountsReading(NO_COUNTS, 0, (InputProblem("file", "no column is named like one of your labels"),))
    return CountsReading(counts, sum(len(record) > 0 for record in people), reading.problems)


def rarities(workspace: Workspace) -> tuple[Rarity, ...]:
    """What the rarity of each value does to its weight: those counted first, and of them the greatest weight."""
    bits = information_of_labels(workspace.reference, workspace.counts)
    before = as_measure(workspace.weight_map)
    after = weights_by_self_information(workspace.reference, workspace.counts, before)
    rows = (
        Rarity(label, bits.get(label), before.weight(label), after.weight(label))
        for label in dict.fromkeys(label for label, _ in workspace.profile)
    )
    return tuple(sorted(rows, key=lambda row: (row.bits is None, -row.after)))
