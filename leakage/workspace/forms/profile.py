"""The forms of the profile: facts and weights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from leakage.record import UNTYPED, Pair, is_typed
from leakage.reprs import redacted_repr
from leakage.workspace.forms.cells import Row, each_row, is_blank, read_pair, read_text, read_weight, refuse_repetition
from leakage.workspace.limits import CellError, InputProblem, shown
from leakage.workspace.person import (
    in_standard_order,
    lacking,
    standard_facts,
    typed,
    with_untyped,
    with_value,
)
from leakage.workspace.presets import usual_weights
from leakage.workspace.vocabulary import default_weight
from leakage.workspace.workspace import Workspace

# The standard person as a table: a row a fact, with its value, or a tick that there is none.


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact of the standard person as its table shows it.

    Arguments:
        label: of the fact.
        value: the first that was typed; None where there is one that was not.
        absent: whether the person has none.
    """

    label: str
    value: str | None = None
    absent: bool = False

    __repr__ = redacted_repr


@dataclass(frozen=True, slots=True)
class PersonReading:
    """What a table of the standard person makes of a work.

    Arguments:
        workspace: with all that could be used.
        problems: what could not.
        refused: the cells that could not be used, by label.
        is_settled: whether the work says what the table does; else the table has to be drawn anew.
    """

    workspace: Workspace
    problems: tuple[InputProblem, ...]
    refused: tuple[tuple[str, object], ...]
    is_settled: bool

    __repr__ = redacted_repr


def person_rows(workspace: Workspace) -> tuple[FactRow, ...]:
    """The facts of the standard person of which the person said something; none in a work without it.

    >>> from leakage.workspace.person import with_standard_person
    >>> person_rows(with_standard_person(Workspace((("Name", "Ann"),))))[0].value
    'Ann'
    >>> person_rows(Workspace((("Name", "Ann"),)))
    ()
    """
    if not workspace.shares_weights:
        return ()
    own, absent = _own_values(workspace), set(workspace.absent)
    labels = (fact.label for fact in standard_facts())
    return tuple(
        FactRow(label, own.get(label), label not in own) for label in labels if label in own or label in absent
    )


def _own_values(workspace: Workspace) -> dict[str, str | None]:
    """What the table shows of each standard label of the profile: None for a fact that was not typed."""
    standard = {fact.label for fact in standard_facts()}
    own: dict[str, str | None] = {}
    for label, value in workspace.profile:
        if label in standard:
            own[label] = own.get(label, value) if is_typed((label, value)) else None
    return own


def read_person(rows: Sequence[Row], workspace: Workspace) -> PersonReading:
    """The work as a table of the standard person says.

    A value goes wherever the fact is held, one that is corrected too. A blank cell is a fact that was not typed: a
    value that is taken away is taken away wherever it is held. Who has no such fact has none in the profile. A value
    that is typed where there was a tick takes the tick away.

    Arguments:
        rows: mappings with label, value and absent, each label once; of labels that are not there nothing changes.
        workspace: with the standard person, as the table showed it.

    >>> from leakage.workspace.person import status_of, with_standard_person
    >>> work = with_standard_person(Workspace())
    >>> rows = [{"label": "Name", "value": " Ann "}, {"label": "Passport", "absent": True}]
    >>> after = read_person(rows, work).workspace
    >>> [status_of(after, label) for label in ("Name", "Passport", "Email")]
    ['typed', 'absent', 'held']
    """
    shown = {row.label: row for row in person_rows(workspace)}
    problems: list[InputProblem] = []
    refused: list[tuple[str, object]] = []
    after, is_settled = workspace, True
    for row in rows:
        before = shown.get(str(row.get("label")))
        if before is None:
            continue
        try:
            value = _value(row)
        except CellError as error:
            problems.append(InputProblem(before.label, str(error)))
            refused.append((before.label, row.get("value")))
            value = before.value or ""
        ticked = bool(row.get("absent"))
        after = _with_row(after, before, value, ticked)
        is_settled &= not (ticked and value)
    profile = in_standard_order(after.profile) if after is not workspace else workspace.profile
    return PersonReading(replace(after, profile=profile), tuple(problems), tuple(refused), is_settled)


def _value(row: Row) -> str:
    value = read_text(row.get("value"), "value")
    if value is None:
        raise CellError("value must be text")
    return value


def _with_row(workspace: Workspace, before: FactRow, value: str, ticked: bool) -> Workspace:
    label = before.label
    if before.absent:
        if value:
            return typed(workspace, label, value)
        return workspace if ticked else with_untyped(workspace, label)
    if ticked:
        return lacking(workspace, label)
    if value == (before.value or ""):
        return workspace
    old = UNTYPED if before.value is None else before.value
    return with_value(workspace, (label, old), value or UNTYPED)


