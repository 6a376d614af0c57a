"""Pictures that move: every number in them is that of the library, and of the slow definitions."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Adversary, Record, Resolve, Shares, information_leakage
from leakage.lessons import Choice, Number, pictures
from leakage.lessons.catalogue import LESSONS
from leakage.lessons.pictures import markup, picture_of
from leakage.lessons.pictures.desk import desk_of_finds
from leakage.measure.leakage import record_leakage
from leakage.resolution.dip import dip
from leakage.resolution.operations import MERGES, union_merge
from leakage.workspace.vocabulary import MEANINGS
from tests.oracles import measure as slow
from tests.oracles import resolution as slowly_resolved
from tests.resolution import kinds
from tests.strategies import databases, policies, records, references, thorough, weights

DRAWN = [
    pytest.param(lesson, place, id=f"{lesson.key}-{place}")
    for lesson in LESSONS
    for place, step in enumerate(lesson.steps)
    if step.picture is not None
]
SURE = st.just(1.0)


class Parsed(HTMLParser):
    """The elements of a picture, each with its attributes, in their order; what was not closed stays open."""

    VOID = ("input", "img")

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    def having(self, name):
        return [attributes for _, attributes in self.elements if name in attributes]


def names(given):
    return [f"r{number}" for number in range(len(given))]


# Joining: the joins are those of the resolution, in its order, and every card has the leakage of what lies in it.


@given(databases(confidences=SURE), policies, references, weights)
@thorough
def test_cards_are_joined_as_records_are(given, match, reference, weights):
    adversary = Adversary(Resolve(match))
    desk = pictures.desk_of(given, names(given), adversary, reference, weights)
    resolution = adversary.resolve(given)
    assert [join.shared for join in desk.joins] == [join.key.shared for join in resolution.evidence]
    for join in desk.joins:
        parts = [desk.all_cards[number] for number in (join.left, join.right)]
        assert all(pair in part.record for part in parts for pair in join.shared)
        assert sorted(join.card.names) == sorted(name for part in parts for name in part.names)
        members = [int(name[1:]) for name in join.card.names]
        assert join.card.record == slowly_resolved.merged(given, members, union_merge)
    for card in desk.all_cards:
        assert slow.near(card.leakage, slow.leakage(card.record, reference, weights))
    left = [desk.all_cards[number].names for number in desk.lying(len(desk.joins))]
    closure = slowly_resolved.closure(given, match, union_merge)
    assert sorted(left) == sorted(tuple(f"r{number}" for number in members) for members in closure)
    if given:
        known = information_leakage(given, reference, adversary, weights).leakage
        assert desk.leakage(len(desk.joins)) == known


@given(databases(max_size=6), st.randoms(use_true_random=False), st.sampled_from([*MERGES.values()]), references)
@thorough
def test_a_desk_ends_with_the_composites_or_there_is_none(given, draw, merge, reference):
    """Under every rule and merge, with doubts."""
    match = kinds.rule(draw)
    adversary = Adversary(Resolve(match, merge))
    desk = pictures.desk_of(given, names(given), adversary, reference)
    resolution = adversary.resolve(given)
    if desk is None:
        # Only where merging in the order of joins is not merging in the order of records.
        assert not resolution.evidence or merge is not union_merge
        return
    assert len(desk.joins) == len(given) - len(resolution.composites)
    lying = [desk.all_cards[number] for number in desk.lying(len(desk.joins))]
    assert sorted(sorted(card.names) for card in lying) == sorted(
        sorted(f"r{number}" for number in members) for members in resolution.members
    )


@given(records(confidences=SURE), databases(confidences=SURE), policies, references)
@thorough
def test_what_adheres_to_a_query_is_what_dipping_finds(query, given, match, reference):
    steps = dip(query, given, Adversary(Resolve(match))).steps
    found = [(step.record, step.key.shared, step.composite) for step in steps]
    desk = desk_of_finds(query, given, names(given), found, reference, None, {}, "the query")
    composite, members = slowly_resolved.dip(query, given, match, union_merge)
    assert {int(name[1:]) for join in desk.joins for name in join.card.names[1:]} == set(members)
    assert slow.near(desk.leakage(len(desk.joins)), slow.leakage(composite, reference))
    assert desk.most_telling(len(desk.joins)) == len(desk.all_cards) - 1 if desk.joins else desk.most_telling(0) == 0


@given(databases(confidences=SURE), policies, references)
@thorough
def test_the_html_has_every_card_at_its_time_with_its_number(given, match, reference):
    desk = pictures.desk_of(given, names(given), Adversary(Resolve(match)), reference)
    if not desk.joins:
        return
    html = Parsed(pictures.joining(desk))
    cards = {int(card["data-card"]): card for card in html.having("data-card")}
    for joins in range(len(desk.joins) + 1):
        there = {number for number, card in cards.items() if str(2 * joins) in card["data-in"].split()}
        assert there == set(desk.lying(joins))
    assert [number for number, card in cards.items() if "hidden" not in card] == list(desk.lying(0))
    for number, card in cards.items():
        assert card["aria-label"] == desk.all_cards[number].name
    shown = html.having("data-words")[0]["data-words"].split("|")
    assert shown == [markup.share(desk.leakage(state // 2)) for state in range(2 * len(desk.joins) + 1)]
    lit = {state for fact in html.having("data-lit") for state in map(int, fact["data-lit"].split())}
    assert lit == {2 * place + 1 for place, join in enumerate(desk.joins) if join.shared}


# The worlds.


@given(records(confidences=st.sampled_from([0.25, 0.5, 1.0]), max_size=3), references, weights, st.data())
@thorough
def test_worlds_add_up_to_the_leakage_at_every_confidence(record, reference, weights, data):
    doubtful = [a for a in record if a.confidence < 1.0]
    if not doubtful:
        with pytest.raises(ValueError, match="in doubt"):
            pictures.doubt_of(record, reference, weights)
        return
    doubt = pictures.doubt_of(record, reference, weights)
    assert len(doubt.worlds) == 2 ** len(doubtful)
    moved = data.draw(st.lists(st.floats(0.0, 1.0), min_size=len(doubtful), max_size=len(doubtful)))
    for confidences in (doubt.confidences, moved):
        sure = dict(zip((a.pair for a in doubtful), confidences, strict=True))
        changed = Record.of(*((*a.pair, sure.get(a.pair, 1.0)) for a in record))
        assert doubt.leakage(confidences) == pytest.approx(record_leakage(changed, reference, weights), abs=1e-12)


# The pictures of the lessons: the answer is what they come to.


@pytest.mark.parametrize(("lesson", "place"), DRAWN)
def test_a_picture_shows_the_answer_of_its_step(lesson, place):
    step = lesson.steps[place]
    if step.derivation is None:
        return
    html, value = Parsed(picture_of(step)), step.derivation.value
    words = html.having("data-words")[0]["data-words"].split("|")
    widths = [float(width) for width in html.having("data-words")[0]["data-widths"].split()]
    match step.question:
        case Number(unit="points"):
            assert widths[-1] - widths[0] == pytest.approx(100 * value, abs=0.02)
        case Number(unit="records"):
            at_last = sum(str(len(words) - 1) in card["data-in"].split() for card in html.having("data-card"))
            assert value in (at_last, (len(words) - 1) / 2)
        case Number() | Choice():
            assert words[-1] == markup.share(value)


def test_each_of_the_two_is_in_its_lessons():
    seen = {
        (number, re.search('data-picture="(.*?)"', picture_of(step)).group(1))
        for number, lesson in enumerate(LESSONS, 1)
        for step in lesson.steps
        if step.picture is not None
    }
    joining = {(number, "joining") for number in (3, 4, 5, 6)}
    assert seen == joining | {(2, "worlds")}


# What a document needs: Streamlit takes out some elements, and the Content-Security-Policy some ways.


@pytest.mark.parametrize(("lesson", "place"), DRAWN)
def test_a_picture_is_plain_html(lesson, place):
    html = Parsed(picture_of(lesson.steps[place]))
    assert not html.open
    assert not {tag for tag, _ in html.elements} & {"script", "style", "svg", "link", "iframe", "form"}
    for tag, attributes in html.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("id", "href")]
        if tag == "input":
            assert "aria-label" in attributes or "aria-valuetext" in attributes


def test_values_mean_themselves():
    odd = '<b title="x">&amp;'
    record = Record.of((odd, odd))
    desk = pictures.desk_of([record, record], [odd, odd], _joining_by(odd), record)
    doubt = pictures.doubt_of(Record.of((odd, odd, 0.5)), record)
    for html in (pictures.joining(desk, odd), pictures.worlds(doubt, odd)):
        assert "<b title" not in html
        assert odd in "".join(Parsed(html).texts)


def _joining_by(label):
    return Adversary(Resolve(Shares(label)))


def test_the_script_and_the_style_ask_nobody():
    for text in (pictures.script(), pictures.style()):
        assert not re.search(r"https?:|//[a-z]|fetch|XMLHttp|\bimport\b(?!ant)|\beval\b|innerHTML|url\(|Function", text)
    # Either may stand inside an element of its own.
    assert "</" not in pictures.script() + pictures.style()


def test_right_and_wrong_have_the_colours_of_the_charts():
    colours = dict(re.findall(r"--(right|wrong): (#\w+);", pictures.style()))
    assert colours == {meaning: MEANINGS[meaning] for meaning in ("right", "wrong")}
