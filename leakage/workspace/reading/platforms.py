"""Exports of platforms: what each file of theirs says, and where in it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from leakage.workspace.reading.entries import Entry, pairs_in, tell
from leakage.workspace.reading.findings import Account, Evidence, Findings, Gathering, is_mail
from leakage.workspace.reading.headings import kind_of
from leakage.workspace.reading.secret import kept
from leakage.workspace.reading.sites import site_of
from leakage.workspace.reading.tables import Sheet, unguarded
from leakage.workspace.reading.text import Json, birthday_of, day_of, first_at, leads, parsed, squeezed, unmisread, values_at

Paths: TypeAlias = tuple[str, ...]
MAX_PARTIES, MAX_VALUES, MAX_LINES = 5_000, 2_000, 200_000
_PHONE = re.compile(r"\+\d[\d ()./-]{6,19}")
_NOTHING = frozenset(("", "none", "n/a", "null", "unknown", "unspecified", "not set", "undefined", "false", "true"))
"""What platforms write where they know nothing."""


@dataclass(frozen=True, slots=True)
class Party:
    """Whom a file names: entries from the whole, the name in each, why, what must be there, since when, what they have."""

    entries: str
    name: str
    evidence: Evidence
    only: tuple[str, Json] = ("", None)
    date: str = ""
    likely: Paths = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A file of a platform's export, and where it says what; paths are those of ``values_at``.

    A table is a list of rows, each an object of its cells by squeezed headings.

    Arguments:
        platform, site: whose account it is.
        signs: paths of which any leads somewhere in such files alone.
        columns: of tables the headings that only they have together; any of these sets will do.
        facts, guesses: by label paths to what it has or infers; after ``+`` to further parts of one value, after ``:``
            from what lies before it. ``Email?`` and the like take only what has that shape.
        parties: whom it names besides.
        likely: labels of what the platform has besides, whose values the file does not say.
        left_out: (what, path to it) that is counted and passed over.
        created: to the day on which the account was made.
    """

    platform: str
    site: str
    signs: Paths = ()
    columns: tuple[str, ...] = ()
    facts: Mapping[str, Paths] = field(default_factory=dict)
    guesses: Mapping[str, Paths] = field(default_factory=dict)
    parties: tuple[Party, ...] = ()
    likely: Paths = ()
    left_out: tuple[tuple[str, str], ...] = ()
    created: str = ""


def _each(stems: Iterable[str], key: str) -> Paths:
    return tuple(f"{stem}/{key}" for stem in stems)


def _advertisers(entries: str) -> tuple[Party, ...]:
    flags = ("has_remarketing_custom_audience", "has_in_person_store_visit")
    bought = Party(entries, "advertiser_name", "list", ("has_data_file_custom_audience", True), likely=("Email",))
    return (bought, *(Party(entries, "advertiser_name", "activity", (flag, True)) for flag in flags))


_MAP = "profile_user/*/string_map_data"
_FRENCH_USER = "Nom d’utilisateur".encode().decode("latin-1")
_TIKTOK = [f"{a}/{b}/ProfileMap" for a in ("Profile", "Profile And Settings") for b in ("Profile Information", "Profile Info")]
_FILLED = [f"{a}/{b}" for a in ("Profile", "Profile And Settings") for b in ("Autofill", "Auto Fill")]
_BROUGHT = squeezed("advertisers who brought audiences in which you are included")
_AUDIENCES = ("*/amazonaudiencesinwhichyouareincluded", "*/audiencesinwhichyouareincludedvia3rdparties")
_KNOWN = ("Name", "Email")

