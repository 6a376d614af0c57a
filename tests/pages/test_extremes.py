"""A work with the least or greatest of every number that may be entered opens on every page."""

import json
from dataclasses import replace

import pytest

from leakage.workspace.limits import GREATEST, LEAST, NUMBERS
from leakage.workspace.saved_copy import workspace_from_json, workspace_to_json
from tests.amount import cases
from tests.pages.helpers import PAGES, current, go, start
from tests.workspace.every_part import every_part

COPY = json.loads(workspace_to_json(every_part()))
LIMITED = {field.partition(".")[2] for field in NUMBERS}


def with_numbers(part, number, limited=False):
    """A saved work with a number for each of those that have limits."""
    if isinstance(part, dict) and part.get("kind") != "fellegi sunter":
        return {name: with_numbers(inner, number, limited or name in LIMITED) for name, inner in part.items()}
    if isinstance(part, list):
        return [with_numbers(inner, number, limited) for inner in part]
    return number if limited and isinstance(part, float | int) else part


@pytest.mark.parametrize("number", cases(range(len(every_part().policies)), usual=2))
def test_no_page_breaks(number):
    """Each policy in its turn with the least and with the greatest numbers."""
    work = workspace_from_json(json.dumps(with_numbers(COPY, (LEAST, GREATEST)[number % 2])))
    work = replace(work, chosen=work.policies[number].name)
    at = start(work)
    for page in PAGES:
        go(at, page)
    # A plan is kept with the work as soon as it is found.
    assert replace(current(at), plan=()) == replace(work, plan=())
