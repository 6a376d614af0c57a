"""Files on this computer that she holds: named, indexed, counted, changed, gone, and never read in a class."""

import re
import shutil
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from leakage import Adversary, AnyOf, Record, Resolve, Shares, Similar
from leakage.background import regular_file
from leakage.background.build import LOCK
from leakage.database import Database
from leakage.file_lock import locked
from leakage.progress import report
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.sealed import LONGEST_FILE
from leakage.workspace.workspace import Policy, Release, Workspace
from pages import catalogue
from pages.decide.plan.text import FILES_OF_ONE_TRUTH
from pages.decide.timeline.text import PLAN_WITHOUT_FILES
from pages.door.entrance import SWITCH
from pages.eve.adversary import files
from pages.shell import computing, file_indices, text
from pages.shell.words import percent
from tests.pages.helpers import (
    ROUTER,
    current,
    downloads,
    figure_in_strip,
    go,
    history,
    nodes,
    press,
    run,
    start,
    texts,
    whole_leakage,
)

ANN = (("Name", "Ann"), ("Phone", "1"), ("City", "Ulm"), ("Job title", "Cook"))
ROWS = [("Ann", "1", "", "Cook", 39), ("Zed", "7", "Bonn", "Judge", 44), *2 * [("Ann", "9", "Ulm", "Vet", 40)]]
FRAME = pd.DataFrame(
    [*ROWS, *((f"Name {n}", f"0{n}", "Kiel", "Baker", 41) for n in range(200))],
    columns=["full name", "mobile", "town", "Job title", "shoe"],
)
MEANT = (("full name", "Name"), ("mobile", "Phone"), ("town", "City"), ("Job title", "Job title"))
WORK = Workspace(
    profile=ANN,
    releases=(Release("Order", "Shop", Record.of(*ANN[:2])),),
    plans=(Release("Form", "Shop", Record.of(ANN[0], ANN[2])),),
    policies=(
        Policy("By number", Adversary((Resolve(AnyOf(Shares("Name", "Phone"), Shares("Name", "City"))),))),
        Policy("By phone", Adversary((Resolve(Shares("Phone")),))),
        Policy("Alike", Adversary((Resolve(Shares(Similar("Name", 0.8))),))),
    ),
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / "data"))
    FRAME.to_csv(tmp_path / "held.csv", index=False)
    return tmp_path / "held.csv"


def in_memory(work: Workspace) -> Workspace:
    frame = FRAME.astype(str).rename(columns=dict(MEANT))[[label for _, label in MEANT]]
    return replace(work, background=tuple(Database.from_frame(frame)), sources=())


def said(at) -> str:
    """All that the page says, the boxes too."""
    return " ".join(str(getattr(getattr(node, "proto", None), "body", "")) for node in nodes(at.main))


def counted(at) -> bool:
    return text.WITHOUT_FILES not in said(at)


