"""What asking gives away, held against the definition: the incremental leakage after the request was done."""

from dataclasses import replace

import pytest
from hypothesis import given

from leakage import Adversary, AnyOf, Record, Resolve, Shares, incremental_leakage, information_leakage
from leakage.workspace.figures.requests import policies_that_gain, request_disclosure
from leakage.workspace.release import Contact, SubjectRequest
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace
from tests.strategies import thorough
from tests.workspace.requests.helpers import given_to, works

EVE = Adversary((Resolve(AnyOf(Shares("Name"), Shares("Email"))),))
PROFILE = (("Name", "Al"), ("Email", "al@x.example"), ("Date of birth", "1990"), ("Photo", "me"), ("Phone", "5"))


def person(*releases, pooling="together"):
    policies = (Policy("Eve", EVE),)
    return Workspace(PROFILE, releases=releases, policies=policies, pooling=Pooling(pooling))


def held(*pairs, name="Order", recipient="Shop"):
    return Release(name, recipient, Record.of(*pairs))


@thorough
@given(works())
def test_it_is_the_incremental_leakage_of_the_letter_after_the_erasure(case):
    work, request = case
    work = replace(work, policies=(Policy("Eve", EVE),))
    request = replace(request, kind="erasure")
    now = [r.record for r in work.releases if r.erasure != "done"]
    left = [r.record for r in work.releases if r.erasure != "done" and r.recipient != request.recipient]
    stated = [pair for pair in request.stated if pair in given_to(work, request.recipient)]
    told = request_disclosure(work, request)
    direct = incremental_leakage(left, Record.of(*stated), work.reference, EVE)
    assert told.before == pytest.approx(information_leakage(now, work.reference, EVE).leakage, abs=1e-12)
    assert told.without == pytest.approx(direct.before, abs=1e-12)
    assert told.told_by_letter == pytest.approx(direct.increment, abs=1e-12)
    assert told.insisted == pytest.approx(told.letter, abs=1e-12)
    assert told.letter_backfires == (direct.after > told.before + 5e-7)


def test_an_erasure_that_states_what_is_held_takes_more_back_than_it_tells():
    order = held(*PROFILE)
    ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",), stated=(("Email", "al@x.example"),))
    told = request_disclosure(person(order), ask)
    assert told.removed == pytest.approx(1.0) and 0.0 < told.told_by_letter < told.removed
    assert not told.letter_backfires and not told.answering_backfires


def test_a_recipient_that_wants_an_identity_document_learns_more_than_it_forgets():
    order = held(("Email", "al@x.example"))
    ask = SubjectRequest("a", "Shop", "erasure", releases=("Order",), stated=(("Email", "al@x.example"),))
    told = request_disclosure(person(order), ask, Contact("shop.example", needs_id=True))
    assert not told.letter_backfires and told.answering_backfires
    record = Record.of(("Email", "al@x.example"), ("Name", "Al"), ("Date of birth", "1990"), ("Photo", "me"))
    reference = Record.of(*PROFILE)
    assert told.insisted == pytest.approx(information_leakage([record], reference, EVE).leakage)


def test_a_letter_that_joins_what_was_apart_backfires_though_it_states_only_what_is_held():
    apart = (held(("Name", "Al"), ("Phone", "5")), held(("Email", "al@x.example"), name="Alias"))
    both = (("Name", "Al"), ("Email", "al@x.example"))
    told = request_disclosure(person(*apart), SubjectRequest("a", "Shop", "access", stated=both))
    assert told.letter_backfires
    one = request_disclosure(person(*apart), SubjectRequest("a", "Shop", "access", stated=both[:1]))
    assert not one.letter_backfires and one.told_by_letter == 0.0


def test_what_the_recipient_learns_counts_though_another_one_knows_more():
    shop, bank = held(("Name", "Al", 0.5)), held(*PROFILE, name="Loan", recipient="Bank")
    ask = SubjectRequest("a", "Shop", "access", stated=(("Name", "Al"),))
    told = request_disclosure(person(shop, bank, pooling="alone"), ask)
    assert told.before < told.letter < 1.0 and told.letter_backfires


def test_an_objection_takes_back_what_sharing_tells():
    shop, bank = held(("Name", "Al"), ("Phone", "5")), held(("Name", "Al"), ("Photo", "me"), recipient="Bank", name="L")
    told = request_disclosure(person(shop, bank), SubjectRequest("a", "Shop", "objection", stated=(("Name", "Al"),)))
    apart = max(information_leakage([r.record], Record.of(*PROFILE), EVE).leakage for r in (shop, bank))
    assert told.without == pytest.approx(apart) and told.removed > 0.0 and not told.letter_backfires


def test_a_correction_tells_what_is_right():
    wrong = held(("Name", "Al"), ("Phone", "6"))
    ask = SubjectRequest("a", "Shop", "correction", releases=("Order",), corrections=(("Phone", "6", "5"),))
    assert request_disclosure(person(wrong), ask).letter_backfires
    only_removed = request_disclosure(person(wrong), replace(ask, corrections=(("Phone", "6", ""),)))
    assert only_removed.without > only_removed.before


def test_an_erasure_of_what_confuses_her_backfires_whatever_the_letter_says():
    order, lie = held(("Name", "Al"), ("Phone", "5")), held(("Name", "Al"), ("Phone", "6"), recipient="Bank", name="L")
    ask = SubjectRequest("a", "Bank", "erasure", releases=("L",), stated=(("Name", "Al"),))
    told = request_disclosure(person(order, lie), ask)
    assert told.request_backfires and told.told_by_letter == pytest.approx(0.0) and told.backfires


def test_an_adversary_who_is_not_in_use_is_looked_at_too():
    apart = (held(("Name", "Al"), ("Phone", "5")), held(("Email", "al@x.example"), ("Photo", "me"), name="Alias"))
    both = (("Name", "Al"), ("Email", "al@x.example"))
    careful = Policy("Careful", Adversary((Resolve(Shares("Name", "Phone")),)))
    work = replace(person(*apart), policies=(careful, *person().policies), chosen="Careful")
    ask = SubjectRequest("a", "Shop", "access", stated=both)
    assert not request_disclosure(work, ask).backfires and policies_that_gain(work, ask) == ("Eve",)
    assert policies_that_gain(replace(work, chosen="Eve"), ask) == ()
