"""The Requests page: from a recipient to a letter that was sent, and what came of it."""

import datetime
import json
from dataclasses import replace

import pytest

from leakage import Adversary, AnyOf, Record, Resolve, Shares
from leakage.record import UNTYPED
from leakage.workspace.figures.requests import request_disclosure
from leakage.workspace.places.obligations import IMPOSSIBLE
from leakage.workspace.release import Contact, SubjectRequest
from leakage.workspace.requests.letter import letter_as_text, letter_for
from leakage.workspace.requests.reminders import reminders
from leakage.workspace.requests.states import SAID, marked
from leakage.workspace.vocabulary import change
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.app.words import percent
from pages.decide.requests import text as words
from pages.decide.requests.overview import WILL
from tests.pages.helpers import (
    current,
    figure_in_strip,
    go,
    history,
    press,
    run,
    start,
    texts,
    type_into,
    whole_leakage,
)
from tests.person_2026 import person_of_2026

EVE = Policy("Eve", Adversary((Resolve(AnyOf(Shares("Name"), Shares("Email"))),)))
PROFILE = (("Name", "Al"), ("Email", "al@x.example"), ("Phone", "5"), ("Date of birth", "1990"), ("Photo", "me"))
TODAY = datetime.date.today()
LONG_AGO = TODAY - datetime.timedelta(400)
NOT_READY, END = words.NOT_READY.split("{parts}")


def person(*releases, requests=()):
    return Workspace(PROFILE, releases=releases, policies=(EVE,), requests=requests)


def release_to(name, recipient, *pairs):
    return Release(name, recipient, Record.of(*pairs))


ADOBE = release_to("Account", "adobe.com", ("Name", "Al"), ("Email", "al@x.example"), ("Password", "p"))
BANK = release_to("Loan", "Bank", ("Name", "Al"), ("Phone", "5"))
WORK = person(ADOBE, BANK)
SENT = SubjectRequest(
    *("Erasure: Bank", "Bank", "erasure", "gdpr", "en", ("Loan",), (("Name", "Al"),)),
    steps=(("drafted", str(LONG_AGO)), ("sent", str(LONG_AGO))),
)


def page(workspace=WORK):
    return start(workspace, "requests")


def widget(widgets, name):
    """The one whose key begins like this: keys end in a number where a request has a name of its own."""
    return next(widget for widget in widgets if str(widget.key).startswith(name))


def letter_shown(at):
    """The letter: one that is ready can be copied."""
    [shown] = at.main.code or [one for one in at.main.text if "Dear Sir or Madam," in one.value]
    return f"{shown.value.rstrip()}\n"  # The widget takes the last line end away.


FILES = {"request-txt", "request-eml", "request-html"}


def is_ready(at):
    """Whether the letter can be taken away: as a file, or copied."""
    offered = FILES & {button.key for button in at.get("download_button")}
    assert offered in (FILES, set()) and bool(offered) == bool(at.main.code)
    assert bool(offered) != any(one.startswith(NOT_READY) for one in texts(at))
    return bool(offered)


def missing(at):
    """What the page says is missing."""
    [sentence] = [one for one in texts(at) if one.startswith(NOT_READY)]
    return sentence.removeprefix(NOT_READY).removesuffix(END)


def warned(at):
    return words.DO_NOT_ASK in [markdown.value for markdown in at.main.markdown]


def test_looking_changes_nothing():
    at = page(replace(WORK, requests=(SENT, SubjectRequest("Right", "Bank", "correction", "plain", "de"))))
    for name in ("Erasure: Bank", "Right"):
        run(widget(at.selectbox, "request-chosen").set_value(name))
    assert history(at) == ["begin the test"]


def test_a_draft_is_prefilled_with_what_the_recipient_wants_and_holds():
    at = page()
    assert widget(at.selectbox, "request-recipient").value == "adobe.com"
    assert any("dpo@adobe.com" in text and "your name and your email address" in text for text in texts(at))
    press(at, "request-draft")
    [request] = current(at).requests
    assert (request.name, request.recipient, request.kind) == ("Erasure: adobe.com", "adobe.com", "erasure")
    assert (request.ground, request.language, request.releases) == ("gdpr", "en", ("Account",))
    assert set(request.stated) == {("Name", "Al"), ("Email", "al@x.example")}
    assert request.steps == (("drafted", str(TODAY)),)
    assert letter_shown(at) == letter_as_text(letter_for(current(at), request, TODAY), width=None)
    assert history(at)[-1] == "draft a letter"
    press(at, "undo")
    assert current(at).requests == ()


