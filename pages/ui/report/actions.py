"""The sections of a report that say what gives most away, and what might be done; pure functions of the figures."""

from __future__ import annotations

from collections.abc import Sequence

from leakage.workspace.exporting.drawing import Bar, bars, stairs
from leakage.workspace.exporting.markup import Markup, element, joined, words
from leakage.workspace.exporting.report_figures import ReportFigures
from pages.ui.dashboard import NOTHING
from pages.ui.report.masking import Values
from pages.ui.report.parts import LEAKAGE, MOST_BARS, figure, named_row, rows_of, section
from pages.ui.words import change, count, percent

MOST_PLANS = 30


def contributions(figures: ReportFigures, values: Values) -> Markup:
    """What each release and each fact adds."""
    name = figures.workspace.display_name
    releases = [
        (release.name, share) for release, share in zip(figures.workspace.releases, figures.release_shares, strict=True)
    ]
    facts = [
        (f"{name(one.attribute.label)}: {values.plain(*one.attribute.pair)}", one.contribution)
        for one in sorted(figures.fact_shares, key=lambda one: values.place(*one.attribute.pair))
    ]
    return section(
        "What gives most away?",
        element(
            "p",
            "Each bar leaves out one release, or one fact of the joined record, and keeps all else. To the left stand "
            "those that protect you. The bars need not add up: of two releases that tell the same neither counts "
            "while the other stands.",
        ),
        _shares("Which release gives most away?", releases),
        _shares("Which fact gives most away?", facts),
    )


def _shares(question: str, shares: Sequence[tuple[str, float]]) -> Markup:
    # Rounded, so that what is equal stays in the order it came in.
    moving = sorted((one for one in shares if abs(one[1]) >= NOTHING), key=lambda one: -round(abs(one[1]), 9))
    shown = sorted(moving[:MOST_BARS], key=lambda one: -round(one[1], 9))
    idle = len(shares) - len(moving)
    notes = [f"{count(idle, 'bar')} not shown: leaving them out alone would change nothing."] if idle else []
    if len(moving) > MOST_BARS:
        notes.append(f"{len(moving) - MOST_BARS:,} smaller ones are not drawn.")
    if not shown:
        return element("p", f"{question} None by itself.", class_="quiet")
    drawn = [Bar(name, share, change(share), "right" if share > 0 else "wrong") for name, share in shown]
    said = f"{drawn[0].name}: {drawn[0].figure}."
    axis = "what Eve would know less without it (share of leakage)"
    return joined((element("h3", question), figure(bars(question, said, drawn, axis), " ".join(notes))))


def plans(figures: ReportFigures) -> Markup:
    """What each planned release would do."""
    question = "What would you give away next?"
    if not figures.outcomes:
        return section(question, element("p", "No release is planned."))
    ordered = sorted(figures.outcomes, key=lambda one: one.after)
    rows = [
        (
            words(one.plan.name),
            words(one.plan.recipient),
            percent(one.after),
            change(one.increment),
            "yes" if one.is_best else "",
        )
        for one in ordered
    ]
    shown = [Bar(one.plan.name, one.after, percent(one.after)) for one in ordered[:MOST_BARS]]
    said = f"{shown[0].name} leaves least known: {shown[0].figure}."
    return section(
        question,
        element("p", "How much Eve would know after each planned release. Lower is better for you."),
        figure(bars(question, said, shown, LEAKAGE, 1.0)),
        rows_of(("Planned release", "To", "Eve would know", "Change", "Best"), rows, (2, 3)),
    )


def erasures(figures: ReportFigures) -> Markup:
    """The best releases to have deleted, for every effort."""
    question = "What is most worth having deleted?"
    frontier, requests = figures.erasures.frontier, figures.erasures.requests
    if len(frontier.points) < 2:
        return section(question, element("p", "Nothing: no request that is still open lowers what Eve knows."))
    usual = all(request.cost == 1.0 for request in requests)
    effort = "requests" if usual else "effort of the requests together"
    rows = [
        (
            f"{point.cost:g}",
            percent(point.leakage),
            named_row([requests[number].name for number in point.requests]),
            "yes" if point.optimal else f"none goes below {percent(point.lowest)}",
        )
        for point in frontier.points[1 : MOST_PLANS + 1]
    ]
    more = len(frontier.points) - 1 - len(rows)
    points = [(point.cost, point.leakage) for point in frontier.points]
    said = f"From {percent(points[0][1])} now to {percent(points[-1][1])} with all of them."
    return section(
        question,
        element(
            "p",
            "For each effort the choice of releases whose deletion takes most back, if the recipients really delete "
            "them. Lower is better for you. Proved means that no other choice within that effort leaves her less.",
        ),
        figure(stairs(question, said, points, max(frontier.total, points[-1][0]), (effort, "leakage"))),
        *([element("p", f"The table ends after {MOST_PLANS} plans; {more:,} follow.", class_="quiet")] if more else []),
        rows_of((effort.capitalize(), "Eve would know", "Have deleted", "Proved"), rows, (0, 1)),
    )
