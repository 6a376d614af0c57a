"""Benchmarks are run by hand: each can at least be imported."""

import importlib
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PROGRAMS = sorted(path for path in (TESTS / "benchmarks").glob("[!_]*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_a_program_beside_the_tests_can_be_imported(path):
    importlib.import_module(f"tests.{path.parent.name}.{path.stem}")
