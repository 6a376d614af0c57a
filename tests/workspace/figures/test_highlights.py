from hypothesis import given
from hypothesis import strategies as st

from leakage import Record
from leakage.workspace.figures.assessment import FEWEST_TIED, highlights
from leakage.workspace.workspace import Release, Workspace
from tests.strategies import quick

PAIRS = st.tuples(st.sampled_from(["Password", "Email", "User name", "City"]), st.sampled_from("123"))
RELEASES = st.lists(
    st.tuples(st.sampled_from("ABCDE"), st.dictionaries(PAIRS, st.sampled_from([0.0, 0.5, 1.0]), max_size=4)),
    max_size=8,
)


def work_of(rows, erasure=None):
    return Workspace(
        releases=tuple(
            Release(f"R{n}", name, Record.of(*((*pair, c) for pair, c in held.items())), erasure=erasure)
            for n, (name, held) in enumerate(rows)
        )
    )


def most(rows, labels):
    """How many recipients hold the value with such a label that most hold."""
    holders = {}
    for name, held in rows:
        for (label, value), confidence in held.items():
            if label in labels and confidence > 0:
                holders.setdefault((label, value), set()).add(name)
    return max(map(len, holders.values()), default=0)


@quick
@given(RELEASES)
def test_highlights_name_what_most_recipients_hold(rows):
    found = {highlight.kind: highlight for highlight in highlights(work_of(rows))}
    passwords, ties = most(rows, {"Password"}), most(rows, {"Email", "User name", "Phone"})
    assert ("password" in found) == (passwords >= 2) and ("tie" in found) == (ties >= FEWEST_TIED)
    for kind, number in (("password", passwords), ("tie", ties)):
        if kind in found:
            holders = {name for name, held in rows if held.get(found[kind].pair, 0.0) > 0}
            assert set(found[kind].recipients) == holders and len(holders) == number
    assert [h.kind for h in highlights(work_of(rows))] in ([], ["password"], ["tie"], ["password", "tie"])


def test_what_was_erased_no_longer_counts():
    rows = [(name, {("Password", "password A"): 1.0}) for name in "AB"]
    assert highlights(work_of(rows)) and not highlights(work_of(rows, "done"))


def test_neither_values_nor_names_show_in_a_log():
    rows = [(f"canary {name}", {("Email", "canary@x.example"): 1.0}) for name in "ABC"]
    (found,) = highlights(work_of(rows))
    assert (
        "canary" not in repr(found) + found.sentence and found.sentence == "One mail address ties 3 accounts together."
    )
