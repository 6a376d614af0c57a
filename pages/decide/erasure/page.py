"""Erasure: which past releases to have deleted."""

import streamlit as st

from pages import catalogue
from pages.decide.erasure import plans, text
from pages.kit import shared_figures
from pages.shell import frame

workspace = frame.open_page(catalogue.ERASURE, text.QUESTION)

now = frame.need_worst_pool(workspace).result.leakage

answer = st.container()
by = plans.choose_kind()
controls = st.container()
with st.expander("Some requests are more trouble than others", icon=":material/fitness_center:"):
    st.markdown(text.EFFORTS)
    plans.edit_efforts(workspace, by)
with answer:
    best = shared_figures.erasure.offer(workspace, by)

if best and best.requests:
    with controls:
        budget = plans.choose_budget(best)
    with answer:
        chosen = plans.headline(now, best, budget)
        plans.curve(best, chosen)
    plans.plan(workspace, best, chosen)
    st.caption(text.ERASURE_HELP)
    plans.before_and_after(workspace, best, chosen)
elif best:
    answer.info("There is nothing left to ask for: all is erased or was refused.", icon=":material/check:")

st.subheader("What came of it?")
st.markdown(text.ERASURE_STATUS)
plans.edit_status(workspace)
