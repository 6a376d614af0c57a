"""What is imported ahead is what the first figures need, and nothing is begun before the first page is out."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from pages.door import preload

ROOT = Path(__file__).parents[2]


def requests(*paths: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The order of events when these paths are asked for."""
    events: list[str] = []

    class Thread:
        def __init__(self, **_: object) -> None: ...

        def start(self) -> None:
            events.append("imports")

    async def app(scope, receive, send) -> None:
        events.append(scope["path"])

    monkeypatch.setattr(preload.threading, "Thread", Thread)
    middleware = preload.Preload(app)

    async def visit() -> None:
        for path in paths:
            await middleware({"type": "http", "path": path}, None, None)

    asyncio.run(visit())
    return events


def test_imports_begin_once_after_the_first_page(monkeypatch: pytest.MonkeyPatch) -> None:
    visited = requests("/_stcore/health", "/leakage", "/static/x.js", "/", monkeypatch=monkeypatch)
    assert visited == ["/_stcore/health", "/leakage", "imports", "/static/x.js", "/"]


@pytest.mark.slow
def test_all_that_is_needed_can_be_imported() -> None:
    names = (*preload.NEEDED, *preload.parts_of_pages())
    assert "pages.decide.plan.spending" in names
    assert not any(name.endswith(".page") for name in names)
    code = f"import importlib; [importlib.import_module(name) for name in {names!r}]"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.slow
def test_the_first_figures_import_no_more_of_ours_than_was_imported_ahead() -> None:
    code = (
        "import sys; from pages.door.preload import import_needed; import_needed(); before = set(sys.modules)\n"
        "from streamlit.testing.v1 import AppTest\n"
        "app = AppTest.from_file('pages/navigation.py', default_timeout=600).run()\n"
        "app.button(key='open-realistic').click().run()\n"
        "late = set(sys.modules) - before\n"
        "assert not [name for name in late if name.startswith(('leakage', 'pages.shell', 'pandas'))], late"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, check=True, capture_output=True)
