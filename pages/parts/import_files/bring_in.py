"""Importing: what a file would add, and the first figure after it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from leakage.workspace.everyday import with_import
from leakage.workspace.figures.assessment import Highlight, highlights
from leakage.workspace.files.additions import Additions, added, closed, confirmed, new_in, together
from leakage.workspace.files.again import Change
from leakage.workspace.files.importing import ACCOUNT_KINDS, Recognised, imported, recognise, unlocked
from leakage.workspace.files.texts import MAX_BYTES
from leakage.workspace.workspace import Release, Workspace
from pages import catalogue
from pages.app import figures, knowledge, page, session
from pages.app.page import link
from pages.app.words import count, error_text, listed, percent
from pages.kit.tables import height_of
from pages.parts.import_files import text
from pages.parts.import_files.readers import NAMED, READERS, UPLOAD, File, forget_files, opened, unpacked

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
        text.PASSWORD,
        type="password",
        key=file.key("password"),
        autocomplete="off",
        help=text.PASSWORD_HELP,
    )


def read(workspace: Workspace, files: Sequence[tuple[File, str]]) -> Result:
    """What the files would add together; and for each why it cannot be read, else an empty text.

    What is remembered is what comes out, and never what a file holds: that has passwords in it.
    """
    key = tuple((file.digest, hashlib.sha256(password.encode()).hexdigest()) for file, password in files)
    result: Result = figures.latest("accounts", (key, workspace.fingerprint), lambda: _read_additions(workspace, files))
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
    return inside if inside.kind in ACCOUNT_KINDS else text.UNKNOWN_INSIDE


# What an import would add, before it does.


MOST_ROWS, MOST_SEEN = 500, 10
_COLUMNS = ["Becomes", "Account", "Company", "Fact", "Value", "How sure"]


def counted(new: Additions) -> str:
    """How much an import adds, in words.

    >>> counted(Additions(profile=(("Name", "Alice"),)))
    '1 fact about you'
    """
    what = Counter(change.what for change in new.changes)
    changed = {change.release for change in new.changes if change.what in ("unshared", "shared", "other")}
    completed = sum(release.name not in changed for release in new.updates)
    gone = {change.release for change in new.changes if change.what == "gone"}
    ended = sum(release.ended and release.name in gone for release in new.listed)
    parts = [
        count(len(new.releases), "account") if new.releases else "",
        f"more facts at {count(completed, 'account')}" if completed else "",
        f"a password no longer shared at {count(what['unshared'], 'account')}" if what["unshared"] else "",
        f"a password now shared at {count(shared, 'account')}" if (shared := what["shared"] + what["other"]) else "",
        f"{count(ended, 'account')} closed" if ended else "",
        count(len(new.profile), "fact about you", "facts about you") if new.profile else "",
        count(len(new.absent), "fact you don't have", "facts you don't have") if new.absent else "",
        count(len(new.plans), "alternative to compare", "alternatives to compare") if new.plans else "",
        count(len(new.background), "record of other people", "records of other people") if new.background else "",
        count(len(new.coalitions), "group that could share", "groups that could share") if new.coalitions else "",
    ]
    seen_again = f"what an export says of {count(len(new.listed), 'account')}" if new.listed else "nothing"
    return listed([part for part in parts if part]) or seen_again


def with_chosen_coalitions(workspace: Workspace, additions: Additions) -> Additions:
    """The additions without coalitions, unless the person wants those that the files are evidence for."""
    proposed = new_in(workspace, additions).coalitions
    if not proposed:
        return additions
    st.subheader(text.SHARERS)
    st.dataframe(
        pd.DataFrame(
            [(p.coalition.name, p.evidence, len(p.coalition.recipients)) for p in proposed],
            columns=["Group", "Evidence", "Companies"],
        ),
        hide_index=True,
        alt="Groups of companies that share, by the evidence in the files",
    )
    wanted = st.checkbox(
        text.ADD_SHARERS,
        value=True,
        key="import-coalitions",
        help=text.ADD_SHARERS_HELP,
    )
    return additions if wanted else replace(additions, coalitions=())


def with_confirmed_guesses(additions: Additions) -> Additions:
    """The additions with what platforms guess about the person, where the person says that it is right."""
    guesses = additions.guesses[:MOST_ROWS]
    if not guesses:
        return additions
    st.subheader(text.GUESSES)
    right = st.multiselect(
        text.WHICH_GUESSES,
        range(len(guesses)),
        format_func=lambda place: f"{guesses[place].label}: {guesses[place].value} ({guesses[place].holder})",
        key="import-guesses",
        placeholder=text.PICK_GUESSES.format(guesses=len(guesses)),
        help=text.GUESSES_HELP,
    )
    return confirmed(additions, [guesses[place] for place in right])


_CHANGED = ["Account", "What changed", "Last used", "Last changed", "Company"]


def with_chosen_changes(workspace: Workspace, additions: Additions) -> Additions:
    """What newer exports say otherwise than the last ones; the additions with the accounts that the person closed."""
    if not additions.changes:
        return additions
    st.subheader(text.CHANGED)
    st.caption(text.PASSWORDS_NOT_KEPT)
    recipients = {release.name: release.recipient for release in workspace.releases}
    order = list(text.WHAT_CHANGED)
    rows = [
        (
            c.release,
            text.WHAT_CHANGED[c.what],
            c.used,
            c.changed,
            "" if (r := recipients[c.release]) == c.release else r,
        )
        for c in sorted(additions.changes, key=lambda change: order.index(change.what))
    ]
    table = pd.DataFrame(rows[:MOST_ROWS], columns=_CHANGED)
    st.dataframe(
        table.drop(columns=[column for column in _CHANGED[2:] if not table[column].any()]),
        hide_index=True,
        height=height_of(len(rows), MOST_SEEN),
        alt="Accounts of which the export says something else than the last one",
    )
    if len(rows) > MOST_ROWS:
        st.text(f"and {len(rows) - MOST_ROWS:,} more rows")
    return _with_closed(additions, [change for change in additions.changes if change.what == "gone"], recipients)


def _with_closed(additions: Additions, gone: Sequence[Change], recipients: Mapping[str, str]) -> Additions:
    if not gone:
        return additions
    names = [change.release for change in gone]
    picked = st.multiselect(
        text.WHICH_CLOSED,
        names,
        format_func=lambda name: name if name == recipients[name] else f"{name} ({recipients[name]})",
        key="import-closed",
        placeholder=text.PICK_CLOSED.format(accounts=len(names)),
        help=text.CLOSED_HELP,
    )
    st.caption(text.STILL_THERE)
    return closed(additions, picked)


def summary(workspace: Workspace, additions: Additions) -> Additions:
    """How much would be added and how much is there already; returns what is new."""
    new = new_in(workspace, additions)
    st.subheader(text.WOULD_ADD)
    already = len(set(additions.profile)) - len(new.profile) + len(additions.releases) - len(new.releases)
    already += len(additions.plans) - len(new.plans) + len(additions.updates) - len(new.updates)
    st.text(f"{counted(new)[:1].upper()}{counted(new)[1:]}.{_already_there(already)}")
    return new


def table(new: Additions) -> None:
    """What is new, row by row."""
    if new.empty:
        return
    st.caption(text.NOTHING_YET)
    rows = list(_rows(new))
    st.dataframe(
        pd.DataFrame(rows[:MOST_ROWS], columns=_COLUMNS),
        hide_index=True,
        height=height_of(len(rows), MOST_SEEN),
        alt="What would be added: accounts, facts about you and records of other people",
    )
    if len(rows) > MOST_ROWS:
        st.text(f"and {len(rows) - MOST_ROWS:,} more rows")


def _already_there(already: int) -> str:
    if not already:
        return ""
    return f" {already:,} more {'is' if already == 1 else 'are'} already there."


def _rows(new: Additions) -> Iterator[tuple[object, ...]]:
    yield from (("fact about you", "", "", label, value, "") for label, value in new.profile)
    yield from _release_rows("account", new.releases)
    changed = {change.release for change in new.changes}
    yield from _release_rows("account", [release for release in new.updates if release.name not in changed])
    yield from _release_rows("alternative", new.plans)
    for number, record in enumerate(new.background, start=1):
        yield from (("other person", f"{number}", "", a.label, a.value, f"{a.confidence:g}") for a in record)


def _release_rows(what: str, releases: Iterable[Release]) -> Iterator[tuple[object, ...]]:
    for release in releases:
        for a in release.record:
            yield (what, release.name, release.recipient, a.label, a.value, f"{a.confidence:g}")
        for label, probability in release.presumed:
            yield (what, release.name, release.recipient, label, text.LIKELY, f"{probability:g}")
        if not (len(release.record) or release.presumed):
            yield (what, release.name, release.recipient, "(nothing)", "", "")


# The first figure after an import, with the sentence that matters most, and the way to what can be done.


MOST_NAMED = 8


def show(workspace: Workspace) -> None:
    """What Eve knows, what matters most, and where to go on."""
    leakage = knowledge.leakage_of(workspace)
    if leakage is None:
        return
    with st.container(border=True, key="first-figure", gap="small"):
        counts = knowledge.counts(workspace)
        st.header(f"{counts.headline}.")
        st.markdown(f"**{counts.more}**" if counts.more else "")
        # The name of an Eve is the person's own.
        st.text(text.FIGURE.format(figure=percent(leakage), name=workspace.policy.name if workspace.policy else ""))
        for highlight in highlights(workspace):
            _show_highlight(highlight)
        accounts = count(len(workspace.releases), "account")
        review, what_to_do, figure = st.columns(3)
        with review:
            link(catalogue.RELEASES, text.REVIEW.format(accounts=accounts))
        with what_to_do:
            link(catalogue.PLAN, text.WHAT_TO_DO)
        with figure:
            link(catalogue.LEAKAGE, text.WHAT_SHE_KNOWS)


def _show_highlight(highlight: Highlight) -> None:
    st.markdown(f"**{highlight.sentence}**")
    # The value and the names are the person's own words.
    st.text(highlight.pair[1])
    st.caption(text.ADVICE[highlight.kind])
    st.text(listed(highlight.recipients, MOST_NAMED))


# Bringing in files: each is recognised by its content and told before anything changes.


MOST_FILES = 20
MOST_BYTES = 100_000_000


def bring_in(workspace: Workspace) -> bool:
    """An upload, what each file was taken for, what would be added, and the button that adds it.

    Returns:
        Whether there is a file, so that nothing else is asked.
    """
    if tell_added():
        show(session.current())
    uploaded, named = upload(), st.session_state.get(NAMED, ())
    if uploaded or named:
        show_uploaded(workspace, uploaded, named)
        return True
    st.markdown(text.FIRST)
    with st.expander(text.WHICH_FILES, icon=":material/help:"):
        st.markdown(text.WHAT_IS_READ)
    return False


def upload(explained: str | None = None) -> list[UploadedFile]:
    """The upload of files of any kind that is read, and what is in it.

    Arguments:
        explained: beside it, where asked for.
    """
    with st.container(key="import-upload"):
        return st.file_uploader(
            text.FILES,
            accept_multiple_files=True,
            key=session.upload_key(UPLOAD),
            max_upload_size=MAX_BYTES // 1_000_000,
            help=explained,
        )


def show_uploaded(workspace: Workspace, uploaded: Sequence[UploadedFile], named: Sequence[File] = ()) -> None:
    """What each file was taken for, what would be added, and the button that adds it.

    Arguments:
        uploaded: what was handed in.
        named: the files of an archive that was named by its path.
    """
    if named:
        st.button(
            text.LEAVE_OUT.format(name=named[0].archive.name if named[0].archive else named[0].name),
            key="import-leave-out",
            icon=":material/close:",
            on_click=st.session_state.pop,
            args=(NAMED, None),
        )
    if len(uploaded) > MOST_FILES or sum(file.size for file in uploaded) > MOST_BYTES:
        st.error(text.TOO_MANY.format(files=MOST_FILES, megabytes=MOST_BYTES // 1_000_000))
        return
    files = [inner for file in uploaded for inner in unpacked(opened(file.name, file.getvalue()))]
    files += named
    additions = with_confirmed_guesses(together(_read_all(workspace, files)))
    if all(file.kind == "copy" for file in files):
        # It takes the place of all there is, and adds nothing.
        return
    additions = with_chosen_changes(workspace, with_chosen_coalitions(workspace, additions))
    new = summary(workspace, additions)
    add_button(workspace, additions, new, "import", forget_files)
    table(new)


def _read_all(workspace: Workspace, files: Sequence[File]) -> list[Additions]:
    """What every file would add; breaches come last, for they are held against the profile with the cards in it."""
    boxes = _boxes(files)
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


def _boxes(files: Sequence[File]) -> list[DeltaGenerator]:
    """A box for every file; those of an archive that ask for nothing share one, folded."""
    folded: dict[str, DeltaGenerator] = {}
    boxes = []
    for file in files:
        if file.archive is None or (file.kind is not None and file.kind not in ACCOUNT_KINDS):
            boxes.append(st.container(border=True))
            continue
        if file.archive.digest not in folded:
            folded[file.archive.digest] = _archive_box(file.archive, [one for one in files if one.archive])
        boxes.append(folded[file.archive.digest])
    return boxes


def _archive_box(archive: File, files: Sequence[File]) -> DeltaGenerator:
    """One line about an archive, and a place for its details and what is left out."""
    inner = [file for file in files if file.archive and file.archive.digest == archive.digest]
    left = [file for file in inner if file.kind is None]
    box = st.container(border=True)
    files_in = count(len(inner) + archive.passed_over, "file")
    box.text(text.ARCHIVE_READ.format(name=archive.name, read=f"{len(inner) - len(left):,}", files=files_in))
    details = box.expander(text.ARCHIVE_DETAILS)
    if left:
        details.dataframe(
            pd.DataFrame([(file.name, file.note) for file in left[:MOST_ROWS]], columns=["File", "Why it is left out"]),
            hide_index=True,
            alt=text.LEFT_OUT,
        )
    return details


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
            boxes[number].error(f"{error_text(why[files[number].digest])} {text.NOT_TAKEN}")
    _tell(additions)
    return additions


def _read(workspace: Workspace, file: File, again: bool) -> Additions:
    if file.archive and (file.kind is None or again):
        return Additions()
    if file.kind is None or again:
        st.text(file.name)
        st.error(text.AGAIN if again else f"{file.note} {text.NOT_TAKEN}")
        return Additions()
    _taken_for(file)
    try:
        additions = READERS[file.kind](workspace, file)
    except ValueError as error:
        st.error(f"{error_text(error)} {text.NOT_TAKEN}")
        return Additions()
    _tell(additions)
    return additions


def _taken_for(file: File) -> None:
    # A file's name is the person's own word, so it stands as text.
    st.text(file.name)
    if file.kind is not None:
        st.caption(f"{text.LOOKS_LIKE.format(kind=text.KINDS[file.kind])} {file.note}".strip())


def _tell(additions: Additions) -> None:
    page.problems(additions.problems, text.NOT_USED)
    if additions.notes:
        st.text("\n".join(additions.notes))


def add_button(
    workspace: Workspace,
    additions: Additions,
    new: Additions,
    name: str,
    forget: Callable[[], None],
    label: str = text.ADD,
) -> None:
    """The button that adds what was found, where there is something new and room for it.

    Arguments:
        additions: all that was found.
        new: what of it is not there yet.
        name: of the button.
        forget: what was found, once it is added.
        label: of the button, where something is new.
    """
    why = text.NOTHING_NEW if new.empty else session.too_many(added(workspace, additions))
    st.button(
        label if not new.empty else text.ADD,
        key=f"{name}-add",
        type="primary",
        icon=":material/add:",
        disabled=bool(why),
        help=why or text.UNDO,
        on_click=_take,
        args=(workspace, additions, new, forget),
    )


def _take(workspace: Workspace, additions: Additions, new: Additions, forget: Callable[[], None]) -> None:
    session.put(workspace, with_import(workspace, additions), f"import {counted(new)}")
    forget()


def tell_added() -> bool:
    """Say what was imported last, as long as undo would take it back; whether there is that."""
    undoable = session.undoable()
    if undoable.startswith("import "):
        st.success(text.ADDED.format(what=undoable.removeprefix("import ")), icon=":material/check:")
    return undoable.startswith("import ")
