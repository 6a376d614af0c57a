"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).

The usual names are here, the rest in packages: ``measure`` (one record), ``resolution`` (the adversary), ``decision``
(what to do), ``published`` and ``reidentification`` (tables, and people in them), ``derivation``, ``laboratory`` and
``scenarios`` (worked examples and experiments), ``lessons``, ``exercises`` and ``class_page`` (teaching).

>>> from leakage import Adversary, Record, Resolve, Shares, information_leakage
>>> alice = Record.of({"Name": "Alice", "Phone": "555", "Card": "9"})
>>> given = [Record.of({"Name": "Alice", "Phone": "555"}), Record.of({"Phone": "555", "Card": "9"})]
>>> information_leakage(given, alice, Adversary(Resolve(Shares("Phone")))).leakage
1.0
"""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.1.0"

# The stub that type checkers read is the one list of public names.
_STUB = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
_MODULE_OF = {name.name: str(line.module) for line in _STUB if isinstance(line, ast.ImportFrom) for name in line.names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:
    # Imported on first use, so that the app starts sooner.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
