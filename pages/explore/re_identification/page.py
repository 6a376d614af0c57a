"""Re-identification: which row of a published table is mine, and how little it takes."""

import streamlit as st

from pages import catalogue
from pages.app import page
from pages.explore.re_identification import answer, knowledge, opened, text, uniqueness

page.open_page(catalogue.RE_IDENTIFICATION, text.QUESTION)

row, few = st.tabs(["Which row is me?", "How few facts does it take?"], key="reid-tab", on_change="rerun")

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
        uniqueness.show_few_facts(published, me, attack.similarity)
        st.subheader("And anybody else?")
        knowledge.show_success(published, attack)
        answer.show_promise(published, attack.similarity)
