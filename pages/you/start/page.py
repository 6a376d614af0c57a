"""Start: what this is, and a way in."""

import streamlit as st

from pages import catalogue
from pages.shell import examples, frame, history, session, vault_session
from pages.shell.words import count
from pages.you.start import text

workspace = frame.open_page(
    catalogue.START,
    text.QUESTION if vault_session.offered() else text.IN_CLASS,
    "How much of you does an adversary know?",
)

for sentence in text.START:
    st.markdown(sentence)

st.subheader("Begin")
own, example, saved = st.columns(3, gap="medium")

with own.container(border=True, height="stretch"):
    st.markdown("**Your own work**")
    st.markdown(text.OWN_WORK)
    if st.button("Begin with my profile", type="primary", key="begin-own", on_click=examples.begin_own):
        st.switch_page(catalogue.PROFILE.path)
    st.markdown(text.NICKNAMES)
    examples.offer_vault()

with example.container(border=True, height="stretch"):
    st.markdown("**A realistic person**")
    st.markdown(text.REALISTIC)
    if st.button("Open the realistic person", key="open-realistic", on_click=examples.open_realistic):
        st.switch_page(catalogue.LEAKAGE.path)

with saved.container(border=True, height="stretch"):
    st.markdown("**A saved copy**")
    examples.open_saved()

st.subheader("Worked examples of the papers")
st.caption(text.EXAMPLES)
chosen = examples.choose()
examples.describe(chosen)
frame.open_button("Open this example", chosen, key="open-example")

if workspace.profile:
    st.subheader("What is open now")
    st.text(
        f"{workspace.title or 'Your own work'}: {count(len(workspace.profile), 'fact')} about you, "
        f"{count(len(workspace.releases), 'release')} to {count(len(workspace.recipient_names), 'recipient')}."
    )
    session.link(catalogue.LEAKAGE, "See what Eve knows")

if history.example():
    st.caption("Undo, at the top of the page, leads back to what was open before the example.")
