"""Newcomers: which one recipient more would teach a pool most."""

from __future__ import annotations

from dataclasses import dataclass

from leakage.progress import report
from leakage.workspace.figures.assessment import Pool, assess_pool, pool_of
from leakage.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One recipient more in a pool.

    Arguments:
        recipient: who would join.
        leakage: what the pool would know then.
        increment: that less what it knows now; below 0 the newcomer's data confuse it.
    """

    recipient: str
    leakage: float
    increment: float


def newcomers(workspace: Workspace, pool: Pool, now: float) -> tuple[Newcomer, ...]:
    """What a pool would know with each of the other recipients, the most telling first.

    Source: Whang & Garcia-Molina 2011, Section 2.2 ("other organizations Eve pools information with").

    Arguments:
        workspace: the releases, and how they are resolved.
        pool: who shares now.
        now: what the pool knows now.

    >>> from leakage.record import Record
    >>> from leakage.workspace.figures.assessment import pools_alone
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(n, n, Record.of(("P", n))) for n in ("Shop", "Bank"))
    >>> work = Workspace((("P", "Shop"), ("P", "Bank")), releases=given)
    >>> [(one.recipient, one.increment) for one in newcomers(work, pools_alone(work)[0], 2 / 3)]
    [('Bank', 0.0)]
    """
    others = [name for name in workspace.recipient_names if name not in pool.recipients]
    found = []
    for number, name in enumerate(others):
        report("Trying newcomers", number, len(others))
        together = pool_of(workspace, pool.name, (*pool.recipients, name))
        leakage = assess_pool(workspace, together).result.leakage
        found.append(Newcomer(name, leakage, leakage - now))
    return tuple(sorted(found, key=lambda newcomer: -newcomer.leakage))
