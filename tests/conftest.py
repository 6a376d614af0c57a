"""What holds for every test: nobody's own vaults are looked at, and no machine is too slow."""

import gc
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests.amount import TIMES

# Before any test is imported, and for servers that tests start as well.
os.environ["LEAKAGE_DATA"] = tempfile.mkdtemp(prefix="leakage-tests-")

settings.register_profile(
    "any machine", deadline=None, max_examples=8 * TIMES, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """A file without an example is neither imported for one nor looked through."""
    collectors = yield
    if file_path.suffix != ".py" or ">>>" in file_path.read_text(encoding="utf-8"):
        return collectors
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All tests and what they import stay to the end: garbage is not looked for among them, as the server does it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        # Looked for at every thousandth object, garbage takes a tenth of the time of all tests.
        gc.set_threshold(100_000, 50, 100)
