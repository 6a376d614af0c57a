"""Leakage: what Eve knows, and why."""

from pages import catalogue
from pages.decide.leakage import contributions, dashboard, text
from pages.kit import shared_figures
from pages.shell import frame

workspace = frame.open_page(catalogue.LEAKAGE, text.QUESTION)

worst = frame.need_worst_pool(workspace)
facts = shared_figures.facts(workspace, worst)

dashboard.headline(workspace, worst, facts)
dashboard.compare_pools(workspace)
dashboard.composite(workspace, facts)
shared_figures.show_joins(workspace, worst, worst.result.members, "leakage")
contributions.show_believed(workspace, worst)
contributions.show_contributions(workspace)
dashboard.show_overdue(workspace)
dashboard.show_next_steps(workspace)
