"""JSON of password managers, and CXF: where each of them writes what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leakage.workspace.reading.entries import Entry, category_of, pairs_in, tell
from leakage.workspace.reading.findings import Findings, Gathering
from leakage.workspace.reading.text import Json, first_at, leads, objects, squeezed, values_at

Item = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Vault:
    """Where a program writes what; paths are those of ``values_at``.

    Arguments:
        program: its name.
        signs: paths of which any leads somewhere in its files alone.
        items: from the whole to the entries, each with the category of all of them, or empty.
        category: from an entry to its category, and what its words or numbers mean; else by ``category_of``.
        aside: (path, values, words) of what says that an entry lies in the bin; no values: anything that is true.
        fields: from an entry to fields, by their kinds.
        inner: from an entry that is no login to an object whose keys say what its values are.
        named: what gives the fields of an entry that are named in the file itself.
        owners: from the whole to objects that say whose file it is.
    """

    program: str
    signs: tuple[str, ...]
    items: tuple[tuple[str, str], ...]
    category: str = ""
    numbers: Mapping[Json, str] = field(default_factory=dict)
    aside: tuple[tuple[str, tuple[Json, ...], str], ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inner: tuple[str, ...] = ()
    named: Callable[[Item], Iterator[tuple[str, Json]]] | None = None
    owners: str = ""


def _bitwarden_fields(item: Item) -> Iterator[tuple[str, Json]]:
    for one in objects(item.get("fields")):
        yield "fields", one.get("value") or "empty"


def _enpass_fields(item: Item) -> Iterator[tuple[str, Json]]:
    for one in objects(item.get("fields")):
        kind, label = (squeezed(str(one.get(key) or "")) for key in ("type", "label"))
        if not one.get("deleted"):
            yield (label if kind in ("text", "", "multiline", "numeric") else "card number" if kind == "ccnumber" else kind), one.get("value")


def _keeper_fields(item: Item) -> Iterator[tuple[str, Json]]:
    fields = item.get("custom_fields")
    for name, value in fields.items() if isinstance(fields, dict) else ():
        kind, label, *_ = (*str(name).lstrip("$").split(":"), "")
        inside = [(label or kind, value)] if not isinstance(value, dict | list) else pairs_in(value, kind)
        yield from ((_KEEPER.get(squeezed(key), key), each) for key, each in inside)


_KEEPER = {"number": "phone", "first": "first name", "last": "last name", "onetimecode": "totp", "tfckeeper": "totp"}


def _onepassword_fields(item: Item) -> Iterator[tuple[str, Json]]:
    category = str(item.get("categoryUuid") or "")
    for one in values_at(item, "details/sections/*/fields/*"):
        value = one.get("value") if isinstance(one, dict) else None
        kind, content = next(iter(value.items()), ("", None)) if isinstance(value, dict) else ("", value)
        name = squeezed(str(one.get("id") or "")) if isinstance(one, dict) else ""
        if kind == "address" and isinstance(content, dict):
            yield from pairs_in(content)
        elif name in ("number", "accountno", "iban") and category in _DOCUMENTS:
            yield _DOCUMENTS[category], content
        elif kind == "creditCardNumber":
            yield "card number", content
        elif kind == "totp":
            yield "totp", content
        elif kind == "email":
            yield "email", first_at(content, "email_address") if isinstance(content, dict) else content
        elif kind == "concealed" or isinstance(content, dict):
            yield "own field", "left out"
        else:
            yield ("card type" if name == "type" and category == "002" else _ONEPASSWORD.get(name, name)), content


_DOCUMENTS = {"101": "iban", "103": "driving licence", "106": "passport", "108": "ssn"}
_ONEPASSWORD = {"defphone": "phone", "homephone": "phone", "cellphone": "phone", "busphone": "phone", "website": "homepage"}
_LOGIN_FIELD = "details/loginFields/*[designation=username]"

VAULTS: tuple[Vault, ...] = (
    # bitwarden/clients, individual-vault-export.service.ts; exports before 2020 lack "encrypted".
    Vault(
        "Bitwarden",
        ("encrypted & items/*/type", "folders & items/*/login", "collections & items", "folders & items/*/secureNote",
         "*[object=item]/login", "*[object=item]/card", "*[object=item]/identity", "*[object=item]/secureNote",
         "folders & items/*/card", "folders & items/*/identity", "encrypted & items"),
        (("items/*", ""), ("*[object=item]", "")),
        "type",
        {1: "login", 2: "notes", 3: "card", 4: "identity", 5: "SSH keys", 6: "document", 7: "document", 8: "document"},
        (("deletedDate", (), "entries in the bin"), ("archivedDate", (), "archived entries")),
        {
            "title": ("name",), "address": ("login/uris/*/uri", "login/uri"), "user": ("login/username",), "password": ("login/password",),
            "code": ("login/totp",), "passkey": ("login/fido2Credentials/*/credentialId",), "note": ("notes",),
            "created": ("creationDate",), "changed": ("revisionDate",), "card_number": ("card/number",), "card_brand": ("card/brand",),
        },
        ("identity", "bankAccount", "driversLicense", "passport"),
        _bitwarden_fields,
    ),
    # onepassword-1pux-importer-types.ts; OPUXReader.cpp of KeePassXC.
    Vault(
        "1Password",
        ("accounts/*/vaults",),
        (("accounts/*/vaults/*/items/*", ""),),
        "categoryUuid",
        {
            "001": "login", "002": "card", "003": "notes", "004": "identity", "005": "login", "006": "files", "100": "software licences",
            "101": "document", "102": "servers and databases", "103": "document", "104": "memberships", "105": "memberships",
            "106": "document", "107": "memberships", "108": "document", "109": "wireless networks", "110": "servers and databases",
            "111": "mail accounts", "112": "keys of programs", "113": "medical records", "114": "SSH keys", "115": "keys of programs",
        },
        (("state", ("deleted", "trashed"), "entries in the bin"), ("trashed", (), "entries in the bin"),
         ("state", ("archived",), "archived entries")),
        {
            "title": ("overview/title",), "address": ("overview/url", "overview/urls/*/url"),
            "user": (f"{_LOGIN_FIELD}/value", f"{_LOGIN_FIELD}/value/email_address"),
            "password": ("details/loginFields/*[designation=password]/value", "details/password"),
            "note": ("details/notesPlain",), "created": ("createdAt",), "changed": ("updatedAt",),
        },
        (),
        _onepassword_fields,
        "accounts/*/attrs",
    ),
    # ProtonPassReader.cpp of KeePassXC; before 2024 the user name was "username".
    Vault(
        "Proton Pass",
        ("vaults/*/items/*/data/metadata",),
        (("vaults/*/items/*", ""),),
        "data/type",
        {},
        (("state", (2,), "entries in the bin"),),
        {
            "title": ("data/metadata/name",), "address": ("data/content/urls/*",), "email": ("data/content/itemEmail",),
            "user": ("data/content/itemUsername", "data/content/username"), "password": ("data/content/password",),
            "code": ("data/content/totpUri",), "passkey": ("data/content/passkeys/*/keyId",), "note": ("data/metadata/note",),
            "created": ("createTime",), "changed": ("modifyTime",), "card_number": ("data/content/number",),
            "fields": ("data/extraFields/*/data/content",),
        },
        ("data/content",),
    ),
    # Bitwarden's enpass-json-importer.ts.
    Vault(
        "Enpass",
        ("items/*/template_type",),
        (("items/*", ""),),
        "template_type",
        {},
        (("trashed", (), "entries in the bin"), ("archived", (), "archived entries")),
        {"title": ("title",), "note": ("note",), "created": ("createdAt",), "changed": ("updated_at", "updatedAt")},
        (),
        _enpass_fields,
    ),
    # Bitwarden's dashlane-json-importer.ts.
    Vault(
        "Dashlane",
        ("AUTHENTIFIANT",),
        (
            ("AUTHENTIFIANT/*", "login"), ("IDENTITY/*", "identity"), ("ADDRESS/*", "identity"), ("PAYMENTMEANS_CREDITCARD/*", "card"),
            ("EMAIL/*", "identity"), ("PHONE/*", "identity"), ("COMPANY/*", "identity"), ("SECURENOTE/*", "notes"),
            ("BANKSTATEMENT/*", "document"), ("PASSPORT/*", "document"), ("IDCARD/*", "document"), ("DRIVERLICENCE/*", "document"),
            ("SOCIALSECURITYSTATEMENT/*", "document"),
        ),
        fields={
            "title": ("title",), "address": ("domain", "url"), "user": ("login", "secondaryLogin"), "email": ("email",),
            "password": ("password",), "code": ("otpSecret", "otpUrl"), "note": ("note",), "card_number": ("cardNumber",),
            "created": ("creationDatetime",), "changed": ("modificationDatetime",),
        },
        inner=("",),
    ),
    # Bitwarden's keeper-json-importer.ts.
    Vault(
        "Keeper",
        ("records/*/login_url", "records/*/$type", "shared_folders & records", "records/*/login & records/*/password"),
        (("records/*", ""),),
        "$type",
        {"general": "login"},
        (),
        {
            "title": ("title",), "address": ("login_url",), "user": ("login",), "password": ("password",), "note": ("notes",),
            "changed": ("last_modified",),
        },
        (),
        _keeper_fields,
    ),
    # Bitwarden's avast-json-importer.ts.
    Vault(
        "Avast",
        ("logins/*/loginName",),
        (("logins/*", "login"), ("cards/*", "card"), ("notes/*", "notes")),
        fields={
            "title": ("custName",), "address": ("url",), "user": ("loginName",), "password": ("pwd",), "note": ("note",),
            "card_number": ("cardNumber",),
        },
    ),
)


def vault_of(whole: Json) -> Vault | None:
    """The program whose export this is; None where it is none of ``VAULTS``.

    >>> vault_of({"records": [{"login_url": "x"}]}).program, vault_of({"records": [{}]})
    ('Keeper', None)
    """
    return next((vault for vault in VAULTS if any(leads(whole, sign) for sign in vault.signs)), None)


def read_vault(whole: Json, vault: Vault) -> Findings:
    """The logins as accounts; identities, cards, documents and whose file it is as facts about the person.

    >>> entry = {"title": "Shop", "login_url": "https://shop.example", "login": "alice", "password": "moon"}
    >>> whole = {"records": [entry]}
    >>> read_vault(whole, vault_of(whole)).accounts[0].facts
    (('User name', 'alice'),)
    """
    gathering = Gathering()
    for owner in values_at(whole, vault.owners) if vault.owners else ():
        gathering.fact("Name", first_at(owner, "name"))
        gathering.fact("Email", first_at(owner, "email"))
    for path, category in vault.items:
        for item in values_at(whole, path):
            # Older exports of 1Password wrap each.
            inner = item.get("item") if isinstance(item, dict) else None
            if isinstance(item, dict):
                tell(gathering, _entry(inner if isinstance(inner, dict) else item, category, vault))
    return gathering.findings("vault", vault.program)


def _entry(item: Item, category: str, vault: Vault) -> Entry:
    entry = Entry(category or _category(item, vault))
    entry.aside = next((words for path, values, words in vault.aside if _is_aside(first_at(item, path), values)), "")
    for kind, paths in vault.fields.items():
        for value in (value for path in paths for value in values_at(item, path)):
            entry.add(kind, value)
    if entry.category in ("identity", "card", "document"):
        for inner in (value for path in vault.inner for value in values_at(item, path)):
            entry.read(pairs_in(inner))
    if vault.named is not None:
        entry.read(vault.named(item))
    return entry


def _category(item: Item, vault: Vault) -> str:
    if not vault.category:
        return ""
    word = first_at(item, vault.category)
    if isinstance(word, str | int) and word in vault.numbers:
        return vault.numbers[word]
    # A number that is not known here is of a kind that came later.
    return "entries of other kinds" if isinstance(word, int) else category_of(word) if word is not None else _by_content(item)


def _by_content(item: Item) -> str:
    """Some writers of Bitwarden's format leave the number out."""
    kinds = {"login": "login", "card": "card", "identity": "identity", "secureNote": "notes"}
    return next((category for key, category in kinds.items() if isinstance(item.get(key), dict)), "")