def test_what_a_letter_states_and_in_which_language_can_be_changed():
    at = press(page(), "request-draft")
    offered = widget(at.multiselect, "request-stated").options
    assert sorted(offered) == ["Email: al@x.example", "Name: Al"]
    assert is_ready(at)
    widget(at.multiselect, "request-stated").set_value([("Name", "Al")])
    run(at)
    assert current(at).requests[0].stated == (("Name", "Al"),) and "al@x.example" not in letter_shown(at)
    # They know the mail address, and want it: stating it tells nothing, and takes one press.
    assert not is_ready(at) and missing(at).startswith("your email address")
    press(at, next(button.key for button in at.button if str(button.key).startswith("request-state-email")))
    assert set(current(at).requests[0].stated) == {("Name", "Al"), ("Email", "al@x.example")} and is_ready(at)
    run(widget(at.selectbox, "request-language").set_value("de"))
    assert current(at).requests[0].language == "de" and "DSGVO" in letter_shown(at)
    press(at, "undo")
    assert "GDPR" in letter_shown(at) and widget(at.selectbox, "request-language").value == "en"


@pytest.mark.parametrize("ground", ["uk_gdpr", "ccpa", "plain"])
def test_the_ground_is_the_persons_choice(ground):
    at = page()
    run(at.selectbox(key="request-ground-True-gdpr").set_value(ground))
    press(at, "request-draft")
    assert current(at).requests[0].ground == ground
    assert letter_shown(at) == letter_as_text(letter_for(current(at), current(at).requests[0], TODAY), width=None)


def test_all_brokers_at_once_are_asked_on_a_page_and_not_by_letter():
    at = page()
    run(at.selectbox(key="request-ground-True-gdpr").set_value("drop"))
    press(at, "request-draft")
    assert not at.main.code and any("privacy.ca.gov/drop" in m.value for m in at.main.markdown)
    press(at, "request-note")
    due = TODAY + datetime.timedelta(90)
    assert any(f"An answer is due by {due}." in text for text in texts(at))


def note(at, step, day=None):
    [box] = [box for box in at.selectbox if str(box.key).startswith("request-step")]
    box.set_value(step)
    if day is not None:
        at.date_input(key="request-step-day").set_value(day)
    run(at)
    return press(at, "request-note")


def test_from_a_draft_to_done_and_the_releases_follow():
    at = press(page(), "request-draft")
    assert not at.header
    note(at, "sent", datetime.date(2026, 1, 31))
    assert [release.erasure for release in current(at).releases] == ["asked", None]
    assert any("An answer is due by 2026-03-02: 2026-02-28 is on a weekend." in text for text in texts(at))
    note(at, "answered", datetime.date(2026, 2, 20))
    assert dict(current(at).requests[0].steps)["answered"] == "2026-02-20"
    assert at.header[0].value == "No replies due"
    note(at, "done", datetime.date(2026, 2, 21))
    assert [release.erasure for release in current(at).releases] == ["done", None]
    [table] = [frame.value for frame in at.dataframe if "State" in frame.value.columns]
    assert (table["State"][0], table["Since"][0], table["Answer due"][0]) == ("done", "2026-02-21", "")
    # What was asked of them cannot be asked for again.
    assert widget(at.selectbox, "request-recipient").value == "adobe.com" and at.button(key="request-draft").disabled
    go(at, "plan")
    assert current(at).releases[0].erasure == "done"
    press(at, "undo")
    assert current(at).releases[0].erasure == "asked"


SO_FAR = "So far: drafted on 2026-01-30, sent on 2026-01-31"
JANUARY = (("drafted", "2026-01-30"), ("sent", "2026-01-31"))


