"""Every chart that a page draws has its data: what the picture shows, as a table."""

import pytest

from leakage.scenarios.realistic import realistic_person
from tests.pages.helpers import PAGES, charts, nodes, run, start

REAL = realistic_person().workspace


def data_buttons(at):
    """The keys of the buttons beside the charts."""
    ids = (getattr(getattr(node, "proto", None), "id", "") for node in nodes(at.main))
    return sorted({key.rpartition("-data-")[2] for key in ids if "-data-" in key})


def drawn(at):
    """The questions of the charts in which something is drawn."""
    return [
        question for question, chart in charts(at).items() if any(len(trace.get("x", ())) for trace in chart["data"])
    ]


def tables(at):
    return [node.value for node in nodes(at.main) if node.type == "dataframe"]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_data_of_every_chart_of_a_page(page):
    at = start(REAL, page)
    keys, before = data_buttons(at), tables(at)
    assert len(keys) >= len(drawn(at))
    for key in keys:
        at.session_state[f"data-{key}"] = True
    after = tables(run(at))
    assert len(after) == len(before) + len(keys)
    # Tables to fill in may be empty; those of charts are not.
    assert sum(table.empty for table in after) == sum(table.empty for table in before)
