"""The router: which pages there are, in which groups."""

import streamlit as st

from pages.ui import gate, keeping

st.set_page_config(page_title="How much does she know?", layout="wide")

PAGES = {
    "You": [
        st.Page("you/start.py", title="Start", icon=":material/door_open:", default=True),
        st.Page("you/profile.py", title="Profile", icon=":material/person:"),
        st.Page("you/releases.py", title="Releases", icon=":material/outbox:"),
        st.Page("you/weights.py", title="Weights", icon=":material/balance:"),
        st.Page("you/in_and_out.py", title="Import and export", icon=":material/swap_vert:"),
        st.Page("you/vault.py", title="Vault", icon=":material/lock:"),
    ],
    "Eve": [
        st.Page("eve/adversary.py", title="Adversary", icon=":material/hub:"),
        st.Page("eve/what_she_knows.py", title="What she knows", icon=":material/search:"),
        st.Page("eve/her_next_move.py", title="Her next move", icon=":material/fact_check:"),
    ],
    "Decide": [
        st.Page("decide/leakage.py", title="Leakage", icon=":material/monitoring:"),
        st.Page("decide/planned_release.py", title="Planned release", icon=":material/compare_arrows:"),
        st.Page("decide/disinformation.py", title="Disinformation", icon=":material/masks:"),
        st.Page("decide/erasure.py", title="Erasure", icon=":material/delete_sweep:"),
    ],
    "Explore": [
        st.Page("explore/published_table.py", title="Published table", icon=":material/table_view:"),
        st.Page("explore/attackers_error.py", title="An attacker's error", icon=":material/psychology_alt:"),
        st.Page("explore/re_identification.py", title="Re-identification", icon=":material/person_search:"),
        st.Page("explore/laboratory.py", title="Laboratory", icon=":material/science:"),
    ],
}

closed = keeping.gated()
page = st.navigation(PAGES, position="hidden" if closed else "sidebar", expanded=True)
if closed:
    gate.show()
else:
    keeping.touch()
    keeping.save()
    page.run()
