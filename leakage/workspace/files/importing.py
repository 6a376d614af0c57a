"""Importing: each file known by its content, also in archives."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Literal, TypeAlias

from leakage.private_files import PrivateFile, SourceError
from leakage.workspace.files.additions import LIKELY, Additions, additions_of
from leakage.workspace.files.autofill import (
    is_chrome_autofill,
    is_firefox_autofill,
    read_chrome_autofill,
    read_firefox_autofill,
)
from leakage.workspace.files.breaches.reading import is_breaches
from leakage.workspace.files.csv_cells import headings_of
from leakage.workspace.files.file_reader import FileReader
from leakage.workspace.files.findings import Findings
from leakage.workspace.files.mail.mbox import is_mbox
from leakage.workspace.files.passwords import bitwarden
from leakage.workspace.files.passwords.bitwarden import check_protected, is_bitwarden, is_protected, read_bitwarden
from leakage.workspace.files.passwords.columns import is_logins, read_logins, without_writer
from leakage.workspace.files.passwords.columns import program_of as program_of_table
from leakage.workspace.files.passwords.cxf import is_cxf, read_cxf
from leakage.workspace.files.passwords.keepass_xml import is_keepass, read_keepass_xml
from leakage.workspace.files.passwords.onepassword import is_1pux, read_1pux
from leakage.workspace.files.passwords.vaults import is_vault, read_vault
from leakage.workspace.files.passwords.vaults import program_of as program_of_vault
from leakage.workspace.files.platforms.app_privacy_report import is_app_privacy_report, read_app_privacy_report
from leakage.workspace.files.platforms.linkedin import kind_of, read_linkedin, without_notes
from leakage.workspace.files.platforms.sources import platform_of, read_platform
from leakage.workspace.files.platforms.tables import platform_of_table, read_platform_table
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import MAX_BYTES, Json, Text, parsed, refuse_many_pieces, text_of
from leakage.workspace.limits import InputProblem
from leakage.workspace.workspace import Workspace

# Archives: opened by the members that can be read here, within limits on size, number and ratio.


MAX_LISTED = 4_000_000
"""Bytes of an archive's own list of members: some fifty thousand of them."""

MAX_MEMBERS = 5_000
"""Members that can be read."""

MAX_TOTAL = 150_000_000
"""Bytes of all of them, unpacked."""

MAX_RATIO = 200
"""How much larger than packed a member may be, beyond ``SMALL`` bytes; texts are seldom over 30."""

SMALL = 1_000_000
ENDINGS = (".json", ".csv", ".vcf", ".ndjson", "export.data")
"""How the names of members end that are opened; anything else stays shut."""

_FOLDERS = ("__macosx/", ".git/", ".trashes/")
_SYSTEM = (".ds_store", "thumbs.db", "desktop.ini", ".localized", "icon\r")
_MEDIA = (
    *(".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic", ".heif", ".svg", ".bmp", ".tif", ".tiff", ".ico", ".avif"),
    *(".mp4", ".mov", ".avi", ".webm", ".mkv", ".3gp", ".m4v", ".mp3", ".m4a", ".aac", ".wav", ".ogg", ".opus"),
    *(".flac", ".srt", ".woff", ".woff2", ".ttf", ".otf", ".css", ".map"),
)
"""What systems put into archives by themselves, and pictures, sound and the dress of pages: nobody asks for them."""

