"""With more releases than there is room for bars: the greatest are drawn, the rest is said and in a table."""

import pytest

from leakage import Adversary, Record, Resolve, Shares
from leakage.workspace.figures.contributions import release_shapley_values
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.decide.leakage.charts import MOST_CONTRIBUTIONS, MOST_POOLS
from pages.shell.words import change, percent
from tests.pages.helpers import charts, known_to, run, start, texts

RELEASES = 30
BARS = "Which release gives most away?"
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


@pytest.mark.tabs("By release")
def test_what_is_not_drawn_is_counted_summed_up_and_in_a_table():
    at = start(work(), "leakage")
    assert len(charts(at)[BARS]["data"][0]["y"]) == MOST_CONTRIBUTIONS
    drawn = [said for said in texts(at) if said.startswith("Drawn are the")]
    alone = sorted((known_to(work(), (name,)).leakage for name in work().recipient_names), reverse=True)
    others = f"Each of the other {RELEASES - MOST_CONTRIBUTIONS} knows {percent(alone[MOST_CONTRIBUTIONS])} or less."
    assert drawn[0] == f"Drawn are the {MOST_POOLS} recipients who know most alone, of {RELEASES}. {others}"
    rest = RELEASES - MOST_CONTRIBUTIONS
    assert f"the {MOST_CONTRIBUTIONS} greatest of {RELEASES}. The other {rest}: each would move it by" in drawn[1]
    run(at.segmented_control(key="share-release").set_value("fair"))
    shares = sorted((value.share for value in release_shapley_values(work())), key=abs)
    rest = change(sum(shares[: RELEASES - MOST_CONTRIBUTIONS]))
    assert any(f"The other {RELEASES - MOST_CONTRIBUTIONS}: together they have {rest}." in said for said in texts(at))


@pytest.mark.tabs("By release")
def test_one_that_is_not_drawn_is_found_by_its_name():
    at = start(work(), "leakage")
    for question, key, name in ((BARS, "release-shares", "Fact 0"), (WHO, "pools", "To Fact 0")):
        before = len(bars(at, question))
        [box] = [box for box in at.selectbox if (box.key or "").startswith(f"one-more-{key}")]
        assert (
            len(box.options) == RELEASES - MOST_CONTRIBUTIONS and name in box.options and name not in bars(at, question)
        )
        run(box.select(name))
        assert name in bars(at, question) and len(bars(at, question)) == before + 1


def bars(at, question):
    return charts(at)[question]["layout"]["yaxis"]["ticktext"]
