"""Facebook: advertisers with a list that the person is on, activity off Facebook, and apps signed in to with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from leakage.workspace.files.findings import Account, Evidence, Findings, Gathering
from leakage.workspace.files.sites import PasswordClasses, site_of
from leakage.workspace.files.texts import Json, cleaned, day_of, objects, part

TITLE, SITE = "Facebook", "facebook.com"
_ADVERTISERS = ("custom_audiences_all_types_v2", "custom_audiences_v2")
_ACTIVITY = ("off_facebook_activity_v2", "off_meta_activity_v2")
_APPS = ("installed_apps_v2",)
_LIST, _REMARKETING, _VISIT = (
    "has_data_file_custom_audience",
    "has_remarketing_custom_audience",
    "has_in_person_store_visit",
)


def is_facebook(whole: Json) -> bool:
    """Whether this is one of the files that are read.

    >>> is_facebook({"custom_audiences_v2": ["Shop"]}), is_facebook({"custom": 1})
    (True, False)
    """
    return any(isinstance(part(whole, key), list) for key in (*_ADVERTISERS, *_ACTIVITY, *_APPS)) or _is_activity(whole)


def read_facebook(whole: Json, classes: PasswordClasses) -> Findings:
    """Who gave Facebook what, and who was given something by it.

    An advertiser with ``has_data_file_custom_audience`` uploaded a list that holds the person's mail address or phone
    number: it has one of them, and gave it away.

    >>> advertiser = {"advertiser_name": "Shop", "has_data_file_custom_audience": True}
    >>> found = read_facebook({"custom_audiences_all_types_v2": [advertiser]}, PasswordClasses())
    >>> [account.title for account in found.accounts], found.sharing[0].evidence
    (['Facebook', 'Shop'], 'list')
    """
    gathering = Gathering(classes)
    gathering.account(Account(TITLE, SITE, likely=("Name", "Email")))
    for keys, read in _READERS:
        for key in keys:
            for entry in _entries(part(whole, key)):
                read(entry, gathering)
    if _is_activity(whole):
        for entry in objects(whole):
            _activity({"name": entry.get("title")}, gathering)
    return gathering.findings()


def _is_activity(whole: Json) -> bool:
    """The shape of 2026: a list of parties, each with labelled events."""
    return isinstance(whole, list) and any(
        "title" in entry and any(label.get("label") == "Events" for label in objects(entry.get("label_values")))
        for entry in objects(whole)
    )


def _entries(value: Json) -> Iterator[Mapping[str, Json]]:
    # The oldest files have bare names.
    for entry in value if isinstance(value, list) else ():
        if isinstance(entry, str):
            yield {"advertiser_name": entry, _LIST: True}
        elif isinstance(entry, dict):
            yield entry


def _advertiser(entry: Mapping[str, Json], gathering: Gathering) -> None:
    name = _text(entry.get("advertiser_name"))
    if entry.get(_LIST) is True:
        _party(name, "list", ("Email",), "", gathering)
    elif entry.get(_REMARKETING) is True or entry.get(_VISIT) is True:
        gathering.shares(TITLE, site_of(name) or name, "activity")


def _activity(entry: Mapping[str, Json], gathering: Gathering) -> None:
    name = _text(entry.get("name"))
    gathering.shares(TITLE, site_of(name) or name, "activity")


def _app(entry: Mapping[str, Json], gathering: Gathering) -> None:
    _party(_text(entry.get("name")), "sign-in", ("Name", "Email"), day_of(entry.get("added_timestamp")), gathering)


def _party(name: str, evidence: Evidence, likely: tuple[str, ...], created: str, gathering: Gathering) -> None:
    if name:
        gathering.account(Account(name, site_of(name), created=created, likely=likely))
        gathering.shares(TITLE, site_of(name) or name, evidence)


def _text(value: Json) -> str:
    """A text of Facebook's exports, which are UTF-8 written as if it were Latin-1."""
    if not isinstance(value, str):
        return ""
    try:
        return cleaned(value.encode("latin-1").decode("utf-8"))
    except UnicodeError:
        return cleaned(value)


_READERS: tuple[tuple[tuple[str, ...], Callable[[Mapping[str, Json], Gathering], None]], ...] = (
    (_ADVERTISERS, _advertiser),
    (_ACTIVITY, _activity),
    (_APPS, _app),
)
