"""Re-identification: which row of a published table is mine, and how little it takes."""

import streamlit as st

from pages import catalogue
from pages.explore.re_identification import answer, crowds, knowledge, opened, text, way_back
from pages.shell import frame

workspace = frame.open_page(catalogue.RE_IDENTIFICATION, text.QUESTION)

row, few, larger, back, crowd = st.tabs(
    ["Which row is me?", "How few facts does it take?", "Found at all?", "Into my work", "Does a crowd hide me?"],
    key="reid-tab",
    on_change="rerun",
)

if crowd.open:
    with crowd:
        crowds.show_crowds(workspace)
        crowds.show_adding(workspace)

with row:
    published = opened.choose()
    result = st.container()
    me = knowledge.choose_me(published)
    st.subheader("What does Eve know?")
    drawing = knowledge.choose_drawing(published.table)
    facts = knowledge.edit_facts(published, me, drawing)
    st.subheader("How does she compare?")
    attack = answer.choose_attack(published.table)
    lineup = answer.lineup_of(published.table, facts, attack)

with result:
    answer.headline(published.table, lineup, me, facts)
    answer.candidates(published.table, lineup, me, attack)
    answer.learned(published.table, lineup, me, facts)

if few.open:
    with few:
        crowds.show_few_facts(published, me, attack.similarity)
        st.subheader("And anybody else?")
        knowledge.show_success(published, attack)
        answer.show_promise(published, attack.similarity)

if larger.open:
    with larger:
        answer.show_found(workspace, published, me, facts)

if back.open:
    with back:
        way_back.show_way_back(workspace, published, lineup, me, facts)