def test_a_file_is_named_indexed_and_counted(path: Path) -> None:
    at = start(WORK, "adversary")
    alone = figure_in_strip(at)
    at.session_state["files"] = True
    run(at)
    field = next(box for box in at.text_input if box.label == "Path of the file")
    run(field.set_value(str(path.with_name("nowhere.csv"))))
    assert "The file is not there, or may not be read." in texts(at)
    field = next(box for box in at.text_input if box.label == "Path of the file")
    run(field.set_value(str(path)))
    columns = [box for box in at.selectbox if (box.key or "").startswith("file-label")]
    meant = [f"{column} → {label}" for column, label in (*MEANT, ("shoe", "–"))]
    assert [box.options[box.value] for box in columns] == meant
    run(columns[4].set_value(columns[4].options.index("shoe → shoe")))
    run(columns[4].set_value(0))
    press(at, "file-add")
    assert current(at).sources == (RecordsFile(str(path), MEANT),)
    assert figure_in_strip(at).startswith(alone) and not counted(at) and text.NOT_INDEXED in said(at)
    assert any("To be indexed: 2 sets of rules. It takes about" in told for told in texts(at))
    assert any(told.startswith("Without the files: Alike.") for told in texts(at))
    assert "About 204 records, as the beginning of the file has it." in texts(at)

    press(at, "index-make")
    wanted = whole_leakage(in_memory(WORK))
    assert figure_in_strip(at) == percent(wanted) != alone and counted(at)
    assert any(told.startswith("The files she holds changed.") for told in texts(at))
    assert "of the 203 records that she has joined in them" in said(at)
    compared = next(frame.value for frame in at.dataframe if "Policy" in frame.value.columns)
    assert list(compared["Policy"]) == ["By number", "By phone", f"Alike ({text.WITHOUT_FILES})"]
    assert list(compared["Eve would know"])[:2] == [
        percent(whole_leakage(in_memory(replace(WORK, chosen=policy.name)))) for policy in WORK.policies[:2]
    ]
    assert {file.stat().st_mode & 0o777 for file in file_indices.folder().iterdir()} == {0o600}
    assert file_indices.folder().stat().st_mode & 0o777 == 0o700

    run(at.toggle[0].set_value(True))
    assert text.WORST_OF_MIXED in said(at)
    press(at, "undo")

    go(at, "leakage")
    assert figure_in_strip(at) == percent(wanted)
    assert any("1 of them joined from her files" in told for told in texts(at))
    go(at, "planned_release")
    after = compare_plans(in_memory(WORK))[0].after
    assert any(percent(after) in header.value for header in at.header)
    go(at, "what_she_knows")
    assert any("searches what she has joined already" in told for told in texts(at))
    go(at, "erasure")
    assert counted(at)
    for page in ("requests", "disinformation"):
        go(at, page)
        assert figure_in_strip(at) == percent(wanted) and text.FILES_ELSEWHERE not in said(at)
    assert any(f"Eve knows {percent(wanted)} of you now" in told for told in texts(at))
    copy = workspace_to_json(current(at))
    assert str(path) in copy and "Zed" not in copy and "Vet" not in copy


def test_what_goes_on_from_the_figure_counts_the_files(path: Path) -> None:
    at = start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary")
    at.session_state["files"] = True
    press(press(run(at), "file-agree-0"), "index-make")
    wanted = whole_leakage(in_memory(WORK))
    go(at, "plan")
    against = next(frame.value for frame in at.dataframe if "Against her alone" in frame.value.columns)
    assert dict(zip(against["Adversary"], against["Now"], strict=True))["By number"] == percent(wanted)
    assert "Without her files: Alike." in texts(at)
    run(at.radio(key="plan-changing").set_value("stays"))
    assert FILES_OF_ONE_TRUTH in said(at)
    other = start(replace(current(at), chosen="Alike"), "plan")
    run(other.radio(key="plan-changing").set_value("stays"))
    assert FILES_OF_ONE_TRUTH in said(other), "although the one in use never counts them"
    go(at, "timeline")
    assert any(header.value.endswith(percent(wanted)) for header in at.header)
    assert PLAN_WITHOUT_FILES in said(at)
    go(at, "her_next_move")
    assert text.FILES_ELSEWHERE not in said(at)
    go(at, "in_and_out")
    assert "report-save" in downloads(press(at, "report-make")) and text.FILES_ELSEWHERE not in said(at)
    for page in ("weights", "re_identification"):
        go(at, page)
        assert figure_in_strip(at) == percent(wanted) and text.FILES_ELSEWHERE in said(at)


@pytest.mark.parametrize("page", file_indices.WITHOUT_FIGURES, ids=lambda page: page.title)
def test_no_page_that_works_out_what_she_knows_is_silent_about_files(page: catalogue.Page) -> None:
    folder = (ROUTER.parent / page.path).parent
    assert not [
        path.name for path in folder.glob("*.py") if re.search(r"import.*\b(knowledge|assess)", path.read_text())
    ]


