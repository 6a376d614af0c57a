"""Values of the library as the Python expressions that make them again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from leakage.measure.measure import Measure
from leakage.measure.relation import Equivalent, Joint
from leakage.measure.self_information import ValueCounts
from leakage.measure.similarity import EditSimilarity, NumericCloseness, PrefixSimilarity, TableSimilarity
from leakage.record import Record
from leakage.resolution.adversary import Adversary
from leakage.resolution.cost import PerComparison, Quadratic
from leakage.resolution.each_owner import EachOwner
from leakage.resolution.linkage.comparison import Comparison
from leakage.resolution.linkage.fellegi_sunter import FellegiSunter
from leakage.resolution.linkage.level import Level
from leakage.resolution.merge import latest_wins_merge, noisy_or_merge, union_merge
from leakage.resolution.normalise import Normalised, Normaliser
from leakage.resolution.operations import Resolve
from leakage.resolution.owned import Owned
from leakage.resolution.preparation import Augment, Correct
from leakage.resolution.rules import AnyOf, SameKeySet, Shares
from leakage.resolution.score import AtLeast
from leakage.resolution.similar import Similar
from leakage.resolution.single_link import SingleLink
from leakage.resolution.unless import Conflicts, Unless

WIDTH = 100
"""Longer expressions are broken into lines."""


@dataclasses.dataclass(frozen=True, slots=True)
class Enclosed:
    """An expression in brackets: what opens it, its parts, each perhaps with a word before it, and what closes it."""

    opening: str
    parts: tuple[tuple[str, Expression], ...]
    closing: str


Expression: TypeAlias = Enclosed | str

MERGES = (union_merge, noisy_or_merge, latest_wins_merge)

# Told by their fields: those without a default in their order, others by name where they differ from it.
BY_FIELDS = (
    *(
        Adversary,
        AtLeast,
        Comparison,
        EachOwner,
        EditSimilarity,
        FellegiSunter,
        Level,
        Normalised,
        Normaliser,
        NumericCloseness,
        PerComparison,
    ),
    *(PrefixSimilarity, Quadratic, Resolve, Similar, SingleLink, TableSimilarity, Unless),
)

# Told by the arguments that make them.
BY_ARGUMENTS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    AnyOf: lambda match: match.rules,
    Augment: lambda augment: (augment.given, augment.label, dict(augment.table)),
    Conflicts: lambda conflicts: conflicts.labels,
    Correct: lambda correct: (dict(correct.replacements),),
    Equivalent: lambda equivalent: (equivalent.labels,),
    Joint: lambda joint: (joint.labels, joint.shared, *([dict(joint.weights)] if joint.weights else [])),
    Measure: lambda measure: (dict(measure.weights), dict(measure.similarities), measure.relations),
    Owned: lambda owned: (Record(owned), owned.owner),
    SameKeySet: lambda match: match.required,
    Shares: lambda match: match.required,
    ValueCounts: lambda counts: ({label: dict(values) for label, values in counts.counts},),
}


def expression(value: Any, used: set[str]) -> Expression:
    """A value as an expression of public names of ``leakage``, which are added to those used.

    Raises:
        ValueError: for what has no such expression, as a rule of one's own.

    >>> used = set()
    >>> written(expression(Resolve(Shares("N")), used)), sorted(used)
    ("Resolve(Shares('N'))", ['Resolve', 'Shares'])
    """
    kind = type(value)
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, str | int):
        return repr(value)
    if any(value is merge for merge in MERGES):
        used.add(value.__name__)
        return str(value.__name__)
    if kind is dict:
        return Enclosed("{", tuple((f"{key!r}: ", expression(item, used)) for key, item in value.items()), "}")
    if isinstance(value, list | tuple):
        return _sequence(value, used)
    used.add(kind.__name__)
    return _made(value, kind, used)


def _made(value: Any, kind: type, used: set[str]) -> Expression:
    if kind is Record:
        facts = (a.pair if a.confidence == 1.0 else (*a.pair, a.confidence) for a in value)
        return Enclosed("Record.of(", tuple(("", expression(fact, used)) for fact in facts), ")")
    if kind in BY_ARGUMENTS:
        arguments = tuple(("", expression(argument, used)) for argument in BY_ARGUMENTS[kind](value))
        return Enclosed(f"{kind.__name__}(", arguments, ")")
    if kind in BY_FIELDS:
        return Enclosed(f"{kind.__name__}(", tuple(_fields(value, used)), ")")
    raise ValueError(f"a {kind.__name__} cannot be written as Python")


def _fields(value: Any, used: set[str]) -> Iterator[tuple[str, Expression]]:
    for field in dataclasses.fields(value):
        given = getattr(value, field.name)
        if field.default is dataclasses.MISSING:
            yield "", expression(given, used)
        elif given != field.default:
            yield f"{field.name}=", expression(given, used)


def _sequence(values: list[Any] | tuple[Any, ...], used: set[str]) -> Expression:
    parts = tuple(("", expression(value, used)) for value in values)
    if isinstance(values, list):
        return Enclosed("[", parts, "]")
    return Enclosed("(", parts, ",)" if len(values) == 1 else ")")


def written(told: Expression, before: int = 0, indent: int = 0) -> str:
    """An expression as text, broken into lines where it would be wider than 100 characters.

    Arguments:
        told: the expression.
        before: how many characters stand before it in its line.
        indent: of the line it begins in.

    >>> print(written(Enclosed("[", (("", "'" + "a" * 60 + "'"), ("", "'" + "b" * 60 + "'")), "]")))
    [
        'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
    ]
    """
    flat = _flat(told)
    if isinstance(told, str) or not told.parts or before + len(flat) <= WIDTH:
        return flat
    inside = indent + 4
    lines = (f"{' ' * inside}{word}{written(part, inside + len(word), inside)},\n" for word, part in told.parts)
    return f"{told.opening}\n{''.join(lines)}{' ' * indent}{told.closing.removeprefix(',')}"


def _flat(told: Expression) -> str:
    if isinstance(told, str):
        return told
    return told.opening + ", ".join(word + _flat(part) for word, part in told.parts) + told.closing
