"""How big the house may be: lines of Python, and files. Who makes it smaller lowers the table in the same commit."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("leakage", "pages", "app.py")

# What is counted, what is left out of it, and how many lines it may have.
LINES = [
    (
        "the science",
        ("leakage",),
        ("leakage/workspace", "leakage/lessons", "leakage/class_page", "leakage/exercises"),
        13_090,
    ),
    ("the computation", ("leakage",), ("leakage/workspace",), 14_985),
    ("a person's work", ("leakage/workspace",), (), 9_475),
    ("the pages", ("pages", "app.py"), (), 8_885),
    ("the product", PRODUCT, (), 33_345),
    ("the tests", ("tests",), (), 21_805),
]
FILES = [(PRODUCT, 174), (("tests",), 105)]


def python_files(places, without=()):
    paths = [
        path
        for place in places
        for path in ((ROOT / place).rglob("*.py") if (ROOT / place).is_dir() else [ROOT / place])
    ]
    return [path for path in paths if not any(path.is_relative_to(ROOT / apart) for apart in without)]


def lines_of(path):
    return path.read_bytes().count(b"\n")


@pytest.mark.parametrize(("what", "places", "without", "limit"), LINES, ids=[what for what, *_ in LINES])
def test_nothing_is_larger_than_its_limit(what, places, without, limit):
    assert sum(map(lines_of, python_files(places, without))) <= limit


@pytest.mark.parametrize(("places", "limit"), FILES, ids=["the product", "the tests"])
def test_there_are_no_more_files_than_the_limit(places, limit):
    assert len(python_files(places)) <= limit
