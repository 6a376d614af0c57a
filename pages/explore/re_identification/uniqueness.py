"""How many of my entries make me unique?"""

from __future__ import annotations

import numpy as np
import streamlit as st

from leakage.reidentification import SparseTable, Uniqueness, ValueSimilarity, uniqueness
from pages.app.figures import figure
from pages.app.words import count
from pages.explore.re_identification import text
from pages.explore.re_identification.charts import thinning_chart
from pages.explore.re_identification.opened import OpenedTable
from pages.kit.charts.chart import show

ORDERS = 200


def show_few_facts(published: OpenedTable, me: int | None, similarity: ValueSimilarity) -> None:
    """How the crowd around a person thins out."""
    if me is None:
        st.info(
            "Say above which row is yours to see how many of your entries make you unique.", icon=":material/person:"
        )
        return
    thinned = thinning(published.table, me, similarity)
    st.subheader(_headline(thinned))
    st.text(_sentence(thinned, published.table, me))
    show(thinning_chart(thinned), "thinning")
    st.caption(text.ALONE)


@figure
def thinning(table: SparseTable, me: int, similarity: ValueSimilarity) -> Uniqueness:
    """The crowd around a person, remembered."""
    return uniqueness(table, me, similarity, orders=ORDERS)


def _headline(thinned: Uniqueness) -> str:
    needed = thinned.needed
    if thinned.left.shape[1] == 1:
        return "Your row is empty"
    if needed[0] < 0:
        return "Nothing makes you unique: others have everything you have"
    usual = int(np.median(needed))
    return f"{count(usual, 'random entry', 'random entries')} of yours {'leaves' if usual == 1 else 'leave'} you alone"


def _sentence(thinned: Uniqueness, table: SparseTable, me: int) -> str:
    total = thinned.left.shape[1] - 1
    if not total:
        return "There is nothing in it that anyone could recognise."
    if thinned.needed[0] < 0:
        alike = count(int(thinned.left[0, -1]), "person", "people")
        return (
            f"After all {count(total, 'entry', 'entries')} {alike} are left who agree with each of them; more is "
            "better for you."
        )
    most = int(thinned.needed.max())
    rare = count(int(thinned.fewest or 0), "entry is", "entries are")
    return (
        f"In half of {len(thinned.needed)} random orders no more are needed, in the unluckiest for Eve {most} of your "
        f"{total}. Picked for their rarity, {rare} enough. Fewer is worse for you."
    )
