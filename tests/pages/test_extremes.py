"""A work with the least or greatest of every number that may be entered opens on every page."""

from dataclasses import replace

import pytest

from leakage.workspace.limits import GREATEST, check_workspace, with_numbers
from tests.pages.helpers import PAGES, current, go, start
from tests.workspace.every_part import every_part

pytestmark = pytest.mark.slow
EXTREMES = {
    "the least": with_numbers(every_part(), lambda _what, _number, least: least),
    "the greatest": with_numbers(every_part(), lambda _what, _number, _least: GREATEST),
}


@pytest.mark.parametrize("work", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("chosen", [policy.name for policy in every_part().policies])
def test_no_page_breaks(work, chosen):
    work = check_workspace(replace(work, chosen=chosen))
    at = start(work)
    for page in PAGES:
        go(at, page)
    assert current(at) == work
