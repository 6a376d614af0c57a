"""How much memory the process has taken since a computation began, shared out among those that compute."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LARGEST = 1_000_000_000
"""Bytes by which one computation may let the process grow."""

LOOK = 0.2
_PAGES = Path("/proc/self/statm")


def resident() -> int:
    """Bytes of memory this process holds; 0 where the system does not say."""
    try:
        return int(_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


class Meter:
    """Charges what the process grows by to those that compute at that time, in equal parts.

    Whose an allocation is cannot be told inside one process; two that compute at once share what both take.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._charges: list[Charge] = []
        self._last = 0
        self._looked = 0.0

    def add(self, charge: Charge) -> None:
        with self._lock:
            self._share(resident())
            self._charges.append(charge)

    def remove(self, charge: Charge) -> None:
        with self._lock:
            self._share(resident())
            self._charges.remove(charge)

    def look(self) -> None:
        """Charge what was taken since the last look, if that is a while ago."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        with self._lock:
            self._looked = now
            self._share(resident())

    def _share(self, held: int) -> None:
        for charge in self._charges:
            charge.bytes += (held - self._last) / len(self._charges)
        self._last = held


METER = Meter()


class Charge:
    """What one computation has let the process grow by; counted while it is entered and not resting."""

    def __init__(self) -> None:
        self.bytes = 0.0

    def __enter__(self) -> Charge:
        METER.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        METER.remove(self)

    def taken(self) -> float:
        """Bytes so far."""
        METER.look()
        return self.bytes

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Inside, others compute, and this one is charged nothing."""
        METER.remove(self)
        try:
            yield
        finally:
            METER.add(self)
