"""The report: what it says, what it keeps to itself, and that it asks for nothing."""

import datetime
import html
import random
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.report.render import MASK, MOST_ROWS, POLICY, Values, report, report_figures
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vocabulary import count, percent
from leakage.workspace.workspace import Coalition, Pooling, Release
from tests.pages.helpers import whole_leakage
from tests.pages.test_values_are_no_markup import HOSTILE, hostile_work
from tests.strategies import quick
from tests.workspace.test_with_files import any_work

REAL = realistic_person().workspace
DAY = datetime.date(2026, 3, 1)
SCENARIOS = (*PAPER_SCENARIOS, realistic_person())
REPORTS = {}
# Without a profile or a release there is nothing to report.
TOLD = [scenario for scenario in SCENARIOS if scenario.workspace.profile and scenario.workspace.releases]


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


def made(work=REAL, show=False):
    key = (work, show)
    if key not in REPORTS:
        REPORTS[key] = report(report_figures(work), DAY, show)
    return REPORTS[key]


@pytest.mark.parametrize("scenario", TOLD, ids=lambda scenario: scenario.key)
def test_the_headline_is_the_figure_of_every_page(scenario):
    seen = Reader(made(scenario.workspace))
    leakage = whole_leakage(scenario.workspace)
    assert seen.texts["strong"][0].endswith(f"of you: {percent(leakage)}")
    assert f"{leakage:.12g}"[:10] in seen.text


def test_all_that_was_promised_stands_in_it():
    seen = Reader(made())
    assert seen.texts["h2"] == [
        "Who knows how much, alone and together?",
        "What does she have right, what wrong, and what is she missing?",
        "Which records did she join, and why?",
        "What gives most away?",
        "What would you give away next?",
        "What is most worth having deleted?",
        "How is the figure worked out?",
        "How this is measured",
    ]
    for recipient in REAL.recipient_names:
        assert recipient in seen.texts["bdi"]
    for release in (*REAL.releases, *REAL.plans):
        assert release.name in seen.text
    assert "same Name and Card" in seen.text and "2026-03-01" in seen.text
    assert "SDM 2012" in seen.text and "CIDR 2011" in seen.text
    assert {"right", "wrong", "she lacks it"} <= set(seen.texts["td"])


def test_every_chart_is_said_in_words():
    seen = Reader(made())
    charts = [attributes for tag, attributes in seen.elements if tag == "svg"]
    assert len(charts) == 6 == len(seen.texts["desc"]) == len(seen.texts["title"]) - 1
    assert all(chart["role"] == "img" and chart["aria-label"] for chart in charts)


@pytest.mark.parametrize("show", [False, True])
def test_nothing_in_it_asks_for_anything(show):
    content = made(show=show).decode()
    seen = Reader(content.encode())
    tags = {tag for tag, _ in seen.elements}
    assert not tags & {
        "script",
        "link",
        "img",
        "image",
        "iframe",
        "object",
        "embed",
        "base",
        "form",
        "a",
        "use",
        "audio",
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
    assert len(secret) > 200
    masked, shown = html.unescape(made().decode()), html.unescape(made(show=True).decode())
    assert [value for value in secret if value in masked] == []
    assert MASK in masked and MASK not in shown
    assert len([value for _, value in REAL.profile if value in shown]) == len(REAL.profile)
    assert REAL.title not in masked and REAL.title in shown


def test_masks_tell_values_of_a_label_apart_and_nothing_else():
    values = Values([("Phone", "2"), ("Phone", "1"), ("Name", "Alice")], shown=False)
    assert [values.text("Phone", "1"), values.text("Phone", "2"), values.text("Name", "Alice")] == [
        f"{MASK}\xa02",
        f"{MASK}\xa01",
        MASK,
    ]
    assert values.text("Phone", "never heard of") == MASK == values.text("City", "X")
    assert Values([], shown=True).text("City", "X") == "X"


def test_the_order_of_masked_facts_does_not_follow_their_values():
    told = Record.of(("Phone", "a"), ("Phone", "b"), ("Phone", "c"))
    orders = []
    for spelling in (("a", "b", "c"), ("c", "b", "a")):
        work = replace(
            REAL,
            profile=tuple(("Phone", value) for value in spelling),
            releases=(Release("R", "S", told),),
            plans=(),
            background=(),
            weights=(),
        )
        orders.append(re.findall(rf"{MASK}\s\d", made(work).decode()))
    assert orders[0] == orders[1]


@pytest.mark.parametrize("word", HOSTILE)
def test_what_a_person_typed_is_text(word):
    work = hostile_work(word)
    for pooling in (work.pooling, Pooling("together"), Pooling("alone")):
        seen = Reader(made(replace(work, pooling=pooling), show=True))
        assert {tag for tag, _ in seen.elements} <= ALLOWED
        assert word in seen.text


WORDS = """html head meta title style body h1 h2 h3 p div strong span section figure figcaption svg desc text rect line
path circle table thead tbody tr th td bdi dl dt dd ul li code"""
MATHS = "ol math mrow mfrac mi mn mo mtext msub msup msubsup msqrt"
ALLOWED = set(f"{WORDS} {MATHS}".split())


HOSTILE_TEXT = r"""
<b> </b> < > & &lt; &#39; " ' <!-- --> ]]> </title> </style> </svg> <script>alert(1)</script> <img/src=x>
{{ 7*7 }} {{ figures }} {% set x = 1 %} {% raw %} {# #} {} {0} {name} %s %(x)s
javascript:alert(1) \" onload=x // ` Zoë"""
PIECES = [*HOSTILE_TEXT.split(), "\u202e", "\ud7ff", "\x01"]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=6).map(" ".join)


