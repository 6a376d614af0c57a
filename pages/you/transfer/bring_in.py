"""Importing: what a file would add, and the first figure after it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from leakage.workspace.everyday import with_import
from leakage.workspace.figures.assessment import Highlight, highlights
from leakage.workspace.files.additions import Additions, added, new_in, together
from leakage.workspace.files.importing import ACCOUNT_KINDS, Kind, Recognised, imported, recognise, unlocked
from leakage.workspace.files.texts import MAX_BYTES
from leakage.workspace.workspace import Release, Workspace
from pages import catalogue
from pages.shell import cache, frame, history, knowledge, session
from pages.shell.session import link
from pages.shell.words import count, error_text, listed, percent
from pages.you.transfer.readers import READERS, File, opened, unpacked

# Files that hold accounts: read together, for an account may be in several, and its password in others.


Result = tuple[Additions, tuple[str, ...]]


def holds_accounts(file: File) -> bool:
    """Whether a file is read together with others of its kind."""
    return file.kind in ACCOUNT_KINDS or file.kind == "protected"


def password_of(file: File) -> str:
    """What the person typed to open a locked export; empty for other files, and until it is typed."""
    if file.kind != "protected":
        return ""
    return st.text_input(
        "The password that this export was protected with",
        type="password",
        key=file.key("password"),
        autocomplete="off",
        help="It opens the file here, is used for nothing else, and is not kept.",
    )


def read(workspace: Workspace, files: Sequence[tuple[File, str]]) -> Result:
    """What the files would add together; and for each why it cannot be read, else an empty text.

    What is remembered is what comes out, and never what a file holds: that has passwords in it.
    """
    key = tuple((file.digest, hashlib.sha256(password.encode()).hexdigest()) for file, password in files)
    result: Result = cache.latest("accounts", (key, workspace.fingerprint), lambda: _read_additions(workspace, files))
    return result


def _read_additions(workspace: Workspace, files: Sequence[tuple[File, str]]) -> Result:
    opened = [_opened(file, password) for file, password in files]
    additions, refusals = imported([file for file in opened if not isinstance(file, str)], workspace)
    left = iter(refusals)
    return additions, tuple(file if isinstance(file, str) else next(left) for file in opened)


def _opened(file: File, password: str) -> Recognised | str:
    """A file as it is recognised, locked ones opened; or why not."""
    recognised = recognise(file.content)
    if recognised.kind != "protected":
        return recognised
    try:
        inside = unlocked(recognised, password)
    except ValueError as error:
        return str(error)
    return inside if inside.kind in ACCOUNT_KINDS else "what lies in the protected file is not known here"


# What an import would add, before it does.


MOST_ROWS = 500
_COLUMNS = ["Becomes", "Release", "Recipient", "What", "Value", "Confidence"]


def counted(new: Additions) -> str:
    """How much an import adds, in words.

    >>> counted(Additions(profile=(("Name", "Alice"),)))
    '1 fact about you'
    """
    facts = sum(len(release.record) for release in new.releases)
    parts = [
        count(len(new.profile), "fact about you", "facts about you") if new.profile else "",
        count(len(new.absent), "fact you don't have", "facts you don't have") if new.absent else "",
        f"{count(len(new.releases), 'release')} with {count(facts, 'fact')}" if new.releases else "",
        count(len(new.updates), "release with more facts", "releases with more facts") if new.updates else "",
        count(len(new.plans), "planned release") if new.plans else "",
        count(len(new.background), "record of other people", "records of other people") if new.background else "",
        count(len(new.coalitions), "coalition") if new.coalitions else "",
    ]
    return listed([part for part in parts if part]) or "nothing"


def with_chosen_coalitions(workspace: Workspace, additions: Additions) -> Additions:
    """The additions without coalitions, unless the person wants those that the files are evidence for."""
    proposed = new_in(workspace, additions).coalitions
    if not proposed:
        return additions
    st.subheader("Who shares what they know about you")
    st.dataframe(
        pd.DataFrame(
            [(p.coalition.name, p.evidence, len(p.coalition.recipients)) for p in proposed],
            columns=["Coalition", "Evidence", "Recipients"],
        ),
        hide_index=True,
        alt="Coalitions that the files are evidence for",
    )
    wanted = st.checkbox(
        "Add them to my coalitions",
        value=True,
        key="import-coalitions",
        help="Who pools with whom is chosen on the Adversary page, and stays as it is.",
    )
    return additions if wanted else replace(additions, coalitions=())


def summary(workspace: Workspace, additions: Additions) -> Additions:
    """How much would be added and how much is there already; returns what is new."""
    new = new_in(workspace, additions)
    st.subheader("What would be added")
    already = len(set(additions.profile)) - len(new.profile) + len(additions.releases) - len(new.releases)
    already += len(additions.plans) - len(new.plans) + len(additions.updates) - len(new.updates)
    st.text(f"{counted(new)[:1].upper()}{counted(new)[1:]}.{_already_there(already)}")
    return new


def table(new: Additions) -> None:
    """What is new, row by row."""
    if new.empty:
        return
    rows = list(_rows(new))
    st.dataframe(
        pd.DataFrame(rows[:MOST_ROWS], columns=_COLUMNS),
        hide_index=True,
        alt="What would be added: facts, releases and records of other people",
    )
    if len(rows) > MOST_ROWS:
        st.text(f"and {len(rows) - MOST_ROWS:,} more rows")
    st.caption("Nothing has changed yet.")


def _already_there(already: int) -> str:
    if not already:
        return ""
    return f" {already:,} more {'is' if already == 1 else 'are'} there already."


def _rows(new: Additions) -> Iterator[tuple[object, ...]]:
    yield from (("your fact", "", "", label, value, "") for label, value in new.profile)
    yield from _release_rows("release", new.releases)
    yield from _release_rows("release", new.updates)
    yield from _release_rows("plan", new.plans)
    for number, record in enumerate(new.background, start=1):
        yield from (("stranger", f"{number}", "", a.label, a.value, f"{a.confidence:g}") for a in record)


def _release_rows(what: str, releases: Iterable[Release]) -> Iterator[tuple[object, ...]]:
    for release in releases:
        for a in release.record:
            yield (what, release.name, release.recipient, a.label, a.value, f"{a.confidence:g}")
        if not len(release.record):
            yield (what, release.name, release.recipient, "(nothing)", "", "")


# The first figure after an import, with the sentence that matters most, and the way to what can be done.


_ADVICE = {
    "password": "Change these first, each to a password of its own:",
    "tie": "Whoever joins accounts joins these by it. An address of its own for each keeps them apart:",
}
MOST_NAMED = 8


def show(workspace: Workspace) -> None:
    """What Eve knows, what matters most, and where to go on."""
    leakage = knowledge.leakage_of(workspace)
    if leakage is None:
        return
    with st.container(border=True, key="first-figure"):
        counts = knowledge.counts(workspace)
        st.header(f"{counts.headline}.")
        st.markdown(f"**{counts.more}**" if counts.more else "")
        st.text(f"Leakage {percent(leakage)}")
        if workspace.policy:
            st.text(f"for this Eve: {workspace.policy.name}")
        for highlight in highlights(workspace):
            _show_highlight(highlight)
        what_to_do, figure, review = st.columns(3)
        with what_to_do:
            link(catalogue.PLAN, "What to do first")
        with figure:
            link(catalogue.LEAKAGE, "Who knows most")
        with review:
            link(catalogue.REVIEW, f"Review {count(len(workspace.releases), 'release')}")


def _show_highlight(highlight: Highlight) -> None:
    st.markdown(f"**{highlight.sentence}**")
    # The value and the names are the person's own words.
    st.text(highlight.pair[1])
    st.caption(_ADVICE[highlight.kind])
    st.text(listed(highlight.recipients, MOST_NAMED))


# Bringing in files: each is recognised by its content and told before anything changes.


_UPLOAD = "import"
MOST_FILES = 20
MOST_BYTES = 100_000_000
NOT_USED = "Could not be used, and is left out:"

WHAT_IS_READ = (
    "**What is read**, known by its content and not by its name:\n\n"
    "- **Passwords** of Bitwarden, 1Password, KeePass, KeePassXC, Firefox, Chrome, Edge, Brave, Apple, LastPass, "
    "Proton Pass, NordPass, Dashlane and RoboForm, and CXF. Passwords are compared and forgotten.\n"
    "- **Exports** of Firefox, Google, LinkedIn and Facebook, Apple's App Privacy Report, TrackerControl.\n"
    "- **Have I Been Pwned**: the breaches of your address, or the list of all there are.\n"
    "- **vCards**, **CSV tables** and **saved copies**.\n\n"
    "Several files may come at once, also in a ZIP archive. Nothing is looked up anywhere; you fetch them yourself."
)

KINDS: dict[Kind, str] = {
    "copy": "a saved copy of a whole work",
    "breaches": "breaches that Have I Been Pwned names for an address",
    "cards": "cards of an address book (vCard)",
    "long": "a table with one row a fact",
    "profile": "a table of facts about you",
    "wide": "a table with one row a release or person",
    "archive": "an archive",
    "protected": "a password-protected export of Bitwarden",
    "bitwarden": "logins of Bitwarden",
    "1pux": "logins of 1Password",
    "cxf": "logins in the exchange format CXF",
    "keepass": "logins of KeePass",
    "logins": "a table of logins",
    "firefox autofill": "addresses that Firefox fills in",
    "chrome autofill": "addresses that Chrome fills in",
    "google profile": "the profile of a Google account",
    "google activity": "activities at Google",
    "linkedin": "a table of LinkedIn's export",
    "facebook": "a part of Facebook's export",
    "privacy report": "Apple's App Privacy Report",
    "tracker control": "a table of TrackerControl",
}


def bring_in(workspace: Workspace) -> None:
    """An upload, what each file was taken for, what would be added, and the button that adds it."""
    _tell_last()
    with st.container(key="import-upload"):
        uploaded = st.file_uploader(
            "Files to bring in",
            accept_multiple_files=True,
            key=session.upload_key(_UPLOAD),
            max_upload_size=MAX_BYTES // 1_000_000,
        )
    if not uploaded:
        st.markdown(WHAT_IS_READ)
        return
    if len(uploaded) > MOST_FILES or sum(file.size for file in uploaded) > MOST_BYTES:
        st.error(
            f"At most {MOST_FILES} files of {MOST_BYTES // 1_000_000} MB together can be read at once. Nothing was "
            "changed."
        )
        return
    files = [inner for file in uploaded for inner in unpacked(opened(file.name, file.getvalue()))]
    additions = together(_read_all(workspace, files))
    additions = with_chosen_coalitions(workspace, additions)
    new = summary(workspace, additions)
    _button(workspace, additions, new)
    table(new)


def _read_all(workspace: Workspace, files: Sequence[File]) -> list[Additions]:
    """What every file would add; breaches come last, for they are held against the profile with the cards in it."""
    boxes = [st.container(border=True) for _ in files]
    first = {file.digest: number for number, file in reversed(list(enumerate(files)))}
    parts = [_read_accounts(workspace, files, boxes, first)]
    for late in (False, True):
        base = added(workspace, together(parts))
        for number, (file, box) in enumerate(zip(files, boxes, strict=True)):
            again = first[file.digest] < number
            if (file.kind == "breaches") == late and (again or not holds_accounts(file)):
                with box:
                    parts.append(_read(base, file, again))
    return parts


def _read_accounts(
    workspace: Workspace, files: Sequence[File], boxes: Sequence[DeltaGenerator], first: Mapping[str, int]
) -> Additions:
    """What the files with accounts would add together; each is told in its own box."""
    numbers = [number for number in sorted(set(first.values())) if holds_accounts(files[number])]
    if not numbers:
        return Additions()
    given = []
    for number in numbers:
        with boxes[number]:
            _taken_for(files[number])
            given.append((files[number], password_of(files[number])))
    ready = [(file, password) for file, password in given if password or file.kind != "protected"]
    additions, refusals = read(workspace, ready)
    why = {file.digest: refusal for (file, _), refusal in zip(ready, refusals, strict=True) if refusal}
    for number in numbers:
        if files[number].digest in why:
            boxes[number].error(f"{error_text(why[files[number].digest])} Nothing is taken.")
    _tell(additions)
    return additions


def _read(workspace: Workspace, file: File, again: bool) -> Additions:
    if file.kind is None or again:
        st.text(file.name)
        st.error("This is the same file once more, and counts once." if again else f"{file.note} Nothing is taken.")
        return Additions()
    _taken_for(file)
    try:
        additions = READERS[file.kind](workspace, file)
    except ValueError as error:
        st.error(f"{error_text(error)} Nothing is taken.")
        return Additions()
    _tell(additions)
    return additions


def _taken_for(file: File) -> None:
    # A file's name is the person's own word, so it stands as text.
    st.text(file.name)
    if file.kind is not None:
        st.caption(f"Taken for **{KINDS[file.kind]}**. {file.note}")


def _tell(additions: Additions) -> None:
    frame.problems(additions.problems, NOT_USED)
    if additions.notes:
        st.text("\n".join(additions.notes))


def _button(workspace: Workspace, additions: Additions, new: Additions) -> None:
    why = "There is nothing new to add." if new.empty else history.too_many(added(workspace, additions))
    st.button(
        "Add to my work",
        key="import-add",
        type="primary",
        icon=":material/add:",
        disabled=bool(why),
        help=why or "Undo at the top takes it back.",
        on_click=_take,
        args=(workspace, additions, new),
    )


def _take(workspace: Workspace, additions: Additions, new: Additions) -> None:
    history.put(workspace, with_import(workspace, additions), f"import {counted(new)}")
    session.clear_upload(_UPLOAD)


def _tell_last() -> None:
    if history.undoable().startswith("import "):
        added_text = history.undoable().removeprefix("import ")
        st.success(f"Added {added_text}. Undo at the top takes it back.", icon=":material/check:")
        show(history.current())
