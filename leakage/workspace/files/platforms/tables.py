"""The tables of platforms' exports that are read: an entry each, with where its shape was seen."""

from __future__ import annotations

import io

from leakage.workspace.files.csv_cells import MAX_ROWS, headings_of
from leakage.workspace.files.findings import Findings
from leakage.workspace.files.platforms.engine import Fact, Party, Source, read_source, rows_of, table_of
from leakage.workspace.files.sites import PasswordClasses

# Amazon and Apple: several readers each, which agree. Microsoft: the published source of the program that writes its
# export, and that program's tests. It puts a text with a quotation mark and a comma in quotes twice.


def _columns(*headings: str) -> frozenset[str]:
    return frozenset(headings)


_ADVERTISERS = "advertisers who brought audiences in which you are included"
_AMAZON = "amazon audiences in which you are included"
_THIRD = "audiences in which you are included via 3rd parties"

TABLES: tuple[Source, ...] = (
    Source(
        "Amazon",
        "amazon.com",
        columns=(_columns(_ADVERTISERS),),
        parties=(Party("*", (_ADVERTISERS,), "list", likely=("Email",)),),
        likely=("Name", "Email", "Address"),
    ),
    Source(
        "Amazon",
        "amazon.com",
        columns=(_columns(_AMAZON), _columns(_THIRD)),
        guesses=(Fact("Interest", (f"*/{_AMAZON}", f"*/{_THIRD}")),),
        likely=("Name", "Email", "Address"),
    ),
    Source(
        "Amazon",
        "amazon.com",
        columns=(_columns("order id", "asin", "billing address"),),
        facts=(Fact("Address", ("*/billing address",)),),
        likely=("Name", "Email", "Card"),
        left_out=(("orders", "*"),),
    ),
    Source(
        "Apple",
        "apple.com",
        columns=(_columns("apple id number", "first name", "last name"),),
        facts=(
            Fact("Name", ("first name", "last name"), joined=True, within="*"),
            Fact("Address", ("*/official address",)),
        ),
        likely=("Email",),
    ),
    Source(
        "Apple",
        "apple.com",
        columns=(_columns("device name", "device added date", "device serial number"),),
        facts=(Fact("Device", ("*/device model name", "*/device name")),),
        likely=("Name", "Email"),
    ),
    Source(
        "Microsoft",
        "microsoft.com",
        columns=(
            _columns("datetime", "deviceid", "accuracyradius", "addressline1", "formattedaddress", "locality"),
            _columns("datetime", "deviceid", "accuracyradius", "latitude", "longitude", "searchterms"),
        ),
        likely=("Name", "Email", "Device", "Location"),
        left_out=(("places, and searches with where you were", "*"),),
        misquoted=True,
    ),
    Source(
        "Microsoft",
        "microsoft.com",
        columns=(
            _columns("datetime", "deviceid", "navigatedtourl", "pagetitle", "searchterms"),
            _columns("datetime", "enddatetime", "deviceid", "aggregation", "appname", "apppublisher"),
            _columns("datetime", "deviceid", "application", "devicetype", "displaytext"),
            _columns("datetime", "deviceid", "appname", "consumptiontime", "containername", "mediatype"),
        ),
        likely=("Name", "Email", "Device"),
        left_out=(("what you visited, used, said and played", "*"),),
        misquoted=True,
    ),
)


def platform_of_table(headings: tuple[str, ...]) -> Source | None:
    """The source that a table with these headings is; None where it is none.

    >>> platform_of_table(("Order ID", "ASIN", "Billing Address")).platform, platform_of_table(("Order ID",))
    ('Amazon', None)
    """
    return table_of(headings, TABLES)


def read_platform_table(text: str, classes: PasswordClasses) -> Findings:
    """What a table of a platform's export says; as ``read_source``.

    Raises:
        ValueError: for what is none of ``TABLES``, cannot be taken apart, or is more than can be read.

    >>> text = "Apple ID Number,First Name,Last Name\\n1,Robin,Example\\n"
    >>> read_platform_table(text, PasswordClasses()).profile
    (('Name', 'Robin Example'),)
    """
    source = table_of(headings_of(text), TABLES)
    if source is None:
        raise ValueError("this is no table of a platform that is known here")
    return read_source(_lines_of(text) if source.misquoted else rows_of(text), source, classes)


def _lines_of(text: str) -> list[dict[str, str]]:
    """One empty row for each filled line below the headings."""
    filled = sum(not line.isspace() for line in io.StringIO(text, newline=None))
    if filled > MAX_ROWS + 1:
        raise ValueError(f"the file has more than {MAX_ROWS:,} rows, which is the most that can be read")
    return [{} for _ in range(filled - 1)]
