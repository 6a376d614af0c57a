"""Before I share: ways of giving something away, side by side."""

from pages import catalogue
from pages.app import page
from pages.decide.planned_release import alternatives, optional_fields, text
from pages.kit import glossary, shared_figures

workspace = page.open_page(catalogue.PLANNED_RELEASE, text.QUESTION)

page.need_profile(workspace)

glossary.say_leaked(workspace, glossary.NOTHING_REACHES_HER)
outcomes = shared_figures.plan_outcomes.offer(workspace)
if outcomes:
    alternatives.headline(outcomes)
    alternatives.chart(outcomes)
alternatives.edit(workspace)
if outcomes:
    alternatives.why(workspace, outcomes)
    optional_fields.show(workspace, outcomes)
    alternatives.take(workspace, outcomes)
