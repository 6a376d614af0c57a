"""Texts of other programs as they are kept: without what cannot be seen, and numbers by their last digits only."""

from __future__ import annotations

import re

LONGEST = 200
"""Characters of a name, an address or a title."""

_UNSEEN = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
"""Marks of direction, blanks without width, and halves of characters."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NOT_OF_A_NUMBER = re.compile(r"[^0-9A-Za-z]")


def cleaned(value: object, longest: int = LONGEST) -> str:
    """A text without marks of direction, control characters and halves of characters, blanks as one space.

    Arguments:
        value: of a file; what is no text, or longer than it may be, becomes empty.
        longest: characters it may have.

    >>> cleaned("  a\\u202eb\\x00c "), cleaned(None), cleaned("x" * 300)
    ('ab c', '', '')
    """
    if not isinstance(value, str) or len(value) > 4 * longest:
        return ""
    text = " ".join(_CONTROL.sub(" ", _UNSEEN.sub("", value)).split())
    return text if len(text) <= longest else ""


def last_digits(number: object) -> str:
    """A number of a card, an account or a document by its last four characters; empty where that would be all of it.

    >>> last_digits("4111 1111 1111 1234"), last_digits("************1234"), last_digits("12")
    ('ends in 1234', 'ends in 1234', '')
    """
    text = cleaned(number)
    plain = _NOT_OF_A_NUMBER.sub("", text)
    masked = len(plain) < len(text)
    return f"ends in {plain[-4:]}" if len(plain) > 4 or (len(plain) == 4 and masked) else ""
