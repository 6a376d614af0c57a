"""The five papers' figures, derived: ``python -m leakage.papers`` prints them beside what the papers print."""

from leakage.papers.catalogue import PAPERS, Paper
from leakage.papers.figure import Figure, Row

__all__ = ["PAPERS", "Figure", "Paper", "Row"]
