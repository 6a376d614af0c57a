"""What was computed as a script that computes it again, to the last bit, whatever the work is."""

import ast
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage import (
    Adversary,
    Correct,
    MatchFunction,
    Record,
    Resolve,
    ValueCounts,
)
from leakage.laboratory import Parameters, trend
from leakage.record import UNTYPED
from leakage.resolution.operations import ResolvePerSource
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.person import with_value
from leakage.workspace.workspace import Coalition, Policy, Pooling, Release, Workspace
from pages.science.python_script import python_script
from tests.pages.helpers import CASES, current, go, opened, press, ran, run, start, texts, whole_leakage
from tests.strategies import quick, seeds, thorough
from tests.workspace.every_part import every_part
from tests.workspace.figures.test_timeline import random_work

# What was computed as a script that computes it again.


REAL = realistic_person().workspace


def scripts(at):
    return [code.value for code in at.main.code]


@pytest.mark.parametrize("workspace", CASES)
def test_the_figure_can_be_computed_again(session, workspace):
    (script,) = scripts(opened(session, workspace, "python"))
    assert ran(script)[0]["leakage"] == whole_leakage(workspace)


@pytest.mark.tabs("Figures 3(a) to 3(c)")
def test_the_script_of_another_page_is_the_first_that_is_shown():
    at = start(REAL, "laboratory")
    run(at.slider(key="trend-n").set_value(10))
    (script,) = scripts(go(at, "python"))
    expected = trend(Parameters(n=10, records=500), "p_c", [step / 10 for step in range(11)])
    assert ran(script)[1].splitlines() == list(map(str, expected))
    at.segmented_control(key="script-Laboratory").set_value("Your leakage")
    assert "known_to" in scripts(run(at))[0]


@pytest.mark.tabs("Rules")
@pytest.mark.parametrize("page", ["rules", "python"])
def test_without_a_person_the_papers_example_is_offered(page):
    at = press(start(Workspace(), page), "papers-example")
    assert current(at).releases and "known_to" in scripts(go(at, "python"))[0]


def test_a_script_that_is_too_long_is_saved(monkeypatch):
    monkeypatch.setattr("pages.science.python_script.python_script", lambda work: "#" * 200_001)
    at = start(REAL, "python")
    assert not scripts(at) and "The script is too long to show here." in texts(at)


# The script of a work: run, it gives the page's figure to the last bit, whatever the work is.


COUNTS = ValueCounts({"N": {"Ann": 4.0, "Anna": 0.5}, "P": {"1": 2.0, "2": 1.0}})


def has_text(adversary):
    """Whether each of its steps can be written: a function of one's own cannot."""
    rules = [rule for step in adversary.operations if step.rule for rule in step.rule.single_rules]
    return not any(isinstance(one, ResolvePerSource | MatchFunction) for one in (*adversary.operations, *rules))


@st.composite
def works(draw):
    """Works of every rule, merge, measure and pooling, in which some facts are untyped, presumed or erased."""
    chance = draw(seeds)
    while not has_text((work := random_work(chance, 5)).adversary):
        pass
    for fact in work.profile:
        work = with_value(work, fact, UNTYPED) if chance.random() < 0.3 else work
    statistics = chance.choice(["none", "background", "table"])
    return replace(work, statistics=statistics, value_counts=COUNTS, shares_weights=chance.random() < 0.5)


def agrees(work):
    assessed = assess(work)
    names, _ = ran(python_script(work))
    assert [pool.leakage for pool in names["known"].values()] == [pool.result.leakage for pool in assessed]
    assert [pool.resolution.cost for pool in names["known"].values()] == [
        pool.result.resolution.cost for pool in assessed
    ]
    assert [pool.composite for pool in names["known"].values()] == [pool.result.composite for pool in assessed]
    most = worst(assessed)
    assert names["leakage"] == (most.result.leakage if most else 0.0)


@thorough
@given(works())
def test_the_script_of_any_work_gives_its_figure(work):
    agrees(work)


def test_the_script_of_a_work_with_every_part_gives_its_figure():
    for policy in every_part().policies:
        agrees(replace(every_part(), chosen=policy.name))


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
@given(works())
def test_a_script_uses_names_of_the_library_only(work):
    tree = ast.parse(python_script(work))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert {node.module.partition(".")[0] for node in imported} == {"leakage"}
    names = [alias.name for node in imported for alias in node.names]
    assert len(names) == len(set(names)) and not any(name.startswith("_") for name in names)
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
    with pytest.raises(ValueError, match="cannot be written as Python"):
        python_script(Workspace((("N", "canary"),), policies=(Policy("Eve", eve),)))
