"""A policy's rules as a table: one row a rule, its labels, and how nearly or exactly values must be the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.workspace.forms.cells import Row, each_row, read_text
from leakage.workspace.forms.problem import CellError, Problem, shown


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule as a row of a table.

    Arguments:
        labels: what two records must share, each once.
        exact: whether their values for the labels must be exactly the same (``SameKeySet``).
        alike: those of the labels of which values need only be nearly the same; none where ``exact``.
    """

    labels: tuple[str, ...]
    exact: bool = False
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesReading:
    """The rules a table holds, and what could not be used."""

    rules: tuple[RuleRow, ...]
    problems: tuple[Problem, ...]


def rule_rows(rules: Sequence[RuleRow]) -> list[dict[str, object]]:
    """The rules as rows with the columns labels, alike and exact.

    >>> rule_rows([RuleRow(("Phone", "Name"), alike=("Name",))])
    [{'labels': ['Phone'], 'alike': ['Name'], 'exact': False}]
    """
    return [
        {
            "labels": [label for label in rule.labels if label not in rule.alike],
            "alike": list(rule.alike),
            "exact": rule.exact,
        }
        for rule in rules
    ]


def read_rules(rows: Sequence[Row], used: Sequence[str]) -> RulesReading:
    """The rules in a table with the columns labels, alike and exact; rows without a label are passed over.

    Arguments:
        rows: one mapping a row; an exact rule demands its nearly-the-same labels exactly as well.
        used: the labels in use, to warn of a rule that can never join anything; such a rule is kept.

    >>> reading = read_rules([{"labels": ["Passport"], "exact": False}], ["Name"])
    >>> reading.rules, len(reading.problems)
    ((RuleRow(labels=('Passport',), exact=False, alike=()),), 1)
    """
    rules: list[RuleRow] = []
    problems: list[Problem] = []
    for row in rows:
        same, alike, exact = _labels(row.get("labels")), _labels(row.get("alike")), row.get("exact") is True
        labels = tuple(dict.fromkeys((*same, *alike)))
        if not labels:
            continue
        rules.append(RuleRow(labels, exact, () if exact else tuple(label for label in alike if label not in same)))
        unused = check_rule(labels, used)
        if unused is not None:
            problems.append(unused)
    return RulesReading(tuple(rules), tuple(problems))


def read_corrections(rows: Sequence[Row]) -> tuple[tuple[tuple[str, str, str], ...], tuple[Problem, ...]]:
    """The corrections in a table with the columns label, wrong and right; blank rows are passed over.

    >>> read_corrections([{"label": "Disease", "wrong": "Influenza", "right": "Flu"}])[0]
    (('Disease', 'Influenza', 'Flu'),)
    """
    corrections: dict[tuple[str, str], str] = {}
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        label, wrong, right = (read_text(row.get(column), column) for column in columns)
        if not (label and wrong and right):
            raise CellError("a correction needs a label, a word and what it stands for")
        corrections[(label, wrong)] = right

    columns = ("label", "wrong", "right")
    each_row(rows, columns, read, problems)
    return tuple(sorted((*pair, right) for pair, right in corrections.items())), tuple(problems)


def read_look_ups(rows: Sequence[Row]) -> tuple[tuple[tuple[str, str, str, str], ...], tuple[Problem, ...]]:
    """The facts to fill in, in a table with the columns given, value, label and fact; blank rows are passed over.

    >>> read_look_ups([{"given": "Address", "value": "123 Main", "label": "Post code", "fact": "94305"}])[0]
    (('Address', '123 Main', 'Post code', '94305'),)
    """
    look_ups: dict[tuple[str, str, str], str] = {}
    problems: list[Problem] = []

    def read(row: Row, where: str) -> None:
        given, value, label, fact = (read_text(row.get(column), column) for column in columns)
        if not (given and value and label and fact):
            raise CellError("all four cells are needed")
        look_ups[(given, label, value)] = fact

    columns = ("given", "value", "label", "fact")
    each_row(rows, columns, read, problems)
    rows_found = ((given, value, label, fact) for (given, label, value), fact in sorted(look_ups.items()))
    return tuple(rows_found), tuple(problems)


def _labels(held: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(label) for label in held)) if isinstance(held, list) else ()


def check_rule(labels: Sequence[str], used: Sequence[str]) -> Problem | None:
    """What is wrong with a rule that compares the labels given; None where nothing is.

    Arguments:
        labels: what the rule compares.
        used: the labels that occur in some record.

    >>> check_rule(("Name", "Passport"), ("Name",)).sentence
    'No record has the label Passport, so this rule can never join anything.'
    """
    if not [label for label in labels if label.strip()]:
        return Problem("", "A rule needs at least one label.")
    if len(set(labels)) < len(labels):
        return Problem("", "A rule names each of its labels once.")
    unused = [shown(label) for label in labels if label not in set(used)]
    if not unused:
        return None
    word = "label" if len(unused) == 1 else "labels"
    return Problem("", f"No record has the {word} {' and '.join(unused)}, so this rule can never join anything.")
