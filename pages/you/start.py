"""Start: what this is, and a way in."""

import streamlit as st

from pages.ui import examples, frame, state, text
from pages.ui.words import count

workspace = frame.open_page("How much of you does an adversary know?", text.START_QUESTION)

for sentence in text.START:
    st.markdown(sentence)

st.subheader("Begin")
own, example, saved = st.columns(3, gap="medium")

with own.container(border=True, height="stretch"):
    st.markdown("**Your own work**")
    st.markdown(text.OWN_WORK)
    if st.button("Begin with my profile", type="primary", key="begin-own"):
        examples.begin_own()
        st.switch_page("you/profile.py")
    examples.offer_vault()

with example.container(border=True, height="stretch"):
    st.markdown("**A realistic person**")
    st.markdown(text.REALISTIC)
    if st.button("Open the realistic person", key="open-realistic"):
        examples.open_realistic()
        st.switch_page("decide/leakage.py")

with saved.container(border=True, height="stretch"):
    st.markdown("**A saved copy**")
    examples.open_saved()

st.subheader("Worked examples of the papers")
st.caption(text.EXAMPLES)
chosen = examples.choose()
examples.describe(chosen)
if st.button("Open this example", key="open-example"):
    examples.open_example(chosen)
    st.switch_page("decide/leakage.py")

if workspace.profile:
    st.subheader("What is open now")
    st.text(
        f"{workspace.title or 'Your own work'}: {count(len(workspace.profile), 'fact')} about you, "
        f"{count(len(workspace.releases), 'release')} to {count(len(workspace.recipients), 'recipient')}."
    )
    st.page_link("decide/leakage.py", label="See what Eve knows", icon=":material/monitoring:")

if state.example():
    st.caption("Undo in the sidebar leads back to what was open before the example.")
