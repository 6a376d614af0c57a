"""Grid: what a step is about, as a table of texts that a page draws."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from leakage.lessons.lesson import Odds, Ratings, Subject
from leakage.record import Attribute, Record
from leakage.resolution.operations import Augment
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace

TRUTH = "The truth"

WIDEST = 48
"""Characters beside each other from which a table is too wide for a phone, or for one half of a projector."""


@dataclass(frozen=True, slots=True)
class GridValue:
    """One value in a cell.

    Arguments:
        text: as it is shown.
        meaning: "right" or "wrong", to be marked after the prediction; empty where there is nothing to mark.
    """

    text: str
    meaning: str = ""


Cell: TypeAlias = tuple[GridValue, ...]
"""Of several values in one cell each is right or wrong by itself."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of values.

    Arguments:
        columns: the headings, that of the row names first.
        names: of the rows.
        cells: a row each, one cell for each column but the first.
        notes: sentences below.
    """

    columns: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The table as texts: one a column, the row's name first."""
        return tuple((name, *(text_of(cell) for cell in row)) for name, row in zip(self.names, self.cells, strict=True))

    @property
    def width(self) -> int:
        """How many characters stand beside each other at least: headings go on in a second line between words."""
        titles = [max(map(_longest_word, (self.columns[0], *self.names)), default=0)]
        for place, heading in enumerate(self.columns[1:]):
            values = (len(value.text) for row in self.cells for value in row[place])
            titles.append(max(_longest_word(heading), max(values, default=0)))
        return sum(titles) + 2 * len(titles)

    @property
    def turned(self) -> Grid:
        """Rows as columns and columns as rows.

        >>> Grid(("", "Name", "Phone"), ("r",), (((GridValue("Alice"),), ()),)).turned.rows
        (('Name', 'Alice'), ('Phone', ''))
        """
        return Grid((self.columns[0], *self.names), self.columns[1:], tuple(zip(*self.cells, strict=True)), self.notes)

    @property
    def fitted(self) -> Grid:
        """Turned where it is too wide and no wider so."""
        return self.turned if self.is_wide and self.turned.width <= self.width else self

    @property
    def is_wide(self) -> bool:
        """Whether it needs smaller type."""
        return self.width > WIDEST


def text_of(cell: Cell) -> str:
    """All values of a cell."""
    return " · ".join(value.text for value in cell)


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _plain(text: str) -> Cell:
    return (GridValue(text),) if text else ()


def grid_of(subject: Subject) -> Grid:
    """What a step is about, as a table.

    >>> work = Workspace((("N", "Alice"), ("P", "123")), names=(("N", "Name"), ("P", "Phone")))
    >>> grid_of(work).columns, grid_of(work).rows
    (('', 'Name', 'Phone'), (('The truth', 'Alice', '123'),))
    """
    match subject:
        case Workspace():
            return _of_workspace(subject).fitted
        case PublishedExample():
            return _of_table(subject)
        case Ratings():
            return _of_ratings(subject)
        case Odds():
            return _of_odds(subject).fitted


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
        tuple(name for name, _ in given),
        tuple(tuple(_cell(work, record, label, marked=name != TRUTH) for label in labels) for name, record in given),
        tuple(_notes(work)),
    )


def _cell(work: Workspace, record: Record, label: str, *, marked: bool) -> Cell:
    # As Eve reads it: with her corrections made.
    [read] = work.adversary.prepared([record])
    return tuple(
        GridValue(
            a.value if a.confidence == 1.0 else f"{a.value} ({100 * a.confidence:g} %)",
            _meaning(a, read, work.reference) if marked else "",
        )
        for a in record
        if a.label == label and a.confidence > 0.0
    )


def _meaning(attribute: Attribute, read: Record, reference: Record) -> str:
    """Whether what Eve reads there is so: of a value that she corrects, what she makes of it."""
    corrected = [a for a in read if a.label == attribute.label]
    own = [attribute] if attribute.pair in read else corrected
    return "right" if any(a.pair in reference for a in own) else "wrong"


