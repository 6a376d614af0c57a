"""The examples in the docstrings of the pages. Pytest collects those of the library alone: pages run when imported."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "pages").rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module):
    results = doctest.testmod(importlib.import_module(module))
    assert results.attempted and not results.failed
