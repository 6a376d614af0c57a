"""Reading: each file known by its content, and never by its name; the members of an archive one after the other."""

from __future__ import annotations

import gzip
import io
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import IO

from leakage.workspace.limits import InputProblem
from leakage.workspace.reading import breaches, keepass, locked, logins, mail, own_tables, platforms, vaults, vcard
from leakage.workspace.reading.findings import Findings, Gathering, together
from leakage.workspace.reading.headings import is_known, is_login_table
from leakage.workspace.reading.tables import Sheet, sheet_of
from leakage.workspace.reading.text import MAX_BYTES, Json, parsed, squeezed, text_of
from leakage.workspace.files.workspace_json import workspace_from_json

MAX_MEMBERS, MAX_LISTED = 5_000, 100_000
"""Members of an archive that are read, and that it may have."""

MAX_TOTAL, MAX_RATIO, SMALL = 200_000_000, 200, 1_000_000
"""Bytes of all members, unpacked, and how much larger than packed a member of more than ``SMALL`` bytes may be."""

LOOKED_AT = 4_096
_ENDINGS = (".json", ".csv", ".vcf", ".ndjson", ".xml", "export.data")
_PASSED_OVER = re.compile(
    r"(?:^|/)(?:__macosx|\.git|\.trashes)/|(?:^|/)(?:\._[^/]*|\.ds_store|thumbs\.db|desktop\.ini|\.localized)$"
    r"|\.(?:jpe?g|png|gif|webp|hei[cf]|svg|bmp|tiff?|ico|avif|mp4|mov|avi|webm|mkv|3gp|m4[va]|mp3|aac|wav|ogg|opus|flac|srt"
    r"|woff2?|ttf|otf|css|map)$"
)
"""What systems put into archives by themselves, and pictures, sound and the dress of pages: nobody misses them."""

DAMAGED = "the archive is damaged, or is not whole"
TOO_DENSE = "the archive would unpack to far more than it may"

# The table of recognisers: the first that holds reads the file.


_COPY = re.compile(r'"format"\s*:\s*"leakage-workspace"')


def _refusal(sentence: str) -> Callable[[object], Findings]:
    def refuse(_: object) -> Findings:
        raise ValueError(sentence)

    return refuse


def _read_platform_table(sheet: Sheet) -> Findings:
    platform, gathering = platforms.platform_of_table(sheet.headings), Gathering()
    return platforms.read_platform(platforms.rows_of(sheet, platform, gathering), platform, gathering)