def _notes(work: Workspace) -> Iterable[str]:
    policy = work.policy
    if policy is not None and policy.adversary.operations:
        yield f"Eve's rule: {policy.name[:1].lower()}{policy.name[1:]}."
    for look_up in (each for each in work.adversary.operations if isinstance(each, Augment)):
        given, label = short_name(work, look_up.given).lower(), short_name(work, look_up.label).lower()
        found = "; ".join(f"{given} {value}, {label} {other}" for value, other in look_up.table)
        yield f"Eve can look up: {found}."
    heavy = [f"{short_name(work, label)} counts {weight:g}" for label, weight in work.weights if weight != 1.0]
    if heavy:
        yield f"{', '.join(heavy)}; everything else counts 1."
    if work.pooling_in_use.resolve_first:
        yield "Everybody puts together what they hold themselves before they share."


def _of_table(example: PublishedExample) -> Grid:
    notes = [f"Others may know: {', '.join(example.quasi_identifiers)}. To be hidden: {example.sensitive}."]
    if len(example.person):
        values = (a.value for label in ("Name", *example.quasi_identifiers) for a in example.person if a.label == label)
        notes.insert(0, f"In it is somebody of whom this is true: {', '.join(values)}.")
    numbers = tuple(str(number) for number in range(1, len(example.rows) + 1))
    cells = tuple(tuple(map(_plain, row)) for row in example.rows)
    return Grid(("Row", *example.columns), numbers, cells, tuple(notes))


def _of_ratings(ratings: Ratings) -> Grid:
    table = ratings.table
    names, rows = [], []
    for number, person in enumerate(table.people):
        given = {fact.item: fact.value for fact in table.facts_of(number)}
        absent = number == ratings.absent
        told = [text for text, so in (("you", person == ratings.me), ("taken out", absent)) if so]
        names.append(f"{person} ({', '.join(told)})" if told else person)
        rows.append(tuple(_plain("" if absent else given.get(item, "")) for item in table.items))
    facts = ", ".join(f"{fact.item} {fact.value}".strip() for fact in ratings.facts)
    return Grid(("", *table.items), tuple(names), tuple(rows), (f"Eve knows of you: {facts}.",))


def _of_odds(odds: Odds) -> Grid:
    before = ("Before",) if odds.prior else ()
    rows = tuple(
        tuple(_plain(_share(p)) for p in (*((odds.prior[place],) if odds.prior else ()), *shares))
        for place, (_, shares) in enumerate(odds.rows)
    )
    return Grid((odds.corner, *before, *odds.columns), tuple(name for name, _ in odds.rows), rows, (odds.caption,))


def _share(probability: float) -> str:
    """A probability as a person writes it.

    >>> _share(0.25), _share(0.0)
    ('1/4', '0')
    """
    return str(Fraction(probability).limit_denominator(1000))


# The table as HTML: it grows with the type, can be read aloud, and scrolls sideways where it must.


_MARKS = {"right": "✓", "wrong": "✗"}


def html_of(grid: Grid, name: str, coloured: bool = False) -> str:
    """The table as HTML, in which every text means itself.

    >>> html_of(Grid(("", "<b>"), ("<b>",), (((GridValue("<b>"),),),), ("<b>",)), "<b>").count("&lt;b&gt;")
    5
    """
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in grid.columns)
    body = "".join(
        f'<tr><th scope="row">{html.escape(name)}</th>{"".join(_cell_html(cell, coloured) for cell in row)}</tr>'
        for name, row in zip(grid.names, grid.cells, strict=True)
    )
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in grid.notes)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    kind = "grid wide" if grid.is_wide else "grid"
    return (
        f'<div class="{kind}" role="region" aria-label="{html.escape(name)}" tabindex="0">{table}</div>'
        f'<div class="grid-notes">{notes}</div>'
    )


def _cell_html(cell: Cell, coloured: bool) -> str:
    return f"<td>{' · '.join(_value_html(value, value.meaning if coloured else '') for value in cell)}</td>"


def _value_html(value: GridValue, meaning: str) -> str:
    if not meaning:
        return f"<span>{html.escape(value.text)}</span>"
    mark = f'<span role="img" aria-label="{meaning}">{_MARKS[meaning]}</span>'
    return f'<span class="{meaning}">{html.escape(value.text)} {mark}</span>'
