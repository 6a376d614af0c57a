"""Full searches for garbage: seldom while anything computes, and as usual afterwards."""

import gc

import pytest

from pages.shell.computing import WHILE_COMPUTING, FullSearches


def test_full_searches_are_seldom_until_the_last_of_several_computations_has_ended():
    searches, usual = FullSearches(), gc.get_threshold()
    first, second = searches.seldom(), searches.seldom()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() == (*usual[:2], WHILE_COMPUTING)
    second.__exit__(None, None, None)
    assert gc.get_threshold() == usual


def test_they_are_as_usual_after_a_computation_that_failed():
    usual = gc.get_threshold()
    with pytest.raises(ZeroDivisionError), FullSearches().seldom():
        raise ZeroDivisionError
    assert gc.get_threshold() == usual