@pytest.mark.parametrize(
    ("kind", "ground", "steps", "erasure", "sentence"),
    [
        ("erasure", "gdpr", (), None, "So far: nothing yet."),
        ("erasure", "gdpr", (), "done", "So far: nothing yet."),
        ("erasure", "gdpr", JANUARY[:1], None, "So far: drafted on 2026-01-30."),
        ("erasure", "gdpr", JANUARY, "asked", f"{SO_FAR}. An answer is due by 2026-03-02: 2026-02-28 is on a weekend."),
        ("erasure", "ccpa", JANUARY, "asked", f"{SO_FAR}. An answer is due by 2026-03-17."),
        ("erasure", "plain", JANUARY, "asked", f"{SO_FAR}."),
        ("erasure", "gdpr", JANUARY, "done", f"{SO_FAR}. Now done, as its releases say."),
        ("erasure", "gdpr", JANUARY, "refused", f"{SO_FAR}. Now refused, as its releases say."),
        ("erasure", "gdpr", (*JANUARY, ("done", "2026-02-09")), "done", f"{SO_FAR}, done on 2026-02-09."),
        ("access", "gdpr", (*JANUARY, ("answered", "2026-02-09")), "done", f"{SO_FAR}, answered on 2026-02-09."),
    ],
)
def test_what_came_of_it_says_the_steps_and_what_the_releases_say_beyond(kind, ground, steps, erasure, sentence):
    request = SubjectRequest("Mine", "Bank", kind, ground, releases=("Loan",), steps=steps)
    at = page(person(replace(BANK, erasure=erasure), requests=(request,)))
    assert [text for text in texts(at) if text.startswith("So far")] == [sentence]


@pytest.mark.parametrize("kind", words.OUTCOME)
def test_beside_it_stands_what_done_means(kind):
    at = page(person(BANK, requests=(SubjectRequest("Mine", "Bank", kind, releases=("Loan",)),)))
    [heading] = [heading for heading in at.main.subheader if heading.value == words.HAPPENED]
    assert heading.proto.help == words.OUTCOME[kind]


def test_what_is_overdue_stands_here_and_on_the_leakage_page():
    late = replace(WORK, requests=(SENT,))
    at = page(late)
    assert at.header[0].value == "1 answer is overdue"
    [table] = [frame.value for frame in at.dataframe if "State" in frame.value.columns]
    assert list(table["State"]) == ["sent, overdue"]
    go(at, "leakage")
    [line] = [text for text in texts(at) if "(due by " in text]
    assert line.startswith("Erasure: Bank (due by ")
    answered = replace(WORK, requests=(SENT.with_step("answered", TODAY),))
    at = start(answered, "leakage")
    assert not [text for text in texts(at) if "(due by " in text]


def test_asking_for_an_identity_card_is_warned_of():
    # The list says that this airline demands one; it holds an address alone.
    at = page(person(release_to("Flight", "austrian.com", ("Email", "al@x.example"))))
    press(at, "request-draft")
    assert warned(at)
    assert words.ANSWER_BACKFIRES.format(wanted="Name, Date of birth and Photo") in texts(at)


def test_a_letter_that_makes_a_suspicion_certain_is_warned_of_and_says_which_fact():
    shop = release_to("Order", "Shop", ("Email", "al@x.example"), ("Name", "Al", 0.3))
    at = page(person(shop))
    run(widget(at.selectbox, "request-kind").set_value("access"))
    press(at, "request-draft")
    assert not warned(at) and current(at).requests[0].stated == (("Email", "al@x.example"),)
    widget(at.multiselect, "request-stated").set_value([("Email", "al@x.example"), ("Name", "Al")])
    run(at)
    assert warned(at) and "It tells least without this: Name: Al" in texts(at)


def test_a_correction_states_what_the_person_enters_and_puts_it_right():
    at = page(person(release_to("Order", "Shop", ("Email", "al@x.example"), ("Phone", "6"))))
    run(widget(at.selectbox, "request-kind").set_value("correction"))
    press(at, "request-draft")
    widget(at.multiselect, "request-wrong").set_value([("Phone", "6")])
    run(at)
    assert current(at).requests[0].corrections == (("Phone", "6", ""),)
    assert "please delete it" in " ".join(letter_shown(at).split())
    run(widget(at.text_input, "request-right").set_value("7"))
    assert current(at).requests[0].corrections == (("Phone", "6", "7"),) and "“7” is right" in letter_shown(at)
    note(at, "done")
    assert current(at).releases[0].record == Record.of(("Email", "al@x.example"), ("Phone", "7"))


def test_a_domain_can_be_entered_and_brings_its_contact():
    at = page(person(release_to("Account", "The photo people", ("Name", "Al"))))
    run(widget(at.text_input, "request-site").set_value("no address"))
    assert "That is no web address." in texts(at) and current(at).recipients == ()
    run(widget(at.text_input, "request-site").set_value("https://www.adobe.com/x"))
    assert current(at).recipient("The photo people").site == "adobe.com"
    assert any("dpo@adobe.com" in text for text in texts(at))


