"""How long a figure of a workspace may take, estimated from sizes before anything is computed.

Each estimate is a power law in the number of records that are joined and of those who are asked about, with constants
measured on one core: right to about a factor of ten, and never less for more of anything. It is for telling what is
small from what is not, and a first guess of how long to wait: who begins the work hears how far it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from leakage.decision.optional_fields import MOST_TRIED
from leakage.decision.threshold import MOST_THRESHOLDS
from leakage.resolution.evidence import odds_of
from leakage.resolution.rules import Unless
from leakage.workspace.figures.next_move import by_values
from leakage.workspace.workspace import By, Workspace


@dataclass(frozen=True)
class PowerLaw:
    """``seconds = start + scale * records ** by_records * questions ** by_questions``.

    >>> PowerLaw(0.5, 0.001, 1.0, 1.0).seconds(10, 100)
    1.5
    """

    start: float
    scale: float
    by_records: float
    by_questions: float

    def seconds(self, records: int, questions: int) -> float:
        """Seconds for so many records, of which so many, or so many groups of them, are asked about."""
        grown: float = self.scale * records**self.by_records * questions**self.by_questions
        return self.start + grown


READ_BY_KEYS = 1e-5
READ_IN_ORDER = 5e-5
"""Seconds for each record that is resolved, the background's among them."""
READ_WITH_CONFLICTS = 3e-5
"""Likewise, for a query over all orders of reading, where few records decide what the others do."""
BOUNDS_IN_ANY_ORDER = PowerLaw(0.02, 2e-2, 1.0, 0.0)
"""Likewise, where any record may: as many orders are tried as are worth the wait."""
WITH_ONE_MORE = 3e-4
"""Likewise, where she is run anew with one record more, and what it joins is told."""
A_WHAT_IF = 1e-4
"""Likewise, where she is run anew with one record more."""
LOOKED_UP = 2.5e-5
"""Likewise, where a record more is looked up by its keys."""
ANEW = 1e-5
"""Likewise, where she is run anew for one fact that is surer, and little of her work changes."""
PREPARED = 3e-4
"""Likewise for one fact, where she corrects and looks up, and joins the same records."""

WEIGHED = 2e-5
"""Likewise, for every two records whose evidence is weighed."""

WEIGHED = 1.5e-6
"""For one label of two records that are held against each other."""

NAMED = 2.5e-7
"""Seconds for one of the n² records that n joins name."""

PRESUMED = 3.0
"""Times as long where something is presumed: every release then tells something that no other does."""

STRANGERS = 100
"""Background records that count as one of the person's: few of them touch what is asked about."""

# Where keys join records, one that is left out or added is resolved by itself; else all are read again, in their order.
BY_KEYS = {
    "contributions": PowerLaw(0.01, 5e-4, 1.0, 0.0),
    "shapley": PowerLaw(0.3, 5e-4, 1.0, 0.0),
    "plan": PowerLaw(0.1, 4.5e-2, 0.85, 0.0),
    "sensitivity": PowerLaw(0.01, 3e-4, 1.0, 0.0),
    "plans": PowerLaw(0.02, 1e-4, 1.0, 1.0),
    "newcomers": PowerLaw(0.01, 4e-4, 1.0, 1.0),
    "alone": PowerLaw(0.01, 3e-4, 1.0, 0.0),
    "timeline": PowerLaw(0.01, 7e-4, 1.0, 0.12),
    "timeline from scratch": PowerLaw(0.01, 3.5e-5, 2.0, 0.0),
}
IN_ORDER = {
    "contributions": PowerLaw(0.01, 2e-4, 2.0, 0.0),
    "shapley": PowerLaw(0.3, 4e-3, 1.0, 0.6),
    "plan": PowerLaw(0.1, 1e-1, 1.3, 0.0),
    "sensitivity": PowerLaw(0.01, 3e-4, 1.0, 0.0),
    "plans": PowerLaw(0.02, 2e-3, 1.0, 1.0),
    "newcomers": PowerLaw(0.01, 4e-3, 1.0, 1.0),
    "alone": PowerLaw(0.01, 3e-4, 1.0, 0.0),
    "timeline": PowerLaw(0.01, 1.2e-3, 1.0, 0.06),
    "timeline from scratch": PowerLaw(0.01, 1e-4, 2.0, 0.0),
}

# Where she reads in order, but any choice among releases is told from masks, few of them are read again.
IN_MASKS = {
    "contributions": PowerLaw(0.01, 1.2e-6, 2.0, 0.0),
    "plan": BY_KEYS["plan"],
    "shapley": PowerLaw(0.3, 2e-2, 1.0, 0.0),
}


def contributions(workspace: Workspace) -> float:
    """Seconds for what each release adds, left out alone.

    >>> contributions(Workspace())
    0.01
    """
    return _seconds("contributions", workspace, len(workspace.releases))


def shapley_values(workspace: Workspace, by: By) -> float:
    """Seconds for what each release or recipient is responsible for."""
    return _seconds("shapley", workspace, _question_count(workspace, by))


