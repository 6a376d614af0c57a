"""Terms of disinformation: what the person is prepared to do, at what prices, and to whom it can be done."""

from __future__ import annotations

import re
from dataclasses import dataclass

from leakage.decision.disinformation.moves import KINDS, Kind
from leakage.decision.disinformation.plan import RECORDS
from leakage.decision.disinformation.prices import Prices
from leakage.progress import looking
from leakage.workspace.recipients import priced_recipients
from leakage.workspace.workspace import Workspace

OFFICIAL_RECIPIENTS = (
    *("authority", "bank", "clinic", "council", "court", "customs", "doctor", "dr.", "embassy", "employer"),
    *("government", "hospital", "insurance", "insurer", "landlady", "landlord", "letting", "ministry", "mortgage"),
    *("office", "pension", "pharmacy", "police", "practice", "revenue", "school", "surgery", "tax", "university"),
)
"""Words in the names of recipients to whom a false statement can be an offence, or do harm."""

_OFFICIAL = re.compile(r"\b(?:" + "|".join(map(re.escape, OFFICIAL_RECIPIENTS)) + ")")

OFFICIAL_FACTS = frozenset({"Insurance number", "National id", "Salary", "Tax number"})
"""Only authorities, banks, insurers, employers and the like are usually told these."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the person is prepared to do.

    Arguments:
        prices: C(r).
        recipients: whom a record may be given to.
        labels: under which something wrong may be said.
        budget: C_max > 0.
        kinds: what records may be for.
        expected: the name of a planned release that will follow on the disinformation; empty for none.
        records: of a plan that hang together, at most; >= 1.
        per_label: how many values of a label a record may state; >= 1.
        seed: chooses the values.
    """

    prices: Prices
    recipients: tuple[str, ...]
    labels: tuple[str, ...]
    budget: float
    kinds: tuple[Kind, ...] = KINDS
    expected: str = ""
    records: int = RECORDS
    per_label: int = 1
    seed: int = 0


def prices_of(workspace: Workspace) -> Prices:
    """What the person's disinformation costs: the usual prices, but for those of the workspace.

    Raises:
        ValueError: where a record and an attribute may both be free.

    >>> from leakage.workspace.workspace import Recipient
    >>> prices_of(Workspace(recipients=(Recipient("Shop", disinformation_price=5.0),))).of_record("Shop")
    5.0
    """
    return Prices(
        records=tuple(priced_recipients(workspace).items()),
        attributes=workspace.disinformation_prices,
    )


def usual_recipients(workspace: Workspace) -> tuple[str, ...]:
    """The recipients to whom something wrong can be said without an offence, as far as can be told.

    Not those whose names sound official, who are an employer of the person, or who were given what only such are.

    >>> from leakage.record import Record
    >>> from leakage.workspace.workspace import Release
    >>> given = tuple(Release(name, name, Record()) for name in ("Harbour Bank", "Book Shop"))
    >>> usual_recipients(Workspace(releases=given))
    ('Book Shop',)
    """
    employers = {value.casefold() for label, value in workspace.profile if label.casefold() == "employer"}
    official = {
        release.recipient.casefold()
        for release in looking(workspace.releases)
        if any(attribute.label in OFFICIAL_FACTS for attribute in release.record)
    }
    unsuitable = employers | official
    return tuple(
        name
        for name in looking(workspace.recipient_names)
        if name.casefold() not in unsuitable and not _OFFICIAL.search(name.casefold())
    )
