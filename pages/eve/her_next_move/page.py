"""Her next move: which fact Eve would verify, and so the one most worth leaving unconfirmed."""

import streamlit as st

from pages import catalogue
from pages.eve.her_next_move import moves, text
from pages.shell import frame

workspace = frame.open_page(catalogue.HER_NEXT_MOVE, text.QUESTION)

worst = frame.need_worst_pool(workspace)
answer = st.container()
composite = moves.choose_record(workspace, worst)
with st.expander("Some facts are harder to verify than others", icon=":material/fitness_center:"):
    moves.edit_prices(workspace)

with answer:
    ranked = moves.moves.offer(workspace, composite)
    if ranked is not None:
        moves.headline(workspace, worst, composite, ranked)
        moves.ranking(workspace, worst, ranked)
st.markdown(text.NEXT_MOVE)
if ranked is not None and moves.worth_verifying(ranked):
    st.markdown(text.DO_NOT_CONFIRM)
