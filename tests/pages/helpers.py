"""The program in a test: opening it, looking at what it shows, typing into its tables; and figures worked out anew."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from leakage.scenarios.papers import PAPER_SCENARIOS
from leakage.workspace.copies import saved_copy
from leakage.workspace.figures.assessment import assess, worst
from leakage.workspace.workspace import Coalition, Pooling, Release, Workspace
from pages.app.session import Step, _State
from pages.app.words import percent
from pages.catalogue import PAGES as PAGES_OF_THE_PROGRAM
from tests.amount import EVERY
from tests.starting import plain_person

ROUTER = Path(__file__).parents[2] / "pages" / "navigation.py"
ADDRESSES = {page.url_path or "start": page.url_path for page in PAGES_OF_THE_PROGRAM}
PAGES = {page.url_path or "start": page.path for page in PAGES_OF_THE_PROGRAM}
POOLINGS = ("together", "alone", "coalitions", "releases")
# Where a person's own words may stand: the front end draws these as they are, never as markdown or HTML.
PLAIN = {
    ("Text", "body"),
    ("Code", "code_text"),
    ("Selectbox", "options"),
    ("Selectbox", "raw_value"),
    ("MultiSelect", "options"),
    ("MultiSelect", "raw_values"),
    ("TextInput", "default"),
    ("TextInput", "value"),
    ("Dataframe", "alt"),
    ("PlotlyChart", "alt"),
    # Looked at piece by piece below.
    ("Dataframe", "columns"),
    ("PlotlyChart", "spec"),
}


def start(workspace: Workspace | None = None, page: str = "start") -> AppTest:
    """The program with a workspace open, on a page."""
    at = AppTest.from_file(str(ROUTER), default_timeout=600)
    if workspace is not None:
        put(at, workspace)
    # A page has the hash of its address; AppTest knows the addresses of pages only after a first run on another page.
    at._page_hash = calc_hash(ADDRESSES[page])
    return sound(at.run())


def put(at: AppTest, workspace: Workspace) -> None:
    """Open a workspace with a history of its own; it shows at the next run."""
    at.session_state["session"] = _State([Step(workspace, "begin the test")])


def go(at: AppTest, page: str) -> AppTest:
    """Open a page; an exception on it is a failure whatever else is asserted."""
    at.switch_page(PAGES[page]).run()
    return sound(at)


def bound(widgets: Any, key: str) -> Any:
    """A widget that shows part of the workspace: it is another one, under another key, once that changed elsewhere."""
    return next(widget for widget in widgets if re.fullmatch(rf"{re.escape(key)}(-\d+)?", widget.key or ""))


def ran(script: str) -> tuple[dict[str, Any], str]:
    """What a script computes and prints, with nothing at hand but the library."""
    names: dict[str, Any] = {"__name__": "script"}
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(script, "script", "exec"), names)
    return names, printed.getvalue()


def run(at: AppTest) -> AppTest:
    return sound(at.run())


def press(at: AppTest, key: str) -> AppTest:
    return sound(at.button(key=key).click().run())


def submit(at: AppTest, label: str, form: str = "") -> AppTest:
    """Press the last button that is called so, in a form whose name has the other; it has no key of its own."""
    return sound([one for one in at.button if one.label == label and form in one.form_id][-1].click().run())


def unfolded(at: AppTest, *folds: str) -> AppTest:
    """Open folds, or other parts that are drawn once they are open, by their keys."""
    for key in folds:
        at.session_state[key] = True
    return run(at)


def sound(at: AppTest) -> AppTest:
    assert [(e.message, e.stack_trace) for e in at.exception] == []
    return at


def current(at: AppTest) -> Workspace:
    state = at.session_state["session"]
    work: Workspace = state.steps[state.place].work
    return work


def history(at: AppTest) -> list[str]:
    """What the edits of the session changed, in order."""
    return [step.name for step in at.session_state["session"].steps]


def name_new(at: AppTest, key: str, text: str) -> None:
    """Type something into a drop-down list that need not be in it: the browser sends it as it is."""
    box = at.selectbox(key=key)
    box.options = list(dict.fromkeys([*box.options, text]))
    box.set_value(text)


def hand_in(at: AppTest, name: str, content: bytes, kind: str = "application/json") -> AppTest:
    """Hand in a file where files of any kind are read: on Home of an empty work, and on Import."""
    upload = next(upload for upload in at.main.file_uploader if (upload.key or "").startswith("upload.import."))
    upload.upload(name, content, kind)
    return run(at)


def open_copy(at: AppTest, saved: Workspace | str | bytes) -> AppTest:
    """Hand in a saved copy, and open it in place of what is open."""
    written = saved_copy(saved) if isinstance(saved, Workspace) else saved
    hand_in(at, "copy.json", written.encode() if isinstance(written, str) else written)
    return press(at, next(button.key for button in at.main.button if (button.key or "").startswith("import-open")))


def texts(at: AppTest) -> list[str]:
    return [text.value for text in at.main.text]


def direct(node: Any, kind: str) -> list[Any]:
    return [child for child in getattr(node, "children", {}).values() if child.type == kind]


def nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def downloads(at: AppTest) -> dict[str, Any]:
    return {button.key: button for button in at.main.get("download_button")}


def marked_up(at: AppTest) -> Iterator[tuple[str, str]]:
    """Every text the front end reads as markdown or HTML, or that is no text at all, and where it stands."""
    for node in nodes(at._tree):
        proto = getattr(node, "proto", None)
        if proto is not None:
            yield from _strings(proto)
            yield from _column_help(proto)
    for question, spec in charts(at).items():
        # What Plotly would take for HTML.
        drawn = {key: value for key, value in spec.items() if key != "alt"}
        yield from ((f"chart {question}", text) for text in _leaves(drawn) if "<img" in text)


def _strings(proto: Any) -> Iterator[tuple[str, str]]:
    kind = type(proto).__name__
    for field, value in proto.ListFields():
        if (kind, field.name) in PLAIN:
            continue
        for item in value if isinstance(value, list) or hasattr(value, "append") else [value]:
            if isinstance(item, str):
                yield f"{kind}.{field.name}", item
            elif hasattr(item, "ListFields") and field.name != "arrow_data":
                yield from _strings(item)


def _column_help(proto: Any) -> Iterator[tuple[str, str]]:
    """A column's help is markdown; its name is drawn on a canvas."""
    if type(proto).__name__ == "Dataframe" and proto.columns:
        yield from (("column help", column.get("help") or "") for column in json.loads(proto.columns).values())