# The profile as a table of facts: what each is, and the person's value.


def further_facts(workspace: Workspace) -> tuple[Pair, ...]:
    """The facts of the profile that the table of the standard person does not show; all, where there is no such table.

    >>> from leakage.workspace.person import with_standard_person
    >>> further_facts(with_standard_person(Workspace((("Phone", "1"), ("Phone", "2"), ("Shoe size", "9")))))
    (('Phone', '2'), ('Shoe size', '9'))
    """
    above = _above(workspace)
    return tuple(pair for pair in workspace.profile if pair not in above)


def _above(workspace: Workspace) -> frozenset[Pair]:
    return frozenset(
        (row.label, UNTYPED if row.value is None else row.value) for row in person_rows(workspace) if not row.absent
    )


def read_further(rows: Sequence[Row], workspace: Workspace) -> ProfileReading:
    """The profile and weights with the rows of a table in place of ``further_facts``; what else holds them stays.

    Arguments:
        rows: mappings with label and value; see ``read_facts``. A row of a fact that was not typed has no value.
        workspace: as the table showed it.

    >>> from leakage.workspace.person import with_standard_person
    >>> work = with_standard_person(Workspace((("Phone", "1"),)))
    >>> reading = read_further([{"label": "Phone", "value": "2"}, {"label": "Phone", "value": "1"}], work)
    >>> [v for label, v in reading.profile if label == "Phone"], [str(problem) for problem in reading.problems]
    (['1', '2'], ['row 2: this fact is in the table above'])
    """
    above = tuple(pair for pair in workspace.profile if pair in _above(workspace))
    untyped = {label for label, value in further_facts(workspace) if not is_typed((label, value))}
    weights = {label: workspace.weight_map.get(label, 1.0) for label, _ in workspace.profile}
    reading = read_facts(rows, {**workspace.weight_map, **weights}, above, untyped)
    profile = (*above, *reading.profile)
    # Who ticks that they have no such fact, and then has one, finds the weight that they gave it.
    absent_weights = {label: weight for label, weight in workspace.weights if label in workspace.absent}
    weighed = {**workspace.weight_map, **absent_weights, **dict(reading.weights)}
    there = {*absent_weights, *dict(reading.weights)}
    return replace(
        reading,
        profile=in_standard_order(profile) if above else profile,
        weights=tuple((label, weight) for label, weight in weighed.items() if label in there),
    )


def with_further(workspace: Workspace, reading: ProfileReading) -> Workspace:
    """The work with a profile that ``read_further`` read.

    A new value of a fact that was not typed, or that the person had not, becomes that fact's.

    >>> from leakage.workspace.person import with_standard_person
    >>> work = with_standard_person(Workspace())
    >>> after = with_further(work, read_further([{"label": "Phone", "value": "1"}], work))
    >>> [value for label, value in after.profile if label == "Phone"]
    ['1']
    """
    before, after = frozenset(workspace.profile), workspace
    for label, value in reading.profile:
        new = (label, value) not in before and is_typed((label, value))
        if new and ((label, UNTYPED) in after.profile or label in after.absent):
            after = typed(after, label, value)
    gained = (pair for pair in after.profile if pair not in before)
    kept = (pair for pair in reading.profile if is_typed(pair) or pair in after.profile)
    profile = tuple(dict.fromkeys((*gained, *kept)))
    weights = {**dict(reading.weights), **{name: w for name, w in after.weights if name not in workspace.weight_map}}
    return replace(
        after,
        profile=in_standard_order(profile) if workspace.shares_weights else profile,
        weights=tuple(weights.items()),
    )


def read_facts(
    rows: Sequence[Row],
    weights: Mapping[str, float],
    above: Collection[Pair] = (),
    untyped: Collection[str] = (),
) -> ProfileReading:
    """The profile in a table with the columns label and value.

    Arguments:
        rows: one mapping a row. One without a value waits for it and is passed over; one that breaks a rule is left
            out.
        weights: of labels before; a label keeps its weight while it stands in the table, and a new one weighs what
            ``usual_weights`` says.
        above: facts that stand in another table; their labels keep their weights too.
        untyped: labels of facts that were not typed: a row of theirs without a value is such a fact.

    >>> reading = read_facts([{"label": "Card", "value": "main card"}, {"label": "Name"}, {"value": "Ann"}], {})
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 3: fill in the label'])
    """
    first: dict[Pair, str] = {}
    problems: list[InputProblem] = []
    elsewhere = frozenset(above)

    def read(row: Row, where: str) -> None:
        pair = read_pair(row)
        if pair in elsewhere:
            raise CellError("this fact is in the table above")
        refuse_repetition(first.get(pair))
        first[pair] = where

    def read_row(row: Row, where: str) -> None:
        if not is_blank(row.get("value")):
            read(row, where)
        elif row.get("label") in untyped:
            first.setdefault((str(row["label"]), UNTYPED), where)

    each_row(rows, ("label", "value"), read_row, problems)
    labels = dict.fromkeys(label for label, _ in (*above, *first))
    there = {*labels, *(read_text(row.get("label")) for row in rows)}
    kept = {label: weight for label, weight in weights.items() if label in there}
    new = usual_weights((label for label in labels if label not in kept), weights)
    return ProfileReading(tuple(first), tuple({**kept, **new}.items()), tuple(problems))