_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
DAMAGED = "the archive is damaged, or is not whole"


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive; neither name nor content show in a log.

    Arguments:
        name: its path in the archive.
        content: unpacked.
    """

    name: str = field(repr=False)
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Archive:
    """What was opened of an archive.

    Arguments:
        members: those that can be read.
        passed_over: how many files it has besides; what systems put in, pictures and sound do not count.
    """

    members: tuple[Member, ...]
    passed_over: int


def is_archive(content: bytes) -> bool:
    """Whether this is a ZIP archive, by its first bytes."""
    return content.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def opened_archive(content: bytes) -> Archive:
    """The members that can be read; nothing is written to disk, and archives in archives stay shut.

    Arguments:
        content: a ZIP archive of at most ``MAX_BYTES``.

    Raises:
        ValueError: with one sentence, which repeats nothing of it, for an archive that is damaged, encrypted, too
            large, or larger unpacked than it may be.

    >>> buffer = io.BytesIO()
    >>> with zipfile.ZipFile(buffer, "w") as archive:
    ...     archive.writestr("data.json", "[]")
    ...     archive.writestr("__MACOSX/._data.json", "")
    ...     archive.writestr("photo.jpg", "")
    ...     archive.writestr("letter.pdf", "")
    >>> found = opened_archive(buffer.getvalue())
    >>> found.members[0].content, found.passed_over
    (b'[]', 1)
    """
    _check_list(content)
    return _opened_archive(io.BytesIO(content))


def archive_at(file: PrivateFile) -> Archive:
    """As ``opened_archive``, of a file that is named by its path: it may be of any size, what is read of it may not.

    Raises:
        ValueError: as ``opened_archive``, for what is no ZIP archive, and where the file cannot be read.
    """
    if not is_archive(file.read_at(0, 4)):
        raise ValueError("this is no ZIP archive; choose the file above if it is smaller than 50 MB")
    return _opened_archive(FileReader(file, "Reading the archive (MB)"))


def _opened_archive(reader: IO[bytes]) -> Archive:
    try:
        with zipfile.ZipFile(reader) as archive:
            files = [member for member in archive.infolist() if not (member.is_dir() or is_by_the_way(member.filename))]
            wanted = [member for member in files if member.filename.casefold().endswith(ENDINGS)]
            _check_members(wanted)
            return Archive(tuple(_unpacked(archive, wanted)), len(files) - len(wanted))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, struct.error, zlib.error):
        sentence = DAMAGED
    except SourceError as error:
        sentence = str(error)
    except UnicodeError:
        sentence = "the archive has a member whose name cannot be read"
    raise ValueError(sentence)


def is_by_the_way(name: str) -> bool:
    """Whether a member of an archive is none that a person would miss: of a system, or a picture, film or sound.

    >>> is_by_the_way("__MACOSX/._data.json"), is_by_the_way("a/.DS_Store"), is_by_the_way("photos/1.HEIC")
    (True, True, True)
    >>> is_by_the_way("data.json"), is_by_the_way("my._file.json")
    (False, False)
    """
    path = name.casefold().replace("\\", "/")
    base = path.rpartition("/")[2]
    in_folder = any(f"/{folder}" in f"/{path}" for folder in _FOLDERS)
    return in_folder or base.startswith("._") or base in _SYSTEM or base.endswith(_MEDIA)


def _check_list(content: bytes) -> None:
    """Refuse a list of members that would take too much room, before it is read."""
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    end = content.rfind(_END, max(0, len(content) - (1 << 16) - 22))
    if end < 0 or len(content) < end + 22:
        raise ValueError(DAMAGED)
    if content.rfind(_END_64, max(0, end - 20), end) >= 0:
        raise ValueError("the archive is of a kind for more than 4 GB, which is not opened here")
    if struct.unpack_from("<I", content, end + 12)[0] > MAX_LISTED:
        raise ValueError("the archive has more members than can be listed here")


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if not members:
        raise ValueError("the archive holds no file that can be read here: no JSON, no CSV and no vCard")
    if len(members) > MAX_MEMBERS:
        raise ValueError(f"the archive holds more than {MAX_MEMBERS} files that could be read; take out those you need")
    if any(member.flag_bits & 1 for member in members):
        raise ValueError("the archive is locked with a password; unpack it first")
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise ValueError("the archive is packed in a way that is not known here; unpack it first")
    if any(_is_bomb(member) for member in members) or sum(member.file_size for member in members) > MAX_TOTAL:
        raise ValueError("the archive would unpack to far more than it may")


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    too_dense = member.file_size > SMALL and member.file_size > MAX_RATIO * max(1, member.compress_size)
    return too_dense or member.file_size > MAX_BYTES


def _unpacked(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[Member]:
    """The members one by one; what they say about their size is not believed."""
    left = MAX_TOTAL
    for member in members:
        with archive.open(member) as file:
            content = file.read(min(left, MAX_BYTES) + 1)
        left -= len(content)
        if left < 0 or len(content) > MAX_BYTES or len(content) > MAX_RATIO * max(SMALL, member.compress_size):
            raise ValueError("the archive would unpack to far more than it may")
        yield Member(member.filename, content)


# Recognising: what a file is, by its content and never by its name.


Kind: TypeAlias = Literal[
    "copy",
    "breaches",
    "cards",
    "long",
    "profile",
    "wide",
    "archive",
    "protected",
    "bitwarden",
    "1pux",
    "cxf",
    "vault",
    "keepass",
    "logins",
    "firefox autofill",
    "chrome autofill",
    "platform",
    "platform table",
    "linkedin",
    "privacy report",
]
"""A saved copy, breaches, vCards, a table (of releases, of one's own facts, of one row each), an archive, a locked
export, logins of a password manager or browser, or what a browser, a platform or an iPhone gives out."""

MAIL_LOOKED_AT = 4_096
"""Bytes by which a mailbox is known, for it may be far too long to be decoded as a text."""

_COPY = re.compile(r'"format"\s*:\s*"leakage-workspace"')
_CARD = re.compile(r"\s*BEGIN\s*:\s*VCARD\b", re.IGNORECASE)
_CALENDAR = re.compile(r"\s*BEGIN\s*:", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[\]{"])')
_MARKUP = re.compile(r"\s*<[!?a-zA-Z]")

_JSON_KINDS: tuple[tuple[Kind, Callable[[Json], bool]], ...] = (
    ("protected", is_protected),
    ("bitwarden", is_bitwarden),
    ("cxf", is_cxf),
    ("1pux", is_1pux),
    ("vault", is_vault),
    ("firefox autofill", is_firefox_autofill),
    ("chrome autofill", is_chrome_autofill),
    ("breaches", is_breaches),
)
"""The first that holds; any other JSON is an export of a platform, or is refused."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file that can be read.

    Arguments:
        kind: what it was taken for.
        source: its text and encoding; empty for an archive.
        headings: of a table; they are the file's own words, and do not show in a log.
        whole: what JSON holds, parsed; None for other kinds.
        platform: whose export it is; empty where its kind says it, or nobody's.
    """

    kind: Kind
    source: Text
    headings: tuple[str, ...] = field(default=(), repr=False)
    whole: Json = field(default=None, repr=False, compare=False)
    platform: str = ""


def recognise(content: bytes) -> Recognised:
    """What a file is, by its content.

    Arguments:
        content: of any kind, at most ``MAX_BYTES`` long.

    Raises:
        ValueError: with one sentence, which repeats nothing of the file, for what nobody here can read.

    >>> recognise(b"BEGIN:VCARD\\nFN:Alice\\nEND:VCARD").kind, recognise(b"shop;phone\\nBooks;1").kind
    ('cards', 'wide')
    >>> recognise(b"%PDF-1.4")
    Traceback (most recent call last):
    ValueError: this is a PDF document; what is read: the same as JSON or CSV, where it can be had
    """
    if is_archive(content):
        return Recognised("archive", Text("", "bytes"))
    if is_mbox(content[:MAIL_LOOKED_AT]):
        raise ValueError(
            "this is a mailbox (mbox), which is read by its path: see *A large file on this computer* on Import"
        )
    return recognise_text(text_of(content))


def recognise_text(source: Text) -> Recognised:
    """As ``recognise``, of text that was decoded, or decrypted, already."""
    text = source.text
    if _CARD.match(text):
        return Recognised("cards", source)
    if _CALENDAR.match(text):
        raise ValueError("this is a calendar or the like; of such files cards (vCard) are read")
    if _MARKUP.match(text):
        if is_keepass(text):
            return Recognised("keepass", source)
        raise ValueError(
            "this is a web page or XML, which is read of KeePass alone; most platforms give the same export as JSON or "
            "CSV, where you ask for it"
        )
    return _json(source) if _JSON.match(text) else _table(source)


def _json(source: Text) -> Recognised:
    if is_app_privacy_report(source.text):
        return Recognised("privacy report", source)
    if _COPY.search(source.text):
        refuse_many_pieces(source.text)
        return Recognised("copy", source)
    whole = parsed(source.text)
    kind = next((kind for kind, holds in _JSON_KINDS if holds(whole)), None)
    if kind == "protected":
        check_protected(whole)
    if kind is not None:
        return Recognised(kind, source, whole=whole)
    platform = platform_of(whole)
    if platform is None:
        raise ValueError("this JSON is of no kind that can be read here")
    return Recognised("platform", source, whole=whole, platform=platform.platform)


def _table(source: Text) -> Recognised:
    source = replace(source, text=without_writer(without_notes(source.text)))
    headings = headings_of(source.text)
    if platform := platform_of_table(headings):
        return Recognised("platform table", source, headings, platform=platform.platform)
    if len(headings) < 2:
        raise ValueError(
            "this seems to be plain text, which cannot be read here; what is read: JSON, tables (CSV) and cards (vCard)"
        )
    names = {heading.casefold() for heading in headings}
    if {"label", "value"} <= names:
        return Recognised("long" if names & {"release", "recipient"} else "profile", source, headings)
    if is_logins(headings):
        return Recognised("logins", source, headings)
    return Recognised("linkedin" if kind_of(headings) else "wide", source, headings)


# Importing: what several files would add together, their passwords compared under one throw-away key.


JSON_READERS: Mapping[Kind, Callable[[object, PasswordClasses], Findings]] = {
    "bitwarden": read_bitwarden,
    "1pux": read_1pux,
    "cxf": read_cxf,
    "vault": read_vault,
    "firefox autofill": read_firefox_autofill,
    "chrome autofill": read_chrome_autofill,
    "platform": read_platform,
}
"""Readers of what JSON holds."""

TEXT_READERS: Mapping[Kind, Callable[[str, PasswordClasses], Findings]] = {
    "keepass": read_keepass_xml,
    "logins": read_logins,
    "platform table": read_platform_table,
    "linkedin": read_linkedin,
    "privacy report": read_app_privacy_report,
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
    return recognise_text(Text(bitwarden.opened(file.whole, password), "UTF-8"))


def imported(
    files: Sequence[Recognised], workspace: Workspace, likely: float = LIKELY
) -> tuple[Additions, tuple[str, ...]]:
    """What files of ``ACCOUNT_KINDS`` would add together, and for each why it cannot be read, else an empty text.

    The key under which passwords are compared lives as long as this call. See ``additions_of`` for the arguments.

    >>> from leakage.workspace.files.importing import recognise
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


def _placed(problem: InputProblem, where: str) -> InputProblem:
    return InputProblem(", ".join(filter(None, (where, problem.where))), problem.sentence)


def _read(file: Recognised, classes: PasswordClasses) -> Findings:
    if file.kind in JSON_READERS:
        found = JSON_READERS[file.kind](file.whole, classes)
    else:
        found = TEXT_READERS[file.kind](file.source.text, classes)
    program = program_of(file)
    return (
        replace(
            found, source=program, accounts=tuple(replace(account, sources=(program,)) for account in found.accounts)
        )
        if program
        else found
    )


_PROGRAMS: Mapping[Kind, str] = {"bitwarden": "Bitwarden", "1pux": "1Password", "cxf": "CXF", "keepass": "KeePass"}


def program_of(file: Recognised) -> str:
    """The program whose next export is held against this one; empty for files that are not all accounts of a program.

    >>> program_of(recognise(b"name,url,username,password\\nShop,https://shop.example,alice,moon\\n"))
    'Chrome'
    """
    if file.kind == "vault":
        return program_of_vault(file.whole)
    return program_of_table(file.headings) if file.kind == "logins" else _PROGRAMS.get(file.kind, "")
