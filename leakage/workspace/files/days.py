"""Days as other programs write them: in words of ISO 8601, or as seconds or milliseconds since 1970."""

from __future__ import annotations

import datetime
import re

EARLIEST = datetime.date(1970, 1, 2)
LATEST = datetime.date(2200, 1, 1)
_MILLISECONDS = 20_000_000_000
"""More than this many seconds lie beyond every date that is written."""

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?!\d)")
_SPOKEN = re.compile(r"(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day_of(value: object) -> str:
    """A day as ``2026-01-31``; empty for what is none, for programs write zeros and blanks for what they do not know.

    >>> day_of("2026-01-31T10:00:00Z"), day_of(1_769_817_600), day_of("1769817600000"), day_of("01 Jan 2024")
    ('2026-01-31', '2026-01-31', '2026-01-31', '2024-01-01')
    >>> day_of(0), day_of("soon"), day_of(None)
    ('', '', '')
    """
    try:
        day = _read(value)
    except (ValueError, OverflowError, OSError):
        return ""
    return day.isoformat() if day and EARLIEST <= day <= LATEST else ""


def _read(value: object) -> datetime.date | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _since_1970(float(value))
    if not isinstance(value, str):
        return None
    text = value[:40].strip()
    if iso := _ISO.match(text):
        return datetime.date(*map(int, iso.groups()))
    if spoken := _SPOKEN.match(text):
        return datetime.date(int(spoken[3]), _MONTHS.index(spoken[2]) + 1, int(spoken[1]))
    return _since_1970(float(text)) if re.fullmatch(r"\d{9,14}(\.\d+)?", text, re.ASCII) else None


def _since_1970(number: float) -> datetime.date:
    seconds = number / 1000 if number > _MILLISECONDS else number
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
