"""Published table: how safe is a person in a table that was "anonymised"?"""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.explore.published_table import coarsening, person, text, yardsticks
from pages.explore.published_table import opened as columns
from pages.explore.published_table import opened as opening
from pages.explore.published_table.person import show_rate_of_table
from pages.explore.published_table.yardsticks import show_guide

workspace = page.open_page(catalogue.PUBLISHED_TABLE, text.QUESTION)

answer = st.container()
opened = opening.choose_table()
table = columns.choose_columns(opened)
beforehand = yardsticks.choose_beforehand(opened, table)

safe, by_class, me_tab, coarser, least, guide = st.tabs(
    [
        "How safe is it?",
        "Class by class",
        "Me in it",
        "Make it coarser",
        "How little could it tell?",
        "Which yardstick?",
    ],
    key="published-tab",
    on_change="rerun",
)

with coarser:
    st.markdown(text.COARSER)
    shown = coarsening.choose_levels(opened, table, beforehand)
    with st.expander("Edit what values become", icon=":material/account_tree:"):
        coarsening.edit_hierarchies(opened, table)
    st.subheader("How coarse must it be?")
    coarsening.show_search(opened, table)

classes = yardsticks.measured(shown, coarsening.hierarchy_of(opened, table.sensitive))
with answer:
    yardsticks.headline(shown, classes)
if safe.open:
    with safe:
        yardsticks.show_yardsticks(shown, classes)
if by_class.open:
    with by_class:
        yardsticks.show_classes(classes)
if me_tab.open:
    with me_tab:
        me = person.choose_me(workspace, opened, shown)
        if me is not None:
            person.show_beliefs(shown, me)
            person.show_errors(shown, me)
            st.subheader("How much of you does the table leak?")
            person.show_leakage(opened, shown, me)
if guide.open:
    with guide:
        show_guide()
if least.open:
    with least:
        show_rate_of_table(shown, classes)
