"""Classroom mode: many people on one server that a teacher started, each with a session in memory only."""

from __future__ import annotations

import sys

SWITCH = "--classroom"
"""What a teacher writes behind ``--``: ``streamlit run app.py --server.address ADDRESS -- --classroom``."""


def classroom() -> bool:
    """Whether this server serves a class: then no page offers a vault, for the disk is not the visitor's."""
    return SWITCH in sys.argv[1:]