def test_a_fresher_list_is_read_and_who_deletes_no_account_is_not_proposed():
    at = page()
    sites = [{"name": "Adobe", "url": "https://adobe.com/x", "difficulty": "impossible", "domains": ["adobe.com"]}]
    at.file_uploader[0].upload("sites.json", json.dumps(sites).encode())
    run(at)
    assert "Found 1 contact, 1 of them for your companies." in texts(at)
    press(at, "contacts-use")
    assert [contact.difficulty for contact in current(at).contacts] == ["impossible"]
    # The recipient in front is another one now; who is picked all the same is told, and may be written to.
    assert widget(at.selectbox, "request-recipient").value == "Bank"
    assert any(text.startswith("Banks must keep") for text in texts(at))
    run(widget(at.selectbox, "request-recipient").set_value("adobe.com"))
    assert words.NOT_PROPOSED in [markdown.value for markdown in at.main.markdown]
    assert any(SAID["impossible"] in text and "No address for a letter is known." in text for text in texts(at))
    assert at.button(key="request-draft").label == "Draft anyway"
    run(widget(at.selectbox, "request-kind").set_value("objection"))
    assert words.NOT_PROPOSED not in [markdown.value for markdown in at.main.markdown]

    go(at, "plan")
    if any(button.key == "on-demand-pages.kit.shared_figures.plans" for button in at.button):
        press(at, "on-demand-pages.kit.shared_figures.plans")
    assert not any("to delete Account" in text for text in texts(at))
    assert f"adobe.com: {IMPOSSIBLE}" in texts(at)


def test_a_request_can_be_removed():
    at = page(replace(WORK, requests=(SENT,)))
    press(at, "request-remove")
    assert current(at).requests == ()


def test_the_calendar_names_nobody_unless_asked_to():
    assert b"Bank" not in reminders([SENT], TODAY) and b"Bank" in reminders([SENT], TODAY, named=True)


def test_a_letter_asks_for_what_they_hold_and_was_not_typed():
    shop = release_to("Order", "Shop", ("Name", UNTYPED), ("Email", UNTYPED), ("Phone", UNTYPED))
    work = Workspace((("Name", UNTYPED), ("Email", UNTYPED), ("Phone", UNTYPED)), releases=(shop,), policies=(EVE,))
    at = press(page(work), "request-draft")
    assert widget(at.multiselect, "request-stated").options == [] and "not typed" not in letter_shown(at)
    asked = [box.label for box in at.text_input if str(box.key).startswith("request-type")]
    # By the mail address they find the person, and there the answer goes.
    assert asked == ["Name (not typed)", "Email (not typed)", "Email (not typed)"]
    run(widget(at.text_input, "request-type").input(" Al Sample "))
    assert current(at).profile[0] == ("Name", "Al Sample") and "Al Sample" in letter_shown(at)
    assert current(at).releases[0].record.values("Name") == ("Al Sample",)
    assert current(at).requests[0].stated == (("Name", "Al Sample"),)
    assert history(at)[-1] == "type a fact for a letter"
    asked = [box.label for box in at.text_input if str(box.key).startswith("request-type")]
    assert asked == ["Email (not typed)"] and not is_ready(at) and missing(at) == words.PARTS["reply"]
    run(widget(at.text_input, "request-type").input("al@x.example"))
    assert is_ready(at) and not [one for one in at.text_input if str(one.key).startswith("request-type")]
    assert current(at).requests[0].stated == (("Name", "Al Sample"), ("Email", "al@x.example"))
    press(at, "undo")
    assert current(at).profile[1] == ("Email", UNTYPED) and not is_ready(at)


AIRLINE = person(release_to("Flight", "shop.example", ("Name", "Al"), ("Email", "al@x.example"), ("Phone", "5")))
WANTS_A_DATE = Contact(
    *("shop.example", "Shop", "p@shop.example", "email", "en", (), ("name", "birthdate")),
    difficulty="easy",
    delete_url="https://shop.example/bye",
)


def choice(at, name):
    return widget(at.radio, f"request-choice-{name}")


