"""Files that are handed in stay in memory, and may take only so much of it: each, those of a page, and all at once.

What arrives is counted as it arrives, whatever a request says of its length; what it says can only have it refused
sooner. What Streamlit keeps for a page counts until that page gives it back or its session has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from pages.door.connections import still_waiting
from pages.door.http import answer, value

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PATH = "/_stcore/upload_file/"
MB = 1 << 20
"""As Streamlit counts them."""
LONGEST_NUMBER = 20


def keep_uploads_in_memory() -> None:
    """Starlette writes what is over one megabyte to a temporary file, in plaintext; 0 means that it never does."""
    from starlette.formparsers import MultiPartParser  # noqa: PLC0415 -- loaded anyway where a server runs

    MultiPartParser.spool_max_size = 0


@dataclass(frozen=True, slots=True)
class Shares:
    """How much memory uploads may take, in megabytes.

    Arguments:
        file: one of them, > 0.
        page: all of one session, > 0: in a class nobody takes the room of all others.
        total: all of all sessions, > 0.
    """

    file: int = 60
    page: int = 120
    total: int = 300


SHARES = Shares()


class Refused(Exception):  # noqa: N818
    """An upload that is not taken; the text says why, and is for the person."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class Room:
    """What is left for uploads.

    Arguments:
        shares: how much there is.
        kept: bytes kept for pages, by session.
    """

    def __init__(self, shares: Shares, kept: Callable[[], Mapping[str, int]]) -> None:
        self._shares = shares
        self._kept = kept
        self._arriving: dict[Upload, int] = {}

    def check(self, upload: Upload, more: int) -> None:
        """Return if an upload may become so many bytes longer.

        Raises:
            Refused: if not.
        """
        shares, kept = self._shares, self._kept()
        if self._arriving.get(upload, 0) + more > shares.file * MB:
            raise Refused(f"This file is larger than {shares.file} MB, the most that can be uploaded.", 413)
        page = sum(size for other, size in self._arriving.items() if other.session == upload.session)
        if page + kept.get(upload.session, 0) + more > shares.page * MB:
            raise Refused(f"The files on one page can be {shares.page} MB together. Remove one first.", 413)
        if sum(self._arriving.values()) + sum(kept.values()) + more > shares.total * MB:
            raise Refused("There is no room for this file now. Try again in a minute.", 503)

    def take(self, upload: Upload, more: int) -> None:
        """Count what has arrived of an upload.

        Raises:
            Refused: if there is no room for it.
        """
        self.check(upload, more)
        self._arriving[upload] = self._arriving.get(upload, 0) + more

    def give_back(self, upload: Upload) -> None:
        """Count an upload no more: it is kept for its page now, or gone."""
        self._arriving.pop(upload, None)


@dataclass(frozen=True, slots=True, eq=False)
class Upload:
    """A file that arrives.

    Arguments:
        session: whose page it is for.
    """

    session: str


def kept_for_pages() -> Mapping[str, int]:
    """Bytes that Streamlit keeps of files that were handed in, by session; those of sessions that ended are dropped."""
    program = runtime.get_instance() if runtime.exists() else None
    if program is None or not isinstance(program.uploaded_file_mgr, MemoryUploadedFileManager):
        return {}
    manager = program.uploaded_file_mgr
    for session in list(manager.file_storage):
        # A page that is cut off may come back for two minutes. That they are over Streamlit notices only sometimes,
        # and never where a file arrives afterwards.
        if program._session_mgr.get_session_info(session) is None:
            manager.remove_session_files(session)
    files = {session: list(files.values()) for session, files in list(manager.file_storage.items())}
    return {session: sum(len(file.data) for file in kept) for session, kept in files.items()}


class UploadLimits:
    """Lets uploads in as far as there is room; the others are refused in a sentence, which the page shows.

    Arguments:
        app: what is behind.
        shares: how much there is.
        kept: bytes kept for pages, by session.
    """

    def __init__(
        self, app: ASGIApp, shares: Shares = SHARES, kept: Callable[[], Mapping[str, int]] = kept_for_pages
    ) -> None:
        self._app = app
        self._room = Room(shares, kept)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "PUT" or not scope["path"].startswith(PATH):
            return await self._app(scope, receive, send)
        upload, body = Upload(scope["path"].removeprefix(PATH).partition("/")[0]), Body(receive)
        try:
            refused = await self._refusal(upload, body, scope, send)
            if refused is not None:
                await body.pass_over()
                await _refuse(scope, send, refused)
        except Gone:
            # Nobody is there any more to be answered.
            pass

    async def _refusal(self, upload: Upload, body: Body, scope: Scope, send: Send) -> Refused | None:
        """Take an upload in; brings why not, where it is not, and then nothing is left of it."""

        async def receive_counted() -> Message:
            message = await body.next()
            self._room.take(upload, len(message.get("body", b"")))
            return message

        async def send_counted(message: Message) -> None:
            # By now it is kept for its page, or never will be.
            self._room.give_back(upload)
            await send(message)

        try:
            self._room.check(upload, _claimed(scope))
            await self._app(scope, receive_counted, send_counted)
        except Refused as refused:
            return refused.with_traceback(None)
        finally:
            self._room.give_back(upload)
        return None


class Gone(Exception):  # noqa: N818
    """Who sends a request is not there any more, or was long in sending it."""


class Body:
    """What a request brings, part by part.

    Arguments:
        receive: brings the parts.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._whole = False

    async def next(self) -> Message:
        """The next part; its connection is dropped where it is long in coming.

        Raises:
            Gone: where none comes.
        """
        if self._whole:
            # What comes then is that nobody is there any more, however long that takes.
            return await self._receive()
        with still_waiting():
            message = await self._receive()
        if message["type"] == "http.disconnect":
            raise Gone
        self._whole = not message.get("more_body", False)
        return message

    async def pass_over(self) -> None:
        """Read on to the end, and keep nothing: browsers take no answer before they have sent all.

        Raises:
            Gone: as ``next``.
        """
        while not self._whole:
            await self.next()


def _claimed(scope: Scope) -> int:
    """How long a request says that it is; 0 where it does not."""
    length = value(scope, "content-length") or ""
    return int(length) if length.isascii() and length.isdecimal() and len(length) < LONGEST_NUMBER else 0


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    await answer(scope, send, refused.status, [(b"content-type", b"text/plain; charset=utf-8")], str(refused).encode())
