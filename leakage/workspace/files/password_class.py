"""Password classes: which passwords are equal, and nothing else about them."""

from __future__ import annotations

import hashlib
import secrets
from typing import NoReturn

LABEL = "Password"
"""The label of a password class; its value is a name such as "password A"."""


class PasswordClasses:
    """Tells equal passwords from others during one import, under a key that is thrown away with it.

    A password becomes the number of its class at once: what is kept of it is a keyed hash (BLAKE2b, RFC 7693), whose
    key is random, in no value, and gone with this object. So nobody can try passwords on what an import leaves.

    >>> classes = PasswordClasses()
    >>> [classes.of(password) for password in ("moon", "sun", "moon", "")]
    [0, 1, 0, None]
    """

    __slots__ = ("__key", "__numbers")

    def __init__(self) -> None:
        self.__key = secrets.token_bytes(64)
        self.__numbers: dict[bytes, int] = {}

    def of(self, password: object) -> int | None:
        """The number of a password's class; None for what is no password."""
        if not isinstance(password, str) or not password:
            return None
        # Halves of characters are no text, and yet some file may have them.
        plain = password.encode("utf-8", "surrogatepass")
        tag = hashlib.blake2b(plain, key=self.__key, digest_size=32).digest()
        return self.__numbers.setdefault(tag, len(self.__numbers))

    def __repr__(self) -> str:
        return f"PasswordClasses({len(self.__numbers)} classes)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("password classes live within one import, and are not saved")


def class_name(number: int) -> str:
    """What a class is called: password A to Z, then AA, AB and so on.

    >>> class_name(0), class_name(25), class_name(26), class_name(702)
    ('password A', 'password Z', 'password AA', 'password AAA')
    """
    letters, number = "", number + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"password {letters}"