def shown(text):
    """Text as a file can have it: without control characters, and without halves of characters."""
    text = "".join("\ufffd" if (ord(c) < 32 and c not in "\t\n\r") or 127 <= ord(c) < 160 else c for c in text)
    return text.encode(errors="replace").decode()


def structure(seen):
    """All elements and their attributes but for what charts say in words; masks and order may differ."""
    return Counter((tag, *sorted(set(attributes) - {"aria-label"})) for tag, attributes in seen.elements)


@quick
@given(hostile, st.sampled_from(["coalitions", "together", "alone"]), st.booleans())
def test_whatever_is_typed_never_becomes_markup(word, kind, show):
    """As many elements, with the same attributes, as with a harmless word; and the word is there whole."""

    def seen_of(typed):
        work = hostile_work(typed)
        return Reader(made(replace(work, pooling=work.pooling if kind == "coalitions" else Pooling(kind)), show))

    seen = seen_of(word)
    assert structure(seen) == structure(seen_of("harmless"))
    own_words = "".join(seen.texts["bdi"])
    assert shown(f"D{word} (L{word})") in own_words and shown(f"A{word}") in own_words
    assert (shown(f"V{word}") in own_words) == (shown(f"T{word}") in own_words) == show


def test_only_known_elements_are_used():
    assert {tag for tag, _ in Reader(made()).elements} <= ALLOWED


@pytest.mark.parametrize("kind", ["together", "alone", "coalitions"])
def test_every_way_to_pool_is_told(kind):
    coalition = Coalition("The two", REAL.recipient_names[:2])
    work = replace(REAL, pooling=Pooling(kind, (coalition,) if kind == "coalitions" else ()))
    seen = Reader(made(work))
    assert seen.texts["strong"][0].endswith(percent(whole_leakage(work)))
    assert ("The two" in seen.text) == (kind == "coalitions")
    assert ("All recipients pool" in seen.text) == (kind == "together")


def test_work_with_little_in_it_makes_a_report_too():
    work = replace(
        REAL, releases=(Release("R", "S", Record.of(("Nothing of mine", "x"))),), plans=(), background=(), weights=()
    )
    seen = Reader(made(work))
    assert "Eve knows nothing of you: 0.0 %" in seen.text
    assert "No release is planned." in seen.text and "Nothing: no request" in seen.text


def test_a_long_table_is_cut_and_says_so():
    many = tuple(Release(f"R{n}", f"S{n}", Record.of(("Name", REAL.profile[0][1]))) for n in range(MOST_ROWS + 20))
    figures = report_figures(replace(REAL, releases=REAL.releases[:2], plans=()))
    alone = report_figures(replace(REAL, releases=many[:1], plans=(), background=())).alone
    seen = Reader(report(replace(figures, alone=alone * (MOST_ROWS + 20)), DAY))
    assert "and 21 more rows" in seen.text


def test_characters_that_no_file_has_do_not_stop_it():
    work = replace(REAL, releases=(Release("R\ud800\0", "S", REAL.releases[0].record),), plans=())
    assert b"R?" in made(work, show=True)


@pytest.mark.parametrize("scenario", TOLD, ids=lambda scenario: scenario.key)
def test_the_figure_is_worked_out_to_its_last_digit(scenario):
    seen = Reader(made(scenario.workspace))
    assert repr(whole_leakage(scenario.workspace)) in seen.texts["mn"]


def test_files_that_are_counted_are_said(tmp_path):
    _, held = any_work(random.Random(1), tmp_path)
    content = report(report_figures(held), DAY, False)
    told = f"Of {count(held.records_in_files, 'record')} in files besides, what matters is counted."
    assert told in " ".join(Reader(content).text.split())


def test_files_that_are_not_counted_are_said():
    held = replace(REAL, sources=(RecordsFile("/home/me/secret.csv", (("n", "Name"),)),))
    content = report(report_figures(held), DAY, True)
    assert "What Eve holds in 1 file besides is not counted here." in " ".join(Reader(content).text.split())
    assert b"secret" not in content
    assert "besides is not counted" not in " ".join(Reader(report(report_figures(REAL), DAY, True)).text.split())
