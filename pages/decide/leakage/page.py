"""The figure: how much Eve knows, and why."""

from pages import catalogue
from pages.app import page
from pages.decide.leakage import contributions, dashboard, records, text
from pages.kit.tabs import show_tabs

workspace = page.open_page(catalogue.LEAKAGE, text.QUESTION)

worst = page.need_worst_pool(workspace)

dashboard.headline(workspace, worst)
dashboard.show_overdue(workspace)
joined = records.choose(workspace, worst)
records.show_facts(workspace, joined)
show_tabs(
    {
        text.WHY: lambda: records.show_joins(workspace, joined),
        text.WHO: lambda: dashboard.compare_pools(workspace),
    },
    key="why-tab",
)
contributions.show_contributions(workspace)
