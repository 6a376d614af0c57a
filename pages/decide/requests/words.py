"""How the parts of a request are called."""

from __future__ import annotations

from leakage.workspace.subject_request import Ground, RequestKind, Step

KINDS: dict[RequestKind, str] = {
    "erasure": "Delete it",
    "access": "Say what you have",
    "objection": "Stop sharing it",
    "correction": "Correct it",
}
GROUNDS: dict[Ground, str] = {
    "gdpr": "GDPR",
    "uk_gdpr": "UK GDPR",
    "ccpa": "CCPA/CPRA (California)",
    "drop": "DROP (California, all brokers)",
    "plain": "None: a plain request",
}
STATES: dict[Step, str] = {
    "drafted": "drafted",
    "sent": "sent",
    "extended": "they need longer",
    "answered": "answered",
    "refused": "refused",
    "done": "done",
}
NAMES: dict[RequestKind, str] = {
    "erasure": "Erasure",
    "access": "Access",
    "objection": "Objection",
    "correction": "Correction",
}
