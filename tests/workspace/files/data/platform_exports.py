"""Made-up files of platforms' exports, each in the exact shape of its platform, and what is to come of it."""

import json
from dataclasses import dataclass, field


def garbled(text):
    """As Meta writes it: UTF-8 as if it were Latin-1."""
    return text.encode().decode("latin-1")


def mapped(**values):
    return {
        "title": "",
        "media_map_data": {},
        "string_map_data": {
            garbled(key.replace("_", " ")): {"href": "", "value": garbled(value), "timestamp": 0}
            for key, value in values.items()
        },
    }


@dataclass(frozen=True)
class Export:
    """A file, and what comes of it.

    Arguments:
        content: its bytes.
        platform: whose it is.
        facts: about the person.
        created: when the account was made.
        guesses: how many are left out.
        accounts: at others than the platform.
    """

    content: bytes
    platform: str
    facts: dict = field(default_factory=dict)
    created: str = ""
    guesses: int = 0
    accounts: tuple = ()


def of(whole, platform, **expected):
    return Export(whole if isinstance(whole, bytes) else json.dumps(whole).encode(), platform, **expected)


def advertiser(name, **kinds):
    flags = dict.fromkeys(
        ("has_data_file_custom_audience", "has_remarketing_custom_audience", "has_in_person_store_visit"), False
    )
    return {"advertiser_name": name, **flags, **kinds}


ADVERTISERS = [
    advertiser("Shop", has_data_file_custom_audience=True),
    advertiser(garbled("Café"), has_remarketing_custom_audience=True),
    advertiser("Nobody"),
]
PERSON = {"Name": "Robin Example", "Email": "robin@example.org"}


PROFILE_MAP = """{"PlatformInfo": [], "bioDescription": "planted", "birthDate": "10-Aug-2002",
    "emailAddress": "robin@example.org", "likesReceived": "None", "profilePhoto": "None", "telephoneNumber": "None",
    "userName": "robin_reads"}"""
AUTOFILL = """{"PhoneNumber": "N/A", "Email": "N/A", "FirstName": "Robin", "LastName": "Example",
    "Address": "12 Sample Street", "ZipCode": "99901", "Unit": "N/A", "City": "Sampleton", "State": "N/A",
    "Country": "N/A"}"""
BESIDES = """{"App Settings": {"Block": {"BlockList": []}, "Settings": {"SettingsMap": {"Interests": ""}}},
    "Comment": {"Comments": {"CommentsList": [{"Date": "2023-01-01 10:00:00", "Comment": "planted"}]}},
    "Direct Messages": {"Chat History": {"ChatHistory": {"Chat History with planted:": []}}}}"""


def tiktok(profile, activity, ads):
    is_new = profile != "Profile"
    newer = {"inferredGender": "female", "displayName": "Rob", "telephoneNumber": "+15550100"} if is_new else {}
    shown = {"ProfileMap": {**json.loads(PROFILE_MAP), **newer}}
    return {
        "Your Activity" if is_new else "Activity": activity,
        "Ads and data": ads,
        **json.loads(BESIDES),
        profile: {"Profile Info" if is_new else "Profile Information": shown, "Autofill": json.loads(AUTOFILL)},
    }


LOGINS = {"Login History": {"LoginHistoryList": [{"Date": "2023-01-01 10:00:00 UTC", "DeviceModel": "Phone 13"}] * 2}}
OFF = {"OffTikTokActivityDataList": [{"TimeStamp": "2023-01-01 10:00:00", "Source": "shop.example", "Event": "Search"}]}
OLD_ADS = {
    "Ad Interests": {"AdInterestCategories": ""},
    "Ads Based On Data Received From Partners": {"DataPartnerList": "", "AdvertiserList": ""},
    "Usage Data From Third-Party Apps And Websites": {
        "UsageDataList": [{"TimeStamp": "2022-01-01 10:00:00", "Source": "Game", "Event": "LaunchApp"}]
    },
}
TIKTOK = {
    "Email": "robin@example.org",
    "Date of birth": "2002-08-10",
    "User name": "robin_reads",
    "Name": "Robin Example",
    "Address": "12 Sample Street",
    "Post code": "99901",
    "City": "Sampleton",
    "Device": "Phone 13",
}


INSTAGRAM = json.loads("""{"Email": "robin@example.org", "Phone_Number": "+15550100", "Username": "robin_reads",
    "Name": "Robin Example", "Gender": "female", "Website": "https://example.org"}""")
FRENCH = """{"Adresse e-mail": "robin@example.org", "Numéro de téléphone confirmé": "False",
    "Nom d’utilisateur": "robin_reads", "Nom": "Zoë Example", "Genre": "unspecified", "Compte privé": "True"}"""
