"""The way in without a link: whoever knows the passphrase of a vault on this machine is its owner."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from pages.door.answers import PASSPHRASE_FIELD, PASSPHRASE_PATH
from pages.door.connections import still_waiting

if TYPE_CHECKING:
    from starlette.types import Receive, Scope

LONGEST_BODY = 16_000
LONGEST_READING = 10.0
MOST_VAULTS = 5
BUSY = "Another passphrase is being tried just now; try again."
UNREAD = "What was typed did not arrive whole; try again."


def is_attempt(scope: Scope) -> bool:
    """Whether a request is the form of the closed door."""
    return bool(scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == PASSPHRASE_PATH)


class PassphraseEntry:
    """Tries passphrases, one at a time, with longer and longer pauses after wrong ones.

    It counts by itself: what strangers try here does not make the owner wait at the vault.
    """

    def __init__(self) -> None:
        self._trying = False

    async def refusal(self, receive: Receive) -> str:
        """Why what was typed opens nothing; empty where it does."""
        with still_waiting():
            typed = await _typed(receive)
        if typed is None:
            return UNREAD
        if self._trying:
            return BUSY
        self._trying = True
        try:
            return await asyncio.to_thread(_refusal, typed)
        finally:
            self._trying = False


async def _typed(receive: Receive) -> str | None:
    """What stands in the form; None where it comes slowly or not whole, or is longer than any passphrase."""
    body = b""
    with suppress(TimeoutError, ValueError):
        async with asyncio.timeout(LONGEST_READING):
            while len(body) <= LONGEST_BODY:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    fields: dict[str, list[str]] = parse_qs(body.decode("ascii", "replace"), max_num_fields=5)
                    return fields.get(PASSPHRASE_FIELD, [""])[0]
    return None


def _refusal(typed: str) -> str:
    from leakage.workspace.vault.directory import opened_by  # noqa: PLC0415 -- not needed at the start

    try:
        opened_by(typed, most=MOST_VAULTS)
    except ValueError as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    return ""
