"""What is imported ahead is what the first figures need, and nothing is begun before the first page is out."""

from __future__ import annotations

import asyncio

import pytest

from pages.door import preload


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