def plan(workspace: Workspace, threats: int) -> float:
    """Seconds for the first plans over all kinds of actions, against so many adversaries."""
    return _seconds("plan", workspace, 1) * max(1, threats) / 4


def sensitivity(workspace: Workspace) -> float:
    """Seconds for how far the figure and the ranking of releases move with each weight."""
    return _seconds("sensitivity", workspace, len(workspace.profile))


def query_bounds(workspace: Workspace) -> float:
    """Seconds for the query leakage over all orders of reading; nothing to speak of where the order does not matter.

    >>> query_bounds(Workspace())
    0.0
    """
    resolution = workspace.adversary.resolution
    if resolution is None or resolution.unique:
        return 0.0
    if not isinstance(resolution.match, Unless):
        return BOUNDS_IN_ANY_ORDER.seconds(len(workspace.releases) + len(workspace.background) // STRANGERS, 1)
    return READ_WITH_CONFLICTS * (len(workspace.releases) + len(workspace.background))


def plan_outcomes(workspace: Workspace) -> float:
    """Seconds for what the planned releases would do."""
    return _seconds("plans", workspace, len(workspace.plans))


def planned_ahead(workspace: Workspace) -> float:
    """Seconds for where each planned release alone would take the figure.

    >>> planned_ahead(Workspace())
    0.0
    """
    each = LOOKED_UP if workspace.pooling_adversary.unique else WITH_ONE_MORE
    return each * len(workspace.plans) * (len(workspace.releases) + len(workspace.background))


def optional_fields(workspace: Workspace, optional: int) -> float:
    """Seconds for every choice among so many optional fields.

    >>> optional_fields(Workspace(), 3)
    0.0
    """
    records = len(workspace.releases) + len(workspace.background) // STRANGERS
    tried = 1 << optional if optional <= MOST_TRIED else optional * (optional + 1)
    return A_WHAT_IF * records * tried


def newcomers(workspace: Workspace, pools: int) -> float:
    """Seconds for what so many pools would know with each other recipient."""
    return _seconds("newcomers", workspace, pools)


def recipients_alone(workspace: Workspace) -> float:
    """Seconds for what every recipient knows alone."""
    return _seconds("alone", workspace, len(workspace.recipient_names))


def timeline(workspace: Workspace) -> float:
    """Seconds for the figure after each day on which something was released."""
    in_masks = workspace.pooling_adversary.resolution is not None
    pools = 1 if workspace.pooling_in_use.kind == "together" else len(workspace.recipient_names)
    return _seconds("timeline" if in_masks else "timeline from scratch", workspace, pools)


def kept_apart(workspace: Workspace) -> float:
    """Seconds for what she would know with two of her records kept apart."""
    adversary = workspace.pooling_adversary
    # By keys only the composite of the two is resolved anew, else every record.
    return READ_IN_ORDER * (len(workspace.releases) + (0 if adversary.unique else len(workspace.background)))


def shared_values(workspace: Workspace) -> float:
    """Seconds for what joined the records of one composite: a join may name all records before it."""
    return NAMED * len(workspace.releases) ** 2


def next_moves(workspace: Workspace) -> float:
    """Seconds for what she would verify next: little by the gradient, else she is run anew for each fact.

    >>> next_moves(Workspace())
    0.0
    """
    doubtful = sum(fact.confidence < 1.0 for release in workspace.releases for fact in release.record)
    if by_values(workspace.pooling_adversary):
        return 0.0
    return ANEW * doubtful * (len(workspace.releases) + len(workspace.background))


def thresholds(workspace: Workspace) -> float:
    """Seconds for what she would know at every threshold: she is run anew at each.

    >>> thresholds(Workspace())
    0.0
    """
    evidence, releases = odds_of(workspace.adversary.matches), len(workspace.releases)
    if evidence is None:
        return 0.0
    pairs = releases**2 + (releases + len(workspace.background)) ** 2 / STRANGERS
    return MOST_THRESHOLDS * WEIGHED * len(evidence.labels) * pairs


def policies(workspace: Workspace) -> float:
    """Seconds for what she would know under each of the policies at hand.

    >>> policies(Workspace())
    0.0
    """
    records = len(workspace.releases) + len(workspace.background)
    each = (READ_BY_KEYS if policy.adversary.unique else READ_IN_ORDER for policy in workspace.policies)
    return float(records * sum(each))


def _question_count(workspace: Workspace, by: By) -> int:
    return len(workspace.releases) if by == "release" else len(workspace.recipient_names)


def _seconds(figure: str, workspace: Workspace, questions: int) -> float:
    adversary = workspace.pooling_adversary
    records = len(workspace.releases) + len(workspace.background) // STRANGERS
    times = PRESUMED if any(release.presumed for release in workspace.releases) else 1.0
    by_keys = BY_KEYS[figure].seconds(records, questions)
    if adversary.unique:
        return times * by_keys
    if figure in IN_MASKS and adversary.resolution is not None:
        return times * max(by_keys, IN_MASKS[figure].seconds(records, questions))
    return times * IN_ORDER[figure].seconds(records, questions)
