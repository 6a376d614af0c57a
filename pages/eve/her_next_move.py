"""Her next move: which fact Eve would verify, and so the one most worth denying confirmation."""

import streamlit as st

from pages.ui import figures, frame, text, verifying

workspace = frame.open_page("Her next move", text.NEXT_MOVE_QUESTION)

if not workspace.profile:
    frame.nothing_yet("First say what is true about you.", "you/profile.py", "Go to the profile")
worst = figures.worst_pool(workspace)
if worst is None:
    frame.nothing_yet("Next say what you gave away, and to whom.", "you/releases.py", "Go to the releases")

answer = st.container()
composite = verifying.choose_record(workspace, worst)
with st.expander("Some facts are harder to verify than others", icon=":material/fitness_center:"):
    verifying.edit_prices(workspace)
moves = figures.moves(workspace, composite)

with answer:
    verifying.headline(workspace, worst, composite, moves)
    verifying.ranking(workspace, worst, moves)
st.markdown(text.NEXT_MOVE)
