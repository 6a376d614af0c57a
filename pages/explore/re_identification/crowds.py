"""Would I be found in a crowd of any size, and how few facts does it take?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import streamlit as st

from leakage.crowd import (
    Crowd,
    CrowdPoint,
    leakage_in_crowds,
    name_share,
    populating,
    population,
    renamed,
    takes_millions,
)
from leakage.reidentification import SparseTable, Uniqueness, ValueSimilarity, uniqueness
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import pool_together, records_of
from leakage.workspace.presets import SAME_NAME
from leakage.workspace.workspace import Policy, Workspace
from pages import catalogue
from pages.explore.re_identification import text
from pages.explore.re_identification.charts import crowds_chart, thinning_chart
from pages.explore.re_identification.opened import OpenedTable
from pages.kit.charts.chart import show
from pages.kit.tables import show_table
from pages.shell import history, jobs, knowledge, session
from pages.shell.figures import figure
from pages.shell.jobs import Job
from pages.shell.words import change, count, percent

# How many of my entries make me unique?


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


@figure()
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


# A crowd of strangers: what it does to one person's leakage, and how to hold it against one's work.


LARGEST = (1_000, 10_000, 100_000, 1_000_000)
ADDED = (100, 1_000, 10_000)
COMMON, RARE = "James Smith", "Odila Quillgarth"
OWN = "as you are"
MAKING = 6


@dataclass(frozen=True)
class Subject:
    """Whose leakage is looked at.

    Arguments:
        workspace: the person's, or the realistic person's.
        policy: by which records are joined.
        borrowed: whether it is the realistic person.
    """

    workspace: Workspace
    policy: Policy
    borrowed: bool


@dataclass(frozen=True)
class CrowdStep:
    """A step of the run: a point of a line, or part of the crowd made."""

    line: str
    point: CrowdPoint | None = None


@st.fragment
def show_crowds(workspace: Workspace) -> None:
    """Leakage of the same person in crowds of growing size."""
    st.markdown(text.CROWD)
    subject = _choose_subject(workspace)
    left, right = st.columns(2)
    quick = takes_millions(subject.policy.adversary)
    largest: int = left.select_slider(
        "How many people at most?",
        LARGEST if quick else LARGEST[:2],
        10_000,
        format_func="{:,}".format,
        key=f"crowd-largest-{quick}",
        persist_state="session",
        help=None if quick else "These rules compare every pair of records, which takes too long for larger crowds.",
    )
    seed: int = right.number_input("Seed", 0, 9999, 0, key="crowd-seed", persist_state="session")
    lines = names_of(subject.workspace)
    jobs.show(
        Job(
            name="crowds",
            inputs=(subject.workspace.fingerprint, subject.policy, largest, seed),
            begin=partial(_run, subject, lines, largest, seed),
            progress=partial(_progress, MAKING + len(lines) * len(sizes_of(largest))),
            draw=partial(_draw, lines, subject),
        )
    )


def _choose_subject(workspace: Workspace) -> Subject:
    borrowed = not (workspace.profile and workspace.releases)
    base = realistic_person().workspace if borrowed else workspace
    if borrowed:
        st.text("You have no accounts yet, so this is the example person.")
    policies = {policy.name: policy for policy in (*base.policies, SAME_NAME)}
    name = st.selectbox(
        "By which rules does Eve join records?",
        list(policies),
        index=list(policies).index(SAME_NAME.name),
        key=f"crowd-policy-{hash(tuple(policies))}",
        help="Only rules that use a name, address or phone can mix strangers into your record.",
    )
    return Subject(base, policies[name], borrowed)


def own_name(workspace: Workspace) -> tuple[str, str] | None:
    """The (label, value) pair of the person's name; None where the profile has none."""
    names = dict(workspace.names)
    return next((pair for pair in workspace.profile if names.get(pair[0], pair[0]).casefold() == "name"), None)


def names_of(workspace: Workspace) -> dict[str, str]:
    """The lines of the picture with the name the person has in each; empty for their own."""
    if own_name(workspace) is None:
        return {OWN: ""}
    return {OWN: "", f"if your name were {COMMON}": COMMON, f"if your name were {RARE}": RARE}


def sizes_of(largest: int) -> tuple[int, ...]:
    """Sizes of crowds from none to the largest, three a decade.

    >>> sizes_of(1_000)
    (0, 10, 20, 50, 100, 200, 500, 1000)
    """
    steps = [factor * 10**power for power in range(1, 7) for factor in (1, 2, 5)]
    return (0, *(size for size in steps if size <= largest))


