"""Files that were handed in take memory until no page shows them any more: then it is given back, for others to use."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

_SHOWN = "uploads.shown"


def give_back() -> None:
    """Give back what was shown and is no more, because it was taken or its page was left; after a whole run.

    What has not been shown yet stays: it may have arrived while the page was drawn.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        return
    shown = frozenset(_files(context.shared.widget_user_keys_this_run.snapshot()))
    for dropped in st.session_state.get(_SHOWN, frozenset()) - shown:
        context.uploaded_file_mgr.remove_file(context.session_id, dropped)
    st.session_state[_SHOWN] = shown


def _files(widgets: frozenset[str]) -> Iterator[str]:
    for key in widgets:
        value = st.session_state.get(key)
        for file in value if isinstance(value, list) else (value,):
            if isinstance(file, UploadedFile):
                yield file.file_id


def give_all_back() -> None:
    """Give back whatever this session was handed."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None:
        context.uploaded_file_mgr.remove_session_files(context.session_id)
