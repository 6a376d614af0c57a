"""Whatever saved copy is accepted opens every figure; what is refused is refused in one sentence."""

import json
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from leakage.decision.disinformation import Prices
from leakage.workspace.figures.assessment import (
    assess,
    pool_summaries,
    pools,
    recipient_shapley_values,
    release_shapley_values,
    worst,
)
from leakage.workspace.figures.count import count
from leakage.workspace.figures.derivations import worked_out
from leakage.workspace.figures.disinformation import Terms, made_up_values, plan_disinformation, usual_recipients
from leakage.workspace.figures.next_move import discover, natural_query, next_moves
from leakage.workspace.figures.planned_releases import choose_fields, compare_plans
from leakage.workspace.figures.rarity import rarities
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from tests.amount import TIMES
from tests.workspace.every_part import every_part
from tests.workspace.files.test_hostile import is_a_sentence

CANARY = "canary-7f3a"
COPY = json.loads(workspace_to_json(every_part()))
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
        work = workspace_from_json(changed(version, changes))
    except ValueError as error:
        is_a_sentence(error)
    else:
        assert every_figure(work)