# Shapes: hestiaAI/hestialabs-experiences (samples of 2021 and 2022), leinelissen/aeon, abrignoni/RLEAPP (2025, 2026);
# Microsoft: the published source of the program that writes its export.
SOURCES: tuple[Source, ...] = (
    Source(
        "Instagram", "instagram.com", (_MAP,),
        facts={
            # Keys are in the language of the person: English and French are known, else the value's own shape tells.
            "Name": (f"{_MAP}/Name/value", f"{_MAP}/Nom/value"), "Email?": (f"{_MAP}/*/value",), "Phone": (f"{_MAP}/Phone Number/value",),
            "Phone?": (f"{_MAP}/*/value",), "Date of birth?": (f"{_MAP}/*/value",),
            "User name": (f"{_MAP}/Username/value", f"{_MAP}/{_FRENCH_USER}/value"),
            "Gender": (f"{_MAP}/Gender/value", f"{_MAP}/Genre/value"), "Website": (f"{_MAP}/Website/value",),
        },
    ),
    Source("Instagram", "instagram.com", ("ig_custom_audiences_all_types",), parties=_advertisers("ig_custom_audiences_all_types/*"), likely=_KNOWN),
    Source(
        "Instagram", "instagram.com", ("inferred_data_ig_interest", "topics_your_topics", "topics_your_reels_topics"), likely=_KNOWN,
        guesses={"Interest": _each(("inferred_data_ig_interest", "topics_your_topics", "topics_your_reels_topics"), "*/string_map_data/*/value")},
    ),
    Source("Instagram", "instagram.com", ("devices_devices",), facts={"Device": ("devices_devices/*/string_map_data/User Agent/value",)}, likely=_KNOWN),
    Source(
        "Instagram", "instagram.com", ("ig_lead_gen_info",), likely=("Name",),
        facts={"Email?": ("ig_lead_gen_info/*/value",), "Phone?": ("ig_lead_gen_info/*/value",)},
    ),
    Source(
        "Facebook", "facebook.com", ("profile_v2/name",), created="profile_v2/registration_timestamp",
        facts={
            "Name": ("profile_v2/name/full_name",), "Email": ("profile_v2/emails/emails/*",), "Phone": ("profile_v2/phone_numbers/*/phone_number",),
            "Date of birth": ("profile_v2/birthday",), "Gender": ("profile_v2/gender/gender_option",), "City": ("profile_v2/current_city/name",),
        },
    ),
    Source(
        "Facebook", "facebook.com", ("custom_audiences_all_types_v2", "custom_audiences_v2"), likely=_KNOWN,
        # The oldest files have bare names: each of these uploaded a list.
        parties=tuple(
            party for key in ("custom_audiences_all_types_v2/*", "custom_audiences_v2/*")
            for party in (Party(key, "", "list", likely=("Email",)), *_advertisers(key))
        ),
    ),
    Source(
        "Facebook", "facebook.com", ("off_facebook_activity_v2", "off_meta_activity_v2", "*/label_values/*[label=Events] & */title"), likely=_KNOWN,
        parties=(
            Party("off_facebook_activity_v2/*", "name", "activity"), Party("off_meta_activity_v2/*", "name", "activity"),
            Party("*", "title", "activity", ("label_values/*[label=Events]", None)),
        ),
    ),
    Source(
        "Facebook", "facebook.com", ("installed_apps_v2",), likely=_KNOWN,
        parties=(Party("installed_apps_v2/*", "name", "sign-in", date="added_timestamp", likely=_KNOWN),),
    ),
    Source("Facebook", "facebook.com", ("topics_v2",), guesses={"Interest": ("topics_v2/*",)}, likely=_KNOWN),
    Source(
        "TikTok", "tiktok.com", tuple(_TIKTOK),
        facts={
            "Email": (*_each(_TIKTOK, "emailAddress"), *_each(_FILLED, "Email")), "Phone": (*_each(_TIKTOK, "telephoneNumber"), *_each(_FILLED, "PhoneNumber")),
            "Date of birth": _each(_TIKTOK, "birthDate"), "User name": _each(_TIKTOK, "userName"), "Nickname": _each(_TIKTOK, "displayName"),
            "Name": tuple(f"{stem}:FirstName+LastName" for stem in _FILLED), "Address": _each(_FILLED, "Address"),
            "Post code": _each(_FILLED, "ZipCode"), "City": _each(_FILLED, "City"), "Region": _each(_FILLED, "State"),
            "Country": _each(_FILLED, "Country"), "Device": ("*/Login History/LoginHistoryList/*/DeviceModel",),
        },
        guesses={"Gender": _each(_TIKTOK, "inferredGender"), "Interest": ("*/Ad Interests/AdInterestCategories", "*/Ad Interests/AdInterestCategories/*")},
        parties=(
            Party("*/Off TikTok Activity/OffTikTokActivityDataList/*", "Source", "activity", date="TimeStamp"),
            Party("*/Usage Data From Third-Party Apps And Websites/UsageDataList/*", "Source", "activity", date="TimeStamp"),
        ),
        left_out=(("logins", "*/Login History/LoginHistoryList/*"), ("videos watched", "*/*/VideoList/*"), ("conversations", "*/*/ChatHistory/*")),
    ),
    # Google Takeout: keys are English in every language.
    Source(
        "Google", "google.com", ("name/formattedName & emails", "name/givenName & emails", "displayName & emails"),
        facts={"Name!": ("name/formattedName", "displayName"), "Date of birth": ("birthday",), "Email": ("emails/*/value",), "Gender": ("gender/type",)},
    ),
    Source("Google", "google.com", ("*/header & */time & */products",), likely=_KNOWN, left_out=(("activities at Google", "*"),)),
    Source("Google", "google.com", ("*/device/mostRecentData",), facts={"Device": ("*/device/mostRecentData:manufacturer+modelName",)}, likely=_KNOWN),
    Source(
        "Google", "google.com", ("deviceSettings/*/devicePrettyName",), likely=(*_KNOWN, "Location"),
        facts={"Device": ("deviceSettings/*/devicePrettyName",)},
    ),
    Source(
        "Google", "google.com", ("locations/*/latitudeE7", "timelineObjects"), likely=(*_KNOWN, "Location"),
        left_out=(("places", "locations/*"), ("places", "timelineObjects/*")),
    ),
    Source("Google", "google.com", ("*/purchaseHistory/doc", "*/libraryDoc/doc"), likely=_KNOWN, left_out=(("purchases and installed apps", "*"),)),
    Source("Amazon", "amazon.com", columns=(_BROUGHT,), parties=(Party("*", _BROUGHT, "list", likely=("Email",)),), likely=(*_KNOWN, "Address")),
    Source("Amazon", "amazon.com", columns=tuple(path[2:] for path in _AUDIENCES), guesses={"Interest": _AUDIENCES}, likely=(*_KNOWN, "Address")),
    Source(
        "Amazon", "amazon.com", columns=("orderid asin billingaddress",), facts={"Address": ("*/billingaddress",)}, likely=(*_KNOWN, "Card"),
        left_out=(("orders", "*"),),
    ),
    Source("Apple", "apple.com", columns=("appleidnumber firstname lastname",), facts={"Name": ("*:firstname+lastname",), "Address": ("*/officialaddress",)}, likely=("Email",)),
    Source(
        "Apple", "apple.com", columns=("devicename deviceaddeddate deviceserialnumber",), likely=_KNOWN,
        facts={"Device": ("*/devicemodelname", "*/devicename")},
    ),
    Source(
        "Microsoft", "microsoft.com", likely=(*_KNOWN, "Device", "Location"), left_out=(("places, and searches with where you were", "*"),),
        columns=("datetime deviceid accuracyradius addressline1 formattedaddress locality", "datetime deviceid accuracyradius latitude longitude searchterms"),
    ),
    Source(
        "Microsoft", "microsoft.com", likely=(*_KNOWN, "Device"), left_out=(("what you visited, used, said and played", "*"),),
        columns=(
            "datetime deviceid navigatedtourl pagetitle searchterms", "datetime enddatetime deviceid aggregation appname apppublisher",
            "datetime deviceid application devicetype displaytext", "datetime deviceid appname consumptiontime containername mediatype",
        ),
    ),
    Source(
        "LinkedIn", "linkedin.com", columns=("firstname lastname headline geolocation",),
        facts={
            "Name": ("*:firstname+lastname",), "Address": ("*/address",), "Post code": ("*/zipcode",), "City": ("*/geolocation",),
            "Date of birth": ("*/birthdate",), "Job title": ("*/headline",), "Social media handle;": ("*/twitterhandles",), "Website;": ("*/websites",),
        },
    ),
    Source("LinkedIn", "linkedin.com", columns=("emailaddress confirmed primary",), facts={"Email": ("*/emailaddress",)}),
    Source("LinkedIn", "linkedin.com", columns=("extension number type",), facts={"Phone": ("*/number",)}),
    # What somebody was years ago is no fact of today.
    Source(
        "LinkedIn", "linkedin.com", columns=("companyname title startedon finishedon",),
        facts={"Employer": ("*[finishedon=]/companyname",), "Job title": ("*[finishedon=]/title",)},
    ),
    Source(
        "LinkedIn", "linkedin.com", columns=("memberage companynames",),
        guesses={"Employer;": ("*/companynames",), "Job title;": ("*/jobtitles",), "Gender;": ("*/membergender",), "Age group;": ("*/memberage",)},
    ),
    Source("LinkedIn", "linkedin.com", columns=("category typeofinference inference",), left_out=(("guesses without a label", "*"),)),
    Source("LinkedIn", "linkedin.com", columns=("firstname lastname connectedon",), left_out=(("people you know", "*"),)),
)
"""The first that holds counts, so what is known by less stands later."""

