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

from leakage.published.generalisation import Requirement as Requirement
from leakage.published.generalisation import generalisations as generalisations
from leakage.published.generalisation import generalised as generalised
from leakage.published.hierarchy import suggest_hierarchy as suggest_hierarchy
from leakage.published.summary import class_yardsticks as class_yardsticks
from leakage.published.summary import report as report
from leakage.published.table import PublishedTable as PublishedTable
from leakage.published.yardsticks import delta_disclosure as delta_disclosure
from leakage.published.yardsticks import distinct_l_diversity as distinct_l_diversity
from leakage.published.yardsticks import distribution_leakage as distribution_leakage
from leakage.published.yardsticks import entropy_l_diversity as entropy_l_diversity
from leakage.published.yardsticks import entropy_leakage as entropy_leakage
from leakage.published.yardsticks import k_anonymity as k_anonymity
from leakage.published.yardsticks import mutual_information as mutual_information
from leakage.published.yardsticks import recursive_l_diversity as recursive_l_diversity
from leakage.published.yardsticks import t_closeness as t_closeness
