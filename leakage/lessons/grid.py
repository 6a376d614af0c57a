"""Grid: what a step is about, as a table of texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

from leakage.lessons.subjects import Odds, Ratings, Subject
from leakage.record import Attribute, Record
from leakage.scenarios.published import PublishedExample
from leakage.workspace.workspace import Workspace

TRUTH, STRANGER = "The truth", "Stranger"
WIDEST = 48
"""Characters beside each other from which a table is too wide for a phone, or for one half of a projector."""


Cell: TypeAlias = tuple[tuple[str, str], ...]
"""Values, each with what is marked after the prediction: "right", "wrong" or nothing."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: headings, that of the row names first; names of rows; a cell for each other column; notes below."""

    columns: tuple[str, ...]
    names: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """How many characters stand beside each other at least: headings go on in a second line between words."""
        widths = [max(map(_longest_word, (self.columns[0], *self.names)))]
        for place, heading in enumerate(self.columns[1:]):
            values = (len(text) for row in self.cells for text, _ in row[place])
            widths.append(max(_longest_word(heading), *values, 0))
        return sum(widths) + 2 * len(widths)

    @property
    def is_wide(self) -> bool:
        """Whether it needs smaller type."""
        return self.width > WIDEST

    @property
    def fitted(self) -> Grid:
        """With rows as columns where it is too wide and no wider so."""
        turned = Grid(
            (self.columns[0], *self.names), self.columns[1:], tuple(zip(*self.cells, strict=True)), self.notes
        )
        return turned if self.is_wide and turned.width <= self.width else self


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def grid_of(subject: Subject) -> Grid:
    """What a step is about, as a table.

    >>> work = Workspace((("N", "Alice"), ("P", "123")), names=(("N", "Name"), ("P", "Phone")))
    >>> grid_of(work).columns, grid_of(work).names, [cell[0][0] for cell in grid_of(work).cells[0]]
    (('', 'Name', 'Phone'), ('The truth',), ['Alice', '123'])
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
    """A label as a lesson calls it: without the paper's letter."""
    return dict(work.names).get(label, label)


def _of_workspace(work: Workspace) -> Grid:
    labels = work.labels
    given = [
        *((release.name, release.record) for release in work.releases),
        *((f"{STRANGER} {number}", record) for number, record in enumerate(work.background, 1)),
        *((f"Planned: {plan.name}", plan.record) for plan in work.plans),
    ]
    rows = [tuple(_cell(work, record, label) for label in labels) for _, record in given]
    truth = tuple(tuple((value, "") for value in work.reference.values(label)) for label in labels)
    headings = tuple(short_name(work, label) for label in labels)
    return Grid(("", *headings), (TRUTH, *(name for name, _ in given)), (truth, *rows), tuple(_notes(work)))


def _cell(work: Workspace, record: Record, label: str) -> Cell:
    # As Eve reads it: with her corrections made.
    [read] = work.adversary.prepared([record])
    given = [a for a in record if a.label == label and a.confidence > 0.0]
    sure = [a.value if a.confidence == 1.0 else f"{a.value} ({100 * a.confidence:g} %)" for a in given]
    return tuple((text, _meaning(a, read, work.reference)) for text, a in zip(sure, given, strict=True))


def _meaning(attribute: Attribute, read: Record, reference: Record) -> str:
    """Whether what Eve reads there is so: of a value that she corrects, what she makes of it."""
    own = [attribute] if attribute.pair in read else [a for a in read if a.label == attribute.label]
    return "right" if any(a.pair in reference for a in own) else "wrong"


def _notes(work: Workspace) -> Iterable[str]:
    # Of a work without a chosen policy all are compared.
    rules = [policy for policy in work.policies if policy.name == work.chosen or not work.chosen]
    for number, policy in enumerate(rules):
        whose = "Eve's" if len(rules) == 1 else ("One Eve's", "Another Eve's")[number]
        if policy.adversary.operations:
            yield f"{whose} rule: {policy.name[:1].lower()}{policy.name[1:]}."
    heavy = [f"{short_name(work, label)} counts {weight:g}" for label, weight in work.weights if weight != 1.0]
    if heavy:
        yield f"{', '.join(heavy)}; everything else counts 1."
    if work.pooling_in_use.kind == "alone":
        yield "They do not share with each other."


def _plain(text: str) -> Cell:
    return ((text, ""),) if text else ()


def _of_table(example: PublishedExample) -> Grid:
    notes = [f"Others may know: {', '.join(example.quasi_identifiers)}. To be hidden: {example.sensitive}."]
    if len(example.person):
        values = (value for label in ("Name", *example.quasi_identifiers) for value in example.person.values(label))
        notes.insert(0, f"One person in it: {', '.join(values)}.")
    numbers = tuple(str(number) for number in range(1, len(example.rows) + 1))
    return Grid(("Row", *example.columns), numbers, tuple(tuple(map(_plain, r)) for r in example.rows), tuple(notes))


def _of_ratings(ratings: Ratings) -> Grid:
    table = ratings.table
    names, rows = [], []
    for number, person in enumerate(table.people):
        given = {fact.item: fact.value for fact in table.facts_of(number) if number != ratings.absent}
        notes = [text for text, so in (("you", person == ratings.me), ("taken out", number == ratings.absent)) if so]
        names.append(f"{person} ({', '.join(notes)})" if notes else person)
        rows.append(tuple(_plain(given.get(item, "")) for item in table.items))
    facts = ", ".join(f"{fact.item} {fact.value}".strip() for fact in ratings.facts)
    return Grid(("", *table.items), tuple(names), tuple(rows), (f"Eve knows of you: {facts}.",))


def _of_odds(odds: Odds) -> Grid:
    corner, *columns = odds.columns
    priors: list[tuple[Cell, ...]] = [(_chance(p),) for p in odds.prior] or [()] * len(odds.rows)
    cells = tuple((*prior, *map(_chance, shares)) for prior, shares in zip(priors, odds.channel, strict=True))
    heads = (corner, *(["Before"] if odds.prior else []), *columns)
    return Grid(heads, tuple(name for name, _ in odds.rows), cells, (odds.caption,))


def _chance(probability: float) -> Cell:
    return _plain(str(Fraction(probability).limit_denominator(1000)))


# As HTML.


def templates(package: str) -> Environment:
    """The templates of a package, in which every text means itself."""
    loader = PackageLoader(package, ".")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)


MARKS = {"right": "✓", "wrong": "✗"}
TEMPLATES = templates("leakage.lessons")


def html_of(grid: Grid, name: str) -> str:
    """The table as HTML; what is right and wrong is marked.

    >>> html_of(Grid(("", "<b>"), ("<b>",), (((("<b>", ""),),),), ("<b>",)), "<b>").count("&lt;b&gt;")
    5
    """
    return TEMPLATES.get_template("grid.html.j2").render(grid=grid, name=name, marks=MARKS)
