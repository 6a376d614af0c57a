"""What browsers fill in, and the exports of platforms and phones, in their exact shapes."""

import json

import pytest

from leakage import Record
from leakage.workspace.files.importing import imported, recognise
from leakage.workspace.workspace import Release, Workspace

SHOP = Release("Shop", "shop.example", Record.of(("Email", "a@b.c")))
WORK = Workspace(profile=(("Name", "Robin"), ("Email", "a@b.c")), releases=(SHOP,))


def read(whole, kind, workspace=WORK):
    content = whole.encode() if isinstance(whole, str) else json.dumps(whole).encode()
    file = recognise(content)
    assert file.kind == kind
    additions, refusals = imported([file], workspace)
    assert refusals == ("",)
    return additions


def release_to(additions, recipient):
    return next(r for r in (*additions.releases, *additions.updates) if r.recipient == recipient)


def test_firefox_autofill():
    address = {
        "guid": "x",
        "given-name": "Robin",
        "additional-name": "",
        "family-name": "Example",
        "organization": "Sample Works",
        "street-address": "12 Sample Street\nFlat 2",
        "address-level2": "Sampleton",
        "address-level1": "Shire",
        "postal-code": "99901",
        "country": "UT",
        "tel": "+15550100",
        "email": "robin@example.org",
        "timeCreated": 1,
        "timesUsed": 3,
    }
    card = {"cc-number": "************1234", "cc-name": "Robin", "cc-exp-month": 1, "cc-type": "visa"}
    deleted = {"guid": "y", "deleted": True, "email": "gone@example.org"}
    found = read({"version": 1, "addresses": [address, deleted], "creditCards": [card]}, "firefox autofill")
    assert dict(found.profile) == {
        "Name": "Robin Example",
        "Address": "12 Sample Street, Flat 2",
        "Post code": "99901",
        "City": "Sampleton",
        "Region": "Shire",
        "Country": "UT",
        "Employer": "Sample Works",
        "Email": "robin@example.org",
        "Phone": "+15550100",
        "Card": "visa ends in 1234",
    }


@pytest.mark.parametrize(
    "entry",
    [
        {"name_full": ["Robin Example"], "email_address": ["r@example.org"], "phone_home_whole_number": ["555-0100"]},
        {
            "fields": [
                {"type": "NAME_FULL", "value": "Robin Example"},
                {"type": "EMAIL_ADDRESS", "value": "r@example.org"},
                {"type": "PHONE_HOME_WHOLE_NUMBER", "value": "555-0100"},
            ]
        },
    ],
)
def test_chrome_autofill_by_what_its_keys_say(entry):
    found = read({"Autofill": [{"name": "q"}], "Autofill Profile": [entry], "Contact Info": []}, "chrome autofill")
    assert dict(found.profile) == {"Name": "Robin Example", "Email": "r@example.org", "Phone": "555-0100"}
    assert found.notes == ("Left out: single form fields (1).",)


@pytest.mark.parametrize("birthday", ["1990-01-31", {"year": 1990, "month": 1, "day": 31}])
def test_google_profile(birthday):
    whole = {
        "name": {"givenName": "Robin", "familyName": "Example", "formattedName": "Robin Example"},
        "displayName": "Robin Example",
        "emails": [{"value": "robin@example.org"}],
        "gender": {"type": "female"},
        "birthday": birthday,
    }
    found = read(whole, "platform")
    facts = (
        ("Name", "Robin Example"),
        ("Date of birth", "1990-01-31"),
        ("Email", "robin@example.org"),
        ("Gender", "female"),
    )
    assert found.profile == facts
    assert release_to(found, "google.com").record == Record.of(*facts)


def test_google_activity_is_counted():
    entry = {"header": "Search", "title": "Searched for x", "time": "2026-01-31T10:00:00Z", "products": ["Search"]}
    found = read([entry] * 3, "platform")
    assert found.notes == ("Left out: activities at Google (3).",)
    google = release_to(found, "google.com")
    assert google.record == Record() and dict(google.presumed) == {"Name": 0.5, "Email": 0.5}


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


@pytest.mark.parametrize("table", LINKEDIN)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_linkedin(table, mark):
    text, facts = LINKEDIN[table]
    found = read(mark + text, "linkedin", Workspace())
    assert dict(found.profile) == facts
    assert release_to(found, "linkedin.com").record == Record.of(*facts.items())


def test_linkedins_guesses_are_what_it_holds_and_no_facts():
    text = (
        "Member Age,Company Names,Company Names,Job Titles,Interests\n35-54,Sample Works; Old Works,Third,Gardener,x\n"
    )
    found = read(text, "linkedin", Workspace())
    assert found.profile == ()
    assert release_to(found, "linkedin.com").record == Record.of(
        ("Age group", "35-54"),
        ("Employer", "Sample Works"),
        ("Employer", "Old Works"),
        ("Employer", "Third"),
        ("Job title", "Gardener"),
    )