COLUMNS = frozenset(name for source in SOURCES for columns in source.columns for name in columns.split())
"""Headings that only tables of platforms have."""


def platform_of(whole: Json) -> Source | None:
    """The source that a JSON file is; None where it is none.

    >>> platform_of({"topics_v2": ["Moths"]}).platform, platform_of({"topics": []})
    ('Facebook', None)
    """
    return next((source for source in SOURCES if any(leads(whole, sign) for sign in source.signs)), None)


def platform_of_table(headings: Sequence[str]) -> Source | None:
    """The source that a table with these headings is; None where it is none.

    >>> platform_of_table(("Order ID", "ASIN", "Billing Address")).platform, platform_of_table(("Order ID",))
    ('Amazon', None)
    """
    names = set(map(squeezed, headings))
    return next((source for source in SOURCES if any(names.issuperset(columns.split()) for columns in source.columns)), None)


def rows_of(sheet: Sheet, source: Source, gathering: Gathering) -> list[dict[str, str]]:
    """The rows of a table as objects by squeezed headings, those alike joined by a semicolon.

    Microsoft's writer mixes up quotation marks, so its lines are counted and not taken apart.
    """
    if source.platform == "Microsoft":
        return [{} for line in sheet.lines[sheet.start :] if not line.isspace()]
    rows, names = [], [squeezed(heading) for heading in sheet.headings]
    for _, cells in sheet.rows(gathering.problems):
        row: dict[str, str] = {}
        for name, cell in zip(names, map(unguarded, cells), strict=True):
            row[name] = ";".join(filter(None, (row.get(name), cell)))
        rows.append(row)
    return rows


