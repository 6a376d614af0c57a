"""The files of platforms' exports that are read: an entry each, with where its shape was seen."""

from __future__ import annotations

from leakage.workspace.files.findings import Findings
from leakage.workspace.files.platforms.engine import Fact, Party, Source, read_source, source_of
from leakage.workspace.files.sites import PasswordClasses
from leakage.workspace.files.texts import Json


def _garbled(text: str) -> str:
    """A key as Meta writes it: UTF-8 as if it were Latin-1."""
    return text.encode().decode("latin-1")


_MAP = "profile_user/*/string_map_data"
_TIKTOK = tuple(
    f"{part}/{info}/ProfileMap"
    for part in ("Profile", "Profile And Settings")
    for info in ("Profile Information", "Profile Info")
)
_FILLED = tuple(
    f"{part}/{filled}" for part in ("Profile", "Profile And Settings") for filled in ("Autofill", "Auto Fill")
)


def _each(stems: tuple[str, ...], *keys: str) -> tuple[str, ...]:
    return tuple(f"{stem}/{key}" for key in keys for stem in stems)


# Meta. Shapes: hestiaAI/hestialabs-experiences (samples of 2021 and 2022), leinelissen/aeon, abrignoni/RLEAPP.

INSTAGRAM: tuple[Source, ...] = (
    Source(
        "Instagram",
        "instagram.com",
        signs=("profile_user/*/string_map_data",),
        facts=(
            # Keys are in the language of the person: English and French are known, else the value's own shape tells.
            Fact("Name", (f"{_MAP}/Name/value", f"{_MAP}/Nom/value")),
            Fact("Email", (f"{_MAP}/*/value",), shape="mail"),
            Fact("Phone", (f"{_MAP}/Phone Number/value",)),
            Fact("Phone", (f"{_MAP}/*/value",), shape="phone"),
            Fact("Date of birth", (f"{_MAP}/*/value",), shape="day"),
            Fact("User name", (f"{_MAP}/Username/value", f"{_MAP}/{_garbled('Nom d’utilisateur')}/value")),
            Fact("Gender", (f"{_MAP}/Gender/value", f"{_MAP}/Genre/value")),
            Fact("Website", (f"{_MAP}/Website/value",)),
        ),
        garbled=True,
    ),
    Source(
        "Instagram",
        "instagram.com",
        signs=("ig_custom_audiences_all_types",),
        parties=(
            Party(
                "ig_custom_audiences_all_types/*",
                ("advertiser_name",),
                "list",
                only=("has_data_file_custom_audience", True),
                likely=("Email",),
            ),
            Party(
                "ig_custom_audiences_all_types/*",
                ("advertiser_name",),
                "activity",
                only=("has_remarketing_custom_audience", True),
            ),
            Party(
                "ig_custom_audiences_all_types/*",
                ("advertiser_name",),
                "activity",
                only=("has_in_person_store_visit", True),
            ),
        ),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Instagram",
        "instagram.com",
        signs=("inferred_data_ig_interest", "topics_your_topics", "topics_your_reels_topics"),
        guesses=(
            Fact(
                "Interest",
                (
                    "inferred_data_ig_interest/*/string_map_data/*/value",
                    "topics_your_topics/*/string_map_data/*/value",
                    "topics_your_reels_topics/*/string_map_data/*/value",
                ),
            ),
        ),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Instagram",
        "instagram.com",
        signs=("devices_devices",),
        facts=(Fact("Device", ("devices_devices/*/string_map_data/User Agent/value",)),),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Instagram",
        "instagram.com",
        signs=("ig_lead_gen_info",),
        facts=(
            Fact("Email", ("ig_lead_gen_info/*/value",), shape="mail"),
            Fact("Phone", ("ig_lead_gen_info/*/value",), shape="phone"),
        ),
        likely=("Name",),
        garbled=True,
    ),
)

_FACEBOOK_LISTS = ("custom_audiences_all_types_v2", "custom_audiences_v2")

FACEBOOK: tuple[Source, ...] = (
    Source(
        "Facebook",
        "facebook.com",
        signs=("profile_v2/name/full_name",),
        facts=(
            Fact("Name", ("profile_v2/name/full_name",)),
            Fact("Email", ("profile_v2/emails/emails/*",)),
            Fact("Phone", ("profile_v2/phone_numbers/*/phone_number",)),
            Fact("Date of birth", ("profile_v2/birthday",)),
            Fact("Gender", ("profile_v2/gender/gender_option",)),
            Fact("City", ("profile_v2/current_city/name",)),
        ),
        created=("profile_v2/registration_timestamp",),
        garbled=True,
    ),
    Source(
        "Facebook",
        "facebook.com",
        signs=_FACEBOOK_LISTS,
        parties=(
            # The oldest files have bare names: each of these uploaded a list.
            *(Party(f"{key}/*", ("",), "list", likely=("Email",)) for key in _FACEBOOK_LISTS),
            *(
                Party(
                    f"{key}/*",
                    ("advertiser_name",),
                    "list",
                    only=("has_data_file_custom_audience", True),
                    likely=("Email",),
                )
                for key in _FACEBOOK_LISTS
            ),
            *(
                Party(f"{key}/*", ("advertiser_name",), "activity", only=(flag, True))
                for key in _FACEBOOK_LISTS
                for flag in ("has_remarketing_custom_audience", "has_in_person_store_visit")
            ),
        ),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Facebook",
        "facebook.com",
        signs=("off_facebook_activity_v2", "off_meta_activity_v2", "*/label_values/*[label=Events] & */title"),
        parties=(
            Party("off_facebook_activity_v2/*", ("name",), "activity"),
            Party("off_meta_activity_v2/*", ("name",), "activity"),
            Party("*", ("title",), "activity", only=("label_values/*[label=Events]", None)),
        ),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Facebook",
        "facebook.com",
        signs=("installed_apps_v2",),
        parties=(
            Party("installed_apps_v2/*", ("name",), "sign-in", dates=("added_timestamp",), likely=("Name", "Email")),
        ),
        likely=("Name", "Email"),
        garbled=True,
    ),
    Source(
        "Facebook",
        "facebook.com",
        signs=("topics_v2",),
        guesses=(Fact("Interest", ("topics_v2/*",)),),
        likely=("Name", "Email"),
        garbled=True,
    ),
)

