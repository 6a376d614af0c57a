"""Deletions: what to have deleted, and what came of asking."""

from pages import catalogue
from pages.decide.erasure import plans, text
from pages.kit import glossary
from pages.shell import frame

workspace = frame.open_page(catalogue.ERASURE, text.QUESTION)

worst = frame.need_worst_pool(workspace)
glossary.say_leaked(workspace, glossary.NOTHING_TAKES_BACK)
plans.show_plans(workspace, worst.result.leakage)
