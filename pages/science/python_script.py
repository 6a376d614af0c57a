"""A work as a Python script that computes the same figure."""

from __future__ import annotations

from typing import Any, TypeAlias

import leakage
from leakage.record import Record, Untyped
from leakage.registry import constructor_arguments
from leakage.resolution.operations import merge_name
from leakage.workspace.figures.assessment import pools, sourced_record
from leakage.workspace.workspace import Workspace, unused_name

Names: TypeAlias = set[tuple[str, str]]  # Names of the library, each with its module.


def expression(value: Any, used: Names) -> str:
    """A value as an expression of names of the library, which are added to those used.

    Raises:
        ValueError: for what has no such expression, as a rule of one's own.

    >>> expression((Record.of(("N", "Ann")), 1), set())
    "(Record.of(('N', 'Ann')), 1)"
    """
    kind = type(value)
    if isinstance(value, str | int | float):
        used |= {("leakage", "UNTYPED")} if isinstance(value, Untyped) else set()
        return repr(float(value) if isinstance(value, float) else value)
    if kind is dict:
        return "{" + ", ".join(f"{key!r}: {expression(item, used)}" for key, item in value.items()) + "}"
    if kind in (list, tuple):
        inside = ", ".join(expression(item, used) for item in value)
        return f"[{inside}]" if kind is list else f"({inside}{',' * (len(value) == 1)})"
    if merge_name(value) is not None:
        used.add(("leakage", value.__name__))
        return str(value.__name__)
    used.add(("leakage" if hasattr(leakage, kind.__name__) else kind.__module__, kind.__name__))
    if kind is Record:
        facts = (a.pair if a.confidence == 1.0 else (*a.pair, a.confidence) for a in value)
        return f"Record.of({', '.join(expression(fact, used) for fact in facts)})"
    arguments = constructor_arguments(value)
    given = ", ".join(
        f"{name}={expression(part, used)}" if name else expression(part, used) for name, part in arguments
    )
    return f"{kind.__name__}({given})"


def _lines(value: Any, used: Names) -> str:
    """An expression with one entry of a list or dictionary a line."""
    if isinstance(value, list) and value:
        return "[\n" + "".join(f"    {expression(item, used)},\n" for item in value) + "]"
    if isinstance(value, dict) and value:
        return "{\n" + "".join(f"    {key!r}: {expression(item, used)},\n" for key, item in value.items()) + "}"
    return expression(value, used)


def script_of(source: str, call: str, **values: Any) -> str:
    """A script of some values and a call of what is taken from a module of ``leakage``."""
    used = Names()
    lines = "".join(f"{name} = {_lines(value, used)}\n" for name, value in values.items())
    return f"{_imports(used)}\nfrom {source}\n\n{lines}{call}\n"


def _imports(used: Names) -> str:
    modules = {module: sorted(name for where, name in used if where == module) for module, _ in sorted(used)}
    return "\n".join(f"from {module} import {', '.join(names)}" for module, names in modules.items())


SCRIPT = '''"""How much is known, recomputed with the library: pip install . in a clone of the program.

This file holds the values that were entered. Keep it as safe as them.
"""

{imports}

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
    used, named = {("leakage", "information_leakage")}, dict[str, list[str]]()
    for pool in pools(workspace):
        named[unused_name(pool.name, named)] = [workspace.releases[number].name for number in pool.releases]
    values = {
        "reference": workspace.reference,
        "background": list(workspace.background),
        "releases": {release.name: sourced_record(workspace, release) for release in workspace.releases},
        "presumed": {r.name: found for r in workspace.releases if (found := workspace.presumed_of(r))},
        "pools": named,
        "adversary": workspace.pooling_adversary,
        "weights": workspace.given_measure,
    }
    inputs = [f"{name} = {_lines(value, used)}" for name, value in values.items()]
    if workspace.statistics != "none":
        used |= {("leakage", "ValueCounts"), ("leakage", "weights_by_self_information")}
        learned = workspace.statistics == "background"
        inputs.append(f"counts = {'ValueCounts.of(background)' if learned else expression(workspace.counts, used)}")
        inputs.append("weights = weights_by_self_information(reference, counts, weights)")
    return SCRIPT.format(imports=_imports(used), inputs="\n".join(inputs))
