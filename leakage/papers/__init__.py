"""The five papers' figures, derived: ``python -m leakage.papers`` prints them beside what the papers print.

See also:
    ``leakage.scenarios`` has the papers' examples as data; ``leakage.laboratory`` runs the experiments of 2012 again.

>>> rows = PAPERS[0].rows()
>>> PAPERS[0].title, len(rows), [row.verdict for row in rows].count("slip")
('Whang & Garcia-Molina 2011', 27, 3)
"""

from leakage.papers.catalogue import PAPERS, Paper
from leakage.papers.figure import Figure, Row

__all__ = ["PAPERS", "Figure", "Paper", "Row"]
