"""What the Disinformation page computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leakage.workspace.figures import (
    disinformation_curves,
)
from leakage.workspace.figures.disinformation_curves import DisinformationOutcome, LinkCandidate
from leakage.workspace.workspace import Workspace

if TYPE_CHECKING:
    from leakage.workspace.figures.disinformation_plans import DisinformationPlans
    from leakage.workspace.figures.disinformation_terms import Terms
from pages.shell.cached import cached
from pages.shell.knowledge import assessment


@cached
def link_candidates(workspace: Workspace, recipient: str) -> tuple[LinkCandidate, ...]:
    """Strangers whom a record could tie to the person, the most misleading first."""
    with_strangers = workspace.with_strangers()
    return disinformation_curves.link_candidates(with_strangers, recipient, assessment(with_strangers))


@cached
def disinformation(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> DisinformationOutcome:
    """What wrong facts would do: self disinformation, or linkage with one of the candidates."""
    with_strangers = workspace.with_strangers()
    return disinformation_curves.disinformation_outcome(
        with_strangers,
        recipient,
        "self" if link is None else "linkage",
        None if link is None else link_candidates(workspace, recipient)[link],
        most=most,
        labels=labels,
        assessed=assessment(with_strangers),
    )


def disinformation_outcomes(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> dict[str, DisinformationOutcome]:
    """Self disinformation, and linkage with the candidate picked, as far as a record can do it."""
    outcomes = {"self": disinformation(workspace, recipient, most, labels, None)}
    if link is not None:
        outcomes["linkage"] = disinformation(workspace, recipient, most, labels, link)
    return {mode: outcome for mode, outcome in outcomes.items() if outcome.points}


def remembers_outcomes(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> bool:
    """Whether these outcomes cost nothing now."""
    modes = (None,) if link is None else (None, link)
    return all(disinformation.remembers(workspace, recipient, most, labels, mode) for mode in modes)


@cached
def disinformation_plans(workspace: Workspace, terms: Terms) -> DisinformationPlans:
    """The best disinformation for every budget, on the person's terms."""
    # Imported here: only its own page plans disinformation.
    from leakage.workspace.figures.disinformation_plans import plan_disinformation  # noqa: PLC0415

    with_strangers = workspace.with_strangers()
    return plan_disinformation(with_strangers, terms, assessment(with_strangers))
