"""The parts of the disinformation page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from leakage.decision.disinformation import DisinformationPoint
from leakage.workspace.disinforming import Disinformation, LinkCandidate
from leakage.workspace.planning import with_release
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Release, Workspace
from pages.ui import state
from pages.ui.charts.chart import show
from pages.ui.charts.curve import curve_chart
from pages.ui.words import change, count, listed, percent

MOST = 20


def choose_recipient(workspace: Workspace) -> str:
    """To whom the record would be given."""
    picked: str = st.selectbox(
        "To whom would you give it?",
        workspace.recipients,
        key="disinform-recipient",
        persist_state="session",
        help="It reaches Eve through whoever shares with this recipient; see the pooling on the Adversary page.",
    )
    return picked


def choose_link(candidates: Sequence[LinkCandidate]) -> int | None:
    """The number of the stranger to be tied in; None where there is nobody suitable."""
    if not candidates:
        st.text(
            "Linkage: nobody among Eve's other records would lower what she knows of you, or none can be tied to you "
            "by one record."
        )
        return None
    number: int = st.selectbox(
        "Which stranger would the linkage tie to you?",
        range(len(candidates)),
        format_func=lambda n: _stranger(candidates[n]),
        key=f"disinform-link-{hash(tuple(candidate.members for candidate in candidates))}",
        help="Records of others that Eve holds, the one that would mislead her most first.",
    )
    return number


def _stranger(candidate: LinkCandidate) -> str:
    known = listed([attribute.value for attribute in candidate.record], most=3)
    return f"{known}: she would know {percent(candidate.leakage)} of you"


def choose_labels(workspace: Workspace) -> tuple[str, ...]:
    """Which kinds of facts may be stated wrongly."""
    known = list(dict.fromkeys(label for label, _ in workspace.profile))
    harmless = [label for label in known if label not in OFFICIAL]
    picked = st.multiselect(
        "Which kinds of facts may be wrong?",
        known,
        default=harmless,
        format_func=workspace.display_name,
        key=f"disinform-labels-{hash(tuple(known))}",
        persist_state="session",
        help="Identity papers, accounts and health are left out at first: a false statement there can be an offence. "
        "The heaviest labels are used first, since they dilute most.",
    )
    return tuple(label for label in known if label in picked)


def choose_count() -> int:
    """How many wrong facts the record shown has."""
    chosen: int = st.slider("How many wrong facts?", 0, MOST, 5, key="disinform-count", persist_state="session")
    return chosen


def headline(now: float, outcomes: Mapping[str, Disinformation], chosen: int) -> None:
    """What the chosen number of wrong facts takes back, in words."""
    points = {mode: point_at(outcome, chosen) for mode, outcome in outcomes.items()}
    mode = min(points, key=lambda name: points[name].leakage)
    best = points[mode]
    chosen = best.count
    if best.increment >= 0.0:
        st.header(f"It would not help: {change(best.increment)}")
    else:
        what = count(chosen, "wrong fact") if chosen else "A record without wrong facts"
        st.header(f"{what} would take back {-100 * best.increment:.1f} points")
    st.text(
        f"Eve knows {percent(now)} of you now; with the {mode} record below she would know {percent(best.leakage)}. "
        "Lower is better for you."
    )


def point_at(outcome: Disinformation, chosen: int) -> DisinformationPoint:
    """The point of that many wrong facts; the last one where there are fewer."""
    return outcome.points[min(chosen, len(outcome.points) - 1)]


def curve(now: float, outcomes: Mapping[str, Disinformation], chosen: int) -> None:
    """Leakage against the number of wrong facts."""
    show(curve_chart(now, outcomes, chosen), "curve")


def records(workspace: Workspace, outcomes: Mapping[str, Disinformation], chosen: int) -> None:
    """The record each kind of disinformation would release."""
    for place, (mode, outcome) in zip(st.columns(len(outcomes)), outcomes.items(), strict=True):
        with place.container(border=True, height="stretch"):
            point = point_at(outcome, chosen)
            st.markdown(f"**The {mode} record**")
            st.text(f"{change(point.increment)}; Eve would know {percent(point.leakage)} of you.")
            _warnings(point)
            st.dataframe(
                pd.DataFrame(_rows(workspace, outcome, point), columns=["What", "Why", "Value"]),
                hide_index=True,
                alt=f"The {mode} record that would be released",
            )
            st.button(
                "Add it to the alternatives",
                key=f"plan-{mode}",
                icon=":material/compare_arrows:",
                on_click=_plan,
                args=(workspace, outcome.recipient, mode, point),
                help="Compare it with other releases on the Planned release page. Nothing is released by this.",
            )


def _warnings(point: DisinformationPoint) -> None:
    if point.backfires:
        st.warning("This backfires: Eve would know more than now.", icon=":material/warning:")
    elif point.overtaken:
        st.info("Another record of yours is the most telling one now: more wrong facts here do not help.")


def _rows(workspace: Workspace, outcome: Disinformation, point: DisinformationPoint) -> list[tuple[str, str, str]]:
    def why(label: str, value: str) -> str:
        if (label, value) in outcome.target:
            return "joins it to yours"
        if outcome.link and (label, value) in outcome.link.record:
            return "joins it to the stranger's"
        return "wrong, believable"

    return [(workspace.display_name(a.label), why(a.label, a.value), a.value) for a in point.record]


def _plan(workspace: Workspace, recipient: str, mode: str, point: DisinformationPoint) -> None:
    planned = with_release(
        Workspace(releases=workspace.plans),
        Release(f"Disinformation ({mode})", recipient, point.record),
    ).releases
    state.put(replace(workspace, plans=planned), "plan disinformation")
