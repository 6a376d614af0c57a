"""Home, breaches and What she knows: the count, the next steps, what leaked, and how the figure comes about."""

import datetime
import json
import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from leakage import Record
from leakage.measure.leakage import record_leakage
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.breaches import breached_places, were_checked
from leakage.workspace.copies import saved_copy
from leakage.workspace.everyday import LIKELY, new_work, with_what_is_likely
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.figures.count import STATES, count
from leakage.workspace.figures.derivations import worked_out
from leakage.workspace.figures.next_move import discover, natural_query
from leakage.workspace.figures.steps import first_steps, plan_steps, progress
from leakage.workspace.presumptions import open_presumptions
from leakage.workspace.release import SubjectRequest
from leakage.workspace.requests.states import deadline
from leakage.workspace.workspace import Release, Workspace
from pages.app.words import STATE_WORDS, percent
from tests.pages.helpers import (
    CASES,
    charts,
    current,
    go,
    hand_in,
    history,
    open_copy,
    opened,
    press,
    run,
    start,
    submit,
    texts,
    unfolded,
)
from tests.starting import plain_person, starting_workspace
from tests.workspace.people import people
from tests.workspace.test_person import random_work

REAL, OWN = realistic_person().workspace, starting_workspace()


def buttons(at):
    return [button.key for button in at.main.button]


def headlines(at):
    return [heading.value for heading in at.main.subheader]


def pictures(at):
    return " ".join(node.proto.body for node in at.main.get("html"))


def without_plan(at):
    """The work; a plan is saved with it as soon as it is found."""
    return replace(current(at), plan=())


def test_the_next_steps_are_the_first_ones_and_those_of_a_plan_that_is_found_and_saved_here():
    works = {person.name: person.work for person in people()}
    for name in ("10 logins, one address", "8 social networks, one address"):
        at = start(works[name])
        work, shown = current(at), [text.partition(". ")[2] for text in texts(at) if text[:1].isdigit()]
        steps = (*first_steps(work), *plan_steps(work, datetime.date.today().isoformat()))
        assert [title.rpartition(" (")[0] for title in shown] == [step.title for step in steps[:5]]
        assert work.plan and history(at) == ["begin the test"] and len(shown) > len(first_steps(work)) == 1
        assert list(current(go(at, "plan")).plan) == list(work.plan)
    assert current(start(works["300 logins, one address"])).plan == ()


@pytest.mark.parametrize("workspace", CASES)
def test_whatever_is_open_is_counted_once(session, workspace):
    at = opened(session, workspace, "start")
    said = [text for text in (*headlines(at), *(m.value for m in at.markdown)) if text.startswith("Eve surely has")]
    assert said == [f"{count(workspace).sentence}."]


def test_the_made_up_person_opens_on_home_with_the_leaked_password_first():
    at = press(start(), "open-realistic")
    assert without_plan(at) == REAL
    [place] = [one for one in breached_places(REAL) if one.is_urgent]
    assert all(name in texts(at)[1] for name in (place.called, *place.elsewhere))
    assert any(text.startswith("Fallow Dairy") for text in texts(at))
    press(at, "close-example")
    assert current(at) == new_work() and "begin-own" in buttons(at)


def test_no_name_stands_in_a_picture():
    named = replace(REAL, releases=tuple(replace(r, recipient=f"{r.recipient} <b>") for r in REAL.releases))
    assert "&lt;b" not in pictures(start(named)) and "Fallow" not in pictures(start(REAL))


def test_the_next_steps_are_ticked_thanked_for_and_progress_goes_up():
    work = replace(REAL, releases=tuple(r for r in REAL.releases if not r.breach))
    at, asked = start(work), [step.key for step in first_steps(work)]
    for key in asked[:3]:
        assert next(step.key for step in first_steps(current(at))) == key
        press(at, "home-done")
        assert any(text.startswith("Done. ") for text in texts(at)) and history(at)[-1] == "tick a step"
    assert not {answer.step for answer in current(at).answers} ^ {*asked[:3]}
    press(at, "home-later")
    assert current(at).answers[-1].answer == "later"


@pytest.mark.parametrize("page", ["start", "plan"])
def test_progress_is_in_numbers_that_an_import_does_not_lower(page):
    works = {person.name: person.work for person in people()}
    at = start(works["28 accounts with one password"])
    while not current(at).changed_values:
        press(at, "home-done")
    done = current(at)
    logins = b"name,url,username,password\n" + b"".join(b"s%d,https://s%d.example,a@b.c,x\n" % (n, n) for n in range(6))
    press(hand_in(go(at, "in_and_out"), "passwords.csv", logins, "text/csv"), "import-add")
    far = progress(current(at))
    assert far.passwords == progress(done).passwords and far.of == progress(done).of + 6
    go(at, page)
    assert any(re.findall(r"\d+", text) == [*map(str, (far.passwords, far.of, far.steps))] for text in texts(at))
    assert not at.get("progress")
    at = start(works["8 social networks, one address"])
    go(press(at, "home-done"), page)
    assert "1 step done" in texts(at) and not at.get("progress")


