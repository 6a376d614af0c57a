"""Reading: each file known by its content, and never by its name; the members of an archive one after the other."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import IO, Any

from leakage.workspace.copies import left_out, opened
from leakage.workspace.files import entries, mail, own_tables, platforms, vaults, vcard
from leakage.workspace.files.findings import MAX_ACCOUNTS, Findings, together
from leakage.workspace.files.tables import sheet_of
from leakage.workspace.files.text import MAX_BYTES, NO_EXPORT, parsed, pieces_of, squeezed, text_of
from leakage.workspace.limits import InputProblem

MAX_MEMBERS, MAX_TOTAL, MAX_RATIO, SMALL = 5_000, 150_000_000, 200, 1_000_000
"""Members that are read, bytes of all, and how much larger than packed one of more than ``SMALL`` bytes may be."""

LOOKED_AT = 4_096
_ENDINGS = (".json", ".csv", ".vcf", ".xml", "export.data")
_MAILBOX = re.compile(r"\.mbo?x$|(?:^|/)[^./]+$")

# The table of recognisers: the first that holds reads the file.
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[\]{"])')
_MARKUP, _BEGIN = re.compile(r"\s*<[!?a-zA-Z]"), re.compile(r"\s*BEGIN\s*:", re.IGNORECASE)
_COPY = re.compile(r'"format"\s*:\s*"leakage-workspace"')


def _read_copy(text: str) -> Findings:
    work = opened(text)
    return Findings("copy", copy=work, left_out=tuple((what, 1) for what in left_out(text)))


Recognisers = tuple[tuple[Callable[[Any], Any], Callable[[Any], Findings] | str], ...]
"""A test of the content, and the function that reads it then, or why nothing does."""

TEXTS: Recognisers = (
    (_BEGIN.match, "this is a calendar or the like; of such files cards (vCard) are read"),
    (lambda text: _MARKUP.match(text) and "<KeePassFile" in text[:2_000], vaults.read_keepass),
    (_MARKUP.match, "this is a web page or XML, which is read of KeePass alone; export JSON or CSV instead"),
    (lambda text: _JSON.match(text) and _COPY.search(text), _read_copy),
)
JSONS: Recognisers = (
    (vaults.is_cxf, vaults.read_cxf),
    (vaults.vault_of, vaults.read_vault),
    (platforms.is_autofill, platforms.read_autofill),
    (platforms.is_breaches, platforms.read_breaches),
    (platforms.platform_of, platforms.read_platform),
    (lambda _: True, "this JSON is of no kind that can be read here"),
)
SHEETS: Recognisers = (
    (entries.is_pairs, entries.read_pairs),
    (platforms.platform_of_table, platforms.read_platform_table),
    (lambda sheet: entries.is_login_table(sheet.headings), entries.read_logins),
    (lambda sheet: sheet.headings, own_tables.read_own),
    (lambda _: True, entries.read_headless),
)


def _read_by(recognisers: Recognisers, subject: Any) -> Findings | None:
    read_it = next((read_it for holds, read_it in recognisers if holds(subject)), None)
    if isinstance(read_it, str):
        raise ValueError(read_it)
    return read_it(subject) if read_it else None


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
    """
    sentence = "the archive is damaged, or is not whole"
    try:
        found = _read(io.BytesIO(source) if isinstance(source, bytes) else source, password, own)
        places = ((", ".join(filter(None, (name, problem.where))), problem.sentence) for problem in found.problems)
        return replace(found, problems=tuple(InputProblem(*place) for place in places))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, struct.error, zlib.error):
        pass
    except RecursionError:
        sentence = "the file is nested too deep to be read"
    except UnicodeError:
        sentence = "the file holds names or texts that cannot be read"
    # Raised here, so that it does not drag along what quotes the file.
    raise ValueError(sentence)


def _read(stream: IO[bytes], password: str, own: Collection[str]) -> Findings:
    beginning = stream.read(LOOKED_AT)
    stream.seek(0)
    if mail.is_mbox(beginning):
        return mail.read_mail([stream], own)
    if beginning.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _read_zip(stream, own)
    return _read_content(stream.read(MAX_BYTES + 1), password)


def _read_content(content: bytes, password: str = "") -> Findings:
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1_000_000} MB, the most that can be read")
    if vcard.is_cards(content):
        return vcard.read_cards(content)
    text = text_of(content)
    return vcard.read_cards(text.encode()) if vcard.is_cards(text[:100].encode()) else _read_text(text, password)


def _read_text(text: str, password: str) -> Findings:
    pieces_of(text)
    if found := _read_by(TEXTS, text):
        return found
    if not _JSON.match(text):
        sheet = sheet_of(text, lambda cell: own_tables.is_known(cell) or squeezed(cell) in platforms.columns())
        found = _read_by(SHEETS, sheet) or Findings()
        if not sheet.headings and not found.accounts:
            raise ValueError(f"{NO_EXPORT}, or a table whose first line has headings")
        return found
    whole = parsed(text)
    if vaults.is_locked(whole):
        return _read_text(vaults.unlocked(whole, password), "")
    return _read_by(JSONS, whole) or Findings()


# Archives.


def _read_zip(stream: IO[bytes], own: Collection[str]) -> Findings:
    # zipfile reads no more of a member than its stated size, so the sizes can be relied on.
    with zipfile.ZipFile(stream) as archive:
        files = [one for one in archive.infolist() if not one.is_dir()]
        # Thunderbird's mailboxes have no ending.
        mailboxes = [one for one in files if _MAILBOX.search(one.filename.casefold())]
        wanted = [one for one in files if one.filename.casefold().endswith(_ENDINGS)]
        if len(wanted) > MAX_MEMBERS:
            raise ValueError(f"the archive holds more than {MAX_MEMBERS:,} files to read; take out those you need")
        if any(one.flag_bits & 1 for one in (*wanted, *mailboxes)):
            raise ValueError("the archive is locked with a password; unpack it first")
        dense = any(one.file_size > MAX_RATIO * max(SMALL, one.compress_size) for one in (*wanted, *mailboxes))
        if dense or sum(one.file_size for one in wanted) > MAX_TOTAL:
            raise ValueError("the archive would unpack to far more than it may")
        found, pieces, accounts = list[Findings](), 0, 0
        for member in wanted:
            with archive.open(member) as file:
                content = file.read(member.file_size)
            pieces = pieces_of(content.decode("latin-1"), pieces)
            found += (part := _part(content))
            accounts += sum(len(one.accounts) for one in part)
            if accounts > MAX_ACCOUNTS:
                raise ValueError(f"there are more than {MAX_ACCOUNTS:,} accounts, the most that can be read")
        letters = mail.read_mail(_mail_in(archive, mailboxes), own)
        found += [letters] if letters != Findings("mail") else []
    if not found:
        raise ValueError("the archive holds no file that can be read here: no JSON, no CSV, no vCard and no mail")
    unread = Findings(left_out=(("files that are not read here", len(files) - len(found)),))
    return replace(together([*found, unread]), kind="archive")


def _part(content: bytes) -> list[Findings]:
    try:
        found = _read_content(content)
    except ValueError:
        return []
    return [replace(found, facts=(), cards=found.cards or (found.facts,)) if found.kind == "cards" else found]


def _mail_in(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Iterator[IO[bytes]]:
    for member in members:
        with archive.open(member) as stream:
            if mail.is_mbox(stream.read(LOOKED_AT)):
                stream.seek(0)
                yield stream
