"""Re-identification: which row of a published table is mine, and how little it takes."""

import streamlit as st

from pages.ui import frame
from pages.ui.re_identification import alone, answer, crowds, knowledge, promise, success, table, texts, way_back

workspace = frame.open_page("Re-identification", texts.QUESTION)

row, few, back, crowd = st.tabs(
    ["Which row is me?", "How few facts does it take?", "Into my work", "Does a crowd hide me?"]
)

with crowd:
    crowds.show_crowds(workspace)
    crowds.show_adding(workspace)

with row:
    found = table.choose()
    result = st.container()
    me = knowledge.choose_me(found)
    st.subheader("What does Eve know?")
    drawing = knowledge.choose_drawing(found.table)
    facts = knowledge.edit_facts(found, me, drawing)
    st.subheader("How does she compare?")
    attack = answer.choose_attack(found.table)
    lineup = answer.lineup_of(found.table, facts, attack)

with result:
    answer.headline(found.table, lineup, me, facts)
    answer.candidates(found.table, lineup, me, attack)
    answer.learned(found.table, lineup, me, facts)

with few:
    alone.show_alone(found, me, attack.likeness)
    st.subheader("And anybody else?")
    success.show_success(found, attack)
    promise.show_promise(found, attack.likeness)

with back:
    way_back.show_way_back(workspace, found, lineup, me, facts)
