"""Published table: how safe is a person in a table that was "anonymised"?"""

import streamlit as st

from pages.ui import frame
from pages.ui.published import believing, coarsening, marking, opening, person, searching, words, yardsticks
from pages.ui.published.guessing.telling import show_rate_of_table
from pages.ui.published.guide import show_guide

workspace = frame.open_page("Published table", words.QUESTION)

answer = st.container()
opened = opening.choose_table()
table = marking.choose_columns(opened)

safe, by_class, me_tab, coarser, least, guide = st.tabs(
    [
        "How safe is it?",
        "Class by class",
        "Me in it",
        "Make it coarser",
        "How little could it tell?",
        "Which yardstick?",
    ]
)

with coarser:
    st.markdown(words.COARSER)
    shown = coarsening.choose_levels(opened, table)
    with st.expander("Edit what values become", icon=":material/account_tree:"):
        coarsening.edit_hierarchies(opened, table)
    st.subheader("How coarse must it be?")
    searching.show_search(opened, table)

classes = yardsticks.measured(shown)
with answer:
    yardsticks.headline(shown, classes)
with safe:
    yardsticks.show_yardsticks(shown, classes)
with by_class:
    yardsticks.show_classes(classes)
with me_tab:
    me = person.choose_me(workspace, opened, shown)
    if me is not None:
        believing.show_beliefs(shown, me)
        believing.show_errors(shown, me)
        st.subheader("How much of you does the table leak?")
        believing.show_leakage(opened, shown, me)
with guide:
    show_guide()
with least:
    show_rate_of_table(shown, classes)
