"""Crowd: a made-up population for an adversary to hold besides, in which common names protect and rare ones betray.

See also:
    ``leakage.reidentification`` finds people in records without names; ``leakage.decision`` says what a release adds.

>>> from leakage import Adversary, Record, Resolve, Shares, information_leakage
>>> crowd, emil = population(Crowd(people=1_000)), Record.of(("Name", "Emil Junipergarth"), ("Card", "9"))
>>> given = [Record.of(("Name", "Emil Junipergarth")), Record.of(("Name", "Emil Junipergarth"), ("Card", "9"))]
>>> information_leakage(among(given, crowd.records), emil, Adversary(Resolve(Shares("Name")))).leakage
1.0
"""

from leakage.crowd.growth import CrowdPoint, among, leakage_among, leakage_in_crowds, renamed, takes_millions
from leakage.crowd.names import name_share
from leakage.crowd.population import Crowd, Population, populating, population

__all__ = [
    "Crowd",
    "CrowdPoint",
    "Population",
    "among",
    "leakage_among",
    "leakage_in_crowds",
    "name_share",
    "populating",
    "population",
    "renamed",
    "takes_millions",
]
