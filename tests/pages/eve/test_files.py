"""Files that Eve holds."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from leakage import regular_file
from leakage.background.build import LOCK
from leakage.database import Database
from leakage.file_lock import locked
from leakage.progress import report
from leakage.workspace.figures.planned_releases import compare_plans
from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.sealed import LONGEST_FILE
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Workspace
from pages import catalogue
from pages.decide.plan.spending import DETAILS
from pages.decide.plan.text import FILES_OF_ONE_TRUTH
from pages.decide.timeline.text import PLAN_WITHOUT_FILES
from pages.door.entrance import SWITCH
from pages.eve.adversary import files
from pages.eve.adversary import text as adversary_text
from pages.eve.adversary.text import AGREE_AGAIN, AGREE_FIRST, AGREED_FOR_VAULT, AGREED_IN_MEMORY, WHEN_AGREED
from pages.eve.what_she_knows.text import SEARCHED_AS_JOINED
from pages.shell import computing, file_indices, text
from pages.shell.words import error_text, percent
from tests.pages.eve.untouched import MEANT, PASSPHRASE, WORK, page_text, put_into_vault, unlocked
from tests.pages.helpers import (
    PAGES,
    ROUTER,
    current,
    downloads,
    figure_in_strip,
    go,
    history,
    marked_up,
    open_copy,
    press,
    run,
    start,
    texts,
    type_into,
    unfolded,
    whole_leakage,
)

# Files on this computer that she holds: named, indexed, counted, changed, gone, and never read in a class.


ROWS = [("Ann", "1", "", "Cook", 39), ("Zed", "7", "Bonn", "Judge", 44), *2 * [("Ann", "9", "Ulm", "Vet", 40)]]
FRAME = pd.DataFrame(
    [*ROWS, *((f"Name {n}", f"0{n}", "Kiel", "Baker", 41) for n in range(200))],
    columns=["full name", "mobile", "town", "Job title", "shoe"],
)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEAKAGE_DATA", str(tmp_path / "data"))
    FRAME.to_csv(tmp_path / "held.csv", index=False)
    return tmp_path / "held.csv"


def in_memory(work: Workspace) -> Workspace:
    frame = FRAME.astype(str).rename(columns=dict(MEANT))[[label for _, label in MEANT]]
    return replace(work, background=tuple(Database.from_frame(frame)), sources=())


def counted(at) -> bool:
    """Whether the figure at the top counts the files; below it each Eve has one of her own."""
    shown = next(entry.value for entry in at.markdown if entry.value.startswith("Leakage **"))
    return text.WITHOUT_FILES not in shown


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
    assert figure_in_strip(at).startswith(alone) and not counted(at) and text.NOT_INDEXED in page_text(at)
    begins = adversary_text.TO_INDEX.partition("{time}")[0].format(sets="2 sets")
    assert any(line.startswith(begins) for line in texts(at))
    assert any(line == adversary_text.WITHOUT_FILES.format(names="Alike") for line in texts(at))
    assert adversary_text.ABOUT_SO_MANY.format(records="204 records") in texts(at)

    press(at, "index-make")
    wanted = whole_leakage(in_memory(WORK))
    assert figure_in_strip(at) == percent(wanted) != alone and counted(at)
    assert any(line.startswith("Her files changed.") for line in texts(at))
    assert "of the 203 records that she has joined in them" in page_text(at)
    compared = next(frame.value for frame in at.dataframe if "Would know" in frame.value.columns)
    assert list(compared["Eve"]) == ["By number", "By phone", f"Alike ({text.WITHOUT_FILES})"]
    assert list(compared["Would know"])[:2] == [
        percent(whole_leakage(in_memory(replace(WORK, chosen=policy.name)))) for policy in WORK.policies[:2]
    ]
    assert {file.stat().st_mode & 0o777 for file in file_indices.folder().iterdir()} == {0o600}
    assert file_indices.folder().stat().st_mode & 0o777 == 0o700

    run(at.toggle[0].set_value(True))
    assert text.WORST_OF_MIXED in page_text(at)
    press(at, "undo")

    go(at, "leakage")
    assert figure_in_strip(at) == percent(wanted)
    assert any("1 of them from her files" in line for line in texts(at))
    go(at, "planned_release")
    after = compare_plans(in_memory(WORK))[0].after
    assert any(percent(after) in header.value for header in at.header)
    go(at, "what_she_knows")
    assert SEARCHED_AS_JOINED in [caption.value for caption in at.caption]
    for page in ("requests", "disinformation"):
        go(at, page)
        assert figure_in_strip(at) == percent(wanted) and text.FILES_ELSEWHERE not in page_text(at)
    assert any(f"Eve knows {percent(wanted)} of you now" in line for line in texts(at))
    copy = workspace_to_json(current(at))
    assert str(path) in copy and "Zed" not in copy and "Vet" not in copy


@pytest.mark.slow
def test_what_goes_on_from_the_figure_counts_the_files(path: Path) -> None:
    dated = tuple(replace(release, date="2020-01-31") for release in WORK.releases)
    at = start(replace(WORK, releases=dated, sources=(RecordsFile(str(path), MEANT),)), "adversary")
    at.session_state["files"] = True
    press(press(run(at), "file-agree-0"), "index-make")
    wanted = whole_leakage(in_memory(WORK))
    unfolded(go(at, "plan"), DETAILS)
    against = next(frame.value for frame in at.dataframe if "Against her alone" in frame.value.columns)
    assert dict(zip(against["Eve"], against["Now"], strict=True))["By number"] == percent(wanted)
    assert "Without her files: Alike." in texts(at)
    run(at.radio(key="plan-changing").set_value("stays"))
    assert FILES_OF_ONE_TRUTH in page_text(at)
    other = start(replace(current(at), chosen="Alike"), "plan")
    run(other.radio(key="plan-changing").set_value("stays"))
    assert FILES_OF_ONE_TRUTH in page_text(other), "although the one in use never counts them"
    go(at, "timeline")
    assert any(header.value.endswith(percent(wanted)) for header in at.header)
    assert PLAN_WITHOUT_FILES in page_text(at)
    go(at, "export")
    assert "report-save" in downloads(press(at, "report-make")) and text.FILES_ELSEWHERE not in page_text(at)
    for page in ("weights", "re_identification"):
        go(at, page)
        assert figure_in_strip(at) == percent(wanted) and text.FILES_ELSEWHERE in page_text(at)


@pytest.mark.parametrize("page", file_indices.WITHOUT_FIGURES, ids=lambda page: page.title)
def test_no_page_that_works_out_what_she_knows_is_silent_about_files(page: catalogue.Page) -> None:
    paths = [*(ROUTER.parent / page.path).parent.glob("*.py")]
    parts = {part for path in paths for part in re.findall(r"pages\.parts\.(\w+)", path.read_text())}
    paths += [path for part in parts for path in (ROUTER.parent / "parts" / part).glob("*.py")]
    assert not [path.name for path in paths if re.search(r"import.*\b(knowledge|assess)", path.read_text())]


@pytest.mark.slow
def test_a_file_that_changes_or_goes_is_said_and_not_counted(path: Path) -> None:
    work = replace(WORK, sources=(RecordsFile(str(path), MEANT),))
    at = start(work, "adversary")
    alone = figure_in_strip(at)
    press(press(at, "file-agree-0"), "index-make")
    assert counted(at)
    first = sorted(file_indices.folder().iterdir())
    with path.open("a") as file:
        file.write("Ann,1,Ulm,Cook,38\n")
    run(at)
    assert figure_in_strip(at) == alone and text.ANOTHER_FILE in page_text(at) and at.button(key="index-make").disabled
    press(at, "file-agree-0")
    assert figure_in_strip(at) == alone and text.FILE_CHANGED in page_text(at)
    press(at, "index-make")
    assert counted(at) and len(set(file_indices.folder().iterdir()) - set(first)) == len(first) == 2
    FRAME.drop(columns="town").to_csv(path, index=False)
    press(run(at), "file-agree-0")
    assert (
        adversary_text.COLUMNS_MISSING.format(columns="1 column is missing") in texts(at)
        and at.button(key="index-make").disabled
    )
    path.write_bytes(b"\xff\x00 junk, junk" * 400)
    press(run(at), "file-agree-0")
    assert not counted(at) and at.button(key="index-make").disabled
    path.unlink()
    run(at)
    assert text.FILE_GONE in page_text(at) and "The file is not there, or may not be read." in texts(at)
    assert current(at) == work
    press(at, "index-delete")
    assert not list(file_indices.folder().iterdir()) and at.button(key="index-delete").disabled
    press(at, "file-remove-0")
    assert current(at).sources == () and alone == f"{figure_in_strip(at)}** ({text.WITHOUT_FILES})"
    assert history(at)[-1] == "remove a file"


@pytest.mark.slow
def test_what_stops_indexing_is_said_and_it_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = press(start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary"), "file-agree-0")
    whole = files.build_index

    def stopped(*args: object, **options: object) -> Path:
        report("Indexing, step 1 of 5", 0, 1)
        raise computing.Stopped("It was stopped.")

    monkeypatch.setattr(files, "build_index", stopped)
    press(at, "index-make")
    assert [error.value for error in at.error] == [adversary_text.INDEX_STOPPED.format(stopped="It was stopped.")]
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


@pytest.mark.slow
def test_where_index_and_vault_do_not_fit_the_button_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files.RESERVE >= 2 * LONGEST_FILE
    at = press(start(replace(WORK, sources=(RecordsFile(str(path), MEANT),)), "adversary"), "file-agree-0")
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage._replace(free=files.RESERVE))
    short = adversary_text.NO_ROOM.format(megabytes="1")
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
    assert error_text(regular_file.OTHER_HOME) in texts(at)


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
    assert not counted(at) and text.FILES_IN_CLASS in page_text(at)
    assert not [button for button in at.button if (button.key or "").startswith(("index-", "file-"))]
    assert not [expander for expander in at.expander if expander.label == adversary_text.FILES]


# Files that a copy or a vault names: nothing touches them before the person said yes, once for a vault and a file.


__all__ = ["path"]

COUNTED = [name for name, page in PAGES.items() if page in {counted.path for counted in file_indices.COUNTED}]


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leakage.workspace.vault.vault.Cost", lambda: Cost(1, 8, 1))
    monkeypatch.setattr("leakage.workspace.vault.unlocked.Cost", lambda: Cost(1, 8, 1))


def test_of_every_page_it_is_known_what_its_figures_make_of_files():
    listed = [*file_indices.COUNTED, *file_indices.WITHOUT_FIGURES, *file_indices.IN_MEMORY]
    assert sorted(page.path for page in listed) == sorted(page.path for page in catalogue.PAGES)


@pytest.fixture
def work_with_file(path: Path) -> Workspace:
    """A work that names a file, for which there are indices."""
    work = replace(WORK, sources=(RecordsFile(str(path), MEANT),))
    press(press(start(work, "adversary"), "file-agree-0"), "index-make")
    return work


def wanted(work: Workspace = WORK) -> str:
    return percent(whole_leakage(in_memory(work)))


def asks(at: AppTest, why: str = AGREE_FIRST) -> bool:
    go(at, "adversary")
    has_button = any(button.key == "file-agree-0" for button in at.button)
    assert has_button == (why in page_text(at)) == (not counted(at))
    return has_button


def made(work: Workspace, name: str = "Mine") -> None:
    create_with_work(name, PASSPHRASE, work)


@pytest.mark.slow
def test_a_pipe_that_a_copy_names_is_never_touched(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.pages.eve.untouched", str(tmp_path)],
        cwd=ROUTER.parents[1],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.stdout.strip() == "done", ended.stdout + ended.stderr


def test_until_then_every_figure_leaves_the_file_out_and_after_it_counts(work_with_file: Workspace) -> None:
    at = start(work_with_file)
    alone = percent(whole_leakage(WORK))
    for page in COUNTED:
        go(at, page)
        assert figure_in_strip(at) == f"{alone}** ({text.WITHOUT_FILES})", page
        assert f"{text.FIGURES_WITHOUT_FILES} {text.FILE_NOT_AGREED_TO}" in page_text(at), page
    press(go(at, "adversary"), "file-agree-0")
    for page in COUNTED:
        go(at, page)
        assert figure_in_strip(at) == wanted() != alone and text.FIGURES_WITHOUT_FILES not in page_text(at), page


def test_a_yes_holds_for_one_vault_and_file_on_this_machine(work_with_file: Workspace, path: Path) -> None:
    made(work_with_file)
    at = unlocked()
    assert asks(at) and AGREED_FOR_VAULT in page_text(at)
    press(at, "file-agree-0")
    assert counted(at) and figure_in_strip(at) == wanted()
    press(at, "lock")
    again, other_tab = unlocked(), unlocked()
    assert counted(again) and figure_in_strip(again) == wanted() and not asks(other_tab)
    with path.open("a") as file:
        file.write("Ann,1,Ulm,Cook,38\n")
    assert asks(again, AGREE_AGAIN) and asks(other_tab, AGREE_AGAIN)
    assert f"{text.FIGURES_WITHOUT_FILES} {text.ANOTHER_FILE}" in page_text(again)
    press(press(again, "file-agree-0"), "index-make")
    assert counted(again) and not asks(other_tab)


def test_what_is_written_for_it_is_in_no_copy_and_no_vault_but_this_one(work_with_file: Workspace) -> None:
    made(work_with_file)
    at = press(go(unlocked(), "adversary"), "file-agree-0")
    copy = workspace_to_json(current(at))
    assert workspace_from_json(copy) == work_with_file
    [vault] = vaults()
    assert read_work(vault.unlock(PASSPHRASE)).workspace == work_with_file
    [consents] = vault.store.folder.glob("*.consents")
    assert consents.stat().st_mode & 0o777 == 0o600 and b"held.csv" not in consents.read_bytes()
    press(at, "lock")
    in_tab = press(start(), "gate-memory")
    open_copy(in_tab, copy)
    assert asks(in_tab)
    go(unlocked(), "vault")
    vault.unlock(PASSPHRASE).delete()
    assert not list(vault.store.folder.iterdir())
    made(work_with_file, "Another")
    assert asks(unlocked())


@pytest.mark.slow
def test_in_memory_a_yes_lasts_for_the_session_and_for_the_vault_made_of_it(work_with_file: Workspace) -> None:
    at = start(work_with_file, "adversary")
    assert asks(at) and AGREED_IN_MEMORY in page_text(at) and WHEN_AGREED in page_text(at)
    press(at, "file-agree-0")
    assert not asks(at)
    assert asks(start(work_with_file, "adversary")), "another tab"
    put_into_vault(at)
    assert not asks(unlocked())


@pytest.mark.slow
def test_a_yes_in_memory_is_none_in_a_vault_that_was_there(work_with_file: Workspace) -> None:
    made(work_with_file)
    at = press(start(), "gate-memory")
    press(press(go(open_copy(at, work_with_file), "adversary"), "file-agree-0"), "undo")
    press(at, "redo")
    assert not asks(at)
    press(go(at, "vault"), "vault-gate")
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert asks(at)


@pytest.mark.slow
def test_who_names_a_file_by_hand_has_said_yes_to_it_and_to_no_other(work_with_file: Workspace, path: Path) -> None:
    made(WORK)
    at = go(unlocked(), "adversary")
    at.session_state["files"] = True
    field = next(box for box in run(at).text_input if box.label == "Path of the file")
    run(field.set_value(str(path)))
    press(at, "file-add")
    assert not asks(at)
    press(at, "lock")
    assert not asks(unlocked())


@pytest.mark.slow
def test_undo_and_what_another_tab_merges_in_ask_as_well(work_with_file: Workspace, path: Path) -> None:
    made(work_with_file)
    at = press(go(unlocked(), "adversary"), "file-agree-0")
    press(at, "file-remove-0")
    assert figure_in_strip(press(at, "undo")) == wanted(), "once for a vault and a file"
    pipe = path.with_name("pipe.csv")
    os.mkfifo(pipe)
    mine = vaults()[0].unlock(PASSPHRASE)
    saved = read_work(mine)
    both = (*work_with_file.sources, RecordsFile(str(pipe), MEANT))
    save_work(mine, replace(saved.workspace, sources=both), saved.revision)
    type_into(go(at, "profile"), "profile", {0: {"value": "Ben"}})
    assert current(at).sources == both and not counted(at)
    go(at, "adversary")
    assert [button.key for button in at.button if (button.key or "").startswith("file-agree")] == ["file-agree-1"]
    assert at.button(key="index-make").disabled and f"{len(FRAME)} records" in " ".join(texts(at))
    press(at, "undo")
    assert counted(at) == (current(at).sources == work_with_file.sources)


@pytest.fixture
def odd_path(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "![](http:"
    folder.mkdir()
    file = folder / "127.0.0.1" / "x)\n# All is well.\u202evsc.csv"
    file.parent.mkdir()
    file.write_text("full name\nAnn\n")
    yield file


def test_the_path_is_shown_whole_and_as_text(odd_path: Path) -> None:
    at = start(replace(WORK, sources=(RecordsFile(str(odd_path), MEANT[:1]),)), "adversary")
    assert asks(at)
    name = "x)\\n# All is well.\\u202evsc.csv"
    assert {name, f"{odd_path.parent}/{name}", "Columns: full name → Name"} < set(texts(at))
    assert not [shown for _, shown in marked_up(at) if "127.0.0.1" in shown or "All is well" in shown]


@pytest.mark.parametrize("odd", ["/dev/zero.csv", "/tmp/no\0name.csv", "/tmp/held.exe", "held", "x" * 5_000 + ".csv"])
def test_a_file_that_no_system_has_is_refused_in_a_sentence(odd: str) -> None:
    at = start(replace(WORK, sources=(RecordsFile(odd, MEANT),)), "adversary")
    if odd.endswith(".csv"):
        press(at, "file-agree-0")
        assert [error.value for error in at.error] == ["The file is not there, or may not be read."]
    assert not counted(at) and at.button(key="index-make").disabled
    go(at, "leakage")
    assert not counted(at)
