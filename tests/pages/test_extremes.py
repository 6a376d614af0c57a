"""A work with the least or greatest of every number that may be entered opens on every page."""

from dataclasses import replace

import pytest

from leakage.workspace.limits import GREATEST, check_workspace, with_numbers
from tests.amount import cases
from tests.pages.helpers import PAGES, current, go, start
from tests.workspace.every_part import every_part

EXTREMES = {
    "the least": with_numbers(every_part(), lambda _what, _number, least: least),
    "the greatest": with_numbers(every_part(), lambda _what, _number, _least: GREATEST),
}


@pytest.mark.parametrize("number", cases(range(len(every_part().policies)), usual=2))
def test_no_page_breaks(number):
    """Each policy in its turn with the least and with the greatest numbers."""
    work = list(EXTREMES.values())[number % 2]
    work = check_workspace(replace(work, chosen=work.policies[number].name))
    at = start(work)
    for page in PAGES:
        go(at, page)
    # A plan is kept with the work as soon as it is found.
    assert replace(current(at), plan=()) == replace(work, plan=())
