"""A work as a Python script that recomputes its figure with the library."""

from __future__ import annotations

from typing import Any

from leakage.workspace.figures.assessment import held_by, pools
from leakage.workspace.files.python_expression import expression, written
from leakage.workspace.workspace import Workspace

SCRIPT = '''"""How much is known, recomputed with the library: pip install . in a clone of the program.

This file holds the values that were entered. Keep it as safe as them.
"""

from leakage import (
{imports}
)

{inputs}

known = {{
    name: information_leakage(background + [releases[given] for given in held], reference, adversary, weights)
    for name, held in pools.items()
}}
leakage = max((pool.leakage for pool in known.values()), default=0.0)

for name, pool in known.items():
    print(f"{{name}}: {{pool.leakage}}")
print(f"the worst of them: {{leakage}}")
'''


def python_script(workspace: Workspace) -> str:
    """A script that computes what the Leakage page shows: ``known`` by pool, and ``leakage``, the worst of them.

    It imports public names of ``leakage`` only, and calls what the page calls with the same values in the same order,
    so its figure is the page's to the last bit. Pools that have one name are told apart by a number.

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
    releases = {release.name: held_by(workspace, release) for release in workspace.releases}
    told = {
        "reference": workspace.reference,
        "background": list(workspace.background),
        "releases": releases,
        "pools": _pools(workspace),
        "adversary": workspace.pooling_adversary,
        "weights": workspace.given_measure,
    }
    inputs = [(name, _text(name, value, used)) for name, value in told.items()]
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
