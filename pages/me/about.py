"""About me: what is true about the person, one group of facts at a time."""

from dataclasses import replace

import streamlit as st

from leakage.record import is_typed
from leakage.workspace.everyday import with_everyday_policies, with_what_is_likely
from leakage.workspace.limits import check_text
from leakage.workspace.person import (
    ACCOUNT,
    lacking,
    missing_facts,
    reads_values,
    with_standard_person,
    with_untyped,
    with_values,
)
from leakage.workspace.release import PASSWORD
from leakage.workspace.vocabulary import LABELS, default_weight, standard_facts
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import page, session
from pages.app.words import count, unmarked

GROUPS = {
    "identity": "Who you are",
    "contact": "Contact",
    "documents": "Documents",
    "accounts": "Online",
    "money": "Money",
    "health": "Health",
    "people": "Family and friends",
    "work": "Work",
    "activity": "Habits",
    "beliefs": "Beliefs",
    "own": "More about you",
}
EVERYBODY_HAS = ("Name", "Date of birth", "Gender")
HINTS = {
    PASSWORD: "A nickname, such as password A. Never the password itself.",
    ACCOUNT: "A kind of place where an account says something about you: money, health, dating.",
}
ONLY_ONE = ("Date of birth", "Gender", "Salary", "Relationship status", "Children", "Contacts")
STANDARD = {fact.label: fact.group for fact in standard_facts()}

work = page.open_page(catalogue.PROFILE, "What is true about you?")


def values_of(work: Workspace, label: str) -> list[str]:
    """What was typed of a fact."""
    return [value for other, value in work.profile if other == label and is_typed((label, value))]


# A work of before, or an imported one, may lack facts that everybody has.


def _complete() -> None:
    after = with_what_is_likely(with_everyday_policies(with_standard_person(session.current())))
    session.edit(after, "add the facts nearly everybody has")


missing = missing_facts(work) if work.profile or work.releases else ()
if missing and not session.example():
    with st.container(border=True):
        st.markdown("**Most people have more facts than these.** Without them, Eve seems to know more than she does.")
        label = f"Add the {count(len(missing), 'fact')} nearly everybody has"
        st.button(label, key="profile-complete", type="primary", icon=":material/person_add:", on_click=_complete)


# One group at a time.


labels = list(dict.fromkeys(label for label, _ in work.profile))
with_value = [label for label in labels if values_of(work, label)]
if labels:
    st.text(f"You have filled in {len(with_value):,} of {count(len(labels), 'fact')}. Blank ones count too.")
group = st.pills(
    "What do you want to fill in?",
    list(GROUPS),
    default=next((STANDARD.get(label, "own") for label in labels), "identity"),
    required=True,
    format_func=GROUPS.__getitem__,
    key="about-group",
    persist_state="session",
)
st.caption("A nickname is enough, such as “main card”. Use the same one everywhere.")
asked = [label for label in (labels if group == "own" else STANDARD) if STANDARD.get(label, "own") == group]
# Another key once the work is another: what undo brought back is shown.
key = f"about-{abs(hash((group, work.profile, work.absent))) % 10**8}"


def _typed(name: str) -> str:
    return check_text((st.session_state.get(f"{key}-{name}") or "").strip(), "a value")


def _saved(work: Workspace, number: int, label: str) -> Workspace:
    """The work with what the form says of a fact."""
    before = values_of(work, label)
    *values, new = (_typed(f"{number}-{place}") for place in range(len(before) + 1))
    none = st.session_state.get(f"{key}-{number}-none")
    if label in work.absent and not new:
        return work if none else with_untyped(work, label)
    if none and label not in work.absent:
        return lacking(work, label)
    return with_values(work, label, dict(zip(before, values, strict=True)), [new] if new else [])


def _save() -> None:
    before = session.current()
    after = session.begun(before)
    for number, label in enumerate(asked):
        after = _saved(after, number, label)
    label, value = _typed("label"), _typed("value")
    if bool(label) != bool(value):
        raise ValueError("say what kind of fact it is, and its value")
    if label:
        after = with_values(after, label, {}, [value])
    known = {label for label, _ in before.profile} | set(after.weight_map)
    new = [name for name in dict.fromkeys(name for name, _ in after.profile) if name not in known]
    after = replace(after, weights=(*after.weights, *((name, default_weight(name)) for name in new)))
    if after != before:
        session.edit(after, "change what is true about you")


with st.form(key):
    for number, label in enumerate(asked):
        values, name = values_of(work, label), unmarked(work.display_name(label))
        left, right, middle = st.columns([4, 2, 4], vertical_alignment="bottom")
        blank = "a nickname for it" if label == PASSWORD else "not typed"
        titles = [name, *(f"{name} {place}" for place in range(2, len(values) + 1))]
        for place, title in enumerate(titles):
            value = values[place] if values else ""
            hint = None if place else HINTS.get(label)
            left.text_input(title, value, key=f"{key}-{number}-{place}", placeholder=blank, help=hint)
        if values and label not in ONLY_ONE:
            middle.text_input(f"Another {name.lower()}", key=f"{key}-{number}-{len(values)}", placeholder="optional")
        if label not in EVERYBODY_HAS or label in work.absent:
            right.checkbox("I have none", label in work.absent, key=f"{key}-{number}-none")
    if group == "own":
        left, right = st.columns(2)
        suggestions = [one.label for one in LABELS if one.label not in STANDARD]
        left.selectbox(
            "Another kind of fact",
            suggestions,
            None,
            key=f"{key}-label",
            accept_new_options=True,
            placeholder="Nationality, shoe size …",
        )
        right.text_input("Your value", key=f"{key}-value")
    st.form_submit_button("Save", type="primary", on_click=page.tried(_save, "about"))
page.refused("about")

if reads_values(work) and len(with_value) < len(labels):
    st.caption("The Eve you chose compares values. Fill in what you can, or she looks less able than she is.")
page.link(catalogue.WEIGHTS, "How much does each fact count?")
page.link(catalogue.RELEASES, f"Next: {catalogue.RELEASES.title}")