def test_what_they_lack_is_stated_or_left_out_as_the_person_says_and_the_page_says_what_it_tells():
    work = replace(AIRLINE, contacts=(WANTS_A_DATE,))
    at = press(page(work), "request-draft")
    assert not is_ready(at) and missing(at) == words.PARTS["birthdate"]
    told = overview_told(work, current(at).requests[0])
    assert told > 0.01
    sentence = f"would tell them your date of birth, which they do not have: {change(told)}."
    assert f"This {sentence}" in texts(at)
    # Their page tells less, so it comes first.
    ways = [one for one in texts(at) if one.startswith(words.WAYS["page"].partition("{")[0])]
    assert len(ways) == 1 and "https://shop.example/bye" in ways[0]
    assert f"Otherwise: {words.WAYS['mail'].format('p@shop.example')} The letter tells them more" in ways[0]
    assert choice(at, "birthdate").value is None and "1990" not in letter_shown(at)

    run(choice(at, "birthdate").set_value("state"))
    assert is_ready(at) and "Date of birth: 1990" in letter_shown(at)
    assert current(at).requests[0].disclosed == (("Date of birth", "1990"),)
    assert f"This {sentence}".replace("would tell", "tells") in texts(at)
    run(choice(at, "birthdate").set_value("leave out"))
    assert is_ready(at) and "1990" not in letter_shown(at)
    assert any(one.startswith("Send the letter by email to p@shop.example.") for one in texts(at))
    press(at, "undo")
    assert "1990" in letter_shown(at) and choice(at, "birthdate").value == "state"


def overview_told(work, request):
    """By two whole figures of the letter, with the date of birth and without."""
    with_date = replace(request, disclosed=(("Date of birth", "1990"),))
    return request_disclosure(work, with_date).letter - request_disclosure(work, request).letter


def test_what_they_lack_and_was_not_typed_is_typed_in_place_or_left_out():
    untyped = tuple((label, UNTYPED if label == "Date of birth" else value) for label, value in PROFILE)
    at = press(page(replace(AIRLINE, profile=untyped, contacts=(WANTS_A_DATE,))), "request-draft")
    assert any(one.startswith("This would tell them your date of birth") for one in texts(at))
    run(widget(at.checkbox, "request-leave-birthdate").check())
    assert is_ready(at) and current(at).requests[0].withheld == ("birthdate",)
    run(widget(at.checkbox, "request-leave-birthdate").uncheck())
    assert not is_ready(at)
    run(widget(at.text_input, "request-type-birthdate").input("1990"))
    assert is_ready(at) and ("Date of birth", "1990") in current(at).profile
    assert current(at).requests[0].disclosed == (("Date of birth", "1990"),) and "1990" in letter_shown(at)
    press(at, "undo")
    assert ("Date of birth", UNTYPED) in current(at).profile and not is_ready(at)


def test_a_number_of_theirs_goes_into_the_letter_only():
    at = press(page(replace(AIRLINE, contacts=(replace(WANTS_A_DATE, asks=("input",)),))), "request-draft")
    assert missing(at) == words.PARTS["number"]
    run(widget(at.text_input, "request-type-number").input("K 17"))
    assert is_ready(at) and "Customer number: K 17" in letter_shown(at)
    assert current(at).requests[0].number == "K 17" and current(at).profile == PROFILE
    run(widget(at.text_input, "request-type-number").input(""))
    assert not is_ready(at) and current(at).requests[0].number == ""


def test_a_data_broker_is_told_nothing_that_it_lacks():
    # The list says that this broker wants a name and a postal address.
    broker = release_to("Bought", "acxiom.de", ("Email", "al@x.example"))
    at = press(page(person(broker)), "request-draft")
    assert is_ready(at) and not [radio for radio in at.radio if str(radio.key).startswith("request-choice")]
    assert words.BROKER in [caption.value for caption in at.main.caption]
    facts = [value for _, value in PROFILE if value in letter_shown(at).split() and value != "al@x.example"]
    assert facts == [] and "al@x.example" in letter_shown(at)
    run(widget(at.multiselect, "request-stated").set_value([]))
    assert not is_ready(at) and missing(at).endswith(words.PARTS["identity"])