def test_what_came_back_from_letters():
    ask = SubjectRequest("a", "Circleup", "erasure", "gdpr", releases=("Profile",), steps=(("sent", "2020-01-30"),))
    waits = replace(ask, name="b", recipient="Moonreel", steps=(("sent", datetime.date.today().isoformat()),))
    refused = replace(ask, name="c", recipient="Stridewell", steps=(("sent", "2020-01-30"), ("refused", "2020-02-03")))
    said = next(t for t in texts(start(replace(REAL, requests=(ask, waits, refused)))) if "overdue" in t).split("\n")
    assert [line.rpartition(" ")[2] for line in said] == ["Circleup", "Moonreel", "Stridewell"]
    due = deadline(waits)
    assert f"{due.day} {due:%B}" in said[1]


def test_beginning_ones_own_leads_to_about_me_and_keeps_what_was_begun():
    at = press(start(), "begin-own")
    assert at.title[0].value == "About me" and current(at) == new_work()
    at = start(OWN, "profile")
    next(field for field in at.text_input if field.label == "Name").set_value("Ann")
    submit(at, "Save")
    press(go(at, "start"), "begin-own")
    assert current(at).profile == (("Name", "Ann"), *new_work().profile[1:])


def test_a_saved_copy_opens_as_it_was_can_be_emptied_and_a_bad_one_changes_nothing():
    at = open_copy(start(OWN), REAL)
    assert without_plan(at) == REAL and history(at)[-1] == "open a saved copy"
    assert current(press(at, "start-over")) == Workspace()
    assert without_plan(press(at, "undo")) == REAL
    good = json.loads(saved_copy(REAL))
    for bad in ({**good, "version": 99}, {**good, "profile": [["N", "secret"], ["N", "secret"]]}):
        at = hand_in(start(OWN), "copy.json", json.dumps(bad).encode())
        assert not any((key or "").startswith("import-open") for key in buttons(at))
        assert current(at) == OWN and not any("secret" in text for text in texts(at))


SITES = ("shop.example", "bank.example")
ACCOUNTS = tuple(Release(s, s, Record.of(("Email", "a@b.c"), ("Password", "password A")), "2015-01-31") for s in SITES)
WORK = replace(new_work(), releases=ACCOUNTS)


def deal_buttons(at):
    return [
        button for button in at.main.button if (button.key or "").startswith("breach-") and "ealt with" in button.label
    ]


def add(at, names, day=None, leaked=("Email", "Password")):
    names_box = at.multiselect(key="breach-new-names")
    names_box.options = list(dict.fromkeys([*names_box.options, *names]))
    names_box.set_value(names)
    at.date_input(key="breach-new-day").set_value(day)
    at.multiselect(key="breach-new-leaked").set_value(list(leaked))
    return submit(at, "Add")


def test_named_by_hand_a_leaked_password_says_where_else_it_opens():
    at = add(start(WORK, "breaches"), ["shop.example", "Adobe"], datetime.date(2019, 5, 1))
    first, second = current(at).breaches
    assert {first.breach, second.breach} == {"shop.example", "Adobe"} and first.date == "2019-05-01"
    assert first.leaked == ("Email", "Password") and history(at)[-1] == "add 2 breaches"
    assert any("bank.example" in text and "password" in text for text in texts(at))
    assert current(at).recipient_names == SITES


def test_nothing_is_added_without_a_name_or_twice():
    at = add(start(WORK, "breaches"), [])
    assert len(at.main.error) == 1 and current(at) == WORK
    at = add(add(at, ["Adobe"]), ["Adobe"])
    assert len(at.main.error) == 1 and len(current(at).breaches) == 1


def test_dealt_with_is_saved_counted_and_taken_back():
    at = start(REAL, "breaches")
    [button] = deal_buttons(at)
    run(button.click())
    assert current(at).breaches[0].dealt and deal_buttons(at)[0].label == "Not dealt with"
    run(deal_buttons(at)[0].click())
    assert current(at) == REAL
    assert press(press(at, "undo"), "undo") and current(at) == REAL


@pytest.mark.parametrize("work", [WORK, None])
def test_who_looked_and_found_none_is_not_asked_again(work):
    at = press(start(work, "breaches"), "breach-none")
    # Where there was no work before, it is one's own now.
    assert replace(current(at), answers=()) == (work or new_work())
    assert were_checked(current(at)) and not current(at).breaches
    assert "breach-none" not in [button.key for button in at.main.button]


