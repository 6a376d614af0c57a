"""``python -m leakage.papers``: every row holds, and one that does not is found."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from leakage.papers import PAPERS, Figure, catalogue
from leakage.papers.__main__ import main
from leakage.papers.catalogue import COLUMNS, FORMATS, summary
from leakage.papers.figure import in_printed_form, read

ROOT = Path(__file__).resolve().parents[2]
FIGURES = [
    pytest.param(figure, id=f"{paper.key}: {figure.section}, {figure.what}")
    for paper in PAPERS
    for figure in paper.figures
]


@pytest.mark.parametrize("figure", FIGURES)
def test_every_row_holds(figure):
    row = figure.row()
    assert row.verdict == ("slip" if figure.why_slip else "same")
    assert row.section and row.what and row.printed and row.derived
    assert row.why == figure.why_slip == figure.why_slip.strip()
    assert not row.why or row.why.endswith(".")


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_that_changes_is_seen(figure):
    """Numbers a hundredth off, in one place; words with a word more."""
    computed = figure.derived()
    if isinstance(computed, str):
        wrong = [computed + " and more"]
    else:
        numbers = list(computed) if isinstance(computed, list) else [computed]
        wrong = [[number + 0.011 * (place == at) for place, number in enumerate(numbers)] for at in range(len(numbers))]
    for value in wrong:
        assert replace(figure, derived=lambda value=value: value).row().verdict == "BROKEN"


def test_a_slip_that_is_none_is_seen():
    figure = Figure("1", "a half", "1/2", lambda: 0.5, "It is no half.", "1/3")
    assert figure.row().verdict == "BROKEN"
    assert replace(figure, instead="1/2").row().verdict == "BROKEN"


@pytest.mark.parametrize("texts", [{"why_slip": "Because."}, {"instead": "1/3"}])
def test_a_slip_says_why_and_what_instead(texts):
    with pytest.raises(ValueError, match="a slip needs both"):
        Figure("1", "a half", "1/2", lambda: 0.5, **texts)


def test_figures_are_told_apart():
    for paper in PAPERS:
        names = [(figure.section, figure.what) for figure in paper.figures]
        assert len(set(names)) == len(names), paper.key


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("0.57", Fraction(4, 7), True),
        ("0.57", 0.5651, True),
        ("0.57", 0.5649, False),
        ("0.11", 0.1156, False),
        ("0.0", 0.04, False),
        ("2/3 ≈ 0.67", 2 / 3, True),
        ("2/3 ≈ 0.67", 0.67, False),
        ("2/3 = 0.5", 2 / 3, False),
        ("0.006 %", 0.0000603, True),
        ("0.006 %", 0.006, False),
        ("√26/12", 26**0.5 / 12, True),
        ("√26/12", 32**0.5 / 12, False),
        ("1 − 2^(-H)", 0.75, True),
        ("log2(H)", 1.0, True),
        ("1000", 1000.0, True),
        ("1000", 1000.4, False),
        ("1/2", float("nan"), False),
    ],
)
def test_what_is_printed_stands_for_what_rounds_to_it(text, value, holds):
    assert (Figure("", "", text, lambda: float(value), letters=(("H", 2.0),)).row().verdict == "same") == holds


@pytest.mark.parametrize("text", ["", "a half", "1/", "__import__('os')", "x.y", "(1).real", "1 if 1 else 2", "[1][0]"])
def test_what_is_no_figure_is_refused(text):
    with pytest.raises(ValueError, match=r"figures must be|a formula may have"):
        read(text, {})


@pytest.mark.parametrize(
    ("computed", "like", "text"),
    [
        (22 / 35, "13/20", "22/35"),
        (2**0.5, "1/2", "1.414"),
        ([0.5, 32**0.5 / 12], "1/2, √8/12", "1/2, √32/12"),
        (0.000060, "0.006 %", "0.006 %"),
        (3, "3", "3"),
        ("words", "1/2", "words"),
    ],
)
def test_a_computed_figure_is_told_in_the_form_of_the_printed_one(computed, like, text):
    assert in_printed_form(computed, like) == text


@pytest.mark.parametrize("form", FORMATS)
def test_it_prints_every_row_of_every_paper_and_returns_0(form, capsys):
    assert main(["--as", form]) == 0
    text = capsys.readouterr().out
    for paper in PAPERS:
        assert (paper.key if form == "csv" else paper.title) in text
    assert text.count("slip") >= sum(bool(figure.why_slip) for paper in PAPERS for figure in paper.figures)


def test_the_csv_has_a_line_for_every_figure_and_no_formula(capsys):
    main(["--as", "csv"])
    lines = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert tuple(lines[0]) == ("paper", *COLUMNS)
    assert len(lines) == 1 + sum(len(paper.figures) for paper in PAPERS)
    assert not [cell for line in lines for cell in line if cell[:1] in ("=", "+", "-", "@")]


def test_one_paper_alone(capsys):
    assert main(["--paper", "ren-li"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Ren & Li: ") and "Whang" not in text


@pytest.mark.parametrize("form", FORMATS)
def test_it_returns_1_where_a_figure_no_longer_holds(form, monkeypatch, capsys):
    paper = PAPERS[0]
    wrong = (replace(paper.figures[0], derived=lambda: 0.61), *paper.figures[1:])
    changed = (replace(paper, figures=wrong), *PAPERS[1:])
    monkeypatch.setattr(catalogue, "PAPERS", changed)
    monkeypatch.setattr("leakage.papers.__main__.PAPERS", changed)
    assert main(["--as", form]) == 1
    assert "BROKEN" in capsys.readouterr().out
    assert main(["--as", form, "--paper", "ren-li"]) == 0


def test_the_readme_has_the_counts():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \| (\d+) \|$", text.split("<!-- papers -->")[1], re.MULTILINE)
    counted = []
    for paper in PAPERS:
        slips = sum(bool(figure.why_slip) for figure in paper.figures)
        figures = len(paper.figures)
        counted.append((paper.title, str(figures), str(figures - slips), str(slips)))
    assert rows[: len(PAPERS)] == counted


def test_the_summary_counts_what_is_broken():
    rows = [Figure("", "", "1", lambda: 2.0).row(), Figure("", "", "1", lambda: 1.0).row()]
    assert summary(rows) == "2 figures: 1 same, 0 slips, 1 BROKEN"


def test_ci_runs_it():
    assert ".venv/bin/python -m leakage.papers" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
