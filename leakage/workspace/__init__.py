"""One person's work: what was entered, kept as one frozen value; import and export.

>>> from leakage.workspace import Workspace, added, opened, read, saved_copy
>>> export = b"url,username,password\\nhttps://shop.example,ann@mail.example,secret\\n"
>>> work = added(Workspace(), read(export, "logins.csv"))
>>> [(account.recipient, account.record.labels) for account in work.accounts], opened(saved_copy(work)) == work
([('shop.example', ('Email',))], True)
"""

from importlib import import_module
from typing import Any

_MODULE_OF = {
    **dict.fromkeys(("Policy", "Release", "Workspace"), "workspace"),
    **dict.fromkeys(("assess", "recipient_shapley_values", "release_shapley_values"), "figures.assessment"),
    **dict.fromkeys(("opened", "saved_copy"), "copies"),
    **{"read": "files.recognise", "added": "files.adding"},
}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:
    # Imported on first use, so that the app starts sooner.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