def test_one_letter_goes_to_an_owner_and_one_step_marks_all_of_its_recipients():
    chats = [
        release_to(f"at {name}", name, ("Name", "Al"), ("Email", "al@x.example")) for name in ("instagram.com", "x.com")
    ]
    other = release_to("at whatsapp.com", "whatsapp.com", ("Name", "Al"), ("Email", "al@x.example"))
    at = page(person(*chats, other))
    assert widget(at.checkbox, "request-together").label == "One letter to Meta for 2 of its services"
    run(widget(at.checkbox, "request-together").check())
    press(at, "request-draft")
    [request] = current(at).requests
    assert set(request.recipients) == {"instagram.com", "whatsapp.com"} and request.name == "Erasure: Meta"
    assert is_ready(at) and letter_shown(at).startswith("Meta\n") and "- whatsapp.com" in letter_shown(at)
    note(at, "sent")
    assert [release.erasure for release in current(at).releases] == ["asked", None, "asked"]
    # A letter that was sent is still there to be read.
    assert is_ready(at)
    press(at, "undo")
    assert [release.erasure for release in current(at).releases] == [None] * 3
    assert current(at).requests[0].day_of("sent") is None


def test_the_plan_leads_to_one_letter_for_all_companies_of_an_owner():
    facts = ("Name", "Al"), ("Email", "al@x.example")
    chats = [release_to(f"at {name}", name, *facts) for name in ("instagram.com", "x.com", "whatsapp.com")]
    minutes = tuple((kind, 500.0) for kind in ("change Email", "stop sharing"))
    at = go(page(replace(person(*chats), action_minutes=minutes)), "plan")
    [step] = [shown for shown in texts(at) if "Ask Meta, in one letter" in shown]
    letters = [button.key for button in at.button if (button.key or "").startswith(f"plan-letter-{step[0]}-")]
    press(at, letters[step.split(" + ").index(next(part for part in step.split(" + ") if "Meta" in part))])
    press(go(at, "requests"), "request-draft")
    assert set(current(at).requests[0].recipients) == {"instagram.com", "whatsapp.com"}


def test_a_letter_sent_before_letters_had_parts_can_be_read_and_saved():
    at = page(replace(WORK, requests=(replace(SENT, stated=()),)))
    assert is_ready(at)


def test_the_chance_that_they_delete_it_is_drawn_and_learns_from_what_came():
    at = press(page(WORK), "request-draft")
    assert WILL["erasure"] in [heading.value for heading in at.main.subheader]
    assert "73 of 100" in [markdown.value.strip("*") for markdown in at.main.markdown]
    steps = ("sent", "2026-01-30"), ("refused", "2026-02-20")
    refused = SubjectRequest("Before", "Bank", "erasure", "gdpr", steps=steps)
    at = press(page(replace(WORK, requests=(refused,))), "request-draft")
    shown = [markdown.value.strip("*") for markdown in at.main.markdown]
    assert "73 of 100" in shown and "66 of 100" in shown


# The status of deletions, with or without a letter.

REAL = person_of_2026().workspace


def statuses(workspace):
    return {release.name: release.erasure for release in workspace.releases if release.erasure}


def left_of(workspace, names):
    """The figure without some releases, from scratch."""
    return whole_leakage(replace(workspace, releases=tuple(r for r in workspace.releases if r.name not in names)))


def test_what_is_marked_as_done_counts_no_more_on_any_page_and_can_be_undone():
    at = start(REAL, "requests")
    type_into(at, "erasure-status", {0: {"status": "done"}, 3: {"status": "asked"}})
    first, asked = REAL.releases[0].name, REAL.releases[3].name
    assert statuses(current(at)) == {first: "done", asked: "asked"}
    assert figure_in_strip(at) == percent(left_of(REAL, [first]))
    go(at, "leakage")
    assert figure_in_strip(at) == percent(left_of(REAL, [first]))
    press(at, "undo")
    assert current(at) == REAL and figure_in_strip(at) == percent(whole_leakage(REAL))


def test_what_has_ended_is_marked():
    at = start(REAL, "requests")
    type_into(at, "erasure-status", {2: {"ended": True}})
    assert [release.name for release in current(at).releases if release.ended] == [REAL.releases[2].name]
    type_into(at, "erasure-status", {2: {"ended": False}})
    assert current(at) == REAL


def test_pages_open_where_all_is_deleted():
    at = start(marked(REAL, REAL.releases, "done"), "requests")
    for page in ("plan", "leakage", "planned_release", "disinformation", "what_she_knows", "releases", "adversary"):
        go(at, page)