def _run(subject: Subject, lines: dict[str, str], largest: int, seed: int) -> Iterator[CrowdStep]:
    making = populating(Crowd(largest, seed))
    while True:
        try:
            yield CrowdStep(next(making))
        except StopIteration as done:
            crowd = done.value
            break
    work, pair = subject.workspace, own_name(subject.workspace)
    records, reference = list(records_of(work, pool_together(work))), work.reference
    for line, name in lines.items():
        if name and pair is not None:
            given = [renamed(record, pair, name) for record in records]
            truth = renamed(reference, pair, name)
        else:
            given, truth = records, reference
        for point in leakage_in_crowds(given, crowd, sizes_of(largest), truth, subject.policy.adversary, work.measure):
            yield CrowdStep(line, point)


def _progress(whole: int, steps: Sequence[CrowdStep]) -> tuple[float, str]:
    making = sum(step.point is None for step in steps)
    if making < MAKING:
        return len(steps) / whole, "Making up the crowd"
    return len(steps) / whole, f"{len(steps) - making} of {whole - MAKING} crowds"


def _draw(lines: dict[str, str], subject: Subject, steps: Sequence[CrowdStep]) -> None:
    by_line = {line: [step.point for step in steps if step.line == line and step.point] for line in lines}
    show(crowds_chart(by_line), "crowds")
    points = by_line[OWN]
    if len(points) > 1:
        st.text(_summary(points, subject))
        with st.expander("The same as a table", icon=":material/table:"):
            rows = [(line, p.people, p.leakage, p.strangers) for line, some in by_line.items() for p in some]
            show_table(
                rows,
                {
                    "Who": None,
                    "Others": st.column_config.NumberColumn(format="localized"),
                    "Leakage": st.column_config.NumberColumn(format="percent", help="Lower is better for the person."),
                    "Strangers joined": st.column_config.NumberColumn(
                        help="How many of their records Eve mixes into the person's. More protect better."
                    ),
                },
                "Leakage and strangers joined for each name and size of the crowd",
            )


def _summary(points: Sequence[CrowdPoint], subject: Subject) -> str:
    first, last = points[0], points[-1]
    pair = own_name(subject.workspace)
    share = name_share(pair[1]) if pair else 0.0
    whose = "The example person's leakage" if subject.borrowed else "Your leakage"
    namesakes = (
        f" About 1 in {round(1 / share):,} of the crowd has that name."
        if share
        else " No one in the crowd has that name."
        if pair
        else " The profile has no name, so Eve cannot mix strangers into it."
    )
    return (
        f"{whose} is {percent(first.leakage)} with no crowd and {percent(last.leakage)} among {last.people:,} others: "
        f"{change(last.leakage - first.leakage)}, with {count(last.strangers, 'strange record')} joined.{namesakes}"
    )


def show_adding(workspace: Workspace) -> None:
    """Put a crowd into what Eve holds besides, and see what it does to the figure."""
    st.subheader("Add a crowd")
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    left.select_slider(
        "How many people?", ADDED, 1_000, format_func="{:,}".format, key=_PEOPLE, persist_state="session"
    )
    right.button(
        "Add them to Eve's other records",
        key="crowd-add",
        icon=":material/groups:",
        on_click=_add,
        args=(workspace,),
        help="They become records of other people, which you can remove on the page Eve. Undo takes them back. People "
        "already among them are not added again.",
    )
    if history.undoable() == _WHAT:
        before = history.previous()
        was = knowledge.leakage_of(before) if before else None
        now = knowledge.leakage_of(workspace)
        st.text(f"Added. Eve now has {count(len(workspace.background), 'record')} of other people.")
        if was is not None and now is not None:
            st.text(f"She knows {percent(now)} of you; it was {percent(was)}: {change(now - was)}.")
            session.link(catalogue.LEAKAGE, "See why")


_WHAT = "add a crowd"
_PEOPLE = "crowd-added"


def _add(drawn: Workspace) -> None:
    """Add the crowd to the work as it was drawn: a second press on the same button adds it no second time."""
    there = frozenset(drawn.background)
    strangers = (record for record in population(Crowd(session.get(_PEOPLE))).records if record not in there)
    history.put(drawn, replace(drawn, background=(*drawn.background, *strangers)), _WHAT)
