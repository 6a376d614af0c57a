"""How much of a person does an adversary know, and what can be done about it?

The science of the dashboard: pure functions on plain values. The measure is that of Whang & Garcia-Molina,
"Managing Information Leakage" (CIDR 2011) and "A Model for Quantifying Information Leakage" (SDM 2012).

What most need is here. The packages beneath have the rest: ``measure`` (one record), ``resolution`` (who the adversary
is), ``decision`` (what follows), ``published`` and ``reidentification`` (published records and people in them),
``derivation``, ``laboratory``, ``lessons``, ``exercises``, ``class_page`` and ``scenarios`` (worked out, run again,
taught).

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

# The public names stand once, in the stub that type checkers read.
_STUB = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")).body
_MODULE_OF = {name.name: str(line.module) for line in _STUB if isinstance(line, ast.ImportFrom) for name in line.names}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:
    # Imported when first asked for: the door opens before the science is read.
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
