"""Eve: who puts your details together, how she matches records, and who shares with whom."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Any

import streamlit as st

from leakage.private_files import typed_path
from leakage.record import Pair, Record, is_typed
from leakage.resolution.adversary import Adversary
from leakage.resolution.operations import Resolve
from leakage.resolution.rules import AnyOf, Match, Shares
from leakage.strangers import CSV, PARQUET, Strangers
from leakage.workspace import everyday
from leakage.workspace.everyday import ALONE, COLLECTOR, EVERYONE, LIKELY
from leakage.workspace.figures.assessment import evaluator
from leakage.workspace.files import apart
from leakage.workspace.files.own_tables import label_of
from leakage.workspace.limits import check_text, check_workspace
from leakage.workspace.release import Coalition, Pooling, PoolingKind
from leakage.workspace.vocabulary import LABELS, RIGHT
from leakage.workspace.workspace import Policy, Workspace, unused_name
from pages import catalogue
from pages.app import charts, page, session, widgets
from pages.app.charts import plain, show
from pages.app.figures import figure, turn
from pages.app.words import count, error_text, listed, percent, unmarked

WHAT_SHE_HAS = {
    LIKELY: "The likely case. Banks, doctors and offices sell nothing.",
    ALONE: "Each company has only what you gave it, and shares nothing.",
    EVERYONE: "Everything you ever gave to anyone, and all that leaked.",
    COLLECTOR: "Breaches, and nothing else.",
}
SHARING: dict[PoolingKind, str] = {
    "together": "Everyone shares with everyone",
    "coalitions": "Groups share",
    "alone": "Nobody shares",
    "releases": "She has some accounts only",
}
MOST_COLUMNS, LEFT_OUT = 60, "–"

work = page.open_page(catalogue.ADVERSARY, "Who puts your details together?")
if not work.releases:
    page.need_profile(work)


# Which Eve.


def _has(policy: Policy) -> str:
    usual = {one.name: one.pooling.kind for one in everyday.everyday_policies() if one.pooling}
    kind = (policy.pooling or work.pooling).kind
    return WHAT_SHE_HAS[policy.name] if usual.get(policy.name) == kind else SHARING[kind] + "."


def _choose(name: str) -> None:
    session.edit(replace(session.current(), chosen=name), "choose an Eve")


@figure
def under_each(work: Workspace) -> list[float]:
    """What each Eve of a work knows."""
    each = (evaluator(replace(work, chosen=policy.name)) for policy in work.policies)
    return [one.leakage(one.everything) for one in each]


def _add(policy: Policy) -> None:
    current = session.current()
    after = replace(current, policies=(*current.policies, policy), chosen=policy.name)
    session.edit(after, "add an Eve")


def _remove() -> None:
    current = session.current()
    kept = tuple(policy for policy in current.policies if policy != current.policy)
    session.edit(replace(current, policies=kept, chosen=""), "remove an Eve")


names = [policy.name for policy in work.policies]
if names:
    st.radio(
        "Eve",
        names,
        format_func=unmarked,
        captions=[_has(policy) for policy in work.policies],
        label_visibility="collapsed",
        **widgets.binding(f"eve-{hash(tuple(names))}", work.policy.name if work.policy else None, _choose),
    )
else:
    st.text("No Eve yet: nobody joins anything.")
known = under_each.offer(work) if names and work.profile and work.releases else None
if known:
    shown = sorted(zip(known, names, strict=True))
    show(
        charts.draw(
            "How much would each of them know?",
            [
                charts.bars(
                    "",
                    [(row, leakage) for row, (leakage, _) in enumerate(shown)],
                    RIGHT,
                    "%{x:.1%}",
                    text=[percent(leakage) for leakage, _ in shown],
                )
            ],
            charts.share_axis("how much Eve knows", (0, 1.15), tickvals=[0, 0.5, 1]),
            charts.rows(["<br>".join(wrap(plain(name, 50), 28, break_long_words=False)) for _, name in shown]),
            "; ".join(f"{name}: {percent(leakage)}" for leakage, name in reversed(shown)) + ".",
            height=charts.bars_height(2 * len(shown)),
        ),
        "eves",
    )
offered = everyday.everyday_policies()
with st.expander("Add or remove an Eve", icon=":material/person_add:"):
    for policy in (policy for policy in offered if policy.name not in names):
        st.button(
            f"Add “{policy.name}”",
            key=f"eve-add-{policy.name}",
            help=WHAT_SHE_HAS[policy.name],
            on_click=_add,
            args=(policy,),
        )
    own = Policy(unused_name("My Eve", names), Adversary(Resolve(everyday.SAME_PERSON)), Pooling("together"))
    st.button("Add one of your own", key="eve-own", on_click=_add, args=(own,))
    if work.policy:
        st.button(f"Remove “{unmarked(work.policy.name)}”", key="eve-remove", on_click=_remove)
if work.policy is None:
    st.stop()


# Her rules: any of them makes two records one person.


def _rules_of(adversary: Adversary) -> tuple[Match, ...] | None:
    """The rules of which any joins; None where there is more to her than these."""
    step = adversary.resolution
    if not adversary.operations:
        return ()
    if step is None or adversary.operations != (Resolve(step.match),):
        return None
    return step.match.rules if isinstance(step.match, AnyOf) else (step.match,)


def _with_rules(rules: Sequence[Match]) -> None:
    current = session.current()
    policy = current.policy
    if policy is None:
        return
    adversary = Adversary(*((Resolve(AnyOf(*rules)),) if rules else ()), cost=policy.adversary.cost)
    used = replace(policy, adversary=adversary)
    policies = tuple(used if other.name == policy.name else other for other in current.policies)
    session.edit(replace(current, policies=policies), "edit the rules of an Eve")


def _switch(off: Sequence[Match], on: Sequence[Match], is_on: bool) -> None:
    _with_rules(on if is_on else off)


def _add_rule() -> None:
    labels = st.session_state["eve-rule-labels"]
    if labels and (rule := Shares(*labels)) not in (rules or ()):
        _with_rules((*(rules or ()), rule))


def _in_words(rule: Match) -> str:
    sentence = rule.sentence()
    if isinstance(rule, Shares) and all(isinstance(label, str) for label in rule.required):
        sentence = f"the same {listed([work.display_name(label) for label in rule.labels], most=8).lower()}"
    return f"{sentence[:1].upper()}{sentence[1:]}"


st.subheader("When does she take two records for one person?")
rules = _rules_of(work.adversary)
if rules is None:
    for match in work.adversary.matches:
        st.text(f"If they have {match.sentence()}.")
    st.text("Her rules are more than this page can show. Change them in Science.")
else:
    usual = next((policy.adversary for policy in offered if policy.name == work.policy.name), Adversary())
    # A rule of one's own stays in the list when it is off, for this visit.
    seen: dict[str, tuple[Match, ...]] = st.session_state.setdefault("eve-rules-seen", {})
    before = seen.get(work.policy.name, ())
    listed_rules = tuple(dict.fromkeys((*(_rules_of(usual) or ()), *before, *rules)))
    seen[work.policy.name] = listed_rules
    st.caption("One of these is enough. Joined records are then compared with the others.")
    if set(listed_rules) - {*(_rules_of(usual) or ()), *rules}:
        st.caption("Rules that you added and switched off are kept for this visit only.")
    for number, rule in enumerate(listed_rules):
        kept = tuple(other for other in listed_rules if other in rules and other != rule)
        switched = tuple(other for other in listed_rules if other in rules or other == rule)
        switch = partial(_switch, kept, switched)
        key = f"eve-rule-{hash(work.policy.name)}-{number}"
        st.toggle(unmarked(_in_words(rule)), **widgets.binding(key, rule in rules, switch))
    labels = list(dict.fromkeys((*work.labels, *(entry.label for entry in LABELS))))
    with st.expander("Add a rule", icon=":material/add:"), st.form("eve-rule", clear_on_submit=True):
        st.multiselect(
            "She takes two records for one person if both have the same",
            labels,
            key="eve-rule-labels",
            format_func=work.display_name,
            help="All that you pick must be the same. Whang & Garcia-Molina 2011, Section 2.2, call it a match rule.",
        )
        st.form_submit_button("Add", on_click=_add_rule)


# Who shares with whom.


def _group_again() -> None:
    session.edit(everyday.with_corporations_found_again(session.current()), "group by owner")


def _share(**part: Any) -> None:
    current = session.current()
    session.edit(current.with_pooling(replace(current.pooling_in_use, **part)), "say who shares with whom")


def _save_group(number: int) -> None:
    members = tuple(st.session_state[f"eve-group-{number}-{mark}"])
    groups = list(pooling.coalitions)
    groups[number : number + 1] = [replace(groups[number], recipients=members)] if members else []
    _share(coalitions=tuple(groups))


def _add_group() -> None:
    name = check_text(st.session_state["eve-group-name"].strip() or "Group", "the name")
    members = tuple(st.session_state["eve-group-members"])
    if len(members) < 2:
        raise ValueError("a group needs two companies")
    taken = [group.name for group in pooling.coalitions]
    _share(coalitions=(*pooling.coalitions, Coalition(unused_name(name, taken), members)))


st.subheader("Who shares with whom?")
pooling = work.pooling_in_use
mark = abs(hash(pooling)) % 10**8
kinds = [kind for kind in SHARING if kind != "releases" or work.policy.pooling or work.has_releases_only]
st.segmented_control(
    "Sharing",
    kinds,
    format_func=SHARING.__getitem__,
    required=True,
    label_visibility="collapsed",
    **widgets.binding("eve-sharing", pooling.kind, lambda kind: _share(kind=kind)),
)
if pooling.kind == "releases":
    releases = [release.name for release in work.releases]
    st.multiselect(
        "What she has",
        releases,
        placeholder="You have entered no leak",
        **widgets.binding(
            f"eve-releases-{hash(tuple(releases))}",
            [name for name in releases if name in pooling.releases],
            lambda chosen: _share(releases=tuple(chosen)),
        ),
    )
elif pooling.kind == "coalitions":
    for number, group in enumerate(pooling.coalitions):
        title = f"{unmarked(group.name)}: {count(len(group.recipients), 'company', 'companies')}"
        # Each list has all companies: it is drawn where its fold is open.
        with st.expander(title, key=f"eve-fold-{number}-{mark}", on_change="rerun") as fold:
            if fold.open:
                with st.form(f"eve-group-form-{number}", border=False):
                    members = [name for name in group.recipients if name in work.recipient_names]
                    st.multiselect("Companies", work.recipient_names, members, key=f"eve-group-{number}-{mark}")
                    st.form_submit_button("Save", on_click=_save_group, args=(number,))
    with st.expander("Add a group", icon=":material/add:", key="eve-fold-new", on_change="rerun") as fold:
        if fold.open:
            with st.form("eve-group", border=False, clear_on_submit=True):
                st.text_input("Name", key="eve-group-name")
                st.multiselect("Companies that share", work.recipient_names, key="eve-group-members")
                st.form_submit_button("Add", on_click=page.tried(_add_group, "eve-group"))
    page.refused("eve-group")
    owners = [owner for owner in everyday.corporations_of(work) if owner not in pooling.coalitions]
    for owner in owners:
        told = f"{owner.name} owns {listed(owner.recipients, most=8)}."
        st.caption(unmarked(told))
    if owners:
        st.button("Group by owner again", key="eve-owners", on_click=_group_again)
if pooling.kind in ("coalitions", "alone"):
    leaked = widgets.binding("eve-breaches", pooling.breaches, lambda on: _share(breaches=on))
    st.toggle("They also have what leaked", **leaked)


# What else she has: records of other people, of whom she may take one for you.


def _apart(function: str, *arguments: Any) -> Any:
    """What a process of its own finds in the file that is uploaded, or named by its path."""
    content, name, at = (b"", path, typed_path(path)) if file is None else (file.getvalue(), file.name, None)
    with turn():
        return apart.call(function, content, name, at, *arguments)


@figure
def _headings(_: str) -> Sequence[str]:
    return _apart("headings")  # type: ignore[no-any-return]


def _strangers(columns: Sequence[Pair]) -> Strangers:
    given = (work.reference, *(release.record for release in (*work.releases, *work.plans)))
    known = [Record(a for a in record if is_typed(a.pair)) for record in given]
    eves = [policy.adversary for policy in work.policies]
    return _apart("strangers", columns, eves, (*known, *work.background))  # type: ignore[no-any-return]


def _columns(headings: Sequence[str]) -> tuple[Pair, ...]:
    """The columns that count, each with the label chosen for it."""
    options = [LEFT_OUT, *dict.fromkeys((*work.labels, *(entry.label for entry in LABELS)))]
    chosen, places = [], st.columns(3)
    for number, heading in enumerate(headings[:MOST_COLUMNS]):
        guess = label_of(heading, work.labels)
        usual = options.index(guess) if guess in options else 0
        label = places[number % 3].selectbox(
            unmarked(heading[:40]), options, usual, key=f"strangers-{hash(tuple(headings))}-{number}"
        )
        chosen += [(heading, label)] if label != LEFT_OUT else []
    return tuple(chosen)


with st.expander("What else does she have?", icon=":material/folder_shared:", key="eve-has", on_change="rerun") as has:
    st.text(f"Eve also has {count(len(work.background), 'record of other people', 'records of other people')}.")
    st.caption("Such as a phone book. If she mistakes one of them for you, she gets more wrong.")
    if work.background and has.open:
        rows = [{label: ", ".join(values) for label, values in r.by_label.items()} for r in work.background[:300]]
        st.dataframe(rows, height=250, alt="Records of other people")
        forget = (replace(work, background=()), "remove other people's records")
        st.button("Remove all of them", key="strangers-remove", on_click=session.edit, args=forget)
    kinds_of_file = [kind.removeprefix(".") for kind in (*CSV, *PARQUET)]
    file = st.file_uploader(
        "Look in a file for people who match your details", kinds_of_file, key=session.upload_key("strangers")
    )
    path = ""
    if file is None and not catalogue.classroom():
        path = st.text_input(
            "Or the path of a large file on this computer", key=session.upload_key("strangers-path"), autocomplete="off"
        ).strip()
    if notice := st.session_state.pop("strangers-notice", ""):
        st.text(notice)
    if file is not None or path:
        try:
            named = file.file_id if file else path
            columns = _columns(_headings(named))
            if st.button("Add the rows that match", type="primary", disabled=not columns, key="strangers-add"):
                strangers = _strangers(columns)
                fresh = [record for record in strangers.records if record not in set(work.background)]
                after = check_workspace(replace(work, background=(*work.background, *fresh)))
                only = (
                    "" if strangers.all_read else " Later rows were not read: her rules look at more than equal values."
                )
                st.session_state["strangers-notice"] = f"Read {strangers.read:,} rows, added {len(fresh):,}.{only}"
                session.clear_upload("strangers")
                session.clear_upload("strangers-path")
                session.put(work, after, "add other people's records")
                st.rerun()
        except ValueError as error:
            st.error(error_text(error))
page.link(catalogue.LEAKAGE, f"Next: {catalogue.LEAKAGE.title}")
