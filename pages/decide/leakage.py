"""Leakage: what Eve knows, and why."""

from pages.ui import dashboard, figures, frame

workspace = frame.open_page("Leakage", "How much of you does Eve know once she has connected the dots?")

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
worst = figures.worst_pool(workspace)
if worst is None:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")

facts = dashboard.facts(workspace, worst)

dashboard.headline(workspace, worst)
dashboard.counts(facts)
dashboard.compare_pools(workspace)
dashboard.composite(workspace, facts)
dashboard.joins(workspace, worst, worst.result.members)
dashboard.contributions(workspace)
