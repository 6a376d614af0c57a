"""Which yardstick, and when."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from leakage.tables import GUIDE
from pages.ui.published import words


def show_guide() -> None:
    """Table IV, with the reasons."""
    st.markdown(words.GUIDE)
    rows = [(advice.field.capitalize(), advice.case, advice.metric, advice.when) for advice in GUIDE]
    st.table(
        pd.DataFrame(rows, columns=["For", "Case, for you", "Yardstick", "When, and what it takes for granted"]),
        hide_index=True,
        alt="Which yardstick is worst, average or best case, and when to use it",
    )
    st.page_link("explore/attackers_error.py", label="Try the error of an attacker by hand", icon=":material/tune:")
