"""Figures: computed once for what they depend on, with progress; what takes long is left to a button and an estimate.

A function becomes a figure by ``@figure(...)``. Called, it is computed, unless this session has it already, and shows
how far it is where that takes long. ``offer`` computes it only where it is quick, or once the person asks for it.

What is estimated at more is tried out for a moment, for estimates are rough: it is done by then, or how far it came
tells how long it takes. What it took is remembered for the same with other inputs, as after an edit.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from leakage.progress import Listener
from leakage.workspace.workspace import Workspace
from pages.shell import cache, computing, history, session, watchdog
from pages.shell.words import about

# A figure: a function whose results are remembered by the values they were computed from.


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


SMALL = 1.0
"""Seconds that a work may take without being asked for; some figures may take longer."""


class Figure(Generic[Arguments, Result]):
    """A figure, remembered by the values it was computed from.

    Streamlit's own caches would keep the progress bar out: they allow nothing to be drawn from inside.

    Arguments:
        compute: a function of values, which reports to ``leakage.progress``.
        options: as ``figure``.
    """

    def __init__(self, compute: Callable[Arguments, Result], options: figure) -> None:
        functools.update_wrapper(self, compute)
        self._compute, self._options = compute, options
        self.name = options.name or f"{compute.__module__}.{compute.__name__}"
        self._place = self.name if options.only_latest else ""

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        key = self.key(*args, **kwargs)
        if not cache.holds(key, self._place):
            work = functools.partial(self._compute, *args, **kwargs)
            if self._is_public(*args, **kwargs):
                result = cache.computed_once(key, functools.partial(run_with_progress, work))
            else:
                with Bar() as bar:
                    result = watchdog.run(work, bar.hear, bar.draw)
            cache.remember(key, result, self._place)
        recalled: Result = cache.recall(key, self._place)
        return recalled

    def offer(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The figure where it is remembered, quick, or was asked for; else None, and a button has it computed."""
        return self._offered(True, *args, **kwargs)

    def on_request(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        """The figure where it is remembered or was asked for; else None, and a button has it computed."""
        return self._offered(False, *args, **kwargs)

    def key(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Hashable:
        """What the figure is remembered by."""
        if self._options.depends_on is not None:
            return (self.name, self._options.depends_on(*args, **kwargs))
        return (self.name, tuple(_value(argument) for argument in (*args, *sorted(kwargs.items()))))

    def remembers(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> bool:
        """Whether the figure costs nothing now: this session has it."""
        return cache.holds(self.key(*args, **kwargs), self._place)

    def seconds(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> float | None:
        """How long it takes, estimated; None where nobody knows."""
        return None if self._options.cost is None else self._options.cost(*args, **kwargs)

    def _offered(self, unasked: bool, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result | None:
        key, options = self.key(*args, **kwargs), self._options
        if not cache.holds(key, self._place):
            work = functools.partial(self._compute, *args, **kwargs)
            if self._is_public(*args, **kwargs):
                work = functools.partial(cache.computed_once, key, work)
            title = options.title if isinstance(options.title, str) else options.title(*args, **kwargs)
            results = _attempt(
                self.name, key, work, self.seconds(*args, **kwargs), title, options.button, options.small, unasked
            )
            if not results:
                return None
            cache.remember(key, results[0], self._place)
        recalled: Result = cache.recall(key, self._place)
        return recalled

    def _is_public(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> bool:
        workspaces = [given for given in (*args, *kwargs.values()) if isinstance(given, Workspace)]
        return self._options.public and bool(workspaces) and all(map(cache.is_public, workspaces))


@dataclass(frozen=True, eq=False, kw_only=True)
class figure:  # noqa: N801 - it stands above functions
    """What makes a function a figure.

    Arguments:
        cost: estimates, from the arguments of the function, how many seconds it takes; without it nobody knows, and
            what is offered waits to be asked for.
        title: what is computed, as the beginning of a sentence; or that from the arguments.
        public: whether all arguments beside workspaces are the program's own words, so that the figure of a worked
            example may be computed once for all sessions; not for what takes a person's words.
        name: unique in the program; by default that of the function.
        button: what to press; where it is given, what is offered waits for it.
        depends_on: from the arguments what the result depends on, where they are large; by default all of them.
        only_latest: whether the last result alone is remembered, for it is large.
        small: seconds that it may take without being asked for.

    >>> @figure(cost=lambda number: 0.01 * number, title="The square")
    ... def square(number: int) -> int:
    ...     return number * number
    >>> square.seconds(50), square.key(50)[1]
    (0.5, (50,))
    """

    cost: Callable[..., float | None] | None = None
    title: str | Callable[..., str] = ""
    public: bool = False
    name: str = ""
    button: str = ""
    depends_on: Callable[..., Hashable] | None = None
    only_latest: bool = False
    small: float = SMALL

    def __call__(self, compute: Callable[Arguments, Result]) -> Figure[Arguments, Result]:
        return Figure(compute, self)


def _value(given: Any) -> Hashable:
    """What a figure is remembered by: a workspace's hash is taken only once."""
    if isinstance(given, Workspace):
        return given.fingerprint
    if isinstance(given, Mapping):
        return tuple(sorted(given.items()))
    return tuple(given) if isinstance(given, list) else given


# Figures on demand: what is small comes by itself, the rest when it is asked for.


_WISHES = "on-demand"
_TAKEN = "on-demand-taken"


def offer(
    name: str,
    key: Hashable,
    work: Callable[[], Result],
    seconds: float | None,
    title: str = "",
    ready: bool = False,
) -> Result | None:
    """What work gives; None while it is left alone, which is said, with a button that has it worked out.

    Arguments:
        name: of the place on the page, unique in the program.
        key: what the figure depends on; a wish holds for this key alone.
        work: reports to ``leakage.progress``.
        seconds: how long it takes, estimated; None where nobody knows, and it is left alone until asked for.
        title: what is worked out, as the beginning of a sentence.
        ready: whether it is remembered, and costs nothing.
    """
    results = (work(),) if ready else _attempt(name, key, work, seconds, title)
    return results[0] if results else None


def _attempt(
    name: str,
    key: Hashable,
    work: Callable[[], Result],
    seconds: float | None,
    title: str,
    button: str = "",
    small: float = SMALL,
    unasked: bool = True,
) -> tuple[Result] | None:
    """The result by itself in a tuple, for it may be None; None while it is left alone. Arguments as ``offer``.

    Arguments:
        button: what to press; where it is given, nothing is worked out unasked.
        small: seconds that it may take without being asked for.
        unasked: whether it is worked out without being asked for, where that is quick.
    """
    wanted = _wishes().get(name, (None, False))
    requested, left = wanted == (key, True), wanted == (key, False)
    measured = _expected_seconds(name, seconds, small)
    tried = seconds is not None and seconds > small and (measured is None or measured <= small)
    expected = seconds if measured is None else measured
    if left or (not requested and (button or not unasked or expected is None or (expected > small and not tried))):
        # What the person left alone though it looked small is not what the estimate took it for.
        wrong = expected is None or (left and expected <= small)
        _show_offer(name, key, None if wrong else expected, title, button)
        return None
    trial = TimedAttempt(computing.spent, small)
    bar = Bar(
        "Cancel", trial if tried and not requested else trial.outlook.hear, on_click=_wish, args=(name, key, False)
    )
    try:
        with computing.budget(computing.ASKED if requested else computing.UNASKED):
            result = run_with_progress(work, bar)
    except TooLong as long:
        _remember(name, seconds, long.seconds or max(seconds or 0.0, trial.outlook.heard))
        _show_offer(name, key, _expected_seconds(name, seconds, small), title, button)
        return None
    except computing.Stopped as stopped:
        _wish(name, key, False)
        st.text(str(stopped))
        _button(name, key, button or "Try again")
        return None
    _remember(name, seconds, trial.outlook.elapsed)
    return (result,)


def _wishes() -> dict[str, tuple[Hashable, bool]]:
    """For every place the last key that was asked for (True) or left alone (False)."""
    wishes: dict[str, tuple[Hashable, bool]] = session.setdefault(_WISHES, {})
    return wishes


def _wish(name: str, key: Hashable, requested: bool) -> None:
    _wishes()[name] = (key, requested)


def _expected_seconds(name: str, estimated: float | None, small: float) -> float | None:
    """Seconds that the same took with other inputs, or what that looked like; None where nothing like it was tried.

    What is estimated as small needs none, and comes by itself however busy the machine was.
    """
    taken: dict[str, Taken] = session.setdefault(_TAKEN, {})
    if estimated is None or estimated <= small or name not in taken:
        return None
    return taken[name].for_one_of(estimated)


def _remember(name: str, estimated: float | None, seconds: float) -> None:
    if estimated is not None:
        session.setdefault(_TAKEN, {})[name] = Taken(estimated, seconds)


def _show_offer(name: str, key: Hashable, seconds: float | None, title: str, button: str) -> None:
    if not button:
        subject = f"{title} is not worked out" if title else "Not worked out"
        st.text(f"{subject}: it may take long." if seconds is None else f"{subject} yet: it takes {about(seconds)}.")
    _button(name, key, button or "Work it out")


def _button(name: str, key: Hashable, label: str) -> None:
    st.button(
        label,
        key=f"on-demand-{name}",
        icon=":material/play_arrow:",
        on_click=_wish,
        args=(name, key, True),
    )


# Long work: a bar after two seconds, and a way to cancel; nothing at all before.


BAR_AFTER = 2.0
PAUSE = 0.2
TAKE_BACK = "Cancel and take back the last edit"


class Bar:
    """A progress bar that comes when the work has taken long; drawing it lets a click on its button interrupt the work.

    Inside other such work it does not come: there is one bar, that of the whole.

    Arguments:
        label: of the button; without one, it takes back the last edit of the workspace.
        heard: told every report as well; it may stop the work by raising an exception.
        button: what else ``st.button`` is told: what a click does before the page runs again.
    """

    def __init__(self, label: str = "", heard: Listener = watchdog.ignore, **button: Any) -> None:
        self._label, self._heard, self._button = label, heard, button
        self._drawn = time.monotonic() + BAR_AFTER - PAUSE
        self._place: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # What takes its place says why; a run that ends for another click draws nothing any more.
        if self._place is not None and (kind is None or issubclass(kind, Exception)):
            self._place.empty()

    def hear(self, what: str, done: int, total: int) -> None:
        """A report, in the thread of the work: a moment to stop it, or to let others go first."""
        computing.check_cancelled()
        self._heard(what, done, total)

    def draw(self, what: str, done: int, total: int) -> None:
        """Show how far it is, where that takes long; in the thread of the page."""
        computing.check_wanted()
        now = time.monotonic()
        if now - self._drawn < PAUSE:
            return
        self._drawn = now
        if self._place is None:
            self._place = st.empty()
            # Two works may take long in one run of a page, and no two buttons may have the same key.
            box = self._place.container(border=True)
            self._bar = box.progress(0.0, what)
            key = f"cancel-long-work-{session.fresh_number()}"
            box.button(self._label or TAKE_BACK, key=key, **(self._button if self._label else _taking_back()))
        how_far = f": {done:,} of {total:,}" if total else f": {done:,}" if done else ""
        self._bar.progress(min(1.0, done / max(total, 1)), what + how_far)


def _taking_back() -> dict[str, Any]:
    """What a button is told that takes back the last edit."""
    why = "Leads back to before the edit that takes so long."
    return {"on_click": history.move, "args": (-1,), "disabled": not history.undoable(), "help": why}


def run_with_progress(work: Callable[[], Result], bar: Bar | None = None) -> Result:
    """Do work that may take long, with a bar and a way to cancel once it does.

    Arguments:
        work: reports to ``leakage.progress``.
        bar: by default one whose button takes back the last edit of the workspace.

    Raises:
        Stopped: as ``computing.run``.
    """
    with bar or Bar() as shown:
        return watchdog.run(work, shown.hear, shown.draw)


# How long a work will take, told by how far it gets: from what it reports while it runs, against a clock.


SHARE = 0.25
"""Of the time so far that a stage must have gone on for, to tell anything of the time to come."""

PREPARING = ("Reading", "Joining", "Comparing", "Telling", "Looking through", "Looking at")
"""How the names of stages begin that any figure may begin with: they tell when it can begin, not when it ends."""


@dataclass(slots=True)
class _Stage:
    """From when and from where a stage is followed, and how far it is."""

    begun: float
    began_with: int
    heard: float
    done: int
    total: int

    @property
    def end(self) -> float | None:
        """When it ends if it goes on like that; None where it has not moved."""
        moved = self.done - self.began_with
        if moved <= 0:
            return None
        return self.heard + (self.heard - self.begun) * max(0, self.total - self.done) / moved


class RemainingTime:
    """What the reports of a work foretell: the latest end of any of its stages, each going on as it went so far.

    A stage that begins anew, as a loop inside another, is followed anew; stages to come are not foreseen.

    Arguments:
        clock: tells seconds, of which only differences matter.

    >>> seconds = iter([0.0, 0.0, 1.0])
    >>> outlook = RemainingTime(lambda: next(seconds))
    >>> outlook.hear("Trying", 0, 10), outlook.hear("Trying", 2, 10), outlook.seconds
    (None, None, 5.0)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._begun = clock, clock()
        self.heard = 0.0
        """Seconds from the beginning to the last report."""
        self._stages: dict[str, _Stage] = {}

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._begun

    def hear(self, what: str, done: int, total: int) -> None:
        """A report, as ``leakage.progress`` hands it on."""
        self.heard = now = self.elapsed
        stage = self._stages.get(what)
        if stage is None or done < stage.done:
            self._stages[what] = _Stage(now, done, now, done, total)
        elif done > stage.done:
            # What is told again, so that the work can be stopped, says nothing of how fast it goes.
            stage.heard, stage.done, stage.total = now, done, total

    @property
    def seconds(self) -> float | None:
        """How long the whole takes as it looks; None where no stage has gone on long enough to tell."""
        return self._latest(preparing=False)

    @property
    def least(self) -> float:
        """How long it takes at least, with what it is only preparing; what it took so far, where nothing tells more."""
        return max(self.heard, self._latest(preparing=True) or 0.0, self.seconds or 0.0)

    def _latest(self, preparing: bool) -> float | None:
        least = SHARE * self.heard
        ends = [
            stage.end
            for what, stage in self._stages.items()
            if what.startswith(PREPARING) == preparing and stage.heard - stage.begun >= least
        ]
        return max((end for end in ends if end is not None), default=None)


# Trying a work out: one that may be quick is begun, and left alone once it shows that it is not.


GLANCE = 0.25
"""Seconds before which nothing is concluded from how far a work is."""

LIKE = 2.0
"""How many times as long as another a work may be estimated, for what that one took to tell how long this one takes."""


class TooLong(Exception):  # noqa: N818
    """A work that shows that it takes long.

    Arguments:
        seconds: it takes as it looks; None where nothing tells.
    """

    def __init__(self, seconds: float | None) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TimedAttempt:
    """Listens to a work that is tried out, and stops it where it takes long.

    Arguments:
        clock: as ``RemainingTime``.
        small: seconds that the work may take.
    """

    def __init__(self, clock: Callable[[], float], small: float = SMALL) -> None:
        self.outlook, self._small = RemainingTime(clock), small

    def __call__(self, what: str, done: int, total: int) -> None:
        """A report of the work.

        Raises:
            TooLong: where the work takes more than it may.
        """
        self.outlook.hear(what, done, total)
        elapsed, seconds = self.outlook.heard, self.outlook.seconds
        if elapsed > self._small:
            # What should have ended by now has more to come than it says.
            raise TooLong(seconds if seconds is not None and seconds > 1.5 * elapsed else None)
        if elapsed > GLANCE and self.outlook.least > self._small:
            raise TooLong(seconds)


@dataclass(frozen=True)
class Taken:
    """What a work took, or looked like, and what it had been estimated at.

    Arguments:
        estimated: seconds, >= 0.
        seconds: likewise.
    """

    estimated: float
    seconds: float

    def for_one_of(self, estimated: float) -> float | None:
        """Seconds for the same with other inputs, estimated in the same way; None where they are too different.

        >>> Taken(100.0, 1.5).for_one_of(150.0), Taken(100.0, 1.5).for_one_of(1000.0)
        (2.25, None)
        """
        if estimated == self.estimated:
            return self.seconds
        if not self.estimated / LIKE <= estimated <= self.estimated * LIKE:
            return None
        return self.seconds * estimated / self.estimated