PLAIN = plain_person().workspace


@pytest.mark.parametrize("seed", range(20))
def test_the_sums_are_those_of_the_record_and_make_the_leakage_where_nothing_is_in_doubt(seed):
    work = random_work(random.Random(seed))
    leaked, weights = worst(assess(work)), work.weight_map
    sums, composite = worked_out(work, leaked), leaked.result.composite
    right = sum(weights[a.label] * a.confidence for a in composite if a.pair in work.profile)
    wrong = sum(weights[a.label] * a.confidence for a in composite if a.pair not in work.profile)
    assert (sums.right, sums.wrong) == pytest.approx((right, wrong))
    assert sums.whole == sum(weights.values())
    if all(a.confidence in (0.0, 1.0) for a in composite):
        assert sums.fraction == pytest.approx(record_leakage(composite, work.reference, work.measure), rel=1e-12)


@pytest.mark.parametrize("work", [*CASES[:3], PLAIN], ids=lambda work: f"{len(work.releases)} releases")
def test_every_kind_stands_there_and_each_state_alone(work):
    at, counted = start(work, "leakage"), count(work)
    shown = at.dataframe[0].value
    assert list(shown["About"]) == [work.display_name(kind.label) for kind in counted.kinds]
    assert at.metric[0].value == percent(worst(assess(work)).result.leakage)
    assert [*map(tuple, shown["Eve"])] == [(STATE_WORDS[kind.state],) for kind in counted.kinds]
    for kind, row in zip(counted.kinds, shown.to_dict("records"), strict=True):
        days = [one.since for one in kind.holders if one.since and one.chance == 1.0]
        assert kind.state != "sure" or row.get("Since", "") == min(days, default="")[:4]
    for state in STATES:
        at.get("button_group")[0].set_value(state)
        run(at)
        kinds = [work.display_name(kind.label) for kind in counted.kinds if kind.state == state]
        if kinds:
            assert list(at.dataframe[0].value["About"]) == kinds


def test_of_what_a_company_may_have_it_is_shown_how_many_like_it_ask_for_that():
    shop = Release("Order", "zalando.de", Record.of(("Email", "a@b.c")))
    work = with_what_is_likely(replace(new_work(), releases=(shop,)))
    shown = start(work, "leakage").dataframe[0].value.set_index("About")["How we know"]
    asked = open_presumptions(work, ["Order"])
    assert [shown[work.display_name(one.label)] for one in asked] == [one.evidence for one in asked]
    assert min(one.greatest for one in asked) < 0.5 and all(one.evidence for one in asked)


def test_shares_add_up_to_the_figure():
    at = unfolded(start(PLAIN, "leakage"), "who")
    [bars] = charts(at)["How much does each know alone?"]["data"]
    assert max(bars["x"]) <= worst(assess(replace(PLAIN, chosen="Everyone together (worst case)"))).result.leakage
    next(group for group in at.get("button_group") if group.key == "who-way").set_value("company")
    [bars] = charts(run(at))["Who is responsible for how much?"]["data"]
    assert len(bars["x"]) > 3 and list(map(abs, bars["x"])) == sorted(map(abs, bars["x"]))


def test_step_by_step_is_the_dip_of_the_paper():
    at = unfolded(start(PLAIN, "leakage"), "steps")
    found = discover(PLAIN, worst(assess(PLAIN)).pool, natural_query(PLAIN))
    [path] = charts(at)["How does she get there?"]["data"]
    assert path["y"] == pytest.approx(list(found.leakages[: len(path["y"])]))
    assert any(percent(found.leakages[-1]) in line for line in texts(at))


def test_the_timeline_ends_at_the_figure_of_today_and_marks_breaches():
    leak = Release("Shop breach", "Shop", Record.of(("Email", "a@b.c")), "2020-01-31", breach="shop.example")
    shop = Release("Shop", "shop.example", Record.of(("Email", "a@b.c"), ("Name", "Ann")), "2019-05-01")
    profile = (("Name", "Ann"), ("Email", "a@b.c"))
    work = with_what_is_likely(replace(new_work(), profile=profile, releases=(shop, leak), chosen=LIKELY))
    data = charts(start(work, "leakage"))["When did Eve learn it?"]["data"]
    stairs = data[0]
    assert stairs["y"][-1] == pytest.approx(worst(assess(work)).result.leakage)
    days = [datetime.date.fromisoformat(str(day)[:10]) for day in stairs["x"]]
    assert all(a <= b for a, b in pairwise(days))
    assert [trace["name"] for trace in data if trace.get("name")] == ["something you gave", "breach"]
    undated = replace(work, releases=tuple(replace(release, date="") for release in work.releases))
    assert "When did Eve learn it?" not in charts(start(undated, "leakage"))
