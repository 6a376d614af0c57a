"""Whoever only looks changes nothing, whatever the work and the page."""

import pytest

from tests.pages.helpers import PAGES, SCENARIOS, looked_at


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_looking_changes_nothing_in_any_example(page):
    assert looked_at(page, SCENARIOS) == []