# TikTok. Shapes: hestiaAI/hestialabs-experiences (sample of 2022), abrignoni/RLEAPP (2025), types of 2024 and 2025.

TIKTOK: tuple[Source, ...] = (
    Source(
        "TikTok",
        "tiktok.com",
        signs=_TIKTOK,
        facts=(
            Fact("Email", _each(_TIKTOK, "emailAddress") + _each(_FILLED, "Email")),
            Fact("Phone", _each(_TIKTOK, "telephoneNumber") + _each(_FILLED, "PhoneNumber")),
            Fact("Date of birth", _each(_TIKTOK, "birthDate")),
            Fact("User name", _each(_TIKTOK, "userName")),
            Fact("Nickname", _each(_TIKTOK, "displayName")),
            *(Fact("Name", ("FirstName", "LastName"), joined=True, within=stem) for stem in _FILLED),
            Fact("Address", _each(_FILLED, "Address")),
            Fact("Post code", _each(_FILLED, "ZipCode")),
            Fact("City", _each(_FILLED, "City")),
            Fact("Region", _each(_FILLED, "State")),
            Fact("Country", _each(_FILLED, "Country")),
            Fact("Device", ("*/Login History/LoginHistoryList/*/DeviceModel",)),
        ),
        guesses=(
            Fact("Gender", _each(_TIKTOK, "inferredGender")),
            Fact("Interest", ("*/Ad Interests/AdInterestCategories", "*/Ad Interests/AdInterestCategories/*")),
        ),
        parties=(
            Party("*/Off TikTok Activity/OffTikTokActivityDataList/*", ("Source",), "activity", dates=("TimeStamp",)),
            Party(
                "*/Usage Data From Third-Party Apps And Websites/UsageDataList/*",
                ("Source",),
                "activity",
                dates=("TimeStamp",),
            ),
        ),
        left_out=(
            ("logins", "*/Login History/LoginHistoryList/*"),
            ("videos watched", "*/*/VideoList/*"),
            ("conversations", "*/*/ChatHistory/*"),
        ),
    ),
)

# Google Takeout: by keys, which are English in every language. Shapes: abrignoni/RLEAPP, samples of hestiaAI in French.

GOOGLE: tuple[Source, ...] = (
    Source(
        "Google",
        "google.com",
        signs=("name/formattedName & emails", "name/givenName & emails", "displayName & emails"),
        facts=(
            Fact("Name", ("name/formattedName", "displayName"), first=True),
            Fact("Date of birth", ("birthday",)),
            Fact("Email", ("emails/*/value",)),
            Fact("Gender", ("gender/type",)),
        ),
    ),
    Source(
        "Google",
        "google.com",
        signs=("*/header & */time & */products",),
        likely=("Name", "Email"),
        left_out=(("activities at Google", "*"),),
    ),
    Source(
        "Google",
        "google.com",
        signs=("*/device/mostRecentData",),
        facts=(Fact("Device", ("manufacturer", "modelName"), joined=True, within="*/device/mostRecentData"),),
        likely=("Name", "Email"),
    ),
    Source(
        "Google",
        "google.com",
        signs=("deviceSettings/*/devicePrettyName",),
        facts=(Fact("Device", ("deviceSettings/*/devicePrettyName",)),),
        likely=("Name", "Email", "Location"),
    ),
    Source(
        "Google",
        "google.com",
        signs=("locations/*/latitudeE7", "timelineObjects"),
        likely=("Name", "Email", "Location"),
        left_out=(("places", "locations/*"), ("places", "timelineObjects/*")),
    ),
    Source(
        "Google",
        "google.com",
        signs=("*/purchaseHistory/doc", "*/libraryDoc/doc"),
        likely=("Name", "Email"),
        left_out=(("purchases and installed apps", "*"),),
    ),
)

SOURCES: tuple[Source, ...] = (*INSTAGRAM, *FACEBOOK, *TIKTOK, *GOOGLE)
"""The sources that are JSON; the first that holds counts, so what is known by less stands later."""


def platform_of(whole: Json) -> Source | None:
    """The source that a JSON file is; None where it is none.

    >>> platform_of({"topics_v2": ["Moths"]}).platform, platform_of({"topics": []})
    ('Facebook', None)
    """
    return source_of(whole, SOURCES)


def read_platform(whole: Json, classes: PasswordClasses) -> Findings:
    """What a file of a platform's export says; as ``read_source``.

    Raises:
        ValueError: for what is none of ``SOURCES``, and for more parties than can be read.

    >>> advertiser = {"advertiser_name": "Shop", "has_data_file_custom_audience": True}
    >>> found = read_platform({"custom_audiences_all_types_v2": [advertiser]}, PasswordClasses())
    >>> [account.title for account in found.accounts], found.sharing[0].evidence
    (['Facebook', 'Shop'], 'list')
    """
    source = platform_of(whole)
    if source is None:
        raise ValueError("this is no export of a platform that is known here")
    return read_source(whole, source, classes)
