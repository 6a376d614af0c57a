"""What a person types is text: never markdown, never HTML, on no page, whatever it is the name of."""

import json
from dataclasses import replace

import pytest

from leakage import Record, Shares
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.starting import policy
from leakage.workspace.subject_request import SubjectRequest
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from tests.pages.helpers import (
    PAGES,
    add_release,
    charts,
    current,
    go,
    marked_up,
    press,
    run,
    say_how_sure,
    sound,
    start,
    texts,
    type_into,
)

HOSTILE = {
    "image": "![x](http://192.0.2.1/a.png)",
    "html": "<img src=http://192.0.2.1/b>",
    "formula": "$x_1$",
    "colour": ":red[y]",
    "icon": ":material/bug:",
    "link": "[z](http://192.0.2.1)",
}

# Where a word stands does not depend on the word: one is looked for everywhere, the others where there is time.
WORDS = [
    pytest.param(word, id=kind, marks=() if kind == "html" else pytest.mark.slow) for kind, word in HOSTILE.items()
]


def hostile_work(word):
    """Every name a person can give holds the word, and every page has something to show."""
    label, value = f"L{word}", f"V{word}"
    mine = ((label, value), ("Name", f"N{word}"))
    told = Record.of((label, value), (f"M{word}", f"W{word}"), ("Name", f"N{word}", 0.5))
    given = tuple(Release(f"{n}{word}", f"R{n}{word}", told, "") for n in range(3))
    return Workspace(
        profile=mine,
        weights=tuple((pair[0], 2.0) for pair in mine),
        releases=given,
        background=(Record.of((f"M{word}", f"B{word}"), ("Name", f"N{word}")), Record.of((label, f"C{word}"))),
        policies=(policy(f"P{word}", Shares(label)), policy(f"Q{word}", Shares("Name", label))),
        chosen=f"P{word}",
        pooling=Pooling("coalitions", (Coalition(f"K{word}", tuple(release.recipient for release in given[:2])),)),
        plans=(Release(f"A{word}", f"R0{word}", told), Release(f"E{word}", f"F{word}", Record.of((label, value)))),
        names=((label, f"D{word}"),),
        title=f"T{word}",
        requests=(_request(word, "correction", pair=(label, value)), _request(word, "erasure", pair=(label, value))),
    )


def _request(word, kind, pair):
    steps = (("drafted", "2020-01-31"), ("sent", "2020-02-01"))
    return SubjectRequest(
        *(f"{kind}{word}", f"R0{word}", kind, "gdpr", "en"), (f"0{word}",), (pair,), ((*pair, f"X{word}"),), steps
    )


def found(at, word):
    return sorted({where for where, text in marked_up(at) if word in text})


@pytest.mark.parametrize("word", WORDS)
def test_no_page_reads_what_was_typed_as_markup(word):
    work = hostile_work(word)
    at = start(work)
    seen = {}
    for page in PAGES:
        seen[page] = found(sound(go(at, page)), word)
    assert {page: places for page, places in seen.items() if places} == {}
    assert current(at).releases == work.releases


def test_no_pooling_reads_what_was_typed_as_markup():
    """Coalitions are looked at above, and all together below."""
    word = HOSTILE["html"]
    at = start(replace(hostile_work(word), pooling=Pooling("alone")))
    assert [page for page in PAGES if found(go(at, page), word)] == []


def test_the_word_is_on_the_pages_at_all():
    """Otherwise the tests above would look at nothing."""
    word = HOSTILE["html"]
    at = start(hostile_work(word))
    for page in ("start", "adversary", "planned_release", "leakage"):
        assert any(word in text for text in texts(go(at, page)))
    assert "&lt;img" in json.dumps(charts(at))


@pytest.mark.parametrize("word", WORDS)
def test_no_sentence_about_wrong_input_reads_it_as_markup(word):
    work = hostile_work(word)
    at = start(work, "profile")
    type_into(at, "profile", rows=[{"label": word, "value": word}] * 2)
    assert found(at, word) == []
    go(at, "releases")
    say_how_sure(at, "releases")
    type_into(at, "releases-surety", {0: {"r0": "7"}})
    assert any(word in text for text in texts(at)) and found(at, word) == []
    type_into(press(go(at, "adversary"), "policy-new"), "rules", rows=[{"labels": [f"X{word}"], "exact": False}])
    assert any(f"X{word}" in text for text in texts(at)) and found(at, word) == []


@pytest.mark.parametrize("word", WORDS)
def test_no_file_is_read_as_markup(word):
    at = start(hostile_work(word), "releases")
    quoted = '"' + word.replace('"', '""') + '"'
    at.file_uploader[0].upload("a.csv", f"release,{quoted}\n{quoted},{quoted}\n".encode(), "text/csv")
    assert found(run(at), word) == []
    go(at, "start")
    copy = json.loads(workspace_to_json(hostile_work(word)))
    for part in ("profile", "releases", "policies", "pooling", "weights", word):
        at.file_uploader[0].set_value(None)
        at.file_uploader[0].upload("a.json", json.dumps({**copy, part: word}).encode(), "application/json")
        assert len(run(at).main.error) == 1
        assert found(at, word) == []


@pytest.mark.parametrize("word", WORDS)
def test_no_recipient_typed_is_read_as_markup(word):
    at = start(replace(hostile_work(word), releases=(), plans=(), pooling=Pooling()), "releases")
    add_release(at, "releases", word, "Online shop")
    assert current(at).recipient_names == (word,)
    for page in PAGES:
        assert found(go(at, page), word) == []
