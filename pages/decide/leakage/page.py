"""Leakage: what Eve knows, and why."""

from pages import catalogue
from pages.decide.leakage import believed, contributions, dashboard, next_steps, overdue, text
from pages.decide.leakage.copy_as_python import copy_as_python
from pages.kit import assessed, joins
from pages.shell import frame

workspace = frame.open_page(catalogue.LEAKAGE, text.QUESTION)

worst = frame.need_worst_pool(workspace)
facts = assessed.facts(workspace, worst)

dashboard.headline(workspace, worst, facts)
dashboard.compare_pools(workspace)
dashboard.composite(workspace, facts)
joins.show_joins(workspace, worst, worst.result.members, "leakage")
believed.show(workspace, worst)
contributions.show_contributions(workspace)
overdue.show(workspace)
next_steps.show(workspace)
copy_as_python(workspace)