def charts(at: AppTest) -> dict[str, dict[str, Any]]:
    """The charts of a page by the questions they answer, and what is said to those who do not see them."""
    specs = [(json.loads(node.proto.spec), node.proto.alt) for node in nodes(at.main) if node.type == "plotly_chart"]
    return {spec["layout"]["meta"]["question"]: {**spec, "alt": alt} for spec, alt in specs}


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)


def pooled(workspace: Workspace, kind: str) -> Workspace:
    """The workspace under another pooling; the first two recipients are the coalition, every second release leaked."""
    coalitions = (Coalition("Two of them", workspace.recipient_names[:2]),) if kind == "coalitions" else ()
    leaked = tuple(release.name for release in workspace.releases[::2]) if kind == "releases" else ()
    return replace(workspace, pooling=Pooling(kind, coalitions, releases=leaked))


def whole_leakage(workspace: Workspace) -> float:
    """The figure that leads every page: of those who share, the group that knows most."""
    most = worst(assess(workspace))
    return most.result.leakage if most else 0.0


def released(workspace: Workspace, *releases: Release) -> Workspace:
    """The workspace with more releases, under names that are free."""
    fresh = [replace(release, name=f"new {number}") for number, release in enumerate(releases)]
    return replace(workspace, releases=(*workspace.releases, *fresh))


SCENARIOS = (*PAPER_SCENARIOS, plain_person())
# Every ninth scenario under one kind of pooling, each kind in its turn, and the realistic person.
CASES = [
    pytest.param(pooled(scenario.workspace, kind), id=f"{scenario.key}-{kind}")
    for number, scenario in enumerate(SCENARIOS)
    for turn, kind in enumerate(POOLINGS)
    if ((number % 9 == 0 or number == len(SCENARIOS) - 1) and (number // 3 + turn) % len(POOLINGS) == 0) or EVERY
]


def opened(at: AppTest, workspace: Workspace, page: str) -> AppTest:
    """Another workspace in a session that goes on, on a page."""
    put(at, workspace)
    return go(at, page)


def figure_in_strip(at: AppTest) -> str:
    """The leakage of the work that is open, as pages write it."""
    work = current(at)
    most = worst(assess(work)) if work.profile else None
    return percent(most.result.leakage) if most else "–"


def counted_in_strip(at: AppTest) -> str:
    """The count at the top of every page but Home."""
    return next(text.value.replace("**", "") for text in at.markdown if text.value.startswith("Eve surely has"))
