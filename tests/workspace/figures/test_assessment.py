"""What every pool knows, its derivation bit for bit, what Eve checks next, and all of it for any saved copy."""

import json
import math
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leakage import Adversary, Augment, Record, query_leakage, record_leakage
from leakage.decision.disinformation import Prices
from leakage.decision.shapley import release_shapley
from leakage.decision.what_ifs import enhancements
from leakage.measure.leakage import leakages
from leakage.record import Attribute
from leakage.resolution.operations import union_merge
from leakage.resolution.rules import Shares
from leakage.scenarios import policy
from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.scenarios.realistic import realistic_person
from leakage.workspace.copies import opened, saved_copy
from leakage.workspace.figures.assessment import (
    assess,
    evaluator,
    pool_summaries,
    pool_together,
    pools,
    pools_alone,
    recipient_shapley_values,
    records_of,
    release_shapley_values,
    summary_of,
    worst,
)
from leakage.workspace.figures.count import count
from leakage.workspace.figures.derivations import (
    derivation_of_discovery,
    derivation_of_plan,
    derivation_of_pool,
    worked_out,
)
from leakage.workspace.figures.disinformation import Terms, made_up_values, plan_disinformation, usual_recipients
from leakage.workspace.figures.next_move import discover, natural_query, next_moves
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans
from leakage.workspace.figures.rarity import rarities
from leakage.workspace.requests.states import marked
from leakage.workspace.workspace import Policy, Pooling, Release, Workspace
from tests.amount import TIMES
from tests.oracles import resolution as oracle
from tests.oracles.measure import certain
from tests.resolution import kinds
from tests.starting import plain_person
from tests.strategies import quick, records, references, seeds, thorough
from tests.workspace.every_part import every_part
from tests.workspace.figures.test_planned_releases import workspaces
from tests.workspace.figures.test_timeline import random_work
from tests.workspace.files.test_hostile import is_a_sentence
from tests.workspace.test_person import figure_of


class Read:
    """A rule as the oracle understands it."""

    def __init__(self, rule):
        self.matches = partial(kinds.same_person, rule)


@quick
@given(workspaces())
def test_what_each_pool_knows_is_what_comes_of_it_by_hand(work):
    if not work.policies:
        return
    resolve = work.adversary.operations[0]
    for leaked in assess(work):
        plain = [Record(record) for record in records_of(work, leaked.pool)]
        owners = [None] * len(work.background) + [work.releases[n].recipient for n in leaked.pool.releases]
        owners = owners if work.pooling.resolve_first else [None] * len(owners)
        groups = oracle.owners_first(plain, owners, Read(resolve.match), resolve.merge)
        assert list(leaked.result.resolution.members) == groups
        composites = [oracle.merged(plain, group, resolve.merge) for group in groups]
        if resolve.merge is union_merge:
            assert leaked.result.leakage == pytest.approx(
                max(leakages(composites, work.reference, work.measure), default=0.0)
            )


@quick
@given(workspaces())
def test_shares_are_what_is_left(work):
    shares = [one.alone for one in release_shapley(evaluator(work))]
    for number, release in enumerate(work.releases):
        left = figure_of(marked(work, [release], "done"))
        # What leaked stays known when it is erased, and its share is what it told.
        others = tuple(name for name in work.pooling.releases if name != release.name)
        without = replace(work, pooling=replace(work.pooling, releases=others))
        untold = figure_of(without) if work.pooling.kind == "releases" else left
        assert shares[number] == pytest.approx(figure_of(work) - untold, abs=1e-12)


WORKS = {scenario.key: scenario.workspace for scenario in PAPER_SCENARIOS} | {"realistic": realistic_person().workspace}
WORKSPACES = st.builds(
    lambda reference, given, plans, label: Workspace(
        tuple(a.pair for a in reference),
        releases=tuple(Release(f"R{n}", "Shop", record) for n, record in enumerate(given)),
        plans=tuple(Release(f"P{n}", "Shop", record) for n, record in enumerate(plans)),
        policies=(policy("same", Shares(label)),),
    ),
    references,
    st.lists(records(max_size=4), min_size=1, max_size=4),
    st.lists(records(max_size=4), max_size=2),
    st.sampled_from("NPC"),
)


def shown(derivation):
    """The figure in the last step, read as it is written."""
    return float(derivation.steps[-1].formula.partition("= ")[2])


def agrees(derivation, figure):
    """The last line is the very figure, and the fraction on the way to it is that, too."""
    assert shown(derivation) == derivation.value == figure
    if derivation.exact is not None:
        assert float(derivation.exact) == pytest.approx(figure, rel=1e-9, abs=1e-12)


def every_derivation(work):
    """What the pages show of a workspace, derived."""
    for leaked in assess(work):
        agrees(derivation_of_pool(work, leaked), leaked.result.leakage)
        if work.adversary.resolution is not None:
            found = discover(work, leaked.pool, natural_query(work))
            for step in range(len(found.steps) + 1):
                agrees(derivation_of_discovery(work, leaked.pool, found, step), found.leakages[step])
    for outcome in compare_plans(work):
        derivation = derivation_of_plan(work, outcome)
        agrees(derivation, outcome.increment)
        written = [float(step.formula[4:]) for step in derivation.steps if step.formula.startswith("L = ")]
        assert written == [outcome.before, outcome.after]


