"""The report: what it says, what it keeps to itself, and that it asks for nothing."""

import datetime
import html
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.record import UNTYPED
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.everyday import new_work
from leakage.workspace.figures.count import count
from leakage.workspace.person import typed
from leakage.workspace.report import MASK, POLICY, Values, bars, report
from leakage.workspace.vocabulary import percent
from leakage.workspace.workspace import Pooling, Release, Workspace
from tests.pages.helpers import whole_leakage
from tests.pages.test_every_page import hostile_work
from tests.starting import plain_person
from tests.strategies import quick

REAL = plain_person().workspace
DAY = datetime.date(2026, 3, 1)
SCENARIOS = (*PAPER_SCENARIOS, plain_person())
# Without a profile or a release there is nothing to report.
WITH_RELEASES = [scenario for scenario in SCENARIOS if scenario.workspace.profile and scenario.workspace.releases]


class Reader(HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, content):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self._open = [], {}, []
        self.feed(content.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag, "tags are nested"

    def handle_data(self, data):
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)

    @property
    def text(self):
        return " ".join(text for tag, texts in self.texts.items() if tag != "style" for text in texts)


@cache
def made(work=REAL, show=False):
    return report(work, DAY, show)


@pytest.mark.parametrize("scenario", WITH_RELEASES[::4], ids=lambda scenario: scenario.key)
def test_the_headline_is_the_figure_of_every_page(scenario):
    seen = Reader(made(scenario.workspace))
    leakage = whole_leakage(scenario.workspace)
    assert (
        seen.texts["strong"][0] == f"{count(scenario.workspace).sentence}."
        and f"Leakage {percent(leakage)}:" in seen.text
    )
    assert f"{leakage:.12g}"[:10] in seen.text


@pytest.mark.parametrize("show", [False, True])
def test_nothing_in_it_asks_for_anything(show):
    content = made(show=show).decode()
    seen = Reader(content.encode())
    tags = {tag for tag, _ in seen.elements}
    assert not tags & {
        *["script", "link", "img", "image", "iframe", "object", "embed", "base", "form", "a", "use", "audio"]
    }
    for _, attributes in seen.elements:
        assert not {
            name for name in attributes if name.startswith("on") or name in ("src", "href", "xlink:href", "style")
        }
    assert not re.search(r"url\((?!#)", content) and "@import" not in content and "http://" not in content
    assert content.count("https://") == 0
    metas = [attributes for tag, attributes in seen.elements if tag == "meta"]
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in metas
    assert POLICY == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    # The policy stands before whatever it is to hold for.
    assert content.index("Content-Security-Policy") < content.index("<style>")


def test_values_are_masked_unless_asked_for():
    values = {value for _, value in REAL.profile} | {a.value for release in REAL.releases for a in release.record}
    values |= {a.value for record in REAL.background for a in record}
    plain = {*REAL.labels, *REAL.recipient_names, *(release.name for release in (*REAL.releases, *REAL.plans))}
    secret = {value for value in values if not any(value in name for name in plain) and not value.isdecimal()}
    assert len(secret) > 50
    masked, shown = html.unescape(made().decode()), html.unescape(made(show=True).decode())
    assert [value for value in secret if value in masked] == []
    assert MASK in masked and MASK not in shown
    assert len([value for _, value in REAL.profile if value in shown]) == len(REAL.profile)
    assert REAL.title not in masked and REAL.title in shown


@pytest.mark.parametrize("show", [True, False])
def test_a_fact_that_was_not_typed_is_said_to_be_none(show):
    releases = (Release("Order", "shop.example", Record.of(("Email", UNTYPED))),)
    work = replace(typed(new_work(), "Name", "Ann Sample"), releases=releases)
    seen = Reader(made(work, show)).text
    assert "not typed" in seen and "\0" not in seen and ("Ann Sample" in seen) == show
    numbers = Values([("Email", UNTYPED), ("Email", "a@b.c")], show)
    assert numbers.text("Email", UNTYPED) == "not typed" and numbers.text("Email", "a@b.c") in (MASK, "a@b.c")


def test_the_order_of_masked_facts_does_not_follow_their_values():
    record = Record.of(("Phone", "a"), ("Phone", "b"), ("Phone", "c"))
    orders = []
    for spelling in (("a", "b", "c"), ("c", "b", "a")):
        profile, releases = tuple(("Phone", value) for value in spelling), (Release("R", "S", record),)
        work = Workspace(profile, releases=releases, policies=REAL.policies)
        orders.append(re.findall(rf"{MASK}\s\d", made(work).decode()))
    assert orders[0] == orders[1]


HOSTILE_TEXT = r"""
<b> </b> < > & &lt; &#39; " ' <!-- --> ]]> </title> </style> </svg> <script>alert(1)</script> <img/src=x>
{{ 7*7 }} {{ figures }} {% set x = 1 %} {% raw %} {# #} {} {0} {name} %s %(x)s
javascript:alert(1) \" onload=x // ` Zoë"""
PIECES = [*HOSTILE_TEXT.split(), "\u202e", "\ud7ff", "\x01"]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=6).map(" ".join)


def render_shown(text):
    """Text as a file can have it: without control characters, and without halves of characters."""
    text = "".join("\ufffd" if (ord(c) < 32 and c not in "\t\n\r") or 127 <= ord(c) < 160 else c for c in text)
    return text.encode(errors="replace").decode()


def structure(seen):
    """All elements and their attributes but for what charts say in words; masks and order may differ."""
    return Counter((tag, *sorted(set(attributes) - {"aria-label"})) for tag, attributes in seen.elements)


@quick
@given(hostile, st.sampled_from(["coalitions", "together", "alone", "releases"]), st.booleans())
def test_whatever_is_typed_never_becomes_markup(word, kind, show):
    """As many elements, with the same attributes, as with a harmless word; and the word is there whole."""

    def seen_of(typed):
        work = hostile_work(typed)
        return Reader(made(replace(work, pooling=work.pooling if kind == "coalitions" else Pooling(kind)), show))

    seen = seen_of(word)
    assert structure(seen) == structure(seen_of("harmless"))
    own_words = "".join(seen.texts["bdi"])
    assert render_shown(f"D{word} (L{word})") in own_words and render_shown(f"A{word}") in own_words
    assert (render_shown(f"V{word}") in own_words) == show


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)


@quick
@given(st.lists(st.tuples(words, st.floats(0, 1), st.booleans()), max_size=8), words, words)
def test_a_chart_says_what_it_shows(shown, question, description):
    svg = ET.fromstring(bars(question, description, shown))
    assert svg.get("role") == "img" and svg.get("aria-label") == f"{question} {description}"
    assert (svg.find("title").text or "", svg.find("desc").text or "") == (question, description)
    assert [float(bar.get("width")) for bar in svg.iter("rect")] == [
        pytest.approx(max(362 * share, 0.5), rel=1e-5) for _, share, _ in shown
    ]
    assert [bar.get("class") for bar in svg.iter("rect")] == ["right" if filled else "missing" for *_, filled in shown]