def waits(row: Row) -> bool:
    """Whether a row says what it is about and has no value yet.

    >>> waits({"label": "Name", "value": None}), waits({"label": None, "value": None})
    (True, False)
    """
    return is_blank(row.get("value")) and not is_blank(row.get("label"))


# The weights as a table: one row a label.


def read_weights(
    labels: Sequence[str], cells: Sequence[object], weights: Mapping[str, float]
) -> tuple[dict[str, float], tuple[InputProblem, ...]]:
    """What each label weighs, as a column of cells says, and what could not be used of it.

    Arguments:
        labels: one a cell, no two alike.
        cells: a weight each; a blank one takes the usual weight, and one that cannot be used leaves what was there.
        weights: of all labels before.

    >>> weights, problems = read_weights(["Card", "Name"], [None, -1], {"Card": 9.0, "Name": 1.5})
    >>> weights, [str(problem) for problem in problems]
    ({'Card': 3.0, 'Name': 1.5}, ['Name: weight must be positive, got -1'])
    """
    read: dict[str, float] = {}
    problems: list[InputProblem] = []
    for label, cell in zip(labels, cells, strict=True):
        others = {other: weight for other, weight in weights.items() if other != label}
        try:
            weight = read_weight(cell)
        except CellError as error:
            problems.append(InputProblem(shown(label), str(error)))
            weight = weights[label]
        read[label] = usual_weights([label], others)[label] if weight is None else weight
    return read, tuple(problems)


# The profile as a table: label, value and weight.


@dataclass(frozen=True, slots=True)
class ProfileReading:
    """The profile a table holds: its pairs, one weight a label, what could not be used, and what there is not."""

    profile: tuple[Pair, ...]
    weights: tuple[tuple[str, float], ...]
    problems: tuple[InputProblem, ...]
    absent: tuple[str, ...] = ()


def read_profile(rows: Sequence[Row]) -> ProfileReading:
    """The profile in a table with the columns label, value, weight and state.

    A weight belongs to a label, not to a row (Whang & Garcia-Molina 2012, Section 2): where a label's rows
    state different weights the first stands, and where none states one the default does.

    Arguments:
        rows: one mapping a row; blank rows are passed over, a row that breaks a rule is left out. The state of a row
            without a value may be "not typed", or "absent" for what the person does not have.

    >>> reading = read_profile([{"label": "Card", "value": "main card"}, {"label": "Name", "weight": 2}])
    >>> reading.profile, reading.weights, [str(problem) for problem in reading.problems]
    ((('Card', 'main card'),), (('Card', 3.0),), ['row 2: fill in the value'])
    """
    first: dict[Pair, str] = {}
    stated: dict[str, float] = {}
    absent: dict[str, None] = {}
    problems: list[InputProblem] = []

    def read(row: Row, where: str) -> None:
        state = _state(row)
        pair = read_pair({**row, "value": state} if state else row)
        pair, weight = (pair[0], UNTYPED) if state else pair, read_weight(row.get("weight"))
        if state == "absent":
            absent[pair[0]] = None
        else:
            refuse_repetition(first.get(pair))
            first[pair] = where
        if weight is not None and stated.setdefault(pair[0], weight) != weight:
            problems.append(InputProblem(where, _two_weights(pair[0], stated[pair[0]], weight)))

    each_row(rows, ("label", "value", "weight"), read, problems)
    labels = dict.fromkeys(label for label, _ in first)
    lacked = tuple(label for label in absent if label not in labels)
    weighed = (*labels, *(label for label in lacked if label in stated))
    weights = tuple((label, stated.get(label, default_weight(label))) for label in weighed)
    return ProfileReading(tuple(first), weights, tuple(problems), lacked)


def _state(row: Row) -> str:
    """Why a row has no value; empty where it has one, or does not say."""
    state = str(row.get("state") or "").casefold()
    return state if is_blank(row.get("value")) and state in ("not typed", "absent") else ""


def _two_weights(label: str, weight: float, other: float) -> str:
    return f"a label has one weight: {shown(label)} keeps {weight:g}, and {other:g} is not used"
