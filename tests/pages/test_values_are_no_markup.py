"""What a person types is text: never markdown, never HTML, on no page, whatever it is the name of."""

import json

from leakage import Record, Shares
from leakage.workspace.release import SubjectRequest
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from tests.pages.helpers import (
    PAGES,
    charts,
    current,
    go,
    marked_up,
    sound,
    start,
    texts,
)
from tests.starting import policy

# Of a long word only the beginning may be shown, in charts forty signs: first comes what charts read.
HOSTILE = (
    "<img src=http://192.0.2.1/b>",
    "$x_1$",
    ":red[y]",
    ":material/bug:",
    "[z](http://192.0.2.1)",
    "![x](http://192.0.2.1/a.png)",
)
# Where a word stands does not depend on the word: all are looked for at once.
WORD = " ".join(HOSTILE)


def hostile_work(word):
    """Every name a person can give holds the word, and every page has something to show."""
    label, value = f"L{word}", f"V{word}"
    mine = ((label, value), ("Name", f"N{word}"))
    record = Record.of((label, value), (f"M{word}", f"W{word}"), ("Name", f"N{word}", 0.5))
    given = tuple(Release(f"{n}{word}", f"R{n}{word}", record, "") for n in range(3))
    return Workspace(
        profile=mine,
        weights=tuple((pair[0], 2.0) for pair in mine),
        releases=given,
        background=(Record.of((f"M{word}", f"B{word}"), ("Name", f"N{word}")), Record.of((label, f"C{word}"))),
        policies=(policy(f"P{word}", Shares(label)), policy(f"Q{word}", Shares("Name", label))),
        chosen=f"P{word}",
        pooling=Pooling("coalitions", (Coalition(f"K{word}", tuple(release.recipient for release in given[:2])),)),
        plans=(Release(f"A{word}", f"R0{word}", record), Release(f"E{word}", f"F{word}", Record.of((label, value)))),
        names=((label, f"D{word}"),),
        title=f"T{word}",
        requests=(_request(word, "access", pair=(label, value)), _request(word, "erasure", pair=(label, value))),
    )


def _request(word, kind, pair):
    steps = (("drafted", "2020-01-31"), ("sent", "2020-02-01"))
    return SubjectRequest(*(f"{kind}{word}", f"R0{word}", kind, "gdpr", "en"), (f"0{word}",), (pair,), steps)


def found(at):
    return sorted({where for where, text in marked_up(at) if any(word in text for word in HOSTILE)})


def test_no_page_reads_what_was_typed_as_markup():
    work = hostile_work(WORD)
    at = start(work)
    seen = {}
    for page in PAGES:
        seen[page] = found(sound(go(at, page)))
    assert {page: places for page, places in seen.items() if places} == {}
    assert current(at).releases == work.releases


def test_the_word_is_on_the_pages_at_all():
    """Otherwise the tests above would look at nothing."""
    at = start(hostile_work(WORD))
    for page in ("releases", "planned_release", "leakage"):
        tables = [frame.value.to_csv() for frame in go(at, page).main.dataframe]
        assert any(WORD in text for text in (*texts(at), *tables)), page
    assert "&lt;img" in json.dumps(charts(go(at, "planned_release")))
