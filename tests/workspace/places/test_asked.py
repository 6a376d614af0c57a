"""What places ask for: the greatest of what was measured, and else a guess."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leakage.workspace.places import kinds
from leakage.workspace.places.kinds import KINDS, asked_for, presumed_facts
from leakage.workspace.vocabulary import LABELS
from tests.strategies import thorough

MEASURED = ("Email", "Name", "Phone", "Address", "Date of birth")
TEMPLATE = {name: kind.asks for name, kind in KINDS.items()}


def test_the_figures_are_per_cent_of_labels_of_the_program():
    assert {"registration forms", "payment forms", "shopping", "travel", "finance", "health", "gaming"} <= set(
        asked_for()
    )
    for row in asked_for().values():
        assert set(row) <= set(MEASURED) <= {suggestion.label for suggestion in LABELS}
        assert all(0.0 <= figure <= 100.0 for figure in row.values())
    assert set(asked_for()["registration forms"]) == set(MEASURED)
    assert {kind.row for kind in KINDS.values()} <= {"", *asked_for()}


def slowly_presumed(table, kind, bought):
    """Label by label: all figures there are for it, the greatest of them, and the guess where there are none."""
    if kind == "Data broker":
        return {}
    template = (
        () if kind is None or KINDS[kind].vague else TEMPLATE.get({"Dating": "Social network"}.get(kind, kind), ())
    )
    found = {}
    for label in {*MEASURED, *template}:
        row = KINDS[kind].row if kind else ""
        figures = []
        if "registration forms" in table and label in table["registration forms"]:
            figures.append(table["registration forms"][label])
        if row and label in table[row]:
            figures.append(table[row][label])
        if bought and label in table["payment forms"]:
            figures.append(table["payment forms"][label])
        if figures:
            found[label] = (pytest.approx(max(figures) / 100, abs=1e-3), True)
        elif bought or label != "Card":
            found[label] = (0.5, False)
    return found


FIGURES = st.fixed_dictionaries(
    {}, optional={label: st.sampled_from([0.0, 3.9, 13.7, 49.9, 50.0, 50.1, 92.3, 100.0]) for label in MEASURED}
)
TABLES = st.fixed_dictionaries(
    dict.fromkeys(sorted({*(kind.row for kind in KINDS.values() if kind.row), "payment forms"}), FIGURES)
).flatmap(
    lambda rows: st.fixed_dictionaries({label: st.sampled_from([0.0, 9.6, 65.7]) for label in MEASURED}).map(
        lambda row: {**rows, "registration forms": row}
    )
)


@thorough
@given(TABLES, st.sampled_from([None, *KINDS]), st.booleans())
def test_the_greatest_figure_counts_whatever_was_measured(table, kind, bought):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kinds, "asked_for", lambda: table)
        facts = presumed_facts(kind, bought)
    assert {fact.label: (fact.probability, fact.measured) for fact in facts} == slowly_presumed(table, kind, bought)
    assert [fact.measured for fact in facts] == sorted((fact.measured for fact in facts), reverse=True)