def _is_aside(value: Json, values: Sequence[Json]) -> bool:
    return value in values if values else bool(value)


# CXF 1.0 (FIDO Alliance, 2025-08-14): https://fidoalliance.org/specs/cx/cxf-v1.0-ps-20250814.html.


_CXF = {
    "basic-auth": "login",
    "credit-card": "card",
    "address": "identity",
    "person-name": "identity",
    "passport": "document",
    "drivers-license": "document",
    "identity-document": "document",
    "totp": "one-time codes",
    "passkey": "passkeys",
    "note": "notes",
    "custom-fields": "fields of your own",
    "ssh-key": "SSH keys",
    "wifi": "wireless networks",
    "api-key": "keys of programs",
    "file": "files",
    "generated-password": "generated passwords",
    "item-reference": "links to other entries",
}
_CXF_KEYS = {"number": "card number", "surname2": "last name", "tel": "phone"}


def is_cxf(whole: Json) -> bool:
    """Whether this is such a file."""
    return isinstance(first_at(whole, "version/major"), int) and leads(whole, "accounts")


def read_cxf(whole: Json) -> Findings:
    """The logins as accounts; names, addresses, cards, documents and whose file it is as facts about the person.

    Raises:
        ValueError: for another version.
    """
    if first_at(whole, "version/major") != 1:
        raise ValueError("this is a later version of CXF than 1, which is not read yet")
    gathering = Gathering()
    for account in objects(whole.get("accounts")):
        gathering.fact("Name", account.get("fullName"))
        gathering.fact("Email", account.get("email"))
        for item in objects(account.get("items")):
            for credential in objects(item.get("credentials")):
                tell(gathering, _cxf_entry(item, credential))
    return gathering.findings("cxf", "CXF")


def _cxf_entry(item: Item, credential: Item) -> Entry:
    kind = str(credential.get("type"))
    entry = Entry(_CXF.get(kind, "entries of other kinds"))
    entry.add("title", item.get("title"))
    for address in values_at(item, "scope/urls/*"):
        entry.add("address", address)
    for bundle in values_at(item, "scope/androidApps/*/bundleId"):
        entry.add("address", f"android://{bundle}")
    entry.add("created", item.get("creationAt"))
    entry.add("changed", item.get("modifiedAt"))
    if entry.category in ("login", "card", "identity", "document"):
        # Some programs write plain texts instead of objects with a value.
        plain = ((key, value.get("value") if isinstance(value, dict) else value) for key, value in credential.items() if key != "type")
        entry.read((_CXF_KEYS.get(key, key), value) for key, value in plain if isinstance(value, str | int))
    return entry
