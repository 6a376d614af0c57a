"""What the Leakage page computes."""

from __future__ import annotations

from leakage.decision.shapley import ShapleyValue, attribute_shapley
from leakage.derivation import Derivation
from leakage.measure.addition import Addition, addition_gradient
from leakage.measure.gradient import leakage_gradient
from leakage.record import Attribute
from leakage.workspace.figures import in_doubt
from leakage.workspace.figures.assessment import Pool
from leakage.workspace.figures.derivations import derivation_of_pool
from leakage.workspace.figures.in_doubt import Believed
from leakage.workspace.figures.shapley_values import recipient_shapley_values, release_shapley_values
from leakage.workspace.workspace import By, Workspace
from pages.shell.cached import cached, cached_for_all
from pages.shell.knowledge import worst_composite, worst_pool


@cached_for_all
def shapley_values(workspace: Workspace, by: By) -> tuple[ShapleyValue, ...]:
    """The Shapley value of every release, or of every recipient."""
    return release_shapley_values(workspace) if by == "release" else recipient_shapley_values(workspace)


@cached_for_all
def fact_shapley_values(workspace: Workspace) -> tuple[tuple[Attribute, ShapleyValue], ...]:
    """The Shapley value of every attribute of the worst composite."""
    composite = worst_composite(workspace)
    contributions = attribute_shapley(composite, workspace.reference, workspace.measure)
    return tuple(zip(composite, contributions, strict=True))


@cached_for_all
def additions(workspace: Workspace) -> tuple[Addition, ...]:
    """What one more attribute of each label, right or wrong, would do to the worst composite."""
    return addition_gradient(worst_composite(workspace), workspace.reference, workspace.measure)


@cached
def believed(workspace: Workspace, pool: Pool) -> Believed:
    """What a pool is to be expected to know; asked for where evidence alone joins records."""
    told = in_doubt.believed(workspace, pool)
    assert told is not None, "asked for where there is evidence to weigh"
    return told


@cached
def derivation(workspace: Workspace) -> Derivation:
    """How the figure of the pool that knows most is worked out."""
    worst = worst_pool(workspace)
    assert worst is not None, "asked for where something was released"
    return derivation_of_pool(workspace, worst)


@cached
def confirmations(workspace: Workspace) -> tuple[tuple[Attribute, float], ...]:
    """The doubtful facts that she has right, and what their confirmation would tell her: ``(1 - c) dL/dc``."""
    composite = worst_composite(workspace)
    slopes = leakage_gradient(composite, workspace.reference, workspace.measure)
    doubtful = (attribute for attribute in composite.known if attribute.confidence < 1.0)
    return tuple((attribute, (1.0 - attribute.confidence) * slopes[attribute]) for attribute in doubtful)
