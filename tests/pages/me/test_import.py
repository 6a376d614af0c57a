"""About me, and Import: what is typed, what files add, and nothing that is secret."""

import datetime
from dataclasses import replace

import pytest

from leakage import Record
from leakage.record import UNTYPED
from leakage.workspace.copies import saved_copy
from leakage.workspace.everyday import new_work, with_import
from leakage.workspace.files.recognise import read
from leakage.workspace.limits import LONGEST_TEXT
from leakage.workspace.report import report
from leakage.workspace.vocabulary import standard_facts
from leakage.workspace.workspace import Release, Workspace
from tests.pages.helpers import (
    CASES,
    current,
    figure_in_strip,
    history,
    name_new,
    opened,
    press,
    run,
    start,
    submit,
    texts,
)
from tests.workspace.files.data import exports
from tests.workspace.files.data.exports import FILE_PASSWORD, WRITERS, made_up_logins
from tests.workspace.files.test_secrets import SECRETS, SHAPES

NEW = new_work()
SHOP = Release("Order", "Shop", Record.of(("Phone", "1"), ("Passport", UNTYPED)))
TWO = replace(NEW, profile=(("Phone", "1"), ("Phone", "2"), *NEW.profile), releases=(SHOP,))


def group(at, name):
    return run(at.pills(key="about-group").set_value(name))


def field(at, label):
    return next(text for text in at.text_input if text.label == label)


def none(at, label):
    """The box beside a fact."""
    facts = [text for text in at.text_input if text.key.endswith("-0")]
    number = next(number for number, text in enumerate(facts) if text.label == label)
    return at.checkbox[number]


def values(at, label):
    return [value for other, value in current(at).profile if other == label]


def test_every_group_asks_for_its_facts():
    at, asked = start(NEW, "profile"), []
    for name in dict.fromkeys(fact.group for fact in standard_facts()):
        group(at, name)
        asked += [text.label for text in at.text_input]
    assert asked == [fact.label for fact in standard_facts()]


def test_the_first_value_begins_ones_own_work():
    at = start(page="profile")
    field(at, "Name").set_value("Ann")
    submit(at, "Save")
    assert current(at) == replace(NEW, profile=(("Name", "Ann"), *NEW.profile[1:]))


def test_a_value_goes_wherever_the_fact_is_held():
    at = group(start(TWO, "profile"), "documents")
    field(at, "Passport").set_value(" my passport ")
    submit(at, "Save")
    assert values(at, "Passport") == ["my passport"]
    assert current(at).releases[0].record.values("Passport") == ("my passport",)
    assert [fact.label for fact in standard_facts()][:2] == [label for label, _ in current(at).profile][:2]
    press(at, "undo")
    assert current(at) == TWO and field(at, "Passport").value == ""


def test_several_values_are_changed_added_and_taken_away():
    at = group(start(TWO, "profile"), "contact")
    field(at, "Phone").set_value("11")
    field(at, "Another phone").set_value("3")
    submit(at, "Save")
    assert values(at, "Phone") == ["11", "2", "3"] and current(at).releases[0].record.values("Phone") == ("11",)
    field(at, "Phone 2").set_value("")
    submit(at, "Save")
    assert values(at, "Phone") == ["11", "3"]
    field(at, "Phone").set_value("")
    field(at, "Phone 2").set_value("")
    submit(at, "Save")
    assert values(at, "Phone") == [UNTYPED]


def test_i_have_none_is_said_and_taken_back():
    at = group(start(TWO, "profile"), "documents")
    none(at, "Passport").check()
    submit(at, "Save")
    assert "Passport" in current(at).absent and not current(at).releases[0].record.values("Passport")
    none(at, "Passport").uncheck()
    submit(at, "Save")
    assert ("Passport", UNTYPED) in current(at).profile


def new_fact(at, label, value):
    key = next(box.key for box in at.selectbox if (box.key or "").endswith("-label"))
    name_new(at, key, label)
    field(at, "Your value").set_value(value)
    return submit(at, "Save")


def test_facts_of_ones_own_weigh_the_usual_and_can_be_removed():
    at = new_fact(group(start(NEW, "profile"), "own"), "Shoe size", "9")
    assert values(at, "Shoe size") == ["9"] and current(at).weight_map["Shoe size"] == 1.0
    assert set(NEW.weights) <= set(current(at).weights)
    none(at, "Shoe size").check()
    submit(at, "Save")
    assert values(at, "Shoe size") == []
    for label, value in (("", "7"), ("Hat size", "x" * (LONGEST_TEXT + 1))):
        new_fact(at, label, value)
        assert len(at.main.error) == 1 and len(current(at).profile) == len(NEW.profile)


@pytest.mark.parametrize("workspace", CASES[:6])
def test_saving_nothing_changes_nothing(session, workspace):
    at = opened(session, workspace, "profile")
    for name in ("identity", "accounts", "own"):
        submit(group(at, name), "Save")
    assert current(at) == workspace


LOGINS = made_up_logins(62)
EMPTY = Workspace()


def upload(*contents):
    at = start(Workspace(), "in_and_out")
    for number, content in enumerate(contents):
        at.file_uploader[0].upload(f"file {number}", content, "text/plain")
    return run(at)


