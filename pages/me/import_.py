"""Import: files of other programs, what they would add, and how to get them."""

import hashlib
import os
from dataclasses import replace

import streamlit as st

from leakage.private_files import opened, typed_path
from leakage.workspace.files.adding import confirmed
from leakage.workspace.files.findings import Findings, together
from leakage.workspace.files.headings import names_recipients
from leakage.workspace.files.own_tables import remembered, suggested_columns, with_columns
from leakage.workspace.tables import Columns, Target
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.app import door, importing, page
from pages.app.importing import Taken
from pages.app.words import error_text

work = page.open_page(catalogue.TRANSFER, "Which accounts do you have? Your password manager or browser knows.")
if door.classroom():
    st.info("In a class no files are imported.")
    st.stop()
importing.tell_added()


def at_path(work: Workspace, typed: str) -> Taken:
    """What a large file holds that is named by its path: a regular file alone."""
    name = os.path.basename(typed)
    try:
        with opened(typed_path(typed)) as file:
            state = file.state
            key = hashlib.sha256(repr((typed, state)).encode()).hexdigest()[:16]
            return importing.read_once(work, name, key, lambda: file.descriptor_path.open("rb"))
    except (ValueError, OSError) as error:
        sentence = error_text(error) if isinstance(error, ValueError) else "The file cannot be read."
        return Taken(name, "path", refusal=sentence)


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
        headings = findings.tables[number].headings
        before = remembered(headings, work.mappings)
        usual = (
            before.target if before and before.target != "plans" else "releases" if names_recipients(headings) else None
        )
        target: Target | None = st.segmented_control(
            "What are the rows?",
            ["releases", "background"],
            format_func={"releases": "Accounts", "background": "Other people"}.__getitem__,
            default=usual,
            key=f"import-target-{file.key}-{number}",
        )
        columns = before.columns if before else suggested_columns(headings)
        if target == "releases" and not columns.named:
            columns = Columns(
                st.selectbox("Company, person or office", headings, None, key=f"import-who-{file.key}-{number}")
            )
        if target and (target == "background" or columns.named):
            findings = with_columns(findings, number, target, columns, tuple(work.labels))
    return findings


def right_guesses(findings: Findings) -> Findings:
    """What platforms guess, where the person says that it is right."""
    guesses = findings.guesses[:500]
    if not guesses:
        return findings
    right = st.multiselect(
        "Which guesses of platforms are right?",
        range(len(guesses)),
        format_func=lambda n: f"{guesses[n].label}: {guesses[n].value} ({guesses[n].holder})",
        key="import-guesses",
    )
    return confirmed(findings, [guesses[n] for n in right])


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
    importing.offer(work, right_guesses(together(parts)), [file.name for file in files if not file.refusal])
    st.stop()

st.text("Export your passwords and choose that file here. You see what it would add before anything changes.")
importing.how_to_get()
