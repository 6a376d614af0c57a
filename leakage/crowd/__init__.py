"""Crowd: a made-up population for an adversary to hold besides, in which common names protect and rare ones betray."""

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
