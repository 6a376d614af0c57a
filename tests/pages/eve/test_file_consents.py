"""Files that a copy or a vault names: nothing touches them before the person said yes, once for a vault and a file."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from leakage.workspace.files.workspace_json import workspace_from_json, workspace_to_json
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.file_header import Cost
from leakage.workspace.vault.saved_work import create_with_work, read_work, save_work
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Workspace
from pages.eve.adversary.text import AGREE_AGAIN, AGREE_FIRST, AGREED_FOR_VAULT, AGREED_IN_MEMORY, WHEN_AGREED
from pages.shell import file_indices, text
from pages.shell.words import percent
from tests.pages.eve.test_files import FRAME, MEANT, WORK, counted, in_memory, path, said
from tests.pages.eve.untouched import PASSPHRASE, put_into_vault, unlocked
from tests.pages.helpers import (
    PAGES,
    ROUTER,
    current,
    figure_in_strip,
    go,
    marked_up,
    press,
    run,
    start,
    texts,
    type_into,
    whole_leakage,
)

__all__ = ["path"]

COUNTED = [name for name, page in PAGES.items() if page in {counted.path for counted in file_indices.COUNTED}]


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leakage.workspace.vault.vault.Cost", lambda: Cost(1, 8, 1))
    monkeypatch.setattr("leakage.workspace.vault.unlocked.Cost", lambda: Cost(1, 8, 1))


@pytest.fixture
def held(path: Path) -> Workspace:
    """A work that names a file, for which there are indices."""
    work = replace(WORK, sources=(RecordsFile(str(path), MEANT),))
    press(press(start(work, "adversary"), "file-agree-0"), "index-make")
    return work


def wanted(work: Workspace = WORK) -> str:
    return percent(whole_leakage(in_memory(work)))


def asks(at: AppTest, why: str = AGREE_FIRST) -> bool:
    go(at, "adversary")
    asked = any(button.key == "file-agree-0" for button in at.button)
    assert asked == (why in said(at)) == (not counted(at))
    return asked


def made(work: Workspace, name: str = "Mine") -> None:
    create_with_work(name, PASSPHRASE, work)


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


@pytest.mark.parametrize("page", COUNTED)
def test_until_then_every_figure_leaves_the_file_out_and_after_it_counts(page: str, held: Workspace) -> None:
    at = start(held, page)
    alone = percent(whole_leakage(WORK))
    assert figure_in_strip(at) == f"{alone}** ({text.WITHOUT_FILES})"
    assert f"{text.FIGURES_WITHOUT_FILES} {text.FILE_NOT_AGREED_TO}" in said(at)
    press(go(at, "adversary"), "file-agree-0")
    go(at, page)
    assert figure_in_strip(at) == wanted() != alone and text.FIGURES_WITHOUT_FILES not in said(at)


def test_a_yes_holds_for_one_vault_and_file_on_this_machine(held: Workspace, path: Path) -> None:
    made(held)
    at = unlocked()
    assert asks(at) and AGREED_FOR_VAULT in said(at)
    press(at, "file-agree-0")
    assert counted(at) and figure_in_strip(at) == wanted()
    press(at, "lock")
    again, other_tab = unlocked(), unlocked()
    assert counted(again) and figure_in_strip(again) == wanted() and not asks(other_tab)
    with path.open("a") as file:
        file.write("Ann,1,Ulm,Cook,38\n")
    assert asks(again, AGREE_AGAIN) and asks(other_tab, AGREE_AGAIN)
    assert f"{text.FIGURES_WITHOUT_FILES} {text.ANOTHER_FILE}" in said(again)
    press(press(again, "file-agree-0"), "index-make")
    assert counted(again) and not asks(other_tab)


def test_what_is_written_for_it_is_in_no_copy_and_no_vault_but_this_one(held: Workspace) -> None:
    made(held)
    at = press(go(unlocked(), "adversary"), "file-agree-0")
    copy = workspace_to_json(current(at))
    assert workspace_from_json(copy) == held
    [vault] = vaults()
    assert read_work(vault.unlock(PASSPHRASE)).workspace == held
    [consents] = vault.store.folder.glob("*.consents")
    assert consents.stat().st_mode & 0o777 == 0o600 and b"held.csv" not in consents.read_bytes()
    press(at, "lock")
    in_tab = press(start(), "gate-memory")
    in_tab.file_uploader(key="saved-copy").upload("copy.json", copy.encode(), "application/json")
    press(run(in_tab), "open-saved")
    assert asks(in_tab)
    go(unlocked(), "vault")
    vault.unlock(PASSPHRASE).delete()
    assert not list(vault.store.folder.iterdir())
    made(held, "Another")
    assert asks(unlocked())


def test_in_memory_a_yes_lasts_for_the_session_and_for_the_vault_made_of_it(held: Workspace) -> None:
    at = start(held, "adversary")
    assert asks(at) and AGREED_IN_MEMORY in said(at) and WHEN_AGREED in said(at)
    press(at, "file-agree-0")
    assert not asks(at)
    assert asks(start(held, "adversary")), "another tab"
    put_into_vault(at)
    assert not asks(unlocked())


def test_a_yes_in_memory_is_none_in_a_vault_that_was_there(held: Workspace) -> None:
    made(held)
    at = press(start(), "gate-memory")
    at.file_uploader(key="saved-copy").upload("copy.json", workspace_to_json(held).encode(), "application/json")
    press(press(go(press(run(at), "open-saved"), "adversary"), "file-agree-0"), "undo")
    press(at, "redo")
    assert not asks(at)
    press(go(at, "vault"), "vault-gate")
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    press(at, "gate-unlock")
    assert asks(at)


def test_who_names_a_file_by_hand_has_said_yes_to_it_and_to_no_other(held: Workspace, path: Path) -> None:
    made(WORK)
    at = go(unlocked(), "adversary")
    at.session_state["files"] = True
    field = next(box for box in run(at).text_input if box.label == "Path of the file")
    run(field.set_value(str(path)))
    press(at, "file-add")
    assert not asks(at)
    press(at, "lock")
    assert not asks(unlocked())


def test_undo_and_what_another_tab_merges_in_ask_as_well(held: Workspace, path: Path) -> None:
    made(held)
    at = press(go(unlocked(), "adversary"), "file-agree-0")
    press(at, "file-remove-0")
    assert figure_in_strip(press(at, "undo")) == wanted(), "once for a vault and a file"
    pipe = path.with_name("pipe.csv")
    os.mkfifo(pipe)
    mine = vaults()[0].unlock(PASSPHRASE)
    saved = read_work(mine)
    both = (*held.sources, RecordsFile(str(pipe), MEANT))
    save_work(mine, replace(saved.workspace, sources=both), saved.revision)
    type_into(go(at, "profile"), "profile", {0: {"value": "Ben"}})
    assert current(at).sources == both and not counted(at)
    go(at, "adversary")
    assert [button.key for button in at.button if (button.key or "").startswith("file-agree")] == ["file-agree-1"]
    assert at.button(key="index-make").disabled and f"{len(FRAME)} records" in " ".join(texts(at))
    press(at, "undo")
    assert counted(at) == (current(at).sources == held.sources)


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