def test_an_export_of_62_logins_adds_what_is_read_of_it_and_undo_takes_it_back():
    content = exports.bitwarden(LOGINS)
    at = press(upload(content), "import-add")
    assert len(current(at).releases) == 62 and "%" in figure_in_strip(at)
    expected = with_import(Workspace(), read(content))
    assert (current(at).releases, current(at).profile) == (expected.releases, expected.profile)
    saved = saved_copy(current(at)) + repr(texts(at))
    assert not any(login.password in saved for login in LOGINS)
    assert press(at, "undo") and current(at) == Workspace()


def test_a_locked_export_asks_for_its_password():
    at = upload(exports.bitwarden_protected(LOGINS[:3], iterations=5_000))
    for typed, accounts in (("another", 0), (FILE_PASSWORD, 3)):
        box = next(box for box in at.text_input if box.key.startswith("import-password"))
        box.set_value(typed)
        at = run(at)
        assert any(button.key == "import-add" for button in at.button) == (accounts > 0)
    assert len(current(press(at, "import-add")).releases) == 3


@pytest.mark.parametrize("content", [b"{" * 5_000, b"PK\x03\x04planted", b"<!DOCTYPE planted>", b"\x89PNG\r\n"])
def test_what_cannot_be_read_changes_nothing(content):
    at = upload(content)
    assert not at.exception and not any("planted" in text for text in texts(at))
    assert current(at) == Workspace() and "import-add" not in [button.key for button in at.button]


TABLE = b"Company,Purpose,Date,Size\nShop,Order,2026-01-31,44\nBank,Loan,2026-02-28,44\n"


def answered(content, work=EMPTY):
    """The page with a table of one's own, whose columns are named."""
    at = start(work, "in_and_out")
    at.file_uploader[0].upload("table", content, "text/csv")
    at = run(at)
    control(at, "target").set_value("releases")
    at = run(at)
    for part, heading in (("recipient", "Company"), ("name", "Purpose"), ("date", "Date")):
        box(at, part).set_value(heading)
    at = run(at)
    box(at, "label", 3).set_value("Interests")
    return run(at)


def control(at, part):
    return next(one for one in at.segmented_control if (one.key or "").startswith(f"import-{part}"))


def box(at, part, number=None):
    end = "" if number is None else f"-{number}"
    return next(b for b in at.selectbox if (b.key or "").startswith(f"import-{part}-") and b.key.endswith(end))


def test_the_columns_of_a_table_are_named_and_its_rows_are_accounts():
    at = press(answered(TABLE), "import-add")
    rows = [(one.name, one.recipient, one.date, {a.pair for a in one.record}) for one in current(at).releases]
    assert rows == [
        ("Loan", "Bank", "2026-02-28", {("Interests", "44")}),
        ("Order", "Shop", "2026-01-31", {("Interests", "44")}),
    ]


def test_accounts_that_are_listed_no_longer_are_closed_where_the_person_says_so():
    first = with_import(Workspace(), read(WRITERS["Chrome"](LOGINS[:4])))
    at = start(first, "in_and_out")
    at.file_uploader[0].upload("export", WRITERS["Chrome"](LOGINS[:3]), "text/csv")
    at = run(at)
    [gone] = at.multiselect(key="import-closed").options
    at.multiselect(key="import-closed").set_value([gone])
    after = current(press(run(at), "import-add"))
    assert [release.name for release in after.releases if release.ended] == [gone]


def test_of_mail_only_who_wrote_of_an_order_is_ticked_and_has_the_address_that_is_asked_for():
    mails = b"".join(
        b"From x Fri Jan 31 10:00:00 2020\nFrom: a@%s\nSubject: %s\nDate: Fri, 31 Jan 2020 10:00:00 +0000\n\nx\n\n"
        % mail
        for mail in ((b"shop.example", b"Your order"), (b"paper.example", b"News"), (b"own.example", b"Your order"))
    )
    at = upload(mails)
    at.text_input(key="import-address").set_value("me@own.example")
    after = current(press(run(at), "import-add"))
    assert [(one.recipient, one.record.values("Email")) for one in after.releases] == [
        ("shop.example", ("me@own.example",))
    ]


PLANTED = [
    "a column of passwords",
    "a seed by its address",
    "no header",
    "a table of one's own",
    "lines in a cell of one's own",
    "a card with its code",
    "fields one below the other",
    "a card",
]


@pytest.mark.parametrize("name", PLANTED)
def test_no_secret_of_a_file_is_shown_logged_saved_or_reported(name, caplog):
    caplog.set_level("DEBUG")
    at = upload(SHAPES[name])
    for one in at.segmented_control:
        if (one.key or "").startswith("import-target"):
            one.set_value("releases")
    at = run(at)
    seen = [repr(at.main), *map(str, (frame.value.to_csv() for frame in at.dataframe))]
    if any(button.key == "import-add" and not button.disabled for button in at.button):
        at = press(at, "import-add")
    work = current(at)
    written = report(work, datetime.date(2026, 1, 31), show_values=True) if work.releases else b""
    seen += [repr(at.main), saved_copy(work), caplog.text, written.decode(), *history(at)]
    assert [secret for secret in SECRETS if any(secret in text for text in seen)] == []
