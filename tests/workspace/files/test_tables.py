import pytest

from leakage import Record
from leakage.workspace.files.additions import Additions, added
from leakage.workspace.files.releases_csv import read_releases_csv
from leakage.workspace.files.tables_csv import become, is_background, long_table, profile_table, remembered, wide_table
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.tables import Columns, TableMapping
from leakage.workspace.workspace import Release, Workspace
from tests.workspace.files.files import CANARY, LONG, PROFILE, WIDE

RECORD = Record.of(("Name", "Alice", 0.5), ("Phone", "1"))


def sentences(additions):
    return [str(problem) for problem in additions.problems]


def test_a_long_table_becomes_what_is_wanted():
    given = (Release("Order", "Shop", RECORD, "2026-01-31"),)
    assert long_table(LONG) == Additions(releases=given) == become(long_table(LONG), "releases")
    assert become(long_table(LONG), "plans") == Additions(plans=given)
    assert become(long_table(LONG), "background") == Additions(background=(RECORD,))
    assert long_table(LONG).releases == read_releases_csv(LONG.encode()).releases


def test_what_cannot_be_used_of_a_long_table_is_said():
    additions = become(long_table(f"{LONG}Order,Shop,,x,,\nOrder,Bank,City,X,,\n"), "plans")
    assert sentences(additions) == [
        "line 4: label must not be empty",
        "line 5: this release has another recipient on an earlier line",
    ]
    assert len(additions.plans) == 1


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
    assert str(raised.value).startswith("the first line must name the columns release, recipient, label and value")


def test_a_profile_is_read_with_its_weights():
    additions = profile_table(PROFILE)
    assert additions.profile == (("Name", "Alice"), ("Phone", "1"))
    assert additions.weights == (("Name", 2.0), ("Phone", 2.0))
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
    additions = wide_table(WIDE, "releases", Columns("Shop"))
    assert additions.releases == (
        Release("Books", "Books", Record.of(("Email", "a@b.c"), ("Phone", "1"))),
        Release("Potter", "Potter", Record.of(("Email", "x@y.z"), ("Phone", "2"))),
    )
    assert wide_table(WIDE, "plans", Columns("Shop")).plans == additions.releases


def test_recipient_name_and_day_may_all_have_columns():
    text = "who,what,when,Phone,phone\nShop,Order,2026-01-31,1,2\nBank,,,3,\n,Call,,4,\nX,Y,soon,5,\n,,,6,\n"
    additions = wide_table(text, "releases", Columns("who", "what", "when"))
    assert [(release.name, release.recipient, release.date, len(release.record)) for release in additions.releases] == [
        ("Order", "Shop", "2026-01-31", 2),
        ("Bank", "Bank", "", 1),
        ("Call", "Call", "", 1),
    ]
    assert sentences(additions) == ["row 4: date must be a day such as 2026-01-31", "row 5: nothing says who got this"]


def test_without_a_column_of_recipients_there_are_no_releases():
    with pytest.raises(ValueError, match=r"^say which column names the recipient or the release$"):
        wide_table(WIDE, "releases", Columns())


def test_two_columns_of_one_heading_cannot_name_the_recipient():
    additions = wide_table("Shop,Shop,Phone\na,a,1\na,b,2\n", "releases", Columns("Shop"))
    assert [release.recipient for release in additions.releases] == ["a"]
    assert sentences(additions) == ["row 2: two columns have the heading that was chosen, and they differ"]


def test_one_row_a_person():
    additions = wide_table("E-mail,phone,PHONE\na@b.c,1,1\n,,\nx@y.z,,2\n", "background", Columns())
    assert additions.background == (
        Record.of(("Email", "a@b.c"), ("Phone", "1")),
        Record.of(("Email", "x@y.z"), ("Phone", "2")),
    )


def test_labels_in_use_are_kept_as_they_are_written():
    additions = wide_table("phone,Hobby\n1,moths\n", "background", Columns(), ["PHONE", "hobby"])
    assert additions.background == (Record.of(("PHONE", "1"), ("hobby", "moths")),)


def test_a_cell_of_a_spreadsheet_loses_its_apostrophe():
    assert wide_table("a,b\n'+1,'tis\n", "background", Columns()).background == (Record.of(("a", "+1"), ("b", "'tis")),)


def test_columns_can_mean_what_their_headings_do_not_say():
    columns = Columns("Shop", labels=(("Mobil", "Phone"), ("Hobby", "")))
    found = wide_table("Shop;Mobil;Hobby;Email\nBooks;1;moths;a@b.c\n", "releases", columns)
    assert found.releases[0].record == Record.of(("Phone", "1"), ("Email", "a@b.c"))


def test_a_table_of_another_shape_is_not_read_as_one_before():
    before = TableMapping(("shop", "mobil"), "releases", Columns("Shop", labels=(("Mobil", "Phone"),)))
    assert remembered(["shop", "MOBIL"], [before]).columns == Columns("shop", labels=(("MOBIL", "Phone"),))
    for headings in (["mobil", "shop"], ["shop"], ["shop", "mobil", "x"]):
        assert remembered(headings, [before]) is None


def test_how_tables_were_read_is_remembered_once_for_a_shape_and_saved():
    first = TableMapping(("shop", "mobil"), "releases", Columns("Shop"))
    other = TableMapping(("shop", "mobil"), "plans", Columns("Shop"))
    work = added(Workspace(), Additions(mappings=(first,)))
    assert work.mappings == (first,) and added(work, Additions(mappings=(other,))).mappings == (other,)
    assert workspace_from_json(workspace_to_json(work)) == work