def test_a_file_that_changes_or_goes_is_said_and_not_counted(path: Path) -> None:
    held = replace(WORK, sources=(RecordsFile(str(path), MEANT),))
    at = start(held, "adversary")
    alone = figure_in_strip(at)
    press(press(at, "file-agree-0"), "index-make")
    assert counted(at)
    first = sorted(file_indices.folder().iterdir())
    with path.open("a") as file:
        file.write("Ann,1,Ulm,Cook,38\n")
    run(at)
    assert figure_in_strip(at) == alone and text.ANOTHER_FILE in said(at) and at.button(key="index-make").disabled
    press(at, "file-agree-0")
    assert figure_in_strip(at) == alone and text.FILE_CHANGED in said(at)
    press(at, "index-make")
    assert counted(at) and len(set(file_indices.folder().iterdir()) - set(first)) == len(first) == 2
    FRAME.drop(columns="town").to_csv(path, index=False)
    press(run(at), "file-agree-0")
    assert "It lacks 1 column of those that were to be read." in texts(at) and at.button(key="index-make").disabled
    path.write_bytes(b"\xff\x00 junk, junk" * 400)
    press(run(at), "file-agree-0")
    assert not counted(at) and at.button(key="index-make").disabled
    path.unlink()
    run(at)
    assert text.FILE_GONE in said(at) and "The file is not there, or may not be read." in texts(at)
    assert current(at) == held
    press(at, "index-delete")
    assert not list(file_indices.folder().iterdir()) and at.button(key="index-delete").disabled
    press(at, "file-remove-0")
    assert current(at).sources == () and alone == f"{figure_in_strip(at)}** ({text.WITHOUT_FILES})"
    assert history(at)[-1] == "remove a file"


def test_what_stops_indexing_is_said_and_it_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = press(start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary"), "file-agree-0")
    whole = files.build_index

    def stopped(*args: object, **options: object) -> Path:
        report("Indexing, step 1 of 5", 0, 1)
        raise computing.Stopped("It was stopped.")

    monkeypatch.setattr(files, "build_index", stopped)
    press(at, "index-make")
    assert [error.value for error in at.error] == ["It was stopped. What is done is kept: press the button to go on."]
    monkeypatch.setattr(files, "build_index", whole)
    with ExitStack() as other_tab:
        for index in files._paths(current(at)):
            other_tab.enter_context(locked(index.with_suffix(LOCK)))
        press(at, "index-make")
        assert [error.value for error in at.error] == [
            "Another window or program is building this index: wait until it is done."
        ]
    press(at, "index-make")
    assert not at.error and counted(at)


def test_where_index_and_vault_do_not_fit_the_button_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files.RESERVE >= 2 * LONGEST_FILE
    at = press(start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary"), "file-agree-0")
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage._replace(free=files.RESERVE))
    short = "There is not enough room on the disk: 1 MB more must be free for the index and for saving your vault."
    assert short not in texts(at)
    run(at)
    assert short in texts(at)
    assert at.button(key="index-make").disabled and at.button(key="index-make").help == short
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage._replace(free=2 * files.RESERVE))
    run(at)
    assert not at.button(key="index-make").disabled
    press(at, "index-make")
    assert counted(at)


@pytest.mark.parametrize("typed", ["~nobody/x.csv", "~somebody/x.csv"])
def test_another_persons_home_is_not_looked_for(typed: str, path: Path) -> None:
    at = start(WORK, "adversary")
    at.session_state["files"] = True
    run(at)
    run(next(box for box in at.text_input if box.label == "Path of the file").set_value(typed))
    assert not at.exception
    assert any("your own home folder (~/), not at another person's." in told for told in texts(at))


def test_a_class_reads_no_file_of_the_teachers_machine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary")
    press(press(at, "file-agree-0"), "index-make")
    assert counted(at)
    monkeypatch.setattr(sys, "argv", [*sys.argv, SWITCH])
    whole = Path.stat

    def stat(looked_at: Path, **options: object) -> object:
        assert looked_at.parent != file_indices.folder() and looked_at != path
        return whole(looked_at, **options)

    monkeypatch.setattr(Path, "stat", stat)
    monkeypatch.setattr(regular_file, "_open", lambda opened: pytest.fail("a file was opened"))
    run(at)
    assert not counted(at) and text.FILES_IN_CLASS in said(at)
    assert not [button for button in at.button if (button.key or "").startswith(("index-", "file-"))]
    assert not [expander for expander in at.expander if expander.label == "Files on this computer"]