def read_platform(whole: Json, source: Source, gathering: Gathering) -> Findings:
    """The account with what it holds, what the platform guesses, and whom it names.

    Raises:
        ValueError: for more parties than can be read.
    """
    facts = tuple(dict.fromkeys(pair for label in source.facts for pair in _pairs(whole, label, source.facts[label])))
    for pair in facts:
        gathering.fact(*pair)
    for pair in (pair for label in source.guesses for pair in _pairs(whole, label, source.guesses[label])):
        gathering.guess(source.site, *pair)
    likely = tuple(label for label in source.likely if label not in dict(facts))
    gathering.account(Account(source.platform, source.site, facts, created=day_of(first_at(whole, source.created)) if source.created else "", likely=likely))
    for party in source.parties:
        _read_party(whole, party, source.platform, gathering)
    for what, path in source.left_out:
        gathering.leave_out(what, sum(1 for _ in values_at(whole, path)))
    return gathering.findings("platform")


def _pairs(whole: Json, label: str, paths: Paths) -> Iterator[tuple[str, str]]:
    bare, values = label.rstrip("?!;"), (value for path in paths for value in _values(whole, path))
    if label.endswith(";"):
        values = (part for value in values for part in re.split(r"[;,]", value.strip("[]")))
    shapes = {"Email?": is_mail, "Phone?": _PHONE.fullmatch, "Date of birth?": birthday_of}
    for value in islice(values, 1 if label.endswith("!") else MAX_VALUES):
        # A website of LinkedIn stands behind its kind: "BLOG:https://...".
        text = value.partition(":")[2] if bare == "Website" and ":http" in value else value
        text = birthday_of(text) if bare == "Date of birth" and not label.endswith("?") else kept(text)
        if text.casefold() not in _NOTHING and shapes.get(label, bool)(text):
            yield bare, birthday_of(text) if bare == "Date of birth" else text


def _values(whole: Json, path: str) -> Iterator[str]:
    within, colon, parts = path.partition(":")
    if not colon:
        yield from filter(None, map(_text, values_at(whole, path)))
        return
    for entry in values_at(whole, within):
        texts = (_text(first_at(entry, part)) for part in parts.split("+"))
        if text := " ".join(text for text in texts if text.casefold() not in _NOTHING):
            yield text


def _text(value: Json) -> str:
    """A value as a text; a day may be given by year, month and day."""
    if not isinstance(value, Mapping):
        return unmisread(value).strip() if isinstance(value, str) else ""
    try:
        return datetime.date(*(value.get(key) for key in ("year", "month", "day"))).isoformat()
    except (TypeError, ValueError, OverflowError):
        return ""


