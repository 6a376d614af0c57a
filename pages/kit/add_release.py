"""A small form that adds a release, prefilled from a template."""

from __future__ import annotations

import streamlit as st

from leakage.record import Attribute, Record
from leakage.workspace.limits import CellError, check_text
from leakage.workspace.vocabulary import TEMPLATES, RecipientTemplate
from leakage.workspace.workspace import Release, Workspace, unused_name
from pages.app import session
from pages.app.words import error_text
from pages.kit.tables import Kind

_NOTHING = "I'll tick it myself"
_TEMPLATES = {template.name: template for template in TEMPLATES}


def form(workspace: Workspace, kind: Kind) -> None:
    """Ask for a recipient, a template and a date; the release is added at the press of the button."""
    who, what, when, go = st.columns([3, 3, 2, 2], vertical_alignment="bottom")
    recipient = who.selectbox(
        "Who would get it?" if kind.field == "plans" else "Company, person or office",
        list(workspace.recipient_names),
        index=None,
        placeholder="Type a name",
        accept_new_options=True,
        key=f"{kind.field}-new-recipient",
    )
    what.selectbox(
        "Kind of place",
        [_NOTHING, *_TEMPLATES],
        key=f"{kind.field}-new-template",
        help="Ticks what such places usually ask for. You can change it below.",
    )
    when.date_input("Date, if you know it", value=None, key=f"{kind.field}-new-date")
    why = _usable(recipient)[1]
    go.button(
        f"Add {kind.noun}",
        type="primary",
        key=f"{kind.field}-add",
        disabled=bool(why),
        help=why or None,
        on_click=_add,
        args=(workspace, kind),
        width="stretch",
    )


def _usable(entered: str | None) -> tuple[str, str]:
    """The name of a recipient, and why it will not do; empty where it will."""
    name = (entered or "").strip()
    try:
        check_text(name, "the name")
    except CellError as error:
        return "", error_text(error)
    return name, "" if name else "Type a name first."


def fold_key(kind: Kind) -> str:
    """The key of the fold with what each gives away, where a page has one: it opens for one that was just added."""
    return f"{kind.field}-given"


def _add(workspace: Workspace, kind: Kind) -> None:
    """Add what the form shows as it is pressed, which may be more than was drawn of it."""
    recipient, template, date = (
        st.session_state.get(f"{kind.field}-new-{part}") for part in ("recipient", "template", "date")
    )
    name, why = _usable(recipient)
    if why:
        return
    existing = kind.of(workspace)
    free = unused_name(name, [release.name for release in existing])
    facts = prefilled(workspace, _TEMPLATES.get(str(template)))
    added = Release(free, name, facts, date.isoformat() if date else "")
    session.put(workspace, kind.put(workspace, (*existing, added)), f"add {kind.one}")
    # Where one is shown at a time, it is the one just added; and an empty form for the next one.
    st.session_state[f"{kind.field}-single-release"] = free
    st.session_state[fold_key(kind)] = True
    st.session_state[f"{kind.field}-new-recipient"] = None
    st.session_state[f"{kind.field}-new-template"] = _NOTHING
    st.session_state[f"{kind.field}-new-date"] = None


def prefilled(workspace: Workspace, template: RecipientTemplate | None) -> Record:
    """The first value of each label the template names, as far as the profile has one."""
    first: dict[str, str] = {}
    for label, value in workspace.profile:
        first.setdefault(label.casefold(), value)
    spelled = {label.casefold(): label for label, _ in reversed(workspace.profile)}
    wanted = [label.casefold() for label in template.labels] if template else []
    return Record(Attribute(spelled[label], first[label]) for label in wanted if label in first)