def test_linkedins_other_tables_are_counted():
    text = "Category,Type of inference,Description,Inference\nx,y,z,planted\n"
    found = read(text, "linkedin", Workspace())
    assert found.notes == ("Left out: guesses without a label (1).",) and "planted" not in str(found)


def test_linkedins_connections_stand_below_notes():
    headings = "First Name,Last Name,URL,Email Address,Company,Position,Connected On"
    text = f'Notes:\n"Some addresses are missing."\n\n{headings}\nplanted,X,u,p@q.r,C,P,01 Jan 2024\n'
    found = read(text, "linkedin", Workspace())
    assert found.notes == ("Left out: people you know (1).",) and "planted" not in str(found)
    assert found.profile == ()


def advertiser(name, **kinds):
    flags = dict.fromkeys(
        ("has_data_file_custom_audience", "has_remarketing_custom_audience", "has_in_person_store_visit"), False
    )
    return {"advertiser_name": name, **flags, **kinds}


def test_facebook_advertisers():
    whole = {
        "custom_audiences_all_types_v2": [
            advertiser("Shop", has_data_file_custom_audience=True),
            advertiser("Caf\u00c3\u00a9", has_data_file_custom_audience=True),
            advertiser("Unknown", has_remarketing_custom_audience=True),
        ]
    }
    found = read(whole, "platform")
    assert [release.recipient for release in found.releases] == ["facebook.com", "Caf\u00e9"]
    # Who uploaded a list has the address, or the phone number: the file does not say which.
    assert dict(release_to(found, "Caf\u00e9").presumed)["Email"] == 0.5
    assert [p.coalition.recipients for p in found.coalitions] == [("facebook.com", "shop.example", "Caf\u00e9")]
    assert found.coalitions[0].evidence == "2 recipients uploaded a list that you are on."
    assert found.notes[-1] == "Named as sharing data about you, but not among your accounts: 1."


def test_facebooks_older_list_of_names():
    found = read({"custom_audiences_v2": ["Shop"]}, "platform")
    assert found.coalitions[0].coalition.recipients == ("facebook.com", "shop.example")


EVENTS = [{"id": 1, "type": "PURCHASE", "timestamp": 1_600_000_000}]


@pytest.mark.parametrize(
    "whole",
    [
        {"off_facebook_activity_v2": [{"name": "shop.example", "events": EVENTS}]},
        {"off_meta_activity_v2": [{"name": "www.shop.example", "events": EVENTS}]},
        [
            {
                "title": "shop.example",
                "fbid": "1",
                "label_values": [{"label": "Events", "vec": [{"dict": [{"label": "Event", "value": "PURCHASE"}]}]}],
            }
        ],
    ],
)
def test_activity_off_facebook(whole):
    found = read(whole, "platform")
    assert [p.coalition.recipients for p in found.coalitions] == [("facebook.com", "shop.example")]
    assert found.coalitions[0].evidence == "1 recipient sent what you did there."


def test_apps_signed_in_to_with_facebook():
    app = {"name": "Game", "added_timestamp": 1_600_000_000, "user_app_scoped_id": "1", "category": "games"}
    found = read({"installed_apps_v2": [app]}, "platform")
    game = release_to(found, "Game")
    assert game.date == "2020-09-13" and dict(game.presumed) == {"Name": 0.5, "Email": 0.5}
    assert found.coalitions[0].coalition.recipients == ("facebook.com", "Game")


def line(**entry):
    return json.dumps(entry)


def test_apples_app_privacy_report():
    work = Workspace((("Photo", "portrait"),), releases=(SHOP, Release("Other", "other.example", Record())))
    text = "\n".join(
        [
            line(
                type="access",
                accessor={"identifier": "com.shop.client", "identifierType": "bundleID"},
                category="photos",
                kind="intervalBegin",
                timeStamp="2026-01-31T10:00:00.000+01:00",
                identifier="x",
            ),
            line(type="networkActivity", domain="t.tracker.example", bundleID="com.shop.client", hits=3, domainType=1),
            line(type="networkActivity", domain="t.tracker.example", bundleID="com.other.app", hits=3, domainType=1),
            line(type="networkActivity", domain="own.example", bundleID="com.other.app", hits=3, domainType=2),
            "{cut short",
        ]
    )
    found = read(text, "privacy report", work)
    # The app is the shop's, by its name.
    shop = release_to(found, "shop.example")
    assert shop.record == Record.of(("Email", "a@b.c")) and dict(shop.presumed)["Photo"] == 0.5
    assert [p.coalition.recipients for p in found.coalitions] == [("shop.example", "other.example")]
    assert found.coalitions[0].evidence == "2 apps sent it data."
    assert [str(problem) for problem in found.problems] == ["line 5: this is no entry of a report"]
    assert found.notes[0] == "Left out: connections to others than trackers (1)."
