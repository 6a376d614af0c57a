"""How long things take: one table, with the ratio to a peer or to a plain way of the same in the same run.

``python -m tests.benchmarks [NAME ...]`` prints the rows that are named, or all of them. A peer that is not installed
is left out with a word; without Debian's chromium the pages are left out.
"""

from __future__ import annotations

import importlib
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from playwright.sync_api import Browser, FilePayload

from leakage import Adversary, AnyOf, Record, Resolve, Shares, leakages, record_leakage
from leakage.published import report
from leakage.record import Attribute
from leakage.strangers import strangers_in
from leakage.workspace.figures.actions import plan_actions
from leakage.workspace.figures.assessment import assess
from leakage.workspace.workspace import Workspace
from pages.app.given_table import suggested_columns
from pages.catalogue import PAGES
from tests.browser.conftest import launched
from tests.browser.driver import SIZE, Dashboard, enter
from tests.published.strategies import census
from tests.server import Server
from tests.starting import plain_person
from tests.workspace.people import people, with_logins

RUNS = 5


@dataclass(frozen=True)
class Row:
    """What was done, the median of some runs and its ratio to that of the peer, if there is one, by name."""

    what: str
    median: float
    ratio: float | None
    peer: str
    unit: str = "s"

    def __str__(self) -> str:
        ratio = "" if self.ratio is None else f"{self.ratio:,.3g} x"
        return f"{self.what:52} {self.median:10,.4g} {self.unit:2} {ratio:>10}  {self.peer}"


def seconds(run: Callable[[], object], runs: int = RUNS) -> float:
    """The median of some runs."""
    return statistics.median(_once(run) for _ in range(runs))


