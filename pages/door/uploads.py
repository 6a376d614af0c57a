"""Files that are handed in stay in memory."""

from __future__ import annotations


def keep_uploads_in_memory() -> None:
    """Starlette writes what is over one megabyte to a temporary file, in plaintext; 0 means that it never does.

    How much memory that may take is bounded by Streamlit's ``server.maxUploadSize``.
    """
    from starlette.formparsers import MultiPartParser  # noqa: PLC0415 -- loaded anyway where a server runs

    MultiPartParser.spool_max_size = 0