TEXTS: tuple[tuple[Callable[[str], object], Callable[[str], Findings]], ...] = (
    (re.compile(r"\s*BEGIN\s*:", re.I).match, _refusal("this is a calendar or the like; of such files cards (vCard) are read")),
    (lambda text: _MARKUP.match(text) and "<KeePassFile" in text[:2_000], keepass.read_keepass),
    (
        lambda text: _MARKUP.match(text),
        _refusal(
            "this is a web page or XML, which is read of KeePass alone; most platforms give the same export as JSON or CSV, "
            "where you ask for it"
        ),
    ),
    (platforms.is_privacy_report, platforms.read_privacy_report),
    (lambda text: _JSON.match(text) and _COPY.search(text), lambda text: Findings("copy", copy=workspace_from_json(text))),
)
_MARKUP = re.compile(r"\s*<[!?a-zA-Z]")
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[\]{"])')
JSONS: tuple[tuple[Callable[[Json], object], Callable[[Json], Findings]], ...] = (
    (vaults.is_cxf, vaults.read_cxf),
    (vaults.vault_of, lambda whole: vaults.read_vault(whole, vaults.vault_of(whole))),
    (platforms.is_autofill, platforms.read_autofill),
    (breaches.is_breaches, breaches.read_breaches),
    (platforms.platform_of, lambda whole: platforms.read_platform(whole, platforms.platform_of(whole), Gathering())),
    (lambda _: True, _refusal("this JSON is of no kind that can be read here")),
)
SHEETS: tuple[tuple[Callable[[Sheet], object], Callable[[Sheet], Findings]], ...] = (
    (logins.is_pairs, logins.read_pairs),
    (lambda sheet: platforms.platform_of_table(sheet.headings), _read_platform_table),
    (lambda sheet: own_tables.is_long(sheet.headings) == "long", own_tables.read_long),
    (lambda sheet: own_tables.is_long(sheet.headings), own_tables.read_facts),
    (logins.is_upright, logins.read_upright),
    (lambda sheet: sheet.headings and is_login_table(sheet.headings), logins.read_logins),
    (lambda sheet: sheet.headings, own_tables.read_own),
    (lambda _: True, logins.read_headless),
)


def read(source: bytes | IO[bytes], name: str = "", *, password: str = "", own: Collection[str] = ()) -> Findings:
    """What a file holds.

    Arguments:
        source: its bytes, or open; mail is read as a stream, anything else up to ``MAX_BYTES``.
        name: of the file, by which problems say where they are; nothing is known by it.
        password: of an export that is locked.
        own: mail addresses of the person, whose own messages are passed over.

    Raises:
        PasswordNeededError: for a locked export without its password.
        ValueError: with one sentence, which repeats nothing of the file, for what cannot be read.

    >>> read(b"name,url,username,password\\nShop,https://shop.example,alice,moon\\n").accounts[0].site
    'shop.example'
    >>> read(b"%PDF-1.4")
    Traceback (most recent call last):
    ValueError: this is a PDF document; what is read: the same as JSON or CSV, where it can be had
    """
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    sentence = "the file is nested too deep to be read"
    try:
        found = _read(stream, password, own)
    except (tarfile.TarError, zipfile.BadZipFile, NotImplementedError, EOFError, OSError, struct.error, zlib.error, UnicodeError):
        sentence = DAMAGED
    except RecursionError:
        pass
    else:
        return replace(found, problems=tuple(InputProblem(_placed(name, p.where), p.sentence) for p in found.problems))
    raise ValueError(sentence)


def _placed(name: str, where: str) -> str:
    return ", ".join(filter(None, (name, where)))


def _read(stream: IO[bytes], password: str, own: Collection[str]) -> Findings:
    beginning = stream.read(LOOKED_AT)
    stream.seek(0)
    if mail.is_mbox(beginning):
        return mail.read_mail([stream], own)
    if beginning.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _read_zip(stream, own)
    if beginning.startswith(b"\x1f\x8b"):
        return mail.read_mail(_in_gzip(stream), own)
    return _read_content(stream.read(MAX_BYTES + 1), password)


def _read_content(content: bytes, password: str = "") -> Findings:
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    if vcard.is_cards(content):
        return vcard.read_cards(content)
    text = text_of(content)
    if vcard.is_cards(text[:100].encode()):
        return vcard.read_cards(text.encode())
    return _read_text(text, password)


def _read_text(text: str, password: str) -> Findings:
    for holds, read_text in TEXTS:
        if holds(text):
            return read_text(text)
    if not _JSON.match(text):
        return _read_sheet(sheet_of(text, lambda cell: is_known(cell) or squeezed(cell) in platforms.columns()))
    whole = parsed(text)
    if locked.is_locked(whole):
        return _read_text(locked.unlocked(whole, password), "")
    return next(read_json for holds, read_json in JSONS if holds(whole))(whole)


def _read_sheet(sheet: Sheet) -> Findings:
    found = next(read_sheet for holds, read_sheet in SHEETS if holds(sheet))(sheet)
    if not sheet.headings and not found.accounts:
        raise ValueError(
            "this seems to be plain text, or a table whose columns have no known heading; what is read: JSON, tables (CSV) "
            "and cards (vCard)"
        )
    return found


# Archives.


def _read_zip(stream: IO[bytes], own: Collection[str]) -> Findings:
    """The members that can be read, one after the other; archives in archives stay shut."""
    with zipfile.ZipFile(stream) as archive:
        listed = archive.infolist()
        files = [one for one in listed if not (one.is_dir() or _PASSED_OVER.search(one.filename.casefold().replace("\\", "/")))]
        mailboxes = [one for one in files if _may_be_mail(one.filename)]
        wanted = [one for one in files if one.filename.casefold().endswith(_ENDINGS)]
        if len(listed) > MAX_LISTED or len(wanted) > MAX_MEMBERS:
            raise ValueError(f"the archive holds more than {MAX_MEMBERS:,} files that could be read; take out those you need")
        if any(one.flag_bits & 1 for one in (*wanted, *mailboxes)):
            raise ValueError("the archive is locked with a password; unpack it first")
        if sum(one.file_size for one in wanted) > MAX_TOTAL:
            raise ValueError(TOO_DENSE)
        parts = [_member(archive, one) for one in wanted]
        writers = mail.read_mail(_mail_in(archive, mailboxes), own)
        found = [part for part in parts if part.kind != "unread"] + ([writers] if writers.accounts or writers.left_out else [])
    if not found:
        raise ValueError("the archive holds no file that can be read here: no JSON, no CSV, no vCard and no mail")
    whole = together(found)
    unread = len(files) - len(found)
    return replace(whole, kind="archive", left_out=(*whole.left_out, *([("files that are not read here", unread)] if unread else [])))


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Findings:
    """What a member holds; nobody's card among contacts is the person's."""
    most = min(MAX_BYTES, MAX_RATIO * max(SMALL, member.compress_size))
    if member.file_size > most:
        raise ValueError(TOO_DENSE)
    with archive.open(member) as file:
        # What it says about its size is not believed.
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(TOO_DENSE)
    try:
        found = _read_content(content)
    except ValueError:
        return Findings("unread")
    return replace(found, facts=(), cards=found.cards or (found.facts,)) if found.kind == "cards" else found


def _may_be_mail(name: str) -> bool:
    base = name.rpartition("/")[2].casefold()
    return base.endswith((".mbox", ".mbx")) or bool(base and "." not in base)


def _mail_in(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[IO[bytes]]:
    for member in members:
        with archive.open(member) as stream:
            beginning = stream.read(LOOKED_AT)
            if mail.is_mbox(beginning):
                yield _Stream(beginning, stream, MAX_RATIO * (member.compress_size + SMALL))


class _Stream(io.RawIOBase):
    """A stream of which the beginning was read already, and which is refused where it is longer than it may be."""

    def __init__(self, beginning: bytes, stream: IO[bytes], left: int) -> None:
        super().__init__()
        self._beginning, self._stream, self._left = beginning, stream, left

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        content, self._beginning = self._beginning or self._stream.read(size), b""
        self._left -= len(content)
        if self._left < 0:
            raise ValueError(TOO_DENSE)
        return content


def _in_gzip(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """The mailboxes in what gzip packed: one, or those of a tar archive."""
    most = MAX_RATIO * (stream.seek(0, io.SEEK_END) + SMALL)
    stream.seek(0)
    with gzip.GzipFile(fileobj=stream) as packed:
        beginning, some = packed.read(LOOKED_AT), False
        if mail.is_mbox(beginning):
            some = True
            yield _Stream(beginning, packed, most)
        elif beginning[257:262] == b"ustar":
            with tarfile.open(fileobj=_Stream(beginning, packed, most), mode="r|") as archive:
                for member in archive:
                    file = archive.extractfile(member) if member.isreg() else None
                    if file is not None and mail.is_mbox(first := file.read(LOOKED_AT)):
                        some = True
                        yield _Stream(first, file, most)
    if not some:
        raise ValueError("this is a packed file without a mailbox (mbox) in it; unpack it first")
