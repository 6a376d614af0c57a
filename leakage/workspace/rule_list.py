"""A policy's rules as a table: one row a rule, its labels, and whether all values must be the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leakage.resolution.adversary import Adversary
from leakage.resolution.match import AnyOf, Match, SameKeySet, Shares
from leakage.resolution.operations import Resolve
from leakage.workspace.validation import Problem, Row, check_rule


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule as a row of a table.

    Arguments:
        labels: what two records must share.
        exact: whether their values for the labels must be exactly the same (``SameKeySet``).
    """

    labels: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class RulesReading:
    """The rules a table holds, and what could not be used."""

    rules: tuple[RuleRow, ...]
    problems: tuple[Problem, ...]


def rules_of(adversary: Adversary) -> tuple[RuleRow, ...]:
    """The rules of an adversary's resolution, flat; none where she resolves nothing.

    >>> rules_of(Adversary((Resolve(AnyOf(Shares("N", "C"), SameKeySet("P"))),)))
    (RuleRow(labels=('N', 'C'), exact=False), RuleRow(labels=('P',), exact=True))
    """
    matches = [step.match for step in adversary.operations if isinstance(step, Resolve)]
    return tuple(row for match in matches for row in _rows(match))


def _rows(match: Match) -> list[RuleRow]:
    if isinstance(match, AnyOf):
        return [row for rule in match.rules for row in _rows(rule)]
    return [RuleRow(match.labels, isinstance(match, SameKeySet))]


def fits_table(adversary: Adversary) -> bool:
    """Whether the rules are all that the adversary's resolution is: rows hold no similarity, conflict or score.

    An adversary that does not fit would become another one if the rows were put in the place of her rules.

    >>> fits_table(Adversary((Resolve(Shares("N")),)))
    True
    """
    matches = [step.match for step in adversary.operations if isinstance(step, Resolve)]
    return matches in ([], [match_of(rules_of(adversary))])


def match_of(rules: Sequence[RuleRow]) -> Match | None:
    """The match function of the rules: any one suffices; None for no rule.

    >>> match_of((RuleRow(("N",)),))
    Shares(required=('N',))
    """
    matches = [SameKeySet(*rule.labels) if rule.exact else Shares(*rule.labels) for rule in rules]
    if len(matches) < 2:
        return matches[0] if matches else None
    return AnyOf(*matches)


def read_rules(rows: Sequence[Row], used: Sequence[str]) -> RulesReading:
    """The rules in a table with the columns labels and exact; rows without a label are passed over.

    Arguments:
        rows: one mapping a row.
        used: the labels in use, to warn of a rule that can never join anything; such a rule is kept.

    >>> reading = read_rules([{"labels": ["Passport"], "exact": False}], ["Name"])
    >>> reading.rules, len(reading.problems)
    ((RuleRow(labels=('Passport',), exact=False),), 1)
    """
    rules: list[RuleRow] = []
    problems: list[Problem] = []
    for row in rows:
        held = row.get("labels")
        labels = tuple(dict.fromkeys(str(label) for label in held)) if isinstance(held, list) else ()
        if not labels:
            continue
        rules.append(RuleRow(labels, row.get("exact") is True))
        unused = check_rule(labels, used)
        if unused is not None:
            problems.append(unused)
    return RulesReading(tuple(rules), tuple(problems))
