"""Grid: what a step is about, as a table of texts that a page draws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from leakage.lessons.lesson import Odds, Ratings, Subject
from leakage.record import Record
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace

TRUTH = "The truth"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts.

    Arguments:
        columns: the headings, that of the row names first.
        rows: one text a column, the row's name first.
        notes: sentences below.
        meanings: for every cell but the names "right", "wrong" or empty: what may be coloured after the prediction;
            empty where nothing may.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    meanings: tuple[tuple[str, ...], ...] = ()


def grid_of(subject: Subject) -> Grid:
    """What a step is about, as a table.

    >>> work = Workspace((("N", "Alice"), ("P", "123")), names=(("N", "Name"), ("P", "Phone")))
    >>> grid_of(work).columns, grid_of(work).rows
    (('', 'Name', 'Phone'), (('The truth', 'Alice', '123'),))
    """
    match subject:
        case Workspace():
            return _of_workspace(subject)
        case PublishedExample():
            return _of_table(subject)
        case Ratings():
            return _of_ratings(subject)
        case Odds():
            return _of_odds(subject)


def short_name(work: Workspace, label: str) -> str:
    """A label as a lesson calls it: without the paper's letter.

    >>> short_name(Workspace(names=(("N", "Name"),)), "N")
    'Name'
    """
    return dict(work.names).get(label, label)


def _of_workspace(work: Workspace) -> Grid:
    labels = work.labels
    given = [
        (TRUTH, work.reference),
        *((release.name, release.record) for release in work.releases),
        *((f"Stranger {number}", record) for number, record in enumerate(work.background, 1)),
        *((f"Planned: {plan.name}", plan.record) for plan in work.plans),
    ]
    return Grid(
        ("", *(short_name(work, label) for label in labels)),
        tuple((name, *(_cell(record, label) for label in labels)) for name, record in given),
        tuple(_notes(work)),
        tuple(
            tuple("" if name == TRUTH else _meaning(_as_read(work, record), work.reference, label) for label in labels)
            for name, record in given
        ),
    )


def _cell(record: Record, label: str) -> str:
    attributes = [a for a in record if a.label == label and a.confidence > 0.0]
    return " · ".join(a.value if a.confidence == 1.0 else f"{a.value} ({100 * a.confidence:g} %)" for a in attributes)


def _as_read(work: Workspace, record: Record) -> Record:
    """A record as Eve reads it: with her corrections made."""
    pipeline = work.adversary.pipeline
    return record if pipeline is None else pipeline.prepared([record])[0]


def _meaning(record: Record, reference: Record, label: str) -> str:
    attributes = [a for a in record if a.label == label and a.confidence > 0.0]
    if not attributes:
        return ""
    right = {a.pair in reference for a in attributes}
    return "mixed" if len(right) == 2 else "right" if right == {True} else "wrong"


def _notes(work: Workspace) -> Iterable[str]:
    policy = work.policy
    if policy is not None and policy.adversary.operations:
        yield f"Eve's rule: {policy.name[:1].lower()}{policy.name[1:]}."
    heavy = [f"{short_name(work, label)} counts {weight:g}" for label, weight in work.weights if weight != 1.0]
    if heavy:
        yield f"{', '.join(heavy)}; everything else counts 1."
    if work.pooling_in_use.resolve_first:
        yield "Everybody puts together what they hold themselves before they share."


def _of_table(example: PublishedExample) -> Grid:
    rows = tuple((str(number), *row) for number, row in enumerate(example.rows, 1))
    notes = [f"Others may know: {', '.join(example.quasi_identifiers)}. To be hidden: {example.sensitive}."]
    if len(example.person):
        values = (a.value for label in ("Name", *example.quasi_identifiers) for a in example.person if a.label == label)
        notes.insert(0, f"In it is somebody of whom this is true: {', '.join(values)}.")
    return Grid(("Row", *example.columns), rows, tuple(notes))


def _of_ratings(ratings: Ratings) -> Grid:
    table = ratings.table
    rows = []
    for number, person in enumerate(table.people):
        given = {fact.item: fact.value for fact in table.facts_of(number)}
        absent = number == ratings.absent
        rows.append((person, *("taken out" if absent else given.get(item, "") for item in table.items)))
    facts = ", ".join(f"{fact.item} {fact.value}".strip() for fact in ratings.facts)
    return Grid(("", *table.items), tuple(rows), (f"Eve knows of you: {facts}.",))


def _of_odds(odds: Odds) -> Grid:
    before = ("Before",) if odds.prior else ()
    rows = tuple(
        (name, *((_share(odds.prior[place]),) if odds.prior else ()), *map(_share, shares))
        for place, (name, shares) in enumerate(odds.rows)
    )
    return Grid((odds.corner, *before, *odds.columns), rows, (odds.caption,))


def _share(probability: float) -> str:
    """A probability as a person writes it.

    >>> _share(0.25), _share(0.0)
    ('1/4', '0')
    """
    return str(Fraction(probability).limit_denominator(1000))
