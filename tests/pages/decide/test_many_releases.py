"""With more accounts than there is room for bars: the greatest are drawn, the rest is said and in the data."""

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.decide.leakage import text
from pages.decide.leakage.charts import MOST_CONTRIBUTIONS, MOST_POOLS
from tests.pages.helpers import charts, run, start, unfolded

RELEASES = 30
BARS = text.WHICH_ACCOUNT
WHO = "Who knows how much, alone and together?"


def work():
    """Each release tells a name and one more fact, a heavier one each time."""
    labels = [f"Fact {number}" for number in range(RELEASES)]
    told = tuple(Release(label, f"To {label}", Record.of(("Name", "Alice"), (label, "right"))) for label in labels)
    policy = Policy("by name", Adversary((Resolve(Shares("Name")),)))
    return Workspace(
        (("Name", "Alice"), *((label, "right") for label in labels)),
        weights=tuple((label, number + 1.0) for number, label in enumerate(labels)),
        releases=told,
        policies=(policy,),
        chosen=policy.name,
    )


@pytest.mark.tabs(text.WHO, text.BY_ACCOUNT)
def test_one_that_is_not_drawn_is_found_by_its_name():
    at = unfolded(start(work(), "leakage"), "contributions")
    for question, key, name, most in (
        (BARS, "release-shares", "Fact 0", MOST_CONTRIBUTIONS),
        (WHO, "pools", "To Fact 0", MOST_POOLS),
    ):
        before = len(bars(at, question))
        [box] = [box for box in at.selectbox if (box.key or "").startswith(f"one-more-{key}")]
        assert len(box.options) == RELEASES - most and name in box.options and name not in bars(at, question)
        run(box.select(name))
        assert name in bars(at, question) and len(bars(at, question)) == before + 1


def bars(at, question):
    return charts(at)[question]["layout"]["yaxis"]["ticktext"]
