"""Figures that are remembered by value, and show how far they are where they take long."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, ParamSpec, TypeVar

from leakage.workspace.workspace import Workspace
from pages.shell import progress, session_cache, shared_cache

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Cached(Generic[Arguments, Result]):
    """A figure, remembered in this session by the values it was computed from.

    Streamlit's own caches would keep the progress bar out: they allow nothing to be drawn from inside.

    Arguments:
        figure: a function of values.
        public: whether all its arguments beside workspaces are the program's own words, so that figures of a worked
            example may be computed once for all sessions.
    """

    def __init__(self, figure: Callable[Arguments, Result], public: bool = False) -> None:
        functools.update_wrapper(self, figure)
        self._figure, self._public = figure, public
        self.name = f"{figure.__module__}.{figure.__name__}"

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        key = self.key(*args, **kwargs)

        def work() -> Result:
            return progress.run_with_progress(lambda: self._figure(*args, **kwargs))

        workspaces = [given for given in (*args, *kwargs.values()) if isinstance(given, Workspace)]
        if self._public and workspaces and all(map(shared_cache.is_public, workspaces)):
            return session_cache.remembered(key, lambda: shared_cache.computed_once(key, work))
        return session_cache.remembered(key, work)

    def key(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Hashable:
        """What the figure is remembered by."""
        return (self.name, tuple(_value(argument) for argument in (*args, *sorted(kwargs.items()))))

    def remembers(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> bool:
        """Whether the figure costs nothing now: this session has it."""
        return session_cache.holds(self.key(*args, **kwargs))


def cached(figure: Callable[Arguments, Result]) -> Cached[Arguments, Result]:
    """Remember a figure by the values it was computed from, in this session; show how far it is where it takes long."""
    return Cached(figure)


def cached_for_all(figure: Callable[Arguments, Result]) -> Cached[Arguments, Result]:
    """As ``cached``; of a worked example it is computed once, for all sessions. Not for what takes a person's words."""
    return Cached(figure, public=True)


def _value(given: Any) -> Hashable:
    """What a figure is remembered by: a workspace's hash is taken only once."""
    if isinstance(given, Workspace):
        return given.fingerprint
    if isinstance(given, Mapping):
        return tuple(sorted(given.items()))
    return tuple(given) if isinstance(given, list) else given
