"""What the person is ready to do for decoys: prices, values, limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from leakage.decision.disinformation.candidates import KINDS, Kind, Prices
from leakage.workspace.figures import disinformation as disinformation_curves
from leakage.workspace.figures import estimates
from leakage.workspace.figures.disinformation import (
    DisinformationOutcome,
    LinkCandidate,
    Terms,
    prices_of,
    usual_recipients,
)
from leakage.workspace.limits import InputProblem
from leakage.workspace.places.obligations import decoy_obstacles, is_never_wrong
from leakage.workspace.recipients import priced_recipients, with_recipients
from leakage.workspace.vocabulary import OFFICIAL
from leakage.workspace.workspace import Workspace
from pages.decide.disinformation import text as words
from pages.kit import tables
from pages.shell import frame
from pages.shell.figures import figure
from pages.shell.knowledge import assessment
from pages.shell.words import listed

if TYPE_CHECKING:
    from leakage.workspace.figures.disinformation import Terms
    from leakage.workspace.figures.disinformation_plans import DisinformationPlans


# What the page computes.


@figure(cost=lambda workspace, recipient: estimates.wrong_facts(workspace), title="Whom a decoy could mix you up with")
def link_candidates(workspace: Workspace, recipient: str) -> tuple[LinkCandidate, ...]:
    """Strangers whom a record could tie to the person, the most misleading first."""
    with_strangers = workspace.with_strangers()
    return disinformation_curves.link_candidates(with_strangers, recipient, assessment(with_strangers))


@figure()
def disinformation(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> DisinformationOutcome:
    """What wrong facts would do: self disinformation, or linkage with one of the candidates."""
    with_strangers = workspace.with_strangers()
    return disinformation_curves.disinformation_outcome(
        with_strangers,
        recipient,
        "self" if link is None else "linkage",
        None if link is None else link_candidates(workspace, recipient)[link],
        most=most,
        labels=labels,
        assessed=assessment(with_strangers),
    )


@figure(
    cost=lambda workspace, *_: estimates.wrong_facts(workspace),
    title="What each wrong detail adds",
    name="disinformation-outcomes",
)
def disinformation_outcomes(
    workspace: Workspace, recipient: str, most: int, labels: tuple[str, ...], link: int | None
) -> dict[str, DisinformationOutcome]:
    """Self disinformation, and linkage with the candidate picked, as far as a record can do it."""
    outcomes = {"self": disinformation(workspace, recipient, most, labels, None)}
    if link is not None:
        outcomes["linkage"] = disinformation(workspace, recipient, most, labels, link)
    return {mode: outcome for mode, outcome in outcomes.items() if outcome.points}


@figure(cost=lambda workspace, terms: estimates.disinformation(workspace), title="The best decoys for every effort")
def disinformation_plans(workspace: Workspace, terms: Terms) -> DisinformationPlans:
    """The best disinformation for every budget, on the person's terms."""
    # Imported here: only its own page plans disinformation.
    from leakage.workspace.figures.disinformation_plans import plan_disinformation  # noqa: PLC0415

    with_strangers = workspace.with_strangers()
    return plan_disinformation(with_strangers, terms, assessment(with_strangers))


# What decoys cost the person: prices by recipient and by kind of fact.


USUAL = Prices()
_EDITED = "edit the effort of decoys"


def edit_prices(workspace: Workspace) -> Prices | None:
    """The prices; None where a record would cost nothing."""
    st.markdown(words.PRICES_TITLE)
    st.caption(words.PRICES)
    left, right = st.columns(2)
    with left:
        _edit_recipients(workspace)
    with right:
        _edit_labels(workspace)
    try:
        return prices_of(workspace)
    except ValueError as refused:
        frame.problems([InputProblem("", f"{refused}.")])
        return None


def _edit_recipients(workspace: Workspace) -> None:
    shown = [(name, name) for name in workspace.recipient_names]
    _edit(workspace, "recipients", shown, priced_recipients(workspace), _with_recipients, "An account at", USUAL.record)


def _with_recipients(workspace: Workspace, prices: tables.Prices) -> Workspace:
    priced = [
        replace(workspace.recipient(name), disinformation_price=None if price == USUAL.record else price)
        for name, price in prices
    ]
    return with_recipients(workspace, priced)


def _edit_labels(workspace: Workspace) -> None:
    labels = dict.fromkeys(label for label, _ in workspace.profile)
    shown = [(label, workspace.display_name(label)) for label in labels]
    held = dict(workspace.disinformation_prices)
    _edit(workspace, "labels", shown, held, _with_labels, "A detail", USUAL.attribute)


