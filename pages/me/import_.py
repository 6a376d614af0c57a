"""Import: files of other programs, what they would add, and how to get them."""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from leakage.private_files import opened, typed_path
from leakage.workspace.files.findings import Findings, together
from leakage.workspace.files.own_tables import label_of, suggested_columns, with_columns
from leakage.workspace.vocabulary import LABELS
from leakage.workspace.workspace import Columns, Target, Workspace
from pages import catalogue
from pages.app import page
from pages.app.words import error_text
from pages.me import importing
from pages.me.importing import Taken

MOST_COLUMNS = 40
TARGETS: dict[Target, str] = {"releases": "Accounts", "background": "Other people"}
PARTS = {"recipient": "Company, person or office", "name": "Name of the account", "date": "Date"}

work = page.open_page(catalogue.TRANSFER, "Which accounts do you have? Your password manager or browser knows.")
if catalogue.classroom():
    st.info("In a class no files are imported.")
    st.stop()
importing.tell_added()


def at_path(work: Workspace, typed: str) -> Taken:
    """What a large file holds that is named by its path: a regular file alone."""
    name = os.path.basename(typed)
    try:
        path = typed_path(typed)
        with opened(path) as file:
            key = hashlib.sha256(repr((typed, file.state)).encode()).hexdigest()[:16]
    except ValueError as error:
        return Taken(name, "path", refusal=error_text(error))
    return importing.read_once(work, name, key, path)


def own_card(file: Taken) -> Findings:
    """The facts of the card that the person says is theirs."""
    cards = file.findings.cards
    titles = [next((value for label, value in card if label == "Name"), "A card") for card in cards]
    mine = st.selectbox(
        "Which card is about you?",
        range(len(cards)),
        index=None,
        format_func=titles.__getitem__,
        key=f"import-card-{file.key}",
    )
    return file.findings if mine is None else replace(file.findings, facts=file.findings.facts + cards[mine])


def own_tables(work: Workspace, file: Taken, findings: Findings) -> Findings:
    """The tables of one's own, once the person says what their rows are."""
    for number in reversed(range(len(findings.tables))):
        headings, key = findings.tables[number].headings, f"{file.key}-{number}"
        target: Target | None = st.segmented_control(
            "What are the rows?",
            list(TARGETS),
            format_func=TARGETS.__getitem__,
            key=f"import-target-{key}",
        )
        if target is None:
            st.text("Choose what the rows of this table are.")
            continue
        columns = chosen_columns(work, headings, target, key)
        if target == "background" or columns.recipient or columns.name:
            findings = with_columns(findings, number, target, columns, tuple(work.labels))
        else:
            st.text("Choose the column that names the company, person or office.")
    return findings


def chosen_columns(work: Workspace, headings: Sequence[str], target: Target, key: str) -> Columns:
    """What each column is, as the person says."""
    named, usual = dict.fromkeys(("recipient", "name", "date"), None), suggested_columns(headings)
    if target != "background":
        for place, part in zip(st.columns(3), named, strict=True):
            index = headings.index(guess) if (guess := getattr(usual, part)) in headings else None
            named[part] = place.selectbox(PARTS[part], headings, index, key=f"import-{part}-{key}")
    labels = list[tuple[str, str]]()
    known = list(dict.fromkeys((*work.labels, *(entry.label for entry in LABELS))))
    with st.expander("What is in each column?"):
        for number, heading in enumerate(headings[:MOST_COLUMNS]):
            if heading not in named.values():
                suggested = label_of(heading, work.labels)
                label = choose_label(heading, suggested, known, f"import-label-{key}-{number}")
                labels += [(heading, label)] if label != suggested else []
    return Columns(**named, labels=tuple(labels))


def choose_label(heading: str, usual: str, known: Sequence[str], key: str) -> str:
    """The label that the person chooses for a column; empty where it is left out."""
    name, choice = st.columns(2, vertical_alignment="center")
    name.text(heading)
    options, index = list(dict.fromkeys((*filter(None, [usual]), *known))), 0 if usual else None
    chosen = choice.selectbox(
        "What is in this column",
        options,
        index,
        key=key,
        label_visibility="collapsed",
        placeholder="Leave it out",
        accept_new_options=True,
    )
    return chosen or ""


files = importing.taken(work, importing.upload())
with st.expander("A large file on this computer", icon=":material/folder_open:"):
    typed = st.text_input(
        "Path of the file", key="import-path", autocomplete="off", placeholder="~/Downloads/mail.mbox"
    )
    if typed.strip():
        files.append(at_path(work, typed.strip()))

if files:
    parts = []
    for file in files:
        importing.say(file)
        found = own_card(file) if file.findings.cards else file.findings
        try:
            parts.append(own_tables(work, file, found))
        except ValueError as error:
            st.text(error_text(error))
    if names := [file.name for file in files if not file.refusal]:
        importing.offer(work, together(parts), names)
        st.stop()

st.text("Export your passwords and choose that file here. You see what it would add before anything changes.")
importing.how_to_get()
