"""A saved copy that names a pipe, used as a person would, in a process that notes whoever touches the pipe.

Run as ``python -m tests.pages.eve.untouched FOLDER``; it prints every touch before the person said yes, and "done". No
part of it can be a test's own process: whoever opens a pipe is held up for good.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from leakage import Adversary, AnyOf, Record, Resolve, Shares, Similar
from leakage.workspace.files.workspace_json import workspace_to_json
from leakage.workspace.tables import RecordsFile
from leakage.workspace.vault.vault import vaults
from leakage.workspace.workspace import Policy, Release, Workspace
from pages.shell import file_indices, text
from tests.pages.helpers import PAGES, current, figure_in_strip, go, nodes, open_copy, press, start, type_into

PASSPHRASE = "seven grey herons"
ANN = (("Name", "Ann"), ("Phone", "1"), ("City", "Ulm"), ("Job title", "Cook"))
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
TOUCHES: list[str] = []


def page_text(at) -> str:
    """All that the page says, the boxes too."""
    return " ".join(str(getattr(getattr(node, "proto", None), "body", "")) for node in nodes(at.main))


def watch(name: str) -> None:
    """Note all that Python does with a path of this name: audit events tell of what is opened alone."""

    def note(what: str, *arguments: object) -> None:
        paths = (argument for argument in arguments if isinstance(argument, str | bytes | os.PathLike))
        if any(os.fsdecode(path).endswith(name) for path in paths):
            TOUCHES.append(f"{what}\n{''.join(traceback.format_stack(limit=12))}")

    def noting(what: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any, **rest: Any) -> Any:
            note(what, *arguments)
            return call(*arguments, **rest)

        return noted

    sys.addaudithook(note)
    for what in ("stat", "lstat", "access", "readlink"):
        setattr(os, what, noting(what, getattr(os, what)))


def every_page(at: AppTest) -> None:
    """Look at every page, and make a report."""
    counting = {page.path for page in file_indices.COUNTED}
    for name, path in PAGES.items():
        go(at, name)
        assert path not in counting or text.FIGURES_WITHOUT_FILES in page_text(at), name
    press(go(at, "export"), "report-make")


def opened(copy: bytes) -> AppTest:
    """The program with a saved copy open, in memory."""
    return open_copy(start(), copy)


def put_into_vault(at: AppTest) -> None:
    """Make a vault of the work, and lock it."""
    go(at, "vault")
    for field, value in (("name", "Mine"), ("first", PASSPHRASE), ("again", PASSPHRASE)):
        at.text_input(key=f"vault-{field}").set_value(value)
    press(press(at, "vault-create-go"), "lock")


def unlocked() -> AppTest:
    """Another tab, in which the vault was unlocked."""
    at = start()
    at.text_input(key="gate-passphrase").set_value(PASSPHRASE)
    return press(at, "gate-unlock")


def main(folder: Path) -> None:
    """Open the copy, look at every page, save, lock and unlock it in two tabs, lock both in one; then say yes."""
    os.environ["LEAKAGE_DATA"] = str(folder / "data")
    pipe = folder / "pipe.csv"
    os.mkfifo(pipe)
    watch(pipe.name)
    work = replace(WORK, sources=(RecordsFile(str(pipe), MEANT),))

    at = opened(workspace_to_json(work).encode())
    alone = figure_in_strip(at)
    every_page(at)
    put_into_vault(at)
    first, second = unlocked(), unlocked()
    for tab in (first, second):
        every_page(tab)
        assert current(tab).sources == work.sources and figure_in_strip(tab) == alone
    # One edit in each tab: the second one is merged with the first.
    for tab in (first, second):
        go(tab, "profile")
    type_into(first, "profile", {0: {"value": "Ben"}})
    type_into(second, "profile", {2: {"value": "Ulm on Danube"}})
    press(press(second, "undo"), "redo")
    press(first, "lock")
    saved = vaults()[0].unlock(PASSPHRASE).read().content.decode()
    assert all(word in saved for word in ("Ben", "Danube", pipe.name))
    second = go(unlocked(), "adversary")
    print(*TOUCHES, sep="\n")

    TOUCHES.clear()
    press(second, "file-agree-0")
    assert TOUCHES, "it is noticed when a file is looked at"
    [refused] = second.error
    assert "file" in refused.value and pipe.name not in refused.value
    TOUCHES.clear()
    every_page(second)
    assert not TOUCHES
    print("done")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
