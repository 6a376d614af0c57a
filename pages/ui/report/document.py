"""The report as a file."""

from __future__ import annotations

import datetime

from leakage.workspace.exporting.markup import Markup, element, joined, words
from leakage.workspace.exporting.report_figures import ReportFigures
from pages.ui.report import actions, knowledge
from pages.ui.report.definitions import definitions
from pages.ui.report.masking import Values
from pages.ui.report.style import POLICY, STYLE
from pages.ui.words import count

TITLE = "How much of you does Eve know?"


def report(figures: ReportFigures, day: datetime.date, show_values: bool = False) -> bytes:
    """A self-contained HTML page: no script, and nothing that another file would have to be asked for.

    Arguments:
        figures: what it states.
        day: when it was made.
        show_values: whether the person's values stand in it, and the title of the work; labels and the names of
            releases, recipients and adversaries always do.
    """
    values = Values(_pairs(figures), show_values)
    body = element(
        "body",
        _opening(figures, day, show_values),
        knowledge.headline(figures),
        knowledge.recipients(figures),
        knowledge.composite(figures, values),
        knowledge.joins(figures, values),
        actions.contributions(figures, values),
        actions.plans(figures),
        actions.erasures(figures),
        definitions(figures),
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", TITLE),
        element("style", Markup(STYLE)),
    )
    page = joined((Markup("<!DOCTYPE html>\n"), element("html", head, body, lang="en"), Markup("\n")))
    return page.encode("utf-8", errors="replace")


def _opening(figures: ReportFigures, day: datetime.date, show_values: bool) -> Markup:
    work = figures.workspace
    held = (
        f"{count(len(work.profile), 'fact')} about you, {count(len(work.releases), 'release')} to "
        f"{count(len(work.recipients), 'recipient')}, {count(len(work.background), 'record')} of other people. "
    )
    said = "Values are shown." if show_values else "Values are masked (•••); labels and names of recipients are not."
    named = [element("p", words(work.title))] if show_values and work.title else []
    made = element("p", f"Made on {day.isoformat()}. {held}{said}", class_="quiet")
    return joined((element("h1", TITLE), *named, made))


def _pairs(figures: ReportFigures) -> list[tuple[str, str]]:
    shared = [pair for one in figures.worst.result.resolution.evidence for pair in one.key.shared]
    return [*figures.workspace.profile, *((fact.label, fact.value) for fact in figures.facts), *shared]
