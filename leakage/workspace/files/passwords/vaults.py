"""JSON exports of password managers that keep one list of entries: where each of them writes what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leakage.workspace.files.findings import Findings, Gathering
from leakage.workspace.files.passwords.columns import tell_card
from leakage.workspace.files.paths import first_at, leads, texts_at, values_at
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json, day_of

Paths = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vault:
    """Where a program writes what; paths are those of ``values_at``, from the whole or from an entry.

    Arguments:
        program: its name.
        sign: a path that leads somewhere in its files alone.
        entries: from the whole to the entries.
        kind: from an entry to its kind; empty where all are logins.
        logins: how the kinds of logins begin.
        binned: a path from an entry, and the value there that says that it was deleted.
        title, addresses, names, password, created, changed, codes, notes: from an entry.
        facts: (label, path from the whole) of what the person is.
        cards: from the whole to numbers of cards.
    """

    program: str
    sign: str
    entries: str
    kind: str = ""
    logins: Paths = ("",)
    binned: tuple[str, Json] = ("", None)
    title: Paths = ()
    addresses: Paths = ()
    names: Paths = ()
    password: Paths = ()
    created: Paths = ()
    changed: Paths = ()
    codes: Paths = ()
    notes: Paths = ()
    facts: tuple[tuple[str, str], ...] = ()
    cards: Paths = ()


VAULTS: tuple[Vault, ...] = (
    # Names of fields: KeePassXC, src/format/ProtonPassReader.cpp; before 2024 the user name was "username".
    Vault(
        "Proton Pass",
        "vaults/*/items/*/data/metadata",
        "vaults/*/items/*",
        kind="data/type",
        logins=("login",),
        binned=("state", 2),
        title=("data/metadata/name",),
        addresses=("data/content/urls/*",),
        names=("data/content/itemEmail", "data/content/itemUsername", "data/content/username"),
        password=("data/content/password",),
        created=("createTime",),
        changed=("modifyTime",),
        codes=("data/content/totpUri",),
        notes=("data/metadata/note",),
        cards=("vaults/*/items/*/data/content/number",),
    ),
    # Names of fields: Bitwarden, importers/enpassJsonImporter.ts.
    Vault(
        "Enpass",
        "items/*/template_type",
        "items/*",
        kind="template_type",
        logins=("login.", "password."),
        title=("title",),
        addresses=("fields/*[type=url]/value",),
        names=("fields/*[type=username]/value", "fields/*[type=email]/value"),
        password=("fields/*[type=password]/value",),
        codes=("fields/*[type=totp]/value",),
        notes=("note",),
        cards=("items/*/fields/*[type=ccNumber]/value",),
    ),
    # Names of fields: Bitwarden, importers/dashlane/dashlane-json-importer.ts.
    Vault(
        "Dashlane",
        "AUTHENTIFIANT",
        "AUTHENTIFIANT/*",
        title=("title",),
        addresses=("domain",),
        names=("login", "secondaryLogin", "email"),
        password=("password",),
        notes=("note",),
        facts=(
            ("Name", "IDENTITY/*/fullName"),
            ("User name", "IDENTITY/*/pseudo"),
            ("Address", "ADDRESS/*/addressFull"),
            ("Post code", "ADDRESS/*/zipcode"),
            ("City", "ADDRESS/*/city"),
            ("Region", "ADDRESS/*/state"),
            ("Country", "ADDRESS/*/country"),
        ),
        cards=("PAYMENTMEANS_CREDITCARD/*/cardNumber",),
    ),
    # Names of fields: Bitwarden, importers/keeper/keeper-json-importer.ts.
    Vault(
        "Keeper",
        "records/*/login_url",
        "records/*",
        title=("title",),
        addresses=("login_url",),
        names=("login",),
        password=("password",),
        codes=("custom_fields/TFC:Keeper",),
        notes=("notes",),
    ),
    # Names of fields: Bitwarden, importers/avast/avast-json-importer.ts.
    Vault(
        "Avast",
        "logins/*/loginName",
        "logins/*",
        title=("custName",),
        addresses=("url",),
        names=("loginName",),
        password=("pwd",),
        notes=("note",),
        cards=("cards/*/cardNumber",),
    ),
)


def is_vault(whole: Json) -> bool:
    """Whether this is the export of one of ``VAULTS``.

    >>> is_vault({"records": [{"title": "Shop", "login_url": "shop.example"}]}), is_vault({"records": [{}]})
    (True, False)
    """
    return _vault_of(whole) is not None


def program_of(whole: Json) -> str:
    """The program that wrote an export; empty where it is none of ``VAULTS``.

    >>> program_of({"records": [{"login_url": "x"}]}), program_of({})
    ('Keeper', '')
    """
    vault = _vault_of(whole)
    return vault.program if vault else ""


def read_vault(whole: Json, classes: PasswordClasses) -> Findings:
    """The logins as accounts; what the person is, and cards, as facts.

    Arguments:
        whole: the parsed file.
        classes: of the passwords of this import.

    Raises:
        ValueError: for what none of ``VAULTS`` writes, and for more accounts than can be read.

    >>> entry = {"title": "Shop", "login_url": "https://shop.example", "login": "alice", "password": "moon"}
    >>> read_vault({"records": [entry]}, PasswordClasses()).accounts[0].facts
    (('User name', 'alice'),)
    """
    vault = _vault_of(whole)
    if vault is None:
        raise ValueError("this is no export of a password manager that is known here")
    gathering = Gathering(classes)
    for label, path in vault.facts:
        for value in values_at(whole, path):
            gathering.fact(label, value)
    for number in texts_at(whole, vault.cards):
        tell_card(gathering, number)
    for entry in values_at(whole, vault.entries):
        if isinstance(entry, Mapping):
            _read_entry(vault, entry, gathering)
    return gathering.findings()


def _vault_of(whole: Json) -> Vault | None:
    return next((vault for vault in VAULTS if leads(whole, vault.sign)), None)


def _read_entry(vault: Vault, entry: Mapping[str, Json], gathering: Gathering) -> None:
    path, deleted = vault.binned
    if path and first_at(entry, (path,)) == deleted:
        gathering.leave_out("entries in the bin")
        return
    for what, paths in (("one-time codes", vault.codes), ("notes", vault.notes)):
        gathering.leave_out(what, first_at(entry, paths) is not None)
    kind = first_at(entry, (vault.kind,)) if vault.kind else ""
    if not isinstance(kind, str) or not kind.startswith(vault.logins):
        gathering.leave_out("entries of other kinds")
        return
    gathering.login(
        first_at(entry, vault.title),
        _each(entry, vault.addresses),
        list(dict.fromkeys(_each(entry, vault.names))),
        first_at(entry, vault.password),
        day_of(first_at(entry, vault.created)),
        day_of(first_at(entry, vault.changed)),
    )


def _each(entry: Json, paths: Iterable[str]) -> list[str]:
    return [value for path in paths for value in values_at(entry, path) if isinstance(value, str) and value]
