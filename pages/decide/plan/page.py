"""Plan: what to do now, over every kind of action."""

from pages import catalogue
from pages.app import page
from pages.decide.plan import spending, text

workspace = page.open_page(catalogue.PLAN, text.QUESTION)

page.need_worst_pool(workspace)
spending.show_plan(workspace)
