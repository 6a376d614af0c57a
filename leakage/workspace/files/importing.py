"""Importing: what several files would add together, their passwords compared under one throw-away key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from leakage.workspace.files.additions import Additions
from leakage.workspace.files.autofill.chrome import read_chrome_autofill
from leakage.workspace.files.autofill.firefox import read_firefox_autofill
from leakage.workspace.files.findings import Findings
from leakage.workspace.files.from_findings import LIKELY, additions_of
from leakage.workspace.files.password_class import PasswordClasses
from leakage.workspace.files.passwords import bitwarden_protected
from leakage.workspace.files.passwords.bitwarden import read_bitwarden
from leakage.workspace.files.passwords.columns import read_logins
from leakage.workspace.files.passwords.cxf import read_cxf
from leakage.workspace.files.passwords.keepass_xml import read_keepass_xml
from leakage.workspace.files.passwords.onepassword import read_1pux
from leakage.workspace.files.platforms.facebook import read_facebook
from leakage.workspace.files.platforms.google import read_google_activity, read_google_profile
from leakage.workspace.files.platforms.linkedin import read_linkedin
from leakage.workspace.files.platforms.phones import read_app_privacy_report, read_tracker_control
from leakage.workspace.files.recognise import Kind, Recognised, recognise_text
from leakage.workspace.files.texts import Text
from leakage.workspace.forms.problem import Problem
from leakage.workspace.workspace import Workspace

JSON_READERS: Mapping[Kind, Callable[[object, PasswordClasses], Findings]] = {
    "bitwarden": read_bitwarden,
    "1pux": read_1pux,
    "cxf": read_cxf,
    "firefox autofill": read_firefox_autofill,
    "chrome autofill": read_chrome_autofill,
    "google profile": read_google_profile,
    "google activity": read_google_activity,
    "facebook": read_facebook,
}
"""Readers of what JSON holds."""

TEXT_READERS: Mapping[Kind, Callable[[str, PasswordClasses], Findings]] = {
    "keepass": read_keepass_xml,
    "logins": read_logins,
    "linkedin": read_linkedin,
    "privacy report": read_app_privacy_report,
    "tracker control": read_tracker_control,
}
"""Readers of text."""

ACCOUNT_KINDS: frozenset[Kind] = frozenset((*JSON_READERS, *TEXT_READERS))
"""Files that are read together, for an account may be in several."""


def unlocked(file: Recognised, password: str) -> Recognised:
    """A locked export, opened: as what lies in it was recognised.

    Raises:
        WrongFilePasswordError: where the password is another.
        ValueError: with one sentence for what cannot be opened.
    """
    return recognise_text(Text(bitwarden_protected.opened(file.whole, password), "UTF-8"))


def imported(
    files: Sequence[Recognised], workspace: Workspace, likely: float = LIKELY
) -> tuple[Additions, tuple[str, ...]]:
    """What files of ``ACCOUNT_KINDS`` would add together, and for each why it cannot be read, else an empty text.

    The key under which passwords are compared lives as long as this call. See ``additions_of`` for the arguments.

    >>> from leakage.workspace.files.recognise import recognise
    >>> file = recognise(b"name,url,username,password\\nShop,https://shop.example,alice,moon\\n")
    >>> additions, refusals = imported([file], Workspace())
    >>> additions.releases[0].recipient, additions.profile, refusals
    ('shop.example', (('User name', 'alice'),), ('',))
    """
    classes = PasswordClasses()
    findings, refusals = [], []
    for number, file in enumerate(files, start=1):
        try:
            found = _read(file, classes)
        except ValueError as error:
            refusals.append(str(error))
        else:
            where = f"file {number}" if len(files) > 1 else ""
            findings.append(replace(found, problems=tuple(_placed(problem, where) for problem in found.problems)))
            refusals.append("")
    return additions_of(findings, workspace, likely), tuple(refusals)


def _placed(problem: Problem, where: str) -> Problem:
    return Problem(", ".join(filter(None, (where, problem.where))), problem.sentence)


def _read(file: Recognised, classes: PasswordClasses) -> Findings:
    if file.kind in JSON_READERS:
        return JSON_READERS[file.kind](file.whole, classes)
    return TEXT_READERS[file.kind](file.source.text, classes)