def _read_party(whole: Json, party: Party, platform: str, gathering: Gathering) -> None:
    path, wanted = party.only
    seen: dict[str, str] = {}
    for entry in values_at(whole, party.entries):
        if not path or (leads(entry, path) if wanted is None else first_at(entry, path) == wanted):
            if name := kept(_text(first_at(entry, party.name))):
                seen.setdefault(name, day_of(first_at(entry, party.date)) if party.date else "")
        if len(seen) > MAX_PARTIES:
            raise ValueError(f"the file names more than {MAX_PARTIES:,} parties, the most that can be read")
    for name, created in seen.items():
        if party.likely:
            gathering.account(Account(name, site_of(name), created=created, likely=party.likely))
        gathering.shares(platform, site_of(name) or name, party.evidence)


# Apple's App Privacy Report: one JSON object a line, of which app used what, and which trackers it told.


_CATEGORIES = {
    "contacts": "Contacts", "location": "Location", "photos": "Photo", "camera": "Photo", "microphone": "Voice", "mediaLibrary": "Media library",
}


def is_privacy_report(text: str) -> bool:
    """Whether text is such a report, by its first line."""
    try:
        first = parsed(text.lstrip().partition("\n")[0][:10_000])
    except ValueError:
        return False
    return first_at(first, "type") in ("access", "networkActivity") and (leads(first, "accessor") or leads(first, "bundleID"))


def read_privacy_report(text: str) -> Findings:
    """Every app that used data of the person, and the trackers that apps talked to."""
    gathering, used, lines = Gathering(), dict[str, dict[str, None]](), text.splitlines()
    if len(lines) > MAX_LINES:
        raise ValueError(f"the report has more than {MAX_LINES:,} lines, the most that can be read")
    for number, line in enumerate(lines, start=1):
        try:
            entry = parsed(line) if line.strip() else {"type": ""}
        except ValueError:
            entry = None
        kind, app = first_at(entry, "type"), kept(first_at(entry, "accessor/identifier", "bundleID"))
        if not isinstance(entry, dict):
            gathering.refuse(f"line {number}", "this is no entry of a report")
        elif kind == "access" and app and (label := _CATEGORIES.get(str(entry.get("category")))):
            used.setdefault(app, {})[label] = None
        elif kind == "networkActivity" and entry.get("domainType") == 1 and app and (site := site_of(entry.get("domain"))):
            gathering.shares(site, app, "tracker")
        elif kind == "networkActivity":
            gathering.leave_out("connections to others than trackers")
    for app, labels in used.items():
        gathering.account(Account(app, likely=tuple(labels)))
    return gathering.findings("privacy report")


# Autofill: the addresses of Chrome in Takeout, and ``autofill-profiles.json`` of Firefox.


_CHROME = ("Autofill Profile", "Contact Info", "Autofill")


def is_autofill(whole: Json) -> bool:
    """Whether this is a file of either browser."""
    firefox = leads(whole, "version") and any(isinstance(first_at(whole, key), list) for key in ("addresses", "creditCards"))
    return firefox or any(isinstance(first_at(whole, key), list) for key in _CHROME)


def read_autofill(whole: Json) -> Findings:
    """The addresses and cards as facts about the person; what was deleted is passed over, single form fields are counted."""
    gathering = Gathering()
    places = ("Autofill Profile/*", "Contact Info/*") if leads(whole, "Autofill") or not leads(whole, "version") else ("addresses/*",)
    for address in (one for path in places for one in values_at(whole, path)):
        entry = Entry("identity")
        entry.read((name if kind_of(name) else _plainly(name), value) for name, value in pairs_in(address))
        if not first_at(address, "deleted"):
            tell(gathering, entry)
    for card in values_at(whole, "creditCards/*"):
        if not first_at(card, "deleted"):
            gathering.card(first_at(card, "cc-number"), first_at(card, "cc-type"))
    gathering.leave_out("single form fields", sum(1 for _ in values_at(whole, "Autofill/*")))
    return gathering.findings("autofill")


_CHROME_WORDS = (
    ("name full", "full name"), ("full name", "full name"), ("email", "email"), ("phone", "phone"), ("street address", "street"),
    ("address line", "street"), ("home line1", "street"), ("zip", "zip"), ("postal", "zip"), ("city", "city"), ("locality", "city"),
    ("state", "state"), ("region", "region"), ("country", "country"), ("company", "company"), ("organization", "company"),
)


def _plainly(name: str) -> str:
    """What a key of Chrome means, by words in it: nobody has written them down."""
    words = re.sub(r"[\W_]+", " ", name).casefold()
    return next((meant for word, meant in _CHROME_WORDS if word in words), name)