def _once(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def beside(what: str, run: Callable[[], object], peer: str, other: Callable[[], object], runs: int = RUNS) -> Row:
    """A row of something and its peer, run in turn: other work on the machine slows both."""
    return _row(what, [(_once(run), _once(other)) for _ in range(runs)], peer)


def _row(what: str, pairs: list[tuple[float, float]], peer: str) -> Row:
    ours, theirs = map(statistics.median, zip(*pairs, strict=True))
    return Row(what, ours, ours / theirs, peer)


def installed(name: str) -> Any:
    """A peer's module, or None."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


# Leakage of records.


def long_record() -> Iterator[Row]:
    """A record of 10^6 attributes against as many facts."""
    size = 10**6
    likely = np.random.default_rng(0).uniform(0.0, 0.5, size)
    record = Record(Attribute(f"L{n}", str(n % 2), float(c)) for n, c in enumerate(likely))
    reference = Record(Attribute(f"L{n}", "1") for n in range(size))
    record_leakage(record, reference)

    def looked_up() -> float:
        return sum(each.confidence for each in record if each.pair in reference)

    yield beside("a record of 10^6 attributes", lambda: record_leakage(record, reference), "look each up", looked_up)


def many_records() -> Iterator[Row]:
    """10,000 records of 100 attributes, confidences up to 0.5: the base case of 2012 as to size."""
    records, size, some = 10_000, 100, 100
    draw = np.random.default_rng(0)
    right, other = draw.random((records, size)) < 0.25, size + draw.integers(0, 1_000, (records, size))
    values = np.where(right, np.arange(size), other).tolist()
    likely = draw.uniform(0.0, 0.5, (records, size)).tolist()
    labels = [f"L{n}" for n in range(size)]
    rows = [
        Record(Attribute(label, str(value), c) for label, value, c in zip(labels, *row, strict=True))
        for row in zip(values, likely, strict=True)
    ]
    weights = {label: float(w) for label, w in zip(labels, draw.uniform(0.01, 1.0, size), strict=True)}
    reference = Record(Attribute(label, str(n)) for n, label in enumerate(labels))
    singly = seconds(lambda: [record_leakage(record, reference, weights) for record in rows[:some]]) * records / some
    taken = seconds(lambda: leakages(rows, reference, weights))
    yield Row("10,000 records of 100 attributes", taken, taken / singly, "one call a record")


# A table to composites.


def customers(count: int) -> pd.DataFrame:
    """So many records of half as many people: a name, and some of phone, card and email, some of them changed.

    Its columns are of the type that pandas reads from a file.
    """
    draw = np.random.default_rng(0)
    person = draw.integers(0, count // 2, count)
    table = {
        "N": (person % max(1, count // 6), 1.0),
        "P": (person * 2 + (draw.random(count) < 0.2), 0.7),
        "C": (person * 3 + draw.integers(0, 2, count), 0.6),
        "E": (person * 2 + (draw.random(count) < 0.2), 0.5),
    }
    columns: dict[str, Any] = {"unique_id": np.arange(count)}
    for label, (value, share) in table.items():
        texts = pd.Series(value).astype("str").radd(label.lower())
        columns[label] = texts.where(draw.random(count) < share, None)
    return pd.DataFrame(columns)


RULES = (("N", "P"), ("N", "C"), ("E",))
LABELS = ["N", "P", "C", "E"]


def composites(count: int = 10**6) -> Iterator[Row]:
    """A million rows of a DataFrame, joined by three rules; Splink links by the same and clusters, on DuckDB."""
    as_read = customers(count)
    yield from _composites(f"{count:,} rows by three rules to composites", as_read)
    yield from _composites("the same from columns of Python texts", as_read.astype(dict.fromkeys(LABELS, object)))


def _composites(what: str, frame: pd.DataFrame) -> Iterator[Row]:
    eve, found = Adversary(Resolve(AnyOf(*(Shares(*rule) for rule in RULES)))), dict[str, int]()

    def ours() -> None:
        found["here"] = len(eve.resolve(frame[LABELS]).composites)

    if installed("splink") is None:
        yield Row(what, seconds(ours, 3), None, "Splink is not installed")
        return
    theirs = partial(_by_splink, frame, found)
    ours(), theirs()
    yield beside(what, ours, "Splink", theirs)
    if found["here"] != found["Splink"]:
        yield Row(f"Splink finds {found['Splink']:,} clusters for {found['here']:,}", 0.0, None, "ANOTHER VALUE")


def _by_splink(frame: pd.DataFrame, found: dict[str, int]) -> None:
    duckdb, splink = importlib.import_module("duckdb"), importlib.import_module("splink")
    backend = importlib.import_module("splink.backends.duckdb")
    connection = duckdb.connect()
    rules = [splink.block_on(*columns) for columns in RULES]
    settings = splink.SettingsCreator(link_type="dedupe_only", blocking_rules_to_generate_predictions=rules)
    linker = splink.Linker(backend.DuckDBAPI(connection).register(frame), settings, log_level="ERROR")
    pairs = linker.inference.deterministic_link()
    clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs)
    counted = connection.execute(f"select count(distinct cluster_id) from {clusters.physical_name}")
    found["Splink"] = counted.fetchone()[0]


def strangers() -> Iterator[Row]:
    """The rows of a CSV file of ten million that join one record, key by key; beside reading the file once."""
    size = 10**7
    number = pa.array(np.arange(size)).cast(pa.string())
    cells = {label: pc.binary_join_element_wise(label, number, " ") for label in ("name", "phone", "street")}
    columns = [("name", "Name"), ("phone", "Phone"), ("street", "Address")]
    eve, known = Adversary(Resolve(AnyOf(Shares("Phone"), Shares("Name")))), Record.of(("Phone", "phone 77"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "strangers.csv")
        pyarrow.csv.write_csv(pa.table(cells), path)
        yield beside(
            f"strangers among {size:,} rows of a CSV file",
            lambda: strangers_in(b"", path.name, path, columns, [eve], [known]),
            "reading it by Arrow",
            lambda: pyarrow.csv.read_csv(path),
            1,
        )


# A person's work.


@cache
def of_300_accounts() -> Workspace:
    return next(person.work for person in people() if person.name == "300 logins, one address")


def first_plan() -> Iterator[Row]:
    """The plan that *What to do* shows first, of a person with 300 logins."""
    work = of_300_accounts()
    yield beside("the first plan of 300 accounts", partial(plan_actions, work), "assess", partial(assess, work), 3)


# The real server.

DRAWN = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const seen = part => [...document.querySelectorAll(`[data-testid=${part}]`)].filter(
        one => one.checkVisibility({visibilityProperty: true}));
    return app?.dataset.testScriptState === 'notRunning' && !seen('stSkeleton').length
        && seen('stPlotlyChart').every(chart => chart.querySelector('svg'));
}"""


def first_page() -> Iterator[Row]:
    """From starting the server to the first page, drawn in a browser; beside its first answer."""
    with launched() as browser:
        if browser is not None:
            what = "start of the server to the first page"
            yield _row(what, [(_drawn(browser), _answered()) for _ in range(RUNS)], "the first answer")


def _answered() -> float:
    begun = time.perf_counter()
    with Server() as server:
        urllib.request.urlopen(server.link(), timeout=60).read()
        return time.perf_counter() - begun


def _drawn(browser: Browser) -> float:
    page = browser.new_page()
    begun = time.perf_counter()
    with Server() as server:
        page.goto(server.link())
        # After this, what draws charts is loaded out of sight.
        page.locator(".st-key-how-to-get").wait_for()
        taken = time.perf_counter() - begun
        page.close()
        return taken


def adult() -> Iterator[Row]:
    """A table as large as Adult, 32,561 rows of the census, from choosing its file to the report; beside the report."""
    frame = census().sample(32_561, replace=True, random_state=0)
    file: FilePayload = {"name": "adult.csv", "mimeType": "text/csv", "buffer": frame.to_csv(index=False).encode()}
    with launched() as browser, Server() as server:
        if browser is None:
            return
        dashboard = enter(browser.new_context(viewport=SIZE), server.link())
        dashboard.open("Published table")
        dashboard.page.get_by_role("button", name="Open your own").click()

        def upload() -> None:
            dashboard.key("given-upload").locator("input[type=file]").set_input_files(file)
            dashboard.page.get_by_role("heading", name=f"{len(frame) - 1:,}").wait_for()
            dashboard.page.wait_for_function(DRAWN)

        columns = suggested_columns(frame)
        yield beside("32,561 rows from upload to report", upload, "report", lambda: report(frame, *columns), 1)


def pages() -> Iterator[Row]:
    """Each page of two people when first opened, from the click until all is drawn; beside an empty work."""
    with launched() as browser:
        empty = _opened(browser, Workspace(title="nothing")) if browser else {}
        works = {"realistic": plain_person().workspace, "300 accounts": of_300_accounts()}
        works["1,000 accounts"] = with_logins(f"shop{n}.example" for n in range(1_000))
        for name, work in works.items():
            for title, taken in _opened(browser, work).items() if browser else ():
                yield Row(f"{title}, {name}", taken, taken / empty[title], "with nothing in it")


def _opened(browser: Browser, work: Workspace) -> dict[str, float]:
    """Seconds of each page of a work."""
    taken = {}
    with Server() as server:
        dashboard = enter(browser.new_context(viewport=SIZE), server.link())
        dashboard.open_copy(work)
        for page in PAGES:
            way = dashboard.way_to(page.title)
            taken[page.title] = _once(partial(_open, dashboard, page.title, way.click))
        dashboard.page.context.close()
    return taken


def _open(dashboard: Dashboard, title: str, click: Callable[[], None]) -> None:
    click()
    dashboard.page.wait_for_function("title => document.title.startsWith(title + ' · ')", arg=title)
    dashboard.page.wait_for_function(DRAWN)


def memory() -> Iterator[Row]:
    """What the server holds after 300 runs of the pages of the realistic person; beside what it held after two each."""
    with launched() as browser, Server() as server:
        if browser is None:
            return
        dashboard = enter(browser.new_context(viewport=SIZE), server.link())
        dashboard.open_copy(plain_person().workspace)
        held = []
        for number, page in zip(range(300), cycle(PAGES), strict=False):
            _open(dashboard, page.title, dashboard.way_to(page.title).click)
            if number in (2 * len(PAGES), 299):
                status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
                held.append(int(status.partition("VmRSS:")[2].split()[0]) / 1_000)
        yield Row("the server after 300 runs of pages", held[1], held[1] / held[0], "after two runs each", "MB")


ROWS: dict[str, Callable[[], Iterator[Row]]] = {
    "record": long_record,
    "records": many_records,
    "composites": composites,
    "strangers": strangers,
    "plan": first_plan,
    "server": first_page,
    "adult": adult,
    "pages": pages,
    "memory": memory,
}


def main(names: list[str]) -> None:
    """Print the table."""
    unknown = set(names) - ROWS.keys()
    if unknown:
        sys.exit(f"there is no {', '.join(sorted(unknown))}: choose among {', '.join(ROWS)}")
    print(f"{'':52} {'median':>13} {'ratio':>10}  beside")
    for name in names or ROWS:
        for row in ROWS[name]():
            print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
