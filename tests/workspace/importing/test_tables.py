import pytest

from leakage import Record
from leakage.workspace.importing.additions import Additions
from leakage.workspace.importing.tables import Columns, become, is_background, long_table, profile_table, wide_table
from leakage.workspace.releases_csv import read_releases_csv
from leakage.workspace.workspace import Release
from tests.workspace.importing.files import CANARY, LONG, PROFILE, WIDE

RECORD = Record.of(("Name", "Alice", 0.5), ("Phone", "1"))


def sentences(found):
    return [str(problem) for problem in found.problems]


def test_a_long_table_becomes_what_is_wanted():
    given = (Release("Order", "Shop", RECORD, "2026-01-31"),)
    assert long_table(LONG) == Additions(releases=given) == become(long_table(LONG), "releases")
    assert become(long_table(LONG), "plans") == Additions(plans=given)
    assert become(long_table(LONG), "background") == Additions(background=(RECORD,))
    assert long_table(LONG).releases == read_releases_csv(LONG.encode()).releases


def test_what_cannot_be_used_of_a_long_table_is_said():
    found = become(long_table(f"{LONG}Order,Shop,,x,,\nOrder,Bank,City,X,,\n"), "plans")
    assert sentences(found) == [
        "line 4: label must not be empty",
        "line 5: this release has another recipient on an earlier line",
    ]
    assert len(found.plans) == 1


def test_a_table_of_strangers_is_known_by_its_recipient():
    def strangers(text):
        return is_background(long_table(text).releases)

    assert strangers(LONG.replace("Shop", "Background"))
    assert not strangers(LONG) and not strangers(LONG.replace("Order,Shop,N", "O,background,N"))
    assert not strangers("release,recipient,label,value\n")


@pytest.mark.parametrize("text", [f"release,label,value\n{CANARY},a,b", f"recipient,{CANARY},value\na,b,c"])
def test_missing_columns_are_named_without_the_ones_there_are(text):
    with pytest.raises(ValueError) as raised:
        long_table(text)
    assert str(raised.value) == "the first line must name the columns release, recipient, label and value"


def test_a_profile_is_read_with_its_weights():
    found = profile_table(PROFILE)
    assert found.profile == (("Name", "Alice"), ("Phone", "1"))
    assert found.weights == (("Name", 2.0), ("Phone", 2.0))
    odd = profile_table("Value,LABEL,weight\nAlice,Name,-1\n'=1,Phone,3\n,Card,\nx,Phone,4\n")
    assert odd.profile == (("Phone", "=1"), ("Phone", "x")) and odd.weights == (("Phone", 3.0),)
    assert sentences(odd) == [
        "row 1: weight must be positive, got -1",
        "row 3: value must not be empty",
        "row 4: a label has one weight: Phone keeps 3, and 4 is not used",
    ]


def test_only_the_first_problems_of_a_table_are_told():
    assert sentences(profile_table("label,value\n" + "Name,\n" * 30))[-1] == "and 10 more"


def test_one_row_a_release():
    found = wide_table(WIDE, "releases", Columns("Shop"))
    assert found.releases == (
        Release("Books", "Books", Record.of(("Email", "a@b.c"), ("Phone", "1"))),
        Release("Potter", "Potter", Record.of(("Email", "x@y.z"), ("Phone", "2"))),
    )
    assert wide_table(WIDE, "plans", Columns("Shop")).plans == found.releases


def test_recipient_name_and_day_may_all_have_columns():
    text = "who,what,when,Phone,phone\nShop,Order,2026-01-31,1,2\nBank,,,3,\n,Call,,4,\nX,Y,soon,5,\n,,,6,\n"
    found = wide_table(text, "releases", Columns("who", "what", "when"))
    assert [(one.name, one.recipient, one.date, len(one.record)) for one in found.releases] == [
        ("Order", "Shop", "2026-01-31", 2),
        ("Bank", "Bank", "", 1),
        ("Call", "Call", "", 1),
    ]
    assert sentences(found) == ["row 4: date must be a day such as 2026-01-31", "row 5: nothing says who got this"]


def test_without_a_column_of_recipients_there_are_no_releases():
    with pytest.raises(ValueError, match=r"^say which column names the recipient or the release$"):
        wide_table(WIDE, "releases", Columns())


def test_two_columns_of_one_heading_cannot_name_the_recipient():
    found = wide_table("Shop,Shop,Phone\na,a,1\na,b,2\n", "releases", Columns("Shop"))
    assert [release.recipient for release in found.releases] == ["a"]
    assert sentences(found) == ["row 2: two columns have the heading that was chosen, and they differ"]


def test_one_row_a_person():
    found = wide_table("E-mail,phone,PHONE\na@b.c,1,1\n,,\nx@y.z,,2\n", "background", Columns())
    assert found.background == (
        Record.of(("Email", "a@b.c"), ("Phone", "1")),
        Record.of(("Email", "x@y.z"), ("Phone", "2")),
    )


def test_labels_in_use_are_kept_as_they_are_written():
    found = wide_table("phone,Hobby\n1,moths\n", "background", Columns(), ["PHONE", "hobby"])
    assert found.background == (Record.of(("PHONE", "1"), ("hobby", "moths")),)


def test_a_cell_of_a_spreadsheet_loses_its_apostrophe():
    assert wide_table("a,b\n'+1,'tis\n", "background", Columns()).background == (Record.of(("a", "+1"), ("b", "'tis")),)
