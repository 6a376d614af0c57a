"""The way back to the main job: the row Eve picked becomes one more record in her hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from leakage.measure.weights import weight_of
from leakage.record import Attribute, Record
from leakage.reidentification import Fact, Lineup, SparseTable
from leakage.workspace.figures.derivations import derivation_of_change
from leakage.workspace.figures.planned_releases import with_release
from leakage.workspace.forms.policy import form_of
from leakage.workspace.workspace import Release, Workspace, unused_name
from pages import catalogue
from pages.explore.re_identification import text
from pages.explore.re_identification.opened import OpenedTable
from pages.kit.shared_figures import derivation_on_demand
from pages.shell import history, knowledge, session
from pages.shell.words import change, count, percent

USUAL = 5


@dataclass(frozen=True)
class Addition:
    """What would be added.

    Arguments:
        record: what Eve holds once she has tied the row to the person.
        facts: those of its attributes that are true of the person and not in the profile yet.
        weight: of each label that the profile does not have yet.
    """

    record: Record
    facts: tuple[tuple[str, str], ...]
    weight: float

    def profile_of(self, workspace: Workspace) -> Workspace:
        """The workspace with the profile as it would be, and nothing given away besides."""
        labels = {label for label, _ in workspace.profile}
        fresh = dict.fromkeys(label for label, _ in self.facts if label not in labels)
        weights = tuple((label, self.weight) for label in fresh if label not in workspace.weight_map)
        profile = (*workspace.profile, *(pair for pair in self.facts if pair not in workspace.profile))
        return replace(workspace, profile=profile, weights=(*workspace.weights, *weights))

    def as_release(self, workspace: Workspace, recipient: str) -> Workspace:
        """The record as one more release; the table's name is the recipient."""
        name = unused_name(recipient, [release.name for release in workspace.releases])
        return with_release(self.profile_of(workspace), Release(name, recipient, self.record))

    def as_background(self, workspace: Workspace) -> Workspace:
        """The record as one more in the adversary's background."""
        grown = self.profile_of(workspace)
        return replace(grown, background=(*grown.background, self.record))


def show_way_back(
    workspace: Workspace, published: OpenedTable, lineup: Lineup | None, me: int | None, facts: Sequence[Fact]
) -> None:
    """Choose what the row is tied to and what of it matters, see what it adds, and add it."""
    st.markdown(text.BACK)
    if not workspace.profile:
        st.info(
            "First say what is true about you, so that there is something to compare it with.", icon=":material/person:"
        )
        session.link(catalogue.PROFILE, "Go to About me")
        return
    if lineup is None or lineup.verdict is None:
        st.info(text.NO_ROW, icon=":material/link_off:")
        return
    addition = _choose(workspace, published.table, lineup, me, facts)
    recipient = st.text_input(
        "Who published the table?",
        published.name,
        key=f"reid-recipient-{hash(published.key)}",
        persist_state="session",
    ).strip()
    _preview(workspace, addition, recipient or published.name, lineup.verdict == me)
    _buttons(workspace, addition, recipient)


def _choose(
    workspace: Workspace, table: SparseTable, lineup: Lineup, me: int | None, facts: Sequence[Fact]
) -> Addition:
    row = table.facts_of(int(lineup.verdict or 0))
    items = {fact.item for fact in facts}
    left, right = st.columns(2)
    tied = left.multiselect(
        "Which of your facts led Eve to the row?",
        range(len(workspace.profile)),
        default=_usual_ties(workspace),
        format_func=lambda n: ": ".join((workspace.display_name(workspace.profile[n][0]), workspace.profile[n][1])),
        key=f"reid-tied-{hash(workspace.profile)}",
        help="What she knew came with your name or user name. Without one of these, the row links to nothing else "
        "she has.",
    )
    rarest = sorted(range(len(row)), key=lambda n: (row[n].item in items, _support(table, row[n]), n))
    chosen = right.multiselect(
        "Which entries of the row matter to you?",
        range(len(row)),
        default=sorted(rarest[:USUAL]),
        format_func=lambda n: f"{row[n].item}: {row[n].value}",
        key=f"reid-entries-{hash((repr(table), lineup.verdict, row))}",
        help="At first, the rarest that she did not know before.",
    )
    weight: float = left.number_input(
        "How much does each weigh against your other facts?",
        0.01,
        100.0,
        1.0,
        key="reid-weight",
        persist_state="session",
        help="As on the page Weights: a higher weight counts more. It applies to facts that your profile does not "
        "have yet.",
    )
    sure = lineup.probability_of(int(lineup.verdict or 0))
    entries = {(row[n].item, row[n].value): sure for n in chosen}
    record = entries | {workspace.profile[n]: 1.0 for n in tied}
    mine = tuple(entries) if lineup.verdict == me else ()
    return Addition(Record(Attribute(*pair, confidence) for pair, confidence in record.items()), mine, weight)


