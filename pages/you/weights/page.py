"""Weights: how much each fact counts, and how much depends on that."""

from functools import partial

from pages import catalogue
from pages.app import knowledge, page
from pages.kit.tabs import show_tabs
from pages.you.weights import label_weights, measure, text

workspace = page.open_page(catalogue.WEIGHTS, text.QUESTION)

page.need_profile(workspace)

sensitivities = None if knowledge.leakage_of(workspace) is None else label_weights.sensitivity.offer(workspace)
if sensitivities:
    measure.headline(workspace, sensitivities)

parts = {text.WEIGHTS_TAB: partial(label_weights.edit, workspace)}
if sensitivities:
    parts[text.SENSITIVITY_TAB] = partial(measure.sensitivity, workspace, sensitivities)
parts |= {
    text.RARITY_TAB: partial(measure.choose, workspace),
    text.NEAR_TAB: partial(measure.near_misses, workspace),
}
show_tabs(parts, "weights-tab")
