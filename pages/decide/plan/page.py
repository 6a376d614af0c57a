"""Plan: what to do now, over every kind of action."""

import streamlit as st

from pages import catalogue
from pages.decide.plan import adversaries, spending, text
from pages.decide.plan.spending import frontier_chart
from pages.kit import shared_figures
from pages.kit.charts.chart import show
from pages.shell import frame
from pages.shell.session import link

workspace = frame.open_page(catalogue.PLAN, text.QUESTION)

frame.need_worst_pool(workspace)

budget, answer = st.container(), st.container()
asked = spending.ask(workspace, budget)
adversaries.edit(workspace)
shared_figures.ask(asked.terms, asked.minutes)
with answer:
    plans = shared_figures.plans_or_offer(workspace, asked.terms)

if plans:
    chosen = plans.frontier.within(asked.minutes)
    with answer:
        spending.headline(workspace, plans, chosen)
        spending.actions(workspace, plans, chosen)
        spending.not_proposed(workspace)
        spending.offer_further(workspace, asked.terms, chosen)
    show(frontier_chart(plans, chosen), "plan")
    adversaries.show(plans, chosen, asked.minutes)
    adversaries.say_without_files(workspace, asked.terms)

st.subheader("One kind of action at a time")
with st.container(horizontal=True, key="plan-links"):
    link(catalogue.ERASURE, "Which releases to have deleted")
    link(catalogue.DISINFORMATION, "Which wrong facts to give")
    link(catalogue.PLANNED_RELEASE, "What to leave blank")
    link(catalogue.REQUESTS, "Letters to send")
