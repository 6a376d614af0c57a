"""A file of other people on Eve's page: handed in or named, and what can join comes into the work."""

import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from leakage import MatchFunction, Record, Shares, records_of
from leakage.workspace.workspace import Workspace
from pages.app.door import SWITCH
from pages.eve.adversary import strangers, text
from tests.pages.eve.test_adversary import REAL, policy
from tests.pages.helpers import current, figure_in_strip, history, press, run, start, texts, whole_leakage

COLUMNS = ["full name", "mobile", "town"]
LABELS = ["Name", "Phone", "City"]
ROWS = [("Ann", "1", "Bonn"), ("Zed", "7", "Bonn"), ("Ann", "9", "Ulm"), ("Zed", "1", "Kiel")]
FRAME = pd.DataFrame([*ROWS, *((f"Name {n}", f"0{n}", "Kiel") for n in range(200))], columns=COLUMNS)
EVE = policy("By phone", Shares("Phone"))


def work(eve=EVE) -> Workspace:
    release = replace(REAL.releases[0], record=Record.of(("Phone", "1")))
    return replace(REAL, releases=(release,), plans=(), background=(), policies=(eve,), chosen=eve.name)


def hand_in(at, content: bytes, name: str = "others.csv"):
    uploader = next(one for one in at.file_uploader if one.key.startswith("upload.strangers"))
    uploader.upload(name, content, "application/octet-stream")
    return run(at)


def name_it(at, path: Path):
    return run(next(box for box in at.text_input if box.label == text.STRANGERS_PATH).set_value(str(path)))


def added(at, came: str, read: str) -> bool:
    return any(line.startswith(text.STRANGERS_ADDED.format(came=came, read=read)) for line in texts(at))


@pytest.mark.parametrize("way", ["handed in", "by its path", "folder"])
def test_the_rows_that_can_join_come_in_one_edit(way: str, tmp_path: Path) -> None:
    at = start(work(), "adversary")
    if way == "handed in":
        hand_in(at, FRAME.to_csv(index=False).encode())
    else:
        FRAME.to_parquet(tmp_path / "a.parquet")
        name_it(at, tmp_path if way == "folder" else tmp_path / "a.parquet")
    press(at, "strangers-add")
    frame = FRAME.rename(columns=dict(zip(COLUMNS, LABELS, strict=True)))
    assert set(current(at).background) == set(records_of(frame.iloc[[0, 3]]))
    assert added(at, "2 records", "204 rows")
    everything = replace(work(), background=tuple(records_of(frame)))
    assert whole_leakage(current(at)) == whole_leakage(everything)
    assert not [box for box in at.selectbox if (box.key or "").startswith("strangers-label")]
    press(at, "undo")
    assert current(at).background == () and not added(at, "2 records", "204 rows")
    assert figure_in_strip(at)


def test_a_column_can_mean_something_else_or_nothing() -> None:
    at = hand_in(start(work(), "adversary"), FRAME.to_csv(index=False).encode())
    columns = [box for box in at.selectbox if (box.key or "").startswith("strangers-label")]
    assert [box.options[box.value] for box in columns] == [
        f"{column} → {label}" for column, label in zip(COLUMNS, LABELS, strict=True)
    ]
    for box in columns:
        run(box.set_value(0))
        columns = [box for box in at.selectbox if (box.key or "").startswith("strangers-label")]
    assert at.button(key="strangers-add").disabled


def test_the_same_file_again_adds_nothing() -> None:
    at = start(work(), "adversary")
    for came in ("2 records", "0 records"):
        press(hand_in(at, FRAME.to_csv(index=False).encode()), "strangers-add")
        assert added(at, came, "204 rows") and len(current(at).background) == 2


def test_a_rule_of_another_kind_reads_the_first_rows_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    eve = policy("Own", MatchFunction(lambda left, right: left.values("Phone") == right.values("Phone"), "Phone"))
    whole = strangers.strangers_in
    monkeypatch.setattr(strangers, "strangers_in", lambda *given: whole(*given, most=2))
    at = press(hand_in(start(work(eve), "adversary"), FRAME.to_csv(index=False).encode()), "strangers-add")
    assert len(current(at).background) == 1
    assert added(at, "1 record", "2 rows") and any(text.STRANGERS_FIRST in line for line in texts(at))


@pytest.mark.parametrize("content", [b"", b"name,name\na,b\n", "name\nZo\xeb\n".encode("latin-1"), b"name,city\nx\n"])
def test_a_bad_file_is_one_sentence_and_changes_nothing(content: bytes) -> None:
    at = hand_in(start(work(), "adversary"), content)
    if [button for button in at.main.button if button.key == "strangers-add"]:
        press(at, "strangers-add")
    assert len(at.error) == 1
    assert current(at) == work() and history(at) == ["begin the test"]


def test_too_many_rows_are_refused_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = strangers.strangers_in
    monkeypatch.setattr(strangers, "strangers_in", lambda *given: whole(*given, most=1))
    at = press(hand_in(start(work(), "adversary"), FRAME.to_csv(index=False).encode()), "strangers-add")
    assert len(at.error) == 1 and current(at) == work()


def test_in_a_class_no_path_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [*sys.argv, SWITCH])
    at = start(work(), "adversary")
    assert not [box for box in at.text_input if box.label == text.STRANGERS_PATH]
