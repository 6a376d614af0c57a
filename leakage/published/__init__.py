"""Published microdata: how safe is a person in a table that was "anonymised"?

Rebollo-Monedero et al., "On the Measurement of Privacy as an Attacker's Estimation Error": ``estimation``,
``entropy``, ``bounds``, ``channels``, ``information``. Ren & Li, "Privacy-Preserving Characterization and Data
Publishing": ``yardsticks``, ``hierarchy``, ``generalisation``. The tie to leakage of Whang & Garcia-Molina 2012,
Section 3: ``records``.

Functions of a table also take a DataFrame with the names of its columns. Entropies are in bits. Arguments out of the
documented range, and numbers that are no distribution where one is needed, raise a ValueError.

>>> import pandas as pd
>>> rows = pd.DataFrame({"Zip": ["11*", "11*", "24*", "24*"], "Disease": ["Flu", "Heart", "Flu", "Flu"]})
>>> report(rows, ["Zip"], "Disease")[["k-anonymity", "distinct l-diversity"]].tolist()
[2.0, 1.0]
>>> t_closeness(rows, quasi_identifiers=["Zip"], sensitive="Disease")
0.25
"""

from leakage.published.generalisation import Requirement, generalisations, generalised
from leakage.published.hierarchy import suggest_hierarchy
from leakage.published.summary import class_yardsticks, report
from leakage.published.table import PublishedTable
from leakage.published.yardsticks import (
    delta_disclosure,
    distinct_l_diversity,
    distribution_leakage,
    entropy_l_diversity,
    entropy_leakage,
    k_anonymity,
    mutual_information,
    recursive_l_diversity,
    t_closeness,
)

__all__ = [
    "PublishedTable",
    "Requirement",
    "class_yardsticks",
    "delta_disclosure",
    "distinct_l_diversity",
    "distribution_leakage",
    "entropy_l_diversity",
    "entropy_leakage",
    "generalisations",
    "generalised",
    "k_anonymity",
    "mutual_information",
    "recursive_l_diversity",
    "report",
    "suggest_hierarchy",
    "t_closeness",
]