@pytest.mark.parametrize("key", WORKS)
def test_every_figure_of_every_example(key):
    every_derivation(WORKS[key])


@quick
@given(WORKSPACES)
def test_every_figure_of_any_workspace(work):
    every_derivation(work)


def gain_anew(workspace, leaked, move, whole):
    records = list(records_of(workspace, leaked.pool))
    pair = move.attribute.pair
    records[move.record] = records[move.record].with_attribute(Attribute(*pair))
    after = workspace.adversary.resolve(records)
    composite = after.composites[int(after.composite_of[move.record])]
    believed = certain(whole.known)
    before = record_leakage(whole, believed, workspace.measure)
    return record_leakage(composite, believed, workspace.measure) - before


@thorough
@given(seeds)
def test_in_random_works_every_gain_is_what_running_her_anew_gains(chance):
    """Corrections, look-ups, every rule, merge and measure, several analyses; every one of her joined records."""
    lookups = (Augment("N", "P", {"Bob": "2", "Ann": "3"}), Augment("P", "C", {"1": "x", "2": "y"}))
    first = chance.sample(lookups, chance.randint(0, 2))
    policy = Policy("eve", Adversary(*first, *kinds.adversary(chance).operations))
    work = replace(random_work(chance, 4), policies=(policy,), pooling=Pooling())
    work = replace(work, releases=tuple(replace(release, presumed=()) for release in work.releases))
    for leaked in assess(work):
        # A summary tells of a pool what resolving it whole tells.
        [glance] = pool_summaries(work, [leaked.pool])
        assert glance.leakage == pytest.approx(summary_of(leaked).leakage, rel=1e-12, abs=1e-12)
        doubtful = {n for n, r in enumerate(records_of(work, leaked.pool)) if any(0 < a.confidence < 1 for a in r)}
        moves = next_moves(work, leaked)
        assert {move.record for move in moves} <= doubtful & {*leaked.result.members}
        assert all(move.cost == 1.0 - move.attribute.confidence for move in moves)
        assert [m.ratio for m in moves] == sorted((m.ratio for m in moves), reverse=True)
        for number, whole in enumerate(leaked.result.resolution.composites):
            for move in enhancements(leaked.result.resolution, number, work.measure):
                assert move.gain == pytest.approx(gain_anew(work, leaked, move, whole), abs=1e-11)


REAL = plain_person().workspace


@pytest.mark.parametrize("pool", [pool_together(REAL), *pools_alone(REAL)], ids=lambda pool: pool.name)
def test_the_last_leakage_is_the_query_leakage(pool):
    pairs = natural_query(REAL)
    discovery = discover(REAL, pool, pairs)
    expected = query_leakage(Record.of(*pairs), records_of(REAL, pool), REAL.reference, REAL.adversary, REAL.weight_map)
    assert discovery.leakages[-1] == pytest.approx(expected, rel=1e-13)
    assert len(discovery.leakages) == len(discovery.steps) + 1


CANARY = "canary-7f3a"
COPY = json.loads(saved_copy(every_part()))
NUMBERS = [
    *(0.0, -1.0, 5e-324, 1e-300, 1e-12, 1e-6, 0.1, 0.5, 1.0, 1.3, 25.0),
    *(1e6, 1e12, 1e300, 1.7e308, 10**400, math.nan),
]
OTHERS = [None, True, "", CANARY, "\0", " ", "x" * 100_001, "Name", "Shop", [], {}, ["Name"], [["Name", CANARY]]]


def every_figure(work):
    """Every figure that the pages show of a work; of disinformation a small part."""
    assessed = assess(work)
    most = worst(assessed)
    figures = [rarities(work), release_shapley_values(work), recipient_shapley_values(work)]
    figures += [compare_plans(work), made_up_values(work)]
    figures += [choose_fields(work, plan) for plan in work.plans]
    if most is None:
        return figures
    figures += [pool_summaries(work, pools(work)), next_moves(work, most), worked_out(work, most), count(work)]
    figures += [discover(work, most.pool, natural_query(work))] if work.adversary.resolution is not None else []
    recipients = usual_recipients(work)[:1]
    labels = tuple(label for label, _ in work.profile)[:1]
    return [*figures, plan_disinformation(work, Terms(Prices(), recipients, labels, 2.0))]


def places_in(part, path=()):
    """Where something stands in JSON, as paths."""
    yield path
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, entry in entries:
        yield from places_in(entry, (*path, key))


PLACES = [path for path in places_in(COPY) if path and path[0] not in ("format", "version")]


def changed(version, changes):
    """The copy with something else at some places, as far as they are still there."""
    whole = {**json.loads(json.dumps(COPY)), "version": version}
    for path, value in changes:
        part = whole
        try:
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    return json.dumps(whole)


others = st.tuples(st.sampled_from(PLACES), st.sampled_from([*NUMBERS, *OTHERS]))


@settings(max_examples=40 * TIMES)
@given(st.sampled_from([2, 3, 4, 4, 4]), st.lists(others, min_size=1, max_size=3))
def test_anything_anywhere(version, changes):
    try:
        work = opened(changed(version, changes))
    except ValueError as error:
        is_a_sentence(error)
    else:
        assert every_figure(work)
