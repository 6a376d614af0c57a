"""What the Adversary page computes."""

from __future__ import annotations

from leakage.measure.set_leakage import set_leakage
from leakage.resolution.properties import PropertyReport, check_properties
from leakage.resolution.score import AtLeast
from leakage.workspace.figures import learned_score as scoring
from leakage.workspace.figures import newcomers as joining
from leakage.workspace.figures.assessment import Pool, pool_together, records_of
from leakage.workspace.figures.newcomers import Newcomer
from leakage.workspace.workspace import Workspace
from pages.shell.cached import cached, cached_for_all
from pages.shell.knowledge import known_to

PROPERTY_CASES = 1_000


@cached
def before_joining(workspace: Workspace, pool: Pool) -> float:
    """What the most telling single record of a pool reveals: leakage before any analysis."""
    return set_leakage(records_of(workspace, pool), workspace.reference, workspace.measure)


@cached_for_all
def properties(workspace: Workspace) -> tuple[PropertyReport, ...]:
    """The properties of the chosen policy's resolution, tried on all that was released and the background."""
    resolution = workspace.adversary.resolutions[0]
    records = records_of(workspace, pool_together(workspace))
    return check_properties(records, resolution.match, resolution.merge, cases=PROPERTY_CASES)


@cached
def newcomers(workspace: Workspace, pool: Pool) -> tuple[Newcomer, ...]:
    """What a pool would know with each other recipient."""
    return joining.newcomers(workspace, pool, known_to(workspace, pool).result.leakage)


@cached
def learned_score(workspace: Workspace, labels: tuple[str, ...], threshold: float) -> AtLeast:
    """A score whose weights the records at hand teach."""
    return scoring.learned_score(workspace, labels, threshold)


def known(workspace: Workspace) -> int:
    """How many records Eve may hold."""
    return len(workspace.releases) + len(workspace.background)
