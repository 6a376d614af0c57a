"""Which yardstick, and when."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from leakage.tables import FURTHER, GUIDE
from pages import catalogue
from pages.explore.published_table import text
from pages.shell import links


def show_guide() -> None:
    """Table IV, with the reasons, and the yardsticks that came later."""
    st.markdown(text.GUIDE)
    rows = [(advice.field.capitalize(), advice.case, advice.metric, advice.when) for advice in (*GUIDE, *FURTHER)]
    st.table(
        pd.DataFrame(rows, columns=["For", "Case, for you", "Yardstick", "When, and what it takes for granted"]),
        hide_index=True,
        alt="Which yardstick is worst, average or best case, and when to use it",
    )
    links.link(catalogue.ATTACKERS_ERROR, "Try the error of an attacker by hand")
