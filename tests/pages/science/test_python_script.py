"""The script of a work: run, it gives the page's figure to the last bit, whatever the work is."""

import ast
import io
from contextlib import redirect_stdout
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import leakage
from leakage import (
    Adversary,
    Correct,
    EditSimilarity,
    MatchFunction,
    NumericCloseness,
    PerComparison,
    PrefixSimilarity,
    Quadratic,
    Record,
    Resolve,
    TableSimilarity,
    ValueCounts,
)
from leakage.record import UNTYPED
from leakage.resolution.operations import ResolvePerSource
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.person import with_value
from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from pages.science.python_script import python_script
from tests.resolution import kinds
from tests.strategies import pairs, quick, records, seeds, thorough, weight_values
from tests.workspace.every_part import every_part

SCENARIOS = (*PAPER_SCENARIOS, realistic_person())
WORDS = ("Ann", "Anna", "anna ", "Katherine", "Katharine", "1", "2", "3", "x", "2*")
ANY_RECORD = records(labels="NPCBD", values=WORDS)
who = st.sampled_from(["Shop", "Bank", "All together"])


def written(draw):
    """An operation of any kind that has a text: a function of one's own has none."""
    while True:
        step = kinds.operation(draw)
        rules = step.joins_by.single_rules if step.joins_by else ()
        if not isinstance(step, ResolvePerSource) and not any(isinstance(rule, MatchFunction) for rule in rules):
            return step


steps = seeds.map(written)
similarities = st.one_of(
    st.builds(NumericCloseness, st.floats(0.1, 10.0)),
    st.just(PrefixSimilarity()),
    st.builds(EditSimilarity, st.sampled_from(["levenshtein", "jaro_winkler"]), st.floats(0.0, 1.0)),
    st.just(TableSimilarity((("1", "2", 0.7), ("Katherine", "Katharine", 0.1)))),
)
counts = st.dictionaries(
    st.sampled_from("NPC"), st.dictionaries(st.sampled_from(WORDS), st.floats(0.1, 9.0), min_size=1), max_size=2
)
# Few names, so that some are those of releases.
release_names = st.text(min_size=1) | st.sampled_from("ab")
poolings = st.builds(
    Pooling,
    st.sampled_from(["together", "alone", "coalitions", "releases"]),
    st.lists(st.builds(Coalition, who, st.lists(who, max_size=2).map(tuple)), max_size=2).map(tuple),
    st.booleans(),
    st.lists(release_names, max_size=2).map(tuple),
)
costs = st.one_of(st.builds(PerComparison, st.floats(0.0, 9.0)), st.builds(Quadratic, st.floats(0.0, 9.0)))
works = st.builds(
    Workspace,
    profile=st.lists(pairs(values=WORDS), min_size=1, max_size=4, unique=True).map(tuple),
    weights=st.dictionaries(st.sampled_from("NPC"), weight_values).map(lambda given: tuple(given.items())),
    releases=st.lists(st.builds(Release, release_names, who, ANY_RECORD), max_size=4, unique_by=lambda r: r.name).map(
        tuple
    ),
    background=st.lists(ANY_RECORD, max_size=3).map(tuple),
    policies=st.builds(
        lambda some, cost: (Policy("Eve", Adversary(*some, cost=cost)),), st.lists(steps, max_size=3), costs
    ),
    pooling=poolings,
    similarities=st.dictionaries(st.sampled_from("NPC"), similarities).map(lambda given: tuple(given.items())),
    statistics=st.sampled_from(["none", "background", "table"]),
    value_counts=counts.map(ValueCounts),
)


def run(script):
    """What a script computes and prints, with nothing at hand but the library."""
    names, printed = {"__name__": "script"}, io.StringIO()
    with redirect_stdout(printed):
        exec(compile(script, "script", "exec"), names)
    return names, printed.getvalue()


def agrees(work):
    assessed = assess(work)
    names, _ = run(python_script(work))
    assert [pool.leakage for pool in names["known"].values()] == [pool.result.leakage for pool in assessed]
    assert [pool.resolution.cost for pool in names["known"].values()] == [
        pool.result.resolution.cost for pool in assessed
    ]
    assert [pool.composite for pool in names["known"].values()] == [pool.result.composite for pool in assessed]
    most = worst(assessed)
    assert names["leakage"] == (most.result.leakage if most else 0.0)


def with_states(work, untyped, presumed, shares):
    """The work where some facts were not typed, and every release presumes some."""
    for label, value in work.profile:
        if label in untyped:
            work = with_value(work, (label, value), UNTYPED)
    releases = tuple(replace(release, presumed=tuple(dict(presumed).items())) for release in work.releases)
    return replace(work, releases=releases, shares_weights=shares)


untyped_works = st.builds(
    with_states,
    works,
    st.sets(st.sampled_from("NPC")),
    st.lists(st.tuples(st.sampled_from("NPC"), st.sampled_from([0.0, 0.3, 0.7])), max_size=3),
    st.booleans(),
)


@thorough
@given(untyped_works)
def test_the_script_of_a_work_with_facts_untyped_and_presumed_gives_its_figure(work):
    agrees(work)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.key)
def test_the_script_of_an_example_gives_its_figure(scenario):
    agrees(scenario.workspace)
    for pooling in (Pooling("alone"), Pooling("together", resolve_first=True)):
        agrees(replace(scenario.workspace, pooling=pooling))


def test_the_script_of_a_work_with_every_part_gives_its_figure():
    for policy in every_part().policies:
        agrees(replace(every_part(), chosen=policy.name))


@quick
@given(works, st.sampled_from(["done", "asked"]))
def test_what_was_erased_is_known_no_more(work, status):
    agrees(marked(work, work.releases[:1], status))


HOSTILE = ["{}", "{name}", '"""', "'''", "\\", "\\'", "\n", "'); raise SystemExit #", "\u202e", "\ud800", "%s", "\0"]


@quick
@given(st.lists(st.sampled_from(HOSTILE) | st.text(min_size=1), min_size=4, max_size=4, unique=True))
def test_no_value_name_or_label_is_run(texts):
    label, value, name, recipient = texts
    work = Workspace(
        ((label, value),),
        ((label, 2.0),),
        (Release(name, recipient, Record.of((label, value))),),
        policies=(Policy(name, Adversary((Correct({(label, name): value}),))),),
        pooling=Pooling("coalitions", (Coalition(value, (recipient,)),), True),
        title=name,
    )
    agrees(work)
    # All of it is literals, names of the library and its own few lines.
    assert python_script(replace(work, title="")) == python_script(work)


@quick
@given(works)
def test_a_script_uses_public_names_of_the_library_only(work):
    tree = ast.parse(python_script(work))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [node.module for node in imported] == ["leakage"]
    names = [alias.name for alias in imported[0].names]
    assert names == sorted(names) and set(names) <= set(leakage.__all__)
    loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert set(names) <= loaded
    assert {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} <= {
        "of",
        "items",
        "values",
        "leakage",
    }


def test_a_rule_of_ones_own_has_no_text():
    eve = Adversary((Resolve(MatchFunction(lambda left, right: True, "N")),))
    with pytest.raises(ValueError, match="a MatchFunction cannot be written as Python"):
        python_script(Workspace((("N", "canary"),), policies=(Policy("Eve", eve),)))
