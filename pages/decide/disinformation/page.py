"""Disinformation: what wrong but believable facts would take back, and the best way to use them."""

import streamlit as st

from pages import catalogue
from pages.decide.disinformation import plans, terms, text, what_if
from pages.shell import frame

workspace = frame.open_page(catalogue.DISINFORMATION, text.QUESTION)

now = frame.need_worst_pool(workspace).result.leakage

answer = st.container()
labels = terms.choose_labels(workspace)
asked = terms.choose_terms(workspace, labels)
with answer:
    best = terms.disinformation_plans.offer(workspace, asked) if asked else None
if best and not best.frontier.moves:
    answer.info(text.NOTHING_MATCHES, icon=":material/link_off:")
elif best:
    with answer:
        place = st.container()
        budget = plans.choose_budget(best)
    with place:
        chosen = plans.headline(best, budget)
        plans.worked_out(workspace, best, chosen)
        plans.frontier(best, chosen, budget)
    plans.show_records(workspace, best, chosen)
    plans.before_and_after(workspace, best, chosen)
    plans.warnings(workspace, best)
    plans.explanation()

if asked:
    what_if.show(workspace, now, asked)
st.caption(text.LAWFUL)
