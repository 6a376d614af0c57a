"""The papers' examples and a realistic person, as data for the app and the tests alike.

See also:
    ``leakage.workspace`` is what a scenario is made of.

>>> from leakage.scenarios import PAPER_SCENARIOS
>>> example = next(scenario for scenario in PAPER_SCENARIOS if scenario.key == "which-card")
>>> example.source
'Whang & Garcia-Molina 2012, Section 4.1'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from leakage.scenarios.papers import PAPER_SCENARIOS
    from leakage.scenarios.published import PUBLISHED, PublishedExample
    from leakage.scenarios.realistic import realistic_person
    from leakage.scenarios.scenario import Scenario

# Imported when asked for: a page that needs one kind of example does not wait for the others.
_MODULE_OF = {
    "PAPER_SCENARIOS": "leakage.scenarios.papers",
    "PUBLISHED": "leakage.scenarios.published",
    "PublishedExample": "leakage.scenarios.published",
    "Scenario": "leakage.scenarios.scenario",
    "realistic_person": "leakage.scenarios.realistic",
}

__all__ = ["PAPER_SCENARIOS", "PUBLISHED", "PublishedExample", "Scenario", "realistic_person"]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
