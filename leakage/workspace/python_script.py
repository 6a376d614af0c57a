"""A work as a Python script that computes the same figure."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from leakage.record import Record, Untyped
from leakage.registry import constructor_arguments
from leakage.resolution.operations import merge_name
from leakage.workspace.figures.assessment import pools, sourced_record
from leakage.workspace.workspace import Workspace

# Values of the library as the Python expressions that make them again.

WIDTH = 100
"""Longer expressions are broken into lines."""


class Enclosed(NamedTuple):
    """An expression in brackets: what opens it, its parts, each perhaps with a word before it, and what closes it."""

    opening: str
    parts: tuple[tuple[str, Expression], ...]
    closing: str


Expression: TypeAlias = Enclosed | str


def expression(value: Any, used: set[str]) -> Expression:
    """A value as an expression of public names of ``leakage``, which are added to those used.

    Raises:
        ValueError: for what has no such expression, as a rule of one's own.
    """
    kind = type(value)
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, str | int):
        used |= {"UNTYPED"} if isinstance(value, Untyped) else set()
        return repr(value)
    if merge_name(value) is not None:
        used.add(value.__name__)
        return str(value.__name__)
    if kind is dict:
        return Enclosed("{", tuple((f"{key!r}: ", expression(item, used)) for key, item in value.items()), "}")
    if isinstance(value, list | tuple):
        opening, closing = "[]" if isinstance(value, list) else ("(", ",)" if len(value) == 1 else ")")
        return Enclosed(opening, tuple(("", expression(item, used)) for item in value), closing)
    used.add(kind.__name__)
    return _made(value, kind, used)


def _made(value: Any, kind: type, used: set[str]) -> Expression:
    if kind is Record:
        facts = (a.pair if a.confidence == 1.0 else (*a.pair, a.confidence) for a in value)
        return Enclosed("Record.of(", tuple(("", expression(fact, used)) for fact in facts), ")")
    parts = tuple((f"{name}=" if name else "", argument) for name, argument in constructor_arguments(value))
    return Enclosed(f"{kind.__name__}(", tuple((word, expression(part, used)) for word, part in parts), ")")


def written(expression: Expression, before: int = 0, indent: int = 0) -> str:
    """An expression as text, broken into lines where it would be wider than 100 characters.

    Arguments:
        expression: the expression.
        before: how many characters stand before it in its line.
        indent: of the line it begins in.
    """
    flat = _flat(expression)
    if isinstance(expression, str) or not expression.parts or before + len(flat) <= WIDTH:
        return flat
    inside = indent + 4
    lines = (f"{' ' * inside}{word}{written(part, inside + len(word), inside)},\n" for word, part in expression.parts)
    return f"{expression.opening}\n{''.join(lines)}{' ' * indent}{expression.closing.removeprefix(',')}"


def _flat(expression: Expression) -> str:
    if isinstance(expression, str):
        return expression
    return expression.opening + ", ".join(word + _flat(part) for word, part in expression.parts) + expression.closing


# A work as a Python script that recomputes its figure with the library.


SCRIPT = '''"""How much is known, recomputed with the library: pip install . in a clone of the program.

This file holds the values that were entered. Keep it as safe as them.
"""

from leakage import (
{imports}
)

{inputs}



def known_to(held):
    """What a pool of releases tells; its releases come after the background."""
    numbers = range(len(background), len(background) + len(held))
    beside = {{number: presumed[name] for number, name in zip(numbers, held) if name in presumed}}
    records = background + [releases[name] for name in held]
    return information_leakage(records, reference, adversary, weights, presumed=beside)


known = {{name: known_to(held) for name, held in pools.items()}}
leakage = max((pool.leakage for pool in known.values()), default=0.0)

for name, pool in known.items():
    print(f"{{name}}: {{pool.leakage}}")
print(f"the worst of them: {{leakage}}")
'''


def python_script(workspace: Workspace) -> str:
    """A script that computes what the Leakage page shows: ``known`` by pool, and ``leakage``, the worst of them.

    It calls what the page calls with the same values in the same order, so its figure is the page's to the last bit.
    Pools that have one name are told apart by a number.

    Raises:
        ValueError: for an adversary with a rule of one's own, which has no text.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = (Release("Order", "Shop", Record.of(("N", "Alice"))),)
    >>> script = python_script(Workspace((("N", "Alice"), ("P", "1")), releases=given))
    >>> exec(script)
    All together: 0.6666666666666666
    the worst of them: 0.6666666666666666
    """
    used = {"information_leakage"}
    inputs = "\n".join(f"{name} = {text}" for name, text in _inputs(workspace, used))
    return SCRIPT.format(imports="\n".join(f"    {name}," for name in sorted(used)), inputs=inputs)


def _inputs(workspace: Workspace, used: set[str]) -> list[tuple[str, str]]:
    releases = {release.name: sourced_record(workspace, release) for release in workspace.releases}
    values = {
        "reference": workspace.reference,
        "background": list(workspace.background),
        "releases": releases,
        "presumed": {r.name: found for r in workspace.releases if (found := workspace.presumed_of(r))},
        "pools": _pools(workspace),
        "adversary": workspace.pooling_adversary,
        "weights": workspace.given_measure,
    }
    inputs = [(name, _text(name, value, used)) for name, value in values.items()]
    return [*inputs, *_statistics(workspace, used)]


def _text(name: str, value: Any, used: set[str]) -> str:
    return written(expression(value, used), len(name) + 3)


def _pools(workspace: Workspace) -> dict[str, list[str]]:
    """Who knows which releases, by the pools' names."""
    named: dict[str, list[str]] = {}
    for pool in pools(workspace):
        name, number = pool.name, 2
        while name in named:
            name, number = f"{pool.name} ({number})", number + 1
        named[name] = [workspace.releases[number].name for number in pool.releases]
    return named


def _statistics(workspace: Workspace, used: set[str]) -> list[tuple[str, str]]:
    """What the rarity of values makes of the weights."""
    if workspace.statistics == "none":
        return []
    used |= {"ValueCounts", "weights_by_self_information"}
    learned = workspace.statistics == "background"
    counts = "ValueCounts.of(background)" if learned else _text("counts", workspace.counts, used)
    return [("counts", counts), ("weights", "weights_by_self_information(reference, counts, weights)")]