FACEBOOK = """{"emails": {"emails": ["robin@example.org"], "previous_emails": ["planted@example.org"]},
    "birthday": {"year": 1965, "month": 1, "day": 31}, "gender": {"gender_option": "FEMALE", "pronoun": "FEMALE"},
    "current_city": {"name": "Sampleton", "timestamp": 1}, "registration_timestamp": 1272035270,
    "family_members": [{"name": "planted", "relation": "Cousin"}],
    "phone_numbers": [{"phone_type": "Mobile", "phone_number": "+15550100", "verified": true}]}"""
EXPORTS = {
    "Instagram: profile": of(
        {"profile_user": [mapped(**INSTAGRAM, Date_of_birth="1965-01-31", Private_Account="True")]},
        "Instagram",
        facts={
            **{
                label.replace("Username", "User name").replace("_Number", ""): text for label, text in INSTAGRAM.items()
            },
            "Date of birth": "1965-01-31",
        },
    ),
    "Instagram: profile in French": of(
        {"profile_user": [mapped(**json.loads(FRENCH))]},
        "Instagram",
        facts={"Name": "Zoë Example", "Email": "robin@example.org", "User name": "robin_reads"},
    ),
    "Instagram: profile in a language that is not known": of(
        {
            "profile_user": [
                mapped(Sähköposti="robin@example.org", Puhelin="+358 555 0100", Syntymä="1990-01-31", Nimi="x")
            ]
        },
        "Instagram",
        facts={"Email": "robin@example.org", "Phone": "+358 555 0100", "Date of birth": "1990-01-31"},
    ),
    "Instagram: advertisers": of(
        {"ig_custom_audiences_all_types": ADVERTISERS},
        "Instagram",
        accounts=("Shop",),
    ),
    "Instagram: interests": of(
        {"inferred_data_ig_interest": [mapped(**{"Centre d’intérêt": "Moths"}), mapped(Interest="Jazz")]},
        "Instagram",
        guesses=2,
    ),
    "Instagram: devices": of(
        {"devices_devices": [mapped(User_Agent="Instagram 200.0 (Phone 13)", Last_Login="")]},
        "Instagram",
        facts={"Device": "Instagram 200.0 (Phone 13)"},
    ),
    "Instagram: forms of advertisers": of(
        {"ig_lead_gen_info": [{"label": "Email", "value": "robin@example.org"}, {"label": "Q", "value": "planted"}]},
        "Instagram",
        facts={"Email": "robin@example.org"},
    ),
    "Facebook: profile": of(
        {"profile_v2": {"name": {"full_name": garbled("Zoë Example"), "first_name": "x"}, **json.loads(FACEBOOK)}},
        "Facebook",
        facts={
            "Name": "Zoë Example",
            "Email": "robin@example.org",
            "Phone": "+15550100",
            "Date of birth": "1965-01-31",
            "Gender": "FEMALE",
            "City": "Sampleton",
        },
        created="2010-04-23",
    ),
    "Facebook: advertisers": of(
        {"custom_audiences_all_types_v2": ADVERTISERS},
        "Facebook",
        accounts=("Shop",),
    ),
    "Facebook: activity elsewhere": of(
        {
            "off_facebook_activity_v2": [
                {"name": "shop.example", "events": [{"id": 1, "type": "CUSTOM", "timestamp": 1}]}
            ]
        },
        "Facebook",
    ),
    "Facebook: apps": of(
        {"installed_apps_v2": [{"name": "Game", "added_timestamp": 1_600_000_000, "user_app_scoped_id": 1}]},
        "Facebook",
        accounts=("Game",),
    ),
    "Facebook: interests": of({"topics_v2": [garbled("Château")]}, "Facebook", guesses=1),
    "TikTok of 2022": of(tiktok("Profile", LOGINS, OLD_ADS), "TikTok", facts=TIKTOK),
    "TikTok of 2025": of(
        tiktok(
            "Profile And Settings",
            {**LOGINS, "Off TikTok Activity": OFF},
            {"Ad Interests": {"AdInterestCategories": ["Jazz"]}},
        ),
        "TikTok",
        facts={**TIKTOK, "Phone": "+15550100", "Nickname": "Rob"},
        guesses=2,
    ),
    "Google: profile": of(
        {
            "name": {"givenName": "Robin", "familyName": "Example", "formattedName": "Robin Example"},
            "displayName": "Rob Example",
            "emails": [{"value": "robin@example.org"}],
            "gender": {"type": "female"},
            "birthday": "1965-01-31",
        },
        "Google",
        facts={**PERSON, "Date of birth": "1965-01-31", "Gender": "female"},
    ),
    "Google: activity in French": of(
        [
            {
                "header": "Solutions publicitaires",
                "title": "Vous avez consulté planted",
                "time": "2022-05-15T16:46:57.232Z",
                "products": ["Solutions publicitaires"],
            }
        ],
        "Google",
    ),
    "Google: devices": of(
        [{"device": {"mostRecentData": {"carrierName": "x", "manufacturer": "Sample", "modelName": "Phone 13"}}}],
        "Google",
        facts={"Device": "Sample Phone 13"},
    ),
    "Google: places": of({"locations": [{"latitudeE7": 1, "longitudeE7": 2, "source": "WIFI"}]}, "Google"),
    "Amazon: advertisers": of(
        b'"Advertisers who brought audiences in which you are included"\n"Shop"\n"Bank"\n',
        "Amazon",
        accounts=("Shop", "Bank"),
    ),
    "Amazon: audiences": of(b'"Amazon Audiences in which you are included"\n"Gardeners"\n', "Amazon", guesses=1),
    "Amazon: orders": of(
        b'"Website","Order ID","Order Date","ASIN","Shipping Address","Billing Address","Product Name"\n'
        b'"Amazon.example","1","01/31/2024 10:00:00 UTC","B0","planted","12 Sample Street","planted"\n',
        "Amazon",
        facts={"Address": "12 Sample Street"},
    ),
    "Apple: account": of(
        b"Apple ID Number,First Name,Last Name,Official Address,Last Update Date\n"
        b'1,Robin,Example,"12 Sample Street, Sampleton",2024-01-31 10:00:00\n',
        "Apple",
        facts={"Name": "Robin Example", "Address": "12 Sample Street, Sampleton"},
    ),
    "Apple: devices": of(
        b"Device Name,Device Model Name,Device Added Date,Device Serial Number,Device Last Heartbeat IP\n"
        b"Phone of Robin,Phone 13,2022-01-31 10:00:00,planted,planted\n",
        "Apple",
        facts={"Device": "Phone of Robin"},
    ),
    # A text with a quotation mark and a comma is put in quotes twice.
    "Microsoft: searches": of(
        b"DateTime,DeviceId,AccuracyRadius,Latitude,Longitude,Time,Title,Url,SearchTerms\r\n"
        b'"3/14/2020 12:00:00 AM +00:00",,,,,"3/14/2020 12:00:00 AM +00:00",planted,"https://planted.example/",planted\r\n'
        b'"3/14/2020 12:00:00 AM +00:00",,,,,,""planted ""planted"", planted"",,planted\r\n',
        "Microsoft",
    ),
    "Microsoft: places": of(
        b"DateTime,DeviceId,AccuracyRadius,ActivityType,AddressLine1,AddressLine2,AddressLine3,CountryRegion,"
        b"FormattedAddress,Locality,PostalCode,DeviceType,Distance,EndDateTime,Latitude,Longitude,Name,Url,AppName\r\n"
        b'"3/14/2020 12:00:00 AM +00:00",,55,,planted,,,UT,planted,planted,planted,PC,0,'
        b'"3/14/2021 12:00:00 AM +00:00",47.19,-122.9,planted,,planted\r\n',
        "Microsoft",
    ),
}
"""By name; of a label with several values the last is given."""


LINKEDIN = {
    "profile": (
        "First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,"
        "Twitter Handles,Websites,Instant Messengers\n"
        'Robin,Example,,12 Sample Street,"Jan 31, 1990",Gardener,planted,Gardens,99901,Sampleton,[robin_reads],'
        "[BLOG:https://example.org],\n",
        {
            "Name": "Robin Example",
            "Address": "12 Sample Street",
            "Post code": "99901",
            "City": "Sampleton",
            "Date of birth": "Jan 31, 1990",
            "Job title": "Gardener",
            "Social media handle": "robin_reads",
            "Website": "https://example.org",
        },
    ),
    "mail": (
        "Email Address,Confirmed,Primary,Updated On\nrobin@example.org,Yes,Yes,x\n",
        {"Email": "robin@example.org"},
    ),
    "phones": ("Extension,Number,Type\n,555-0100,Mobile\n", {"Phone": "555-0100"}),
    "positions": (
        "Company Name,Title,Description,Location,Started On,Finished On\n"
        "Sample Works,Gardener,planted,Sampleton,Jan 2020,\nOld Works,Clerk,,,Jan 2010,Jan 2020\n",
        {"Employer": "Sample Works", "Job title": "Gardener"},
    ),
}
