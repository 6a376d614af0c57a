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
        13_340,
    ),
    ("the computation", ("leakage",), ("leakage/workspace",), 15_480),
    ("a person's work", ("leakage/workspace",), (), 9_800),
    ("the pages", ("pages", "app.py"), (), 9_130),
    ("the product", PRODUCT, (), 34_420),
    ("the tests", ("tests",), (), 21_950),
]
FILES = 189
"""Of the product."""


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


def test_the_product_has_no_more_files_than_its_limit():
    assert len(python_files(PRODUCT)) <= FILES