def _with_labels(workspace: Workspace, prices: tables.Prices) -> Workspace:
    kept = tuple((label, price) for label, price in prices if price != USUAL.attribute)
    return replace(workspace, disinformation_prices=kept)


def _edit(
    workspace: Workspace,
    of: str,
    shown: Sequence[tuple[str, str]],
    held: Mapping[str, float],
    put: Callable[[Workspace, tables.Prices], Workspace],
    heading: str,
    usual: float,
) -> None:
    tables.edit_prices(
        workspace,
        f"disinformation-prices-{of}",
        shown,
        held,
        lambda prices: put(workspace, prices),
        _EDITED,
        what=heading,
        price="Effort",
        alt=f"How much effort each is: {heading.lower()}",
        usual=usual,
        may_be_free=True,
    )


# What the person is prepared to do: whom to tell something wrong, what, for how much.


MOST_BUDGET = 20.0
NOBODY = ""


def choose_labels(workspace: Workspace) -> tuple[str, ...]:
    """Which kinds of facts may be stated wrongly."""
    every = dict.fromkeys(label for label, _ in workspace.profile)
    known = [label for label in every if not is_never_wrong(workspace, label)]
    harmless = [label for label in known if label not in OFFICIAL]
    picked = st.multiselect(
        words.LABELS,
        known,
        default=harmless,
        format_func=workspace.display_name,
        key=f"disinform-labels-{hash(tuple(known))}",
        persist_state="session",
        help=words.LABELS_HELP,
    )
    return tuple(label for label in known if label in picked)


def choose_terms(workspace: Workspace, labels: tuple[str, ...]) -> Terms | None:
    """What the person is prepared to do; None where that is nothing."""
    recipients = _choose_recipients(workspace)
    kinds = _choose_kinds()
    left, right = st.columns(2)
    with left:
        budget = _choose_most()
    with right:
        expected = _choose_expected(workspace)
    prices = edit_prices(workspace)
    if not recipients:
        st.info(words.NO_RECIPIENT, icon=":material/person_search:")
    if not kinds:
        st.info(words.NO_KIND, icon=":material/category:")
    if not budget > 0.0:
        st.warning(words.EFFORT_TOO_SMALL, icon=":material/error:")
    if prices is None or not recipients or not kinds or not budget > 0.0:
        return None
    return Terms(prices, recipients, labels, budget, kinds, expected)


def _choose_recipients(workspace: Workspace) -> tuple[str, ...]:
    known = workspace.recipient_names
    picked = st.multiselect(
        words.RECIPIENTS,
        known,
        default=usual_recipients(workspace),
        key=f"disinformation-recipients-{hash(known)}",
        persist_state="session",
        help=words.RECIPIENTS_HELP,
    )
    return tuple(name for name in known if name in picked)


def warn_of_harm(workspace: Workspace, recipients: Sequence[str]) -> None:
    """Who of those included by hand had better be told nothing wrong, one line a reason."""
    obstacles = decoy_obstacles(workspace)
    reasons: dict[str, list[str]] = {}
    for name in recipients:
        if reason := obstacles.get(name):
            reasons.setdefault(reason, []).append(name)
    if reasons:
        with st.container(border=True, key="disinformation-harm"):
            st.markdown(words.HARMFUL)
            st.text("\n".join(f"{listed(names)}: {reason}" for reason, names in reasons.items()))


def _choose_kinds() -> tuple[Kind, ...]:
    picked = st.multiselect(
        words.KINDS,
        KINDS,
        default=["self", "blocking"],
        format_func=words.KIND_WORDS.__getitem__,
        key="disinformation-kinds",
        persist_state="session",
        help=words.KINDS_HELP,
    )
    return tuple(kind for kind in KINDS if kind in picked)


def _choose_most() -> float:
    most: float | None = st.number_input(
        words.MOST,
        value=MOST_BUDGET,
        step=5.0,
        format="%g",
        key="disinformation-most",
        persist_state="session",
        help=words.MOST_HELP,
    )
    return most or 0.0


def _choose_expected(workspace: Workspace) -> str:
    names = [NOBODY, *(plan.name for plan in workspace.plans)]
    picked: str = st.selectbox(
        words.EXPECTED,
        names,
        format_func=lambda name: name or words.EXPECTED_NONE,
        key=f"disinformation-expected-{hash(tuple(names))}",
        help=words.EXPECTED_HELP,
        disabled=len(names) == 1,
    )
    return picked