def _support(table: SparseTable, fact: Fact) -> int:
    return int(table.supports[table.item_codes[fact.item]])


def _usual_ties(workspace: Workspace) -> list[int]:
    """The first value of each label of the rule that asks for least, by weight; the first fact where there is none."""
    first: dict[str, int] = {}
    for number, (label, _) in enumerate(workspace.profile):
        first.setdefault(label, number)
    form = form_of(workspace.adversary)
    rules = [rule.labels for rule in form.rules if set(rule.labels) <= first.keys()] if form else []
    least = min(rules, key=lambda labels: sum(weight_of(label, workspace.weight_map) for label in labels), default=())
    return sorted(first[label] for label in least) or [0]


def _preview(workspace: Workspace, addition: Addition, recipient: str, mine: bool) -> None:
    before = knowledge.leakage_of(addition.profile_of(workspace))
    after = knowledge.leakage_of(addition.as_release(workspace, recipient))
    if not mine:
        st.text("This row is not yours. What Eve takes from it is wrong about you and misleads her.")
    fresh = sum(pair not in workspace.profile for pair in addition.facts)
    if fresh:
        st.text(f"Your profile grows by {count(fresh, 'fact')}: what is true of you counts from now on.")
    if after is not None:
        st.text(
            f"Eve would know {percent(after)} of you with this record, and {percent(before or 0.0)} without it: "
            f"{change(after - (before or 0.0))}. Lower is better for you."
        )
        sides = (addition.profile_of(workspace), addition.as_release(workspace, recipient))
        figures = (before or 0.0, after)
        derivation_on_demand(lambda: derivation_of_change(*sides, figures, figures[1] - figures[0]), "way-back")
        if _stays_alone(addition.as_release(workspace, recipient)):
            st.text(
                "She links the row to none of your accounts. No company she shares with has one that fits, or her "
                "rules need more facts than you picked on the left."
            )


def _stays_alone(workspace: Workspace) -> bool:
    """Whether the last release hangs together with no other one, whoever pools with whom."""
    last = len(workspace.releases) - 1
    for assessed in knowledge.assessment(workspace):
        if last in assessed.pool.releases:
            resolution = assessed.result.resolution
            composite = int(resolution.composite_of[assessed.background + assessed.pool.releases.index(last)])
            if sum(assessed.release_of(member) is not None for member in resolution.members[composite]) > 1:
                return False
    return True


def _buttons(workspace: Workspace, addition: Addition, recipient: str) -> None:
    release, background = st.columns(2)
    # Without a release there is no pool, and a background alone is nobody's.
    bare = not workspace.releases
    release.button(
        "Add it to my accounts",
        type="primary",
        key="reid-add-release",
        icon=":material/outbox:",
        disabled=not recipient,
        help="You can then delete it, leave it out, or see what it adds, as with any account. Undo takes it back."
        if recipient
        else "Name the table first.",
        on_click=_add,
        args=(workspace, addition, recipient),
        width="stretch",
    )
    background.button(
        "Add it to Eve's other records",
        key="reid-add-background",
        icon=":material/inventory_2:",
        disabled=bare,
        help="It counts whoever shares with whom. Undo takes it back."
        if not bare
        else "You have no account yet that Eve could match with it.",
        on_click=_add,
        args=(workspace, addition, ""),
        width="stretch",
    )
    if history.undoable() == _WHAT:
        st.text("It was added. Undo at the top takes it back.")
        session.link(catalogue.LEAKAGE, "See what it adds")


_WHAT = "add a re-identified row"


def _add(drawn: Workspace, addition: Addition, recipient: str) -> None:
    """Add to the work as it was drawn: a second press on the same button adds it no second time."""
    grown = addition.as_release(drawn, recipient) if recipient else addition.as_background(drawn)
    history.put(drawn, grown, _WHAT)
